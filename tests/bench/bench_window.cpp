// The peer of the start-up figure: the least a Qt program that says something can do. Shows a bare QMainWindow with
// one line of English and Chinese (fonts are the price of showing anything), says "usable" when it has been painted and
// the event loop has come to rest, and quits, as `ascend-console --quit-when-usable` does.
#include <QApplication>
#include <QLabel>
#include <QMainWindow>
#include <QTimer>

#include <cstdio>

class BareWindow : public QMainWindow
{
protected:
    void paintEvent(QPaintEvent *event) override
    {
        QMainWindow::paintEvent(event);
        QTimer::singleShot(0, qApp, [] {
            std::puts("usable");
            std::fflush(stdout);
            QApplication::quit();
        });
    }
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    BareWindow window;
    window.resize(1280, 800);
    window.setCentralWidget(new QLabel(QString::fromUtf8("Nodes 节点"), &window));
    window.show();
    return application.exec();
}
