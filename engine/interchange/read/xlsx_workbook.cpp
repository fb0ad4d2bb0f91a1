#include "engine/interchange/read/xlsx_workbook.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "engine/interchange/read/xlsx_xml.h"

namespace partita {
namespace {

constexpr std::uint64_t kMostOfSmallParts = 64 * 1024 * 1024;
constexpr std::uint64_t kMostOfStyles = 1'000'000;

unsigned numberOf(std::string_view text) {
    unsigned number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

bool isTrue(std::string_view text) {
    return text == "1" || text == "true";
}

struct Relation {
    std::string type;
    std::string target;
};

/// By their ids.
class RelationEvents final : public XmlEvents {
  public:
    std::map<std::string, Relation> relations;

    void begin(std::string_view element, const XmlAttributes& attributes) override {
        if (element != "Relationship") return;
        relations[std::string(attributes.value("Id"))] = {std::string(attributes.value("Type")),
                                                          std::string(attributes.value("Target"))};
    }
    void end(std::string_view) override {}
    void text(std::string_view) override {}

    /// The first target of a type that ends so.
    std::string targetOf(std::string_view type) const {
        for (const auto& [id, relation] : relations) {
            if (relation.type.ends_with(type)) return relation.target;
        }
        return {};
    }
};

class WorkbookEvents final : public XmlEvents {
  public:
    struct Sheet {
        std::string name;
        std::string relation;
        bool isHidden = false;
    };
    std::vector<Sheet> sheets;
    bool is1904 = false;

    void begin(std::string_view element, const XmlAttributes& attributes) override {
        if (element == "workbookPr") is1904 = isTrue(attributes.value("date1904"));
        if (element != "sheet") return;
        sheets.push_back({withoutXlsxEscapes(std::string(attributes.value("name"))),
                          std::string(attributes.value("id")),
                          attributes.value("state").ends_with("idden")});  // hidden, veryHidden
    }
    void end(std::string_view) override {}
    void text(std::string_view) override {}
};

class StyleEvents final : public XmlEvents {
  public:
    std::vector<DateFormat> styles;

    void begin(std::string_view element, const XmlAttributes& attributes) override {
        if (element == "numFmt") {
            m_formats[numberOf(attributes.value("numFmtId"))] = dateFormatOf(attributes.value("formatCode"));
        } else if (element == "cellXfs") {
            m_inCells = true;
        } else if (element == "xf" && m_inCells && styles.size() < kMostOfStyles) {
            const unsigned id = numberOf(attributes.value("numFmtId"));
            const auto known = m_formats.find(id);
            styles.push_back(known != m_formats.end() ? known->second : builtInDateFormat(id));
        }
    }
    void end(std::string_view element) override {
        if (element == "cellXfs") m_inCells = false;
    }
    void text(std::string_view) override {}

  private:
    std::map<unsigned, DateFormat> m_formats;
    bool m_inCells = false;
};

/// A target of the relations of `base`'s folder: "worksheets/sheet1.xml", "/xl/worksheets/sheet1.xml".
std::string partOf(std::string_view base, std::string_view target) {
    if (target.starts_with('/')) return std::string(target.substr(1));
    std::string folder(base.substr(0, base.rfind('/') + 1));
    while (target.starts_with("../")) {
        target.remove_prefix(3);
        if (!folder.empty()) folder.pop_back();
        folder.resize(folder.rfind('/') + 1);
    }
    return folder + std::string(target);
}

std::string relationsOf(std::string_view part) {
    const std::size_t slash = part.rfind('/') + 1;
    return std::string(part.substr(0, slash)) + "_rels/" + std::string(part.substr(slash)) + ".rels";
}

}  // namespace

/// Rich text is its runs one after another; what is only for reading aloud (rPh) is left out.
class TextEvents final : public XmlEvents {
  public:
    explicit TextEvents(XlsxTexts& texts) : m_texts(texts) {}

