#include "inference/contextoverflow.h"
#include "tests/support/rests.h"
#include "tests/support/watchdog.h"
#include "tests/support/scriptedchat.h"
#include "tests/support/templatedmodel.h"
#include "ui/chat/answertext.h"
#include "ui/chat/chatpage.h"
#include "ui/chat/chatview.h"
#include "ui/chat/codebox.h"
#include "ui/chat/composer.h"
#include "ui/chat/turnwidget.h"
#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

using namespace Qt::StringLiterals;

namespace {

const QString stories = QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf");

Deployment servedWhereNobodyAnswers()
{
    Deployment deployment;
    deployment.nodes << Node{u"node1"_s, u"127.0.0.1"_s};
    deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
    deployment.settings = {{"port", 1024}, {"servedModelName", "ds_v3.2"}};
    return deployment;
}

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

    template<typename T>
    T *seen(const char *name) const // the one of that name that is in sight
    {
        const auto all = page->findChildren<T *>(QLatin1String(name));
        for (T *widget : all)
            if (widget->isVisible())
                return widget;
        return nullptr;
    }
    QString seenError() const
    {
        const auto *message = seen<QLabel>("errorMessage");
        return message ? message->text() : QString();
    }
    void press(const char *name) const
    {
        auto *button = seen<QPushButton>(name);
        QVERIFY2(button, name);
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void ask(const QString &text) const
    {
        type(text);
        QTest::keyClick(edit(), Qt::Key_Return);
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

std::optional<Error> tooLong(qint64 prompt, qint64 context)
{
    return toError({prompt, context}, u"words of the engine"_s);
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

    // A model may say them, and a line of code would read otherwise than it runs.
    void controlCharactersAreShown()
    {
        const QString said = u"a\x1b[31mb \u202ecod.exe\u009b\n\nend"_s, first = u"a␛[31mb <U+202E>cod.exe<U+009B>"_s;
        AnswerText answer;
        answer.append(said);
        QCOMPARE(answer.toPlainText().section(u'\n', 0, 0), first);
        answer.showMarkdown(said);
        QCOMPARE(answer.toPlainText().section(u'\n', 0, 0), first);
        const CodeBox code(said, u"sh"_s);
        QCOMPARE(code.findChild<QPlainTextEdit *>(u"codeText"_s)->toPlainText().section(u'\n', 0, 0), first);
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
        QCOMPARE(f.find<QLabel>("figures")->text(), u"Stopped  ·  Scripted"_s); // and whose answer it is
        QVERIFY(f.find<QPushButton>("send")->isVisible());
    }

    void whatIsWholeIsRenderedWhileTheRestComes()
    {
        Fixture f;
        const auto port = speaking({u"Some **bold** words.\n"_s, u"\n```sh\nnpu-smi info\n"_s, u"```\n\n"_s,
                                    u"And **half"_s});
        port->hangs = true;
        port->between = std::chrono::milliseconds(60); // each is shown by itself
        f.answerWith(port);
        f.page->send(u"Go"_s);
        const auto said = [&] {
            QStringList texts;
            for (const AnswerText *part : f.page->findChildren<AnswerText *>()) {
                if (part->isVisibleTo(f.page.get()))
                    texts << part->toPlainText();
            }
            std::sort(texts.begin(), texts.end());
            return texts;
        };
        QTRY_COMPARE(said(), (QStringList{u"And **half"_s, u"Some bold words."_s}));
        QCOMPARE(f.find<QPlainTextEdit>("codeText")->toPlainText(), u"npu-smi info"_s);
        QTest::keyClick(f.edit(), Qt::Key_Escape);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Stopped);
        QCOMPARE(said(), (QStringList{u"And **half"_s, u"Some bold words."_s}));
        QTRY_COMPARE(f.page->findChildren<QPlainTextEdit *>(u"codeText"_s).size(), 1);
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
        QVERIFY(!port->asked()[0].temperature && !port->asked()[0].topP && !port->asked()[0].maxTokens
                && !port->asked()[0].seed);
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

    void whatIsOutOfRangeIsSaid_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("stands");
        QTest::newRow("temperature") << u"temperature"_s << u"5"_s << u"2.00"_s;
        QTest::newRow("temperature, huge") << u"temperature"_s << u"99999999"_s << u"2.00"_s;
        QTest::newRow("top-p") << u"topP"_s << u"1.7"_s << u"1.00"_s;
        QTest::newRow("top-p, none") << u"topP"_s << u"0"_s << u"0.01"_s;
        QTest::newRow("longest answer") << u"maxTokens"_s << u"99999999"_s << u"1000000"_s;
        QTest::newRow("seed") << u"seed"_s << u"99999999999"_s << u"2147483647"_s;
    }

    // Not swallowed key by key, and never "Default": the field takes the nearest value and says so.
    void whatIsOutOfRangeIsSaid()
    {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(QString, stands);
        Fixture f;
        f.answerWith(speaking({u"x"_s}));
        QTest::mouseClick(f.find<QPushButton>("parametersButton"), Qt::LeftButton);
        auto *box = f.page->findChild<QAbstractSpinBox *>(field);
        auto *note = f.page->findChild<QLabel *>(field + u"Note"_s);
        QVERIFY(box && note && !note->isVisible());
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, typed);
        QTest::keyClick(box, Qt::Key_Tab);
        QCOMPARE(box->text(), stands);
        QVERIFY2(note->isVisible() && note->text().contains(typed) && note->text().contains(stands),
                 qPrintable(note->text()));
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, field == u"topP" ? u"0.5"_s : u"1"_s);
        QTest::keyClick(box, Qt::Key_Tab);
        QVERIFY2(!note->isVisible(), qPrintable(note->text()));
    }

