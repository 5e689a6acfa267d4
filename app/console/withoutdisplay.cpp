#include "app/console/withoutdisplay.h"

#include <QApplication>

#include <cstdio>
#include <cstdlib>
#include <string_view>

using namespace Qt::StringLiterals;

namespace {

QByteArray whyNot()
{
    if (const QByteArray platform = qgetenv("QT_QPA_PLATFORM"); !platform.isEmpty())
        return "the platform of QT_QPA_PLATFORM=" + platform + " cannot show it";
    for (const char *name : {"WAYLAND_DISPLAY", "DISPLAY"}) {
        if (const QByteArray display = qgetenv(name); !display.isEmpty())
            return "the display of " + QByteArray(name) + '=' + display + " cannot be opened";
    }
    return "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)";
}

// While the display is opened: Qt tells of each plugin that it tried, then calls qFatal(), which aborts.
void tellOnce(QtMsgType type, const QMessageLogContext &, const QString &)
{
    if (type != QtFatalMsg)
        return;
    const QByteArray sentence = "ascend-console: the window cannot be shown: " + whyNot()
        + ". Start it in a desktop session or over ssh -X; ascendctl does the same without a window.\n";
    fwrite(sentence.constData(), 1, size_t(sentence.size()), stderr);
    fflush(stderr);
    std::_Exit(1);
}

} // namespace

bool asksForWords(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--")
            return false;
        if (word == "-h" || word == "--help" || word == "--help-all" || word == "-v" || word == "--version")
            return true;
    }
    return false;
}

std::unique_ptr<QApplication> openDisplay(int &argc, char **argv)
{
    const QtMessageHandler usual = qInstallMessageHandler(tellOnce);
    auto application = std::make_unique<QApplication>(argc, argv);
    qInstallMessageHandler(usual);
    return application;
}
