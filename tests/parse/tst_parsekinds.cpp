// Every kind on every file: the right one reads what the expectation tables say, all others refuse in one sentence.
// captures.json is about the public captures (read from beside this checkout), fixtures.json about our own.
// A pointer that ends in "#" is a size; "samples" counts the samples of all metric families; "?health!=OK" the
// unhealthy chips.
#include "core/parse/kinds.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <tuple>

using namespace Qt::StringLiterals;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const parse::Kind &kindNamed(const QString &name)
{
    for (const parse::Kind &kind : parse::kinds()) {
        if (kind.name == name)
            return kind;
    }
    qFatal("no kind %s", qPrintable(name));
}

Json valueAt(const Json &document, const QString &pointer)
{
    try {
        if (pointer.endsWith(u"/#"))
            return document.at(Json::json_pointer(pointer.chopped(2).toStdString())).size();
        if (pointer == u"samples") {
            size_t samples = 0;
            for (const Json &family : document.at("families"))
                samples += family.at("samples").size();
            return samples;
        }
        if (pointer == u"/chips/?health!=OK") {
            return std::count_if(document.at("chips").begin(), document.at("chips").end(),
                                 [](const Json &chip) { return chip.at("health") != "OK"; });
        }
        return document.at(Json::json_pointer(pointer.toStdString()));
    } catch (const std::exception &e) {
        return std::string("missing: ") + e.what();
    }
}

bool isSame(const Json &a, const Json &b)
{
    return a.is_number() && b.is_number() ? a.get<double>() == b.get<double>() : a == b;
}

using Damage = std::function<QByteArray(const QByteArray &)>;

QByteArray eachLine(const QByteArray &text, const std::function<QByteArray(const QByteArray &, int)> &change)
{
    QByteArrayList lines = text.split('\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    for (int i = 0; i < lines.size(); ++i)
        lines[i] = change(lines[i], i);
    return lines.join('\n') + '\n';
}

QByteArray wrapped(const QByteArray &text, int width)
{
    return eachLine(text, [width](const QByteArray &line, int) {
        QByteArray out;
        for (qsizetype at = 0; at < line.size(); at += width)
            out += (at ? "\n" : "") + line.mid(at, width);
        return out;
    });
}

} // namespace

class TestParseKinds : public QObject
{
    Q_OBJECT

private slots:
    void filesAreReadRightOrRefused_data();
    void filesAreReadRightOrRefused();
    void everyCaptureHasAnExpectation();
    void oracleIsReadValueByValue_data();
    void oracleIsReadValueByValue();
    void damageByCopyingChangesNothing_data();
    void damageByCopyingChangesNothing();
    void ofTwoTablesNoneIsReadAlone();
    void cutAnywhereNothingIsInvented_data() { damageByCopyingChangesNothing_data(); }
    void cutAnywhereNothingIsInvented();
    void foldedAtAnyWidthNothingIsInvented();
    void lostLinesDoNotMergeTwoNpus();
    void aLineWithoutItsEndIsNotBelieved();
    void whatTheTextAnnouncesAndDoesNotHoldIsMissing_data();
    void whatTheTextAnnouncesAndDoesNotHoldIsMissing();
    void aShareThatCannotBeIsNone();
    void repeatedOutputsAreReadOneByOne();
    void theCommandLineTellsTheIds();
    void whatIsNoAddressIsNone();
    void noBytesMakeAParserFail();

private:
    void addRows(const QString &table, const QString &root);
};

void TestParseKinds::addRows(const QString &table, const QString &root)
{
    const Result<Json> expectations
        = parseJson(contentOf(QStringLiteral(ASC_SOURCE_DIR "/tests/parse/") + table), table);
    QVERIFY(bool(expectations));
    for (const auto &[file, entry] : expectations->items())
        QTest::newRow(file.c_str()) << root + QString::fromStdString(file) << compactJson(entry);
}

void TestParseKinds::filesAreReadRightOrRefused_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("expectation");
    addRows(u"fixtures.json"_s, QStringLiteral(ASC_FIXTURES_DIR "/"));
    addRows(u"captures.json"_s, QStringLiteral(ASC_SHARED_DIR "/captures/"));
}

