#!/usr/bin/env python3
"""Writes small seeds for the fuzz targets of sources: make_seeds.py FOLDER makes a folder a target in it."""
import gzip
import pathlib
import sys
import zipfile

ITEM = '{"pk":{"S":"a"},"n":{"N":"1.50"},"b":{"B":"AQI="},"l":{"L":[{"BOOL":true},{"NULL":true}]},' \
       '"m":{"M":{"x":{"SS":["p","q"]},"y":{"NS":["1","2"]},"z":{"BS":["AQ==","Ag=="]}}}}'
PLAIN = '{"pk":"a","n":1.5,"l":[true,null,"\\u00e9"],"m":{"x":-1e10}}'
TABLE = '{"TableName":"Music","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},' \
        '{"AttributeName":"sk","AttributeType":"N"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},' \
        '{"AttributeName":"sk","KeyType":"RANGE"}],"BillingMode":"PAY_PER_REQUEST"}'
TEMPLATE = '''AWSTemplateFormatVersion: "2010-09-09"
Parameters:
  Stage: {Type: String, Default: dev}
Mappings: {Names: {dev: {table: music}}}
Conditions: {IsDev: !Equals [!Ref Stage, dev]}
Resources:
  Music:
    Type: AWS::DynamoDB::Table
    Properties: &music
      TableName: !FindInMap [Names, !Ref Stage, table]
      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]
      KeySchema: [{AttributeName: pk, KeyType: HASH}]
      BillingMode: !If [IsDev, PAY_PER_REQUEST, PROVISIONED]
  Copy:
    Type: AWS::DynamoDB::Table
    Properties: *music
  Simple: {Type: "AWS::Serverless::SimpleTable"}
'''
ONETABLE = '''import {Table} from 'dynamodb-onetable'
export const Schema = {
  format: 'onetable:1.1.0', version: '0.0.1',
  indexes: { primary: { hash: 'pk', sort: 'sk' }, gs1: { hash: 'gs1pk', project: 'all' }, ls1: { sort: 'x' } },
  models: { User: { pk: { type: String, value: 'user#${id}' }, sk: { type: String, value: 'user#' },
                    id: { type: String, generate: 'ulid' }, age: { type: Number } } },
  params: { isoDates: true, timestamps: true },
} // the end
const table = new Table({ name: 'Music', schema: Schema })
'''
TOOLBOX = '''import { Table, Entity, schema, string, number } from 'dynamodb-toolbox'
export const MusicTable = new Table({
  name: 'music', partitionKey: { name: 'PK', type: 'string' }, sortKey: { name: 'SK', type: 'number' },
  indexes: { byName: { type: 'global', partitionKey: { name: 'name', type: 'string' } } },
})
export const Song = new Entity({
  name: 'Song', table: MusicTable,
  schema: item({ id: string().key().savedAs('PK'), size: number().optional() }),
  computeKey: ({ id }) => ({ PK: `SONG#${id}`, SK: 1 }),
})
'''
TOOLBOX_JSON = '{"entityName":"Song","table":{"tableName":"music","partitionKey":{"name":"PK","type":"string"}},' \
               '"schema":{"type":"item","attributes":{"id":{"type":"string","savedAs":"PK"}}}}'
MODEL = '''{"ModelName":"Shop","ModelMetadata":{"Author":"a","Version":"3.0"},"DataModel":[{"TableName":"Shop",
"KeyAttributes":{"PartitionKey":{"AttributeName":"pk","AttributeType":"S"}},
"NonKeyAttributes":[{"AttributeName":"a","AttributeType":"N"}],
"GlobalSecondaryIndexes":[{"IndexName":"i","KeyAttributes":{"PartitionKey":{"AttributeName":"a","AttributeType":"N"}},
"Projection":{"ProjectionType":"ALL"}}],
"TableFacets":[{"FacetName":"F","KeyAttributeAlias":{"PartitionKeyAlias":"id"},"TableData":[{"pk":{"S":"f"}}],
"NonKeyAttributes":["a"]}],
"TableData":[{"pk":{"S":"1"},"a":{"N":"1"}},
{"pk":{"S":"2"}}]}]}
'''
ION = '''$ion_1_0 {Item:{pk:"a",n:1.5,d:2.,b:{{AQI=}},l:[true,null],m:{x:'''  + "'''long ''' '''text'''" + ''',
y:$dynamodb_SS::["p","q"],z:$dynamodb_NS::[1.,2.],w:$dynamodb_BS::[{{AQ==}}]}}} // one
$ion_1_0 {Item:{pk:"\\u00e9\\n",n:-0d-3}}
'''
STREAM = '{"eventID":"1","eventName":"MODIFY","eventSource":"aws:dynamodb","dynamodb":{"Keys":{"pk":{"S":"a"}},' \
         '"NewImage":{"pk":{"S":"a"},"n":{"N":"2"}},"SequenceNumber":"11","StreamViewType":"NEW_IMAGE"},' \
         '"eventSourceARN":"arn:aws:dynamodb:us-east-1:1:table/Music/stream/x"}'
SUMMARY = '{"version":"2020-06-30","exportArn":"arn:aws:dynamodb:us-east-1:1:table/Music/export/x",' \
          '"tableArn":"arn:aws:dynamodb:us-east-1:1:table/Music","tableId":"t","itemCount":2,' \
          '"exportTime":"2026-05-01T10:00:00.000Z","outputFormat":"DYNAMODB_JSON"}'
