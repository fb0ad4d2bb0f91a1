#!/usr/bin/env python3
"""send.py N COMMAND...: starts an endpoint on port 9411 and sends it N items in BatchWriteItem requests of 25, over
four connections. Prints the seconds that the sending took (the requests are made before) and the most memory of the
endpoint in KiB. Ends with status 1 when a request is refused."""
import http.client
import json
import resource
import subprocess
import sys
import threading
import time

from make_items import lines, schema

PORT, BATCH, CONNECTIONS = 9411, 25, 4
HEADERS = {
    "Content-Type": "application/x-amz-json-1.0", "X-Amz-Date": "20260101T000000Z",
    "Authorization": "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, "
                     "SignedHeaders=host, Signature=0"}


def connect():
    for _ in range(100):
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
        try:
            connection.connect()
            return connection
        except OSError:
            time.sleep(0.1)
    sys.exit("nobody serves on port %d" % PORT)


def call(connection, operation, body):
    connection.request("POST", "/", body, {**HEADERS, "X-Amz-Target": "DynamoDB_20120810." + operation})
    response = connection.getresponse()
    answer = response.read()
    if response.status != 200:
        raise RuntimeError("%s: %d %s" % (operation, response.status, answer[:300].decode("utf-8", "replace")))
    return answer


def send(bodies, failures):
    try:
        connection = connect()
        for body in bodies:
            while True:
                left = json.loads(call(connection, "BatchWriteItem", body)).get("UnprocessedItems")
                if not left:
                    break
                body = json.dumps({"RequestItems": left})
    except Exception as fault:
        failures.append(fault)


def main():
    count = int(sys.argv[1])
    items = list(lines(count))
    bodies = ['{"RequestItems":{"Orders":[%s]}}' % ",".join('{"PutRequest":{"Item":%s}}' % item
                                                            for item in items[first:first + BATCH])
              for first in range(0, count, BATCH)]
    server = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        connection = connect()
        call(connection, "CreateTable", json.dumps(schema()))
        while json.loads(call(connection, "DescribeTable", '{"TableName":"Orders"}'))["Table"]["TableStatus"] != "ACTIVE":
            time.sleep(0.1)
        failures = []
        threads = [threading.Thread(target=send, args=(bodies[i::CONNECTIONS], failures)) for i in range(CONNECTIONS)]
        begin = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.monotonic() - begin
    finally:
        server.terminate()
        server.wait()
    if failures:
        sys.exit(str(failures[0]))
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print("%.2f %d" % (seconds, memory))


main()
