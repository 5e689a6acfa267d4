// A chat template that goes astray over certain words costs one answer: not this process, not the next chat.
#include "inference/modelexamination.h"
#include "core/base/json.h"
#include "tests/support/templatedmodel.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace Qt::StringLiterals;

namespace {

const QString program = QStringLiteral(ASC_BIN_DIR "/ascendctl");

QByteArray asking(const QString &text)
{
    return compactJson(Json{{"messages", {{{"role", "user"}, {"content", text}}}}});
}

// The processes of ours that examine this file.
QStringList examiners(const QString &path)
{
    QStringList found;
    const QStringList pids = QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs);
    for (const QString &pid : pids) {
        QFile line(u"/proc/%1/cmdline"_s.arg(pid));
        if (line.open(QIODevice::ReadOnly) && line.readAll().contains(QByteArray("--here\0", 7) + path.toUtf8()))
            found << pid;
    }
    return found;
}

} // namespace

class TestModelExamination : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(u"words.gguf"_s);
        const QByteArray bytes = smallModelWith(astrayOverWords);
        if (bytes.isEmpty())
            QSKIP("the model is not on this machine");
        QFile model(m_path);
        QVERIFY(model.open(QIODevice::WriteOnly) && model.write(bytes) == bytes.size());
    }

    void aTemplateThatGoesAstrayCostsOneAnswer_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("never ends") << u"abracadabra"_s << u"template did not end within"_s;
        QTest::newRow("calls itself") << u"mirror"_s << u"nests without end"_s;
        QTest::newRow("takes memory") << u"double"_s << u"takes all memory"_s;
    }

    void aTemplateThatGoesAstrayCostsOneAnswer()
    {
        QFETCH(QString, word);
        QFETCH(QString, sentence);
        const auto model = ModelExamination::of(program, m_path, {});
        QVERIFY2(model, qPrintable(model ? QString() : model.error().message + model.error().detail));
        QCOMPARE(prompt(**model, u"Hello"_s), u"Hello"_s);
        const Result<QByteArray> wrong = (*model)->filledIn(asking(word), {});
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().kind, ErrorKind::Model);
        QVERIFY2(wrong.error().message.contains(sentence), qPrintable(wrong.error().message));
        QCOMPARE(examiners(m_path).size(), 0);
        QCOMPARE(prompt(**model, u"And now? \u4f60\u597d"_s), u"And now? \u4f60\u597d"_s);
    }

    void whatIsNoChatIsRefusedInLlamasWordsAndTheProcessStays()
    {
        const auto model = ModelExamination::of(program, m_path, {});
        QVERIFY(model);
        const QStringList before = examiners(m_path);
        QCOMPARE(before.size(), 1);
        const Result<QByteArray> refused = (*model)->filledIn("{\"messages\":7}", {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::Invalid);
        QCOMPARE(refused.error().message, u"Expected 'messages' to be an array"_s);
        QCOMPARE(prompt(**model, u"Hello"_s), u"Hello"_s);
        QCOMPARE(examiners(m_path), before);
    }

    void aStopEndsTheFillingAndItsProcess()
    {
        const auto model = ModelExamination::of(program, m_path, {});
        QVERIFY(model);
        std::stop_source stop;
        QElapsedTimer clock;
        clock.start();
        std::jthread stopper([&] {
            QTest::qWait(100);
            stop.request_stop();
        });
        const Result<QByteArray> stopped = (*model)->filledIn(asking(u"abracadabra"_s), stop.get_token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().kind, ErrorKind::Canceled);
        QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed()))); // it would take ten
        QCOMPARE(examiners(m_path).size(), 0);
    }

    // They wait for each other, and each gets its own.
    void manyAtOnceGetTheirOwn()
    {
        const auto model = ModelExamination::of(program, m_path, {});
        QVERIFY(model);
        std::atomic<int> right = 0;
        {
            std::vector<std::jthread> askers;
            for (int asker = 0; asker < 8; ++asker)
                askers.emplace_back([&, asker] {
                    for (int i = 0; i < 20; ++i) {
                        const QString text = u"%1/%2"_s.arg(asker).arg(i);
                        right += prompt(**model, text) == text;
                    }
                });
        }
        QCOMPARE(right.load(), 160);
    }

    void anotherFileAtThatPlaceIsNotThisModels()
    {
        const auto model = ModelExamination::of(program, m_path, {});
        QVERIFY(model);
        QVERIFY(!(*model)->filledIn(asking(u"mirror"_s), {}));
        QFile file(m_path);
        const QByteArray other = smallModelWith("{{ 'something else entirely' }}");
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(other) == other.size());
        file.close();
        const Result<QByteArray> refused = (*model)->filledIn(asking(u"Hello"_s), {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().message, u"words.gguf is not the file any more that was loaded. Load it again."_s);
    }

    void itsProcessEndsWithIt()
    {
        {
            const auto model = ModelExamination::of(program, m_path, {});
            QVERIFY(model);
            QCOMPARE(examiners(m_path).size(), 1);
        }
        QCOMPARE(examiners(m_path).size(), 0);
    }

    void noExaminerIsAnError()
    {
        const auto model = ModelExamination::of(m_folder->filePath(u"ascendctl"_s), m_path, {});
        QVERIFY(!model);
        QVERIFY2(model.error().message.endsWith(
                     u"which examines model files, cannot be started. Install ascend-console again."_s),
                 qPrintable(model.error().message));
    }

private:
    static QString prompt(ModelExamination &model, const QString &text)
    {
        const Result<QByteArray> filled = model.filledIn(asking(text), {});
        const Result<Json> json = filled ? parseJson(*filled, u"filled"_s) : Result<Json>(filled.error());
        return json ? stringAt(*json, "prompt") : json.error().message;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

QTEST_GUILESS_MAIN(TestModelExamination)
#include "tst_modelexamination.moc"
