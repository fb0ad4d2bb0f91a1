// Table definitions, templates and declarations that are damaged: the tables that are whole come in, and what
// is wrong is told with its line.
#include <QTest>

#include "tests/interchange/damaged_source.h"

using namespace partita;
using namespace std::string_literals;

namespace {

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

std::string definition(const std::string& name, const std::string& type = "\"S\"",
                       const std::string& key = "\"pk\"") {
    return R"({"TableName":")" + name +
           R"(","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":)" + type +
           R"(}],"KeySchema":[{"AttributeName":)" + key +
           R"(,"KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"})";
}

/// A wrong definition between good ones, a line each.
std::string amid(const std::string& line) {
    return definition("First") + "\n" + line + "\n" + definition("Last") + "\n";
}

std::string table(const std::string& name, const std::string& keys = "[{AttributeName: pk, KeyType: HASH}]",
                  const std::string& rest = {}) {
    return "  " + name + ":\n    Type: AWS::DynamoDB::Table\n    Properties:\n" +
           "      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]\n      KeySchema: " + keys +
           "\n      BillingMode: PAY_PER_REQUEST\n" + rest;
}

/// Lines 2 to 7 are First, 8 on what is wrong, and Last is behind it.
std::string stack(const std::string& wrong) {
    return "Resources:\n" + table("First") + wrong + table("Last");
}

const std::string kOneTable =
    "const Good = {\n  indexes: { primary: { hash: 'pk', sort: 'sk' } },\n  models: { A: { pk: { type: "
    "String } } },\n}\n";

/// The first line of what is wrong is 5.
std::string declared(const std::string& wrong) {
    return kOneTable + "const Wrong = {\n" + wrong + "\n}\n";
}

const std::string kToolbox =
    "const T = new Table({\n  name: 'good', partitionKey: { name: 'pk', type: 'string' },\n})\n";

/// The first line of what is wrong is 4.
std::string made(const std::string& wrong) {
    return kToolbox + "const W = new Table({\n" + wrong + "\n})\n";
}

}  // namespace

class TestSchemaDamage final : public QObject {
    Q_OBJECT

  private slots:
    void definitions_data();
    void definitions() { checkDamaged(); }
    void templates_data();
    void templates() { checkDamaged(); }
    void oneTable_data();
    void oneTable() { checkDamaged(); }
    void toolbox_data();
    void toolbox() { checkDamaged(); }
    void everyCutAndByte_data();
    void everyCutAndByte();
};

