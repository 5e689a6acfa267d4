// The command line of `vllm serve`, release by release: against the reference where it is, and what the parser refuses.
#include "core/engines/vllm/vllmflags.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// The newest value of an attribute with the changes after `release` undone.
Json ofRelease(const Json &flag, const char *attribute, const QString &release, const QStringList &releases)
{
    Json value = member(flag, attribute);
    const Json &changes = member(flag, "changes");
    for (auto change = changes.crbegin(); change != changes.crend(); ++change) {
        if (stringAt(*change, "attr") == QLatin1String(attribute)
            && releases.indexOf(stringAt(*change, "in")) > releases.indexOf(release))
            value = member(*change, "was");
    }
    return value;
}

// The same of choices, whose changes are words that came and went.
QSet<QString> choicesOfRelease(const Json &field, const QString &release, const QStringList &releases)
{
    const auto said = [](const Json &words) {
        QSet<QString> all;
        for (const Json &word : words)
            all << (word.is_string() ? word.get<QString>() : QString::fromStdString(word.dump()));
        return all;
    };
    QSet<QString> choices = said(member(field, "choices"));
    const Json &changes = member(field, "changes");
    for (auto change = changes.crbegin(); change != changes.crend(); ++change) {
        if (stringAt(*change, "attr") != "choices"_L1
            || releases.indexOf(stringAt(*change, "in")) <= releases.indexOf(release))
            continue;
        if (change->contains("was"))
            choices = said(member(*change, "was"));
        else
            choices = (choices - said(member(*change, "added"))) + said(member(*change, "removed"));
    }
    return choices;
}

} // namespace

