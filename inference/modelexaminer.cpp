// What a model file does to llama.cpp is tried out in a process that may die of it.
#include "inference/modelexamination.h"

#include "core/base/languages.h"
#include "inference/ggufinfo.h"
#include "inference/llamalibrary.h"
#include "inference/plainreason.h"
#include "inference/requiredcall.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <functional>
#include <memory>
#include <new>

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "chat.h"
#include "common.h"
#include "llama.h"
#include "server-common.h"

using namespace Qt::StringLiterals;

namespace {

struct ExaminerText
{
    ASC_TR_FUNCTIONS(Engine)
};

// Of a template. Usual ones take milliseconds, some megabytes and a few kilobytes of stack.
constexpr rlim_t secondsAtFirst = 5, mostBytes = rlim_t(1) << 30;
// what the first chats pass with, the others have plenty of
constexpr size_t stackAtFirst = 1 << 20, stackBytes = 8 << 20;

void noMoreMemory()
{
    constexpr char words[] = "out of memory\n";
    if (::write(STDERR_FILENO, words, sizeof words - 1) < 0) { }
    std::raise(SIGKILL); // llama.cpp would catch an exception and go on
}

void limit(__rlimit_resource what, rlim_t most)
{
    rlimit both{};
    getrlimit(what, &both);
    both.rlim_cur = std::min(most, both.rlim_max);
    setrlimit(what, &both);
}

rlim_t bytesTaken()
{
    QFile statm(u"/proc/self/statm"_s);
    if (!statm.open(QIODevice::ReadOnly))
        return rlim_t(1) << 34;
    return statm.readAll().split(' ').first().toULongLong() * rlim_t(sysconf(_SC_PAGESIZE));
}

// From now on.
void limitSeconds(rlim_t seconds)
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    limit(RLIMIT_CPU, rlim_t(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 + seconds);
}

void onStack(size_t bytes, std::function<void()> work)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, bytes);
    pthread_attr_setguardsize(&attributes, 1 << 20); // no frame steps over it
    pthread_t thread;
    const auto run = [](void *context) -> void * {
        (*static_cast<std::function<void()> *>(context))();
        return nullptr;
    };
    if (pthread_create(&thread, &attributes, run, &work) == 0)
        pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

json said(const char *role, const char *content) { return json{{"role", role}, {"content", content}}; }

// Chats of each kind that this program lets people hold. A template may refuse some (no system role, no tools): that
// ends, too.
std::vector<json> firstChats()
{
    const json tool = {{"type", "function"},
                       {"function",
                        {{"name", "look"},
                         {"description", "Looks"},
                         {"parameters",
                          {{"type", "object"},
                           {"properties", {{"where", {{"type", "string"}}}}},
                           {"required", json::array({"where"})}}}}}};
    json brief = json::array({said("user", "Hello")});
    json longer = json::array({said("system", "You answer briefly.")});
    for (int i = 0; i < 12; ++i)
        longer.push_back(said(i % 2 ? "assistant" : "user", "One, two, three."));
    longer.push_back(said("user", "And then?"));
    return {json{{"messages", brief}}, json{{"messages", longer}},
            json{{"messages", brief}, {"tools", json::array({tool})}}};
}

// As server_context_impl::load_model() does it. Throws where that would refuse to load.
server_chat_params chatParamsOf(const llama_model *model, const std::string &instead)
{
    common_params params;
    common_chat_templates_ptr templates = common_chat_templates_init(model, instead);
    const bool thinks = params.use_jinja && common_chat_templates_support_enable_thinking(templates.get());
    server_chat_params chat{};
    chat.use_jinja = params.use_jinja;
    chat.prefill_assistant = params.prefill_assistant;
    chat.reasoning_format = params.reasoning_format;
    chat.chat_template_kwargs = params.default_template_kwargs;
    chat.tmpls = std::move(templates);
    chat.enable_thinking = params.enable_reasoning != 0 && thinks;
    chat.force_pure_content = params.force_pure_content_parser;
    return chat;
}

void tryFirstChats(const server_chat_params &chat)
{
    for (json &body : firstChats()) {
        try {
            std::vector<raw_buffer> files;
            oaicompat_chat_params_parse(body, chat, files);
        } catch (const std::exception &) {
        }
    }
}

void tell(const QByteArray &line)
{
    fwrite(line.constData(), 1, size_t(line.size()), stdout);
    putchar('\n');
    fflush(stdout);
}

// Does the prompt have more in it than without them?
bool showsTools(json body, const std::string &prompt, const server_chat_params &chat)
{
    body.erase("tools");
    body.erase("tool_choice");
    body.erase("parallel_tool_calls");
    std::vector<raw_buffer> files;
    return json_value(oaicompat_chat_params_parse(body, chat, files), "prompt", std::string()) != prompt;
}

