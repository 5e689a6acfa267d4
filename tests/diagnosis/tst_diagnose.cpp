// ascendctl diagnose: the document, the exit codes, and that nothing in a log reaches the terminal as a command.
#include "tests/support/ascendctl.h"
#include "tests/support/filebox.h"

#include "core/base/json.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

const QByteArray timeouts
    = "[ERROR] HCCL(21567,python3):2026-03-18-10:33:52.113.403 [a.cc:7] [21567][Wait][LinkEstablish]"
      "wait socket establish timeout, role[1] rank[1] timeout[120 s]\n";
const QByteArray ecc = "[ERROR] KERNEL(3551,sklogd):2026-03-18-10:31:02.350.235 [klogd.c:242][583733.716915] "
                       "event_id=0x80e01801\n";

} // namespace

class DiagnoseTest : public QObject
{
    Q_OBJECT

private:
    FileBox m_box;

private slots:
    void theCauseIsNamedWithNodePlaceCheckAndRemedy()
    {
        const QString one = m_box.write(u"node1.log"_s, timeouts.repeated(3));
        const QString two = m_box.write(u"node2.log"_s, "first\n" + ecc);
        const Ran ran = ascendctl({u"diagnose"_s, one, two, u"--json"_s});
        QCOMPARE(ran.code, 0);
        const Result<Json> document = parseJson(ran.out, u"diagnose"_s);
        QVERIFY2(document, ran.out.constData());
        const Json &first = document->at("first");
        QCOMPARE(stringAt(first, "rule"), u"hardware.hbm-multi-bit-ecc"_s);
        QCOMPARE(stringAt(first, "node"), u"node2"_s);
        QCOMPARE(stringAt(first, "file"), two);
        QCOMPARE(*integerAt(first, "line"), 2);
        QCOMPARE(stringAt(first, "time"), u"2026-03-18T10:31:02.350"_s);
        QCOMPARE(stringAt(first, "severity"), u"fatal"_s);
        for (const char *key : {"cause", "remedy", "source", "text", "component"})
            QVERIFY2(!stringAt(first, key).isEmpty(), key);
        QVERIFY(!stringAt(first["check"], "text").isEmpty());
        QCOMPARE(stringAt(first["check"], "id"), u"npu.health"_s);
        QCOMPARE(*boolAt(*document, "isCause"), true);
        QCOMPARE(document->at("sources").size(), 2u);
        const Json &rest = document->at("consequences")[0];
        QCOMPARE(stringAt(rest, "rule"), u"hccl.socket-timeout"_s);
        QCOMPARE(*integerAt(rest, "count"), 3);
        QCOMPARE(stringAt(rest["nodes"][0], "node"), u"node1"_s);

        const Ran words = ascendctl({u"diagnose"_s, one, two});
        QCOMPARE(words.code, 0);
        for (const char *word : {"First cause", "node2", "node2.log:2", "npu-smi info -t health", "0x80e01801",
                                 "source", "hccl.socket-timeout  3x on node1"})
            QVERIFY2(words.out.contains(word), words.out.constData());
        const Ran chinese = ascendctl({u"diagnose"_s, one, two, u"--zh"_s});
        QVERIFY2(QString::fromUtf8(chinese.out).contains(u"多比特 ECC"_s), chinese.out.constData());
        QVERIFY2(words.out.contains(", fatal)") && !chinese.out.contains("fatal"), chinese.out.constData());
        QVERIFY(ascendctl({u"diagnose"_s, one, two, u"--zh"_s, u"--json"_s}).out.contains("\"severity\": \"fatal\""));
        // and so are titles and notes
        const QString untimed = m_box.write(u"node3.log"_s, "no time\n");
        const Ran noted = ascendctl({u"diagnose"_s, one, two, untimed, u"--zh"_s});
        for (const char *word : {"First cause", "Consequences", "  why ", "  source ", " 3x on "})
            QVERIFY2(!noted.out.contains(word), noted.out.constData());
        QVERIFY2(QString::fromUtf8(noted.out).startsWith(u"首要原因"_s), noted.out.constData());
        QVERIFY2(noted.err.contains("node3.log") && !noted.err.contains("No time stamps"), noted.err.constData());
    }

