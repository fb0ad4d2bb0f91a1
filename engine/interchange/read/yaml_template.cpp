// Builds the tree from yaml-cpp's events: its own tree shares what aliases repeat, and knows no limits.
#include "engine/interchange/read/yaml_template.h"

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace partita {
namespace {

std::uint64_t lineOf(const YAML::Mark& mark) {
    return mark.line < 0 ? 0 : static_cast<std::uint64_t>(mark.line) + 1;
}

/// What a node weighs against kMaxTreeNodes: long texts count as several.
std::size_t weightOf(const SourceNode& node) {
    std::size_t weight = 1 + node.text.size() / 256;
    for (const SourceNode& element : node.elements)
        weight += weightOf(element);
    for (const SourceMember& member : node.members)
        weight += 1 + weightOf(member.value);
    return weight;
}

/// "Fn::Sub" for "!Sub"; empty for a tag that says nothing of a template.
std::string functionOf(const std::string& tag) {
    if (tag.size() < 2 || tag.front() != '!' || tag[1] == '!') return {};
    const std::string name = tag.substr(1);
    return name == "Ref" || name == "Condition" ? name : "Fn::" + name;
}

class TreeBuilder final : public YAML::EventHandler {
  public:
    SourceNode take() { return std::move(m_root); }
    bool any() const { return m_any; }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        scalar(mark, {}, anchor, SourceNode::Kind::Null, {});
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        scalar(mark, tag, anchor, SourceNode::Kind::Text, value);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto found = m_anchors.find(anchor);
        if (found == m_anchors.end())
            throw YAML::ParserException(mark, "an alias stands inside what it names");
        SourceNode copy = found->second;
        count(weightOf(copy), mark);
        add(std::move(copy), mark);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(mark, tag, anchor, SourceNode::Kind::Array);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(mark, tag, anchor, SourceNode::Kind::Map);
    }
    void OnMapEnd() override { close(); }

  private:
    struct Open {
        SourceNode node;
        std::string tag;
        YAML::anchor_t anchor = 0;
        YAML::Mark mark;
        std::optional<std::string> name;  // of the member whose value comes next
        std::uint64_t nameLine = 0;
        std::unordered_set<std::string> names;
        std::unordered_map<std::string, std::size_t> merged;  // names to places among the members
    };

    void count(std::size_t weight, const YAML::Mark& mark) {
        m_weight += weight;
        if (m_weight > kMaxTreeNodes) {
            throw YAML::ParserException(mark, "there are more than " + std::to_string(kMaxTreeNodes) +
                                                  " values here, counting what aliases repeat");
        }
    }

    void scalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, SourceNode::Kind kind,
                const std::string& value) {
        SourceNode node;
        node.kind = kind;
        node.text = value;
        node.line = lineOf(mark);
        count(weightOf(node), mark);
        finish(std::move(node), tag, anchor, mark);
    }

    void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, SourceNode::Kind kind) {
        if (m_open.size() >= static_cast<std::size_t>(kMaxTreeDepth)) {
            throw YAML::ParserException(mark, "lists and maps stand more than " +
                                                  std::to_string(kMaxTreeDepth) + " deep in one another");
        }
        count(1, mark);
        Open opened;
        opened.node.kind = kind;
        opened.node.line = lineOf(mark);
        opened.tag = tag;
        opened.anchor = anchor;
        opened.mark = mark;
        m_open.push_back(std::move(opened));
    }

    void close() {
        Open closed = std::move(m_open.back());
        m_open.pop_back();
        finish(std::move(closed.node), closed.tag, closed.anchor, closed.mark);
    }

    void finish(SourceNode node, const std::string& tag, YAML::anchor_t anchor, const YAML::Mark& mark) {
        if (std::string function = functionOf(tag); !function.empty()) {
            SourceNode call;
            call.kind = SourceNode::Kind::Map;
            call.line = node.line;
            const std::uint64_t line = node.line;
            call.members.push_back({std::move(function), std::move(node), line});
            node = std::move(call);
        }
        if (anchor != 0) {
            count(weightOf(node), mark);
            m_anchors.insert_or_assign(anchor, node);
        }
        add(std::move(node), mark);
    }

    void add(SourceNode node, const YAML::Mark& mark) {
        if (m_open.empty()) {
            m_root = std::move(node);
            m_any = true;
            return;
        }
        Open& parent = m_open.back();
        if (parent.node.isArray()) {
            parent.node.elements.push_back(std::move(node));
        } else if (!parent.name) {
            if (!node.isScalar() && !node.isNull()) {
                throw YAML::ParserException(mark, "the name of a member is a list or a map");
            }
            if (node.text != "<<" && !parent.names.insert(node.text).second) {
                throw YAML::ParserException(mark, "the name \"" + node.text + "\" stands twice in this map");
            }
            parent.name = std::move(node.text);
            parent.nameLine = node.line;
        } else if (*parent.name == "<<") {
            merge(parent, node);
            parent.name.reset();
        } else {
            own(parent, std::move(node));
            parent.name.reset();
        }
    }

    static void own(Open& map, SourceNode value) {
        SourceMember member{*std::move(map.name), std::move(value), map.nameLine};
        const auto merged = map.merged.find(member.name);
        if (merged == map.merged.end()) {
            map.node.members.push_back(std::move(member));
        } else {
            map.node.members[merged->second] = std::move(member);
        }
    }

    /// What the map says itself goes before what it merges.
    static void merge(Open& into, const SourceNode& from) {
        for (const SourceNode& element : from.elements) {
            if (element.isMap()) merge(into, element);
        }
        for (const SourceMember& member : from.members) {
            if (into.names.contains(member.name)) continue;
            if (!into.merged.emplace(member.name, into.node.members.size()).second) continue;
            into.node.members.push_back(member);
        }
    }

    SourceNode m_root;
    bool m_any = false;
    std::vector<Open> m_open;
    std::map<YAML::anchor_t, SourceNode> m_anchors;
    std::size_t m_weight = 0;
};

}  // namespace

Result<SourceNode> readYamlTemplate(const std::string& text) {
    if (text.size() > kMaxTreeBytes) return tooLargeToRead(text.size());
    TreeBuilder builder;
    try {
        std::istringstream in(text);
        YAML::Parser parser(in);
        parser.HandleNextDocument(builder);
    } catch (const YAML::Exception& fault) {
        return faultAt(lineOf(fault.mark), "This is no YAML that can be read: " + fault.msg + ".");
    } catch (const std::exception& fault) {
        return Error::badInput("This is no YAML that can be read: " + std::string(fault.what()) + ".");
    }
    if (!builder.any()) return Error::badInput("The template is empty.");
    return builder.take();
}

}  // namespace partita