QByteArray answerTo(const char *text, size_t size, const server_chat_params &chat)
{
    try {
        json body = json::parse(std::string(text, size));
        std::vector<raw_buffer> files;
        const bool isCallRequired = json_value(body, "tool_choice", std::string()) == "required";
        const bool mayCall = body.contains("tools") && body["tools"].is_array() && !body["tools"].empty()
            && json_value(body, "tool_choice", std::string()) != "none";
        const json asked = body;         // it is filled in in place
        json filled = oaicompat_chat_params_parse(body, chat, files);
        // Put into no prompt, they would be left out without a word.
        if (mayCall && !showsTools(asked, json_value(filled, "prompt", std::string()), chat))
            throw std::invalid_argument("tools cannot be used: this model's chat template has no place for them, so "
                                        "the model would never see them. Leave tools out (or send tool_choice "
                                        "\"none\"), ask for JSON with response_format, or serve a model that calls "
                                        "tools.");
        if (isCallRequired) {
            std::string grammar = json_value(filled, "grammar", std::string());
            if (json_value(filled, "grammar_lazy", false)
                || !letOnlyCallsThrough(grammar, json_value(filled, "chat_parser", std::string())))
                throw std::invalid_argument("a call that tool_choice demands cannot be kept: this model's chat "
                                            "template has no tool calls that can be enforced. Let it choose "
                                            "(tool_choice \"auto\"), or ask for JSON with response_format.");
            filled["grammar"] = grammar;
        }
        return examiner::filled + QByteArray::fromStdString(safe_json_to_str(filled));
    } catch (const std::bad_alloc &) {
        noMoreMemory();
        return {};
    } catch (const std::exception &e) {
        return examiner::refused + QByteArray::fromStdString(safe_json_to_str(json(plainReason(e.what()))));
    }
}

// A line for each line, until there are no more.
void answerRequests(const server_chat_params &chat, rlim_t bytes)
{
    char *line = nullptr;
    size_t room = 0;
    for (ssize_t size = 0; (size = ::getline(&line, &room, stdin)) > 0;) {
        limitSeconds(examiner::mostSeconds);
        limit(RLIMIT_AS, bytes + 16 * rlim_t(size)); // a long chat is there many times, in many forms
        tell(answerTo(line, size_t(size), chat));
    }
    free(line);
}

} // namespace

Result<void> examineModelHere(const QString &path)
{
    const QString fileName = QFileInfo(path).fileName();
    const Result<GgufInfo> file = readGguf(path);
    if (!file)
        return file.error();
    if (const Result<void> usable = isLanguageModel(*file, fileName); !usable)
        return usable;
    beginLlama();
    const auto refuse = [&fileName] {
        return Error{ErrorKind::Parse,
                     ExaminerText::tr("%1 could not be loaded.").arg(fileName),
                     takeLlamaErrors(),
                     {}};
    };
    llama_model_params modelParams = llama_model_default_params();
    modelParams.no_alloc = true;
    modelParams.load_mode = LLAMA_LOAD_MODE_NONE;
    std::unique_ptr<llama_model, decltype(&llama_model_free)> model(
        llama_model_load_from_file(QFile::encodeName(path).constData(), modelParams), &llama_model_free);
    if (!model)
        return refuse();
    llama_context_params contextParams = llama_context_default_params();
    contextParams.n_ctx = 256;
    contextParams.n_batch = contextParams.n_ubatch = 64;
    std::unique_ptr<llama_context, decltype(&llama_free)> context(llama_init_from_model(model.get(), contextParams),
                                                                  &llama_free);
    if (!context)
        return refuse();
    common_tokenize(llama_model_get_vocab(model.get()), "Hello, world.", true, true);

    tell(examiner::templateBegins);
    const rlim_t bytes = bytesTaken() + mostBytes;
    limit(RLIMIT_AS, bytes);
    limitSeconds(secondsAtFirst);
    std::set_new_handler(noMoreMemory);
    server_chat_params chat{};
    std::string wrong;
    onStack(stackAtFirst, [&] {
        try {
            chat = chatParamsOf(model.get(), file->hasChatTemplate ? std::string() : "chatml");
            tryFirstChats(chat);
        } catch (const std::exception &e) {
            wrong = e.what();
            if (wrong.empty() || wrong == "std::exception")
                wrong = "llama.cpp gives no reason";
        }
    });
    if (!wrong.empty())
        return Error{ErrorKind::Parse,
                     ExaminerText::tr("llama.cpp cannot read the chat template in %1.").arg(fileName),
                     QString::fromStdString(wrong),
                     {}};
    context.reset();
    model.reset();                       // the template has what it needs of it
    tell(examiner::isReady);
    onStack(stackBytes, [&] { answerRequests(chat, bytes); });
    return {};
}
