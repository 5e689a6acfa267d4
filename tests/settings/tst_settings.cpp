// What the user chose survives a restart, other versions' keys survive us, and a broken file is told.
#include "core/settings/settingsstore.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestSettings : public QObject
{
    Q_OBJECT

    static void write(const QString &path, const QByteArray &text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("?");
    }

private slots:
    void jsonNestedTooDeeplyIsRefusedInWords()
    {
        const Result<Json> deep = parseJson(QByteArray(100'000, '[') + QByteArray(100'000, ']'), u"It"_s);
        QVERIFY(!deep);
        QCOMPARE(deep.error().kind, ErrorKind::Parse);
        QVERIFY2(deep.error().message.contains(u"nested"_s), qPrintable(deep.error().message));
        QVERIFY(parseJson(QByteArray(200, '[') + QByteArray(200, ']'), u"It"_s));
    }

    void missingFileGivesDefaults()
    {
        QTemporaryDir dir;
        const Result<Settings> settings = loadSettings(dir.filePath(u"none.json"_s));
        QVERIFY(settings);
        QCOMPARE(*settings, Settings{});
    }

    void whatIsSavedIsRead()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(u"new/folder/settings.json"_s);
        Settings settings;
        settings.theme = u"dark"_s;
        settings.language = u"zh"_s;
        settings.samplingInterval = std::chrono::milliseconds(5000);
        settings.modelFolders = {u"/models"_s};
        settings.showsEveryChip = true;
        settings = withRecentFile(settings, u"/a.deployment.json"_s);
        QVERIFY(saveSettings(settings, path));
        Result<Settings> read = loadSettings(path);
        QVERIFY(read);
        read->other = settings.other;
        QCOMPARE(*read, settings);
        QCOMPARE(QFile::permissions(path) & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
                 QFileDevice::Permissions());
    }

    void unknownKeysAreKept()
    {
        const Result<Settings> read = parseSettings(R"({"theme": "dark", "fromTheFuture": {"a": [1, 2]}})");
        QVERIFY(read);
        QCOMPARE(read->theme, u"dark"_s);
        const Result<Json> written = parseJson(toText(*read), u"it"_s);
        QVERIFY(written);
        QCOMPARE((*written)["fromTheFuture"].dump(), std::string(R"({"a":[1,2]})"));
    }

    // Two windows of one account: what each of them changed holds, whichever ends last.
    void twoProgramsLoseNothingOfEachOther()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(u"settings.json"_s);
        write(path, R"({"version": 1, "theme": "system", "recentFiles": ["/a"], "openedMs": {"/a": 5}, "future": 1})");
        {
            SettingsStore older(path);
            {
                SettingsStore newer(path);
                Settings settings = newer.value();
                settings.theme = u"dark"_s;
                settings.recentFiles.prepend(u"/b"_s);
                settings.openedMs[u"/b"_s] = 7;
                settings.chatWith[u"/b"_s] = u"endpoint"_s;
                settings.window["splitter"] = 3;
                newer.change(settings);
            }
            QVERIFY(read(path).contains("dark"));
            Settings settings = older.value();
            settings.notifies = false;
            settings.recentFiles.prepend(u"/c"_s);
            settings.openedMs[u"/c"_s] = 6;
            settings.chatWith = {{u"/a"_s, u"/a.gguf"_s}, {u"/gone"_s, u"/x.gguf"_s}};
            settings.window["geometry"] = "x";
            older.change(settings);
        }
        const Result<Settings> both = loadSettings(path);
        QVERIFY(both);
        QCOMPARE(both->theme, u"dark"_s);
        QVERIFY(!both->notifies);
        QCOMPARE(both->recentFiles, (QStringList{u"/b"_s, u"/c"_s, u"/a"_s}));
        QCOMPARE(both->openedMs.value(u"/c"_s), 6);
        QCOMPARE(both->chatWith, (QMap<QString, QString>{{u"/a"_s, u"/a.gguf"_s}, {u"/b"_s, u"endpoint"_s}}));
        QVERIFY(both->window["splitter"] == 3 && both->window["geometry"] == "x" && both->other["future"] == 1);
    }

    void whatOneTookOutStaysOut()
    {
        Settings base;
        base.recentFiles = {u"/a"_s, u"/b"_s, u"/c"_s};
        base.openedMs = {{u"/a"_s, 3}, {u"/b"_s, 2}, {u"/c"_s, 1}};
        Settings ours = base, theirs = base;
        ours.recentFiles.removeAll(u"/b"_s);
        theirs.recentFiles.removeAll(u"/c"_s);
        theirs.language = u"zh"_s;
        ours.language = u"en"_s;         // both: the one that saves last
        const Settings merged = mergedSettings(base, ours, theirs);
        QCOMPARE(merged.recentFiles, QStringList(u"/a"_s));
        QCOMPARE(merged.language, u"en"_s);
    }

    void wrongValuesBecomeDefaults()
    {
        const Result<Settings> read = parseSettings(
            R"({"theme": 7, "language": "xx", "samplingIntervalMs": 1, "recentFiles": "no", "window": []})");
        QVERIFY(read);
        QCOMPARE(read->theme, u"system"_s);
        QCOMPARE(read->language, u"system"_s);
        QCOMPARE(read->samplingInterval, minimumSamplingInterval);
        QVERIFY(read->recentFiles.isEmpty());
        QVERIFY(read->window.is_object());
    }

    void unreadableFileIsKeptAside_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("cut") << QByteArray(R"({"theme": "dark", "recentFiles": ["/a/b.deployment.json"], BROKEN)");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("list") << QByteArray("[1]");
        QTest::newRow("newer") << QByteArray(R"({"version": 2, "theme": {"day": "light"}})");
        QTest::newRow("deep") << R"({"zz":)" + QByteArray(100'000, '[') + QByteArray(100'000, ']') + '}';
    }
    void unreadableFileIsKeptAside()
    {
        QFETCH(QByteArray, text);
        QTemporaryDir dir;
        const QString path = dir.filePath(u"settings.json"_s);
        for (const QString &aside : {u"settings.json.damaged"_s, u"settings.json.damaged-2"_s}) {
            write(path, text);
            {
                SettingsStore store(path);
                QVERIFY(store.loadError());
                QVERIFY2(store.loadError()->message.contains(dir.filePath(aside)),
                         qPrintable(store.loadError()->message));
                QCOMPARE(store.value(), Settings{});
                Settings settings = store.value();
                settings.theme = u"dark"_s;
                store.change(settings);
            }
            QCOMPARE(read(dir.filePath(aside)), text);
            QCOMPARE(loadSettings(path)->theme, u"dark"_s);
        }
    }

    void whatCannotBeMovedIsNotOverwritten()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(u"settings.json"_s);
        write(path, "{");
        for (int i = 1; i < 1000; ++i)
            write(dir.filePath(i == 1 ? u"settings.json.damaged"_s : u"settings.json.damaged-%1"_s.arg(i)), "");
        SettingsStore store(path);
        QVERIFY(store.loadError());
        QSignalSpy failed(&store, &SettingsStore::saveFailed);
        Settings settings = store.value();
        settings.theme = u"dark"_s;
        store.change(settings);
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(read(path), QByteArray("{"));
    }

    void whatIsNotUnderstoodStaysUntilItIsChosenAnew()
    {
        const Result<Settings> read = parseSettings(R"({"theme": "sepia", "language": "fr", "window": []})");
        QVERIFY(read);
        Settings settings = *read;
        settings.language = u"zh"_s;
        const Result<Json> written = parseJson(toText(settings), u"it"_s);
        QVERIFY(written);
        QCOMPARE(stringAt(*written, "theme"), u"sepia"_s);
        QCOMPARE(stringAt(*written, "language"), u"zh"_s);
        QVERIFY(member(*written, "window").is_array());
    }

    void recentFilesAreTenAndWithoutDoubles()
    {
        Settings settings;
        for (int i = 0; i < 12; ++i)
            settings = withRecentFile(settings, u"/f%1"_s.arg(i));
        settings = withRecentFile(settings, u"/f5"_s);
        QCOMPARE(settings.recentFiles.size(), 10);
        QCOMPARE(settings.recentFiles.first(), u"/f5"_s);
        QCOMPARE(settings.recentFiles.count(u"/f5"_s), 1);
    }

    void storeSavesSoonAfterAChange()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(u"settings.json"_s);
        SettingsStore store(path);
        QSignalSpy changed(&store, &SettingsStore::changed);
        Settings settings = store.value();
        settings.theme = u"dark"_s;
        store.change(settings);
        store.change(settings); // no change
        QCOMPARE(changed.count(), 1);
        QTRY_VERIFY(QFile::exists(path));
        QCOMPARE(loadSettings(path)->theme, u"dark"_s);
    }

    void storeSavesWhenItGoes()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(u"settings.json"_s);
        {
            SettingsStore store(path);
            Settings settings = store.value();
            settings.language = u"zh"_s;
            store.change(settings);
        }
        QCOMPARE(loadSettings(path)->language, u"zh"_s);
    }
};

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
