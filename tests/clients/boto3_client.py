#!/usr/bin/env python3
"""What a Python developer does first with an endpoint, by boto3. The address is in AWS_ENDPOINT_URL."""
import os
import time
import unittest
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import Binary
from botocore.exceptions import ClientError

ENDPOINT = os.environ["AWS_ENDPOINT_URL"]


def create_orders(client, name):
    client.create_table(
        TableName=name,
        AttributeDefinitions=[{"AttributeName": n, "AttributeType": t}
                              for n, t in (("pk", "S"), ("sk", "S"), ("status", "S"), ("total", "N"))],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        GlobalSecondaryIndexes=[{
            "IndexName": "ByStatus",
            "KeySchema": [{"AttributeName": "status", "KeyType": "HASH"},
                          {"AttributeName": "total", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"}}],
        BillingMode="PAY_PER_REQUEST",
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"})
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})


class Boto3(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = boto3.client("dynamodb", endpoint_url=ENDPOINT)
        cls.resource = boto3.resource("dynamodb", endpoint_url=ENDPOINT)
        cls.streams = boto3.client("dynamodbstreams", endpoint_url=ENDPOINT)

    def setUp(self):
        self.name = "Orders" + self._testMethodName
        create_orders(self.client, self.name)
        self.table = self.resource.Table(self.name)

    def tearDown(self):
        self.client.delete_table(TableName=self.name)
        self.client.get_waiter("table_not_exists").wait(TableName=self.name, WaiterConfig={"Delay": 1})

    def test_every_type_comes_back_as_it_went_in(self):
        item = {"pk": "types", "sk": "1", "s": "日本語 and ☃", "n": Decimal("12345678901234567890.123456789012345678"),
                "b": Binary(bytes(range(256))), "t": True, "nil": None, "l": [1, "two", [Decimal("3.5")]],
                "m": {"deep": {"er": {"e": ""}}}, "ss": {"a", "b"}, "ns": {Decimal(1), Decimal("2.5")},
                "bs": {Binary(b"x"), Binary(b"y")}, "a.b": "a name with a dot", "empty": ""}
        self.table.put_item(Item=item)
        self.assertEqual(self.table.get_item(Key={"pk": "types", "sk": "1"})["Item"], item)

    def test_batches_and_paginators_meet_every_item_once(self):
        with self.table.batch_writer() as batch:
            for i in range(300):
                batch.put_item(Item={"pk": "many", "sk": f"{i:04}", "status": "OPEN" if i % 3 else "DONE",
                                     "total": i, "filler": "x" * 200})
        pages = list(self.client.get_paginator("query").paginate(
            TableName=self.name, KeyConditionExpression="pk = :p", ExpressionAttributeValues={":p": {"S": "many"}},
            PaginationConfig={"PageSize": 37}))
        self.assertGreater(len(pages), 8)
        self.assertEqual([i["sk"]["S"] for p in pages for i in p["Items"]], [f"{i:04}" for i in range(300)])
        done = self.table.query(IndexName="ByStatus", ScanIndexForward=False, Limit=3,
                                KeyConditionExpression=Key("status").eq("DONE") & Key("total").between(100, 200))
        self.assertEqual([i["total"] for i in done["Items"]], [198, 195, 192])
        scanned = [i for segment in range(4) for page in self.client.get_paginator("scan").paginate(
            TableName=self.name, Segment=segment, TotalSegments=4, FilterExpression="#s = :o",
            ExpressionAttributeNames={"#s": "status"}, ExpressionAttributeValues={":o": {"S": "OPEN"}})
            for i in page["Items"]]
        self.assertEqual(len(scanned), 200)
        keys = [{"pk": "many", "sk": f"{i:04}"} for i in range(100)]
        got = self.resource.batch_get_item(RequestItems={self.name: {"Keys": keys}})
        self.assertEqual(len(got["Responses"][self.name]), 100)
        self.assertEqual(got["UnprocessedKeys"], {})

    def test_updates_and_conditions(self):
        key = {"pk": "u", "sk": "1"}
        self.table.put_item(Item={**key, "status": "OPEN", "total": 10, "lines": ["a"]})
        updated = self.table.update_item(
            Key=key, UpdateExpression="SET #s = :d, #t = #t + :n, #l = list_append(#l, :l) ADD seen :one",
            ConditionExpression=Attr("status").eq("OPEN"),
            ExpressionAttributeNames={"#s": "status", "#l": "lines", "#t": "total"},
            ExpressionAttributeValues={":d": "DONE", ":n": 5, ":l": ["b"], ":one": 1}, ReturnValues="ALL_NEW")
        self.assertEqual(updated["Attributes"],
                         {**key, "status": "DONE", "total": 15, "lines": ["a", "b"], "seen": 1})
        with self.assertRaises(self.client.exceptions.ConditionalCheckFailedException):
            self.table.put_item(Item=key, ConditionExpression="attribute_not_exists(pk)")
        deleted = self.table.delete_item(Key=key, ReturnValues="ALL_OLD", ReturnConsumedCapacity="INDEXES")
        self.assertEqual(deleted["Attributes"]["total"], 15)
        self.assertEqual(deleted["ConsumedCapacity"]["CapacityUnits"], 2)
        self.assertNotIn("Item", self.table.get_item(Key=key))

    def test_transactions(self):
        put = {"Put": {"TableName": self.name, "Item": {"pk": {"S": "t"}, "sk": {"S": "1"}},
                       "ConditionExpression": "attribute_not_exists(pk)"}}
        other = {"Update": {"TableName": self.name, "Key": {"pk": {"S": "t"}, "sk": {"S": "2"}},
                            "UpdateExpression": "ADD visits :one", "ExpressionAttributeValues": {":one": {"N": "1"}}}}
        self.client.transact_write_items(TransactItems=[put, other])
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as caught:
            self.client.transact_write_items(TransactItems=[other, put])
        self.assertEqual([r["Code"] for r in caught.exception.response["CancellationReasons"]],
                         ["None", "ConditionalCheckFailed"])
        got = self.client.transact_get_items(TransactItems=[
            {"Get": {"TableName": self.name, "Key": {"pk": {"S": "t"}, "sk": {"S": sk}}}} for sk in ("2", "3")])
        self.assertEqual(got["Responses"][0]["Item"]["visits"], {"N": "1"})
        self.assertEqual(got["Responses"][1], {})

    def test_partiql(self):
        run = self.client.execute_statement
        run(Statement=f"INSERT INTO \"{self.name}\" VALUE {{'pk': 'p', 'sk': '1', 'status': ?, 'total': 3}}",
            Parameters=[{"S": "OPEN"}])
        run(Statement=f"UPDATE \"{self.name}\" SET total = total + 1 WHERE pk = 'p' AND sk = '1'")
        got = run(Statement=f"SELECT total FROM \"{self.name}\".\"ByStatus\" WHERE status = ?", Parameters=[{"S": "OPEN"}])
        self.assertEqual(got["Items"], [{"total": {"N": "4"}}])
        with self.assertRaises(ClientError) as caught:
            run(Statement=f"INSERT INTO \"{self.name}\" VALUE {{'pk': 'p', 'sk': '1'}}")
        self.assertEqual(caught.exception.response["Error"]["Code"], "DuplicateItemException")

    def test_the_stream_tells_every_change_in_order(self):
        key = {"pk": "s", "sk": "1"}
        self.table.put_item(Item={**key, "total": 1})
        self.table.update_item(Key=key, UpdateExpression="SET #t = :t",
                               ExpressionAttributeNames={"#t": "total"}, ExpressionAttributeValues={":t": 2})
        self.table.delete_item(Key=key)
        arn = self.client.describe_table(TableName=self.name)["Table"]["LatestStreamArn"]
        self.assertIn(arn, [s["StreamArn"] for s in self.streams.list_streams(TableName=self.name)["Streams"]])
        events = []
        for shard in self.streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]:
            iterator = self.streams.get_shard_iterator(StreamArn=arn, ShardId=shard["ShardId"],
                                                       ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
            for _ in range(5):
                page = self.streams.get_records(ShardIterator=iterator)
                events += page["Records"]
                iterator = page.get("NextShardIterator")
                if not iterator or len(events) == 3:
                    break
        self.assertEqual([e["eventName"] for e in events], ["INSERT", "MODIFY", "REMOVE"])
        self.assertEqual(events[1]["dynamodb"]["OldImage"]["total"], {"N": "1"})
        self.assertEqual(events[1]["dynamodb"]["NewImage"]["total"], {"N": "2"})
        self.assertEqual(events[2]["awsRegion"], "eu-west-1")

    def test_a_new_index_is_filled_and_an_old_one_goes(self):
        for i in range(50):
            self.table.put_item(Item={"pk": str(i), "sk": "x", "owner": "me"})
        self.client.update_table(
            TableName=self.name, AttributeDefinitions=[{"AttributeName": "owner", "AttributeType": "S"}],
            GlobalSecondaryIndexUpdates=[{"Create": {
                "IndexName": "ByOwner", "KeySchema": [{"AttributeName": "owner", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"}}}])

        def status():
            indexes = self.client.describe_table(TableName=self.name)["Table"]["GlobalSecondaryIndexes"]
            return {i["IndexName"]: i["IndexStatus"] for i in indexes}.get("ByOwner")

        self.wait_until(lambda: status() == "ACTIVE")
        found = self.table.query(IndexName="ByOwner", KeyConditionExpression=Key("owner").eq("me"))
        self.assertEqual(found["Count"], 50)
        self.client.update_table(TableName=self.name,
                                 GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "ByOwner"}}])
        self.wait_until(lambda: status() is None)

    def test_tags_and_time_to_live(self):
        arn = self.client.describe_table(TableName=self.name)["Table"]["TableArn"]
        self.client.tag_resource(ResourceArn=arn, Tags=[{"Key": "team", "Value": "blue"}])
        self.assertEqual(self.client.list_tags_of_resource(ResourceArn=arn)["Tags"], [{"Key": "team", "Value": "blue"}])
        self.client.untag_resource(ResourceArn=arn, TagKeys=["team"])
        self.assertEqual(self.client.list_tags_of_resource(ResourceArn=arn)["Tags"], [])
        self.client.update_time_to_live(TableName=self.name,
                                        TimeToLiveSpecification={"Enabled": True, "AttributeName": "ttl"})
        told = self.client.describe_time_to_live(TableName=self.name)["TimeToLiveDescription"]
        self.assertEqual(told["AttributeName"], "ttl")

    def test_errors_are_those_of_the_service(self):
        with self.assertRaises(self.client.exceptions.ResourceNotFoundException):
            self.client.get_item(TableName="Nowhere", Key={"pk": {"S": "a"}})
        with self.assertRaises(ClientError) as caught:
            self.client.query(TableName=self.name, KeyConditionExpression="sk = :s",
                              ExpressionAttributeValues={":s": {"S": "x"}})
        self.assertEqual(caught.exception.response["Error"],
                         {"Code": "ValidationException",
                          "Message": "Query condition missed key schema element: pk"})
        with self.assertRaises(self.client.exceptions.ResourceInUseException):
            create_orders(self.client, self.name)

    def wait_until(self, holds):
        end = time.monotonic() + 30
        while not holds():
            self.assertLess(time.monotonic(), end, "it did not come about in 30 seconds")
            time.sleep(0.1)


if __name__ == "__main__":
    unittest.main()
