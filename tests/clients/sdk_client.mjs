// What is newer than the models of Debian's boto3 and AWS CLI, by the JavaScript SDK v3: index keys of several
// attributes, and the item of a failed condition. The address is in AWS_ENDPOINT_URL.
import assert from 'node:assert/strict'
import test from 'node:test'
import {
  CreateTableCommand, DeleteItemCommand, DynamoDBClient, PutItemCommand, QueryCommand, UpdateItemCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'

const client = new DynamoDBClient({ endpoint: process.env.AWS_ENDPOINT_URL })
const attribute = (name, type = 'S') => ({ AttributeName: name, AttributeType: type })
const hash = (name) => ({ AttributeName: name, KeyType: 'HASH' })
const range = (name) => ({ AttributeName: name, KeyType: 'RANGE' })

await client.send(new CreateTableCommand({
  TableName: 'Matches',
  AttributeDefinitions: [attribute('id'), attribute('tournament'), attribute('region'), attribute('round', 'N'), attribute('court')],
  KeySchema: [hash('id')],
  GlobalSecondaryIndexes: [{
    IndexName: 'ByTournament',
    KeySchema: [hash('tournament'), hash('region'), range('round'), range('court')],
    Projection: { ProjectionType: 'ALL' },
  }],
  BillingMode: 'PAY_PER_REQUEST',
}))
await waitUntilTableExists({ client, minDelay: 1, maxWaitTime: 60 }, { TableName: 'Matches' })
for (const [id, round, court] of [['1', '10', 'B'], ['2', '2', 'A'], ['3', '10', 'A']]) {
  await client.send(new PutItemCommand({
    TableName: 'Matches',
    Item: { id: { S: id }, tournament: { S: 'open' }, region: { S: 'eu' }, round: { N: round }, court: { S: court } },
  }))
}

const query = (KeyConditionExpression, values) => client.send(new QueryCommand({
  TableName: 'Matches', IndexName: 'ByTournament', KeyConditionExpression, ExpressionAttributeValues: values,
  ExpressionAttributeNames: { '#r': 'region' },
}))
const both = { ':t': { S: 'open' }, ':r': { S: 'eu' } }

test('an index of two partition and two sort attributes', async () => {
  const all = await query('tournament = :t AND #r = :r', both)
  assert.deepEqual(all.Items.map((item) => item.id.S), ['2', '3', '1'])
  const some = await query('tournament = :t AND #r = :r AND round = :n AND court > :c',
    { ...both, ':n': { N: '10' }, ':c': { S: 'A' } })
  assert.deepEqual(some.Items.map((item) => item.id.S), ['1'])
  await assert.rejects(client.send(new QueryCommand({
    TableName: 'Matches', IndexName: 'ByTournament', KeyConditionExpression: 'tournament = :t',
    ExpressionAttributeValues: { ':t': { S: 'open' } },
  })), { name: 'ValidationException' })
})

test('the item of a failed condition', async () => {
  const failing = { TableName: 'Matches', ConditionExpression: 'attribute_not_exists(id)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
  const key = { id: { S: '1' } }
  for (const command of [
    new PutItemCommand({ ...failing, Item: key }),
    new DeleteItemCommand({ ...failing, Key: key }),
    new UpdateItemCommand({ ...failing, Key: key, UpdateExpression: 'SET a = :a', ExpressionAttributeValues: { ':a': { N: '1' } } }),
  ]) {
    await assert.rejects(client.send(command), (error) => {
      assert.equal(error.name, 'ConditionalCheckFailedException')
      assert.equal(error.Item.round.N, '10')
      return true
    })
  }
})
