// ascendctl and its standard streams: a read that waits ends on a signal, output that cannot be written is an error,
// and what others wrote (names, outputs, answers) reaches the terminal as signs, not as control characters.
#include "tests/recipes/clusterfixture.h"
#include "tests/support/ascendctl.h"
#include "tests/support/filebox.h"

#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <csignal>
#include <sys/stat.h>
#include <thread>

using namespace Qt::StringLiterals;

namespace {

const QString program = QStringLiteral(ASC_BIN_DIR "/ascendctl");

// The program has put its handler for the signal in place (before that the signal ends it, as any program).
bool catches(qint64 pid, int signal)
{
    QFile status(u"/proc/%1/status"_s.arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray &line : status.readAll().split('\n'))
        if (line.startsWith("SigCgt:"))
            return line.mid(7).trimmed().toULongLong(nullptr, 16) & (1ULL << (signal - 1));
    return false;
}

bool holdsControls(const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    return std::any_of(text.cbegin(), text.cend(), [](QChar c) {
        const char16_t u = c.unicode();
        return (u < 0x20 && u != '\n' && u != '\t') || (u >= 0x7f && u <= 0x9f) || u == 0x202e;
    });
}

} // namespace

class TestStreams : public QObject
{
    Q_OBJECT

    FileBox m_box;
    QString m_fifo, m_deployment;

private slots:
    void initTestCase()
    {
        m_fifo = m_box.filePath(u"fifo"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(m_fifo).constData(), 0600), 0);
        m_deployment = m_box.write(u"a.deployment.json"_s, toText(twoNodes()));
    }

    void waitingForInputEndsOnASignal_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("signal");
        const auto row = [](const char *name, const QStringList &arguments) {
            QTest::addRow("%s, INT", name) << arguments << SIGINT;
            QTest::addRow("%s, TERM", name) << arguments << SIGTERM;
        };
        row("parse, stdin", {u"parse"_s, u"npu-smi-info"_s});
        row("parse, FIFO", {u"parse"_s, u"npu-smi-info"_s, m_fifo});
        row("lint, stdin", {u"lint"_s, u"rank-table"_s, u"-"_s});
        row("lint, FIFO", {u"lint"_s, u"deployment"_s, m_fifo});
        row("deployment is a FIFO", {u"inspect"_s, m_fifo});
        row("facts are a FIFO", {u"plan"_s, m_deployment, u"--facts"_s, m_fifo});
        row("password from stdin", {u"check"_s, m_deployment, u"--password-fd"_s, u"0"_s});
        row("prompt from stdin", {u"chat"_s, u"--endpoint"_s, u"http://127.0.0.1:1/v1"_s, u"-"_s});
    }
    void waitingForInputEndsOnASignal()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, signal);
        QProcess process; // its stdin is a pipe that we keep open and write nothing into
        process.start(program, arguments);
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(catches(process.processId(), signal), 20'000);
        QVERIFY2(!process.waitForFinished(200), "it does not wait for input");
        ::kill(pid_t(process.processId()), signal);
        QVERIFY2(process.waitForFinished(10'000), "still waiting for input");
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 3);
        process.kill();
        process.waitForFinished();
    }

    // A long prompt may be read for minutes; that it is waited for is said.
    void aSilentEndpointIsSaidToBeWaitedFor()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        QProcess process;
        process.start(program, {u"chat"_s, u"--endpoint"_s, u"http://127.0.0.1:%1/v1"_s.arg(silent.serverPort()),
                                u"--model"_s, u"m"_s, u"Hi"_s});
        QByteArray words;
        QTRY_VERIFY_WITH_TIMEOUT((words += process.readAllStandardError()).contains("has sent nothing for 10 s"),
                                 60'000);
        QCOMPARE(process.state(), QProcess::Running);
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(10'000));
        QCOMPARE(process.exitCode(), 3);
    }

    // What was not asked is not known: never "reachable": false, never a verdict.
    void stoppedVerbsSayWhatWasNotAsked_data()
    {
        QTest::addColumn<QStringList>("verb");
        QTest::addColumn<int>("signal");
        for (const char *verb : {"inspect", "check", "verify", "monitor --once"}) {
            const QStringList words = QString::fromLatin1(verb).split(u' ');
            QTest::addRow("%s, INT", verb) << words << SIGINT;
            QTest::addRow("%s, TERM", verb) << words << SIGTERM;
        }
    }
    void stoppedVerbsSayWhatWasNotAsked()
    {
        QFETCH(QStringList, verb);
        QFETCH(int, signal);
        QTcpServer silent; // accepts, and says nothing: the nodes' sshd, and the service
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        Deployment deployment = twoNodes();
        for (Node &node : deployment.nodes) {
            node.host = u"127.0.0.1"_s;
            node.port = silent.serverPort();
        }
        for (const char *port : {"port", "managementPort", "metricsPort"})
            deployment.settings[port] = silent.serverPort();
        QProcess process;
        process.start(program,
                      verb + QStringList{m_box.write(u"silent.deployment.json"_s, toText(deployment)), u"--json"_s});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(silent.hasPendingConnections() && catches(process.processId(), signal), 20'000);
        ::kill(pid_t(process.processId()), signal);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitCode(), 3);
        const QByteArray out = process.readAllStandardOutput(), err = process.readAllStandardError();
        QVERIFY2(err.contains("Stopped before"), err.constData());
        if (verb.first() == u"monitor") {
            QCOMPARE(out, QByteArray());
            return;
        }
        const Result<Json> document = parseJson(out, u"answer"_s);
        QVERIFY2(document, out.constData());
        if (verb.first() == u"verify") {
            QVERIFY2(document->at("passed").is_null(), out.constData());
            for (const Json &finding : document->at("findings")) {
                QCOMPARE(stringAt(finding, "verdict"), u"skipped"_s);
                QVERIFY2(stringAt(finding, "summary").startsWith(u"Stopped before"), out.constData());
            }
            return;
        }
        QCOMPARE(document->at("nodes").size(), 2u);
        for (const Json &node : document->at("nodes")) {
            QVERIFY2(node.at("reachable").is_null(), out.constData());
            QCOMPARE(stringAt(node, "error"), u"Stopped before it was asked."_s);
        }
        if (verb.first() == u"check")
            QCOMPARE(document->at("cluster").size(), 0u);
    }

    void namedPipesAreReadToTheirEnd()
    {
        const QByteArray text = toText(twoNodes());
        std::thread writer([&] { // blocks until somebody reads
            QFile pipe(m_fifo);
            if (pipe.open(QIODevice::WriteOnly))
                pipe.write(text);
        });
        const Ran ran = ascendctl({u"lint"_s, u"deployment"_s, m_fifo, u"--json"_s});
        writer.join();
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.out, ascendctl({u"lint"_s, u"deployment"_s, m_deployment, u"--json"_s}).out);
    }

    void outputThatIsLostIsAnError_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("document") << QStringList{u"recipes"_s, u"--json"_s};
        QTest::newRow("lines") << QStringList{u"recipes"_s};
        QTest::newRow("version") << QStringList{u"--version"_s};
        QTest::newRow("lint") << QStringList{u"lint"_s, u"deployment"_s, m_deployment, u"--json"_s};
    }
    void outputThatIsLostIsAnError()
    {
        QFETCH(QStringList, arguments);
        QProcess process;
        process.setStandardOutputFile(u"/dev/full"_s);
        process.start(program, arguments);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 3);
        QVERIFY(process.readAllStandardError().contains("cannot be written"));
    }

    // A node that is not there, with a name that would colour, retitle and clear the terminal.
    void namesAreShownNotSent_data()
    {
        QTest::addColumn<QStringList>("arguments");
        for (const char *verb : {"inspect", "check", "plan", "diff", "deploy", "verify"}) {
            QTest::addRow("%s", verb) << QStringList{QString::fromLatin1(verb)};
            QTest::addRow("%s --json", verb) << QStringList{QString::fromLatin1(verb), u"--json"_s};
        }
        QTest::newRow("lint") << QStringList{u"lint"_s, u"deployment"_s};
        QTest::newRow("lint --json") << QStringList{u"lint"_s, u"deployment"_s, u"--json"_s};
        QTest::newRow("monitor") << QStringList{u"monitor"_s, u"--once"_s};
    }
    void namesAreShownNotSent()
    {
        QFETCH(QStringList, arguments);
        const QString evil = u"n\x1b[2J\x1b]0;t\x07\u009b31m\u202e\rx"_s;
        Deployment deployment = twoNodes();
        for (Node &node : deployment.nodes) {
            node.name += evil;
            node.host = u"127.0.0.1"_s;
            node.port = 1;
        }
        deployment.settings[evil.toStdString()] = evil;
        const Ran ran = ascendctl(arguments + QStringList{m_box.write(u"evil.deployment.json"_s, toText(deployment))});
        QVERIFY(ran.code >= 0);
        QVERIFY2(!holdsControls(ran.out), ran.out.toPercentEncoding(" \n:,{}\"").constData());
        QVERIFY2(!holdsControls(ran.err), ran.err.toPercentEncoding(" \n:,").constData());
        if (arguments.first() != "verify"_L1) // it asks an address and names no node
            QVERIFY(ran.out.contains("\\u001b") || (ran.out + ran.err).contains("␛"));
    }

    void answersAreShownNotSent()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::newConnection, &server, [&] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                const QByteArray body
                    = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\\u001b[2Jb\\u009bc\"}}]}\n\n"
                      "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
                socket->write(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\nContent-Length: "
                    + QByteArray::number(body.size()) + "\r\n\r\n" + body);
                socket->disconnectFromHost();
            });
        });
        QProcess process;
        process.start(program,
                      {u"chat"_s, u"--endpoint"_s, u"http://127.0.0.1:%1/v1"_s.arg(server.serverPort()), u"--model"_s,
                       u"m"_s, u"hi"_s});
        QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 30'000);
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(QString::fromUtf8(process.readAllStandardOutput()), u"a␛[2Jb<U+009B>c\n"_s);
    }
};

QTEST_GUILESS_MAIN(TestStreams)
#include "tst_streams.moc"
