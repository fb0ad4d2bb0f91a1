// Excel workbooks made by hand, part by part, and what is read of them. Tests only.
#pragma once

#include <zip.h>

#include <QTemporaryDir>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"

/// A workbook of the smallest parts that Excel itself would open; each may be replaced.
struct XlsxFixture {
    std::map<std::string, std::string> parts = {
        {"[Content_Types].xml",
         R"(<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>)"},
        {"_rels/.rels",
         relations(R"(<Relationship Id="r1" Type="http://x/officeDocument" Target="xl/workbook.xml"/>)")},
        {"xl/_rels/workbook.xml.rels",
         relations(R"(<Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>)"
                   R"(<Relationship Id="rId2" Type="http://x/worksheet" Target="/xl/worksheets/sheet2.xml"/>)"
                   R"(<Relationship Id="rId3" Type="http://x/sharedStrings" Target="sharedStrings.xml"/>)"
                   R"(<Relationship Id="rId4" Type="http://x/styles" Target="styles.xml"/>)")},
    };

    XlsxFixture() {
        workbook(R"(<sheet name="People" sheetId="1" r:id="rId1"/>)");
        parts["xl/styles.xml"] = main(
            "styleSheet",
            R"(<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm"/></numFmts>)"
            R"(<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>)"
            R"(<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="21"/><xf numFmtId="46"/></cellXfs>)");
        parts["xl/sharedStrings.xml"] = main(
            "sst",
            R"(<si><t>pk</t></si><si><t>a</t></si><si><t xml:space="preserve"> "x", y </t></si>)"
            R"(<si><r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r></si>)"
            R"(<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>1_x000D_2_x005F_</t></si><si><t></t></si>)");
        sheet(1, "");
    }

    static std::string main(const std::string& element, const std::string& content) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<" + element +
               " xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" "
               "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">" +
               content + "</" + element + ">";
    }
    static std::string relations(const std::string& content) {
        return "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">" +
               content + "</Relationships>";
    }
    void workbook(const std::string& sheets, const std::string& properties = {}) {
        parts["xl/workbook.xml"] = main("workbook", properties + "<sheets>" + sheets + "</sheets>");
    }
    void sheet(int number, const std::string& rows, const std::string& after = {}) {
        parts["xl/worksheets/sheet" + std::to_string(number) + ".xml"] =
            main("worksheet", "<sheetData>" + rows + "</sheetData>" + after);
    }

    bool write(const std::string& path, const char* password = nullptr) const {
        int code = 0;
        zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
        if (!archive) return false;
        for (const auto& [name, text] : parts) {
            zip_source_t* const source = zip_source_buffer(archive, text.data(), text.size(), 0);
            const auto index =
                zip_file_add(archive, name.c_str(), source, ZIP_FL_OVERWRITE | ZIP_FL_ENC_UTF_8);
            if (index < 0) return false;
            if (password)
                zip_file_set_encryption(archive, static_cast<zip_uint64_t>(index), ZIP_EM_AES_256, password);
        }
        return zip_close(archive) == 0;
    }
};

inline const partita::KeySchema kKeys{{{"pk", partita::ValueType::String}}, {}};

inline std::string dump(partita::SourceReader& reader) {
    std::string all;
    for (;;) {
        const auto record = reader.next();
        if (!record) return all + "error: " + record.error().message + "\n";
        if (!*record) break;
        all += std::to_string((*record)->line) + " ";
        if ((*record)->tooLong) {
            all += "too long\n";
            continue;
        }
        const auto item = reader.decode(**record, kKeys, false);
        all += (item ? partita::toPlainJson(item->item) : "! " + item.error().text()) + "\n";
    }
    for (const partita::SourceNote& note : reader.notes())
        all += "note" + (note.line ? " " + std::to_string(note.line) : "") + ": " + note.text + "\n";
    return all;
}

inline std::string whole(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The header row: pk, a.
inline const std::string kHeader =
    R"(<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>)";

inline std::string rowOf(const std::string& cell) {
    return kHeader + R"(<row r="2"><c r="A2" t="inlineStr"><is><t>x</t></is></c>)" + cell + "</row>";
}

/// A workbook in a folder of its own.
class XlsxFolder final {
  public:
    std::string path() const { return m_folder.filePath("book.xlsx").toStdString(); }
    std::string read(const XlsxFixture& book, const partita::SourceOptions& options = {}) const {
        return book.write(path()) ? read(options) : "not written";
    }
    std::string read(const partita::SourceOptions& options = {}) const {
        auto reader = partita::readXlsx(path(), {partita::SourceFormat::Xlsx, {}, {}, {}}, options);
        return reader ? dump(**reader) : "error: " + reader.error().message + "\n";
    }
    void writeBytes(const std::string& bytes) const {
        std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes;
    }

  private:
    QTemporaryDir m_folder;
};
