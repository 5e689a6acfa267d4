// The peer of the start-up figure: the least a Qt program can do. Shows a bare QMainWindow and quits when
// it has been painted and the event loop has come to rest, as `ascend-console --quit-when-usable` does.
#include <QApplication>
#include <QMainWindow>
#include <QTimer>

class BareWindow : public QMainWindow
{
protected:
    void paintEvent(QPaintEvent *event) override
    {
        QMainWindow::paintEvent(event);
        QTimer::singleShot(0, qApp, &QApplication::quit);
    }
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    BareWindow window;
    window.resize(1280, 800);
    window.show();
    return application.exec();
}
