#include "tests/inference/greedyreference.h"

#include "llama.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

QString greedyContinuation(const QString &modelPath, const QString &prompt, int tokens)
{
    llama_model_params modelParams = llama_model_default_params();
    const std::unique_ptr<llama_model, decltype(&llama_model_free)> model(
        llama_model_load_from_file(qPrintable(modelPath), modelParams), &llama_model_free);
    llama_context_params contextParams = llama_context_default_params();
    contextParams.n_ctx = 1024;
    // ggml's threads wait by spinning: bad on a busy machine
    contextParams.n_threads = contextParams.n_threads_batch = 1;
    const std::unique_ptr<llama_context, decltype(&llama_free)> context(llama_init_from_model(model.get(),
                                                                                              contextParams),
                                                                        &llama_free);
    const llama_vocab *vocab = llama_model_get_vocab(model.get());

    const std::string text = prompt.toStdString();
    std::vector<llama_token> ids(text.size() + 8);
    ids.resize(size_t(llama_tokenize(vocab, text.data(), int(text.size()), ids.data(), int(ids.size()), true, true)));
    std::string out;
    for (int i = 0; i < tokens; ++i) {
        if (llama_decode(context.get(), llama_batch_get_one(ids.data(), int(ids.size()))) != 0)
            break;
        const float *logits = llama_get_logits_ith(context.get(), -1);
        const llama_token best = llama_token(std::max_element(logits, logits + llama_vocab_n_tokens(vocab)) - logits);
        if (llama_vocab_is_eog(vocab, best))
            break;
        char piece[256];
        out.append(piece, size_t(llama_token_to_piece(vocab, best, piece, sizeof piece, 0, false)));
        ids = {best};
    }
    return QString::fromStdString(out);
}
