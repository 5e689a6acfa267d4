// ascend-console: the window.
#include "app/console/application.h"
#include "app/console/demoplayer.h"
#include "app/console/endsignals.h"
#include "app/console/screenshots.h"
#include "app/console/withoutdisplay.h"
#include "core/store/historykeeper.h"
#include "ui/chat/chatfile.h"
#include "ui/frame/mainwindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QEvent>
#include <QTimer>

#include <csignal>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

// Says so and quits when the window has been painted and the event loop has come to rest: the end of the start-up
// figure.
class QuitWhenUsable : public QObject
{
protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            QTimer::singleShot(0, qApp, [] {
                std::puts("usable");
                std::fflush(stdout);
                QApplication::quit();
            });
        return false;
    }
};

} // namespace

int main(int argc, char **argv)
{
    qputenv("GGML_NO_BACKTRACE", "1"); // else ggml, when it gives up, runs the first gdb in PATH
    QApplication::setApplicationName(u"ascend-console"_s);
    QApplication::setOrganizationName(u"ascend-console"_s);
    QApplication::setApplicationVersion(QStringLiteral(ASC_VERSION));
    QApplication::setDesktopFileName(u"ascend-console"_s);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);       // a file that may not grow is an error of that write

    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Deploy, verify and watch models such as DeepSeek on Huawei Ascend NPU clusters"_s);
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        u"file"_s, u"A deployment to open (*.deployment.json), or a recording to play (*.ascrec)"_s, u"[FILE]"_s);
    parser.addOptions({
        {u"smoke-test"_s, u"Build every page, then quit."_s},
        {u"quit-when-usable"_s, u"Quit as soon as the window is painted (for measuring the start)."_s},
        {u"demo"_s, u"Play the whole main job on FILE by itself; pictures, artifacts and report.md go to DIR."_s,
         u"DIR"_s},
        {u"screenshots"_s, u"Take a picture of every page in both themes and languages into DIR, then quit."_s,
         u"DIR"_s},
        {u"replay"_s, u"Play a recording (*.ascrec); no node is asked."_s, u"FILE"_s},
        {u"theme"_s, u"light or dark, for this run."_s, u"theme"_s},
        {u"language"_s, u"en or zh, for this run."_s, u"language"_s},
    });
    if (asksForWords(argc, argv)) { // needs no display
        QCoreApplication words(argc, argv);
        parser.process(words);
        return 0;
    }
    const std::unique_ptr<QApplication> opened = openDisplay(argc, argv);
    QApplication &application = *opened;
    parser.process(application);

    Application::Options options;
    const bool isSmokeTest = parser.isSet(u"smoke-test"_s);
    const bool isPlayed = parser.isSet(u"demo"_s) || parser.isSet(u"screenshots"_s);
    if (!isSmokeTest && !isPlayed) { // nobody's settings are changed by a played run
        options.settingsFile = defaultSettingsFile();
        options.historyFolder = defaultHistoryFolder();
        options.chatFile = defaultChatFile();
        options.rankTableDraft = defaultTableDraft();
    }
    options.recording = parser.value(u"replay"_s);
    if (const QString file = parser.positionalArguments().value(0); options.recording.isEmpty() && !isPlayed
        && file.endsWith(".ascrec"_L1))
        options.recording = file;
    options.notifies = options.hasTrayIcon = !isSmokeTest && !isPlayed;
    options.theme = parser.value(u"theme"_s);
    options.language = parser.value(u"language"_s);
    options.makesPagesLater = !isSmokeTest && !isPlayed;
    Application console(options);
    const EndSignals endSignals;
    QuitWhenUsable quitWhenUsable;
    if (parser.isSet(u"quit-when-usable"_s))
        console.window().installEventFilter(&quitWhenUsable);
    console.window().show();
    std::unique_ptr<DemoPlayer> demo;
    if (parser.isSet(u"demo"_s)) {
        if (parser.positionalArguments().isEmpty()) {
            fputs("ascend-console: --demo needs a deployment FILE\n", stderr);
            return 2;
        }
        demo = std::make_unique<DemoPlayer>(console, parser.positionalArguments().first(), parser.value(u"demo"_s));
        QObject::connect(
            demo.get(), &DemoPlayer::finished, &application, [](bool passed) { QApplication::exit(passed ? 0 : 1); },
            Qt::QueuedConnection);
        QTimer::singleShot(0, demo.get(), &DemoPlayer::start);
    } else if (!options.recording.isEmpty()) {
        // opened by the application itself
    } else if (!parser.positionalArguments().isEmpty())
        console.window().openFile(parser.positionalArguments().first());
    else if (!isPlayed && !isSmokeTest)
        console.reopenLast();
    std::unique_ptr<Screenshots> screenshots;
    if (parser.isSet(u"screenshots"_s)) {
        screenshots = std::make_unique<Screenshots>(console, parser.value(u"screenshots"_s));
        QObject::connect(screenshots.get(), &Screenshots::finished, &application, &QApplication::quit,
                         Qt::QueuedConnection);
        QTimer::singleShot(500, screenshots.get(), &Screenshots::start); // a file given is open by then
    }
    if (isSmokeTest)
        QTimer::singleShot(0, &application, &QApplication::quit);
    return QApplication::exec();
}
