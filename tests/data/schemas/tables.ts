import { Stack, StackProps } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

export class TablesStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);

    const tableMyTableV2 = new dynamodb.Table(this, 'MyTableV2', {
      tableName: 'my-table.v2',
      partitionKey: { name: 'p"k', type: dynamodb.AttributeType.STRING },
      sortKey: { name: '${sk}', type: dynamodb.AttributeType.NUMBER },
      billingMode: dynamodb.BillingMode.PROVISIONED,
      readCapacity: 10,
      writeCapacity: 5,
    });
    tableMyTableV2.addLocalSecondaryIndex({
      indexName: 'ByTime',
      sortKey: { name: 'it\'s', type: dynamodb.AttributeType.BINARY },
      projectionType: dynamodb.ProjectionType.KEYS_ONLY,
    });
    tableMyTableV2.addGlobalSecondaryIndex({
      indexName: 'One',
      partitionKey: { name: 'a\u000ab', type: dynamodb.AttributeType.STRING },
      projectionType: dynamodb.ProjectionType.ALL,
      readCapacity: 3,
      writeCapacity: 2,
    });
    tableMyTableV2.addGlobalSecondaryIndex({
      indexName: 'Several',
      partitionKeys: [
        { name: 'a\u000ab', type: dynamodb.AttributeType.STRING },
        { name: '%{if}', type: dynamodb.AttributeType.STRING },
      ],
      sortKey: { name: '${sk}', type: dynamodb.AttributeType.NUMBER },
      projectionType: dynamodb.ProjectionType.INCLUDE,
      nonKeyAttributes: ['na\\me', 'no'],
      readCapacity: 1,
      writeCapacity: 1,
    });

    new dynamodb.Table(this, 'Table1st', {
      tableName: '1st',
      partitionKey: { name: 'id', type: dynamodb.AttributeType.STRING },
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
    });
  }
}