class TestVllmFlags : public QObject
{
    Q_OBJECT

private slots:
    // Every flag of every release: there or not, of which type, with which choices, bounds and words besides; neither
    // fewer nor more.
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
            for (const VllmFlag &flag : flags->bySpelling)
                ours.insert(flag.name);
            for (const Json &flag : reference->at("flags")) {
                if (!textsAt(flag, "in").contains(release))
                    continue;
                const QString name = stringAt(flag, "name");
                theirs.insert(name);
                const VllmFlag own = flags->bySpelling.value(name);
                const auto at = [&](const char *attribute) { return ofRelease(flag, attribute, release, releases); };
                QCOMPARE(own.type, QString::fromStdString(at("type").get<std::string>()));
                QVERIFY2(own.isHuman == (at("human_readable_int") == true), qPrintable(release + u' ' + name));
                QVERIFY2(own.takesAuto == (at("accepts_auto") == true), qPrintable(release + u' ' + name));
                QVERIFY2(own.takesNone == (at("nullable") == true), qPrintable(release + u' ' + name));
                QVERIFY2(own.isOptional == (at("format") == "optional true/false value"),
                         qPrintable(release + u' ' + name));
                const Json bounds = at("bounds");
                QVERIFY2(own.bounds.atLeast == numberAt(bounds, "ge") && own.bounds.above == numberAt(bounds, "gt")
                             && own.bounds.atMost == numberAt(bounds, "le")
                             && own.bounds.below == numberAt(bounds, "lt"),
                         qPrintable(release + u' ' + name));
            }
            for (const auto &[name, config] : reference->at("json_configs").items()) {
                QSet<QString> fields;
                for (const Json &field : config.at("fields")) {
                    if (!textsAt(field, "in").contains(release))
                        continue;
                    const QString key = stringAt(field, "name");
                    fields.insert(key);
                    QSet<QString> choices = choicesOfRelease(field, release, releases);
                    if (name == "CompilationConfig" && (key == "cudagraph_mode"_L1 || key == "mode"_L1)) {
                        const QStringList names = textsAt(field, "known_values");
                        choices = QSet<QString>(names.cbegin(), names.cend());
                    }
                    const QStringList words = flags->choices.value(QString::fromStdString(name)).value(key);
                    QVERIFY2(QSet<QString>(words.cbegin(), words.cend()) == choices,
                             qPrintable(release + u' ' + key + u": "_s + words.join(u' ')));
                }
                const QStringList known = flags->keys.value(QString::fromStdString(name));
                QCOMPARE(QSet<QString>(known.cbegin(), known.cend()), fields);
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
            const VllmFlag own = newest.bySpelling.value(stringAt(flag, "name"));
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
        row("misspelt", "0.18.0", "/w --max-num-sequences 4 --tensor-parallels 2",
            "unrecognized arguments: --max-num-sequences 4 --tensor-parallels 2");
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

        row("a switch with a value", "0.18.0", "/w --enforce-eager=True",
            "argument --enforce-eager: ignored explicit argument 'True'");
        row("the negative form with one", "0.18.0", "/w --no-enable-prefix-caching=True --headless=1",
            "argument --no-enable-prefix-caching: ignored explicit argument 'True'; argument --headless: ignored");
        row("a switch that takes one", "0.8.4", "/w --enable-chunked-prefill=False --enable-chunked-prefill true", "");
        row("no longer", "0.8.5.post1", "/w --enable-chunked-prefill=False",
            "argument --enable-chunked-prefill: ignored explicit argument 'False'");
        row("neither true nor false", "0.8.4", "/w --enable-chunked-prefill maybe", "Invalid boolean value: maybe");

        // human_readable_int
        row("16k", "0.18.0", "/w --max-model-len 16k", "");
        row("16K", "0.8.4", "/w --max-model-len=16K", "");
        row("a part of thousands", "0.18.0", "/w --max-model-len 25.6k", "");
        row("1M", "0.18.0", "/w --max-model-len 1M --kv-cache-memory-bytes 10g", "");
        row("not before", "0.7.3", "/w --max-model-len 16k", "argument --max-model-len: invalid int value: '16k'");
        row("8k", "0.9.1", "/w --max-num-batched-tokens 8k", "");
        row("8k before", "0.9.0", "/w --max-num-batched-tokens 8k",
            "argument --max-num-batched-tokens: invalid int value: '8k'");
        row("no part of 1024", "0.18.0", "/w --max-model-len 1.5K",
            "argument --max-model-len: Decimals are not allowed with binary suffixes like K");
        row("no such suffix", "0.18.0", "/w --max-num-batched-tokens 8q",
            "argument --max-num-batched-tokens: invalid human_readable_int value: '8q'");
        row("not for every number", "0.18.0", "/w --max-num-seqs 1k",
            "argument --max-num-seqs: invalid int value: '1k'");
        row("auto", "0.14.1", "/w --max-model-len auto", "");
        row("auto before", "0.13.0", "/w --max-model-len auto",
            "argument --max-model-len: invalid human_readable_int value: 'auto'");
        row("auto for others", "0.18.0", "/w --max-num-batched-tokens auto",
            "argument --max-num-batched-tokens: invalid human_readable_int value: 'auto'");
        row("None", "0.18.0", "/w --max-parallel-loading-workers None", "");
        row("None where something must be", "0.18.0", "/w --port None", "argument --port: invalid int value: 'None'");

        // argparse takes the beginning of a flag where no other begins so
        row("a beginning", "0.18.0", "/w --max-num-seq 16 --tensor-parallel=2", "");
        row("a beginning of another value", "0.18.0", "/w --max-num-seq 0",
            "argument --max-num-seqs: input should be greater than");
        row("of two", "0.18.0", "/w --max-num 16",
            "ambiguous option: --max-num could match --max-num-batched-tokens, ");
        row("of a negative form", "0.18.0", "/w --no-enable-prefix", "");
        row("a whole one that others begin with", "0.18.0", "/w --api-key x --port 1", "");
        row("of a short one with its value", "0.18.0", "/w -n2", "");
        row("help", "0.18.0", "/w --help", "");

        // -O
        row("-O3", "0.18.0", "/w -O3", "");
        row("-O 3", "0.18.0", "/w -O 3", "");
        row("-O=3", "0.18.0", "/w -O=3", "");
        row("-O3 of old", "0.9.1", "/w -O3", "");
        row("-O without a number", "0.18.0", "/w -O", "unrecognized arguments: -O");

        // bounds
        row("more than all", "0.18.0", "/w --gpu-memory-utilization 1.2",
            "argument --gpu-memory-utilization: input should be less than or equal to 1");
        row("nothing", "0.18.0", "/w --gpu-memory-utilization 0",
            "argument --gpu-memory-utilization: input should be greater than 0");
        row("not judged by the parser yet", "0.11.0", "/w --gpu-memory-utilization 1.2", "");
        row("below", "0.24.0", "/w --watermark 1", "argument --watermark: input should be less than 1");

        // parts
        row("a part with =", "0.18.0", "/w --kv-transfer-config.kv_role=kv_both", "");
        row("a list's part", "0.18.0", "/w --compilation-config.cudagraph_capture_sizes+ 1,2", "");
        row("parts before their time", "0.8.4", "/w --kv-transfer-config.kv_role kv_both",
            "unrecognized arguments: --kv-transfer-config.kv_role kv_both");
        row("a part of no JSON", "0.18.0", "/w --port.a 1", "argument --port: invalid int value:");
        row("numbers of JSON", "0.20.2", R"(/w --kv-transfer-config {"kv_buffer_size":80m})", "");
        row("numbers of JSON before", "0.19.1", R"(/w --kv-transfer-config {"kv_buffer_size":80m})",
            "argument --kv-transfer-config: Value");
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

    void rulesGetWordsInFull()
    {
        const VllmFlags flags = *vllmFlags(u"0.18.0"_s);
        const QStringList plain
            = vllmPlainArguments({u"/w"_s, u"--max-model-l"_s, u"16K"_s, u"--kv_transfer_config.kv_role"_s,
                                  u"kv_both"_s, u"-O3"_s, u"--kv-transfer-config.kv_connector_extra_config.a=1"_s,
                                  u"--no-enable-prefix"_s, u"-tp=2"_s},
                                 flags);
        QCOMPARE(plain,
                 (QStringList{u"/w"_s, u"--max-model-len"_s, u"16384"_s, u"--optimization-level"_s, u"3"_s,
                              u"--no-enable-prefix-caching"_s, u"--tensor-parallel-size"_s, u"2"_s,
                              u"--kv-transfer-config"_s,
                              uR"({"kv_role":"kv_both","kv_connector_extra_config":{"a":1}})"_s}));
        QCOMPARE(vllmPlainArguments({u"/w"_s, u"--max-model-len"_s, u"auto"_s}, flags).last(), u"-1"_s);
        QCOMPARE(vllmInteger(u"25.6k"_s), std::optional<qint64>(25600));
        QVERIFY(!vllmInteger(u"1.5K"_s) && !vllmInteger(u"k"_s) && !vllmInteger(QString()));
    }

    // A key of any depth is no end of the program.
    void aDeepPartIsNoFlag()
    {
        const QString deep = u"--kv-transfer-config"_s + QString(u".a"_s).repeated(100'000);
        QVERIFY(
            vllmComplaints({u"/w"_s, deep, u"1"_s}, *vllmFlags(u"0.18.0"_s)).join(u' ').startsWith("unrecognized"_L1));
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
