// TypeScript for the CDK. The construct is Table: TableV2 has no fixed units for writes. Source: API
// reference of aws-cdk-lib, aws_dynamodb.
#include <algorithm>

#include "engine/interchange/write/schema_names.h"
#include "engine/interchange/write/schema_text.h"

namespace partita {
namespace {

std::string quoted(std::string_view utf8) {
    std::string out = "'";
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const char c = utf8[i];
        if (c == '\'' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            appendUnicodeEscape(static_cast<unsigned char>(c), out);
        } else {
            out += c;
        }
    }
    return out + "'";
}

std::string attribute(const KeyAttribute& key) {
    const char* const type = key.type == ValueType::Number   ? "NUMBER"
                             : key.type == ValueType::Binary ? "BINARY"
                                                             : "STRING";
    return "{ name: " + quoted(key.name) + ", type: dynamodb.AttributeType." + type + " }";
}

class Stack final {
  public:
    std::string write(const std::vector<SinkTable>& tables) {
        line(0, "import { Stack, StackProps } from 'aws-cdk-lib';");
        line(0, "import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';");
        line(0, "import { Construct } from 'constructs';");
        line(0, "");
        line(0, "export class TablesStack extends Stack {");
        line(1, "constructor(scope: Construct, id: string, props?: StackProps) {");
        line(2, "super(scope, id, props);");
        Identifiers identifiers;
        for (const SinkTable& table : tables) {
            line(0, "");
            writeTable(table.definition, identifiers.camel(table.definition.name));
        }
        line(1, "}");
        line(0, "}");
        return std::move(m_out);
    }

  private:
    void line(int level, const std::string& text) {
        m_out.append(static_cast<std::size_t>(level) * 2, ' ');
        m_out += text;
        m_out += '\n';
    }

    void writeTable(const TableDefinition& table, const std::string& id) {
        // A name of its own for each, that no word of the language can be.
        const std::string variable = "table" + id;
        const std::string made = "new dynamodb.Table(this, " + quoted(id) + ", {";
        line(2, table.indexes.empty() ? made : "const " + variable + " = " + made);
        line(3, "tableName: " + quoted(table.name) + ",");
        keyPart("partitionKey", table.keys.partition);
        keyPart("sortKey", table.keys.sort);
        line(3, std::string("billingMode: dynamodb.BillingMode.") +
                    (table.billing == BillingMode::PayPerRequest ? "PAY_PER_REQUEST," : "PROVISIONED,"));
        throughput(table.throughput);
        line(2, "});");
        for (const IndexKind kind : {IndexKind::Local, IndexKind::Global}) {
            for (const IndexDefinition& index : table.indexes) {
                if (index.kind == kind) writeIndex(variable, index);
            }
        }
    }

    void writeIndex(const std::string& variable, const IndexDefinition& index) {
        const bool local = index.kind == IndexKind::Local;
        line(2, variable + (local ? ".addLocalSecondaryIndex({" : ".addGlobalSecondaryIndex({"));
        line(3, "indexName: " + quoted(index.name) + ",");
        // A local index has the partition key of its table.
        if (!local) keyPart("partitionKey", index.keys.partition);
        keyPart("sortKey", index.keys.sort);
        line(3, "projectionType: dynamodb.ProjectionType." +
                    std::string(projectionName(index.projection.type)) + ",");
        if (index.projection.type == ProjectionType::Include) {
            std::string names;
            for (const std::string& name : index.projection.attributes) {
                names += (names.empty() ? "" : ", ") + quoted(name);
            }
            line(3, "nonKeyAttributes: [" + names + "],");
        }
        throughput(index.throughput);
        line(2, "});");
    }

    /// `name` in the plural when the part has several attributes.
    void keyPart(const std::string& name, const std::vector<KeyAttribute>& attributes) {
        if (attributes.size() == 1) line(3, name + ": " + attribute(attributes.front()) + ",");
        if (attributes.size() < 2) return;
        line(3, name + "s: [");
        for (const KeyAttribute& key : attributes)
            line(4, attribute(key) + ",");
        line(3, "],");
    }

    void throughput(const std::optional<Throughput>& units) {
        if (!units) return;
        line(3, "readCapacity: " + std::to_string(units->readUnits) + ",");
        line(3, "writeCapacity: " + std::to_string(units->writeUnits) + ",");
    }

    std::string m_out;
};

}  // namespace

std::string toCdk(const std::vector<SinkTable>& tables) {
    return Stack().write(tables);
}

}  // namespace partita
