// Terraform's language. Sources: "aws_dynamodb_table" of the AWS provider; "String templates" of the
// language.
#include <algorithm>
#include <utility>

#include "engine/interchange/write/schema_names.h"
#include "engine/interchange/write/schema_text.h"

namespace partita {
namespace {

std::string quoted(std::string_view utf8) {
    std::string out = "\"";
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const char c = utf8[i];
        const bool opensTemplate = (c == '$' || c == '%') && i + 1 < utf8.size() && utf8[i + 1] == '{';
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (opensTemplate) {
            out += c;
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            appendUnicodeEscape(static_cast<unsigned char>(c), out);
        } else {
            out += c;
        }
    }
    return out + '"';
}

class Configuration final {
  public:
    std::string write(const std::vector<SinkTable>& tables) {
        Identifiers identifiers;
        for (const SinkTable& table : tables) {
            if (!m_out.empty()) m_out += '\n';
            resource(table.definition, identifiers.snake(table.definition.name));
        }
        return std::move(m_out);
    }

  private:
    using Arguments = std::vector<std::pair<std::string, std::string>>;

    void line(int level, const std::string& text) {
        m_out.append(static_cast<std::size_t>(level) * 2, ' ');
        m_out += text;
        m_out += '\n';
    }

    /// One below the other with the signs aligned, as `terraform fmt` has it.
    void arguments(int level, const Arguments& all) {
        std::size_t width = 0;
        for (const auto& [name, value] : all)
            width = std::max(width, name.size());
        for (const auto& [name, value] : all) {
            line(level, name + std::string(width - name.size(), ' ') + " = " + value);
        }
    }

    void resource(const TableDefinition& table, const std::string& identifier) {
        const bool multi = std::any_of(table.indexes.begin(), table.indexes.end(), hasMultiAttributeKeys);
        if (multi)
            line(0, "# Keys of several attributes (key_schema) need version 6.29 of the AWS provider.");
        line(0, "resource \"aws_dynamodb_table\" \"" + identifier + "\" {");
        const bool onDemand = table.billing == BillingMode::PayPerRequest;
        Arguments top = {{"name", quoted(table.name)},
                         {"billing_mode", onDemand ? "\"PAY_PER_REQUEST\"" : "\"PROVISIONED\""}};
        add(table.throughput, top);
        top.emplace_back("hash_key", quoted(table.keys.partition.front().name));
        if (!table.keys.sort.empty()) top.emplace_back("range_key", quoted(table.keys.sort.front().name));
        arguments(1, top);
        for (const KeyAttribute& key : declaredAttributesOf(table)) {
            line(0, "");
            line(1, "attribute {");
            arguments(2, {{"name", quoted(key.name)}, {"type", quoted(typeName(key.type))}});
            line(1, "}");
        }
        for (const IndexKind kind : {IndexKind::Local, IndexKind::Global}) {
            for (const IndexDefinition& index : table.indexes) {
                if (index.kind == kind) writeIndex(index);
            }
        }
        line(0, "}");
    }

    static void add(const std::optional<Throughput>& units, Arguments& to) {
        if (!units) return;
        to.emplace_back("read_capacity", std::to_string(units->readUnits));
        to.emplace_back("write_capacity", std::to_string(units->writeUnits));
    }

    void writeIndex(const IndexDefinition& index) {
        const bool local = index.kind == IndexKind::Local;
        const bool multi = hasMultiAttributeKeys(index);
        line(0, "");
        line(1, local ? "local_secondary_index {" : "global_secondary_index {");
        Arguments all = {{"name", quoted(index.name)}};
        if (!multi) {
            // A local index has the partition key of its table.
            if (!local) all.emplace_back("hash_key", quoted(index.keys.partition.front().name));
            if (!index.keys.sort.empty()) {
                all.emplace_back("range_key", quoted(index.keys.sort.front().name));
            }
        }
        all.emplace_back("projection_type", quoted(projectionName(index.projection.type)));
        if (index.projection.type == ProjectionType::Include) {
            std::string names;
            for (const std::string& name : index.projection.attributes) {
                names += (names.empty() ? "" : ", ") + quoted(name);
            }
            all.emplace_back("non_key_attributes", "[" + names + "]");
        }
        add(index.throughput, all);
        arguments(2, all);
        if (multi) {
            keySchema(index.keys.partition, "HASH");
            keySchema(index.keys.sort, "RANGE");
        }
        line(1, "}");
    }

    void keySchema(const std::vector<KeyAttribute>& attributes, std::string_view role) {
        for (const KeyAttribute& key : attributes) {
            line(0, "");
            line(2, "key_schema {");
            arguments(3, {{"attribute_name", quoted(key.name)}, {"key_type", quoted(role)}});
            line(2, "}");
        }
    }

    std::string m_out;
};

}  // namespace

std::string toTerraform(const std::vector<SinkTable>& tables) {
    return Configuration().write(tables);
}

}  // namespace partita