void TestParseKinds::filesAreReadRightOrRefused()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, expectation);
    if (!QFile::exists(path) && path.startsWith(QStringLiteral(ASC_SHARED_DIR)))
        QSKIP("no captures beside this checkout");
    QVERIFY2(QFile::exists(path), qPrintable(path));
    const QByteArray text = contentOf(path);
    const Json expected = *parseJson(expectation, path);
    const QString rightKind = stringAt(expected, "kind");
    for (const parse::Kind &kind : parse::kinds()) {
        const Result<Json> read = kind.read(text);
        QVERIFY2(bool(read) == (kind.name == rightKind), qPrintable(kind.name));
        if (!read) {
            QCOMPARE(read.error().kind, ErrorKind::Parse);
            QVERIFY2(!read.error().message.isEmpty() && !read.error().message.contains(u'\n'),
                     qPrintable(read.error().message));
            continue;
        }
        for (const auto &[pointer, value] : expected.at("expect").items()) {
            const Json found = valueAt(*read, QString::fromStdString(pointer));
            QVERIFY2(isSame(found, value), (pointer + ": " + found.dump() + " instead of " + value.dump()).c_str());
        }
    }
}

void TestParseKinds::everyCaptureHasAnExpectation()
{
    const QString root = QStringLiteral(ASC_SHARED_DIR "/captures/");
    if (!QDir(root).exists())
        QSKIP("no captures beside this checkout");
    const Json expectations
        = *parseJson(contentOf(QStringLiteral(ASC_SOURCE_DIR "/tests/parse/captures.json")), u"captures.json"_s);
    QDirIterator files(root, {u"*.txt"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next().mid(root.size());
        QVERIFY2(file.startsWith(u"oracle/") || file.startsWith(u"bench/") || expectations.contains(file.toStdString()),
                 qPrintable(file));
    }
}

void TestParseKinds::oracleIsReadValueByValue_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("truth");
    const Result<Json> all
        = parseJson(contentOf(QStringLiteral(ASC_SHARED_DIR "/captures/oracle/truth.json")), u"truth.json"_s);
    if (!all) {
        QTest::newRow("none") << QString() << QString() << QByteArray();
        return;
    }
    const QHash<QString, QString> kindOfFolder = {{u"npu-smi-usages"_s, u"npu-smi-usages"_s},
                                                  {u"npu-smi-common"_s, u"npu-smi-common"_s},
                                                  {u"npu-smi-board"_s, u"npu-smi-board"_s},
                                                  {u"npu-smi-health"_s, u"npu-smi-health"_s},
                                                  {u"npu-smi-m"_s, u"npu-smi-mapping"_s},
                                                  {u"npu-smi-topo"_s, u"npu-smi-topo"_s},
                                                  {u"npu-smi-l"_s, QString()},
                                                  {u"npu-smi-errors"_s, QString()}};
    for (const auto &[file, entry] : all->items()) {
        const QString name = QString::fromStdString(file), folder = name.section(u'/', 0, 0);
        if (kindOfFolder.contains(folder)) // npu-smi-info: tst_npusmi
            QTest::newRow(file.c_str()) << name << kindOfFolder[folder] << compactJson(entry["truth"]);
    }
}

namespace {

// What differs, as "pointer: found instead of expected"; empty: nothing. What the truth has and the text does not is
// known by key: comments, and the ids that stood on the command line.
QString difference(const Json &found, const Json &expected, const QString &pointer, bool idsAreInTheText)
{
    if (expected.is_object()) {
        for (const auto &[key, value] : expected.items()) {
            if (key == "note" || key == "failed_but_printed_as_default")
                continue;
            if (!idsAreInTheText && (key == "npu" || key == "chip")) {
                if (!found.at(key).is_null())
                    return pointer + u"/%1: the text does not say"_s.arg(QString::fromStdString(key));
                continue;
            }
            const Json inside = found.is_object() && found.contains(key) ? found[key] : Json(nullptr);
            if (const QString d
                = difference(inside, value, pointer + u'/' + QString::fromStdString(key), idsAreInTheText);
                !d.isEmpty())
                return d;
        }
        return {};
    }
    if (expected.is_array()) {
        if (!found.is_array() || found.size() != expected.size())
            return pointer + u": another number of entries"_s;
        for (size_t i = 0; i < expected.size(); ++i) {
            if (const QString d = difference(found[i], expected[i], pointer + u"/%1"_s.arg(i), idsAreInTheText);
                !d.isEmpty())
                return d;
        }
        return {};
    }
    if (isSame(found, expected))
        return {};
    if (found.is_number() && expected.is_string()
        && QString::fromStdString(expected.get<std::string>()).toDouble() == found.get<double>())
        return {}; // the truth writes some powers as text
    return pointer
        + u": %1 instead of %2"_s.arg(QString::fromStdString(found.dump()), QString::fromStdString(expected.dump()));
}

} // namespace