    // The answer under way is still the old one's; the header speaks of the next question, and says so.
    void anotherBackendInMidAnswerIsForTheNextQuestion()
    {
        Fixture f;
        const auto slow = speaking({u"The story "_s});
        slow->hangs = true;
        f.page->backends().addPort(u"Other"_s, speaking({u"y"_s}));
        f.answerWith(slow);
        auto *state = f.find<QLabel>("backendState");
        f.ask(u"Write a long story about ships"_s);
        QTRY_VERIFY(f.page->isBusy());
        auto *picker = f.find<QComboBox>("backendPicker");
        picker->setFocus();
        QTest::keyClick(picker, Qt::Key_Home);
        QTest::keyClick(picker, Qt::Key_Up);
        QTRY_COMPARE(f.page->backends().current(), u"Other"_s);
        QTRY_VERIFY2(state->accessibleName().contains(u"next question")
                         && state->accessibleName().contains(u"Scripted"),
                     qPrintable(state->accessibleName()));
        f.page->stop();
        QTRY_VERIFY(!f.page->isBusy());
        QTRY_VERIFY2(!state->accessibleName().contains(u"next question"), qPrintable(state->accessibleName()));
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
        // Who has scrolled up is left alone: what is read stays where it is.
        view->verticalScrollBar()->setValue(100);
        const auto turns = [view] { return view->widget()->findChildren<TurnWidget *>(); };
        QTRY_COMPARE(turns().size(), 2); // those in sight
        const auto topOfTheAnswer
            = [&] { return std::max(turns()[0]->y(), turns()[1]->y()) - view->verticalScrollBar()->value(); };
        QVERIFY(QTest::qWaitFor(rests));
        const int top = topOfTheAnswer();
        QVERIFY(top < 0);
        const int width = view->width();
        port->hangs = true;
        f.find<QPushButton>("parametersButton")->click(); // a change of layout is no reason either
        QTRY_VERIFY(view->width() < width);
        QVERIFY(QTest::qWaitFor(rests));
        QCOMPARE(topOfTheAnswer(), top);
        QVERIFY(!view->isAtBottom());
    }

