#include "tests/support/watchdog.h"
#include "tests/support/scriptedchat.h"
#include "ui/chat/answertext.h"
#include "ui/chat/chatpage.h"
#include "ui/chat/chatview.h"
#include "ui/chat/composer.h"
#include "ui/common/style.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

const QString stories = QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf");

struct Fixture
{
    Fixture()
    {
        qputenv("ASCEND_CONSOLE_CACHE", cache.path().toUtf8()); // no model of this machine
        page = std::make_unique<ChatPage>(cluster, engine);
        page->resize(1000, 700);
    }

    template<typename T>
    T *find(const char *name) const { return page->findChild<T *>(QLatin1String(name)); }
    QPlainTextEdit *edit() const { return find<QPlainTextEdit>("composerText"); }
    void type(const QString &text) const
    {
        edit()->setFocus();
        QTest::keyClicks(edit(), text);
    }
    void answerWith(const std::shared_ptr<ScriptedChat> &port)
    {
        page->backends().addPort(u"Scripted"_s, port);
        page->show();
        QVERIFY(QTest::qWaitForWindowExposed(page.get()));
    }
    QString shownAnswer() const
    {
        QStringList parts;
        const auto texts = page->findChildren<AnswerText *>();
        for (const AnswerText *text : texts)
            parts << text->toPlainText();
        return parts.join(u"|"_s);
    }

    QTemporaryDir cache;
    Cluster cluster{ConnectionSettings{}};
    std::shared_ptr<EmbeddedEngine> engine = std::make_shared<EmbeddedEngine>();
    std::unique_ptr<ChatPage> page;
};

std::shared_ptr<ScriptedChat> speaking(const QStringList &pieces)
{
    auto port = std::make_shared<ScriptedChat>();
    port->pieces = pieces;
    port->stats.model = u"tiny"_s;
    port->stats.ttftMs = 12;
    port->stats.completionTokens = int(pieces.size());
    return port;
}

} // namespace

