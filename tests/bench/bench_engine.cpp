// asc-bench-engine --model FILE [--threads N] [--rounds N] [--json]: prefill and decode of the embedded engine
// against llama-bench of the same build, with the same model and threads, in turns. Ours is the wall clock of a
// whole request as the program makes it (JSON, tokens to text, sampling); llama-bench's is llama_decode alone.
#include "inference/embeddedengine.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>

#include <cstdio>
#include <thread>

using namespace Qt::StringLiterals;

namespace {

constexpr int prefillTokens = 512, decodeTokens = 128;

struct Round
{
    double firstMs = 0, restMs = 0;      // to the first piece; from there to the last
    int tokens = 0;
};

Result<Round> request(EmbeddedEngine &engine, int promptTokens, int tokens, QRandomGenerator &random)
{
    Json prompt = Json::array();
    for (int i = 0; i < promptTokens; ++i)
        prompt.push_back(random.bounded(300, 20000)); // any tokens, new ones each time: nothing is cached
    const Json body = {{"prompt", prompt}, {"max_tokens", tokens}, {"temperature", 0}, {"ignore_eos", true},
                       {"cache_prompt", false}, {"stream", true}};
    QElapsedTimer clock;
    clock.start();
    const auto reply = engine.ask(EmbeddedEngine::Route::Completions, compactJson(body), {});
    if (!reply->streams())
        return Error{ErrorKind::Model, u"the engine refused the request"_s, QString::fromUtf8(reply->body()), {}};
    Round round;
    QByteArray events;
    double lastMs = 0;
    while (reply->next(events)) {
        if (events.contains("\"text\"")) {
            lastMs = double(clock.nsecsElapsed()) / 1e6;
            if (round.firstMs == 0)
                round.firstMs = lastMs;
        }
        events.clear();
    }
    round.restMs = lastMs - round.firstMs;
    round.tokens = reply->timings() ? reply->timings()->generatedTokens : 0;
    return round;
}

// Tokens per second as llama-bench reports them.
Result<double> peer(const QString &model, int threads, int prompt, int generate)
{
    QProcess process;
    process.start(QStringLiteral(ASC_LLAMA_BENCH),
                  {u"-m"_s, model, u"-t"_s, QString::number(threads), u"-p"_s, QString::number(prompt), u"-n"_s,
                   QString::number(generate), u"-r"_s, u"1"_s, u"-o"_s, u"json"_s});
    if (!process.waitForFinished(600000) || process.exitCode() != 0)
        return Error{ErrorKind::CommandFailed,
                     u"llama-bench failed"_s,
                     QString::fromUtf8(process.readAllStandardError()),
                     {}};
    const Result<Json> rows = parseJson(process.readAllStandardOutput(), u"llama-bench's output"_s);
    if (!rows)
        return rows.error();
    if (!rows->is_array() || rows->empty() || !numberAt((*rows)[0], "avg_ts"))
        return Error{ErrorKind::Parse, u"llama-bench's output has no avg_ts"_s, {}, {}};
    return *numberAt((*rows)[0], "avg_ts");
}

int fail(const Error &error)
{
    fprintf(stderr, "asc-bench-engine: %s\n%s\n", qPrintable(error.message), qPrintable(error.detail));
    return 1;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOptions({{u"model"_s, QString(), u"file"_s},
                       {u"threads"_s, QString(), u"n"_s, u"0"_s},
                       {u"rounds"_s, QString(), u"n"_s, u"5"_s},
                       {u"json"_s, QString()}});
    parser.process(application);
    EmbeddedEngine engine;
    EngineOptions options;
    const int threads = parser.value(u"threads"_s).toInt();
    options.threads = threads > 0 ? threads : int(std::thread::hardware_concurrency()); // as llama-bench
    options.parallel = 1;
    const Result<EngineInfo> info = engine.load(parser.value(u"model"_s), options, {}, {});
    if (!info)
        return fail(info.error());

    QRandomGenerator random(1);
    Json ourPrefill = Json::array(), ourDecode = Json::array(), peerPrefill = Json::array(), peerDecode = Json::array();
    const int rounds = parser.value(u"rounds"_s).toInt();
    for (int i = -1; i < rounds; ++i) {
        const Result<Round> prefill = request(engine, prefillTokens, 1, random);
        if (!prefill)
            return fail(prefill.error());
        const Result<Round> decode = request(engine, 1, decodeTokens, random);
        if (!decode)
            return fail(decode.error());
        if (i < 0)
            continue; // the first ones page the model in
        const Result<double> prefillPeer = peer(info->path, info->threads, prefillTokens, 0);
        if (!prefillPeer)
            return fail(prefillPeer.error());
        const Result<double> decodePeer = peer(info->path, info->threads, 0, decodeTokens);
        if (!decodePeer)
            return fail(decodePeer.error());
        ourPrefill.push_back(prefillTokens * 1000.0 / prefill->firstMs);
        ourDecode.push_back((decode->tokens - 1) * 1000.0 / decode->restMs);
        peerPrefill.push_back(*prefillPeer);
        peerDecode.push_back(*decodePeer);
    }
    const QString remark = u"%1, %2 threads"_s.arg(info->name).arg(info->threads);
    const Json rows
        = {{"rows",
            Json::array({{{"figure", "prefill 512"}, {"ours", ourPrefill}, {"peer", peerPrefill}, {"remark", remark}},
                         {{"figure", "decode 128"}, {"ours", ourDecode}, {"peer", peerDecode}, {"remark", remark}}})}};
    const QByteArray text = parser.isSet(u"json"_s) ? compactJson(rows) + '\n' : prettyJson(rows);
    fwrite(text.constData(), 1, size_t(text.size()), stdout);
    return 0;
}
