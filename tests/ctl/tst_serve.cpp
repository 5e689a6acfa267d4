// ascendctl serve, chat and examine-model as they are started by a person: what is refused, what is warned of, what is
// not run.
#include "tests/support/ascendctl.h"
#include "tests/support/templatedmodel.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

const QString stories = QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf");

// `ascendctl serve` until it is destroyed.
struct Served
{
    Served(const QStringList &more, const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment(),
           const QString &model = stories)
    {
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                      QStringList{u"serve"_s, u"--model"_s, model, u"--port"_s, u"0"_s, u"--threads"_s, u"1"_s} + more);
        while (words.indexOf(QRegularExpression(u"served at http://\\S+:(\\d+)/v1"_s), 0, &match) < 0
               && process.waitForReadyRead(30'000))
            words += QString::fromUtf8(process.readAll());
    }
    ~Served()
    {
        process.terminate();
        process.waitForFinished(10'000);
    }
    QString url() const { return u"http://127.0.0.1:%1/v1"_s.arg(match.captured(1)); }

    QProcess process;
    QString words;                       // what it has said
    QRegularExpressionMatch match;
};

// False: the model is not on this machine.
bool writeModel(const QString &path, const QByteArray &chatTemplate)
{
    const QByteArray bytes = smallModelWith(chatTemplate);
    QFile file(path);
    return !bytes.isEmpty() && file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QByteArray curl(const QStringList &arguments)
{
    QProcess process;
    process.start(u"curl"_s, QStringList{u"--silent"_s, u"--max-time"_s, u"30"_s} + arguments);
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
            QStringList arguments{QLatin1String(verb), u"--model"_s, stories, QLatin1String(option),
                                  QLatin1String(value)};
            if (qstrcmp(verb, "serve") == 0)
                arguments << u"--port"_s << u"0"_s;
            else
                arguments << u"Hello"_s;
            QTest::addRow("%s %s %s", verb, option, value) << arguments;
        };
        for (const char *option : {"--threads", "--context", "--parallel", "--max-body", "--max-model-len"})
            for (const char *value : {"abc", "1.5", "-1", "", "99999999999"})
                row("serve", option, value);
        row("serve", "--api-key-fd", "x");
        QTest::newRow("serve --port 99999") << QStringList{u"serve"_s, u"--model"_s, stories, u"--port"_s, u"99999"_s};
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

    // As a simulated vLLM starts it: the length is that of its command line, whatever the model behind it holds.
    void standsInForAModelThatHoldsMore()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        const Served served({u"--max-model-len"_s, u"2000"_s, u"--vllm-release"_s, u"0.18.0"_s,
                             u"--served-model-name"_s, u"m"_s});
        QVERIFY2(served.match.hasMatch(), qPrintable(served.words));
        const auto asked = [&served](int promptTokens, int answerTokens) {
            QByteArrayList ids;
            for (int i = 0; i < promptTokens; ++i)
                ids << "300";
            QFile file(QDir::tempPath() + u"/ascend-long-%1.json"_s.arg(QCoreApplication::applicationPid()));
            const auto away = qScopeGuard([&file] { file.remove(); });
            if (!file.open(QIODevice::WriteOnly))
                return QByteArray();
            file.write(R"({"model":"m","max_tokens":)" + QByteArray::number(answerTokens) + R"(,"prompt":[)"
                       + ids.join(',') + "]}");
            file.close();
            return curl({u"--header"_s, u"Content-Type: application/json"_s, u"--data"_s, u'@' + file.fileName(),
                         served.url() + u"/completions"_s});
        };
        const QByteArray models = curl({served.url() + u"/models"_s});
        QVERIFY2(models.contains("\"max_model_len\":2000"), models.constData());
        const QByteArray beyond = asked(2500, 10), together = asked(300, 1800), held = asked(600, 10);
        QVERIFY2(beyond.contains("maximum context length is 2000 tokens. However, you requested 10 output tokens and "
                                 "your prompt contains at least 1991 input tokens"),
                 beyond.constData());
        QVERIFY2(together.contains("you requested 1800 output tokens and your prompt contains at least 201 input"),
                 together.constData());
        QVERIFY2(held.contains("This node is simulated") && held.contains("holds only 128 tokens: the prompt has 600."),
                 held.constData());
        QVERIFY2(asked(5, 3).contains("\"choices\""), "what fits is answered");
    }

    void aKeyThatNobodyCanSendIsRefused()
    {
        const auto back = qScopeGuard([] { qunsetenv("ASCENDCTL_API_KEY"); });
        for (const char *key : {"ses\name", "ses\xc3\xa4me", " "}) {
            qputenv("ASCENDCTL_API_KEY", key);
            const Ran ran = ascendctl({u"serve"_s, u"--model"_s, stories, u"--port"_s, u"0"_s});
            QCOMPARE(ran.code, 2);
            QVERIFY2(ran.err.contains("the API key") && !ran.err.contains("ses"), ran.err.constData());
        }
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
        QFile model(folder.filePath(u"twice.gguf"_s));
        QVERIFY(model.open(QIODevice::WriteOnly));
        model.write(bytes);
        model.close();
        QFile debugger(folder.filePath(u"gdb"_s));
        QVERIFY(debugger.open(QIODevice::WriteOnly));
        debugger.write("#!/bin/sh\ntouch " + folder.filePath(u"ran"_s).toUtf8() + "\n");
        debugger.close();
        QVERIFY(debugger.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"PATH"_s, folder.path() + QLatin1Char(':') + environment.value(u"PATH"_s));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"examine-model"_s, model.fileName()});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit); // it dies in a child
        QCOMPARE(process.exitCode(), 3);
        const QByteArray words = process.readAllStandardError();
        QVERIFY2(words.startsWith("ascendctl: twice.gguf is damaged or of a kind that llama.cpp"), words.constData());
        QVERIFY(!QFile::exists(folder.filePath(u"ran"_s)));
    }

    void aHostileChatTemplateIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("verbs");
        const QString examine = u"examine-model"_s, chat = u"chat"_s, serve = u"serve"_s;
        QTest::newRow("calls itself") << QByteArray("{%- macro f(x) -%}{{ f(x) }}{%- endmacro -%}{{ f(1) }}")
                                      << QStringList{examine, chat, serve};
        QTest::newRow("50,000 brackets") << QByteArray("{{ " + QByteArray(50000, '(') + '1' + QByteArray(50000, ')')
                                                       + " }}")
                                         << QStringList{examine, chat};
        QTest::newRow("never ends") << QByteArray("{% for i in range(100000) %}{% for j in range(100000) %}{% for k in "
                                                  "range(100000) %}x{% endfor %}{% endfor %}{% endfor %}")
                                    << QStringList{chat};
        QTest::newRow("never ends for a user")
            << QByteArray("{% for m in messages %}{{ m.content }}{% if loop.first %}{% for i in range(2000000000) %}{% "
                          "endfor %}{% endif %}{% endfor %}")
            << QStringList{examine};
        QTest::newRow("doubles a text") << QByteArray(
            "{% set ns = namespace(s='x') %}{% for i in range(60) %}{% set ns.s = ns.s + ns.s %}{% endfor %}{{ ns.s }}")
                                        << QStringList{examine, serve};
        QTest::newRow("makes a long list")
            << QByteArray("{{ range(10000000000)|list|length }}") << QStringList{examine};
        QTest::newRow("makes a long text") << QByteArray("{{ 'x' * 100000000000 }}") << QStringList{examine};
        QTest::newRow("after ten messages") << QByteArray(
            "{%- macro f(x) -%}{{ f(x) }}{%- endmacro -%}{% if messages|length > 10 %}{{ f(1) }}{% endif %}ok")
                                            << QStringList{examine};
        QTest::newRow("not a template") << QByteArray("{% if %}") << QStringList{examine};
    }

    void aHostileChatTemplateIsRefused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, verbs);
        QTemporaryDir folder;
        QFile model(folder.filePath(u"hostile.gguf"_s));
        const QByteArray bytes = smallModelWith(text);
        if (bytes.isEmpty())
            QSKIP("the model is not on this machine");
        QVERIFY(model.open(QIODevice::WriteOnly));
        model.write(bytes);
        model.close();
        for (const QString &verb : std::as_const(verbs)) {
            QStringList arguments{verb};
            if (verb == "examine-model"_L1)
                arguments << model.fileName();
            else
                arguments << u"--model"_s << model.fileName();
            if (verb == "chat"_L1)
                arguments << u"--max-tokens"_s << u"1"_s << u"Once"_s;
            if (verb == "serve"_L1)
                arguments << u"--port"_s << u"0"_s;
            const Ran ran = ascendctl(arguments);
            QVERIFY2(ran.code == 3, qPrintable(u"%1: %2"_s.arg(verb).arg(ran.code)));
            QVERIFY2(ran.err.startsWith("ascendctl: ")
                         && ran.err.split('\n').first().contains("chat template in hostile.gguf"),
                     ran.err.constData());
            QVERIFY2(ran.out.isEmpty(), ran.out.constData());
        }
    }

    void anOrdinaryChatTemplatePasses()
    {
        QTemporaryDir folder;
        QFile model(folder.filePath(u"ordinary.gguf"_s));
        const QByteArray bytes = smallModelWith(
            "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system role') }}{% endif %}"
            "<{{ m.role }}>{{ m.content }}{% endfor %}{{ strftime_now('%d %b %Y') }}<assistant>");
        if (bytes.isEmpty())
            QSKIP("the model is not on this machine");
        QVERIFY(model.open(QIODevice::WriteOnly));
        model.write(bytes);
        model.close();
        const Ran examined = ascendctl({u"examine-model"_s, model.fileName()});
        QVERIFY2(examined.code == 0 && examined.err.isEmpty() && examined.out.isEmpty(), examined.err.constData());
        const Ran chat = ascendctl({u"chat"_s, u"--model"_s, model.fileName(), u"--max-tokens"_s, u"3"_s, u"Once"_s});
        QVERIFY2(chat.code == 0, chat.err.constData());
    }

    void aTemplateThatGoesAstrayOverAMessageCostsOneAnswer_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("never ends") << u"abracadabra"_s << QByteArray("template did not end within");
        QTest::newRow("calls itself") << u"mirror"_s << QByteArray("nests without end");
        QTest::newRow("takes memory") << u"double"_s << QByteArray("takes all memory");
    }

    void aTemplateThatGoesAstrayOverAMessageCostsOneAnswer()
    {
        QFETCH(QString, word);
        QFETCH(QByteArray, sentence);
        if (QStandardPaths::findExecutable(u"curl"_s).isEmpty())
            QSKIP("curl is not on this machine");
        QTemporaryDir folder;
        const QString model = folder.filePath(u"astray.gguf"_s);
        if (!writeModel(model, astrayOverWords))
            QSKIP("the model is not on this machine");
        const Ran ran = ascendctl({u"chat"_s, u"--model"_s, model, u"--max-tokens"_s, u"2"_s, word});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.startsWith("ascendctl: The model's chat template ") && ran.err.contains(sentence),
                 ran.err.constData());

        Served server({}, QProcessEnvironment::systemEnvironment(), model);
        QVERIFY2(server.match.hasMatch(), qPrintable(server.words));
        const auto say = [&server](const QString &text) {
            return curl({u"-H"_s, u"Content-Type: application/json"_s, u"-d"_s,
                         u"{\"max_tokens\":2,\"messages\":[{\"role\":\"user\",\"content\":\"%1\"}]}"_s.arg(text),
                         server.url() + u"/chat/completions"_s});
        };
        QVERIFY(say(u"Once"_s).contains("chat.completion"));
        const QByteArray refused = say(word);
        QVERIFY2(refused.contains("\"chat_template_error\"") && refused.contains(sentence), refused.constData());
        const QByteArray next = say(u"Once"_s);
        QVERIFY2(next.contains("chat.completion"), next.constData());
        QCOMPARE(server.process.state(), QProcess::Running);
    }

    void aChatThatIsNeverFilledInCanBeInterrupted()
    {
        QTemporaryDir folder;
        const QString model = folder.filePath(u"astray.gguf"_s);
        if (!writeModel(model, astrayOverWords))
            QSKIP("the model is not on this machine");
        QProcess process;
        process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"chat"_s, u"--model"_s, model, u"abracadabra"_s});
        QVERIFY(process.waitForStarted());
        const auto seconds = [&process] { // of CPU, of its child: it is in there once it takes them by itself
            qint64 most = 0;
            QFile children(u"/proc/%1/task/%1/children"_s.arg(process.processId()));
            const QList<QByteArray> pids
                = children.open(QIODevice::ReadOnly) ? children.readAll().simplified().split(' ') : QList<QByteArray>();
            for (const QByteArray &pid : pids) {
                QFile stat(u"/proc/%1/stat"_s.arg(QString::fromLatin1(pid)));
                if (!pid.isEmpty() && stat.open(QIODevice::ReadOnly))
                    most = std::max(most, stat.readAll().split(' ').value(13).toLongLong() / sysconf(_SC_CLK_TCK));
            }
            return most;
        };
        QTRY_VERIFY_WITH_TIMEOUT(seconds() >= 2, 60'000);
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 3);
        QCOMPARE(process.readAllStandardError(), QByteArray("stopped\n"));
    }

    // Nobody reads what it prints, so that the first signal cannot take effect.
    void theSecondInterruptEndsItAtOnce()
    {
        QTemporaryDir folder;
        const QByteArray path = QFile::encodeName(folder.filePath(u"pipe"_s));
        QCOMPARE(::mkfifo(path.constData(), 0600), 0);
        const int full = ::open(path.constData(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        QVERIFY(full >= 0);
        const QByteArray much(4096, 'x');
        while (::write(full, much.constData(), size_t(much.size())) > 0) { }
        QProcess process;
        process.setStandardOutputFile(QString::fromLocal8Bit(path));
        process.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"recipes"_s});
        QVERIFY(process.waitForStarted());
        const auto isListening = [&process] {
            QFile status(u"/proc/%1/status"_s.arg(process.processId()));
            const QByteArray text = status.open(QIODevice::ReadOnly) ? status.readAll() : QByteArray();
            return (text.mid(text.indexOf("SigCgt:") + 7).split('\n').first().trimmed().toULongLong(nullptr, 16)
                    >> (SIGTERM - 1))
                & 1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isListening(), 20'000);
        process.terminate();
        process.terminate();             // as `timeout` does
        QVERIFY(!process.waitForFinished(1000));
        process.terminate();
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 128 + SIGTERM);
        ::close(full);
    }

    void whoListensToOtherMachinesIsWarned()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        const Served closed({});
        QVERIFY2(closed.match.hasMatch() && !closed.words.contains("Warning"_L1), qPrintable(closed.words));
        const Served open({u"--host"_s, u"0.0.0.0"_s});
        QVERIFY2(open.words.contains("Warning: 0.0.0.0 can be reached from other machines"_L1), qPrintable(open.words));
    }

    void curlMeetsTheKeyAndTheGate()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        if (QStandardPaths::findExecutable(u"curl"_s).isEmpty())
            QSKIP("curl is not on this machine");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"ASCENDCTL_API_KEY"_s, u"sesame"_s);
        const Served server({u"--max-body"_s, u"1"_s}, environment);
        QVERIFY2(server.match.hasMatch(), qPrintable(server.words));
        QVERIFY(!server.words.contains("sesame"_L1));
        const QString key = u"Authorization: Bearer sesame"_s, json = u"Content-Type: application/json"_s;
        const QString chat = server.url() + u"/chat/completions"_s;
        const QString body = u"{\"max_tokens\":2,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}"_s;
        QVERIFY(curl({server.url() + u"/models"_s}).contains("authentication_error"));
        QVERIFY(curl({u"-H"_s, key, server.url() + u"/models"_s}).contains("\"object\":\"list\""));
        QVERIFY(curl({u"-H"_s, key, u"-H"_s, json, u"-d"_s, body, chat}).contains("chat.completion"));
        QVERIFY(curl({u"-H"_s, key, u"-d"_s, body, chat}).contains("application/json"));
        QVERIFY(curl({u"-H"_s, key, u"-H"_s, json, u"-H"_s, u"Host: evil.example"_s, u"-d"_s, body, chat})
                    .contains("permission_error"));
        QVERIFY(curl({u"-H"_s, key, u"-H"_s, json, u"-H"_s, u"Origin: http://evil.example"_s, u"-d"_s, body, chat})
                    .contains("permission_error"));
        QTemporaryDir folder;
        QFile large(folder.filePath(u"body"_s));
        QVERIFY(large.open(QIODevice::WriteOnly));
        large.write("{\"messages\":[{\"role\":\"user\",\"content\":\"" + QByteArray(60'000'000, 'x') + "\"}]}");
        large.close();
        const QByteArray refused
            = curl({u"-H"_s, key, u"-H"_s, json, u"--data-binary"_s, QLatin1Char('@') + large.fileName(), chat});
        QVERIFY2(refused.contains("larger than 1 MiB"), refused.constData());
    }
};

QTEST_GUILESS_MAIN(TestServe)
#include "tst_serve.moc"