    // What has other known causes is not said as if it were known.
    void whatMayBeSomethingElseIsProbable()
    {
        const QString log = m_box.write(u"bus.log"_s, "2026-03-18 10:33:52,100 - ERROR - Bus error\n");
        const Ran words = ascendctl({u"diagnose"_s, log});
        QCOMPARE(words.code, 0);
        QVERIFY2(words.out.startsWith("Probable cause\n") && words.out.contains("end in the same words.\n"),
                 words.out.constData());
        const Ran chinese = ascendctl({u"diagnose"_s, log, u"--zh"_s});
        QVERIFY2(QString::fromUtf8(chinese.out).startsWith(u"可能原因"_s), chinese.out.constData());
        const Result<Json> document = parseJson(ascendctl({u"diagnose"_s, log, u"--json"_s}).out, u"diagnose"_s);
        QVERIFY(document);
        QCOMPARE(*boolAt(*document, "isCertain"), false);
        QCOMPARE(*boolAt(document->at("first"), "isProbable"), true);
        QVERIFY(stringAt(document->at("first"), "otherCauses").endsWith(u"end in the same words."_s));
    }

    void foldersAndNamedNodes()
    {
        QVERIFY(QDir(m_box.path()).mkpath(u"logs/worker-0/plog"_s) && QDir(m_box.path()).mkpath(u"logs/worker-1"_s));
        m_box.write(u"logs/worker-0/plog/a.log"_s, timeouts);
        m_box.write(u"logs/worker-1/messages"_s, ecc);
        const Ran folder = ascendctl({u"diagnose"_s, m_box.filePath(u"logs"_s), u"--json"_s});
        const Result<Json> document = parseJson(folder.out, u"diagnose"_s);
        QVERIFY2(document, folder.err.constData());
        QCOMPARE(stringAt(document->at("first"), "node"), u"worker-1"_s);
        const Ran named = ascendctl({u"diagnose"_s, u"head="_s + m_box.filePath(u"logs/worker-1"_s), u"--json"_s});
        QCOMPARE(stringAt(parseJson(named.out, u"diagnose"_s)->at("first"), "node"), u"head"_s);
    }

    void exitCodes()
    {
        const QString fine = m_box.write(u"fine.log"_s, "INFO:     Application startup complete.\n");
        const Ran nothing = ascendctl({u"diagnose"_s, fine});
        QCOMPARE(nothing.code, 1);
        QVERIFY2(nothing.out.startsWith("Nothing found"), nothing.out.constData());
        const Ran json = ascendctl({u"diagnose"_s, fine, u"--json"_s});
        QCOMPARE(json.code, 1);
        QVERIFY(parseJson(json.out, u"diagnose"_s)->at("first").is_null());
        QCOMPARE(ascendctl({u"diagnose"_s}).code, 2);
        QCOMPARE(ascendctl({u"diagnose"_s, u"--what"_s, fine}).code, 2);
        const Ran deployment = ascendctl(
            {u"diagnose"_s,
             m_box.write(u"d.json"_s, R"({"format": 1, "name": "d", "nodes": [{"name": "node1", "host": "10.0.0.1"}]})")});
        QCOMPARE(deployment.code, 2);
        QVERIFY2(deployment.err.contains("is a deployment, not a log"), deployment.err.constData());
        QCOMPARE(ascendctl({u"diagnose"_s, u"--code"_s}).code, 2);
        QCOMPARE(ascendctl({u"diagnose"_s, m_box.filePath(u"none.log"_s)}).code, 3);
        const Ran packed = ascendctl({u"diagnose"_s, m_box.write(u"a.log.gz"_s, "\x1f\x8b\x08 rest")});
        QCOMPARE(packed.code, 3);
        QVERIFY2(packed.err.contains("unpack it first: `gunzip -k "), packed.err.constData());
        const Ran bundle = ascendctl({u"diagnose"_s, m_box.write(u"a b.tar.gz"_s, "\x1f\x8b\x08 rest")});
        QVERIFY2(bundle.err.contains("`tar xf '" + m_box.filePath(u"a b.tar.gz"_s).toUtf8() + "'`"),
                 bundle.err.constData());
        QCOMPARE(ascendctl({u"diagnose"_s, m_box.write(u"empty.log"_s, {})}).code, 1);
        // One file that is not there does not take the others' answer.
        const Ran partly = ascendctl({u"diagnose"_s, m_box.filePath(u"none.log"_s), m_box.write(u"x.log"_s, ecc)});
        QCOMPARE(partly.code, 0);
        QVERIFY2(partly.err.contains("none.log"), partly.err.constData());
    }

