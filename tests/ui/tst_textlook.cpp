// The pane for pasted texts: what was pasted is known, its faults stand below with their places, also in Chinese.
#include "ui/frame/textlook.h"

#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>

using namespace Qt::StringLiterals;

class TestTextLook : public QObject {
    Q_OBJECT

    static QString state(const QWidget &pane) { return pane.findChild<QLabel *>(u"textLookState"_s)->text(); }
    static QString findings(const QWidget &pane)
    {
        QStringList lines;
        const auto *list = pane.findChild<QListWidget *>(u"textLookFindings"_s);
        for (int i = 0; i < list->count(); ++i)
            lines << list->item(i)->text();
        return lines.join(u'\n');
    }

private slots:
    void knowsWhatWasPasted_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("finding");
        QTest::newRow("docker") << u"docker run -itd --net=host \\\n --device /dev/davinci0 img:1 bash"_s
                                << u"docker run line"_s << u"/dev/hisi_hdc is not given"_s;
        QTest::newRow("vllm") << u"vllm serve /w --port 8000 --no-such-flag 1"_s << u"vllm serve line"_s
                              << u"--no-such-flag"_s;
        QTest::newRow("env") << u"export HCCL_BUFSIZE=200"_s << u"Script that sets variables"_s << u"HCCL_BUFFSIZE"_s;
        QTest::newRow("table") << u"{\"version\": \"1.0\", \"server_list\": []}"_s << u"Rank table"_s << u"→"_s;
        QTest::newRow("config") << u"{\"ServerConfig\": {\"port\": 70000}, \"BackendConfig\": {}}"_s
                                << u"MindIE config.json"_s << u"port"_s;
        QTest::newRow("nothing") << u"hello"_s << u"Not known"_s << u"none of the kinds"_s;
    }
    void knowsWhatWasPasted()
    {
        QFETCH(QString, text);
        QFETCH(QString, kind);
        QFETCH(QString, finding);
        TextLook pane;
        pane.resize(760, 500);
        pane.show();
        auto *field = pane.findChild<QPlainTextEdit *>(u"textLookText"_s);
        QVERIFY(!field->accessibleName().isEmpty() && !field->placeholderText().isEmpty());
        QTest::keyClicks(field, u" "_s); // as typed; the rest as pasted
        field->insertPlainText(text);
        QTRY_VERIFY2(state(pane).startsWith(kind), qPrintable(state(pane)));
        QVERIFY2(findings(pane).contains(finding), qPrintable(findings(pane)));
    }

    void followsWhatIsTyped()
    {
        TextLook pane;
        pane.show();
        pane.setText(u"vllm serve /w --port x"_s);
        QTRY_VERIFY(findings(pane).contains(u"invalid int value"_s));
        pane.setText(u"vllm serve /w --port 8000"_s);
        QTRY_COMPARE(findings(pane), u"Nothing found."_s);
        QTest::mouseClick(pane.findChild<QPushButton *>(u"textLookClear"_s), Qt::LeftButton);
        QTRY_COMPARE(findings(pane), QString());
    }

    void aFindingLeadsToItsLine()
    {
        TextLook pane;
        pane.show();
        pane.setText(u"# one\nexport A=1\nexport HCCL_BUFSIZE=200\n"_s);
        auto *list = pane.findChild<QListWidget *>(u"textLookFindings"_s);
        QTRY_VERIFY(list->count() > 0);
        list->setCurrentRow(0);
        const auto *field = pane.findChild<QPlainTextEdit *>(u"textLookText"_s);
        QCOMPARE(field->textCursor().selectedText(), u"export HCCL_BUFSIZE=200"_s);
    }

    void aLargeTextDoesNotHoldTheWindow()
    {
        TextLook pane;
        pane.show();
        QString text;
        for (int i = 0; i < 20'000; ++i)
            text += u"export HCCL_SOME_%1=%1\n"_s.arg(i);
        QElapsedTimer time;
        pane.setText(text);
        qint64 longest = 0;
        time.start();
        while (state(pane).startsWith(u"What is wrong"_s) && time.elapsed() < 60'000) {
            QElapsedTimer turn;
            turn.start();
            QTest::qWait(1);
            longest = qMax(longest, turn.elapsed());
        }
        QVERIFY2(state(pane).startsWith(u"Script"_s), qPrintable(state(pane)));
        QVERIFY2(longest < 1000, qPrintable(QString::number(longest)));
    }

    void speaksTheWindowsLanguage()
    {
        TextLook pane;
        pane.show();
        pane.setText(u"docker run img"_s);
        QTRY_VERIFY(state(pane).contains(u"docker run line"_s));
        QTranslator chinese;
        QVERIFY(chinese.load(u":/translations/ascend-console_zh_CN.qm"_s));
        QVERIFY(QCoreApplication::installTranslator(&chinese));
        QTRY_VERIFY2(state(pane).contains(u"docker run 命令"_s), qPrintable(state(pane)));
        QTRY_VERIFY2(findings(pane).contains(u"容器"_s), qPrintable(findings(pane)));
        QCoreApplication::removeTranslator(&chinese);
    }

    void escapeCloses()
    {
        TextLook pane;
        pane.show();
        QSignalSpy closed(&pane, &TextLook::closed);
        QTest::keyClick(pane.findChild<QPlainTextEdit *>(u"textLookText"_s), Qt::Key_Escape);
        QCOMPARE(closed.size(), 1);
    }
};

QTEST_MAIN(TestTextLook)
#include "tst_textlook.moc"