void TestParseKinds::oracleIsReadValueByValue()
{
    QFETCH(QString, file);
    QFETCH(QString, kind);
    QFETCH(QByteArray, truth);
    if (file.isEmpty())
        QSKIP("no oracle beside this checkout");
    const QByteArray text = contentOf(QStringLiteral(ASC_SHARED_DIR "/captures/oracle/") + file);
    const Json expected = *parseJson(truth, file);
    for (const parse::Kind &one : parse::kinds()) {
        const Result<Json> read = one.read(text);
        QVERIFY2(bool(read) == (one.name == kind), qPrintable(one.name));
        if (read)
            QCOMPARE(difference(*read, expected, {}, text.contains("NPU ID") || kind == u"npu-smi-topo"), QString());
    }
}

void TestParseKinds::damageByCopyingChangesNothing_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("kind");
    const Json expectations
        = *parseJson(contentOf(QStringLiteral(ASC_SOURCE_DIR "/tests/parse/fixtures.json")), u"fixtures.json"_s);
    for (const auto &[file, entry] : expectations.items()) {
        if (!entry["kind"].is_null())
            QTest::newRow(file.c_str()) << QStringLiteral(ASC_FIXTURES_DIR "/") + QString::fromStdString(file)
                                        << stringAt(entry, "kind");
    }
}

void TestParseKinds::damageByCopyingChangesNothing()
{
    QFETCH(QString, path);
    QFETCH(QString, kind);
    const QByteArray text = contentOf(path);
    const parse::Kind &reader = kindNamed(kind);
    const Result<Json> plain = reader.read(text);
    QVERIFY(bool(plain));
    const bool isTable = kind == u"npu-smi-info";
    QList<QPair<const char *, Damage>> damages = {
        {"CRLF", [](const QByteArray &t) { return QByteArray(t).replace('\n', "\r\n"); }},
        {"CR CR LF", [](const QByteArray &t) { return QByteArray(t).replace('\n', "\r\r\n"); }},
        {"trailing blanks", [](const QByteArray &t) { return QByteArray(t).replace('\n', "   \n"); }},
        {"byte order mark", [](const QByteArray &t) { return "\xEF\xBB\xBF" + t; }},
        {"UTF-16",
         [](const QByteArray &t) {
             const QString text = QString::fromUtf8(t);
             return QByteArray("\xFF\xFE") + QByteArray(reinterpret_cast<const char *>(text.utf16()), text.size() * 2);
         }},
        {"colours",
         [](const QByteArray &t) {
             return eachLine(t, [](const QByteArray &l, int) { return "\x1b[32m\x1b[K" + l + "\x1b[0m"; });
         }},
        {"window title", [](const QByteArray &t) { return "\x1b]0;root@node1: ~\x07" + t; }},
    };
    if (kind.startsWith(u"npu-smi") && kind != u"npu-smi-health") {
        damages << QPair<const char *, Damage>{"no-break spaces", [](const QByteArray &t) {
                                                   return QByteArray(t).replace("  ", " \xC2\xA0");
                                               }};
    }
    if (kind != u"metrics" && kind != u"version-info") {
        damages << QPair<const char *, Damage>{"a shell around it", [](const QByteArray &t) {
                                                   return "Last login: Thu Nov 20 18:00:00 2026 from "
                                                          "10.20.9.9\n[root@node1 ~]# uptime\n 18:01:02 up 3 days\n"
                                                       + t + "[root@node1 ~]# echo done | cat\ndone\n[root@node1 ~]# ";
                                               }};
    }
    if (isTable) {
        const bool hasHbm = text.contains("HBM-Usage");
        damages
            << QPair<const char *, Damage>{"indented",
                                           [](const QByteArray &t) {
                                               return eachLine(t, [](const QByteArray &l, int i) {
                                                   return QByteArray(i % 3, ' ') + l;
                                               });
                                           }}
            << QPair<const char *, Damage>{"quoted in a mail",
                                           [](const QByteArray &t) {
                                               return eachLine(t, [](const QByteArray &l, int) { return "> " + l; });
                                           }}
            << QPair<const char *, Damage>{"behind a node's name",
                                           [](const QByteArray &t) {
                                               return eachLine(t,
                                                               [](const QByteArray &l, int) { return "node1: " + l; });
                                           }}
            << QPair<const char *, Damage>{"behind times",
                                           [](const QByteArray &t) {
                                               return eachLine(t, [](const QByteArray &l, int i) {
                                                   return "10:00:" + QByteArray::number(10 + i) + " " + l;
                                               });
                                           }}
            << QPair<const char *, Damage>{"blank lines between",
                                           [](const QByteArray &t) { return QByteArray(t).replace('\n', "\n\n"); }}
            << QPair<const char *, Damage>{"blanks squeezed",
                                           [](const QByteArray &t) {
                                               return eachLine(t,
                                                               [](const QByteArray &l, int) { return l.simplified(); });
                                           }}
            << QPair<const char *, Damage>{"terminal of 80 columns", [](const QByteArray &t) { return wrapped(t, 80); }}
            << QPair<const char *, Damage>{"no newline at the end", [](const QByteArray &t) { return t.trimmed(); }}
            // its border says that it is whole
            << QPair<const char *, Damage>{"after a cleared screen",
                                           [](const QByteArray &t) { return "\x1b[H\x1b[2J" + t; }};
        for (const int width : {60, 97, 100})
            damages << QPair<const char *, Damage>{"narrow terminal",
                                                   [width](const QByteArray &t) { return wrapped(t, width); }};
        if (hasHbm)
            damages << QPair<const char *, Damage>{"tabs", [](const QByteArray &t) {
                                                       return QByteArray(t).replace("        ", "\t");
                                                   }};
    }
    if (kind == u"npu-smi-topo" || kind == u"npu-smi-mapping")
        damages << QPair<const char *, Damage>{"tabs", [](const QByteArray &t) {
                                                   return QByteArray(t).replace("     ", "\t");
                                               }};
    if (kind == u"npu-smi-topo")
        damages << QPair<const char *, Damage>{"narrow terminal", [](const QByteArray &t) { return wrapped(t, 64); }};
    for (const auto &[name, damage] : damages) {
        const Result<Json> read = reader.read(damage(text));
        QVERIFY2(bool(read), name);
        if (*read != *plain)
            qWarning("%s\n%s\n%s", name, compactJson(*read).constData(), compactJson(*plain).constData());
        QVERIFY2(*read == *plain, name);
    }
}

