#!/usr/bin/env python3
"""Items of about 400 bytes in random key order, and the schema of their table, for run beside it.
usage: make_items.py schema | describe      CreateTable input; DescribeTable output
       make_items.py items N                DynamoDB JSON, an item a line
       make_items.py export N FOLDER        the same as DynamoDB exports it to S3
"""
import base64
import gzip
import hashlib
import json
import os
import sys

TABLE = "Orders"
KEYS = (("pk", "HASH"), ("sk", "RANGE"))
NOTE = "lorem ipsum dolor sit amet consetetur sadipscing elitr sed diam nonumy eirmod " * 4


def schema():
    return {"TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name, _ in KEYS],
            "KeySchema": [{"AttributeName": name, "KeyType": kind} for name, kind in KEYS]}


def lines(count):
    """A step that shares no factor with the count visits every item once, far apart."""
    step = 7368787 % count or 1
    while count > 1 and gcd(step, count) != 1:
        step += 1
    number = 0
    for _ in range(count):
        mixed = number * 2654435761 % 4294967296
        yield ('{"pk":{"S":"CUSTOMER#%08d"},"sk":{"S":"ORDER#%010d"},"status":{"S":"%s"},"amount":{"N":"%d"},'
               '"customer":{"S":"Customer %d"},"express":{"BOOL":%s},"note":{"S":"%s"}}\n'
               % (number % 20000, number, ("OPEN", "SHIPPED", "RETURNED")[mixed % 3], mixed % 1000000,
                  mixed % 100000, ("false", "true")[mixed & 1], NOTE[mixed % 40:mixed % 40 + 240]))
        number = (number + step) % count


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def write_export(count, folder):
    """One export with four data files, its manifests and their sums."""
    root = os.path.join(folder, "AWSDynamoDB", "01693685827463-2d8752fd")
    os.makedirs(os.path.join(root, "data"))
    files = [[] for _ in range(4)]
    for i, line in enumerate(lines(count)):
        files[i % 4].append('{"Item":' + line[:-1] + "}\n")
    entries = []
    for number, part in enumerate(files):
        key = "AWSDynamoDB/01693685827463-2d8752fd/data/part%d.json.gz" % number
        data = gzip.compress("".join(part).encode(), 1)
        with open(os.path.join(folder, key), "wb") as out:
            out.write(data)
        entries.append(json.dumps({"itemCount": len(part), "dataFileS3Key": key, "etag": hashlib.md5(data).hexdigest(),
                                   "md5Checksum": base64.b64encode(hashlib.md5(data).digest()).decode()}))
    arn = "arn:aws:dynamodb:us-east-1:123456789012:table/" + TABLE
    summary = json.dumps({
        "version": "2020-06-30", "exportArn": arn + "/export/01693685827463-2d8752fd", "startTime": "2026-05-01T10:00:00.000Z",
        "endTime": "2026-05-01T10:05:00.000Z", "tableArn": arn, "tableId": "t-1", "exportTime": "2026-05-01T10:00:00.000Z",
        "s3Bucket": "bucket", "s3Prefix": None, "s3SseAlgorithm": "AES256", "s3SseKmsKeyId": None,
        "manifestFilesS3Key": "AWSDynamoDB/01693685827463-2d8752fd/manifest-files.json", "billedSizeBytes": 0,
        "itemCount": count, "outputFormat": "DYNAMODB_JSON", "exportType": "FULL_EXPORT"})
    for name, text in (("manifest-summary", summary), ("manifest-files", "\n".join(entries) + "\n")):
        with open(os.path.join(root, name + ".json"), "w") as out:
            out.write(text)
        with open(os.path.join(root, name + ".md5"), "w") as out:
            out.write(base64.b64encode(hashlib.md5(text.encode()).digest()).decode())


def main():
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "schema":
        print(json.dumps(schema()))
    elif what == "describe":
        print(json.dumps({"Table": {**schema(), "TableStatus": "ACTIVE"}}))
    elif what == "items" and len(sys.argv) == 3:
        sys.stdout.writelines(lines(int(sys.argv[2])))
    elif what == "export" and len(sys.argv) == 4:
        write_export(int(sys.argv[2]), sys.argv[3])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
