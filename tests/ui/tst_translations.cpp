// The Chinese translation is whole, and English knows its singulars: no entry unfinished or empty, placeholders kept, and lupdate finds
// no string in the source that the file lacks.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace {

struct Entry
{
    QString context, source, comment, translation, type;
    bool isNumbered = false;
    QString key() const { return context + u'\x1f' + source + u'\x1f' + comment; }
};

QList<Entry> entriesOf(const QString &path)
{
    QList<Entry> entries;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return entries;
    QXmlStreamReader xml(&file);
    QString context;
    Entry entry;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement()) {
            if (xml.isEndElement() && xml.name() == "message"_L1)
                entries << entry;
            continue;
        }
        if (xml.name() == "name"_L1)
            context = xml.readElementText();
        else if (xml.name() == "message"_L1)
            entry = {context, {}, {}, {}, {}, xml.attributes().value("numerus"_L1) == "yes"_L1};
        else if (xml.name() == "source"_L1)
            entry.source = xml.readElementText();
        else if (xml.name() == "comment"_L1)
            entry.comment = xml.readElementText();
        else if (xml.name() == "translation"_L1) {
            entry.type = xml.attributes().value("type"_L1).toString();
            entry.translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    return entries;
}

const QString englishFile = QStringLiteral(ASC_SOURCE_DIR "/resources/translations/ascend-console_en.ts");
const QString chineseFile = QStringLiteral(ASC_SOURCE_DIR "/resources/translations/ascend-console_zh_CN.ts");

QStringList placeholders(const QString &text)
{
    static const QRegularExpression placeholder(u"%L?(\\d+|n)"_s);
    QStringList found;
    auto matches = placeholder.globalMatch(text);
    while (matches.hasNext())
        found << matches.next().captured();
    found.sort();
    found.removeDuplicates();
    return found;
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private slots:
    void everyEntryIsTranslated()
    {
        QVERIFY(entriesOf(chineseFile).size() > 100);
        const QList<Entry> entries = entriesOf(chineseFile) + entriesOf(englishFile);
        QStringList wrong;
        for (const Entry &entry : entries) {
            if (entry.translation.trimmed().isEmpty() || entry.type == "unfinished"_L1)
                wrong << u"not translated: %1: %2"_s.arg(entry.context, entry.source);
            else if (placeholders(entry.source) != placeholders(entry.translation))
                wrong << u"placeholders differ: %1: %2"_s.arg(entry.context, entry.source);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void noStringOfTheSourceIsMissing()
    {
        QTemporaryDir dir;
        const QString fresh = dir.filePath(u"fresh.ts"_s);
        QProcess lupdate;
        lupdate.setWorkingDirectory(QStringLiteral(ASC_SOURCE_DIR));
        lupdate.start(QStringLiteral(ASC_LUPDATE), {u"-silent"_s, u"-tr-function-alias"_s, u"Q_DECLARE_TR_FUNCTIONS+=ASC_TR_FUNCTIONS"_s, u"-locations"_s, u"none"_s, u"-I"_s, u"."_s, u"-extensions"_s, u"cpp,h"_s, u"core"_s,
                                                    u"inference"_s, u"ui"_s, u"app"_s, u"-ts"_s, fresh});
        if (!lupdate.waitForStarted())
            QSKIP("lupdate is not here");
        QVERIFY(lupdate.waitForFinished(120'000));
        QCOMPARE(lupdate.exitCode(), 0);
        QSet<QString> known, singular;
        for (const Entry &entry : entriesOf(chineseFile))
            known << entry.key();
        for (const Entry &entry : entriesOf(englishFile))
            singular << entry.key();
        QStringList missing;
        for (const Entry &entry : entriesOf(fresh)) {
            if (!known.contains(entry.key()) || (entry.isNumbered && !singular.contains(entry.key())))
                missing << entry.context + u": "_s + entry.source;
        }
        QVERIFY2(missing.isEmpty(), qPrintable(u"run the target update_translations and translate:\n"_s + missing.join(u'\n')));
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
