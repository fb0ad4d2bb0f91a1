// Documents for people: what they say, that nothing in a table is taken for markup, and that they stay small.
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "engine/interchange/json.h"
#include "engine/interchange/write/document_html.h"
#include "engine/interchange/write/document_markdown.h"
#include "engine/interchange/write/item_sink.h"
#include "engine/value/item_bytes.h"

using namespace partita;

namespace {

SinkTable shop(const std::string& name = "shop") {
    SinkTable table;
    table.definition.name = name;
    table.definition.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::String}}};
    IndexDefinition index;
    index.name = "byEmail";
    index.keys = {{{"email", ValueType::String}}, {}};
    index.projection.type = ProjectionType::KeysOnly;
    table.definition.indexes = {index};
    return table;
}

std::string bytesOf(const std::string& json) {
    const auto parsed = parseItem(json, JsonForm::DynamoDb, {});
    return parsed ? itemBytes(parsed->item) : std::string();
}

std::string textItem(const std::string& pk, const std::string& sk, const std::string& name = {},
                     const std::string& value = {}) {
    Item item;
    item.set("pk", Value::string(pk));
    item.set("sk", Value::string(sk));
    if (!name.empty()) item.set(name, Value::string(value));
    return itemBytes(item);
}

struct Document {
    QString text;
    std::vector<std::string> losses;
};

Document written(ExportFormat format,
                 const std::vector<std::pair<SinkTable, std::vector<std::string>>>& tables) {
    QTemporaryDir folder;
    const QString path = folder.filePath("document");
    SinkOptions options;
    options.format = format;
    auto sink = openSink(path.toStdString(), options);
    if (!sink) return {};
    for (const auto& [table, items] : tables) {
        if (!(*sink)->begin(table)) return {};
        for (const std::string& item : items)
            if (!(*sink)->item(item, {"pk", "sk"})) return {};
    }
    if (!(*sink)->finish()) return {};
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray bytes = file.readAll();
    if (static_cast<std::uint64_t>(bytes.size()) != (*sink)->bytesWritten()) return {};
    return {QString::fromUtf8(bytes), (*sink)->losses()};
}

QString body(const QString& html) {
    return html.mid(html.indexOf("<body>"));
}