void TestParseKinds::ofTwoTablesNoneIsReadAlone()
{
    const QList<QPair<QString, QString>> files = {{u"npu-smi-info"_s, u"npu-smi/25.2.3/910b3-info.txt"_s},
                                                  {u"npu-smi-topo"_s, u"npu-smi/25.2.3/910b3-topo.txt"_s},
                                                  {u"npu-smi-mapping"_s, u"npu-smi/25.2.3/910b3-mapping.txt"_s},
                                                  {u"version-info"_s, u"version-info/driver.txt"_s}};
    for (const auto &[kind, file] : files) {
        const QByteArray text = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/") + file);
        QByteArrayList doubles = {text + text};
        if (kind == u"npu-smi-info")
            doubles << text.left(text.size() / 2) + "\n" + text
                    << text + contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.3.0/a3-info.txt"));
        for (const QByteArray &two : doubles) {
            const Result<Json> read = kindNamed(kind).read(two);
            QVERIFY2(!read, qPrintable(kind));
            QVERIFY2(read.error().message.contains(u"more than one"), qPrintable(read.error().message));
        }
    }
}

namespace {

// What a cut text says that the whole one does not, as "pointer: value"; empty: nothing. Lists may be shorter.
QString invention(const Json &cut, const Json &whole, const QString &pointer)
{
    if (cut.is_null())
        return {};
    if (cut.is_object()) {
        for (const auto &[key, value] : cut.items()) {
            if (key == "truncated" || key == "malformedLines" || key == "elided" || key == "lostNpus")
                continue;
            const Json inside = whole.is_object() && whole.contains(key) ? whole[key] : Json("not there");
            if (const QString found = invention(value, inside, pointer + u'/' + QString::fromStdString(key));
                !found.isEmpty())
                return found;
        }
        return {};
    }
    if (cut.is_array()) {
        for (size_t i = 0; i < cut.size(); ++i) {
            const Json inside = whole.is_array() && i < whole.size() ? whole[i] : Json("not there");
            if (const QString found = invention(cut[i], inside, pointer + u"/%1"_s.arg(i)); !found.isEmpty())
                return found;
        }
        return {};
    }
    return isSame(cut, whole) || cut == false
        ? QString()
        : u"%1: %2 instead of %3"_s.arg(pointer, QString::fromStdString(cut.dump()),
                                        QString::fromStdString(whole.dump()));
}

// One answer stands at the top as well as in the list.
Json listed(Json json)
{
    if (json.contains("devices"))
        return {{"devices", json["devices"]}};
    if (json.contains("chips") && json.contains("chipCount"))
        return {{"cards", Json::array({json})}};
    return json;
}

} // namespace

