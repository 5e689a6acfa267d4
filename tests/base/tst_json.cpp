// JSON as it is read: the same trees as nlohmann's, in time that grows with the text, and faults in our own words.
#include "core/base/jsonplace.h"
#include "core/base/jsontree.h"

#include <QRandomGenerator>
#include <QTest>

#include <ctime>

using namespace Qt::StringLiterals;

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void treesAreNlohmanns_data()
    {
        QTest::addColumn<QByteArray>("text");
        QByteArray many = "{\"first\": 1";
        for (int i = 0; i < 40; ++i)
            many += ", \"key" + QByteArray::number(i % 30) + "\": {\"n\": [" + QByteArray::number(i) + ", null]}";
        for (const QByteArray &text :
             {QByteArray("null"), QByteArray("[]"), QByteArray("{}"),
              QByteArray(" [1, -2, 3.5, 1e3, 18446744073709551615, true, \"\\u00e9\\n\", {\"b\": {}, \"a\": [[]]}] "),
              QByteArray(R"({"a": 1, "b": {"a": 2}, "a": {"x": 3}})"), QByteArray("\xEF\xBB\xBF{\"a\": 1}"),
              many + '}'})
            QTest::newRow(text.left(40).constData()) << text;
    }
    void treesAreNlohmanns()
    {
        QFETCH(QByteArray, text);
        const JsonTree tree = readJsonTree(text);
        QVERIFY(!tree.flaw);
        QVERIFY(tree.root == Json::parse(text.begin(), text.end()));
        QCOMPARE(compactJson(tree.root), compactJson(Json::parse(text.begin(), text.end()))); // the order, too
    }

    void whatStandsTwiceIsNamedAndTheLastCounts()
    {
        const JsonTree tree = readJsonTree(R"({"a": 1, "b": {"a": 2, "c": 1}, "a": 3, "c": [{"c": 1}]})");
        QCOMPARE(tree.twice, QStringList{u"/a"_s});
        QCOMPARE(integerAt(tree.root, "a"), 3);
    }

    // What nlohmann takes, this takes; what it refuses, this refuses.
    void mangledTextsAreJudgedAlike()
    {
        const QByteArray good
            = R"({"name": "a\u00e4b", "list": [1, -2.5e3, true, null, {"deep": {"er": [[], {}]}}], "n": 1e10, "text": "ä中"})";
        QRandomGenerator random(20'261'122);
        int refused = 0;
        for (int round = 0; round < 3'000; ++round) {
            QByteArray text = good;
            for (int i = random.bounded(3); i >= 0; --i) {
                const int at = random.bounded(int(text.size()));
                if (random.bounded(2) == 0)
                    text.remove(at, random.bounded(4));
                else
                    text[at] = char(random.bounded(256));
                if (text.isEmpty())
                    text = "x";
            }
            const bool theirs = Json::accept(text.begin(), text.end());
            const JsonTree ours = readJsonTree(text);
            QVERIFY2(!ours.flaw == theirs, text.constData());
            if (theirs)
                QVERIFY(ours.root == Json::parse(text.begin(), text.end()));
            else
                ++refused;
            if (ours.flaw) {
                const Error said = jsonError(text, *ours.flaw, u"It"_s);
                QVERIFY2(!said.detail.contains("parse error"_L1) && !said.detail.isEmpty(), qPrintable(said.detail));
            }
        }
        QVERIFY(refused > 500);
    }

    void slipsAreKnownByTheirNeighbour()
    {
        const QStringList known{u"recipe"_s, u"nodes"_s, u"host"_s, u"port"_s, u"user"_s, u"simulated"_s};
        QCOMPARE(nearestName(u"recepie"_s, known), u"recipe"_s);
        QCOMPARE(nearestName(u"Recipe"_s, known), u"recipe"_s);
        QCOMPARE(nearestName(u"hots"_s, known), u"host"_s); // two letters in each other's place
        QCOMPARE(nearestName(u"prot"_s, known), u"port"_s);
        QCOMPARE(nearestName(u"usr"_s, known), u"user"_s);
        QCOMPARE(nearestName(u"simlated"_s, known), u"simulated"_s);
        for (const QString &other : {u"post"_s, u"sort"_s})
            QCOMPARE(nearestName(other, {u"user"_s, u"nodes"_s}), QString());
        QCOMPARE(nearestName(u"comment"_s, known), QString());
        QCOMPARE(nearestName(QString(81, u'x'), known), QString());
    }

    void faultsAreSaidInOurWords_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("detail");
        const auto row = [](const QByteArray &text, const char *message, const char *detail) {
            QTest::newRow(text.left(30).constData()) << text << QString::fromUtf8(message) << QString::fromUtf8(detail);
        };
        row("{\n  \"name\": \"x\",\n}", "The file is not valid JSON.", "line 3, column 1: \"}\" cannot stand there.");
        row("{\"name\": \"n1\" \"host\": \"1.2\"}", "The file is not valid JSON.",
            "line 1, column 15: \"\"host\": \"1.2\"}\" cannot stand there.");
        row("{\"中\": oops}", "The file is not valid JSON.", "line 1, column 7: \"oops}\" cannot stand there.");
        row("name: x", "The file is not valid JSON.", "line 1, column 2: \"name: x\" cannot stand there.");
        row("{\"a\": \"b\n\"}", "The file is not valid JSON.",
            "line 1, column 9: the line ends in the middle of something.");
        row("{\"a\": [1, 2", "The file is not valid JSON.", "line 1, column 12: it ends in the middle of something.");
        row("", "The file is not valid JSON.", "it is empty.");
        row(" \n", "The file is not valid JSON.", "it is empty.");
        row("{\"a\": \"\xff\"}", "The file is not valid JSON.", "line 1, column 8: a byte that is no UTF-8 text.");
        row("{\"a\": 1e400}", "The file holds a number that is too large.", "line 1, column 11: \"1e400\".");
        row("{\"a\": 1" + QByteArray(400, '0') + "}", "The file holds a number that is too large.",
            "line 1, column 407: \"100000000000000000000000…\".");
    }
    void faultsAreSaidInOurWords()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        QFETCH(QString, detail);
        const Result<Json> json = parseJson(text, u"The file"_s);
        QVERIFY(!json);
        QCOMPARE(json.error().message, message);
        QCOMPARE(json.error().detail, detail);
    }

    void manyKeysTakeTheirTimeOnce()
    {
        QByteArray text = "{\"x\": 0";
        for (int i = 0; i < 200'000; ++i)
            text += ",\"setting" + QByteArray::number(i) + "\":1";
        const std::clock_t began = std::clock(); // of the processor: others may use it, too
        const Result<Json> json = parseJson(text + '}', u"It"_s);
        QVERIFY(json);
        QCOMPARE(json->size(), size_t(200'001));
        const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 5, qPrintable(QString::number(seconds))); // 40 when each was compared with those before it
    }
};

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
