// The conversation comes back after a restart, however the program ended; and what cannot be kept or read is said.
#include "app/console/application.h"
#include "core/engines/recipebook.h"
#include "core/serving/verify.h"
#include "inference/modelfiles.h"
#include "tests/inference/ggufbytes.h"
#include "tests/support/scriptedchat.h"
#include "ui/chat/chatfile.h"
#include "ui/chat/chatkeeper.h"
#include "ui/chat/chatpage.h"
#include "ui/frame/mainwindow.h"

#include <QApplication>
#include <QCheckBox>
#include <QDeadlineTimer>
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <csignal>
#include <sys/mount.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

Application::Options asStarted() // as main() does
{
    Application::Options options;
    options.settingsFile = defaultSettingsFile();
    options.chatFile = defaultChatFile();
    options.theme = u"light"_s;
    options.language = u"en"_s;
    return options;
}

// The program with its chat in sight and somebody who answers there.
struct Started
{
    explicit Started(const QStringList &pieces = {u"Yes, **of course**."_s}, bool hangs = false)
    {
        port->pieces = pieces;
        port->hangs = hangs;
        port->stats.model = u"tiny"_s;
        port->stats.completionTokens = 7;
        port->stats.promptTokens = 5;
        application.window().show();
        application.chat().backends().addPort(u"Scripted"_s, port);
        application.window().showPage(u"chat"_s);
    }
    const ChatModel &model() { return application.chat().model(); }
    template<typename T>
    T *seen(const QString &name)
    {
        const auto all = application.window().findChildren<T *>(name);
        const auto one = std::find_if(all.begin(), all.end(), [](const T *widget) { return widget->isVisible(); });
        return one == all.end() ? nullptr : *one;
    }
    void ask(const QString &words)
    {
        auto *field = seen<QPlainTextEdit>(u"composerText"_s);
        QVERIFY(field);
        field->setFocus();
        QTest::keyClicks(field, words);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void askAndHear(const QString &words)
    {
        const int rows = model().rowCount();
        ask(words);
        QTRY_VERIFY(model().rowCount() == rows + 2 && model().turn(rows + 1).state == TurnState::Done);
    }
    QString note()
    {
        const auto *label = seen<QLabel>(u"chatNote"_s);
        return label ? label->text() : QString();
    }

    std::shared_ptr<ScriptedChat> port = std::make_shared<ScriptedChat>();
    Application application{asStarted()};
};

void writeFile(const QString &path, const QByteArray &content)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestChatKept : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_model = defaultModelFile(); }

    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("HOME", m_home->path().toUtf8());
        qputenv("XDG_STATE_HOME", {});
        qputenv("XDG_CONFIG_HOME", {});
    }

    // The little model on this machine could be used at once, but the conversation was with the cluster.
    void aConversationWithTheClusterGoesOnWithIt()
    {
        Deployment deployment;
        deployment.name = u"d"_s;
        deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        deployment.nodes << Node{.name = u"node1"_s, .host = u"127.0.0.1"_s};
        const QString url = endpointOf(deployment, *findRecipe(deployment.recipe), {}).baseUrl;
        QVERIFY(!url.isEmpty());
        ChatTurn question, answer;
        question.isUser = true;
        question.text = u"Who are you?"_s;
        answer.text = u"ds"_s;
        answer.backend = url;
        const QString path = defaultChatFile();
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(toText({{question, answer}, 0}));
        file.close();
        Application application{asStarted()};
        application.window().show();
        application.cluster().open(deployment, {});
        QTRY_COMPARE(application.chat().model().rowCount(), 2);
        QTRY_COMPARE(application.chat().backends().current(), url);
        QVERIFY(!application.chat().backends().isChosen());

        // What can be undone is said in the language of the moment.
        application.window().showPage(u"chat"_s);
        QTest::mouseClick(application.chat().findChild<QPushButton *>(u"clearChat"_s), Qt::LeftButton);
        const auto *offered = application.chat().findChild<QLabel *>(u"undoBarText"_s);
        QCOMPARE(offered->text(), u"The conversation before this was cleared."_s);
        application.showLanguage(u"zh"_s);
        QTRY_VERIFY2(!offered->text().contains(u"cleared"_s), qPrintable(offered->text()));
        application.showLanguage(u"en"_s);
    }

    // The same from a start as a person starts: the deployment is opened again by itself, and a model file lies there.
    void aStartThatOpensTheLastDeploymentGoesOnWithTheCluster()
    {
        QVERIFY(QDir().mkpath(defaultModelFolder()));
        if (!m_model.isEmpty())
            QVERIFY(QFile::link(m_model, defaultModelFolder() + u'/' + QFileInfo(m_model).fileName()));
        const QString opened = m_home->path() + u"/d.deployment.json"_s;
        writeFile(opened, R"({"name": "d", "recipe": "mindie-deepseek-v3.2-w8a8-2xA2", "simulated": true, "nodes": [
            {"name": "node1", "host": "127.0.0.1", "user": "nobody"}, {"name": "node2", "host": "127.0.0.2"}]})");
        Settings settings;
        settings.recentFiles << opened;
        QVERIFY(bool(saveSettings(settings, defaultSettingsFile())));
        ChatTurn question, answer;
        question.isUser = true;
        question.text = u"Who are you?"_s;
        answer.text = u"ds"_s;
        answer.backend = u"http://127.0.0.1:1025/v1"_s;
        writeFile(defaultChatFile(), toText({{question, answer}, 0}));
        Application application{asStarted()};
        application.window().show();
        application.reopenLast();
        const ChatBackends &backends = application.chat().backends();
        QTRY_COMPARE(application.cluster().deployment().nodes.size(), 2);
        QTRY_COMPARE(application.chat().model().rowCount(), 2);
        QTRY_COMPARE(backends.current(), answer.backend);
        application.window().showPage(u"chat"_s);
        QTRY_COMPARE(backends.list().size(), m_model.isEmpty() ? 1 : 2);
        QCOMPARE(backends.current(), answer.backend);
        QVERIFY(!backends.isChosen());

        // Closed and opened again, and at another address: it is the cluster that is talked to.
        const Deployment deployment = application.cluster().deployment();
        application.cluster().open({}, {});
        QVERIFY(backends.current() != answer.backend);
        application.cluster().open(deployment, opened);
        QCOMPARE(backends.current(), answer.backend);
        Deployment moved = deployment;
        moved.nodes[0].host = u"127.0.0.9"_s;
        application.cluster().open(moved, opened);
        QCOMPARE(backends.current(), u"http://127.0.0.9:1025/v1"_s);
    }

    // Whichever comes first: the deployment, the kept conversation, or the models that lie here.
    void modelsThatAreFoundLaterTakeNothingOver()
    {
        Deployment deployment;
        deployment.name = u"d"_s;
        deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        deployment.nodes << Node{.name = u"node1"_s, .host = u"127.0.0.1"_s};
        const QString url = endpointOf(deployment, *findRecipe(deployment.recipe), {}).baseUrl;
        Cluster cluster({});
        ChatBackends backends(cluster, std::make_shared<EmbeddedEngine>());
        cluster.open(deployment, {});
        QCOMPARE(backends.current(), url); // nothing else is there
        backends.goOnWith(url);
        QVERIFY(backends.state() != ChatBackends::State::NotLoaded); // it is asked
        for (const char *name : {"a.gguf", "b.gguf"})
            writeFile(m_home->filePath(u"models/"_s + QLatin1String(name)), GgufBytes::model().bytes());
        backends.setFolders({m_home->filePath(u"models"_s)});
        QTRY_COMPARE(backends.list().size(), 3);
        QCOMPARE(backends.current(), url);
        QVERIFY(!backends.isChosen());
    }

    // The last conversation may have been another deployment's, or there is none and somebody only chose.
    void whoWasHadForTheDeploymentIsTakenUpAgain()
    {
        QVERIFY(QDir().mkpath(defaultModelFolder()));
        const QString model = defaultModelFolder() + u"/a.gguf"_s;
        writeFile(model, GgufBytes::model().bytes());
        const QString opened = m_home->path() + u"/d.deployment.json"_s, url = u"http://127.0.0.1:1025/v1"_s;
        writeFile(opened, R"({"name": "d", "recipe": "mindie-deepseek-v3.2-w8a8-2xA2", "simulated": true, "nodes": [
            {"name": "node1", "host": "127.0.0.1", "user": "nobody"}, {"name": "node2", "host": "127.0.0.2"}]})");
        Settings settings;
        settings.recentFiles << opened;
        QVERIFY(bool(saveSettings(settings, defaultSettingsFile())));
        ChatTurn question, answer;
        question.isUser = true;
        question.text = u"Who are you?"_s;
        answer.text = u"tiny"_s;
        answer.backend = model;
        writeFile(defaultChatFile(), toText({{question, answer}, 0}));
        for (const bool isFirst : {true, false}) {
            Application application{asStarted()};
            application.window().show();
            application.reopenLast();
            application.window().showPage(u"chat"_s);
            ChatBackends &backends = application.chat().backends();
            QTRY_COMPARE(application.cluster().deployment().nodes.size(), 2);
            QTRY_COMPARE(application.chat().model().rowCount(), 2);
            QTRY_COMPARE(backends.list().size(), 2);
            QTRY_COMPARE(backends.current(), isFirst ? model : url);
            QVERIFY(!backends.isChosen() && backends.missed().isEmpty());
            if (isFirst)
                backends.choose(url);
            QCOMPARE(application.settings().value().chatWith.value(opened), u"endpoint"_s);
        }
    }

    void whoWasHadAndIsGoneIsNamed()
    {
        Deployment deployment;
        deployment.name = u"d"_s;
        deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        deployment.nodes << Node{.name = u"node1"_s, .host = u"127.0.0.1"_s};
        Cluster cluster({});
        ChatBackends backends(cluster, std::make_shared<EmbeddedEngine>());
        cluster.open(deployment, {});
        backends.setLast(m_home->filePath(u"models/b.gguf"_s));
        QCOMPARE(backends.missed(), QString()); // nobody has looked yet
        writeFile(m_home->filePath(u"models/a.gguf"_s), GgufBytes::model().bytes());
        backends.setFolders({m_home->filePath(u"models"_s)});
        QTRY_COMPARE(backends.missed(), u"b"_s);
        writeFile(m_home->filePath(u"models/b.gguf"_s), GgufBytes::model().bytes());
        backends.refresh();
        QTRY_COMPARE(backends.current(), m_home->filePath(u"models/b.gguf"_s));
        QCOMPARE(backends.missed(), QString());
    }

    void theModelThatWasTalkedToIsTheOneOffered()
    {
        for (const char *name : {"a.gguf", "b.gguf"})
            writeFile(m_home->filePath(u"models/"_s + QLatin1String(name)), GgufBytes::model().bytes());
        const QString second = m_home->filePath(u"models/b.gguf"_s);
        Cluster cluster({});
        ChatBackends backends(cluster, std::make_shared<EmbeddedEngine>());
        backends.goOnWith(second);
        backends.setFolders({m_home->filePath(u"models"_s)});
        QTRY_COMPARE(backends.list().size(), 2);
        QCOMPARE(backends.current(), second);
        QCOMPARE(backends.state(), ChatBackends::State::NotLoaded); // it is loaded when somebody asks
    }

    void aRestartBringsItBack()
    {
        {
            Started first;
            QVERIFY(first.note().isEmpty());
            first.askAndHear(u"Is it kept?"_s);
            const QString lock = m_home->filePath(u".local/state/ascend-console/chat.json.lock"_s);
            QTRY_VERIFY(QFile::exists(lock));
            const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
            QTRY_VERIFY(!(QFile::permissions(lock) & others));
        }
        const QString path = m_home->filePath(u".local/state/ascend-console/chat.json"_s);
        struct stat facts{};
        QCOMPARE(::stat(QFile::encodeName(path).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777, 0600u);
        QCOMPARE(::stat(QFile::encodeName(QFileInfo(path).path()).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777, 0700u);

        Started second;
        QTRY_COMPARE(second.model().rowCount(), 2);
        QCOMPARE(second.model().turn(0).text, u"Is it kept?"_s);
        QCOMPARE(second.model().turn(1).text, u"Yes, **of course**."_s);
        QCOMPARE(second.model().turn(1).state, TurnState::Done);
        QTRY_VERIFY(second.seen<QLabel>(u"userText"_s));
        QCOMPARE(second.seen<QLabel>(u"userText"_s)->text(), u"Is it kept?"_s);
        QVERIFY(second.seen<QLabel>(u"figures"_s)->text().contains(u"7 tokens"_s));
        second.askAndHear(u"And now?"_s);
        QCOMPARE(second.port->asked().last().messages.size(), 3); // it is the same conversation
    }

    // The window is closed while its own reader has the file and has not been heard.
    void whatWasSaidBeforeTheFileWasHeardIsKept()
    {
        const QString path = m_home->filePath(u"chat/chat.json"_s);
        {
            ChatModel model;
            ChatKeeper keeper(model);
            keeper.keep(path);
            model.addUserTurn(u"Go"_s);
            QDeadlineTimer patience(20'000);
            while (!QFile::exists(path + u".lock"_s) && !patience.hasExpired())
                QThread::msleep(1);      // no answer is delivered meanwhile
        }
        QVERIFY2(contentOf(path).contains("Go"), contentOf(path).constData());
    }

    void aStoppedAnswerIsKeptWithItsMark()
    {
        {
            Started first({u"Half an"_s}, true);
            first.ask(u"Go"_s);
            QTRY_COMPARE(first.model().rowCount(), 2);
            QTRY_COMPARE(first.model().turn(1).state, TurnState::Streaming);
            QTest::keyClick(first.seen<QPlainTextEdit>(u"composerText"_s), Qt::Key_Escape);
            QTRY_COMPARE(first.model().turn(1).state, TurnState::Stopped);
        }
        Started second;
        QTRY_COMPARE(second.model().rowCount(), 2);
        QCOMPARE(second.model().turn(1).state, TurnState::Stopped);
        QTRY_VERIFY(second.seen<QLabel>(u"figures"_s));
        QVERIFY(second.seen<QLabel>(u"figures"_s)->text().startsWith(u"Stopped"_s));
    }

    // kill -9 while it answers: what had come by a second before is there, and its lock is in nobody's way.
    void whatWasSaidBeforeAKillIsThere()
    {
        QProcess console;
        console.start(QCoreApplication::applicationFilePath(), {u"--talk"_s});
        QVERIFY(console.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(contentOf(defaultChatFile()).contains("Half an"), 60'000);
        ::kill(pid_t(console.processId()), SIGKILL);
        QVERIFY(console.waitForFinished());
        Started second;
        QTRY_COMPARE(second.model().rowCount(), 2);
        QCOMPARE(second.model().turn(0).text, u"Go"_s);
        QCOMPARE(second.model().turn(1).text, u"Half an"_s);
        QCOMPARE(second.model().turn(1).state, TurnState::Stopped);
        QVERIFY2(second.note().isEmpty(), qPrintable(second.note()));
    }

    void clearRemovesItAndUndoBringsItBack()
    {
        {
            Started first;
            first.askAndHear(u"One"_s);
            QTRY_VERIFY(QFileInfo::exists(defaultChatFile()));
            QTest::mouseClick(first.seen<QPushButton>(u"clearChat"_s), Qt::LeftButton);
            QTRY_VERIFY(!QFileInfo::exists(defaultChatFile()));
            QTest::mouseClick(first.seen<QPushButton>(u"undoBarUndo"_s), Qt::LeftButton);
            QTRY_VERIFY(contentOf(defaultChatFile()).contains("One"));
        }
        {
            Started second;
            QTRY_COMPARE(second.model().rowCount(), 2);
            QTest::mouseClick(second.seen<QPushButton>(u"clearChat"_s), Qt::LeftButton);
        }
        QVERIFY(!QFileInfo::exists(defaultChatFile()));
    }

    void switchedOffNothingIsKept()
    {
        {
            Started first;
            first.askAndHear(u"A secret"_s);
            QTRY_VERIFY(contentOf(defaultChatFile()).contains("A secret"));
            first.application.window().showPage(u"settings"_s);
            auto *keep = first.seen<QCheckBox>(u"keepChat"_s);
            QVERIFY(keep && keep->isChecked());
            QTest::mouseClick(keep, Qt::LeftButton, {}, QPoint(8, keep->height() / 2));
            QVERIFY(!keep->isChecked());
            QTRY_VERIFY(!QFileInfo::exists(defaultChatFile()));
            first.application.window().showPage(u"chat"_s);
            first.askAndHear(u"Another"_s);
        }
        QVERIFY(!QFileInfo::exists(defaultChatFile()));
        {
            Started second;              // the choice is kept
            second.askAndHear(u"More"_s);
            QCOMPARE(second.model().rowCount(), 2);
            second.application.window().showPage(u"settings"_s);
            auto *keep = second.seen<QCheckBox>(u"keepChat"_s);
            QTest::mouseClick(keep, Qt::LeftButton, {}, QPoint(8, keep->height() / 2));
            QTRY_VERIFY(contentOf(defaultChatFile()).contains("More"));
        }
    }

    void aDamagedFileIsToldAndMovedAside_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("words");
        QTest::newRow("cut") << QByteArray("{\"format\": \"ascend-console chat\", \"turns\": [") << u"not valid JSON"_s;
        QTest::newRow("binary") << QByteArray("\xff\x00\x01", 3) << u"not valid JSON"_s;
        QTest::newRow("empty") << QByteArray() << u"not valid JSON"_s;
        QTest::newRow("another shape") << QByteArray("{\"a\": 1}") << u"does not hold a conversation"_s;
        QTest::newRow("a turn") << QByteArray(
            "{\"format\": \"ascend-console chat\", \"version\": 1, \"turns\": [{\"role\": \"user\", \"text\": 3}]}")
                                << u"Message 1"_s;
        QTest::newRow("a newer version") << QByteArray(
            "{\"format\": \"ascend-console chat\", \"version\": 2, \"turns\": []}")
                                         << u"newer version"_s;
    }
    void aDamagedFileIsToldAndMovedAside()
    {
        QFETCH(const QByteArray, content);
        QFETCH(const QString, words);
        QVERIFY(QDir().mkpath(QFileInfo(defaultChatFile()).path()));
        QFile file(defaultChatFile());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        Started console;
        QTRY_VERIFY2(console.note().contains(words), qPrintable(console.note()));
        QVERIFY(console.note().contains(defaultChatFile() + u".damaged"_s));
        QCOMPARE(contentOf(defaultChatFile() + u".damaged"_s), content);
        QVERIFY(console.model().isEmpty());
        console.askAndHear(u"Go on"_s);
        QTRY_VERIFY(contentOf(defaultChatFile()).contains("Go on"));
    }

    void aFullDiskIsToldAndTheChatGoesOn()
    {
        const QString state = m_home->filePath(u"small"_s);
        QVERIFY(QDir().mkpath(state));
        if (::mount("tmpfs", QFile::encodeName(state).constData(), "tmpfs", 0, "size=64k") != 0)
            QSKIP("a small tmpfs is mounted: root is needed");
        qputenv("XDG_STATE_HOME", state.toUtf8());
        const auto unmount = qScopeGuard([&] { ::umount2(QFile::encodeName(state).constData(), MNT_DETACH); });
        {
            Started first;
            first.askAndHear(u"Small"_s);
            QTRY_VERIFY(contentOf(defaultChatFile()).contains("Small"));
            QFile filler(state + u"/filler"_s);
            QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
            while (filler.write(QByteArray(4096, 'x')) == 4096) {}
            first.askAndHear(u"Large"_s);
            QTRY_VERIFY2_WITH_TIMEOUT(first.note().contains(u"not being kept"_s)
                                          && first.note().contains(defaultChatFile()),
                                      qPrintable(first.note()), 10'000);
            QVERIFY(contentOf(defaultChatFile()).contains("Small")); // whole, as it was
            first.askAndHear(u"Another"_s);
            QVERIFY(filler.remove());    // room again
            QTRY_VERIFY_WITH_TIMEOUT(first.note().isEmpty(), 20'000);
            QVERIFY(contentOf(defaultChatFile()).contains("Another"));
        }
        Started second;
        QTRY_COMPARE(second.model().rowCount(), 6);
    }

    void anotherWindowLeavesItAlone()
    {
        Started first;
        first.askAndHear(u"Mine"_s);
        QTRY_VERIFY(contentOf(defaultChatFile()).contains("Mine"));
        Started second;
        QTRY_VERIFY(second.note().contains(u"Another window"_s));
        second.askAndHear(u"Yours"_s);
        QTest::qWait(700);               // by then it would have been written
        QVERIFY(!contentOf(defaultChatFile()).contains("Yours"));
    }

    // It has ended: what it kept is an earlier conversation, and from here on this one keeps its own.
    void theOneThatStaysTakesTheFileOver()
    {
        auto first = std::make_unique<Started>();
        first->askAndHear(u"Mine"_s);
        QTRY_VERIFY(contentOf(defaultChatFile()).contains("Mine"));
        Started second;
        QTRY_VERIFY(second.note().contains(u"once that window has ended"_s));
        second.askAndHear(u"Yours"_s);
        first.reset();
        QTRY_VERIFY2_WITH_TIMEOUT(second.note() == u"The window that kept its conversation has ended: it is among the "
                                                   "earlier conversations, and this one is kept now."_s,
                                  qPrintable(second.note()), 20'000);
        QCOMPARE(second.model().rowCount(), 2);
        QTRY_VERIFY(contentOf(defaultChatFile()).contains("Yours"));
        QVERIFY(!contentOf(defaultChatFile()).contains("Mine"));
        QTRY_COMPARE(second.application.chat().earlier().rowCount(), 1);
        QCOMPARE(second.application.chat().earlier().index(0).data().toString(), u"Mine"_s);
        second.askAndHear(u"And then?"_s);
        QCOMPARE(second.port->asked().last().messages.size(), 3); // nothing of the other one is sent
        QTest::mouseClick(second.seen<QPushButton>(u"newChat"_s), Qt::LeftButton);
        QTRY_VERIFY2(second.note().isEmpty(), qPrintable(second.note()));
    }

    // Nothing was said here: the conversation goes on, as after a restart.
    void theOneThatStaysAndIsEmptyTakesItUp()
    {
        auto first = std::make_unique<Started>();
        first->askAndHear(u"Mine"_s);
        QTRY_VERIFY(contentOf(defaultChatFile()).contains("Mine"));
        Started second;
        QTRY_VERIFY(second.note().contains(u"once that window has ended"_s));
        first.reset();
        QTRY_COMPARE_WITH_TIMEOUT(second.model().rowCount(), 2, 20'000);
        QTRY_VERIFY2(second.note().isEmpty(), qPrintable(second.note()));
    }

    void whatIsTooMuchIsDroppedWithAWord()
    {
        ChatTurn question, answer;
        question.isUser = true;
        question.text = u"q"_s;
        answer.text = QString(mostKeptCharacters / 3, u'a');
        const KeptChat chat = bounded({{question, answer, question, answer, question, answer}, 2});
        QCOMPARE(chat.turns.size(), 4);
        QCOMPARE(chat.dropped, 4);
        QVERIFY(chat.turns.first().isUser);
        KeptChat large;
        question.text = u"A question"_s;
        answer.text = u"Words and words.\n\n"_s.repeated(1000);
        while (large.turns.size() * answer.text.size() / 2 <= mostKeptCharacters)
            large.turns << question << answer;
        QVERIFY(QDir().mkpath(QFileInfo(defaultChatFile()).path()));
        QFile file(defaultChatFile());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(toText(large));
        file.close();
        {
            Started first;
            QTRY_COMPARE_WITH_TIMEOUT(first.model().rowCount(), int(large.turns.size()), 20'000);
            QVERIFY(first.note().isEmpty());
            first.askAndHear(u"One more"_s);
            QTRY_VERIFY2_WITH_TIMEOUT(first.note().contains(u"oldest messages"_s), qPrintable(first.note()), 20'000);
        }
        Started second;
        QTRY_VERIFY_WITH_TIMEOUT(second.model().rowCount() > 0, 20'000);
        QVERIFY(second.model().rowCount() < large.turns.size() + 2);
        QCOMPARE(second.model().turn(second.model().rowCount() - 2).text, u"One more"_s);
        QTRY_VERIFY(second.note().contains(u"oldest messages"_s));
    }

    void everythingOfATurnComesBack()
    {
        ChatTurn failed;
        failed.state = TurnState::Failed;
        failed.error = Error{ErrorKind::Timeout, u"It took too long."_s, u"words"_s, {{u"a"_s, u"b"_s}}};
        failed.backend = u"/models/x.gguf"_s;
        failed.reasoning = u"Hm."_s;
        failed.hasEarlier = true;
        failed.sent = 3;
        failed.isLeftOut = true;
        failed.stats.ttftMs = 12.5;
        const Result<KeptChat> read = parseChat(toText({{failed}, 3}));
        QVERIFY(read);
        const ChatTurn &turn = read->turns.first();
        QCOMPARE(turn.state, failed.state);
        QVERIFY(turn.error == failed.error);
        QCOMPARE(turn.backend, failed.backend);
        QCOMPARE(turn.reasoning, failed.reasoning);
        QCOMPARE(turn.sent, 3);
        QVERIFY(turn.hasEarlier && turn.isLeftOut && turn.stats.ttftMs == 12.5 && !turn.stats.promptTokens);
        QCOMPARE(read->dropped, 3);
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QString m_model;                     // the real one, where it was downloaded
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    if (QCoreApplication::arguments().contains(u"--talk"_s)) { // to be killed
        Started console({u"Half an"_s}, true);
        console.application.chat().send(u"Go"_s);
        return QApplication::exec();
    }
    TestChatKept test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_chatkept.moc"