// A terminal folds lines at its width, in the middle of words: what cannot be put together again is missing, and that
// is said.
void TestParseKinds::foldedAtAnyWidthNothingIsInvented()
{
    const std::tuple<QString, QString, int> texts[] = {{u"npu-smi-topo"_s, u"npu-smi/25.2.3/910b3-topo.txt"_s, 24},
                                                       {u"npu-smi-topo"_s, u"npu-smi/23.0.rc2/910a-topo.txt"_s, 24},
                                                       {u"npu-smi-board"_s, u"npu-smi/25.2.3/910b3-board.txt"_s, 36},
                                                       {u"version-info"_s, u"version-info/driver.txt"_s, 30}};
    for (const auto &[kind, path, narrowest] : texts) {
        const QByteArray text = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/") + path);
        const Json whole = listed(*kindNamed(kind).read(text));
        for (int width = narrowest; width < 120; ++width) {
            const Result<Json> read = kindNamed(kind).read(wrapped(text, width));
            if (!read)
                continue;
            const QString found = invention(listed(*read), whole, {});
            QVERIFY2(found.isEmpty(), qPrintable(u"%1 at %2 columns: %3"_s.arg(path).arg(width).arg(found)));
            QVERIFY2(listed(*read) == whole || read->at("truncated") == Json(true),
                     qPrintable(u"%1 at %2 columns"_s.arg(path).arg(width)));
        }
    }
}

// Whatever byte a text ends at: each value is the whole text's or missing, and a cut within a line is noticed.
void TestParseKinds::cutAnywhereNothingIsInvented()
{
    QFETCH(QString, path);
    QFETCH(QString, kind);
    const QByteArray text = contentOf(path);
    const parse::Kind &reader = kindNamed(kind);
    const Result<Json> read = reader.read(text);
    QVERIFY(bool(read));
    const Json whole = listed(*read);
    for (qsizetype size = text.size() - 1; size > 0; --size) {
        const Result<Json> cut = reader.read(text.left(size));
        if (!cut) {
            QCOMPARE(cut.error().kind, ErrorKind::Parse);
            continue;
        }
        const QString found = invention(listed(*cut), whole, {});
        QVERIFY2(found.isEmpty(), qPrintable(u"cut at byte %1: %2"_s.arg(size).arg(found)));
        const QByteArray last = text.left(size).split('\n').last().trimmed();
        if (kind != u"npu-smi-info" && !last.isEmpty() && !last.endsWith('#'))
            QVERIFY2(cut->at("truncated") == Json(true), qPrintable(u"cut at byte %1"_s.arg(size)));
    }
}

void TestParseKinds::lostLinesDoNotMergeTwoNpus()
{
    const QByteArray text = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-info.txt"));
    const Json whole = *kindNamed(u"npu-smi-info"_s).read(text);
    const QByteArrayList lines = text.split('\n');
    for (qsizetype from = 6; from + 3 < lines.size(); ++from) {
        QByteArrayList left = lines;
        left.remove(from, 3);
        const Result<Json> read = kindNamed(u"npu-smi-info"_s).read(left.join('\n'));
        if (!read)
            continue;
        for (const Json &chip : (*read)["chips"]) {
            if (!chip["npu"].is_number())
                continue;
            const Json &right = whole["chips"][chip["npu"].get<size_t>()];
            for (const auto &[key, value] : chip.items())
                QVERIFY2(value.is_null() || value == right[key],
                         qPrintable(u"without lines %1 to %2: %3 of NPU %4"_s.arg(from)
                                        .arg(from + 2)
                                        .arg(QString::fromStdString(key))
                                        .arg(chip["npu"].get<int>())));
        }
    }
}

