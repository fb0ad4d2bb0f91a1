// Updates and projections from tokens.
#include <array>
#include <utility>

#include "engine/expression/syntax_reader.h"

namespace partita {
namespace {

constexpr std::array<std::pair<std::string_view, SyntaxAction::Kind>, 4> kSections = {{
    {"SET", SyntaxAction::Kind::Set},
    {"REMOVE", SyntaxAction::Kind::Remove},
    {"ADD", SyntaxAction::Kind::Add},
    {"DELETE", SyntaxAction::Kind::Delete},
}};

class UpdateReader final : public SyntaxReader {
  public:
    using SyntaxReader::SyntaxReader;

    bool read(std::vector<SyntaxAction>& actions) {
        if (!checkLength()) return false;
        do {
            if (!readSection(actions)) return false;
        } while (peek().kind != TokenKind::End);
        return true;
    }

  private:
    bool readSection(std::vector<SyntaxAction>& actions) {
        for (std::size_t i = 0; i < kSections.size(); ++i) {
            const SourceRange range = peek().range;
            if (!takeKeyword(kSections[i].first)) continue;
            if (std::exchange(m_seen[i], true) && !faults().repeatedSection) {
                faults().repeatedSection =
                    makeError("The \"" + std::string(kSections[i].first) +
                                  "\" section can only be used once in an update expression;",
                              range);
            }
            return readActions(kSections[i].second, actions);
        }
        return syntaxError();
    }

    bool readActions(SyntaxAction::Kind kind, std::vector<SyntaxAction>& actions) {
        do {
            SyntaxAction& action = actions.emplace_back();
            action.kind = kind;
            if (!readPath(action.path)) return false;
            if (kind == SyntaxAction::Kind::Set) {
                if (!expectSymbol("=") || !readSetValue(action.value.emplace())) return false;
            } else if (kind != SyntaxAction::Kind::Remove) {
                if (peek().kind != TokenKind::ValueRef) return syntaxError();
                if (!readOperand(action.operand.emplace())) return false;
            }
        } while (takeSymbol(","));
        return true;
    }

    bool readSetValue(SyntaxSetValue& value) {
        if (atSymbol("(") && bracketsWhole()) {
            return enterBracket() && readSetValue(value) && leaveBracket();
        }
        const std::size_t first = position();
        if (!readOperand(value.left)) return false;
        value.minus = atSymbol("-");
        if (value.minus || atSymbol("+")) {
            if (!countOperator(peek().range)) return false;
            skip();
            if (!readOperand(value.right.emplace())) return false;
        }
        value.range = rangeSince(first);
        return true;
    }

    /// Whether the bracket at hand holds the whole right side, and not the first operand of it only.
    bool bracketsWhole() const {
        const auto close = closing(position());
        return !close || (tokenAt(*close + 1).text != "+" && tokenAt(*close + 1).text != "-");
    }

    std::array<bool, kSections.size()> m_seen = {};
};

class ProjectionReader final : public SyntaxReader {
  public:
    using SyntaxReader::SyntaxReader;

    bool read(std::vector<SyntaxOperand>& paths) {
        if (!checkLength()) return false;
        do {
            if (!readPath(paths.emplace_back())) return false;
        } while (takeSymbol(","));
        return expectEnd();
    }
};

}  // namespace

Result<std::vector<SyntaxAction>> readUpdate(std::string_view text, SyntaxFaults& faults) {
    UpdateReader reader(text, ExpressionKind::Update, faults);
    std::vector<SyntaxAction> actions;
    if (!reader.read(actions)) return reader.error();
    return actions;
}

Result<std::vector<SyntaxOperand>> readProjection(std::string_view text, SyntaxFaults& faults) {
    ProjectionReader reader(text, ExpressionKind::Projection, faults);
    std::vector<SyntaxOperand> paths;
    if (!reader.read(paths)) return reader.error();
    return paths;
}

}  // namespace partita