    void begin(std::string_view element, const XmlAttributes&) override {
        if (element == "rPh") m_isPhonetic = true;
        m_inText = element == "t" && !m_isPhonetic;
    }
    void end(std::string_view element) override {
        m_inText = false;
        if (element == "rPh") m_isPhonetic = false;
        if (element != "si") return;
        m_texts.m_text += withoutXlsxEscapes(std::exchange(m_text, {}));
        m_texts.m_ends.push_back(m_texts.m_text.size());
    }
    void text(std::string_view utf8) override {
        if (m_inText) m_text += utf8;
    }

  private:
    XlsxTexts& m_texts;
    std::string m_text;
    bool m_inText = false;
    bool m_isPhonetic = false;
};

Result<XlsxTexts> XlsxTexts::read(const XlsxPackage& package, const std::string& part) {
    constexpr std::uint64_t kMost = 256 * 1024 * 1024;
    XlsxTexts texts;
    TextEvents events(texts);
    if (auto done = XlsxXml::readAll(package, part, events, kMost); !done) return done.error();
    return texts;
}

std::string_view XlsxTexts::at(std::size_t number) const {
    const std::uint64_t begin = number == 0 ? 0 : m_ends[number - 1];
    return std::string_view(m_text).substr(begin, m_ends[number] - begin);
}

Result<XlsxWorkbook> XlsxWorkbook::read(const XlsxPackage& package) {
    std::string part = "xl/workbook.xml";
    if (package.has("_rels/.rels")) {
        RelationEvents outer;
        if (auto done = XlsxXml::readAll(package, "_rels/.rels", outer, kMostOfSmallParts); !done)
            return done.error();
        const std::string target = outer.targetOf("/officeDocument");
        if (!target.empty()) part = partOf({}, target);
    }
    WorkbookEvents events;
    if (auto done = XlsxXml::readAll(package, part, events, kMostOfSmallParts); !done) return done.error();
    RelationEvents relations;
    if (auto done = XlsxXml::readAll(package, relationsOf(part), relations, kMostOfSmallParts); !done)
        return done.error();

    XlsxWorkbook workbook;
    workbook.is1904 = events.is1904;
    for (WorkbookEvents::Sheet& sheet : events.sheets) {
        const auto relation = relations.relations.find(sheet.relation);
        if (relation == relations.relations.end() || !relation->second.type.ends_with("/worksheet")) continue;
        workbook.sheets.push_back(
            {std::move(sheet.name), partOf(part, relation->second.target), sheet.isHidden});
    }
    if (workbook.sheets.empty())
        return Error::badInput("The workbook has no sheet of cells.", package.path());
    if (const std::string target = relations.targetOf("/styles"); !target.empty()) {
        StyleEvents styles;
        if (auto done = XlsxXml::readAll(package, partOf(part, target), styles, kMostOfSmallParts); !done)
            return done.error();
        workbook.styles = std::move(styles.styles);
    }
    if (const std::string target = relations.targetOf("/sharedStrings"); !target.empty()) {
        auto texts = XlsxTexts::read(package, partOf(part, target));
        if (!texts) return texts.error();
        workbook.texts = *std::move(texts);
    }
    return workbook;
}

std::string withoutXlsxEscapes(std::string text) {
    constexpr std::size_t kSize = 7;  // _xHHHH_
    std::size_t at = text.find("_x");
    if (at == std::string::npos) return text;
    std::string out(text, 0, at);
    while (at < text.size()) {
        unsigned code = 0;
        const bool isEscape = text.compare(at, 2, "_x") == 0 && at + kSize <= text.size() &&
                              text[at + 6] == '_' &&
                              std::from_chars(&text[at + 2], &text[at + 6], code, 16).ptr == &text[at + 6];
        // Halves of surrogate pairs stay as they stand: there is no UTF-8 for one.
        if (!isEscape || (code >= 0xD800 && code <= 0xDFFF)) {
            out += text[at++];
            continue;
        }
        if (code < 0x80) {
            out += static_cast<char>(code);
        } else if (code < 0x800) {
            out += static_cast<char>(0xC0U | (code >> 6U));
            out += static_cast<char>(0x80U | (code & 0x3FU));
        } else {
            out += static_cast<char>(0xE0U | (code >> 12U));
            out += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
            out += static_cast<char>(0x80U | (code & 0x3FU));
        }
        at += kSize;
    }
    return out;
}

}  // namespace partita
