// The command line of `vllm serve`, release by release: against the reference where it is, and what the parser refuses.
#include "core/engines/vllm/vllmflags.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

class TestVllmFlags : public QObject
{
    Q_OBJECT

private slots:
    // Every flag of every release: there or not, of which type, with which choices; neither fewer nor more.
    void areThoseOfTheParsers()
    {
        QFile file(QStringLiteral(ASC_SHARED_DIR "/reference/vllm-args.json"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the reference is not here");
        const Result<Json> reference = parseJson(file.readAll(), file.fileName());
        QVERIFY(reference);
        const QStringList releases = textsAt(*reference, "versions");
        QCOMPARE(vllmReleases(), releases);
        for (const QString &release : releases) {
            const Result<VllmFlags> flags = vllmFlags(release);
            QVERIFY(flags);
            QSet<QString> ours, theirs;
            for (const VllmFlag &flag : *flags)
                ours.insert(flag.name);
            for (const Json &flag : reference->at("flags")) {
                if (textsAt(flag, "in").contains(release))
                    theirs.insert(stringAt(flag, "name"));
            }
            QCOMPARE(ours, theirs);
            QCOMPARE(ours.size(),
                     qsizetype(
                         *integerAt(reference->at("counts").at("flags_per_version"), release.toUtf8().constData())));
        }
        const VllmFlags newest = *vllmFlags(releases.last());
        for (const Json &flag : reference->at("flags")) {
            if (!textsAt(flag, "in").contains(releases.last()))
                continue;
            const VllmFlag own = newest.value(stringAt(flag, "name"));
            QCOMPARE(own.type, stringAt(flag, "type"));
            QCOMPARE(own.hasNo, boolAt(flag, "no_form").value_or(false));
            QCOMPARE(own.choices.size(), qsizetype(member(flag, "choices").size()));
        }
    }

    void areSpelledAsTheParserReadsThem_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const char *release, const char *line, const char *says) {
            QTest::newRow(name) << QString::fromLatin1(release) << QString::fromLatin1(line)
                                << QString::fromLatin1(says);
        };
        row("as the tutorial", "0.18.0",
            "/w --port 8015 --async-scheduling --no-enable-prefix-caching --gpu-memory-utilization 0.92", "");
        row("underscores", "0.18.0", "/w --max_model_len 16384", "");
        row("equals", "0.18.0", "/w --port=8015", "");
        row("several names", "0.18.0", "/w --served-model-name a b --port 1", "");
        row("a part of a JSON flag", "0.18.0", "/w --compilation-config.cudagraph_mode FULL_DECODE_ONLY", "");
        row("not there yet", "0.9.0", "/w --async-scheduling", "unrecognized arguments: --async-scheduling");
        row("gone", "0.13.0", "/w --rope-scaling {}", "unrecognized arguments: --rope-scaling {}");
        row("renamed", "0.18.0", "/w --cuda-graph-sizes 1 2", "unrecognized arguments: --cuda-graph-sizes 1 2");
        row("misspelt", "0.18.0", "/w --max-num-seq 4 --tensor-parallel 2",
            "unrecognized arguments: --max-num-seq 4 --tensor-parallel 2");
        row("no negative form", "0.18.0", "/w --no-headless", "unrecognized arguments: --no-headless");
        row("no number", "0.18.0", "/w --port many", "argument --port: invalid int value: 'many'");
        row("no value", "0.18.0", "/w --port --headless", "argument --port: expected one argument");
        row("no choice", "0.18.0", "/w --kv-cache-dtype int3", "argument --kv-cache-dtype: invalid choice: 'int3'");
        row("a choice of a later release", "0.9.2", "/w --kv-cache-dtype bfloat16",
            "argument --kv-cache-dtype: invalid choice: 'bfloat16'");
        row("no JSON", "0.18.0", "/w --speculative-config {method:mtp}",
            "argument --speculative-config: Value {method:mtp} cannot be converted");
        row("less than one", "0.18.0", "/w --max-num-seqs 0",
            "argument --max-num-seqs: input should be greater than or equal to 1");
    }
    void areSpelledAsTheParserReadsThem()
    {
        QFETCH(QString, release);
        QFETCH(QString, line);
        QFETCH(QString, says);
        const Result<VllmFlags> flags = vllmFlags(release);
        QVERIFY(flags);
        const QString complaints = vllmComplaints(line.split(u' '), *flags).join(u"; "_s);
        QVERIFY2(says.isEmpty() ? complaints.isEmpty() : complaints.startsWith(says), qPrintable(complaints));
    }

    void aReleaseThatIsNotKnownIsSaid()
    {
        const Result<VllmFlags> flags = vllmFlags(u"0.99.0"_s);
        QVERIFY(!flags);
        QVERIFY2(flags.error().message.contains(u"0.99.0") && flags.error().message.contains(u"0.27.1"),
                 qPrintable(flags.error().message));
    }
};

QTEST_GUILESS_MAIN(TestVllmFlags)
#include "tst_vllmflags.moc"
