// Several conversations: a new one keeps the one before, an earlier one comes back whole, and at no moment is one of
// them in no file.
#include "tests/support/scriptedchat.h"
#include "tests/support/watchdog.h"
#include "ui/chat/chatpage.h"
#include "ui/common/style.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

// A window of the program: its chat, with somebody who answers.
struct Window
{
    explicit Window(const QString &file)
    {
        port->pieces = {u"Yes, **of course**."_s};
        port->stats.model = u"tiny"_s;
        port->stats.completionTokens = 7;
        port->stats.promptTokens = 5;
        page = std::make_unique<ChatPage>(cluster, engine);
        page->resize(1000, 700);
        page->keepIn(file);
        page->backends().addPort(u"Scripted"_s, port);
        page->show();
        page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(page.get()));
    }

    const ChatModel &model() const { return page->model(); }
    template<typename T>
    T *find(const char *name) const { return page->findChild<T *>(QLatin1String(name)); }
    QListView *list() const { return find<QListView>("earlierList"); }
    QString note() const { return find<QLabel>("chatNote")->text(); }
    void press(const char *name) const
    {
        auto *button = find<QPushButton>(name);
        QVERIFY2(button && button->isVisible() && button->isEnabled(), name);
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void ask(const QString &words) const // and hear the answer, or why there is none
    {
        const int rows = model().rowCount();
        QTRY_VERIFY(!page->isBusy());
        page->send(words);
        QTRY_VERIFY(model().rowCount() == rows + 2 && !page->isBusy()
                    && model().turn(rows + 1).state >= TurnState::Done);
    }
    QStringList titles() const
    {
        QStringList all;
        for (int row = 0; row < page->earlier().rowCount(); ++row)
            all << page->earlier().index(row).data().toString();
        return all;
    }
    void openList() const
    {
        press("earlierChatsButton");
        QTRY_VERIFY(list()->isVisible());
    }
    void choose(const QString &title) const
    {
        openList();
        const qsizetype row = titles().indexOf(title);
        QVERIFY2(row >= 0, qPrintable(title));
        list()->setCurrentIndex(page->earlier().index(int(row)));
        QTest::keyClick(list(), Qt::Key_Return);
        QVERIFY(!list()->isVisible());
    }

    Cluster cluster{ConnectionSettings{}};
    std::shared_ptr<EmbeddedEngine> engine = std::make_shared<EmbeddedEngine>();
    std::shared_ptr<ScriptedChat> port = std::make_shared<ScriptedChat>();
    std::unique_ptr<ChatPage> page;
};

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString &path, const QByteArray &content)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

KeptChat saying(const QString &question, const QString &answer = u"Yes."_s)
{
    ChatTurn asked, said;
    asked.isUser = true;
    asked.text = question;
    said.text = answer;
    return {{asked, said}, 0};
}

QByteArray shelvedText(const KeptChat &chat, qint64 usedAtMs)
{
    return toText(chat, {titleOf(chat.turns), usedAtMs});
}

} // namespace

