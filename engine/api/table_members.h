// The structures that CreateTable and UpdateTable are made of, read from JSON as they are given: nothing is
// judged here but the constraints of the service's model, which are noted. table_schema.h makes definitions
// of them. Values; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/json_request.h"
#include "engine/api/violations.h"
#include "engine/table/table_definition.h"
#include "engine/table_request.h"

namespace partita {

struct GivenAttributeDefinition {
    std::string name;
    ValueType type = ValueType::String;
};
struct GivenKeyElement {
    std::string attribute;
    bool isHash = true;
};
struct GivenProjection {
    std::optional<ProjectionType> type;
    std::optional<std::vector<std::string>> attributes;  // NonKeyAttributes
};
struct GivenIndex {
    std::string name;
    std::vector<GivenKeyElement> keys;
    GivenProjection projection;
    std::optional<Throughput> throughput;
};

using GivenAttributeDefinitions = std::vector<GivenAttributeDefinition>;

/// TableName of an operation of the control plane; a wrong one is noted. An ARN gives the name in it.
std::optional<std::string> readTableName(Members& members, Violations& violations);
/// After all is read: fails with the first member of a wrong type, else when there is no table's name, else
/// with what was noted.
Result<void> checkRead(const Members& members, const std::optional<std::string>& table,
                       const Violations& violations);
/// The same of an operation that names no table.
Result<void> checkRead(const Members& members, const Violations& violations);
/// A table's name, already given: 3 … 255 name characters, or an ARN.
void checkTableName(std::string_view place, std::string_view nameOrArn, Violations& violations);

std::optional<GivenAttributeDefinitions> readAttributeDefinitions(Members& members, Violations& violations);
/// `most`: how many elements the model allows; 0: it does not say.
std::vector<GivenKeyElement> readKeySchema(Members& members, const std::string& prefix, std::size_t most,
                                           Violations& violations);
std::optional<Throughput> readThroughput(Members& members, const std::string& prefix, Violations& violations);
std::optional<BillingMode> readBillingMode(Members& members, Violations& violations);
/// One index; `kind` decides how many key elements there may be and whether it has a throughput.
GivenIndex readIndex(Members& index, IndexKind kind, const std::string& prefix, Violations& violations);
/// Nothing when the member is not given: an empty list is a mistake.
std::optional<std::vector<GivenIndex>> readIndexes(Members& members, IndexKind kind, Violations& violations);

/// StreamSpecification: whether to enable, and the view type.
struct GivenStream {
    bool enabled = false;
    std::optional<StreamViewType> viewType;
};
std::optional<GivenStream> readStream(Members& members, Violations& violations);
/// Fails (ValidationException) on what is no class; not a violation of the model, as the service sees it.
Result<std::optional<TableClass>> readTableClass(Members& members);

/// Tags: in the order given; a name or a value that is missing is nothing.
using GivenTags = std::vector<std::pair<std::optional<std::string>, std::optional<std::string>>>;
std::optional<GivenTags> readTags(Members& members);
/// Fails (ValidationException) on a tag that the service does not take, and on a name given twice.
Result<Tags> tagsOf(const GivenTags& given);

}  // namespace partita