void TestParseKinds::aLineWithoutItsEndIsNotBelieved()
{
    const QByteArray usages = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-usages.txt"));
    const qsizetype at = usages.indexOf("65536");
    QVERIFY(at > 0);
    const Result<Json> cut = kindNamed(u"npu-smi-usages"_s).read(usages.left(at + 3)); // "655" of "65536"
    QVERIFY(!cut || (cut->dump().find("655") == std::string::npos && cut->at("truncated") == Json(true)));
    const Result<Json> one = kindNamed(u"hccn-link"_s).read("link status: UP");
    QVERIFY(!one);
    QVERIFY2(one.error().message.contains(u"ends within a line"), qPrintable(one.error().message));
    QVERIFY(valueAt(*kindNamed(u"hccn-link"_s).read("link status: UP\n[root@node1 ~]# "), u"/truncated"_s)
            == Json(false));
}

void TestParseKinds::whatTheTextAnnouncesAndDoesNotHoldIsMissing_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArrayList>("lastLines"); // a text that ends after one of these is cut
    const QByteArray card = "NPU ID : 1\nChip Count : 2\n\n";
    const QByteArray health = card + "Health : Critical\nChip ID : 0\n\nHealth : Warning\nChip ID : 1\n\n";
    const QByteArray common = card
        + "Chip ID : 0\nAicore Usage Rate(%) : 0\nTemperature(C) : 44\n\n"
          "Chip ID : 1\nAicore Usage Rate(%) : 0\nTemperature(C) : 45\n";
    QTest::newRow("usages, the id behind")
        << u"npu-smi-usages"_s << contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.3.0/a3-usages.txt"))
        << QByteArrayList{"HBM Usage Rate(%)              : 10", "Chip ID                        : 0"};
    QTest::newRow("usages, the id before")
        << u"npu-smi-usages"_s << contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/21.0.3/310-usages.txt"))
        << QByteArrayList{"Ctrlcpu Usage Rate(%)          : 2", "Chip ID                        : 1"};
    QTest::newRow("health") << u"npu-smi-health"_s << health << QByteArrayList{"Health : Critical", "Chip ID : 0"};
    QTest::newRow("common") << u"npu-smi-common"_s << common << QByteArrayList{"Temperature(C) : 44", "Chip ID : 1"};
    QTest::newRow("an MCU")
        << u"npu-smi-common"_s
        << QByteArray(common).replace("Count : 2", "Count : 1").replace("Chip ID : 1", "Chip Name : mcu")
        << QByteArrayList{"Chip Name : mcu"};
    QTest::newRow("the second card of a loop")
        << u"npu-smi-health"_s << health + QByteArray(health).replace("NPU ID : 1", "NPU ID : 2")
        << QByteArrayList{"NPU ID : 2\nChip Count : 2"};
    QTest::newRow("a call without its answer")
        << u"hccn-link"_s
        << QByteArray("hccn_tool -i 0 -link -g\nlink status: UP\n\nhccn_tool -i 1 -link -g\nlink status: UP\n")
        << QByteArrayList{"hccn_tool -i 1 -link -g"};
}

void TestParseKinds::whatTheTextAnnouncesAndDoesNotHoldIsMissing()
{
    QFETCH(QString, kind);
    QFETCH(QByteArray, text);
    QFETCH(QByteArrayList, lastLines);
    const parse::Kind &reader = kindNamed(kind);
    const Result<Json> whole = reader.read(text);
    QVERIFY(bool(whole));
    QVERIFY(whole->at("truncated") == Json(false));
    for (const QByteArray &line : lastLines) {
        const qsizetype at = text.indexOf(line + '\n');
        QVERIFY2(at >= 0, line.constData());
        const Result<Json> cut = reader.read(text.left(at + line.size() + 1));
        QVERIFY2(bool(cut), line.constData());
        QVERIFY2(cut->at("truncated") == Json(true), line.constData());
    }
}

