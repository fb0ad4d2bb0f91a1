#include "engine/interchange/read/xlsx_xml.h"

#include <expat.h>

#include <utility>
#include <vector>

namespace partita {
namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;
// Between two events there is one tag or one comment, which the parser holds whole.
constexpr std::uint64_t kMostWithoutEvent = 4 * 1024 * 1024;
constexpr char kSeparator = '|';  // of namespace and name

std::string_view localName(std::string_view name) {
    return name.substr(name.rfind(kSeparator) + 1);
}

}  // namespace

std::string_view XmlAttributes::value(std::string_view name) const {
    for (const char** pair = m_pairs; *pair; pair += 2) {
        if (localName(pair[0]) == name) return pair[1];
    }
    return {};
}

struct XlsxXml::State {
    XlsxPart part;
    XmlEvents& events;
    std::string name;
    XML_Parser parser = nullptr;
    std::vector<char> piece = std::vector<char>(kPieceBytes);
    std::uint64_t withoutEvent = 0;
    bool hasDocumentType = false;

    State(XlsxPart from, XmlEvents& to, std::string of)
        : part(std::move(from)),
          events(to),
          name(std::move(of)),
          parser(XML_ParserCreateNS(nullptr, kSeparator)) {
        XML_SetUserData(parser, this);
        XML_SetElementHandler(parser, &State::onBegin, &State::onEnd);
        XML_SetCharacterDataHandler(parser, &State::onText);
        XML_SetStartDoctypeDeclHandler(parser, &State::onDocumentType);
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { XML_ParserFree(parser); }

    static State& of(void* data) {
        State& state = *static_cast<State*>(data);
        state.withoutEvent = 0;
        return state;
    }
    static void onBegin(void* data, const XML_Char* element, const XML_Char** attributes) {
        of(data).events.begin(localName(element), XmlAttributes(attributes));
    }
    static void onEnd(void* data, const XML_Char* element) { of(data).events.end(localName(element)); }
    static void onText(void* data, const XML_Char* text, int size) {
        of(data).events.text({text, static_cast<std::size_t>(size)});
    }
    static void onDocumentType(void* data, const XML_Char*, const XML_Char*, const XML_Char*, int) {
        of(data).hasDocumentType = true;
        XML_StopParser(of(data).parser, XML_FALSE);
    }

    Error fault(const std::string& what) const {
        return Error::badInput("The workbook is damaged: its part " + name + " " + what);
    }
};

XlsxXml::XlsxXml(XlsxPart part, XmlEvents& events, std::string name)
    : m_state(std::make_unique<State>(std::move(part), events, std::move(name))) {}
XlsxXml::XlsxXml(XlsxXml&&) noexcept = default;
XlsxXml::~XlsxXml() = default;

const XlsxPart& XlsxXml::part() const {
    return m_state->part;
}

Result<bool> XlsxXml::more() {
    State& state = *m_state;
    const auto got = state.part.read(state.piece.data(), state.piece.size());
    if (!got) return got.error();
    state.withoutEvent += *got;
    const bool isLast = *got == 0;
    if (XML_Parse(state.parser, state.piece.data(), static_cast<int>(*got), isLast) != XML_STATUS_OK) {
        if (state.hasDocumentType) return state.fault("declares a document type, which no workbook does.");
        return state.fault("is no XML at line " + std::to_string(XML_GetCurrentLineNumber(state.parser)) +
                           ", column " + std::to_string(XML_GetCurrentColumnNumber(state.parser) + 1) + " (" +
                           XML_ErrorString(XML_GetErrorCode(state.parser)) + ").");
    }
    if (state.withoutEvent > kMostWithoutEvent) return state.fault("has a tag of more than 4 MiB.");
    return !isLast;
}

Result<void> XlsxXml::readAll(const XlsxPackage& package, const std::string& part, XmlEvents& events,
                              std::uint64_t mostBytes) {
    auto opened = package.part(part);
    if (!opened) return opened.error();
    if (opened->bytesTotal() > mostBytes) {
        return Error::badInput("The part " + part + " of the workbook has " +
                                   std::to_string(opened->bytesTotal() / (1024 * 1024)) + " MiB; at most " +
                                   std::to_string(mostBytes / (1024 * 1024)) +
                                   " MiB can be read. Save the sheet as CSV and import that.",
                               package.path());
    }
    XlsxXml xml(*std::move(opened), events, part);
    for (;;) {
        const auto more = xml.more();
        if (!more) return more.error();
        if (!*more) return {};
    }
}

}  // namespace partita
