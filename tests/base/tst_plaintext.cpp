// What others wrote never drives a terminal: control characters become signs, and JSON says the same by escapes.
#include "core/base/json.h"
#include "core/base/plaintext.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestPlainText : public QObject
{
    Q_OBJECT

private slots:
    void controlsAreShown_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << u"node1: 正常, 25 °C\n\tok"_s << u"node1: 正常, 25 °C\n\tok"_s;
        QTest::newRow("colour") << u"\x1b[31mred"_s << u"␛[31mred"_s;
        QTest::newRow("title of the terminal") << u"\x1b]0;x\x07"_s << u"␛]0;x␇"_s;
        QTest::newRow("8 bit CSI") << u"a\u009b2J"_s << u"a<U+009B>2J"_s;
        QTest::newRow("backspace hides a word") << u"rm x\b\b\b\bls"_s << u"rm x␈␈␈␈ls"_s;
        QTest::newRow("CR overwrites a line") << u"bad\rok"_s << u"bad␍ok"_s;
        QTest::newRow("lines of another system") << u"a\r\nb\r\n"_s << u"a\nb\n"_s;
        QTest::newRow("turned direction") << u"\u202egnp.exe"_s << u"<U+202E>gnp.exe"_s;
        QTest::newRow("NUL and DEL") << QString(u"a"_s + QChar(0) + QChar(0x7f)) << u"a␀␡"_s;
        QTest::newRow("beyond the first plane") << u"\U0001F600\x1b"_s << u"\U0001F600␛"_s;
    }
    void controlsAreShown()
    {
        QFETCH(QString, text);
        QFETCH(QString, shown);
        QCOMPARE(withoutControls(text), shown);
        QCOMPARE(withoutControls(shown), shown);
    }

    void jsonSaysTheSame()
    {
        const Json document{{"a\u009b", u"\x1b[31m\u202e\u009b\x7f\n正常"_s}};
        const QByteArray text = withoutControls(prettyJson(document));
        for (const char16_t c : {u'\x1b', u'\x7f', u'\u009b', u'\u202e'})
            QVERIFY(!QString::fromUtf8(text).contains(QChar(c)));
        const Result<Json> read = parseJson(text, u"it"_s);
        QVERIFY(read);
        QVERIFY(*read == document);
    }
};

QTEST_GUILESS_MAIN(TestPlainText)
#include "tst_plaintext.moc"
