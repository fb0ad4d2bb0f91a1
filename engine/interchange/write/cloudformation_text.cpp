// A template in YAML. Source: template reference, AWS::DynamoDB::Table.
#include <algorithm>
#include <array>

#include "engine/interchange/write/schema_names.h"
#include "engine/interchange/write/schema_text.h"

namespace partita {
namespace {

/// Text that YAML reads as itself without quotes, and as text: nothing that could be a number or a word of
/// YAML's.
bool isPlain(std::string_view text) {
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    if (text.empty() || !isLetter(text.front())) return false;
    const bool allowed = std::all_of(text.begin(), text.end(), [&](char c) {
        return isLetter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
    });
    if (!allowed) return false;
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    constexpr std::array<std::string_view, 9> kWords = {"y",   "n",    "yes",   "no",  "on",
                                                        "off", "true", "false", "null"};
    return std::find(kWords.begin(), kWords.end(), lower) == kWords.end();
}

std::string scalar(std::string_view utf8) {
    if (isPlain(utf8)) return std::string(utf8);
    std::string out = "\"";
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto byte = static_cast<unsigned char>(utf8[i]);
        const auto next = static_cast<unsigned char>(i + 1 < utf8.size() ? utf8[i + 1] : 0);
        if (byte == '"' || byte == '\\') {
            out += '\\';
            out += utf8[i];
        } else if (byte < 0x20 || byte == 0x7F) {
            appendUnicodeEscape(byte, out);
        } else if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {
            // Control characters of two bytes, a line break among them.
            appendUnicodeEscape(next, out);
            ++i;
        } else if (utf8.substr(i).starts_with("\xE2\x80\xA8") || utf8.substr(i).starts_with("\xE2\x80\xA9")) {
            out += utf8[i + 2] == '\xA8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else if (utf8.substr(i).starts_with("\xEF\xBB\xBF")) {
            out += "\\uFEFF";
            i += 2;
        } else {
            out += utf8[i];
        }
    }
    return out + '"';
}

class Template final {
  public:
    std::string write(const std::vector<SinkTable>& tables) {
        line(0, "AWSTemplateFormatVersion: '2010-09-09'");
        line(0, "Resources:");
        Identifiers identifiers;
        for (const SinkTable& table : tables) {
            line(1, identifiers.camel(table.definition.name) + ":");
            line(2, "Type: AWS::DynamoDB::Table");
            line(2, "Properties:");
            properties(table.definition);
        }
        return std::move(m_out);
    }

  private:
    void line(int level, const std::string& text) {
        m_out.append(static_cast<std::size_t>(level) * 2, ' ');
        m_out += text;
        m_out += '\n';
    }

    void properties(const TableDefinition& table) {
        line(3, "TableName: " + scalar(table.name));
        line(3, "AttributeDefinitions:");
        for (const KeyAttribute& key : declaredAttributesOf(table)) {
            line(4, "- AttributeName: " + scalar(key.name));
            // Quoted: N alone is a word of YAML 1.1 for false.
            line(4, "  AttributeType: '" + std::string(typeName(key.type)) + "'");
        }
        keySchema(3, table.keys);
        indexes(table, IndexKind::Local, "LocalSecondaryIndexes:");
        indexes(table, IndexKind::Global, "GlobalSecondaryIndexes:");
        line(3, std::string("BillingMode: ") +
                    (table.billing == BillingMode::PayPerRequest ? "PAY_PER_REQUEST" : "PROVISIONED"));
        throughput(3, table.throughput);
    }

    void keySchema(int level, const KeySchema& keys) {
        line(level, "KeySchema:");
        const auto part = [&](const std::vector<KeyAttribute>& attributes, const char* role) {
            for (const KeyAttribute& key : attributes) {
                line(level + 1, "- AttributeName: " + scalar(key.name));
                line(level + 1, std::string("  KeyType: ") + role);
            }
        };
        part(keys.partition, "HASH");
        part(keys.sort, "RANGE");
    }

    void throughput(int level, const std::optional<Throughput>& units) {
        if (!units) return;
        line(level, "ProvisionedThroughput:");
        line(level + 1, "ReadCapacityUnits: " + std::to_string(units->readUnits));
        line(level + 1, "WriteCapacityUnits: " + std::to_string(units->writeUnits));
    }

    void indexes(const TableDefinition& table, IndexKind kind, const char* heading) {
        bool any = false;
        for (const IndexDefinition& index : table.indexes) {
            if (index.kind != kind) continue;
            if (!any) line(3, heading);
            any = true;
            line(4, "- IndexName: " + scalar(index.name));
            keySchema(5, index.keys);
            line(5, "Projection:");
            line(6, "ProjectionType: " + std::string(projectionName(index.projection.type)));
            if (index.projection.type == ProjectionType::Include) {
                line(6, "NonKeyAttributes:");
                for (const std::string& name : index.projection.attributes)
                    line(7, "- " + scalar(name));
            }
            throughput(5, index.throughput);
        }
    }

    std::string m_out;
};

}  // namespace

std::string toCloudFormation(const std::vector<SinkTable>& tables) {
    return Template().write(tables);
}

}  // namespace partita
