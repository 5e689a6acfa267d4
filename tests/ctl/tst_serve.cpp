// ascendctl serve, chat and examine-model as they are started by a person: what is refused, what is warned of, what is not run.
#include "tests/support/ascendctl.h"

#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>

namespace {

const QString stories = QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf");

// `ascendctl serve` until it is destroyed.
struct Served
{
    Served(const QStringList &more, const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment())
    {
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                      QStringList{QStringLiteral("serve"), QStringLiteral("--model"), stories, QStringLiteral("--port"), QStringLiteral("0"),
                                  QStringLiteral("--threads"), QStringLiteral("1")} + more);
        while (words.indexOf(QRegularExpression(QStringLiteral("served at http://\\S+:(\\d+)/v1")), 0, &match) < 0 && process.waitForReadyRead(30'000))
            words += QString::fromUtf8(process.readAll());
    }
    ~Served()
    {
        process.terminate();
        process.waitForFinished(10'000);
    }
    QString url() const { return QStringLiteral("http://127.0.0.1:%1/v1").arg(match.captured(1)); }

    QProcess process;
    QString words;                       // what it has said
    QRegularExpressionMatch match;
};

QByteArray curl(const QStringList &arguments)
{
    QProcess process;
    process.start(QStringLiteral("curl"), QStringList{QStringLiteral("--silent"), QStringLiteral("--max-time"), QStringLiteral("30")} + arguments);
    return process.waitForFinished(40'000) ? process.readAllStandardOutput() : QByteArray();
}

} // namespace

class TestServe : public QObject
{
    Q_OBJECT

private slots:
    void nonsenseNumbersAreRefused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char *verb, const char *option, const char *value) {
            QStringList arguments{QLatin1String(verb), QStringLiteral("--model"), stories, QLatin1String(option), QLatin1String(value)};
            if (qstrcmp(verb, "serve") == 0)
                arguments << QStringLiteral("--port") << QStringLiteral("0");
            else
                arguments << QStringLiteral("Hello");
            QTest::addRow("%s %s %s", verb, option, value) << arguments;
        };
        for (const char *option : {"--threads", "--context", "--parallel", "--max-body"})
            for (const char *value : {"abc", "1.5", "-1", "", "99999999999"})
                row("serve", option, value);
        row("serve", "--api-key-fd", "x");
        QTest::newRow("serve --port 99999") << QStringList{QStringLiteral("serve"), QStringLiteral("--model"), stories, QStringLiteral("--port"), QStringLiteral("99999")};
        for (const char *option : {"--threads", "--context", "--max-tokens", "--seed", "--temperature", "--top-p"})
            for (const char *value : {"abc", "-1", ""})
                row("chat", option, value);
        row("chat", "--max-tokens", "2.5");
    }

    void nonsenseNumbersAreRefused()
    {
        QFETCH(QStringList, arguments);
        const Ran ran = ascendctl(arguments);
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.startsWith("ascendctl " + arguments.first().toUtf8() + ": "), ran.err.constData());
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY(ran.out.isEmpty());
    }

    void examiningAModelRunsNoDebugger()
    {
        QFile file(stories);
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the model is not on this machine");
        // One word twice in the vocabulary: ggml gives up over it, and used to run "gdb" to say where.
        QByteArray bytes = file.readAll();
        const QByteArray length("\2\0\0\0\0\0\0\0", 8);
        const qsizetype one = bytes.indexOf(length + "he"), other = bytes.indexOf(length + "nd");
        QVERIFY(one > 0 && other > 0);
        bytes.replace(one, 10, length + "nd");
        QTemporaryDir folder;
        QFile model(folder.filePath(QStringLiteral("twice.gguf")));
        QVERIFY(model.open(QIODevice::WriteOnly));
        model.write(bytes);
        model.close();
        QFile debugger(folder.filePath(QStringLiteral("gdb")));
        QVERIFY(debugger.open(QIODevice::WriteOnly));
        debugger.write("#!/bin/sh\ntouch " + folder.filePath(QStringLiteral("ran")).toUtf8() + "\n");
        debugger.close();
        QVERIFY(debugger.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), folder.path() + QLatin1Char(':') + environment.value(QStringLiteral("PATH")));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {QStringLiteral("examine-model"), model.fileName()});
        QVERIFY(process.waitForFinished(60'000));
        if (process.exitStatus() == QProcess::NormalExit)
            QSKIP("instrumented: this fault does not end the process as it does otherwise");
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("ran"))));
    }

    void whoListensToOtherMachinesIsWarned()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        const Served closed({});
        QVERIFY2(closed.match.hasMatch() && !closed.words.contains(QLatin1String("Warning")), qPrintable(closed.words));
        const Served open({QStringLiteral("--host"), QStringLiteral("0.0.0.0")});
        QVERIFY2(open.words.contains(QLatin1String("Warning: 0.0.0.0 can be reached from other machines")), qPrintable(open.words));
    }

    void curlMeetsTheKeyAndTheGate()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        if (QStandardPaths::findExecutable(QStringLiteral("curl")).isEmpty())
            QSKIP("curl is not on this machine");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("ASCENDCTL_API_KEY"), QStringLiteral("sesame"));
        const Served server({QStringLiteral("--max-body"), QStringLiteral("1")}, environment);
        QVERIFY2(server.match.hasMatch(), qPrintable(server.words));
        QVERIFY(!server.words.contains(QLatin1String("sesame")));
        const QString key = QStringLiteral("Authorization: Bearer sesame"), json = QStringLiteral("Content-Type: application/json");
        const QString chat = server.url() + QStringLiteral("/chat/completions");
        const QString body = QStringLiteral("{\"max_tokens\":2,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}");
        QVERIFY(curl({server.url() + QStringLiteral("/models")}).contains("authentication_error"));
        QVERIFY(curl({QStringLiteral("-H"), key, server.url() + QStringLiteral("/models")}).contains("\"object\":\"list\""));
        QVERIFY(curl({QStringLiteral("-H"), key, QStringLiteral("-H"), json, QStringLiteral("-d"), body, chat}).contains("chat.completion"));
        QVERIFY(curl({QStringLiteral("-H"), key, QStringLiteral("-d"), body, chat}).contains("application/json"));
        QVERIFY(curl({QStringLiteral("-H"), key, QStringLiteral("-H"), json, QStringLiteral("-H"), QStringLiteral("Host: evil.example"),
                      QStringLiteral("-d"), body, chat}).contains("permission_error"));
        QVERIFY(curl({QStringLiteral("-H"), key, QStringLiteral("-H"), json, QStringLiteral("-H"), QStringLiteral("Origin: http://evil.example"),
                      QStringLiteral("-d"), body, chat}).contains("permission_error"));
        QTemporaryDir folder;
        QFile large(folder.filePath(QStringLiteral("body")));
        QVERIFY(large.open(QIODevice::WriteOnly));
        large.write("{\"messages\":[{\"role\":\"user\",\"content\":\"" + QByteArray(60'000'000, 'x') + "\"}]}");
        large.close();
        const QByteArray refused = curl({QStringLiteral("-H"), key, QStringLiteral("-H"), json, QStringLiteral("--data-binary"),
                                         QLatin1Char('@') + large.fileName(), chat});
        QVERIFY2(refused.contains("larger than 1 MiB"), refused.constData());
    }
};

QTEST_GUILESS_MAIN(TestServe)
#include "tst_serve.moc"