class TestChatShelf : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { style::apply(*qApp, Theme::Light); }

    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("ASCEND_CONSOLE_CACHE", m_home->filePath(u"cache"_s).toUtf8()); // no model of this machine
        m_file = m_home->filePath(u"state/chat.json"_s);
        m_shelf = shelfBeside(m_file);
    }

    void titles_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("title");
        QTest::newRow("plain") << u"Who are you?"_s << u"Who are you?"_s;
        QTest::newRow("lines") << u"\n  Read this:\n\n\tnpu-smi info \n"_s << u"Read this: npu-smi info"_s;
        QTest::newRow("control characters") << u"a\x1b[31mb\u202e"_s << u"a␛[31mb<U+202E>"_s;
        QTest::newRow("long") << u"x"_s.repeated(5000) << u"x"_s.repeated(200);
        QTest::newRow("nothing") << u" \n "_s << u"…"_s;
    }
    void titles()
    {
        QFETCH(const QString, question);
        QFETCH(const QString, title);
        const KeptChat chat = saying(question, {});
        QCOMPARE(titleOf(chat.turns), title);
        const std::optional<ChatHead> head = parseHead(shelvedText(chat, 12).left(4096));
        QVERIFY(head && head->usedAtMs == 12);
        QCOMPARE(head->title, title);
        const Result<KeptChat> whole = parseChat(shelvedText(chat, 12));
        QVERIFY(whole);
        QCOMPARE(whole->turns.first().text, question);
        QVERIFY(!parseHead(toText(chat)));
        QVERIFY(!parseHead("{\"a\": 1}") && !parseHead({}));
    }

    void aNewChatKeepsTheOneBefore()
    {
        const Window w(m_file);
        QVERIFY(!w.find<QPushButton>("newChat")->isEnabled()); // there is nothing to keep
        w.ask(u"First question"_s);
        w.press("newChat");
        QVERIFY(w.model().isEmpty());
        QCOMPARE(w.titles(), QStringList{u"First question"_s});
        QTRY_COMPARE(onShelf().size(), 1);
        QTRY_VERIFY(!QFileInfo::exists(m_file));
        struct stat facts{};
        QCOMPARE(::stat(QFile::encodeName(m_shelf + u'/' + onShelf().first()).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777, 0600u);
        QCOMPARE(::stat(QFile::encodeName(m_shelf).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777, 0700u);

        w.ask(u"Second\nquestion"_s);
        QCOMPARE(w.port->asked().last().messages.size(), 1); // nothing of the other one is sent
        QTest::keyClick(w.page.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(w.model().isEmpty());
        QCOMPARE(w.titles(), (QStringList{u"Second question"_s, u"First question"_s}));

        w.openList();                    // by the keys
        QTest::keyClick(w.list(), Qt::Key_Down);
        QTest::keyClick(w.list(), Qt::Key_Return);
        QVERIFY(!w.list()->isVisible());
        QTRY_COMPARE(w.model().rowCount(), 2);
        QCOMPARE(w.model().turn(0).text, u"First question"_s);
        QCOMPARE(w.titles(), QStringList{u"Second question"_s});
        QTRY_VERIFY(contentOf(m_file).contains("First question"));
        QTRY_COMPARE(onShelf().size(), 1);

        w.openList();                    // by the mouse; the one in sight goes to the list
        QTest::mouseClick(w.list()->viewport(), Qt::LeftButton, {},
                          w.list()->visualRect(w.page->earlier().index(0)).center());
        QTRY_VERIFY(!w.model().isEmpty() && w.model().turn(0).text == u"Second\nquestion"_s);
        QCOMPARE(w.titles(), QStringList{u"First question"_s});
        QTRY_VERIFY(contentOf(m_file).contains("Second"));
        QTRY_COMPARE(onShelf().size(), 1);
        QVERIFY2(w.note().isEmpty(), qPrintable(w.note()));
    }

    void everythingOfItComesBack()
    {
        QList<ChatTurn> before;
        {
            const Window w(m_file);
            w.ask(u"One"_s);
            w.port->failure = Error{ErrorKind::Model, u"Out of memory."_s, u"words of the engine"_s, {}};
            w.ask(u"Two"_s);
            QCOMPARE(w.model().turn(3).state, TurnState::Failed);
            before = w.model().turns();
            w.press("newChat");          // and the window is closed at once
        }
        QVERIFY(!QFileInfo::exists(m_file));
        QCOMPARE(onShelf().size(), 1);
        {
            const Window w(m_file);
            QTRY_COMPARE(w.titles(), QStringList{u"One"_s});
            QVERIFY(w.model().isEmpty());
            w.choose(u"One"_s);
            QTRY_COMPARE(w.model().rowCount(), 4);
            for (int row = 0; row < 4; ++row) {
                const ChatTurn &turn = w.model().turn(row), &was = before[row];
                QCOMPARE(turn.text, was.text);
                QCOMPARE(turn.state, was.state);
                QVERIFY(turn.error == was.error);
                QCOMPARE(turn.backend, was.backend);
                QCOMPARE(turn.stats.model, was.stats.model);
                QCOMPARE(turn.stats.completionTokens, was.stats.completionTokens);
                QCOMPARE(turn.sent, was.sent);
            }
        }
        const Window w(m_file);          // it was in sight, and is again
        QTRY_COMPARE(w.model().rowCount(), 4);
        QVERIFY(w.titles().isEmpty());
        QVERIFY(onShelf().isEmpty());
    }

    void anAnswerUnderWayIsStoppedAndKept()
    {
        const Window w(m_file);
        w.port->pieces = {u"Half an"_s};
        w.port->hangs = true;
        w.page->send(u"Go"_s);
        QTRY_COMPARE(w.model().rowCount(), 2);
        QTRY_COMPARE(w.model().turn(1).text, u"Half an"_s);
        w.press("newChat");
        QVERIFY(w.model().isEmpty());
        QTRY_VERIFY(!w.page->isBusy());
        w.choose(u"Go"_s);
        QTRY_COMPARE(w.model().rowCount(), 2);
        QCOMPARE(w.model().turn(1).text, u"Half an"_s);
        QCOMPARE(w.model().turn(1).state, TurnState::Stopped);
    }

    // Not when it was put away; and so however often the window was closed since.
    void theListSaysWhenSomebodySpokeLast()
    {
        qint64 spokenMs = 0;
        const auto isPast = [&spokenMs] { return QDateTime::currentMSecsSinceEpoch() > spokenMs; };
        const auto usedAtMs = [](const Window &w) {
            return w.page->earlier().index(0).data(EarlierChats::UsedAtRole).toLongLong();
        };
        {
            const Window w(m_file);
            w.ask(u"One"_s);
            spokenMs = QDateTime::currentMSecsSinceEpoch();
        }
        {
            const Window w(m_file);
            QTRY_COMPARE(w.model().rowCount(), 2);
            QTRY_VERIFY(isPast());
            w.press("newChat");
            QCOMPARE(w.titles(), QStringList{u"One"_s});
            QVERIFY(usedAtMs(w) > 0 && usedAtMs(w) <= spokenMs);
        }
        const Window w(m_file);
        QTRY_COMPARE(w.titles(), QStringList{u"One"_s});
        QVERIFY(usedAtMs(w) <= spokenMs);
        w.choose(u"One"_s);              // looked at only
        QTRY_COMPARE(w.model().rowCount(), 2);
        w.press("newChat");
        QCOMPARE(w.titles(), QStringList{u"One"_s});
        QVERIFY(usedAtMs(w) <= spokenMs);
    }

    // Another one was opened since: there it must not come back into that one.
    void whatWasClearedComesBackAmongTheEarlierOnes()
    {
        const Window w(m_file);
        w.ask(u"One"_s);
        w.press("newChat");
        w.ask(u"Two"_s);
        w.press("clearChat");
        w.choose(u"One"_s);
        QTRY_COMPARE(w.model().rowCount(), 2);
        QCOMPARE(w.titles(), QStringList());
        w.press("undoBarUndo");
        QCOMPARE(w.titles(), QStringList{u"Two"_s});
        QCOMPARE(w.model().turn(0).text, u"One"_s);
    }

    // Each stands until it is given back, the last one first.
    void whatWasRemovedComesBackBesideWhatWasClearedSince()
    {
        const Window w(m_file);
        for (const QString &question : {u"One"_s, u"Two"_s}) {
            w.ask(question);
            w.press("newChat");
        }
        w.ask(u"Three"_s);
        QTRY_COMPARE(onShelf().size(), 2);
        w.openList();
        QTest::keyClick(w.list(), Qt::Key_Delete);
        QTest::keyClick(w.list(), Qt::Key_Escape);
        QTRY_VERIFY(!w.list()->isVisible());
        QCOMPARE(w.titles(), QStringList{u"One"_s});
        w.press("clearChat");
        QVERIFY(w.model().isEmpty());
        const auto *offered = w.find<QLabel>("undoBarText");
        QCOMPARE(offered->text(), u"The conversation before this was cleared."_s);
        w.press("undoBarUndo");
        QCOMPARE(w.model().rowCount(), 2);
        QCOMPARE(offered->text(), u"The earlier conversation was removed."_s);
        w.press("undoBarUndo");
        QTRY_COMPARE(w.titles(), (QStringList{u"Two"_s, u"One"_s}));
        QCOMPARE(w.model().turn(0).text, u"Three"_s);
        QVERIFY(!offered->isVisible());
    }

    // The bar's cross says that of all that it offers nothing is wanted back.
    void anOfferThatWasClosedDoesNotComeAgain()
    {
        const Window w(m_file);
        w.ask(u"One"_s);
        w.press("newChat");
        w.ask(u"Two"_s);
        w.openList();
        QTest::keyClick(w.list(), Qt::Key_Delete);
        QTest::keyClick(w.list()->window(), Qt::Key_Escape);
        QCOMPARE(w.titles(), QStringList());
        w.press("undoBarClose");
        w.press("clearChat");
        w.press("undoBarUndo");
        QCOMPARE(w.model().rowCount(), 2);
        QVERIFY(!w.find<QLabel>("undoBarText")->isVisible());
    }

    void oneIsRemovedAndGivenBack()
    {
        const Window w(m_file);
        for (const QString &question : {u"One"_s, u"Two"_s, u"Three"_s}) {
            w.ask(question);
            w.press("newChat");
        }
        QTRY_COMPARE(onShelf().size(), 3);
        const QByteArray two = contentOf(m_shelf + u'/' + onShelf()[1]);
        QVERIFY(two.contains("Two"));
        w.openList();
        QTest::keyClick(w.list(), Qt::Key_Down);
        QTest::keyClick(w.list(), Qt::Key_Delete);
        QCOMPARE(w.titles(), (QStringList{u"Three"_s, u"One"_s}));
        QVERIFY(w.list()->isVisible());
        QTRY_COMPARE(onShelf().size(), 2);
        QTest::keyClick(w.list(), Qt::Key_Escape);
        QTRY_VERIFY(!w.list()->isVisible());
        QCOMPARE(w.find<QLabel>("undoBarText")->text(), u"The earlier conversation was removed."_s);
        w.press("undoBarUndo");
        QTRY_COMPARE(w.titles(), (QStringList{u"Three"_s, u"Two"_s, u"One"_s}));
        QCOMPARE(contentOf(m_shelf + u'/' + onShelf()[1]), two);

        w.openList();                    // the cross of the first
        const QRect line = w.list()->visualRect(w.page->earlier().index(0));
        QTest::mouseClick(w.list()->viewport(), Qt::LeftButton, {}, QPoint(line.right() - 12, line.center().y()));
        QCOMPARE(w.titles(), (QStringList{u"Two"_s, u"One"_s}));
        QVERIFY(w.model().isEmpty());
        QTest::keyClick(w.list(), Qt::Key_Delete);
        QTest::keyClick(w.list(), Qt::Key_Delete);
        QVERIFY(!w.list()->isVisible());
        auto *none = w.find<QLabel>("noEarlierChats");
        QVERIFY(none->isVisible());
        QCOMPARE(none->text(), u"No earlier conversations"_s);
        QTRY_VERIFY(onShelf().isEmpty());
        QTest::keyClick(none->window(), Qt::Key_Escape);
        QTRY_VERIFY(!none->isVisible());
    }

    // What was asked of the thread and not done yet is done before the window is gone.
    void whatWasRemovedIsGoneHoweverSoonTheWindowCloses()
    {
        writeFile(m_shelf + u"/a.json"_s, shelvedText(saying(u"A"_s), 1));
        writeFile(m_shelf + u"/b.json"_s, shelvedText(saying(u"B"_s), 2));
        {
            EarlierChats chats;
            const QAbstractItemModelTester tester(&chats, QAbstractItemModelTester::FailureReportingMode::QtTest);
            chats.keep(m_shelf);
            QTRY_COMPARE(chats.rowCount(), 2);
            const auto undo = chats.remove(u"a.json"_s);
            chats.remove(u"b.json"_s);
            QTRY_VERIFY(onShelf().isEmpty());
            undo();
        }
        QCOMPARE(onShelf(), QStringList{u"a.json"_s});
        {
            EarlierChats chats;
            chats.keep(m_shelf);
            QTRY_COMPARE(chats.rowCount(), 1);
            chats.remove(u"a.json"_s);
            chats.put(saying(u"New"_s));
        }
        QCOMPARE(onShelf().size(), 1);
        QVERIFY(contentOf(m_shelf + u'/' + onShelf().first()).contains("New"));
    }

    void whatCannotBeReadIsSaidAndLeft()
    {
        const QByteArray good = shelvedText(saying(u"Good"_s), 1);
        writeFile(m_shelf + u"/copied.json"_s, toText(saying(u"Copied by hand"_s)));
        writeFile(m_shelf + u"/cut.json"_s, good.first(good.size() - 2));
        writeFile(m_shelf + u"/inside.json"_s,
                  QByteArray(shelvedText(saying(u"Inside"_s), 1)).replace("\"user\"", "\"nobody\""));
        writeFile(m_shelf + u"/newer.json"_s, QByteArray(good).replace("\"version\": 1", "\"version\": 9"));
        writeFile(m_shelf + u"/notes.txt"_s, "mine");
        const QStringList files = onShelf();
        const Window w(m_file);
        w.ask(u"Present"_s);
        QTRY_COMPARE(w.titles(), (QStringList{u"Copied by hand"_s, u"Inside"_s}));
        QTRY_VERIFY2(w.note().contains(u"cut.json"_s) && w.note().contains(u"newer.json"_s)
                         && w.note().contains(u"notes.txt"_s) && w.note().contains(m_shelf),
                     qPrintable(w.note()));
        QVERIFY2(w.note().contains(u"Left as they are in "_s), qPrintable(w.note()));
        w.choose(u"Inside"_s);
        QTRY_VERIFY2(w.note().contains(u"cannot be brought back. Message 1"_s), qPrintable(w.note()));
        QCOMPARE(w.titles().size(), 2);
        QCOMPARE(w.model().turn(0).text, u"Present"_s);
        QCOMPARE(onShelf(), files);
        w.choose(u"Copied by hand"_s);
        QTRY_COMPARE(w.model().turn(0).text, u"Copied by hand"_s);
        QTRY_VERIFY(!onShelf().contains(u"copied.json"_s));
        QVERIFY2(!w.note().contains(u"brought back"_s), qPrintable(w.note()));
    }

    void whereNothingIsKeptTheyAreHereForThisRun()
    {
        const Window w{QString()};
        w.ask(u"One"_s);
        w.press("newChat");
        w.ask(u"Two"_s);
        w.choose(u"One"_s);
        QTRY_COMPARE(w.model().turn(0).text, u"One"_s);
        QCOMPARE(w.titles(), QStringList{u"Two"_s});
        w.openList();
        QTest::keyClick(w.list(), Qt::Key_Delete);
        QVERIFY(w.titles().isEmpty());
        QTest::keyClick(w.list()->window(), Qt::Key_Escape);
        w.press("undoBarUndo");
        QCOMPARE(w.titles(), QStringList{u"Two"_s});
        QVERIFY(!QFileInfo::exists(QFileInfo(m_file).path()));

        w.page->keepIn(m_file);          // switched on
        QTRY_COMPARE(onShelf().size(), 1);
        QTRY_VERIFY(contentOf(m_file).contains("One"));
        writeFile(m_shelf + u"/notes.txt"_s, "mine");
        w.page->keepIn({});              // and off
        QVERIFY(w.titles().isEmpty());
        QTRY_COMPARE(onShelf(), QStringList{u"notes.txt"_s});
        QTRY_VERIFY(!QFileInfo::exists(m_file));
        QTRY_VERIFY2(w.note().contains(u"notes.txt"_s), qPrintable(w.note()));
        QVERIFY2(w.note().contains(u"Left as it is in "_s), qPrintable(w.note()));
        w.press("newChat");
        QCOMPARE(w.titles(), QStringList{u"One"_s});
        QCOMPARE(onShelf(), QStringList{u"notes.txt"_s});
    }

    // Where it cannot be put aside, its only file is not written over, and all goes on once it can.
    void theOneBeforeStaysInItsFileUntilItIsInAnother()
    {
        const Window w(m_file);
        w.ask(u"Precious"_s);
        QTRY_VERIFY(contentOf(m_file).contains("Precious"));
        writeFile(m_shelf, "in the way");
        QSignalSpy tries(&w.page->earlier(), &EarlierChats::noted);
        w.press("newChat");
        w.ask(u"Next"_s);
        QTRY_VERIFY2(w.note().contains(u"not being kept"_s), qPrintable(w.note()));
        QTRY_VERIFY_WITH_TIMEOUT(tries.size() > 1, 20'000); // by then it would have been written over
        QVERIFY(contentOf(m_file).contains("Precious") && !contentOf(m_file).contains("Next"));
        QVERIFY(QFile::remove(m_shelf));
        QTRY_COMPARE_WITH_TIMEOUT(onShelf().size(), 1, 20'000);
        QTRY_VERIFY(contentOf(m_file).contains("Next"));
        QTRY_VERIFY2(!w.note().contains(u"not being kept"_s), qPrintable(w.note()));
        QCOMPARE(w.titles(), QStringList{u"Precious"_s});
    }

    // The files as a kill leaves them: put aside and not emptied yet; brought back and not gone yet. Both are there.
    void aKillBetweenLeavesADuplicate()
    {
        const KeptChat chat = saying(u"Once"_s);
        writeFile(m_file, toText(chat));
        writeFile(m_shelf + u"/a.json"_s, shelvedText(chat, 1));
        writeFile(m_shelf + u"/.b.json.0123456789abcdef.tmp"_s, "half");
        const Window w(m_file);
        QTRY_COMPARE(w.model().rowCount(), 2);
        QTRY_COMPARE(w.titles(), QStringList{u"Once"_s});
        QVERIFY2(w.note().isEmpty(), qPrintable(w.note()));
        w.choose(u"Once"_s);
        QTRY_COMPARE(w.page->earlier().index(0).data(EarlierChats::IdRole).toString().size() > 10, true);
        QCOMPARE(w.model().rowCount(), 2);
        QTRY_VERIFY(onShelf().size() == 1 && !onShelf().contains(u"a.json"_s));
    }

    // It stays on the shelf until it is in another file, and a window that may not write chat.json has no other.
    void whatIsOpenInASecondWindowIsNotLost()
    {
        writeFile(m_shelf + u"/a.json"_s, shelvedText(saying(u"Shared"_s), 1));
        const Window first(m_file);
        QTRY_COMPARE(first.titles(), QStringList{u"Shared"_s});
        {
            const Window second(m_file);
            QTRY_VERIFY2(second.note().contains(u"Another window"_s), qPrintable(second.note()));
            QTRY_COMPARE(second.titles(), QStringList{u"Shared"_s});
            second.choose(u"Shared"_s);
            QTRY_COMPARE(second.model().rowCount(), 2);
            second.ask(u"More of it"_s);
            QCOMPARE(onShelf(), QStringList{u"a.json"_s});
        }
        QCOMPARE(onShelf().size(), 1);   // the longer one in place of the other
        const Result<KeptChat> kept = readFromShelf(m_shelf, onShelf().first());
        QVERIFY(kept);
        QCOMPARE(kept->turns.size(), 4);
    }

    void whatAnotherWindowTookIsSaid()
    {
        writeFile(m_shelf + u"/a.json"_s, shelvedText(saying(u"A"_s), 1));
        EarlierChats chats;
        QSignalSpy taken(&chats, &EarlierChats::taken);
        chats.keep(m_shelf);
        QTRY_COMPARE(chats.rowCount(), 1);
        QVERIFY(bool(removeFromShelf(m_shelf, u"a.json"_s)));
        QVERIFY(bool(removeFromShelf(m_shelf, u"a.json"_s))); // no error
        chats.take(u"a.json"_s);
        QTRY_VERIFY2(chats.note().contains(u"not there any more"_s), qPrintable(chats.note()));
        QTRY_COMPARE(chats.rowCount(), 0);
        QCOMPARE(taken.size(), 0);
    }

    // The conversation of a window that has ended is not put before one that was begun anew here.
    void aFileThatIsTakenOverJoinsTheEarlierOnes()
    {
        auto first = std::make_unique<Window>(m_file);
        first->ask(u"Mine"_s);
        QTRY_VERIFY(contentOf(m_file).contains("Mine"));
        const Window second(m_file);
        QTRY_VERIFY(second.note().contains(u"Another window"_s));
        second.ask(u"Yours"_s);
        second.press("newChat");
        second.ask(u"Yours again"_s);
        first.reset();
        QTRY_COMPARE_WITH_TIMEOUT(second.titles(), (QStringList{u"Yours"_s, u"Mine"_s}), 20'000);
        QCOMPARE(second.model().rowCount(), 2);
        QTRY_VERIFY(contentOf(m_file).contains("Yours again"));
        QCOMPARE(onShelf().size(), 2);
    }

    void twoHundredAreListedWithoutAStall()
    {
        const QByteArray text = shelvedText(saying(u"Question"_s, u"Words and words.\n"_s.repeated(5000)), 1);
        for (int i = 0; i < 200; ++i) {
            QByteArray one = text;
            one.replace("\"Question\"", "\"Question " + QByteArray::number(i) + '"');
            one.replace("\"usedAt\": 1", "\"usedAt\": " + QByteArray::number(1000 + i));
            writeFile(m_shelf + u"/%1.json"_s.arg(i), one);
        }
        const Window w(m_file);
        Watchdog watchdog;
        QTRY_COMPARE_WITH_TIMEOUT(w.page->earlier().rowCount(), 200, 20'000);
        QCOMPARE(w.titles().first(), u"Question 199"_s);
        QCOMPARE(w.titles().last(), u"Question 0"_s);
        w.openList();
        QTest::keyClick(w.list(), Qt::Key_End);
        QCOMPARE(w.list()->currentIndex().row(), 199);
        QVERIFY(w.list()->viewport()->rect().intersects(w.list()->visualRect(w.list()->currentIndex())));
        QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
    }

    void theButtonsHaveTheirWordsWhereThereIsRoom()
    {
        const Window w(m_file);
        for (const auto &[name, words] : {std::pair("newChat", u"New chat"_s),
                                          std::pair("earlierChatsButton", u"Conversations"_s)}) {
            auto *button = w.find<QPushButton>(name);
            w.page->resize(760, 520);    // of a window of 960
            QTRY_COMPARE(button->text(), QString());
            QVERIFY(!button->icon().isNull() && !button->toolTip().isEmpty());
            QCOMPARE(button->accessibleName(), words);
            w.page->resize(1120, 700);
            QTRY_COMPARE(button->text(), words);
        }
        QVERIFY(!w.list()->accessibleName().isEmpty());
    }

private:
    QStringList onShelf() const { return QDir(m_shelf).entryList(QDir::Files, QDir::Name); }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_file, m_shelf;
};

QTEST_MAIN(TestChatShelf)
#include "tst_chatshelf.moc"