void TestParseKinds::aShareThatCannotBeIsNone()
{
    const QByteArray text = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-usages.txt"));
    QVERIFY(text.contains(": 60\n") && text.contains(": 61\n"));
    for (const char *damaged : {"-3", "250", "6\a1"}) {
        const QByteArray changed = QByteArray(text).replace(": 61\n", ": " + QByteArray(damaged) + '\n');
        const Result<Json> read = kindNamed(u"npu-smi-usages"_s).read(changed);
        QVERIFY(bool(read));
        QVERIFY2(valueAt(*read, u"/chips/0/values/Aicore Usage Rate(%)"_s).is_null(), damaged);
        QVERIFY(valueAt(*read, u"/chips/0/values/HBM Usage Rate(%)"_s) == Json(60));
        QVERIFY(valueAt(*read, u"/truncated"_s) == Json(true));
    }
}

void TestParseKinds::repeatedOutputsAreReadOneByOne()
{
    const QByteArray usages = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-usages.txt"));
    const Result<Json> two = kindNamed(u"npu-smi-usages"_s).read(usages + QByteArray(usages).replace(": 5\n", ": 6\n"));
    QVERIFY(bool(two));
    QVERIFY(valueAt(*two, u"/cards/#"_s) == Json(2));
    QVERIFY(valueAt(*two, u"/cards/1/npu"_s) == Json(6));
    // -c: no ids in the text, so a repeated key is the only border
    const QByteArray health = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-health-chip.txt"));
    const Result<Json> three = kindNamed(u"npu-smi-health"_s).read(health + health + health);
    QVERIFY(valueAt(*three, u"/cards/#"_s) == Json(3));
    QVERIFY(valueAt(*three, u"/cards/2/chips/0/errorCodes/#"_s) == Json(2));
}

void TestParseKinds::theCommandLineTellsTheIds()
{
    const QByteArray health = contentOf(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-health-chip.txt"));
    const Result<Json> read
        = kindNamed(u"npu-smi-health"_s).read("[root@node1 ~]# npu-smi info -t health -i 6 -c 0\n" + health);
    QVERIFY(valueAt(*read, u"/npu"_s) == Json(6));
    QVERIFY(valueAt(*read, u"/chips/0/chip"_s) == Json(0));
}

// A device without an address takes no mask of what follows, and a number that is too large makes no address.
void TestParseKinds::whatIsNoAddressIsNone()
{
    const parse::Kind &ip = kindNamed(u"hccn-ip"_s);
    const Result<Json> none = ip.read("No ip was preset!\nnetmask:255.255.255.0\n");
    QVERIFY2(none, none ? "" : qPrintable(none.error().message));
    QVERIFY(valueAt(*none, u"/devices/#"_s) == Json(1));
    QVERIFY(valueAt(*none, u"/ip"_s).is_null() && valueAt(*none, u"/netmask"_s).is_null());
    QVERIFY(!ip.read("ipaddr:10.20.0.256\nnetmask:255.255.255.0\n"));
    const Result<Json> largest = ip.read("ipaddr:10.20.0.255\nnetmask:255.255.255.256\n");
    QVERIFY(largest && valueAt(*largest, u"/ip"_s) == Json("10.20.0.255"));
    QVERIFY(valueAt(*largest, u"/netmask"_s).is_null());
}

void TestParseKinds::noBytesMakeAParserFail()
{
    QByteArrayList texts = {{},
                            "\n",
                            QByteArray(1, '\0'),
                            "|",
                            "+",
                            "||||\n+++++\n",
                            QByteArray(100000, '|'),
                            QByteArray(100000, '['),
                            QByteArray("\x1b["),
                            QByteArray("\xff\xfe\x00", 3),
                            "| npu-smi 1 Version: 2 |",
                            "| NPU Name | Health | Power(W) |\n|",
                            "NPU0\nNPU0 X",
                            "NPU ID Chip ID Chip Name",
                            "a{",
                            "a{b=\"",
                            "# TYPE",
                            "Version=",
                            "dev_id:99999999999999999999, tls switch[0]"};
    quint32 seed = 1;
    for (int i = 0; i < 300; ++i) {
        QByteArray bytes;
        for (int n = 0; n < 400; ++n) {
            seed = seed * 1664525 + 1013904223;
            bytes += "|+-=/ 0123456789:.\nNPUChip\t{}\"#\xff"[(seed >> 16) % 33]; // with the NUL
        }
        texts << bytes;
    }
    for (const QByteArray &text : texts) {
        for (const parse::Kind &kind : parse::kinds()) {
            const Result<Json> read = kind.read(text);
            QVERIFY(bool(read) || read.error().kind == ErrorKind::Parse);
        }
    }
}

QTEST_GUILESS_MAIN(TestParseKinds)
#include "tst_parsekinds.moc"