class TestChatPage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        style::apply(*qApp, Theme::Light);
    }

    void enterSendsAndTheAnswerStandsThere()
    {
        Fixture f;
        const auto port = speaking({u"Hello "_s, u"**you**."_s});
        f.answerWith(port);
        f.type(u"Who is there?"_s);
        QTest::keyClick(f.edit(), Qt::Key_Return);
        QTRY_COMPARE(f.page->model().rowCount(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(1).state, TurnState::Done, 20000);
        QCOMPARE(f.edit()->toPlainText(), QString());
        QCOMPARE(f.shownAnswer(), u"Hello you."_s); // rendered
        QCOMPARE(f.find<QLabel>("userText")->text(), u"Who is there?"_s);
        QVERIFY(f.find<QLabel>("figures")->text().startsWith(u"tiny  ·  TTFT 12\u00a0ms"_s));
        QCOMPARE(port->asked().first().messages, (QList<ChatMessage>{{u"user"_s, u"Who is there?"_s}}));
    }

    void shiftEnterBreaksTheLineAndEightLinesAreTheMost()
    {
        Fixture f;
        f.answerWith(speaking({}));
        const int one = f.edit()->height();
        f.type(u"a"_s);
        QTest::keyClick(f.edit(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(f.page->model().rowCount(), 0);
        QVERIFY(f.edit()->height() > one);
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(f.edit(), Qt::Key_Return, Qt::ShiftModifier);
        const int eight = f.edit()->height();
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(f.edit(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(f.edit()->height(), eight);
    }

    void emptyWordsAreNotSent()
    {
        Fixture f;
        f.answerWith(speaking({}));
        QVERIFY(!f.find<QPushButton>("send")->isEnabled());
        f.type(u"   "_s);
        QTest::keyClick(f.edit(), Qt::Key_Return);
        QCOMPARE(f.page->model().rowCount(), 0);
    }

    void escapeStopsAndWhatWasSaidStays()
    {
        Fixture f;
        const auto port = speaking({u"Half an"_s});
        port->hangs = true;
        f.answerWith(port);
        f.page->send(u"Go"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Streaming);
        QVERIFY(f.find<QPushButton>("stop")->isVisible());
        QVERIFY(!f.find<QPushButton>("send")->isVisible());
        QTest::keyClick(f.edit(), Qt::Key_Escape);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Stopped);
        QCOMPARE(f.shownAnswer(), u"Half an"_s);
        QVERIFY(f.find<QLabel>("figures")->text().startsWith(u"Stopped"_s));
        QVERIFY(f.find<QPushButton>("send")->isVisible());
    }

    void anErrorIsAMarkWithRetry()
    {
        Fixture f;
        const auto port = speaking({});
        port->failure = Error{ErrorKind::Connection, u"10.20.0.1 does not answer."_s, u"refused"_s, {}};
        f.answerWith(port);
        f.page->send(u"Hello"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Failed);
        const auto messages = f.page->findChildren<QLabel *>(u"errorMessage"_s);
        const bool shown = std::any_of(messages.begin(), messages.end(), [](const QLabel *label) {
            return label->isVisible() && label->text() == u"10.20.0.1 does not answer."_s;
        });
        QVERIFY(shown);
        port->failure.reset();
        port->pieces = {u"Now."_s};
        const auto retries = f.page->findChildren<QPushButton *>(u"errorRetry"_s);
        for (QPushButton *retry : retries)
            if (retry->isVisible())
                retry->click();
        QTRY_COMPARE(f.page->model().rowCount(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(1).state, TurnState::Done, 20000);
        QCOMPARE(f.page->model().turn(1).text, u"Now."_s);
    }

    void regenerateAsksTheSameAgain()
    {
        Fixture f;
        const auto port = speaking({u"One"_s});
        f.answerWith(port);
        f.page->send(u"Question"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(1).state, TurnState::Done, 20000);
        port->pieces = {u"Two"_s};
        f.find<QPushButton>("regenerate")->click();
        QTRY_VERIFY(f.page->model().rowCount() == 2 && f.page->model().turn(1).text == u"Two"_s);
        QTRY_VERIFY(!f.page->isBusy());
        QCOMPARE(port->asked().size(), 2);
        QCOMPARE(port->asked()[1].messages, port->asked()[0].messages);
    }

    void parametersGoWithTheQuestionAndDefaultsDoNot()
    {
        Fixture f;
        const auto port = speaking({u"x"_s});
        f.answerWith(port);
        f.page->send(u"a"_s);
        QTRY_COMPARE(port->asked().size(), 1);
        QVERIFY(!port->asked()[0].temperature && !port->asked()[0].topP && !port->asked()[0].maxTokens && !port->asked()[0].seed);
        QTRY_VERIFY(!f.page->isBusy());
        f.find<QPushButton>("parametersButton")->click();
        f.find<QPlainTextEdit>("systemPrompt")->setPlainText(u"Be brief"_s);
        f.find<QDoubleSpinBox>("temperature")->setValue(0);
        f.find<QSpinBox>("maxTokens")->setValue(64);
        f.find<QSpinBox>("seed")->setValue(7);
        f.page->send(u"b"_s);
        QTRY_COMPARE(port->asked().size(), 2);
        const ChatRequest request = port->asked()[1];
        QCOMPARE(request.messages.first(), (ChatMessage{u"system"_s, u"Be brief"_s}));
        QCOMPARE(request.temperature, std::optional<double>(0));
        QCOMPARE(request.maxTokens, std::optional<int>(64));
        QCOMPARE(request.seed, std::optional<qint64>(7));
    }

    void clearForgetsAlsoInTheMiddleOfAnAnswer()
    {
        Fixture f;
        const auto port = speaking({u"Half"_s});
        port->hangs = true;
        f.answerWith(port);
        f.page->send(u"Go"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Streaming);
        f.find<QPushButton>("clearChat")->click();
        QCOMPARE(f.page->model().rowCount(), 0);
        QTRY_VERIFY(!f.page->isBusy());
        port->hangs = false;
        f.page->send(u"Again"_s);
        QTRY_VERIFY(f.page->model().rowCount() == 2 && f.page->model().turn(1).state == TurnState::Done);
        QCOMPARE(port->asked().last().messages.size(), 1);
    }

    void theViewStaysAtTheBottomIfItWasThere()
    {
        Fixture f;
        const auto port = speaking({});
        for (int i = 0; i < 200; ++i)
            port->pieces << u"A line of the answer.\n\n"_s;
        f.answerWith(port);
        f.page->send(u"Go"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(1).state, TurnState::Done, 20000);
        auto *view = f.find<ChatView>("chatView");
        QTRY_VERIFY(view->verticalScrollBar()->maximum() > 500);
        QTRY_VERIFY(view->isAtBottom());
        // who has scrolled up is left alone
        view->verticalScrollBar()->setValue(100);
        port->hangs = true;
        f.find<QPushButton>("parametersButton")->click(); // a change of layout is no reason either
        QTest::qWait(50);
        QTRY_COMPARE(view->verticalScrollBar()->value(), 100);
    }

    void codeHasABoxAndPicturesAreNotFetched()
    {
        Fixture f;
        f.answerWith(speaking({u"See:\n\n```bash\nnpu-smi info\n```\n\n![x](file:///etc/passwd) end"_s}));
        f.page->send(u"Go"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(1).state, TurnState::Done, 20000);
        QTRY_COMPARE(f.find<QPlainTextEdit>("codeText")->toPlainText(), u"npu-smi info"_s);
        const auto texts = f.page->findChildren<AnswerText *>();
        for (AnswerText *text : texts)
            QCOMPARE(text->loadResource(QTextDocument::ImageResource, QUrl(u"file:///etc/passwd"_s)).toByteArray(), QByteArray());
    }

    void fifteenHundredTokensDoNotStallTheWindow()
    {
        Fixture f;
        const auto port = speaking({});
        for (int i = 0; i < 1500; ++i)
            port->pieces << (i % 100 == 99 ? u"\n\n"_s : i % 7 == 0 ? u"**word** "_s : u"token "_s);
        port->between = std::chrono::milliseconds(1);
        f.answerWith(port);
        QTRY_VERIFY(f.page->isVisible());
        QTest::qWait(100);
        Watchdog watchdog;
        f.page->send(u"Go"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(1).state, TurnState::Done, 20000);
        QTest::qWait(50);
        QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
    }

    void theEmbeddedEngineLoadsWhenAskedAndAnswers()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        Fixture f;
        QDir(f.cache.path()).mkpath(u"models"_s);
        QVERIFY(QFile::copy(stories, f.cache.filePath(u"models/stories260K.gguf"_s)));
        f.page->show();
        QTRY_COMPARE(f.page->backends().list().size(), 1);
        QCOMPARE(f.page->backends().state(), ChatBackends::State::NotLoaded);
        f.find<QSpinBox>("maxTokens")->setValue(60);
        Watchdog watchdog;
        f.page->send(u"Once upon a time"_s); // loads first
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(1).state, TurnState::Done, 30000);
        QCOMPARE(f.page->backends().state(), ChatBackends::State::Ready);
        QVERIFY(f.page->model().turn(1).text.size() > 20);
        QVERIFY(f.find<QLabel>("figures")->text().contains(u"60 tokens"_s));
        QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
    }

    void aDamagedModelFileIsAnErrorOnTheTurn()
    {
        Fixture f;
        const QString path = f.cache.filePath(u"bad.gguf"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("GGUF but not really");
        file.close();
        f.page->show();
        f.page->backends().addModelFile(path);
        QTRY_COMPARE(f.page->backends().state(), ChatBackends::State::Failed);
        QVERIFY(f.page->backends().error()->message.startsWith(u"bad.gguf "_s));
    }

    void anEndpointThatDoesNotAnswerSaysSo()
    {
        Fixture f;
        Deployment deployment;
        deployment.nodes << Node{u"node1"_s, u"127.0.0.1"_s};
        deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        deployment.settings = {{"port", 1024}, {"servedModelName", "ds_v3.2"}};
        f.cluster.open(deployment, {});
        f.page->show();
        QCOMPARE(f.page->backends().list().size(), 1);
        QCOMPARE(f.page->backends().list().first().name, u"ds_v3.2"_s);
        f.page->send(u"Hello"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Failed);
        QCOMPARE(f.page->backends().state(), ChatBackends::State::Failed);
        QCOMPARE(f.page->model().turn(1).error->kind, ErrorKind::Connection);
    }
};

QTEST_MAIN(TestChatPage)
#include "tst_chatpage.moc"
