#include "inference/chatstream.h"
#include "inference/embeddedengine.h"
#include "inference/modelfiles.h"
#include "tests/inference/greedyreference.h"
#include "tests/support/stoplimit.h"
#include "tests/support/templatedmodel.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <thread>

using namespace Qt::StringLiterals;

namespace {

const QString stories = QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf");
const QString examiner = QStringLiteral(ASC_BIN_DIR "/ascendctl");

QString smol()
{
    return defaultModelFolder() + u"/SmolLM2-135M-Instruct-Q4_1.gguf"_s;
}

ChatRequest asking(const QString &text, int tokens)
{
    ChatRequest request;
    request.messages = {{u"user"_s, text}};
    request.temperature = 0;
    request.maxTokens = tokens;
    return request;
}

QString answer(ChatPort &port, const ChatRequest &request, ChatStats *stats = nullptr)
{
    QString text;
    const Result<ChatStats> result = port.chat(request, {}, [&](const ChatPiece &piece) { text += piece.content; });
    if (!result)
        return u"ERROR: "_s + result.error().message + result.error().detail;
    if (stats)
        *stats = *result;
    return text;
}

QString complete(EmbeddedEngine &engine, const QString &prompt, int tokens)
{
    const Json body = {{"prompt", prompt}, {"max_tokens", tokens}, {"temperature", 0}};
    const auto reply = engine.ask(EmbeddedEngine::Route::Completions, compactJson(body), {});
    const Result<Json> json = parseJson(reply->body(), u"completion"_s);
    return reply->status() == 200 && json ? (*json)["choices"][0]["text"].get<QString>()
                                          : QString::fromUtf8(reply->body());
}

// One thread: ggml's threads wait for each other by spinning, which is slow where tests run side by side.
EngineOptions oneThread()
{
    EngineOptions options;
    options.threads = 1;
    return options;
}

// A busy machine may not let a thread run for a while; a promise about time is looked at up to three times.
template<typename Attempt>
qint64 bestOfThree(Attempt attempt)
{
    qint64 best = attempt();
    for (int i = 0; i < 2 && best >= 200; ++i)
        best = std::min(best, attempt());
    return best;
}

// The small model with this chat template, in that folder; empty: the model is not on this machine.
QString modelWith(const QByteArray &text, const QTemporaryDir &folder)
{
    const QByteArray bytes = smallModelWith(text);
    QFile file(folder.filePath(u"templated.gguf"_s));
    if (bytes.isEmpty())
        return {};
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
        qFatal("%s cannot be written", qPrintable(file.fileName()));
    return file.fileName();
}

} // namespace

#define LOAD(engine, path) \
    if (!QFile::exists(path)) \
        QSKIP("the model is not on this machine"); \
    { \
        const Result<EngineInfo> loaded = (engine).load(path, oneThread(), {}, {}); \
        QVERIFY2(loaded, loaded ? "" : qPrintable(loaded.error().message + loaded.error().detail)); \
    }

