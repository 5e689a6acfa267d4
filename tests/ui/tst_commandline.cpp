// The programs where no window can be shown: they tell of themselves, and why they cannot go on, and never abort. And
// the window's program as others end it.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

class TestCommandLine : public QObject
{
    Q_OBJECT

private:
    struct Ran { int code = -1; QByteArray out, err; };

    static Ran run(const QString &program, const QStringList &arguments, const QProcessEnvironment &more = {})
    {
        QTemporaryDir home;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const QString &name : {u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s, u"QT_QPA_PLATFORM"_s, u"XDG_SESSION_TYPE"_s})
            environment.remove(name);
        environment.insert(u"HOME"_s, home.path());
        environment.insert(u"XDG_CONFIG_HOME"_s, home.filePath(u".config"_s));
        environment.insert(more);
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ASC_BIN_DIR "/") + program, arguments);
        if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
            return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

private slots:
    void tellsOfItselfWithoutADisplay_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QByteArray>("says");
        for (const QString &program : {u"ascend-console"_s, u"ascendctl"_s, u"ascend-sim"_s}) {
            for (const QString &help : {u"--help"_s, u"-h"_s})
                QTest::newRow(qPrintable(program + u' ' + help)) << program << help << program.toUtf8();
            for (const QString &version : {u"--version"_s, u"-v"_s})
                QTest::newRow(qPrintable(program + u' ' + version))
                    << program << version << QByteArray(program.toUtf8() + " " ASC_VERSION);
        }
    }
    void tellsOfItselfWithoutADisplay()
    {
        QFETCH(QString, program);
        QFETCH(QString, argument);
        QFETCH(QByteArray, says);
        const Ran ran = run(program, {argument});
        QVERIFY2(ran.code == 0, ran.err.constData());
        QVERIFY2(ran.out.contains(says), ran.out.constData());
        QCOMPARE(ran.err, QByteArray());
    }

    // What is to be written at its end is written then; the signal itself would have killed it.
    void aSignalEndsItAsItsWindowDoes_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    void aSignalEndsItAsItsWindowDoes()
    {
        QFETCH(int, number);
        QTemporaryDir home;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"HOME"_s, home.path());
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        for (const QString &name : {u"XDG_CONFIG_HOME"_s, u"XDG_STATE_HOME"_s})
            environment.remove(name);
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ASC_BIN_DIR "/ascend-console"), QStringList());
        QVERIFY(process.waitForStarted());
        const auto catches = [&process, number] {
            QFile status(u"/proc/%1/status"_s.arg(process.processId()));
            const QByteArray all = status.open(QIODevice::ReadOnly) ? status.readAll() : QByteArray();
            const qsizetype at = all.indexOf("SigCgt:\t");
            return at >= 0 && (all.mid(at + 8, 16).toULongLong(nullptr, 16) >> (number - 1) & 1) == 1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(catches(), 30'000);
        QCOMPARE(::kill(pid_t(process.processId()), number), 0);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 128 + number);
        QCOMPARE(process.readAllStandardError(), QByteArray());
    }

    void withoutADisplayOneSentence_data()
    {
        QTest::addColumn<QProcessEnvironment>("environment");
        QTest::addColumn<QByteArray>("says");
        const auto with = [](const QString &name, const QString &value) {
            QProcessEnvironment environment;
            environment.insert(name, value);
            return environment;
        };
        QTest::newRow("none") << QProcessEnvironment() << QByteArray("there is no display");
        QTest::newRow("nobody there") << with(u"DISPLAY"_s, u":4242"_s) << QByteArray("DISPLAY=:4242 cannot be opened");
        QTest::newRow("no such platform")
            << with(u"QT_QPA_PLATFORM"_s, u"nonsense"_s) << QByteArray("QT_QPA_PLATFORM=nonsense");
    }
    void withoutADisplayOneSentence()
    {
        QFETCH(QProcessEnvironment, environment);
        QFETCH(QByteArray, says);
        for (const QStringList &arguments : {QStringList(), QStringList{u"some.deployment.json"_s}}) {
            const Ran ran = run(u"ascend-console"_s, arguments, environment);
            QCOMPARE(ran.code, 1);
            QCOMPARE(ran.err.count('\n'), 1);
            QVERIFY2(ran.err.startsWith("ascend-console: ") && ran.err.contains(says) && ran.err.contains("ascendctl"),
                     ran.err.constData());
        }
    }

    void offscreenNeedsNone()
    {
        QProcessEnvironment environment;
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        const Ran ran = run(u"ascend-console"_s, {u"--smoke-test"_s}, environment);
        QVERIFY2(ran.code == 0, ran.err.constData());
        QCOMPARE(run(u"ascend-console"_s, {u"-platform"_s, u"offscreen"_s, u"--smoke-test"_s}).code, 0);
    }
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