    void paragraphsKeepTheirDistanceWhenTheAnswerEnds()
    {
        Fixture f;
        const auto port = speaking(
            {u"\n\nThe first one.\n"_s, u"\nThe second "_s, u"one.\n\n- An item\n- Another\n\nThe"_s, u" last one."_s});
        port->hangs = true;
        port->between = std::chrono::milliseconds(60); // each is shown by itself
        f.answerWith(port);
        f.page->send(u"Go"_s);
        QTRY_VERIFY(f.shownAnswer().contains(u"last one."_s));
        const auto tops = [&f] { // of the paragraphs, below the first
            QList<int> list;
            for (const QString &words : {u"first"_s, u"second"_s, u"An item"_s, u"Another"_s, u"last"_s}) {
                int top = 0;
                for (const AnswerText *text : f.page->findChildren<AnswerText *>()) {
                    const QTextCursor found = text->document()->find(words);
                    if (text->isVisible() && !found.isNull())
                        top = text->mapTo(f.page.get(), text->cursorRect(found).topLeft()).y();
                }
                list << top - (list.isEmpty() ? 0 : list.first());
            }
            list.removeFirst();
            return list;
        };
        const QList<int> streamed = tops();
        const int line = f.seen<AnswerText>("answerText")->fontMetrics().lineSpacing();
        QVERIFY2(streamed[0] >= line + 6, qPrintable(QString::number(streamed[0])));
        QTest::keyClick(f.edit(), Qt::Key_Escape);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Stopped);
        QTRY_COMPARE(f.page->findChildren<AnswerText *>().size(), 1); // the rendered one
        QTRY_VERIFY(tops()[0] > 0); // laid out
        const QList<int> rendered = tops();
        for (qsizetype i = 0; i < streamed.size(); ++i)
            QVERIFY2(std::abs(rendered[i] - streamed[i]) <= 3,
                     qPrintable(u"%1: %2 was %3"_s.arg(i).arg(rendered[i]).arg(streamed[i])));
    }

    // Qt indents a rendered list: its text stands there while it is streamed, too.
    void listsStayWhereTheyAreWhenTheAnswerEnds()
    {
        Fixture f;
        const auto port = speaking({u"Do this:\n"_s, u"\n1"_s, u". Alpha\n"_s, u"2. Beta\n   - Nested\n"_s,
                                    u"3."_s, u" Gamma is the last of them"_s});
        port->hangs = true;
        port->between = std::chrono::milliseconds(60); // each is shown by itself
        f.answerWith(port);
        f.page->send(u"Go"_s);
        QTRY_VERIFY(f.shownAnswer().contains(u"last of them"_s));
        const auto lefts = [&f] {
            QList<int> list;
            for (const QString &words : {u"Alpha"_s, u"Beta"_s, u"Nested"_s, u"Gamma"_s}) {
                int left = -1;
                for (const AnswerText *text : f.page->findChildren<AnswerText *>()) {
                    QTextCursor found = text->document()->find(words);
                    if (!text->isVisible() || found.isNull())
                        continue;
                    found.setPosition(found.selectionStart());
                    left = text->mapTo(f.page.get(), text->cursorRect(found).topLeft()).x();
                }
                list << left;
            }
            return list;
        };
        const QList<int> streamed = lefts();
        QVERIFY(!streamed.contains(-1));
        QCOMPARE(streamed[1], streamed[0]);
        QCOMPARE(streamed[3], streamed[0]);
        QVERIFY(streamed[2] > streamed[0]);
        QTest::keyClick(f.edit(), Qt::Key_Escape);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Stopped);
        QTRY_COMPARE(f.page->findChildren<AnswerText *>().size(), 1); // the rendered one
        QTRY_VERIFY(!lefts().contains(-1));
        const QList<int> rendered = lefts();
        for (qsizetype i = 0; i < streamed.size(); ++i)
            QVERIFY2(std::abs(rendered[i] - streamed[i]) <= 2,
                     qPrintable(u"%1: %2 was %3"_s.arg(i).arg(rendered[i]).arg(streamed[i])));
    }

    // In a paragraph and in code a number or a dash begins no list.
    void whatIsNoListIsNotIndented()
    {
        AnswerText answer;
        answer.append(u"It came in\n2024. Then\n```yaml\n- a\n```\n- b"_s);
        QList<bool> indented;
        for (QTextBlock block = answer.document()->begin(); block.isValid(); block = block.next())
            indented << (block.blockFormat().leftMargin() > 0);
        QCOMPARE(indented, (QList<bool>{false, false, false, false, false, true}));
        answer.append(u"\n\nEnd"_s);
        QCOMPARE(answer.document()->lastBlock().blockFormat().leftMargin(), 0.0);
        QCOMPARE(answer.document()->lastBlock().blockFormat().textIndent(), 0.0);
    }

    // What a person does: pastes 50 kB, and then says hi.
    void aPasteLongerThanTheContextIsToldAndTheChatGoesOn()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        Fixture f;
        QDir(f.cache.path()).mkpath(u"models"_s);
        QVERIFY(QFile::copy(stories, f.cache.filePath(u"models/stories260K.gguf"_s)));
        f.page->show();
        QVERIFY(QTest::qWaitForWindowExposed(f.page.get()));
        QTRY_COMPARE(f.page->backends().list().size(), 1);
        f.find<QSpinBox>("maxTokens")->setValue(20);
        f.ask(u"Once upon a time"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(1).state, TurnState::Done, 30000);
        const QString meter = f.seen<QLabel>("contextWords")->text();
        QVERIFY2(meter.contains(u" of 128 tokens of context"_s), qPrintable(meter));

        QGuiApplication::clipboard()->setText(u"A log line that somebody pastes, 42. "_s.repeated(1400));
        f.edit()->setFocus();
        QTest::keySequence(f.edit(), QKeySequence::Paste);
        QTest::keyClick(f.edit(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().rowCount(), 4, 5000);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(3).state, TurnState::Failed, 30000);
        QTRY_VERIFY2(f.seenError().contains(u"characters, more than fit into the context of 128 tokens"_s),
                     qPrintable(f.seenError()));
        QCOMPARE(f.seen<QLabel>("contextWords")->text(), meter); // it is no part of the conversation
        QVERIFY(f.seen<QPushButton>("removeTurn"));

        f.ask(u"hi"_s);
        QTRY_COMPARE(f.page->model().rowCount(), 6);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(5).state, TurnState::Done, 30000);
        QVERIFY(f.page->model().turn(5).stats.promptTokens.value_or(99999) < 500);
    }

    void aMessageThatIsTooLongCanBeRemovedShortenedOrAskedAlone()
    {
        Fixture f;
        const auto port = speaking({u"Yes."_s});
        port->stats.promptTokens = 100;
        f.answerWith(port);
        f.ask(u"First"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Done);
        port->failure = tooLong(900, 512);
        f.ask(u"Long"_s);
        QTRY_COMPARE(f.page->model().rowCount(), 4);
        QTRY_COMPARE(f.page->model().turn(3).state, TurnState::Failed);
        QTRY_VERIFY2(f.seenError().contains(u"about 799 tokens (4 characters), and the context holds 512"_s),
                     qPrintable(f.seenError()));
        QVERIFY(f.seen<QLabel>("leftOut"));
        QVERIFY(!f.seen<QPushButton>("errorRetry")); // it would be too long again
        QVERIFY(!f.seen<QPushButton>("askAlone"));   // and so it would alone

        f.press("removeTurn");
        QTRY_COMPARE(f.page->model().rowCount(), 2);
        QVERIFY(f.seen<QFrame>("undoBar"));
        QTest::keySequence(f.edit(), QKeySequence::Undo);
        QTRY_COMPARE(f.page->model().rowCount(), 4);

        QTRY_VERIFY(f.seen<QPushButton>("shortenTurn"));
        f.press("shortenTurn");
        QTRY_COMPARE(f.page->model().rowCount(), 2);
        QCOMPARE(f.edit()->toPlainText(), u"Long"_s);
        QVERIFY(f.seen<QFrame>("undoBar"));
        port->failure = tooLong(600, 512);
        QTest::keyClick(f.edit(), Qt::Key_Return);
        QTRY_COMPARE(f.page->model().rowCount(), 4);
        QVERIFY(!f.seen<QFrame>("undoBar")); // what was put back is sent
        QTRY_VERIFY2(f.seenError().contains(u"the conversation has 600 tokens, and the context holds 512"_s),
                     qPrintable(f.seenError()));
        port->failure.reset();
        QTRY_VERIFY(f.seen<QPushButton>("askAlone"));
        f.press("askAlone");
        QTRY_VERIFY(f.page->model().rowCount() == 4 && f.page->model().turn(3).state == TurnState::Done);
        QCOMPARE(port->asked().last().messages, (QList<ChatMessage>{{u"user"_s, u"Long"_s}}));
        QVERIFY(f.page->model().turn(0).isLeftOut);
    }

    // Nobody knows what the turns before take: then the message's share is told by its length.
    void aMessageThatNoEarlierTurnMakesTooLongIsToldSo()
    {
        Fixture f;
        const auto port = speaking({u"Yes."_s});
        f.answerWith(port);
        f.ask(u"First"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Done);
        port->failure = tooLong(9000, 512);
        f.ask(QString(u'x').repeated(900));
        QTRY_COMPARE(f.page->model().rowCount(), 4);
        QTRY_VERIFY2(f.seenError().contains(u"about 8,910 tokens (900 characters), and the context holds 512"_s),
                     qPrintable(f.seenError()));
        QVERIFY(!f.seen<QPushButton>("askAlone"));
    }

    // What was pasted is sent whole; the conversation stays readable, and quick.
    void aLongMessageIsFoldedUntilSomebodyWantsIt()
    {
        Fixture f;
        const auto port = speaking({u"Yes."_s});
        f.answerWith(port);
        QStringList lines;
        for (int i = 0; i < 700; ++i)
            lines << u"line %1 of a log"_s.arg(i);
        const QString whole = lines.join(u'\n');
        f.page->send(whole);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Done);
        QCOMPARE(port->asked().last().messages, (QList<ChatMessage>{{u"user"_s, whole}}));
        auto *words = f.find<QLabel>("userText");
        auto *all = f.find<QPushButton>("wholeMessage");
        QVERIFY(words->text().startsWith(u"line 0 of a log\nline 1 "_s) && words->text().endsWith(u'…'));
        QVERIFY(words->text().size() < 1600 && words->text().count(u'\n') < 25);
        QCOMPARE(all->text(), u"Show all %1 characters"_s.arg(format::number(whole.size())));
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
            f.page->grab().save(folder + u"/long-message.png"_s);
        all->click();
        QCOMPARE(words->text(), whole);
        QCOMPARE(all->text(), u"Show less"_s);
        all->click();
        QVERIFY(words->text().endsWith(u'…'));
        f.ask(u"short"_s); // has no such button
        QTRY_COMPARE(f.page->model().rowCount(), 4);
        QCOMPARE(f.page->findChildren<QPushButton *>(u"wholeMessage"_s).size(), 1);
    }

    void escapeClosesAnOpenListAndStopsNothing()
    {
        Fixture f;
        const auto port = speaking({u"Yes."_s});
        port->hangs = true;
        f.answerWith(port);
        f.ask(u"First"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Streaming);
        auto *choice = f.find<QComboBox>("backendPicker");
        choice->setFocus();
        choice->showPopup();
        QTRY_VERIFY(choice->view()->isVisible() && QApplication::activePopupWidget());
        QTest::keyClick(QApplication::activePopupWidget()->windowHandle(), Qt::Key_Escape);
        QTRY_VERIFY(!choice->view()->isVisible());
        QTest::qWait(50);                // what was to be stopped would be by now
        QCOMPARE(f.page->model().turn(1).state, TurnState::Streaming);
        QTest::keyClick(f.edit(), Qt::Key_Escape);
        QTRY_VERIFY(!f.page->isBusy());
    }

    void theMeterSaysWhatIsNotKnown()
    {
        Fixture f;
        const auto port = speaking({u"Yes."_s});
        f.answerWith(port); // nobody knows how much it holds
        f.ask(u"First"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Done);
        QCOMPARE(f.find<QLabel>("contextWords")->text(), u"size and use of the context are not known"_s);
        port->stats.promptTokens = 100;
        f.ask(u"Second"_s);
        QTRY_VERIFY(f.page->model().rowCount() == 4 && !f.page->isBusy());
        QCOMPARE(f.find<QLabel>("contextWords")->text(), u"101 tokens of context used; its size is not known"_s);
        QVERIFY(!f.find<QProgressBar>("contextMeter")->isVisible());
        port->failure = tooLong(900, 512); // now it has said
        f.ask(u"Third"_s);
        QTRY_COMPARE(f.page->model().rowCount(), 6);
        QTRY_COMPARE(f.find<QLabel>("contextWords")->text(), u"101 of 512 tokens of context"_s);
        QVERIFY(f.find<QProgressBar>("contextMeter")->isVisible());
        port->failure.reset();
        port->hangs = true;
        f.ask(u"Fourth"_s);
        QTRY_COMPARE(f.page->model().rowCount(), 8);
        QTRY_COMPARE(f.page->model().turn(7).state, TurnState::Streaming);
        QTest::keyClick(f.edit(), Qt::Key_Escape);
        QTRY_COMPARE(f.find<QLabel>("contextWords")->text(), u"at least 101 of 512 tokens of context"_s);
        f.page->backends().addPort(u"Another"_s, speaking({}));
        QTRY_COMPARE(f.find<QLabel>("contextWords")->text(), u"size and use of the context are not known"_s);
    }

    void clearCanBeUndone_data()
    {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("button") << false;
        QTest::newRow("Ctrl+Z") << true;
    }

    void clearCanBeUndone()
    {
        QFETCH(bool, byKey);
        Fixture f;
        const auto port = speaking({u"Yes."_s});
        f.answerWith(port);
        f.ask(u"First"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Done);
        f.press("clearChat");
        QCOMPARE(f.page->model().rowCount(), 0);
        QVERIFY(f.seen<QLabel>("undoBarText"));
        if (byKey)
            QTest::keySequence(QApplication::focusWidget(), QKeySequence::Undo);
        else
            f.press("undoBarUndo");
        QTRY_COMPARE(f.page->model().rowCount(), 2);
        QCOMPARE(f.page->model().turn(0).text, u"First"_s);
        QTRY_COMPARE(f.shownAnswer(), u"Yes."_s);
        f.ask(u"Second"_s);
        QTRY_COMPARE(port->asked().size(), 2);
        QCOMPARE(port->asked().last().messages.size(), 3); // it is the same conversation
    }

    void theMeterOfAnUndoneClearIsNotThatOfTheQuestionBetween()
    {
        Fixture f;
        const auto port = speaking({u"Yes."_s});
        f.answerWith(port);
        f.ask(u"First"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Done);
        f.press("clearChat");
        port->stats.promptTokens = 46;
        f.ask(u"Second"_s);
        QTRY_VERIFY(f.page->model().rowCount() == 2 && !f.page->isBusy());
        QCOMPARE(f.find<QLabel>("contextWords")->text(), u"47 tokens of context used; its size is not known"_s);
        f.press("undoBarUndo");
        QTRY_COMPARE(f.page->model().rowCount(), 4);
        QCOMPARE(f.find<QLabel>("contextWords")->text(), u"size and use of the context are not known"_s);
    }

    void clearInTheMiddleOfAnAnswerIsUndoneWithWhatWasSaid()
    {
        Fixture f;
        const auto port = speaking({u"Half"_s});
        port->hangs = true;
        f.answerWith(port);
        f.ask(u"Go"_s);
        QTRY_COMPARE(f.page->model().turn(1).state, TurnState::Streaming);
        f.press("clearChat");
        f.press("undoBarUndo");
        QTRY_COMPARE(f.page->model().rowCount(), 2);
        QCOMPARE(f.page->model().turn(1).state, TurnState::Stopped);
        QTRY_COMPARE(f.shownAnswer(), u"Half"_s);
        QTRY_VERIFY(!f.page->isBusy());
    }

    // Turns far from what is seen are empty boxes; who scrolls back finds them as they were.
    void aLongConversationIsBuiltWhereItIsSeen()
    {
        Fixture f;
        const auto port = speaking({u"One line.\n\n"_s.repeated(12) + u"```\ncode\n```"_s});
        f.answerWith(port);
        for (int i = 0; i < 20; ++i) {
            f.page->send(u"Question %1"_s.arg(i));
            QTRY_VERIFY(!f.page->isBusy());
        }
        auto *view = f.find<ChatView>("chatView");
        QTRY_VERIFY(view->isAtBottom());
        QTRY_VERIFY(f.page->findChildren<AnswerText *>().size() < 8);
        int height = -1;                 // of the last answer, too, when it is laid out
        QTRY_VERIFY([&] { const int now = view->widget()->height(); return std::exchange(height, now) == now; }());
        view->verticalScrollBar()->setValue(0);
        const auto isThere = [&](const QString &question) {
            const auto words = f.page->findChildren<QLabel *>(u"userText"_s);
            return std::any_of(words.begin(), words.end(),
                               [&](const QLabel *label) { return label->isVisible() && label->text() == question; });
        };
        QTRY_VERIFY(isThere(u"Question 0"_s));
        QTRY_VERIFY(!isThere(u"Question 19"_s));
        QTRY_VERIFY2(std::abs(view->widget()->height() - height) < 100,
                     qPrintable(u"%1, before %2"_s.arg(view->widget()->height()).arg(height)));
        QCOMPARE(view->verticalScrollBar()->value(), 0);
        f.page->resize(700, 700); // of another width by now
        QVERIFY(QTest::qWaitFor(rests));
        view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum());
        QTRY_VERIFY(isThere(u"Question 19"_s));
        QTRY_VERIFY(view->isAtBottom());
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
            QCOMPARE(text->loadResource(QTextDocument::ImageResource, QUrl(u"file:///etc/passwd"_s)).toByteArray(),
                     QByteArray());
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
        QVERIFY(QTest::qWaitFor(rests));
        Watchdog watchdog;
        f.page->send(u"Go"_s);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->model().turn(1).state, TurnState::Done, 20000);
        QVERIFY(QTest::qWaitFor(rests));
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

    // Also when somebody else has been chosen since, or what was chosen could not be loaded.
    void aLoadedModelCanBeLetGo()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        Fixture f;
        QDir(f.cache.path()).mkpath(u"models"_s);
        const QString path = f.cache.filePath(u"models/stories260K.gguf"_s);
        QVERIFY(QFile::copy(stories, path));
        f.page->show();
        auto *unload = f.find<QPushButton>("backendUnload");
        QTRY_COMPARE(f.page->backends().list().size(), 1);
        QVERIFY(!unload->isVisible());
        const auto load = [&] {
            f.page->backends().choose(path);
            QTRY_COMPARE_WITH_TIMEOUT(f.page->backends().state(), ChatBackends::State::Ready, 30'000);
            QVERIFY(f.engine->info() && unload->isVisible());
        };
        load();
        QCOMPARE(unload->text(), u"Unload"_s);
        QCOMPARE(unload->accessibleName(), u"Unload stories260K"_s);
        QVERIFY(unload->focusPolicy() & Qt::TabFocus);
        unload->setFocus();
        QTest::keyClick(unload, Qt::Key_Space);
        QTRY_VERIFY(!f.engine->info());
        QCOMPARE(f.page->backends().state(), ChatBackends::State::NotLoaded);
        QVERIFY(!unload->isVisible());

        load();
        const auto slow = speaking({u"The story "_s});
        slow->hangs = true;
        f.answerWith(slow);
        QVERIFY(unload->isVisible() && unload->isEnabled());
        QCOMPARE(unload->accessibleName(), u"Unload stories260K"_s); // whoever is chosen
        f.page->send(u"Go"_s);
        QTRY_VERIFY(f.page->isBusy());
        QVERIFY(!unload->isEnabled());
        f.page->stop();
        QTRY_VERIFY(unload->isEnabled());
        unload->click();
        QTRY_VERIFY(!f.engine->info() && !unload->isVisible());
        QCOMPARE(f.page->backends().state(), ChatBackends::State::Ready); // the other one still answers

        load();
        const QString bad = f.cache.filePath(u"bad.gguf"_s);
        QFile file(bad);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("GGUF but not really");
        file.close();
        f.page->backends().addModelFile(bad);
        QTRY_COMPARE(f.page->backends().state(), ChatBackends::State::Failed);
        QVERIFY(unload->isVisible());
        unload->click();
        QTRY_VERIFY(!f.engine->info());
        QCOMPARE(f.page->backends().state(), ChatBackends::State::Failed);
        QVERIFY(f.seenError().startsWith(u"bad.gguf"_s));

        load();                          // a long name, "Try again" and "Unload" in a window of 960
        const QString longName = f.cache.filePath(u"DeepSeek-R1-Distill-Qwen-1.5B-Instruct-2025-Q4_K_M.gguf"_s);
        QVERIFY(QFile::copy(bad, longName));
        f.page->backends().addModelFile(longName);
        QTRY_COMPARE(f.page->backends().state(), ChatBackends::State::Failed);
        QVERIFY(unload->isVisible());
        const auto least = [&] { // its buttons are without words there
            f.page->resize(760, 520);
            return f.page->minimumSizeHint().width();
        };
        QTRY_VERIFY2(least() <= 760, qPrintable(QString::number(least())));
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
        QCOMPARE(
            f.page->backends().error()->message,
            u"bad.gguf is cut short or damaged: it ends at byte 19, and its header says that it goes on. Copy or "
             "download the file again."_s);
        QFile other(f.cache.filePath(u"page.gguf"_s));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write("Not Found");
        other.close();
        f.page->backends().addModelFile(other.fileName());
        QTRY_VERIFY2(f.seenError().startsWith(u"page.gguf is not a GGUF model: its first bytes are 4e 6f 74 20"_s),
                     qPrintable(f.seenError()));
    }

    void aHostileChatTemplateIsAnErrorOnTheTurnAndThePageLivesOn()
    {
        Fixture f;
        const QByteArray bytes = smallModelWith("{%- macro f(x) -%}{{ f(x) }}{%- endmacro -%}{{ f(1) }}");
        if (bytes.isEmpty())
            QSKIP("the model is not on this machine");
        const QString path = f.cache.filePath(u"hostile.gguf"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        f.page->backends().setExaminer(QStringLiteral(ASC_BIN_DIR "/ascendctl")); // as the application does
        f.page->show();
        f.page->backends().addModelFile(path);
        QTRY_COMPARE_WITH_TIMEOUT(f.page->backends().state(), ChatBackends::State::Failed, 60000);
        QTRY_VERIFY2(f.seenError().startsWith(u"The chat template in hostile.gguf does not end, nests without end"_s),
                     qPrintable(f.seenError()));
        f.answerWith(speaking({u"Hello."_s}));
        f.ask(u"Who is there?"_s);
        QTRY_COMPARE(f.shownAnswer(), u"Hello."_s);
    }

    void theParametersScrollInALowWindow()
    {
        Fixture f;
        f.page->resize(760, 420);
        f.page->show();
        QVERIFY(QTest::qWaitForWindowExposed(f.page.get()));
        f.press("parametersButton");
        auto *temperature = f.find<QDoubleSpinBox>("temperature");
        QTRY_VERIFY(temperature->isVisible());
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty())
            f.page->grab().save(folder + u"/parameters.png"_s);
        const QWidget *panel = temperature->parentWidget();
        QCOMPARE(f.page->height(), 420);
        QList<QWidget *> seen;
        for (QWidget *child : panel->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
            if (!child->isVisibleTo(panel))
                continue;
            QVERIFY2(child->height() >= child->minimumSizeHint().height(), qPrintable(child->objectName()));
            for (const QWidget *other : std::as_const(seen))
                QVERIFY2(!other->geometry().intersects(child->geometry()), qPrintable(child->objectName()));
            seen << child;
        }
        auto *seed = f.find<QSpinBox>("seed");
        seed->setFocus(Qt::TabFocusReason); // by Tab it comes into sight
        auto *scroll = f.find<QScrollArea>("parametersScroll");
        QVERIFY(scroll && scroll->verticalScrollBar()->isVisible());
        scroll->ensureWidgetVisible(seed);
        QVERIFY(!seed->visibleRegion().isEmpty());
    }

    void theHintOfTheEmptyFieldStandsOnOneLine()
    {
        Fixture f;
        f.page->resize(760, 520); // of a window of 960
        f.page->show();
        QVERIFY(QTest::qWaitForWindowExposed(f.page.get()));
        const auto isWhole = [&] {
            return f.edit()->fontMetrics().horizontalAdvance(f.edit()->placeholderText())
                + 2 * f.edit()->document()->documentMargin()
                <= f.edit()->viewport()->width();
        };
        QVERIFY(isWhole());
        const QString all = f.edit()->placeholderText();
        QVERIFY(all.contains(u"Shift+Enter"_s));
        f.press("parametersButton");
        QTRY_VERIFY(f.find<QScrollArea>("parametersScroll")->isVisible());
        QTRY_VERIFY2(isWhole(), qPrintable(f.edit()->placeholderText()));
        QVERIFY(!f.edit()->placeholderText().isEmpty());
        QVERIFY(f.edit()->placeholderText() == all || f.edit()->toolTip() == all); // what is left out is said
        f.page->resize(1100, 520);
        QTRY_COMPARE(f.edit()->placeholderText(), all);
    }

    void theVerifiedEndpointIsTakenUpOrOffered()
    {
        if (!QFile::exists(stories))
            QSKIP("no model here");
        Fixture f;
        QVERIFY(QDir().mkpath(f.cache.filePath(u"models"_s)));
        QVERIFY(QFile::copy(stories, f.cache.filePath(u"models/stories260K.gguf"_s)));
        const Deployment deployment = servedWhereNobodyAnswers();
        f.cluster.open(deployment, {});
        f.page->show();
        QVERIFY(QTest::qWaitForWindowExposed(f.page.get()));
        ChatBackends &backends = f.page->backends();
        QTRY_COMPARE(backends.list().size(), 2);
        const QString model = backends.list().first().id, endpoint = backends.list().last().id;
        backends.choose(model);          // by the user: stays
        auto *offer = f.find<QFrame>("endpointOffer");
        QVERIFY(!offer->isVisible());
        f.page->offer(endpoint);
        QCOMPARE(backends.current(), model);
        QVERIFY(offer->isVisible());
        QVERIFY(f.find<QLabel>("endpointOfferWords")->text().contains(endpoint));
        backends.noteWork(true);         // an undo begins
        QVERIFY(!offer->isVisible());
        backends.noteWork(false);
        QVERIFY(!offer->isVisible());
        f.page->offer(endpoint);
        QVERIFY(offer->isVisible());
        f.press("takeEndpoint");
        QCOMPARE(backends.current(), endpoint);
        QVERIFY(!offer->isVisible());

        Fixture other;                   // nobody chose or asked anything
        QVERIFY(QDir().mkpath(other.cache.filePath(u"models"_s)));
        QVERIFY(QFile::copy(stories, other.cache.filePath(u"models/stories260K.gguf"_s)));
        other.cluster.open(deployment, {});
        other.page->show();
        QTRY_COMPARE(other.page->backends().list().size(), 2);
        QTRY_COMPARE(other.page->backends().currentBackend()->kind, ChatBackend::Kind::Embedded);
        other.page->offer(endpoint);
        QCOMPARE(other.page->backends().current(), endpoint);
        QVERIFY(!other.find<QFrame>("endpointOffer")->isVisible());
    }

    void anEndpointWithoutARecipeSaysWhatIsMissing()
    {
        Fixture f;
        Deployment deployment = servedWhereNobodyAnswers();
        deployment.recipe.clear();
        deployment.settings = Json::object();
        f.cluster.open(deployment, {});
        f.page->show();
        const auto *picker = f.find<QComboBox>("backendPicker");
        QCOMPARE(picker->itemText(0), u"Endpoint · waits for a recipe"_s);
        QVERIFY(!(picker->model()->flags(picker->model()->index(0, 0)) & Qt::ItemIsEnabled));
        QVERIFY(picker->itemData(0, Qt::ToolTipRole).toString().contains(u"No recipe is chosen"));
        f.cluster.edit(servedWhereNobodyAnswers());
        QCOMPARE(picker->itemText(0), u"Endpoint · ds_v3.2"_s);
        QVERIFY(picker->model()->flags(picker->model()->index(0, 0)) & Qt::ItemIsEnabled);
    }

    void anEndpointThatDoesNotAnswerSaysSo()
    {
        Fixture f;
        const Deployment deployment = servedWhereNobodyAnswers();
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
