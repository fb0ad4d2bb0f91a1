// The values of a template as they would be deployed without further parameters: Ref, Fn::Sub, Fn::Join,
// Fn::FindInMap, Fn::Select, Fn::If and its conditions, and the variables of the Serverless Framework. One
// thread at a time.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/read/serverless_variables.h"
#include "engine/interchange/read/source_tree.h"

namespace partita {

class TemplateValues final {
  public:
    /// The root of the template must outlive this.
    explicit TemplateValues(const SourceNode& root) : m_root(root), m_variables(root) {}

    /// The node with its functions worked out. What is only known when the template is deployed is Code with
    /// the reason as text; what is AWS::NoValue is left out.
    SourceNode resolved(const SourceNode& node);

    /// What was assumed for the values since the last call, as phrases: "AWS::Region is us-east-1".
    std::vector<std::string> takeAssumptions();

  private:
    SourceNode expanded(const SourceNode& node);
    SourceNode function(const std::string& name, const SourceNode& argument);
    SourceNode ref(const SourceNode& argument);
    SourceNode sub(const SourceNode& argument);
    SourceNode join(const SourceNode& argument);
    SourceNode select(const SourceNode& argument);
    SourceNode findInMap(const SourceNode& argument);
    SourceNode choose(const SourceNode& argument);
    /// What a parameter or a pseudo parameter is; nothing: not known.
    std::optional<std::string> parameter(const std::string& name, std::string& reason);
    /// Nothing: not known.
    std::optional<bool> condition(const std::string& name);
    std::optional<bool> test(const SourceNode& node, int depth);

    void assume(std::string assumption);

    const SourceNode& m_root;
    ServerlessVariables m_variables;
    std::map<std::string, std::optional<bool>> m_conditions;  // worked out, or being worked out: nothing
    std::vector<std::string> m_assumptions;
    std::size_t m_nodes = 0;
    std::size_t m_bytes = 0;
};

}  // namespace partita
