#!/usr/bin/env python3
"""fill.py PORT: makes the table Bench on an endpoint, with 1,000 item collections of 50 items of about 400 bytes."""
import http.client
import json
import sys
import time

HEADERS = {
    "Content-Type": "application/x-amz-json-1.0", "X-Amz-Date": "20260101T000000Z",
    "Authorization": "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, "
                     "SignedHeaders=host, Signature=0"}
COLLECTIONS, ITEMS, BATCH = 1000, 50, 25


def connect(port):
    for _ in range(100):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        try:
            connection.connect()
            return connection
        except OSError:
            time.sleep(0.1)
    sys.exit(f"nobody serves on port {port}")


def call(connection, operation, body):
    connection.request("POST", "/", json.dumps(body), {**HEADERS, "X-Amz-Target": "DynamoDB_20120810." + operation})
    response = connection.getresponse()
    answer = response.read()
    if response.status != 200:
        sys.exit(f"{operation}: {response.status} {answer.decode()}")
    return json.loads(answer)


def main():
    connection = connect(int(sys.argv[1]))
    key = (("pk", "HASH"), ("sk", "RANGE"))
    call(connection, "CreateTable", {
        "TableName": "Bench", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name, _ in key],
        "KeySchema": [{"AttributeName": name, "KeyType": kind} for name, kind in key]})
    while call(connection, "DescribeTable", {"TableName": "Bench"})["Table"]["TableStatus"] != "ACTIVE":
        time.sleep(0.1)
    begin = time.monotonic()
    for collection in range(COLLECTIONS):
        for first in range(0, ITEMS, BATCH):
            puts = [{"PutRequest": {"Item": {
                "pk": {"S": f"c{collection:04}"}, "sk": {"S": f"i{item:04}"}, "n": {"N": str(item)},
                "data": {"S": "x" * 370}}}} for item in range(first, first + BATCH)]
            while puts:
                puts = call(connection, "BatchWriteItem", {"RequestItems": {"Bench": puts}}).get(
                    "UnprocessedItems", {}).get("Bench")
    print(f"filled in {time.monotonic() - begin:.1f} s", file=sys.stderr)


main()