const std::vector<std::string>& shopItems() {
    static const std::vector<std::string> items = {
        bytesOf(R"({"pk":{"S":"USER#1"},"sk":{"S":"ORDER#7"},"total":{"N":"12.5"},"tags":{"SS":["a","b"]}})"),
        bytesOf(R"({"pk":{"S":"USER#1"},"sk":{"S":"PROFILE"},"email":{"S":"あ@x"}})"),
        bytesOf(R"({"pk":{"S":"USER#2"},"sk":{"S":"ORDER#9"},"total":{"N":"3"}})"),
    };
    return items;
}

}  // namespace

class TestDocumentSink final : public QObject {
    Q_OBJECT

  private slots:
    void markdown();
    void html();
    void declaredEntities();
    void code_data();
    void code();
    void hostile_data();
    void hostile();
    void empty();
    void noTable();
    void bounded();
    void manyEntities();
    void longItem();
    void longNames();
    void severalTables();
    void damaged();
};

void TestDocumentSink::markdown() {
    const Document document = written(ExportFormat::Markdown, {{shop(), shopItems()}});
    QCOMPARE(document.text, QString::fromUtf8(R"(# Data model

## Table `shop`

- Partition key: `pk (S)`
- Sort key: `sk (S)`
- Billing: on demand

### Indexes

| Index | Kind | Partition key | Sort key | Projection |
| --- | --- | --- | --- | --- |
| `byEmail` | global | `email (S)` | — | `keys only` |

### Entities

| Entity | Items | `pk` | `sk` | `email` | Attributes |
| --- | ---: | --- | --- | --- | --- |
| 🟦 `ORDER` | 2 | `USER#…` | `ORDER#…` | — | `pk (S)`, `sk (S)`, `tags (SS)`, `total (N)` |
| 🟩 `PROFILE` | 1 | `USER#…` | `PROFILE` | `…` | `email (S)`, `pk (S)`, `sk (S)` |

### Item collections

| `pk (S)` | `sk (S)` | Attributes | |
| --- | --- | --- | --- |
| `USER#1` | 🟦 `ORDER#7` | <sub>`tags`</sub><br>`["a","b"]` | <sub>`total`</sub><br>`12.5` |
| | 🟩 `PROFILE` | <sub>`email`</sub><br>`あ@x` |

| `pk (S)` | `sk (S)` | Attributes |
| --- | --- | --- |
| `USER#2` | 🟦 `ORDER#9` | <sub>`total`</sub><br>`3` |
)"));
    QVERIFY(document.losses.empty());
}

void TestDocumentSink::html() {
    const Document document = written(ExportFormat::Html, {{shop(), shopItems()}});
    QVERIFY(document.text.startsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
    QVERIFY(document.text.contains("prefers-color-scheme:dark"));
    QCOMPARE(body(document.text), QString::fromUtf8(R"(<body>
<h1>Data model</h1>
<section>
<h2>Table shop</h2>
<ul>
<li>Partition key: pk (S)</li>
<li>Sort key: sk (S)</li>
<li>Billing: on demand</li>
</ul>
<h3>Indexes</h3>
<div class="wide"><table>
<thead><tr><th>Index</th><th>Kind</th><th>Partition key</th><th>Sort key</th><th>Projection</th></tr></thead>
<tbody>
<tr><td>byEmail</td><td>global</td><td>email (S)</td><td>—</td><td>keys only</td></tr>
</tbody></table></div>
<h3>Entities</h3>
<div class="wide"><table>
<thead><tr><th>Entity</th><th>Items</th><th>pk</th><th>sk</th><th>email</th><th>Attributes</th></tr></thead>
<tbody>
<tr><td class="e h0">ORDER</td><td class="n">2</td><td>USER#…</td><td>ORDER#…</td><td>—</td><td>pk (S), sk (S), tags (SS), total (N)</td></tr>
<tr><td class="e h1">PROFILE</td><td class="n">1</td><td>USER#…</td><td>PROFILE</td><td>…</td><td>email (S), pk (S), sk (S)</td></tr>
</tbody></table></div>
<h3>Item collections</h3>
<div class="wide"><table>
<thead><tr><th>pk (S)</th><th>sk (S)</th><th colspan="2">Attributes</th></tr></thead>
<tbody class="c">
<tr><th scope="rowgroup" rowspan="2">USER#1</th><td class="e h0"><b>ORDER#7</b></td><td class="e h0"><small>tags</small>[&quot;a&quot;,&quot;b&quot;]</td><td class="e h0"><small>total</small>12.5</td></tr>
<tr><td class="e h1"><b>PROFILE</b></td><td class="e h1"><small>email</small>あ@x</td><td class="x" colspan="1"></td></tr>
</tbody>
<tbody class="c">
<tr><th scope="rowgroup" rowspan="1">USER#2</th><td class="e h0"><b>ORDER#9</b></td><td class="e h0"><small>total</small>3</td><td class="x" colspan="1"></td></tr>
</tbody>
</table></div>
</section>
</body>
</html>
)"));
}

void TestDocumentSink::declaredEntities() {
    SinkTable table = shop();
    table.entities = {{"Order", {{"pk", "USER#${id}"}, {"sk", "ORDER#${no}"}}, {"total", "note"}},
                      {"User", {{"pk", "USER#${id}"}, {"sk", "PROFILE"}}, {}}};
    const QString text = written(ExportFormat::Markdown, {{table, shopItems()}}).text;
    QVERIFY2(text.contains(
                 "🟦 `Order` | 2 | `USER#${id}` | `ORDER#${no}` | — | `total (N)`, `note`, `pk (S)`, "
                 "`sk (S)`, `tags (SS)` |"),
             qPrintable(text));
    QVERIFY2(text.contains("🟩 `User` | 1 | `USER#${id}` | `PROFILE` | `…` |"), qPrintable(text));
}

void TestDocumentSink::code_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::newRow("plain") << "<b>*x*"
                           << "`<b>*x*`";
    QTest::newRow("pipe") << "a|b"
                          << "<code>a&#124;b</code>";
    QTest::newRow("backtick") << "`a"
                              << "<code>&#96;a</code>";
    QTest::newRow("backslash") << "a\\"
                               << "<code>a&#92;</code>";
    QTest::newRow("line end") << "a\n# b"
                              << "<code>a&#10;&#35;&#32;b</code>";
    QTest::newRow("blank first") << " a"
                                 << "<code>&#32;a</code>";
    QTest::newRow("empty") << ""
                           << "<code></code>";
    QTest::newRow("Japanese") << "東京|"
                              << "<code>東京&#124;</code>";
}

void TestDocumentSink::code() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    QCOMPARE(QString::fromStdString(markdownCode(text.toStdString())), code);
}

void TestDocumentSink::hostile_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("script") << "</td><script>alert(1)</script>";
    QTest::newRow("attribute") << "\"'><img src=x onerror=y>";
    QTest::newRow("style end") << "</style></html><!--";
    QTest::newRow("Markdown cell") << "x | y\n\n# <img src=x>";
    QTest::newRow("Markdown code end") << "`` ` <img src=x> ![](http://x)";
    QTest::newRow("entity") << "&lt;img src=x&gt;";
    QTest::newRow("pipe after backslash") << "\\| \\\\| <img>";
}

void TestDocumentSink::hostile() {
    QFETCH(QString, text);
    const std::string bad = text.toStdString();
    SinkTable table = shop(bad);
    table.definition.indexes[0].name = bad;
    table.definition.indexes[0].keys.partition[0].name = bad;
    table.entities = {{bad, {{"pk", bad}}, {bad}}};
    const std::vector<std::string> items = {textItem(bad, bad, bad, bad), textItem("A#" + bad, "B#" + bad)};
    const Document harmless = written(ExportFormat::Html, {{shop("x"), {}}});
    const Document html = written(ExportFormat::Html, {{table, items}});
    QVERIFY(!html.text.isEmpty());
    QVERIFY(!html.text.contains("<script") && !html.text.contains("<img") && !html.text.contains("<!--"));
    QCOMPARE(html.text.count("</style>"), harmless.text.count("</style>"));
    QCOMPARE(html.text.count("</html>"), 1);
    if (text.startsWith('&')) QVERIFY(html.text.contains("&amp;lt;img"));

    // Without the code spans, which end where they began, nothing of the text is left.
    const QString markdown = written(ExportFormat::Markdown, {{table, items}}).text;
    for (const QString& line : markdown.split('\n')) {
        QString rest = line;
        rest.remove(QRegularExpression("`[^`|]*`")).remove(QRegularExpression("<code>[^<|`]*</code>"));
        rest.remove("<sub>").remove("</sub>").remove("<br>");
        QVERIFY2(!rest.contains('<') && !rest.contains('`') && !rest.contains('\\'), qPrintable(line));
    }
}

void TestDocumentSink::empty() {
    for (const ExportFormat format : {ExportFormat::Markdown, ExportFormat::Html}) {
        const Document document = written(format, {{shop(), {}}});
        QVERIFY(document.text.contains("There are no items."));
        QVERIFY(!document.text.contains("Entities"));
        QVERIFY(document.losses.empty());
    }
}

void TestDocumentSink::noTable() {
    QCOMPARE(written(ExportFormat::Markdown, {}).text, QString("# Data model\n"));
    QVERIFY(written(ExportFormat::Html, {}).text.endsWith("</html>\n"));
}

void TestDocumentSink::bounded() {
    std::vector<std::string> items;
    for (int collection = 0; collection < 300; ++collection)
        for (int i = 10; i < 25; ++i)
            items.push_back(textItem("USER#" + std::to_string(collection), "ORDER#" + std::to_string(i)));
    for (const ExportFormat format : {ExportFormat::Markdown, ExportFormat::Html}) {
        const Document document = written(format, {{shop(), items}});
        QCOMPARE(document.text.count("and 5 more"), 20);
        QVERIFY(document.text.contains("ORDER#19"));
        QVERIFY(!document.text.contains("ORDER#20"));
        QVERIFY(document.text.size() < 40'000);
        QCOMPARE(document.losses,
                 (std::vector<std::string>{"Table shop: 200 of 4500 items in 20 of 300 item collections are "
                                           "shown, the others are counted only."}));
    }
}

void TestDocumentSink::manyEntities() {
    std::vector<std::string> items;
    for (int i = 0; i < 500; ++i)
        items.push_back(textItem("P", "K" + std::to_string(i) + "#x", "a" + std::to_string(i), "y"));
    const Document document = written(ExportFormat::Markdown, {{shop(), items}});
    QVERIFY(document.text.contains("`(no entity)` | 440 |"));
    QVERIFY(document.text.contains("`and more`"));
    QCOMPARE(document.losses.back(),
             std::string("Table shop: 440 items of more than 60 entities are counted as of no entity."));
}

void TestDocumentSink::longItem() {
    Item item;
    item.set("pk", Value::string("A"));
    item.set("sk", Value::string("B"));
    for (int i = 10; i < 30; ++i)
        item.set("n" + std::to_string(i), Value::number(i));
    item.set("a", Value::string(QString(100, QChar(0x3042)).toStdString()));
    const Document document = written(ExportFormat::Html, {{shop(), {itemBytes(item)}}});
    QVERIFY(document.text.contains("</small>" + QString(60, QChar(0x3042)) + "…</td>"));
    QVERIFY(document.text.contains("<td class=\"m\">and 9 more</td>"));
    QCOMPARE(document.losses,
             (std::vector<std::string>{"Table shop: 9 attributes of the items shown had no room.",
                                       "Table shop: 1 value was cut."}));
}

void TestDocumentSink::longNames() {
    DocumentOutline outline(shop());
    for (int i = 0; i < 3; ++i)
        QVERIFY(outline.add(
            textItem("A", std::to_string(i), std::string(60'000, 'n') + std::to_string(i), "x"), {}));
    QCOMPARE(outline.entities().size(), std::size_t(1));
    QCOMPARE(outline.entities()[0].attributes.size(), std::size_t(2));
    QVERIFY(outline.entities()[0].hasMoreAttributes);
    QVERIFY(htmlOf(outline).size() < 4'000);
}

void TestDocumentSink::severalTables() {
    const Document document =
        written(ExportFormat::Html, {{shop("one"), shopItems()}, {shop("two"), {}}, {shop("three"), {}}});
    QCOMPARE(document.text.count("<section>"), 3);
    QVERIFY(document.text.indexOf("USER#1") < document.text.indexOf("Table two"));
    QVERIFY(document.text.indexOf("Table two") < document.text.indexOf("Table three"));
    QCOMPARE(document.text.count("<!DOCTYPE"), 1);
}

void TestDocumentSink::damaged() {
    DocumentOutline outline(shop());
    const std::string whole = shopItems().front();
    const auto added = outline.add(whole.substr(0, whole.size() - 2), {});
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::DamagedFile);
}

QTEST_APPLESS_MAIN(TestDocumentSink)
#include "tst_document_sink.moc"