void TestSchemaDamage::definitions_data() {
    addDamageColumns();
    const DamageRows row(SourceFormat::CreateTable);
    row("empty", "", 0, "the pasted text: There is nothing in it.");
    row("blanks", " \n\r\n", 0, "the pasted text: There is nothing in it but blanks.");
    row("garbage", "\x01\x02garbage", 0,
        "text: This is no JSON: it begins with \"  garbage\". Give an array of");
    row("an empty object", "{}", 0, "the pasted text, line 1, /: TableName is missing. It is written");
    row("an empty list", "[]", 0, "the pasted text: There is no table definition in it.");
    row("half a definition", amid(definition("Half").substr(0, 60)), 2,
        "lost 2: A table definition is not taken over: The JSON ends too early:");
    row("half at the end", definition("First") + "\n" + definition("Half").substr(0, 60), 1,
        "lost 2: A table definition is not taken over: The JSON ends too early:");
    row("an open list", "[" + definition("First") + ",\n" + definition("Last"), 2,
        "warning 0: The text ends before the list of definitions does: some may");
    row("a number", amid("5"), 2, "lost 2: A table definition is not taken over: A JSON object is expected");
    row("an item", amid(R"({"pk":{"S":"x"}})"), 2,
        "lost 2: A table definition is not taken over: TableName is missing. It");
    row("neither name nor keys", amid(R"({"AttributeDefinitions":[],"KeySchema":[]})"), 2,
        "lost 2: A table definition is not taken over: A KeySchema needs a HASH attribute.");
    row("a name that is a number", amid(R"({"TableName":5,"KeySchema":[],"AttributeDefinitions":[]})"), 2,
        "lost 2: A table definition is not taken over: A JSON string is expected");
    row("a name of two letters", amid(definition("ab")), 2,
        "lost 2: A table definition is not taken over: TableName must be at");
    row("a name of 300 letters", amid(definition(std::string(300, 'a'))), 2,
        "lost 2: A table definition is not taken over: TableName must be at");
    row("a name with a blank", amid(definition("a b c")), 2,
        "lost 2: A table definition is not taken over: Value 'a b c' at");
    row("a type that is none", amid(definition("Wrong", "\"X\"")), 2,
        "lost 2: A table definition is not taken over: A key attribute is of");
    row("a type that is a number", amid(definition("Wrong", "5")), 2,
        "lost 2: A table definition is not taken over: A JSON string is expected");
    row("a key that is not defined", amid(definition("Wrong", "\"S\"", "\"other\"")), 2,
        "lost 2: A table definition is not taken over: The key attribute \"other\"");
    row("a key that is null", amid(definition("Wrong", "\"S\"", "null")), 2,
        "lost 2: A table definition is not taken over: AttributeName is missing.");
    row("keys that are an object", amid(R"({"TableName":"Wrong","AttributeDefinitions":[],"KeySchema":{}})"),
        2, "lost 2: A table definition is not taken over: A JSON array is expected");
    row("no keys", amid(R"({"TableName":"Wrong","AttributeDefinitions":[]})"), 2,
        "lost 2: A table definition is not taken over: KeySchema is missing. It");
    row("the same table twice", amid(definition("First")), 2,
        "lost 2: A table definition is not taken over: The table First is");
    row("a member twice", amid(R"({"TableName":"Wrong","TableName":"Wrong2"})"), 2,
        "lost 2: A table definition is not taken over: The name \"TableName\"");
    row("bytes that are no UTF-8", amid(definition("Wro\xFFng")), 0,
        "the pasted text: Byte 0xFF at line 2 is no UTF-8; the text may be");
    row("a zero", amid(definition("Wro\0ng"s)), 2,
        "lost 2: A table definition is not taken over: A string holds a control");
    row("200,000 brackets",
        amid(R"({"TableName":"Wrong","KeySchema":)" + std::string(200'000, '[') + std::string(200'000, ']') +
             "}"),
        2, "lost 2: A table definition is not taken over: Nesting Levels have");
    row("200,000 open braces", amid(repeated("{\"a\":", 200'000)), 2,
        "lost 2: A table definition is not taken over: Nesting Levels have");
    row("CR LF", definition("First") + "\r\n5\r\n" + definition("Last") + "\r\n", 2,
        "lost 2: A table definition is not taken over: A JSON object is expected");
    row("a byte order mark between", amid("\xEF\xBB\xBF" + definition("Other")), 2,
        "lost 2: A table definition is not taken over: This is no JSON value. A");
    row("units that are text",
        amid(
            R"({"TableName":"Wrong","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"KeySchema":)"
            R"([{"AttributeName":"pk","KeyType":"HASH"}],"ProvisionedThroughput":{"ReadCapacityUnits":"many"}})"),
        2, "lost 2: A table definition is not taken over: A whole number is");
}

void TestSchemaDamage::templates_data() {
    addDamageColumns();
    const DamageRows row(SourceFormat::CloudFormation);
    row("empty", "", 0, "the pasted text: There is nothing in it.");
    row("blanks", " \n\r\n", 0, "the pasted text: There is nothing in it but blanks.");
    row("garbage", "\x01\x02garbage", 0,
        "line 1: This is no template: it has no map of Resources at its top.");
    row("a list", "- a\n- b\n", 0, "line 1: This is no template: it has no map of Resources at its top.");
    row("a text", "hello", 0, "line 1: This is no template: it has no map of Resources at its top.");
    row("resources that are a text", "Resources: AWS::DynamoDB::Table\n", 0,
        "line 1: This is no template: it has no map of Resources at its top.");
    row("resources that are a list", "Resources: [a, b]\n", 0,
        "line 1: This is no template: it has no map of Resources at its top.");
    row("no tables", "Resources:\n  A: {Type: AWS::S3::Bucket}\n", 0,
        "The template declares no table: no resource is of the type");
    row("a resource that is a text", stack("  Wrong: text\n"), 2,
        "lost 8: The resource \"Wrong\" has no Type and is not taken over.");
    row("no keys",
        stack("  Wrong:\n    Type: AWS::DynamoDB::Table\n    Properties: {BillingMode: PAY_PER_REQUEST}\n"),
        2, "lost 8: The table \"Wrong\" is not taken over: AttributeDefinitions is");
    row("properties that are a list",
        stack("  Wrong:\n    Type: AWS::DynamoDB::Table\n    Properties: [a]\n"), 2,
        "lost 8: The table \"Wrong\" is not taken over: Properties is a map;");
    row("keys that are a text", stack(table("Wrong", "pk")), 2,
        "lost 12: The table \"Wrong\" is not taken over: KeySchema is a list;");
    row("keys that are empty", stack(table("Wrong", "[]")), 2,
        "lost 12: The table \"Wrong\" is not taken over: A KeySchema needs a HASH");
    row("a key that is a number", stack(table("Wrong", "[5]")), 2,
        "lost 12: The table \"Wrong\" is not taken over: AttributeName is missing.");
    row("a key that is not defined", stack(table("Wrong", "[{AttributeName: other, KeyType: HASH}]")), 2,
        "lost 12: The table \"Wrong\" is not taken over: The key attribute \"other\"");
    row("a key of no kind", stack(table("Wrong", "[{AttributeName: pk, KeyType: MIDDLE}]")), 2,
        "lost 12: The table \"Wrong\" is not taken over: KeyType is HASH or RANGE;");
    row("a name that the service refuses",
        stack(table("Wrong", "[{AttributeName: pk, KeyType: HASH}]", "      TableName: 'a b c'\n")), 2,
        "lost 8: The table \"Wrong\" is not taken over: Value 'a b c' at");
    row("indexes that are a text",
        stack(table("Wrong", "[{AttributeName: pk, KeyType: HASH}]", "      GlobalSecondaryIndexes: none\n")),
        2, "lost 14: The table \"Wrong\" is not taken over: GlobalSecondaryIndexes is");
    row("an index without a name",
        stack(table("Wrong", "[{AttributeName: pk, KeyType: HASH}]",
                    "      GlobalSecondaryIndexes: [{KeySchema: []}]\n")),
        2, "lost 14: The table \"Wrong\" is not taken over: IndexName is missing. It");
    row("wrong units",
        stack("  Wrong:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      AttributeDefinitions: "
              "[{AttributeName: pk, AttributeType: S}]\n"
              "      KeySchema: [{AttributeName: pk, KeyType: HASH}]\n      ProvisionedThroughput: "
              "{ReadCapacityUnits: 99999999999999999999, WriteCapacityUnits: x}\n"),
        2, "lost 13: The table \"Wrong\" is not taken over: ReadCapacityUnits is a");
    row("a wrong tag", stack("  Wrong: !Nonsense [1]\n"), 2,
        "lost 8: The resource \"Wrong\" has no Type and is not taken over.");
    row("a zero in a name",
        stack(table("Wrong", "[{AttributeName: pk, KeyType: HASH}]", "      TableName: \"a\\0b\"\n")), 2,
        "lost 8: The table \"Wrong\" is not taken over: Value 'a\xEF\xBF\xBD"
        "b' at 'TableName' failed");
    row("an unknown parameter", stack(table("Wrong", "!Ref Nowhere")), 2,
        "lost 12: The table \"Wrong\" is not taken over: KeySchema can't be told");
    row("an open bracket", stack("  Wrong: [a, b\n"), 0,
        "line 9: This is no YAML that can be read: end of sequence flow not");
    row("an open quotation mark", stack("  Wrong: \"a\n"), 1,
        "lost 8: The resource \"Wrong\" has no Type and is not taken over.");
    row("a tab", stack("\tWrong: a\n"), 0,
        "line 8: This is no YAML that can be read: illegal tab when looking for");
    row("wrong indentation", stack(" Wrong: a\n"), 0,
        "line 8: This is no YAML that can be read: end of map not found.");
    row("an unknown anchor", stack("  Wrong: *nowhere\n"), 0,
        "line 8: This is no YAML that can be read: the referenced anchor is not");
    row("an anchor in itself", stack("  Wrong: &a [*a]\n"), 0,
        "line 8: This is no YAML that can be read: an alias stands inside what");
    row("bytes that are no UTF-8", stack("  Wrong: \xFF\n"), 0,
        "the pasted text: Byte 0xFF at line 8 is no UTF-8; the text may be");
    row("a zero", stack("  Wrong: a\0b\n"s), 0,
        "the pasted text: This is a binary file and no text: it holds zero bytes.");
    row("200,000 brackets", stack("  Wrong: " + std::string(200'000, '[') + "\n"), 0,
        "line 8: This is no YAML that can be read: lists and maps stand more");
    row("200,000 brackets in JSON",
        "{\"Resources\":{\"A\":" + std::string(200'000, '[') + std::string(200'000, ']') + "}}", 0,
        "line 1: Values stand more than 100 deep in one another.");
    row("anchors that grow",
        "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
        "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f "
        "[*e,*e,*e,*e,*e,*e,*e,*e,*e]\nResources: {}\n",
        0, "line 6: This is no YAML that can be read: there are more than 300000");
    row("JSON that is cut", "{\"Resources\":{\n\"A\":{\"Type\":\"AWS::DynamoDB::Ta", 0,
        "line 2: The string that stands here does not end.");
    row("JSON with a wrong table",
        "{\"Resources\":{\n\"A\":{\"Type\":\"AWS::DynamoDB::Table\",\"Properties\":" + definition("First") +
            "},\n\"B\":{\"Type\":\"AWS::DynamoDB::Table\",\"Properties\":5}}}",
        1, "lost 3: The table \"B\" is not taken over: Properties is a map; something");
    row("two documents", stack("") + "---\nb: 1\n", 2,
        "lost 14: Another document begins here; only the first one of the file");
    row("CR LF", "Resources:\r\n  Wrong:\r\n    Type: AWS::DynamoDB::Table\r\n    Properties: 5\r\n", 0,
        "line 2: Properties is a map; something else stands here.");
    row("two tables of one name",
        stack(table("Wrong", "[{AttributeName: pk, KeyType: HASH}]", "      TableName: Same\n") +
              table("Other", "[{AttributeName: pk, KeyType: HASH}]", "      TableName: Same\n")),
        4, "repaired 21: Another table is called \"Same\", too. It is called \"Other\",");
}

void TestSchemaDamage::oneTable_data() {
    addDamageColumns();
    const DamageRows row(SourceFormat::OneTable);
    row("empty", "", 0, "the pasted text: There is nothing in it.");
    row("blanks", " \n\r\n", 0, "the pasted text: There is nothing in it but blanks.");
    row("garbage", "\x01\x02garbage", 0,
        "No schema of OneTable is declared here: it is an object with indexes,");
    row("an empty object", "{}", 0, "No schema of OneTable is declared here: it is an object with indexes,");
    row("a list", "[1,2]", 0, "No schema of OneTable is declared here: it is an object with indexes,");
    row("other code", "const a = 5\nfunction f() { return a }\n", 0,
        "No schema of OneTable is declared here: it is an object with indexes,");
    row("no hash", "const A = { indexes: { primary: {} }, models: {} }\n", 0,
        "No schema of OneTable is declared here: it is an object with indexes,");
    row("a primary that is a text", "const A = { indexes: { primary: 'pk' } }\n", 0,
        "No schema of OneTable is declared here: it is an object with indexes,");
    row("a hash that is a number", declared("  indexes: { primary: { hash: 5 } },"), 1,
        "lost 6: The schema of the table \"OneTable-2\" is not taken over: The");
    row("a hash that is code", declared("  indexes: { primary: { hash: make() } },"), 1,
        "lost 6: The schema of the table \"OneTable-2\" is not taken over: The");
    row("a sort that is a map", declared("  indexes: { primary: { hash: 'pk', sort: {} } },"), 1,
        "lost 6: The schema of the table \"OneTable-2\" is not taken over: The");
    row("a hash that is empty", declared("  indexes: { primary: { hash: '' } },"), 1,
        "lost 5: The schema of the table \"OneTable-2\" is not taken over: One or");
    row("a hash of 70,000 bytes",
        declared("  indexes: { primary: { hash: '" + std::string(70'000, 'a') + "' } },"), 1,
        "lost 5: The schema of the table \"OneTable-2\" is not taken over: One or");
    row("an index that is a text", declared("  indexes: { primary: { hash: 'pk' }, gs1: 'x' },"), 1,
        "lost 6: The schema of the table \"OneTable-2\" is not taken over: The");
    row("an index of two letters", declared("  indexes: { primary: { hash: 'pk' }, ab: { hash: 'x' } },"), 1,
        "lost 5: The schema of the table \"OneTable-2\" is not taken over:");
    row("a local index without a sort",
        declared("  indexes: { primary: { hash: 'pk', sort: 'sk' }, ls1: { type: 'local' } },"), 1,
        "lost 5: The schema of the table \"OneTable-2\" is not taken over: One or");
    row("models that are a list", declared("  indexes: { primary: { hash: 'pk' } }, models: [1],"), 2,
        "lost 6: What stands in the place of the models, which is no map of");
    row("a model that is a number", declared("  indexes: { primary: { hash: 'pk' } }, models: { A: 5 },"), 2,
        "lost 6: The model \"A\", which is made elsewhere, is not taken over.");
    row("a key of a type that is none",
        declared("  indexes: { primary: { hash: 'pk' } }, models: { A: { pk: { type: Array } } },"), 2,
        "repaired 6: The type of the key attribute \"pk\" is none that a key can");
    row("an open brace", kOneTable + "const B = { indexes: { primary: { hash: 'pk' }\n", 0,
        "line 5: The text ends inside what begins here: } is missing.");
    row("an open string", kOneTable + "const B = { indexes: { primary: { hash: 'pk } } }\n", 0,
        "line 5: The string that stands here does not end.");
    row("an open comment", kOneTable + "/* const B = {}\n", 0,
        "line 5: The comment that begins here does not end.");
    row("an open template string", kOneTable + "const B = `abc\n", 0,
        "line 5: The template string that begins here does not end.");
    row("bytes that are no UTF-8", kOneTable + "const B = '\xFF'\n", 0,
        "the pasted text: Byte 0xFF at line 5 is no UTF-8; the text may be");
    row("a zero", kOneTable + "const B = '\0'\n"s, 0,
        "the pasted text: This is a binary file and no text: it holds zero bytes.");
    row("200,000 brackets", kOneTable + "const B = " + std::string(200'000, '[') + "\n", 0,
        "line 5: Values stand more than 100 deep in one another.");
    row("200,000 parentheses", kOneTable + "const B = " + std::string(200'000, '(') + "\n", 1, "");
    row("JSON that is cut", R"({"format":"onetable:1.1.0","indexes":{"primary":{"hash":"pk")", 0,
        "line 1: The text ends inside what begins here: } is missing.");
    row("JSON nested deep",
        R"({"indexes":{"primary":{"hash":"pk"}},"models":)" + std::string(200'000, '[') +
            std::string(200'000, ']') + "}",
        0, "line 1: Values stand more than 100 deep in one another.");
    row("itself", "const A = { ...A, indexes: A.indexes, models: A }\n", 0,
        "No schema of OneTable is declared here: it is an object with indexes,");
    row("CR LF", "const A = {\r\n  indexes: {\r\n    primary: { hash: 5 } } }\r\n", 0,
        "line 3: The hash of an index is the name of an attribute, as a text.");
}

void TestSchemaDamage::toolbox_data() {
    addDamageColumns();
    const DamageRows row(SourceFormat::Toolbox);
    row("empty", "", 0, "the pasted text: There is nothing in it.");
    row("blanks", " \n\r\n", 0, "the pasted text: There is nothing in it but blanks.");
    row("garbage", "\x01\x02garbage", 0, "No table of dynamodb-toolbox is declared here: new Table({name:");
    row("an empty object", "{}", 0, "No table of dynamodb-toolbox is declared here: new Table({name:");
    row("a list", "[1,2]", 0, "No table of dynamodb-toolbox is declared here: new Table({name:");
    row("other code", "const a = 5\n", 0, "No table of dynamodb-toolbox is declared here: new Table({name:");
    row("a table of nothing", "const T = new Table()\n", 0,
        "No table of dynamodb-toolbox is declared here: new Table({name:");
    row("a table of a text", "const T = new Table('a')\n", 0,
        "No table of dynamodb-toolbox is declared here: new Table({name:");
    row("a key that is a number", made("  name: 'wrong', partitionKey: 5"), 1,
        "lost 5: A table is not taken over: A key is written 'pk' or {name:");
    row("a key that is code", made("  name: 'wrong', partitionKey: make()"), 1,
        "lost 5: A table is not taken over: A key is written 'pk' or {name:");
    row("a key without a name", made("  name: 'wrong', partitionKey: { type: 'string' }"), 1,
        "lost 5: A table is not taken over: A key is written 'pk' or {name:");
    row("a key of no type", made("  name: 'wrong', partitionKey: { name: 'pk', type: 'list' }"), 1,
        "lost 5: A table is not taken over: The type of a key is string, number");
    row("a key that is empty", made("  name: 'wrong', partitionKey: { name: '', type: 'string' }"), 1,
        "lost 4: A table is not taken over: One or more parameter values were");
    row("a key of 70,000 bytes",
        made("  name: 'wrong', partitionKey: { name: '" + std::string(70'000, 'a') + "' }"), 1,
        "lost 4: A table is not taken over: One or more parameter values were");
    row("a name of two letters", made("  name: 'ab', partitionKey: { name: 'pk', type: 'string' }"), 1,
        "lost 4: A table is not taken over: TableName must be at least 3");
    row("a name that is a number", made("  name: 5, partitionKey: { name: 'pk', type: 'string' }"), 2,
        "repaired 4: The name of a table is not told in the source. It is called");
    row("indexes that are a text", made("  name: 'wrong', partitionKey: 'pk', indexes: 'none'"), 1,
        "lost 5: A table is not taken over: The indexes of a table are a map of");
    row("an index of two letters",
        made("  name: 'wrong', partitionKey: 'pk', indexes: { ab: { partitionKey: 'x' } }"), 1,
        "lost 4: A table is not taken over: IndexName must be at least 3");
    row("an index without keys",
        made("  name: 'wrong', partitionKey: 'pk', indexes: { abc: { type: 'global' } }"), 1,
        "lost 4: A table is not taken over: One or more parameter values were");
    row("an index that is a number", made("  name: 'wrong', partitionKey: 'pk', indexes: { abc: 5 }"), 1,
        "lost 4: A table is not taken over: One or more parameter values were");
    row("an entity of a wrong table",
        made("  name: 'wrong', partitionKey: 5") + "const E = new Entity({ name: 'E', table: W })\n", 1,
        "lost 5: A table is not taken over: A key is written 'pk' or {name:");
    row("an entity of nothing", kToolbox + "const E = new Entity({})\n", 1,
        "lost 4: Attributes of the entity \"\" that code makes are not taken over.");
    row("an open brace", kToolbox + "const B = new Table({ name: 'x',\n", 0,
        "line 4: The text ends inside what begins here: } is missing.");
    row("an open string", kToolbox + "const B = new Table({ name: 'x\n", 0,
        "line 4: The string that stands here does not end.");
    row("an open comment", kToolbox + "/* new Table({\n", 0,
        "line 4: The comment that begins here does not end.");
    row("bytes that are no UTF-8", kToolbox + "const B = '\xFF'\n", 0,
        "the pasted text: Byte 0xFF at line 4 is no UTF-8; the text may be");
    row("a zero", kToolbox + "const B = '\0'\n"s, 0,
        "the pasted text: This is a binary file and no text: it holds zero bytes.");
    row("200,000 brackets", kToolbox + "const B = " + std::string(200'000, '[') + "\n", 0,
        "line 4: Values stand more than 100 deep in one another.");
    row("200,000 calls", kToolbox + "const B = " + repeated("f(", 200'000) + "\n", 0,
        "line 4: Values stand more than 100 deep in one another.");
    row("JSON that is cut", R"({"entityName":"A","table":{"tableName":"abc","partitionKey":{"na)", 0,
        "line 1: The string that stands here does not end.");
    row("JSON nested deep",
        R"({"tableName":"abc","partitionKey":)" + std::string(200'000, '[') + std::string(200'000, ']') + "}",
        0, "line 1: Values stand more than 100 deep in one another.");
    row("CR LF", "const T = new Table({\r\n  name: 'wrong',\r\n  partitionKey: 5 })\r\n", 0,
        "line 3: A key is written 'pk' or {name: 'pk', type: 'string'}.");
}

void TestSchemaDamage::everyCutAndByte_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<int>("most");
    const auto row = [](const char* name, SourceFormat format, const std::string& text, int most) {
        QTest::newRow(name) << static_cast<int>(format) << text << most;
    };
    row("definitions", SourceFormat::CreateTable,
        "[" + definition("First") + ",\n" + definition("Last") + "]\n", 2);
    row("template", SourceFormat::CloudFormation, "Resources:\n" + table("First") + table("Last"), 2);
    row("OneTable", SourceFormat::OneTable, kOneTable, 1);
    row("toolbox", SourceFormat::Toolbox, kToolbox, 1);
}

void TestSchemaDamage::everyCutAndByte() {
    QFETCH(int, format);
    QFETCH(std::string, text);
    QFETCH(int, most);
    checkEveryCutAndByte(text, static_cast<SourceFormat>(format), most);
}

QTEST_APPLESS_MAIN(TestSchemaDamage)
#include "tst_schema_damage.moc"
