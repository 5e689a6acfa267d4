// A deployment packed by the window's menu: the choices, what the strip and the bar say, Stop, and what is not packed.
// ASC_GRAB_DIR=DIR: pictures.
#include "core/session/packjob.h"
#include "tests/lab/labwindow.h"
#include "ui/frame/packbar.h"

#include <QAction>
#include <QCheckBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;

class PackWindowTest : public QObject, LabWindow
{
    Q_OBJECT

    static constexpr int longTime = 120'000;

    // As a person does: the menu's entry, the choices, the folder, Pack.
    void ask(const QString &folder, bool takesImage)
    {
        auto *entry = window().findChild<QAction *>(u"packDeployment"_s);
        QVERIFY(entry && entry->text().startsWith(u"Pack for a closed network"_s));
        entry->trigger();
        QTRY_VERIFY(window().findChild<QFileDialog *>());
        auto *dialog = window().findChild<QFileDialog *>();
        auto *image = dialog->findChild<QCheckBox *>(u"packImage"_s);
        auto *weights = dialog->findChild<QCheckBox *>(u"packWeights"_s);
        QVERIFY(image && image->isVisible() && image->isChecked() && weights->isVisible() && !weights->isChecked());
        if (!takesImage)
            image->click();
        grab(*dialog, u"pack-dialog"_s);
        dialog->findChild<QLineEdit *>(u"fileNameEdit"_s)->setText(folder);
        QMetaObject::invokeMethod(dialog, "accept");
        QTRY_VERIFY(!window().findChild<QFileDialog *>());
    }
    QString words() { return window().findChild<QLabel *>(u"packText"_s)->text(); }

private slots:
    void initTestCase() { openWindow(); }
    void cleanupTestCase() { closeWindow(); }

    // In a folder with other things a new one is made.
    void itIsPackedAndSaidSo()
    {
        QVERIFY(QDir(m_home.path()).mkpath(u"carry"_s));
        QFile other(m_home.filePath(u"carry/other.txt"_s));
        QVERIFY(other.open(QFile::WriteOnly) && other.write("mine") == 4);
        other.close();
        ask(m_home.filePath(u"carry"_s), true);
        QTRY_VERIFY(!m_application->tasks().all().isEmpty()); // with its Stop, in the strip
        auto *bar = window().findChild<PackBar *>();
        auto *error = window().findChild<QWidget *>(u"windowError"_s);
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible() || error->isVisible(), longTime);
        QVERIFY2(!error->isVisible(), qPrintable(error->accessibleName()));
        QVERIFY(m_application->tasks().all().isEmpty());
        const QString folder
            = m_home.filePath(u"carry/"_s + m_application->cluster().deployment().name + u"-pack"_s);
        QVERIFY2(words().startsWith(folder + u" is whole"_s), qPrintable(words()));
        QVERIFY2(words().contains(u"Image: "_s) && words().contains(u"arm64"_s)
                     && words().contains(u"simulated nodes"_s) && !words().contains(u"Weights"_s),
                 qPrintable(words()));
        for (const char *name : {"image.tar", "image.json", "deployment.json", "SHA256SUMS", "README.txt"})
            QVERIFY2(QFile::exists(folder + u'/' + QLatin1String(name)), name);
        QVERIFY(QFile::exists(m_home.filePath(u"carry/other.txt"_s)));
        grab(window(), u"pack-done-en"_s);
        m_application->showLanguage(u"zh"_s);
        grab(window(), u"pack-done-zh"_s);
        m_application->showLanguage(u"en"_s);
        QTest::mouseClick(bar->findChild<QPushButton *>(u"packClose"_s), Qt::LeftButton);
        QVERIFY(!bar->isVisible());
    }

    // The same folder once more: what is there already is not fetched again.
    void intoAPackThatIsThere()
    {
        const QString folder
            = m_home.filePath(u"carry/"_s + m_application->cluster().deployment().name + u"-pack"_s);
        const QDateTime before = QFileInfo(folder + u"/image.tar"_s).lastModified();
        ask(folder, true);
        QTRY_VERIFY_WITH_TIMEOUT(window().findChild<PackBar *>()->isVisible(), longTime);
        QVERIFY2(words().startsWith(folder + u" is whole"_s), qPrintable(words()));
        QCOMPARE(QFileInfo(folder + u"/image.tar"_s).lastModified(), before);
        QTest::mouseClick(window().findChild<QPushButton *>(u"packClose"_s), Qt::LeftButton);
    }

    void whatNoNodeHasIsSaid()
    {
        QVERIFY(m_lab->fault(0, u"image-missing"_s) && m_lab->fault(1, u"image-missing"_s));
        QVERIFY(QDir(m_home.path()).mkpath(u"nothing"_s));
        ask(m_home.filePath(u"nothing"_s), true);
        auto *error = window().findChild<QWidget *>(u"windowError"_s);
        QTRY_VERIFY_WITH_TIMEOUT(error->isVisible(), longTime);
        QVERIFY2(error->accessibleName().contains(u"could not be had from any node"_s)
                     && error->accessibleName().contains(u"node2: "_s),
                 qPrintable(error->accessibleName()));
        QVERIFY(!window().findChild<PackBar *>()->isVisible() && m_application->tasks().all().isEmpty());
        QVERIFY(m_lab->clear(0) && m_lab->clear(1));
    }

    void stoppedItSaysNothing()
    {
        QVERIFY(QDir(m_home.path()).mkpath(u"stopped"_s));
        ask(m_home.filePath(u"stopped"_s), true);
        QTRY_VERIFY(!m_application->tasks().all().isEmpty());
        m_application->tasks().all().first().stop();
        QVERIFY(m_application->tasks().all().isEmpty());
        QTest::qWait(500);
        QVERIFY(!window().findChild<PackBar *>()->isVisible());
        QVERIFY(!QFile::exists(m_home.filePath(u"stopped/README.txt"_s)));
    }
};

QTEST_MAIN(PackWindowTest)
#include "tst_packwindow.moc"
