// Conditions from tokens, by recursive descent: OR binds loosest, then AND, then NOT.
#include <array>
#include <utility>

#include "engine/expression/syntax_reader.h"
#include "engine/limits.h"

namespace partita {
namespace {

constexpr std::array<std::pair<std::string_view, Comparator>, 6> kComparators = {{
    {"=", Comparator::Equal},
    {"<>", Comparator::NotEqual},
    {"<", Comparator::Less},
    {"<=", Comparator::LessOrEqual},
    {">", Comparator::Greater},
    {">=", Comparator::GreaterOrEqual},
}};

std::optional<Comparator> comparatorOf(const Token& token) {
    if (token.kind != TokenKind::Symbol) return std::nullopt;
    for (const auto& [text, comparator] : kComparators) {
        if (token.text == text) return comparator;
    }
    return std::nullopt;
}

bool isWord(const Token& token, std::string_view keyword) {
    return token.kind == TokenKind::Word && isKeyword(token.text, keyword);
}

class ConditionReader final : public SyntaxReader {
  public:
    using SyntaxReader::SyntaxReader;

    bool read(SyntaxCondition& condition) { return checkLength() && readOr(condition) && expectEnd(); }

  private:
    bool readOr(SyntaxCondition& condition) {
        return readChain("OR", SyntaxCondition::Kind::Or, &ConditionReader::readAnd, condition);
    }
    bool readAnd(SyntaxCondition& condition) {
        return readChain("AND", SyntaxCondition::Kind::And, &ConditionReader::readNot, condition);
    }

    bool readChain(std::string_view keyword, SyntaxCondition::Kind kind,
                   bool (ConditionReader::*readPart)(SyntaxCondition&), SyntaxCondition& condition) {
        const std::size_t first = position();
        if (!(this->*readPart)(condition)) return false;
        if (!atKeyword(keyword)) return true;
        SyntaxCondition chain;
        chain.kind = kind;
        chain.conditions.push_back(std::move(condition));
        while (atKeyword(keyword)) {
            if (!countOperator(peek().range)) return false;
            skip();
            if (!(this->*readPart)(chain.conditions.emplace_back())) return false;
        }
        chain.range = rangeSince(first);
        condition = std::move(chain);
        return true;
    }

    /// Any number of NOTs in a loop, so that they cost no stack.
    bool readNot(SyntaxCondition& condition) {
        std::vector<std::size_t> nots;
        while (atKeyword("NOT")) {
            if (!countOperator(peek().range)) return false;
            nots.push_back(position());
            skip();
        }
        if (!readPrimary(condition)) return false;
        for (; !nots.empty(); nots.pop_back()) {
            SyntaxCondition negation;
            negation.kind = SyntaxCondition::Kind::Not;
            negation.range = rangeSince(nots.back());
            negation.conditions.push_back(std::move(condition));
            condition = std::move(negation);
        }
        return true;
    }

    bool readPrimary(SyntaxCondition& condition) {
        if (!atSymbol("(") || !bracketsCondition()) return readLeaf(condition);
        return enterBracket() && readOr(condition) && leaveBracket();
    }

    /// Whether the bracket at hand holds a condition, or an operand of one.
    bool bracketsCondition() const {
        const auto close = closing(position());
        if (!close) return true;
        const Token& next = tokenAt(*close + 1);
        if (comparatorOf(next) || isWord(next, "BETWEEN") || isWord(next, "IN") || next.text == "." ||
            next.text == "[") {
            return false;
        }
        for (std::size_t i = position() + 1; i < *close; ++i) {
            const Token& token = tokenAt(i);
            if (comparatorOf(token)) return true;
            if (token.kind == TokenKind::Word && tokenAt(i + 1).text == "(") return true;
            for (const std::string_view keyword : {"BETWEEN", "IN", "AND", "OR", "NOT"}) {
                if (isWord(token, keyword)) return true;
            }
        }
        return false;
    }

    bool readLeaf(SyntaxCondition& condition) {
        const std::size_t first = position();
        if (!readOperand(condition.operands.emplace_back())) return false;
        const SourceRange range = peek().range;
        const bool isOperator = comparatorOf(peek()) || atKeyword("BETWEEN") || atKeyword("IN");
        if (isOperator && !countOperator(range)) return false;
        if (const auto comparator = comparatorOf(peek())) {
            skip();
            condition.kind = SyntaxCondition::Kind::Comparison;
            condition.comparator = *comparator;
            if (!readOperand(condition.operands.emplace_back())) return false;
        } else if (takeKeyword("BETWEEN")) {
            condition.kind = SyntaxCondition::Kind::Between;
            if (!readOperand(condition.operands.emplace_back())) return false;
            if (!takeKeyword("AND")) return syntaxError();
            if (!readOperand(condition.operands.emplace_back())) return false;
        } else if (takeKeyword("IN")) {
            condition.kind = SyntaxCondition::Kind::In;
            if (!readCandidates(condition)) return false;
        } else if (condition.operands[0].kind == SyntaxOperand::Kind::Function) {
            condition.kind = SyntaxCondition::Kind::Function;
            if (condition.operands[0].name == "size") checkNoFunction(condition.operands[0]);
        } else {
            return syntaxError();
        }
        condition.range = rangeSince(first);
        if (condition.kind == SyntaxCondition::Kind::Function) return true;
        for (const SyntaxOperand& operand : condition.operands) {
            if (operand.name != "size") checkNoFunction(operand);
        }
        return true;
    }

    bool readCandidates(SyntaxCondition& condition) {
        const std::size_t first = position();
        if (!expectSymbol("(")) return false;
        do {
            if (!readOperand(condition.operands.emplace_back())) return false;
        } while (takeSymbol(","));
        if (!expectSymbol(")")) return false;
        const std::size_t candidates = condition.operands.size() - 1;
        if (candidates <= limits::kInOperands) return true;
        return fail("The IN operator is provided with too many operands; number of operands: " +
                        std::to_string(candidates),
                    rangeSince(first));
    }
};

}  // namespace

Result<SyntaxCondition> readCondition(std::string_view text, ExpressionKind kind, SyntaxFaults& faults) {
    ConditionReader reader(text, kind, faults);
    SyntaxCondition condition;
    if (!reader.read(condition)) return reader.error();
    return condition;
}

}  // namespace partita