FILES = '{"itemCount":1,"md5Checksum":"1B2M2Y8AsgTpgAmY7PhCfg==","dataFileS3Key":"p/AWSDynamoDB/x/data/a.json.gz"}'
CHANGE = '{"Metadata":{"WriteTimestampMicros":"1693685827463"},"Keys":{"pk":{"S":"a"}},' \
         '"NewImage":{"pk":{"S":"a"}}}'
ROWS = '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>n:N</t></is></c>' \
       '</row><row r="2"><c r="A2" t="str"><v>a</v></c><c r="B2" s="1"><v>44000.5</v></c></row>' \
       '<row r="3"><c r="A3" t="e"><v>#N/A</v></c><c r="B3" t="b"><f>1</f><v>1</v></c></row></sheetData></worksheet>'


def text(*texts):
    return [one.encode() for one in texts]


SEEDS = {
    "items": text(ITEM + "\n" + ITEM + "\n", PLAIN + "\n", "[" + ITEM + ",\n" + PLAIN + "]",
                  '{"Items":[' + ITEM + '],"Count":1,"ScannedCount":1,"LastEvaluatedKey":{"pk":{"S":"a"}}}',
                  '{"Responses":{"Music":[' + ITEM + "]}}", '{"Item":' + ITEM + "}\n"),
    "batch-write": text('{"RequestItems":{"Music":[{"PutRequest":{"Item":' + ITEM +
                        '}},{"DeleteRequest":{"Key":{"pk":{"S":"b"}}}}]}}',
                        '{"Music":[{"PutRequest":{"Item":' + PLAIN + "}}]}"),
    "streams": text('{"Records":[' + STREAM + "]}", STREAM + "\n" + STREAM.replace("MODIFY", "REMOVE") + "\n"),
    "ion": text(ION, "{pk:\"a\"}\n{pk:\"b\"}", "[{pk:a},{pk:'b'}]"),
    "workbench": text(MODEL, "```json\n" + MODEL + "```\n"),
    "csv": text('pk,n:N,"t (SS)",j:JSON\r\na,1,"[""p""]",{}\r\n"b ""x""\ny",2,q,"[1]"\r\n', "sep=;\npk;a\n1;2\n",
                "pk,a\nx,é\n"),
    "tsv": text("pk\tn:N\na\t1\nb\t\n"),
    "create-table": text(TABLE, '{"Table":' + TABLE[:-1] + ',"TableStatus":"ACTIVE"}}', "[" + TABLE + "," + TABLE + "]"),
    "cloudformation": text(TEMPLATE, '{"Resources":{"Music":{"Type":"AWS::DynamoDB::Table","Properties":' + TABLE + "}}}",
                           "service: x\nprovider: aws\nresources:\n  Resources:\n    A:\n      Type: AWS::DynamoDB::Table\n"),
    "onetable": text(ONETABLE, '{"format":"onetable:1.1.0","indexes":{"primary":{"hash":"pk","sort":"sk"}},"models":{}}'),
    "toolbox": text(TOOLBOX, TOOLBOX_JSON),
}
SEEDS["any"] = [seed for seeds in list(SEEDS.values()) for seed in seeds]
SEEDS["any"] += [gzip.compress(ITEM.encode(), mtime=0), gzip.compress(b"pk,a\n1,2\n", mtime=0),
                 "\ufeffpk,a\n1,é\n".encode("utf-16-le"), (ITEM + "\n").encode("utf-16-be"),
                 b"\x28\xb5\x2f\xfd\x20\x09\x49\x00\x00pk,a\n1,2\n"]
FOLDERS = {"fuzz_source_" + name: seeds for name, seeds in SEEDS.items()}
FOLDERS["fuzz_s3_export"] = text("\n===\n".join([SUMMARY, FILES, '{"Item":' + ITEM + "}\n", ION]),
                                 "\n===\n".join([SUMMARY, FILES, '{\n  "Item": ' + ITEM + "\n}\n", ""]),
                                 "\n===\n".join(["", "", CHANGE + "\n", ""]))
FOLDERS["fuzz_s3_export"].append(b"\n===\n".join([SUMMARY.encode(), FILES.encode(), gzip.compress(CHANGE.encode(), mtime=0)]))
FOLDERS["fuzz_xlsx"] = text(ROWS, "=== xl/sharedStrings.xml\n<sst><si><r><t>pk</t></r></si></sst>\n=== xl/worksheets/sheet1.xml\n" + ROWS,
                            "=== xl/workbook.xml\n<workbook><workbookPr date1904='1'/><sheets/></workbook>")


def main(folder):
    for name, seeds in FOLDERS.items():
        into = pathlib.Path(folder) / name
        into.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            (into / f"seed-{number}").write_bytes(seed)
    with zipfile.ZipFile(pathlib.Path(folder) / "fuzz_xlsx" / "seed-zip", "w") as book:
        book.writestr("_rels/.rels", '<Relationships><Relationship Id="r1" Type="http://x/officeDocument" '
                                     'Target="xl/workbook.xml"/></Relationships>')
        book.writestr("xl/workbook.xml", '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>')
        book.writestr("xl/_rels/workbook.xml.rels", '<Relationships><Relationship Id="rId1" '
                                                    'Type="http://x/worksheet" Target="sheet.xml"/></Relationships>')
        book.writestr("xl/sheet.xml", ROWS.replace('t="s"><v>0</v>', 't="str"><v>pk</v>'))


main(sys.argv[1])
