#include "inference/usablegrammar.h"

#include "inference/llamalibrary.h"

#include <cctype>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common.h"
#include "llama.h"

using namespace Qt::StringLiterals;

namespace {

struct Triggers
{
    std::vector<std::string> patterns;
    std::vector<llama_token> tokens;
};

// As common_sampler_init() reads them.
Triggers triggersOf(const common_params_sampling &sampling)
{
    Triggers triggers;
    for (const common_grammar_trigger &trigger : sampling.grammar_triggers) {
        const std::string &text = trigger.value;
        switch (trigger.type) {
        case COMMON_GRAMMAR_TRIGGER_TYPE_TOKEN: triggers.tokens.push_back(trigger.token); break;
        case COMMON_GRAMMAR_TRIGGER_TYPE_WORD: triggers.patterns.push_back(regex_escape(text)); break;
        case COMMON_GRAMMAR_TRIGGER_TYPE_PATTERN: triggers.patterns.push_back(text); break;
        case COMMON_GRAMMAR_TRIGGER_TYPE_PATTERN_FULL:
            triggers.patterns.push_back(
                text.empty() ? "^$" : (text.front() == '^' ? "" : "^") + text + (text.back() == '$' ? "" : "$"));
            break;
        }
    }
    return triggers;
}

// What it logged, in other words.
QString reasonIn(const QString &log)
{
    if (log.contains("does not contain a"_L1))
        return u"it has no rule named root"_s;
    if (log.contains("left recursion"_L1))
        return u"one of its rules begins with itself (left recursion)"_s;
    return u"it is not valid GBNF"_s;
}

using Sampler = std::unique_ptr<llama_sampler, decltype(&llama_sampler_free)>;

Sampler samplerOf(const llama_vocab *vocab, const common_params_sampling &sampling)
{
    const std::string &grammar = common_grammar_value(sampling.grammar);
    if (!sampling.grammar_lazy)
        return {llama_sampler_init_grammar(vocab, grammar.c_str(), "root"), &llama_sampler_free};
    Triggers triggers = triggersOf(sampling);
    std::vector<const char *> patterns;
    for (const std::string &pattern : triggers.patterns)
        patterns.push_back(pattern.c_str());
    return {llama_sampler_init_grammar_lazy_patterns(vocab, grammar.c_str(), "root", patterns.data(), patterns.size(),
                                                     triggers.tokens.data(), triggers.tokens.size()),
            &llama_sampler_free};
}

// The words that the template has put before the answer already; accept() throws where the grammar has no place for
// them.
void acceptPrefill(llama_sampler *sampler, const llama_vocab *vocab, const std::string &words)
{
    const std::vector<llama_token> tokens = common_tokenize(vocab, words, false, true);
    for (size_t i = 0; i < tokens.size(); ++i) {
        const std::string piece = common_token_to_piece(vocab, tokens[i], true);
        if (i == 0 && !piece.empty() && std::isspace(static_cast<unsigned char>(piece[0]))
            && !std::isspace(static_cast<unsigned char>(words[0])))
            continue;
        llama_sampler_accept(sampler, tokens[i]);
    }
}

} // namespace

void tryGrammar(const llama_vocab *vocab, const common_params_sampling &sampling)
{
    if (common_grammar_value(sampling.grammar).empty())
        return;
    static std::mutex oneAtATime;        // its log is one for the process
    const std::lock_guard lock(oneAtATime);
    takeLlamaErrors();
    try {
        const Sampler sampler = samplerOf(vocab, sampling);
        if (!sampler)
            throw UnusableGrammar{reasonIn(takeLlamaErrors())};
        if (!sampling.grammar_lazy && !sampling.generation_prompt.empty()
            && common_grammar_needs_prefill(sampling.grammar))
            acceptPrefill(sampler.get(), vocab, sampling.generation_prompt);
    } catch (const std::exception &e) {
        throw UnusableGrammar{QString::fromUtf8(e.what())};
    }
}