class TestEmbeddedEngine : public QObject
{
    Q_OBJECT

private slots:
    void greedyAnswersAreLlamaCppsOwn_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("prompt");
        QTest::newRow("stories260K") << stories << u"Once upon a time, there was a little girl"_s;
        QTest::newRow("SmolLM2") << smol() << u"The capital of France is"_s;
        // the chat template of the file, written out
        QTest::newRow("SmolLM2 chat")
            << smol()
            << u"<|im_start|>system\nYou answer briefly.<|im_end|>\n<|im_start|>user\nWhat is two plus "
               "two?<|im_end|>\n<|im_start|>assistant\n"_s;
    }

    void greedyAnswersAreLlamaCppsOwn()
    {
        QFETCH(QString, path);
        QFETCH(QString, prompt);
        EmbeddedEngine engine;
        LOAD(engine, path);
        const QString expected = greedyContinuation(path, prompt, 30);
        QVERIFY(expected.size() > 5);
        QCOMPARE(complete(engine, prompt, 30), expected);
        QCOMPARE(complete(engine, prompt, 30), expected); // with the cached prompt too
    }

    // Who waits for a whole answer, as a daemon that counts, hears meanwhile how long it is.
    void aWholeAnswerTellsHowLongItIs()
    {
        EmbeddedEngine engine;
        LOAD(engine, smol());
        const Json body
            = {{"prompt", "Count: 1, 2, 3,"}, {"max_tokens", 700}, {"temperature", 0}, {"ignore_eos", true}};
        QList<int> grown;
        QElapsedTimer clock;
        clock.start();
        while (grown.isEmpty() && clock.elapsed() < 120'000) { // it is looked at once a second, the second look tells
            const auto reply = engine.ask(EmbeddedEngine::Route::Completions, compactJson(body), {},
                                          [&grown](int tokens) { grown << tokens; });
            QCOMPARE(reply->status(), 200);
            QCOMPARE(reply->progress().generatedTokens, 700);
        }
        QVERIFY(!grown.isEmpty());
        QVERIFY(std::is_sorted(grown.cbegin(), grown.cend()) && grown.first() > 0 && grown.last() <= 700);
        // and a stop waits for no look
        std::stop_source stop;
        std::jthread stopper([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(1500));
            stop.request_stop();
        });
        clock.start();
        const auto reply
            = engine.ask(EmbeddedEngine::Route::Completions, compactJson(body), stop.get_token(), [](int) { });
        QVERIFY(reply->stopped() || reply->status() == 200);
        QVERIFY2(clock.elapsed() < 1500 + stopLimitMs, qPrintable(QString::number(clock.elapsed())));
    }

    void aChatIsTheTemplateFilledIn()
    {
        EmbeddedEngine engine;
        LOAD(engine, smol());
        ChatRequest request = asking(u"What is two plus two?"_s, 24);
        request.messages.prepend({u"system"_s, u"You answer briefly."_s});
        QCOMPARE(answer(engine, request),
                 complete(engine,
                          u"<|im_start|>system\nYou answer briefly.<|im_end|>\n<|im_start|>user\nWhat is "
                          "two plus two?<|im_end|>\n<|im_start|>assistant\n"_s,
                          24));
    }

    void aModelWithoutATemplateChats()
    {
        EmbeddedEngine engine;
        LOAD(engine, stories);
        QVERIFY(!engine.info()->file.hasChatTemplate);
        ChatStats stats;
        const QString text = answer(engine, asking(u"Once upon a time"_s, 40), &stats);
        QVERIFY2(text.size() > 20, qPrintable(text));
        QCOMPARE(stats.model, u"stories260K"_s);
        QCOMPARE(stats.completionTokens, std::optional<int>(40));
        QCOMPARE(stats.finishReason, u"length"_s);
        QVERIFY(stats.promptTokens.value_or(0) > 5);
        QVERIFY(stats.ttftMs && stats.tokensPerSecond && *stats.tokensPerSecond > 1);
    }

    void theSameSeedGivesTheSameAnswer()
    {
        EmbeddedEngine engine;
        LOAD(engine, stories);
        ChatRequest request = asking(u"Tell me a story"_s, 60);
        request.temperature = 1;
        request.seed = 7;
        const QString first = answer(engine, request);
        QCOMPARE(answer(engine, request), first);
        request.seed = 8;
        QVERIFY(answer(engine, request) != first);
    }

    void manyChatsAtOnceEachGetTheirOwnAnswer()
    {
        EmbeddedEngine engine;
        LOAD(engine, stories);
        const QStringList prompts{u"Once upon a time"_s, u"The dog"_s, u"Lily and Tom"_s, u"A big red ball"_s};
        QStringList alone;
        for (const QString &prompt : prompts)
            alone << answer(engine, asking(prompt, 30)).left(20);
        std::vector<QString> together(12);
        std::vector<std::thread> threads;
        for (size_t i = 0; i < together.size(); ++i)
            threads.emplace_back([&, i] { together[i] = answer(engine, asking(prompts[qsizetype(i % 4)], 30)); });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(engine.running(), 0);
        for (size_t i = 0; i < together.size(); ++i)
            QCOMPARE(together[i].left(20), alone[qsizetype(i % 4)]);
    }

    void stopEndsAnAnswerAtOnce()
    {
        EmbeddedEngine engine;
        LOAD(engine, smol());
        const qint64 took = bestOfThree([&] {
            std::stop_source stop;
            QElapsedTimer sinceStop;
            int pieces = 0;
            const Result<ChatStats> result
                = engine.chat(asking(u"Count to one thousand."_s, 2000), stop.get_token(), [&](const ChatPiece &) {
                      if (++pieces == 5) {
                          sinceStop.start();
                          stop.request_stop();
                      }
                  });
            return !result && result.error().kind == ErrorKind::Canceled ? sinceStop.elapsed() : qint64(1e9);
        });
        QVERIFY2(took < 1000, qPrintable(QString::number(took))); // 200 on an idle machine; all of it takes seconds
    }

    void stopEndsTheReadingOfALongPromptAtOnce()
    {
        EmbeddedEngine engine;
        LOAD(engine, smol());
        QString prompt;
        while (prompt.size() < 24000)
            prompt += u"The quick brown fox jumps over the lazy dog near the old stone bridge. "_s;
        bool answered = false;
        QElapsedTimer sinceStop;
        const qint64 took = bestOfThree([&] {
            std::stop_source stop;
            Result<ChatStats> result = canceled();
            std::thread asker([&] {
                result = engine.chat(asking(prompt, 10), stop.get_token(), [&](const ChatPiece &) { answered = true; });
            });
            while (engine.running() == 0)
                std::this_thread::yield();
            QTest::qWait(150); // into the prompt: reading all of it takes seconds
            sinceStop.start();
            stop.request_stop();
            asker.join();
            return !result && result.error().kind == ErrorKind::Canceled ? sinceStop.elapsed() : qint64(1e9);
        });
        QVERIFY(!answered);
        QVERIFY2(took < 1000, qPrintable(QString::number(took))); // 200 on an idle machine; all of it takes seconds
        // and the engine is free again soon: a batch is short
        sinceStop.start();
        QVERIFY(!answer(engine, asking(u"Hello"_s, 2)).startsWith("ERROR"_L1));
        qInfo() << "stopped after" << took << "ms, the next answer took" << sinceStop.elapsed() << "ms";
    }

    // Of 128 tokens of a prompt, as they are read at a time.
    void unloadingDoesNotWaitForABatch()
    {
        EmbeddedEngine engine;
        LOAD(engine, smol());
        QString prompt;
        while (prompt.size() < 24000)
            prompt += u"The quick brown fox jumps over the lazy dog near the old stone bridge. "_s;
        const auto short128 = prompt.left(128 * 4);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(!answer(engine, asking(short128, 1)).startsWith("ERROR"_L1));
        const qint64 batch = clock.elapsed();
        std::vector<qint64> took;
        for (int i = 0; i < 5; ++i) {
            LOAD(engine, smol());
            std::thread asker([&] { const auto ignored = engine.chat(asking(prompt, 10), {}, {}); Q_UNUSED(ignored) });
            while (engine.running() == 0)
                std::this_thread::yield();
            QTest::qWait(150 + int(batch) * i / 5); // into the prompt: reading all of it takes seconds
            clock.start();
            engine.unload();
            took.push_back(clock.elapsed());
            asker.join();
        }
        qInfo() << "a batch takes" << batch << "ms, unloading took" << took;
        std::sort(took.begin(), took.end());
        QVERIFY2(took[2] < std::max<qint64>(50, batch / 2),
                 qPrintable(QString::number(took[2]))); // half of them may meet a busy machine
    }

    void aStopBeforeTheBeginningIsAStop()
    {
        EmbeddedEngine engine;
        LOAD(engine, stories);
        std::stop_source stop;
        stop.request_stop();
        const Result<ChatStats> result = engine.chat(asking(u"Hi"_s, 5), stop.get_token(), {});
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Canceled);
    }

    void loadingTellsItsProgressAndCanBeCanceled()
    {
        if (!QFile::exists(smol()))
            QSKIP("the model is not on this machine");
        EmbeddedEngine engine;
        QList<double> parts;
        QVERIFY(engine.load(smol(), oneThread(), [&](double part) { parts << part; }, {}));
        QVERIFY(!parts.isEmpty());
        QVERIFY(std::is_sorted(parts.begin(), parts.end()));
        QCOMPARE(parts.last(), 1.0);

        std::stop_source stop;
        const Result<EngineInfo> canceledLoad = engine.load(
            smol(), oneThread(), [&](double) { stop.request_stop(); }, stop.get_token());
        QVERIFY(!canceledLoad);
        QCOMPARE(canceledLoad.error().kind, ErrorKind::Canceled);
        QVERIFY(!engine.info());
        QVERIFY(engine.load(smol(), oneThread(), {}, {})); // and the next one is none the worse
    }

    // The answer has to be under way still when the model goes, on the fastest machine: the small model speaks 500
    // words in the time between two looks of QTRY_VERIFY, this one takes milliseconds for each of its 1500.
    void unloadEndsRunningChats()
    {
        if (!QFile::exists(smol()))
            QSKIP("the model is not on this machine");
        EmbeddedEngine engine;
        LOAD(engine, smol());
        std::promise<void> talking;
        Result<ChatStats> result = canceled();
        std::thread asker([&] {
            ChatRequest request = asking(u"Once upon a time"_s, 1500);
            request.extra = {{"ignore_eos", true}};
            bool told = false;
            result = engine.chat(request, {}, [&](const ChatPiece &) {
                if (!told)
                    talking.set_value();
                told = true;
            });
        });
        const bool began = talking.get_future().wait_for(std::chrono::minutes(1)) == std::future_status::ready;
        engine.unload();
        asker.join();
        QVERIFY(began);
        QVERIFY(!engine.info());
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Model);
        const Result<ChatStats> after = engine.chat(asking(u"Hi"_s, 5), {}, {});
        QVERIFY(!after);
        QCOMPARE(after.error().kind, ErrorKind::Model);
    }

    void unloadEndsAChatWhoseTemplateDoesNotEnd()
    {
        QTemporaryDir folder;
        const QString path = modelWith(astrayOverWords, folder);
        if (path.isEmpty())
            QSKIP("the model is not on this machine");
        EmbeddedEngine engine;
        LOAD(engine, path);
        Result<ChatStats> result = canceled();
        std::thread asker([&] { result = engine.chat(asking(u"abracadabra"_s, 5), {}, {}); });
        QTRY_COMPARE(engine.running(), 1);
        QElapsedTimer clock;
        clock.start();
        engine.unload();
        const qint64 took = clock.elapsed();
        asker.join();
        QVERIFY2(took < 5000, qPrintable(QString::number(took))); // the template has ten seconds of computing
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Model);
        QVERIFY2(result.error().detail.contains(u"the model is being unloaded"_s), qPrintable(result.error().detail));
    }

    // Left to itself this model tells stories until it has no tokens left.
    void aRequiredCallIsMade_data()
    {
        QTest::addColumn<double>("temperature");
        QTest::newRow("greedy") << 0.0;
        QTest::newRow("wild") << 2.0;
    }

    void aRequiredCallIsMade()
    {
        QFETCH(double, temperature);
        QTemporaryDir folder;
        const QString path = modelWith(callsTools, folder);
        if (path.isEmpty())
            QSKIP("the model is not on this machine");
        EmbeddedEngine engine;
        LOAD(engine, path);
        const auto tool = [](const char *name) {
            return Json{{"type", "function"},
                        {"function",
                         {{"name", name},
                          {"parameters",
                           {{"type", "object"},
                            {"properties", {{"at", {{"enum", Json::array({"a", "b"})}}}}},
                            {"required", Json::array({"at"})}}}}}};
        };
        Json body = {{"messages", Json::array({Json{{"role", "user"}, {"content", "Once"}}})},
                     {"tools", Json::array({tool("look"), tool("peek")})},
                     {"tool_choice", "required"},
                     {"parallel_tool_calls", false},
                     {"max_tokens", 200},
                     {"temperature", temperature},
                     {"seed", 1}};
        for (const bool asksForOne : {false, true}) {
            if (asksForOne)
                body["tools"] = Json::array({tool("peek")}); // as settleToolChoice() leaves it
            const auto reply = engine.ask(EmbeddedEngine::Route::ChatCompletions, compactJson(body), {});
            QCOMPARE(reply->status(), 200);
            const Result<Json> json = parseJson(reply->body(), u"answer"_s);
            QVERIFY(json);
            const Json choice = (*json)["choices"][0], calls = member(choice["message"], "tool_calls");
            QVERIFY2(calls.is_array() && calls.size() == 1,
                     reply->body().constData()); // though this model makes more, until its context is full
            QVERIFY2(stringAt(choice["message"], "content").isEmpty(), reply->body().constData());
            const QString name = stringAt(calls[0]["function"], "name");
            QVERIFY2(name == "peek"_L1 || (!asksForOne && name == "look"_L1), qPrintable(name));
            const Result<Json> arguments
                = parseJson(stringAt(calls[0]["function"], "arguments").toUtf8(), u"arguments"_s);
            QVERIFY(arguments);
            QCOMPARE(stringAt(*arguments, "at").size(), 1);
        }
        body["stream"] = true;
        const auto stream = engine.ask(EmbeddedEngine::Route::ChatCompletions, compactJson(body), {});
        QVERIFY(stream->streams());
        QByteArray all, events;
        while (stream->next(events))
            all += events;
        QVERIFY2(all.contains("\"tool_calls\":[{\"index\":0,") && !all.contains("\"index\":1,"), all.constData());
        QVERIFY2(all.endsWith("data: [DONE]\n\n"), all.right(600).constData());
        body["stream"] = false;
        body["parallel_tool_calls"] = true;
        const Result<Json> many
            = parseJson(engine.ask(EmbeddedEngine::Route::ChatCompletions, compactJson(body), {})->body(), u"answer"_s);
        QVERIFY(many && (temperature > 0 || member((*many)["choices"][0]["message"], "tool_calls").size() > 1));
        body["tool_choice"] = "auto";
        QCOMPARE(engine.ask(EmbeddedEngine::Route::ChatCompletions, compactJson(body), {})->status(), 200);
    }

    // What of the request, and why: not "Failed to initialize samplers".
    void aGrammarThatCannotBeUsedIsNamed_data()
    {
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<QString>("words");
        QTest::newRow("not GBNF") << QByteArray("'grammar':'root :== [a]'")
                                  << u"grammar cannot be used: it is not valid GBNF."_s;
        QTest::newRow("no such rule") << QByteArray("'grammar':'root ::= other'")
                                      << u"grammar cannot be used: it is not valid GBNF."_s;
        QTest::newRow("no root") << QByteArray("'grammar':'start ::= [a]'")
                                 << u"grammar cannot be used: it has no rule named root."_s;
        QTest::newRow("left recursion") << QByteArray("'grammar':'root ::= root [a]'")
                                        << u"grammar cannot be used: one of its rules begins with itself"_s;
        QTest::newRow("too many repetitions")
            << QByteArray("'json_schema':{'type':'string','pattern':'^(a{30}){30}(b{30}){30}$','maxLength':3000}")
            << QString();
        QTest::newRow("left recursion of a schema")
            << QByteArray("'response_format':{'type':'json_schema','json_schema':{'schema':{'$ref':'#/$defs/"
                          "a','$defs':{'a':{'anyOf':[{'$ref':'#/$defs/a'},{'type':'null'}]}}}}}")
            << u"The schema in response_format cannot be used: of the grammar that it becomes, one of "
               "its rules begins with itself"_s;
    }

    void aGrammarThatCannotBeUsedIsNamed()
    {
        QFETCH(QByteArray, member);
        QFETCH(QString, words);
        EmbeddedEngine engine;
        LOAD(engine, stories);
        const auto reply
            = engine.ask(EmbeddedEngine::Route::ChatCompletions,
                         QByteArray("{'max_tokens':2,'messages':[{'role':'user','content':'Hi'}]," + member + '}')
                             .replace('\'', '"'),
                         {});
        QVERIFY2(!reply->body().contains("initialize samplers"), reply->body().constData());
        if (words.isEmpty())
            return;
        QCOMPARE(reply->status(), 400);
        QVERIFY2(errorText(reply->body()).startsWith(words), reply->body().constData());
        QVERIFY(!answer(engine, asking(u"Hi"_s, 3)).startsWith("ERROR"_L1));
    }

    // Whatever the choice: to let the model choose would be refused for the same reason.
    void toolsThatTheTemplateHasNoPlaceForAreRefused()
    {
        EmbeddedEngine engine;
        LOAD(engine, stories);
        for (const char *choice : {"required", "auto"}) {
            const auto reply = engine.ask(
                EmbeddedEngine::Route::ChatCompletions,
                QByteArray(R"({"messages":[{"role":"user","content":"Hi"}],"tool_choice":"CHOICE",
            "tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}]})")
                    .replace("CHOICE", choice),
                {});
            QCOMPARE(reply->status(), 400);
            QVERIFY2(reply->body().contains("has no place for them"), reply->body().constData());
        }
    }

    void loadsAndUnloadsTwentyTimes()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        EmbeddedEngine engine;
        for (int i = 0; i < 20; ++i) {
            QVERIFY(engine.load(stories, oneThread(), {}, {}));
            const QString text = answer(engine, asking(u"Once"_s, 3));
            QVERIFY2(!text.isEmpty() && !text.startsWith("ERROR"_L1), qPrintable(text));
            engine.unload();
        }
    }

    void badRequestsAreErrorsOfTheEngine()
    {
        EmbeddedEngine engine;
        LOAD(engine, stories);
        for (const QByteArray &body :
             {QByteArray("not json"), QByteArray("{}"), QByteArray("[]"), QByteArray("{\"messages\":7}"),
              QByteArray("{\"messages\":[{\"role\":\"user\"}]}"),
              QByteArray("{\"messages\":[{\"role\":7,\"content\":[]}]}")}) {
            const auto reply = engine.ask(EmbeddedEngine::Route::ChatCompletions, body, {});
            QVERIFY2(reply->status() >= 400, body.constData());
            QVERIFY(!reply->streams());
            QVERIFY(parseJson(reply->body(), u"error"_s));
        }
        // longer than the context
        QString prompt;
        while (prompt.size() < 40000)
            prompt += u"word "_s;
        const Result<ChatStats> tooLong = engine.chat(asking(prompt, 5), {}, {});
        QVERIFY(!tooLong);
        QCOMPARE(tooLong.error().kind, ErrorKind::Model);
        QVERIFY2(tooLong.error().detail.contains("context"_L1), qPrintable(tooLong.error().detail));
        // before its tokens are counted, also beside tokens
        const QByteArray text(100'000, 'x');
        for (const QByteArray &whole :
             {'"' + text + '"', "[1,\"" + text + "\"]", "{\"prompt_string\":\"" + text + "\"}"}) {
            const auto reply = engine.ask(EmbeddedEngine::Route::Completions, "{\"prompt\":" + whole + '}', {});
            QCOMPARE(reply->status(), 400);
            QVERIFY2(reply->body().contains("(at least "), reply->body().constData());
        }
        QVERIFY(!answer(engine, asking(u"Hi"_s, 3)).startsWith("ERROR"_L1));
    }

    // llama.cpp's "try increasing it" helps where somebody can, and knows how.
    void howToGiveALargerContextIsSaidWhereThatIsPossible()
    {
        EngineOptions options = oneThread();
        options.contextTokens = 256;
        options.contextOption = u"--context"_s;
        const auto said = [&options](const QString &path) {
            EmbeddedEngine engine;
            if (!engine.load(path, options, {}, {}))
                return QString();
            const Result<ChatStats> tooLong = engine.chat(asking(u"word "_s.repeated(400), 5), {}, {});
            return tooLong ? u"it fitted"_s : tooLong.error().detail;
        };
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        const QString trainedForLess = said(stories);
        QVERIFY2(trainedForLess.contains(u"exceeds the available context"_s) && !trainedForLess.contains(u"--context"_s)
                     && !trainedForLess.contains(u"increasing"_s),
                 qPrintable(trainedForLess));
        if (!QFile::exists(smol()))
            QSKIP("the model is not on this machine");
        QVERIFY2(said(smol()).endsWith(u"; a larger one is set with --context"_s), qPrintable(said(smol())));
    }

    void piecesAreWholeCharacters()
    {
        EmbeddedEngine engine;
        LOAD(engine, smol());
        QString all;
        ChatRequest request = asking(u"Repeat: 你好，世界 🙂 🚀 ありがとう"_s, 60);
        const Result<ChatStats> stats = engine.chat(request, {}, [&](const ChatPiece &piece) {
            QVERIFY(!piece.content.contains(QChar::ReplacementCharacter));
            QVERIFY(piece.content.isEmpty() || !piece.content.front().isLowSurrogate());
            all += piece.content;
        });
        QVERIFY(stats);
        QVERIFY(!all.isEmpty());
    }

    // llama.cpp makes a context of 256 of any smaller one; its batch stayed at the number asked for, and 1 ended the
    // program.
    void aContextOfOneTokenIsTheSmallestThereIs()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        EngineOptions options = oneThread();
        options.contextTokens = 1;
        EmbeddedEngine engine;
        const Result<EngineInfo> loaded = engine.load(stories, options, {}, {});
        QVERIFY(loaded);
        QCOMPARE(loaded->contextTokens, 128); // all that this model has
        answer(engine, asking(u"Once"_s, 2));
    }

    // A damaged file may be refused or may load; it must not end this process.
    void damagedFilesNeverEndTheProgram()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        if (!QFile::exists(examiner))
            QSKIP("ascendctl is not built");
        QFile file(stories);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        QTemporaryDir folder;
        const QString path = folder.filePath(u"damaged.gguf"_s);
        EngineOptions options = oneThread();
        options.examiner = examiner;
        options.contextTokens = 256;
        QRandomGenerator random(2026);
        int refused = 0, loaded = 0;
        QElapsedTimer clock;
        clock.start();
        for (int round = 0; round < 200 && clock.elapsed() < 30000; ++round) {
            QByteArray bytes = whole;
            if (round % 4 == 0)
                bytes.truncate(random.bounded(int(whole.size())));
            else if (round % 4 == 1) // a number in the metadata behind the vocabulary
                bytes[14000 + random.bounded(1200)] = char(random.bounded(256));
            else
                for (int i = 0; i < 3; ++i)
                    bytes[random.bounded(20000)] = char(random.bounded(256));
            QFile damaged(path);
            QVERIFY(damaged.open(QIODevice::WriteOnly));
            damaged.write(bytes);
            damaged.close();
            EmbeddedEngine engine;
            const Result<EngineInfo> result = engine.load(path, options, {}, {});
            if (!result) {
                ++refused;
                QVERIFY(!result.error().message.isEmpty());
                continue;
            }
            ++loaded;
            answer(engine, asking(u"Once"_s, 2));
        }
        qInfo() << refused << "refused," << loaded << "loaded";
        QVERIFY(refused > 3);
        QVERIFY(loaded > 0);             // a file whose words are a little wrong; else nothing has reached the engine
    }
};

QTEST_GUILESS_MAIN(TestEmbeddedEngine)
#include "tst_embeddedengine.moc"
