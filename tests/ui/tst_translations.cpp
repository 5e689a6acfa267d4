// The Chinese translation is whole, and English knows its singulars: no entry unfinished or empty, placeholders kept,
// and lupdate finds no string in the source that the file lacks.
#include <QDir>
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

QString textOf(const QString &path)
{
    QFile file(QStringLiteral(ASC_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

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

    // Names and what is typed stay as they are; a word does not. And one word has one spelling.
    void theChineseIsChinese()
    {
        static const QRegularExpression chinese(u"[\\x{4e00}-\\x{9fff}]"_s), word(u"[A-Za-z]{2,}"_s),
            names(u"%\\d|NPU|AI Core|CANN|HTTP|SSH|SDID|GiB|Token|Rank table|ranks?|Rank|ms|/s|user@host:port|"
                   "\\*\\.json"_s),
            oddSpelling(u"(?<![\\w./-])tokens?(?![\\w=-])|KV cache|KV 缓存|KVCache"_s);
        QStringList wrong;
        for (const Entry &entry : entriesOf(chineseFile)) {
            QString rest = entry.translation;
            rest.remove(names);
            if (entry.context != "Lint"_L1 && !entry.translation.contains(chinese) && rest.contains(word))
                wrong << u"not Chinese: %1: %2"_s.arg(entry.context, entry.translation);
            if (entry.translation.contains(oddSpelling))
                wrong << u"Token, KV Cache: %1: %2"_s.arg(entry.context, entry.translation);
        }
        static const QRegularExpression oddLatency(u"首 ?token|首 ?Token ?延迟"_s);
        for (const QString &data : {u"resources/alerts.json"_s, u"resources/checks.json"_s}) {
            if (const QRegularExpressionMatch odd = oddLatency.match(textOf(data)); odd.hasMatch())
                wrong << u"首 Token 时延: %1: %2"_s.arg(data, odd.captured());
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    // A sentence that sends the user to a control names it as it is called, "Like this", and its page where it may be
    // read on another one.
    void whatASentenceNamesIsThere()
    {
        const auto quoted = [](const QString &text) {
            static const QRegularExpression names(u"[\"“]([^\"“”%]+)[\"”]"_s);
            QStringList found;
            for (auto match = names.globalMatch(text); match.hasNext();)
                found << match.next().captured(1);
            return found;
        };
        const QString application = textOf(u"app/console/application.cpp"_s);
        QHash<QString, QString> folders; // of pages, by title
        static const QRegularExpression added(u"addPage\\(\\{u\"(\\w+)\"_s.*tr\\(\"(\\w+)\"\\)"_s);
        for (auto match = added.globalMatch(application); match.hasNext();) {
            const QRegularExpressionMatch page = match.next();
            folders.insert(page.captured(2), u"ui/"_s + page.captured(1));
        }
        QCOMPARE(folders.value(u"Nodes"_s), u"ui/nodes"_s);
        QHash<QString, QStringList> controls; // words of each folder of pages, and where they stand
        QSet<QString> contexts;
        for (const QString &folder : {u"ui/nodes"_s, u"ui/deploy"_s, u"ui/monitor"_s, u"ui/chat"_s, u"ui/activity"_s,
                                      u"ui/settings"_s, u"ui/frame"_s, u"ui/diagnosis"_s}) {
            for (const QFileInfo &file :
                 QDir(QStringLiteral(ASC_SOURCE_DIR "/") + folder).entryInfoList({u"*.cpp"_s, u"*.h"_s})) {
                static const QRegularExpression words(u"tr\\(\"([^\"]+)\"\\)"_s), classes(u"\\bclass (\\w+)"_s);
                const QString text = textOf(folder + u'/' + file.fileName());
                for (auto match = words.globalMatch(text); match.hasNext();)
                    controls[match.next().captured(1)] << folder;
                for (auto match = classes.globalMatch(text); match.hasNext();)
                    contexts << match.next().captured(1);
            }
        }
        QHash<QString, QSet<QString>> chinese; // of each word
        const QList<Entry> entries = entriesOf(chineseFile);
        for (const Entry &entry : entries)
            chinese[entry.source] << entry.translation;
        QStringList wrong;
        int named = 0;
        static const QRegularExpression page(u"\\bpage \"(\\w+)\""_s), unquotedPage(u"\\bpage [A-Z]"_s);
        for (const Entry &entry : entries) {
            const QString where = entry.context + u": "_s + entry.source;
            if (entry.source.contains(unquotedPage))
                wrong << u"a page without quotes: "_s + where;
            if (entry.context == "Lint"_L1) // these quote documents
                continue;
            const QString folder = folders.value(page.match(entry.source).captured(1));
            if (entry.source.contains(page) && folder.isEmpty())
                wrong << u"no such page: "_s + where;
            for (const QString &name : quoted(entry.source)) {
                if (!name.front().isUpper())
                    continue;            // an example
                const bool isPage = folders.contains(name);
                if (!isPage && folder.isEmpty() && !contexts.contains(entry.context) && !controls.contains(name))
                    continue;            // words of an engine or a tool
                ++named;
                if (!isPage && !controls.contains(name))
                    wrong << u"no control is called \"%1\": %2"_s.arg(name, where);
                else if (!isPage && folder.isEmpty() && !contexts.contains(entry.context))
                    wrong << u"on which page is \"%1\"? %2"_s.arg(name, where);
                else if (!isPage && !folder.isEmpty() && !controls[name].contains(folder))
                    wrong << u"\"%1\" is not on that page: %2"_s.arg(name, where);
                const QStringList translated = quoted(entry.translation);
                if (std::none_of(translated.cbegin(), translated.cend(),
                                 [&](const QString &one) { return chinese[name].contains(one); }))
                    wrong << u"in Chinese \"%1\" is called otherwise: %2"_s.arg(name, entry.translation);
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY(named >= 10);
    }

    void noStringOfTheSourceIsMissing()
    {
        QTemporaryDir dir;
        const QString fresh = dir.filePath(u"fresh.ts"_s);
        QProcess lupdate;
        lupdate.setWorkingDirectory(QStringLiteral(ASC_SOURCE_DIR));
        lupdate.start(QStringLiteral(ASC_LUPDATE),
                      {u"-silent"_s, u"-tr-function-alias"_s, u"Q_DECLARE_TR_FUNCTIONS+=ASC_TR_FUNCTIONS"_s,
                       u"-locations"_s, u"none"_s, u"-I"_s, u"."_s, u"-extensions"_s, u"cpp,h"_s, u"core"_s,
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
        static const QRegularExpression countedFiles(u"(?<!of |of the |than )%\\d files"_s);
        for (const Entry &entry : entriesOf(fresh)) {
            if (entry.source.contains(countedFiles))
                missing << u"\"1 files\": %1: %2"_s.arg(entry.context, entry.source);
            if (!known.contains(entry.key()) || (entry.isNumbered && !singular.contains(entry.key())))
                missing << entry.context + u": "_s + entry.source;
        }
        QVERIFY2(missing.isEmpty(),
                 qPrintable(u"run the target update_translations and translate:\n"_s + missing.join(u'\n')));
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