    void codes()
    {
        const Ran json = ascendctl({u"diagnose"_s, u"--code"_s, u"ei0006"_s, u"--json"_s});
        QCOMPARE(json.code, 0);
        const Result<Json> document = parseJson(json.out, u"codes"_s);
        QVERIFY2(document, json.out.constData());
        QCOMPARE(stringAt(document->at("codes")[0], "code"), u"EI0006"_s);
        QCOMPARE(stringAt(document->at("codes")[0], "component"), u"HCCL"_s);
        QCOMPARE(stringAt(document->at("codes")[0], "rule"), u"hccl.socket-timeout"_s);
        const Ran words = ascendctl({u"diagnose"_s, u"--code"_s, u"-8020"_s});
        QCOMPARE(words.code, 0);
        QVERIFY2(words.out.startsWith("-8020  driver"), words.out.constData());
        const Ran both = ascendctl({u"diagnose"_s, u"--code"_s, u"EI0006,80e01801"_s});
        QCOMPARE(both.code, 0);
        QVERIFY(both.out.contains("EI0006") && both.out.contains("0x80E01801"));
        QCOMPARE(ascendctl({u"diagnose"_s, u"--code=EI0006,80e01801"_s}).out, both.out);
        QCOMPARE(ascendctl({u"diagnose"_s, u"--code="_s}).code, 2);
        const Ran one = ascendctl({u"diagnose"_s, u"--code"_s, u"EI0006, EI9998"_s});
        QCOMPARE(one.code, 1);
        QVERIFY(one.out.contains("EI0006") && one.err.contains("'EI9998'"));
        const Ran none = ascendctl({u"diagnose"_s, u"--code"_s, u"EI9998"_s, u"--json"_s});
        QCOMPARE(none.code, 1);
        QVERIFY(parseJson(none.out, u"codes"_s)->at("codes").empty());
    }

    // Escapes, markup and marks of direction, in lines and in the names of files.
    void hostileLinesAreHarmless()
    {
        const QByteArray hostile = "\x1b]0;owned\x07\x1b[2J\x9b"
                                   "31m<b>&amp;</b> \xe2\x80\xae EI0006 \r\x1b[1A\x1b(0\n";
        const QString log = m_box.write(u"bad\x1b[31m.log"_s, hostile);
        for (const QStringList &more : {QStringList(), QStringList{u"--json"_s}}) {
            const Ran ran = ascendctl(QStringList{u"diagnose"_s, log} + more);
            QCOMPARE(ran.code, 0);
            for (const QByteArray &bytes : {ran.out, ran.err}) {
                for (const char c : {'\x1b', '\x07', '\r'})
                    QVERIFY2(!bytes.contains(c), bytes.toPercentEncoding().constData());
                QVERIFY(!bytes.contains("\xe2\x80\xae") && !bytes.contains("\xc2\x9b"));
            }
            QVERIFY(ran.out.contains("EI0006") && ran.out.contains("<b>&amp;</b>"));
        }
    }
};

QTEST_GUILESS_MAIN(DiagnoseTest)
#include "tst_diagnose.moc"
