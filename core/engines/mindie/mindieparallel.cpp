#include "core/engines/mindie/mindieparallel.h"

#include "core/engines/engine.h"
#include "core/recipes/artifactstext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 usualBufferMb = 200;    // HCCL's own default
constexpr qint64 mostTokensOfDispatch = 512, mostExpertsOfDispatch = 24;
constexpr qint64 mostTokensFused = 4096, mostCardsFused = 32; // FusedMC2Strategy, A3 only

Error noLayout(const QString &message) { return {ErrorKind::Invalid, message, {}, {}}; }

qint64 at(const Json &object, const char *key, qint64 fallback) { return integerAt(object, key).value_or(fallback); }

qint64 roundedUp(qint64 value, qint64 step) { return (value + step - 1) / step * step; }

Result<qint64> whole(const Json &settings, const char *key, const char *product, int cards)
{
    const qint64 part = at(settings, key, 1);
    if (part < 1 || cards % part != 0)
        return noLayout(ArtifactsText::tr("\"%1\" is %2, but %3 cards cannot be divided by it (%4 must be all cards). "
                                          "%5 would divide them.")
                           .arg(QLatin1String(key))
                           .arg(part)
                           .arg(cards)
                           .arg(QLatin1String(product))
                           .arg(dividersOf(cards, cards)));
    return cards / part;
}

// assign() of the ATB models (atb_llm/utils/moe_utils.py) and assign_experts() of the torch runtime: as many as are
// needed, rounded up, for each group but the last, and the remainder of the whole division for that one.
Result<void> expertsDivide(qint64 experts, const MindieParallel &p, int cards)
{
    if (experts % p.moeEp == 0)
        return {};
    qint64 fewer = p.moeEp, more = p.moeEp;
    while (experts % fewer != 0)         // 1 divides them
        --fewer;
    while (more < experts && experts % more != 0)
        ++more;
    QStringList fitting{QString::number(fewer * p.moeTp)};
    if (experts % more == 0)
        fitting << QString::number(more * p.moeTp);
    const qint64 each = (experts + p.moeEp - 1) / p.moeEp,
                 held = std::min(experts, each * (p.moeEp - 1) + experts % p.moeEp);
    return noLayout(
        ArtifactsText::tr("%1 experts cannot be divided evenly by moe_ep %2 (%3 cards / \"moeTp\" %4): MindIE-LLM's "
                          "assign() would give %5 to each group but the last, which leaves %6 of them on no card. Use "
                          "as many nodes as have %7 cards together.")
            .arg(experts)
            .arg(p.moeEp)
            .arg(cards)
            .arg(p.moeTp)
            .arg(each)
            .arg(experts - held)
            .arg(fitting.join(ArtifactsText::tr(" or ", "16 or 32"))));
}

// On A3 up to 32 cards exchange through the fused operator, which raises an error beyond its capacity, in prefill too;
// more cards through the plain one when they decode.
Result<void> fitsA3(const MindieParallel &p, qint64 prefillPerCard, qint64 experts)
{
    if (p.moeEp <= mostCardsFused) {
        const qint64 most = std::max(p.tokensPerCard, prefillPerCard);
        return most <= mostTokensFused
            ? Result<void>()
            : noLayout(ArtifactsText::tr("\"%1\" makes %2 tokens per card and step; on A3 the torch backend takes at "
                                         "most %3 (MAX_FUSED_MC2_OPERATOR_CAPACITY). Lower it.")
                           .arg(p.tokensPerCard > prefillPerCard ? u"maxBatchSize"_s : u"maxPrefillTokens"_s)
                           .arg(most)
                           .arg(mostTokensFused));
    }
    if (p.tokensPerCard > mostTokensOfDispatch)
        return noLayout(ArtifactsText::tr("\"maxBatchSize\" with \"mtpTokens\" makes %1 tokens per card and step; "
                                          "over more than %2 A3 cards the torch backend decodes at most %3. Lower the "
                                          "batch.")
                            .arg(p.tokensPerCard)
                            .arg(mostCardsFused)
                            .arg(mostTokensOfDispatch));
    if (experts / p.moeEp > mostExpertsOfDispatch)
        return noLayout(ArtifactsText::tr("%1 experts over moe_ep %2 are more than the %3 of a card that the torch "
                                          "backend decodes with.")
                            .arg(experts)
                            .arg(p.moeEp)
                            .arg(mostExpertsOfDispatch));
    return {};
}

// Every strategy of the torch runtime refuses moe_tp above 1; what is left for decoding is the dispatch operator, or,
// without data parallelism, all-gather.
Result<void> addTorch(MindieParallel &p, const Json &settings, int cards, qint64 experts, bool isA3)
{
    if (p.moeTp > 1)
        return noLayout(ArtifactsText::tr("\"moeTp\" is %1; the torch backend knows only 1 (\"MoE strategy selection "
                                          "failed, please check the config.\").")
                            .arg(p.moeTp));
    if (const Result<void> even = expertsDivide(experts, p, cards); !even)
        return even;
    const qint64 tokens = at(settings, "maxBatchSize", 200) * (at(settings, "mtpTokens", 0) + 1);
    const auto perCard = [&](qint64 all) { return p.dp > 1 && p.tp > 1 ? (all + p.tp - 1) / p.tp : all; };
    p.tokensPerCard = perCard(tokens);
    if (isA3)
        return fitsA3(p, perCard(at(settings, "maxPrefillTokens", 8192)), experts);
    p.dispatches = p.moeEp > 1 && (cards == 16 || cards == 32 || cards == 64)
        && p.tokensPerCard <= mostTokensOfDispatch && experts / p.moeEp <= mostExpertsOfDispatch;
    if (p.dispatches || p.dp == 1)
        return {};
    if (p.tokensPerCard > mostTokensOfDispatch)
        return noLayout(ArtifactsText::tr("\"maxBatchSize\" with \"mtpTokens\" makes %1 tokens per card and step; with "
                                          "dp %2 the torch backend decodes at most %3. Lower the batch.")
                            .arg(p.tokensPerCard)
                            .arg(p.dp)
                            .arg(mostTokensOfDispatch));
    return noLayout(ArtifactsText::tr("With dp %1 the torch backend decodes on 16, 32 or 64 A2 cards only, these are "
                                      "%2. Set \"tp\" to %2, so that dp is 1.")
                        .arg(p.dp)
                        .arg(cards));
}

// 2 x (BS x ep x min(local experts, K) x H x 2 B + 2 MB): the check of npu_moe_distribute_dispatch on A2.
void addBuffer(MindieParallel &p, const Json &settings, const Json &model)
{
    constexpr double mib = 1 << 20;
    if (p.dispatches) {
        const qint64 experts = at(model, "routedExperts", 256), chosen = at(model, "expertsPerToken", 8),
                     hidden = at(model, "hiddenSize", 7168);
        const qint64 local = std::min(experts / p.moeEp, chosen);
        const double bytes = double(p.tokensPerCard) * double(p.moeEp) * double(local) * double(hidden) * 2;
        p.neededBufferMb = qint64(std::ceil(2 * (bytes / mib + 2)));
        p.bufferTerm = u"2 × (BS %1 × ep %2 × min(%3, %4) × H %5 × 2 B + 2 MB) = %6 MB"_s.arg(p.tokensPerCard)
                           .arg(p.moeEp)
                           .arg(experts / p.moeEp)
                           .arg(chosen)
                           .arg(hidden)
                           .arg(p.neededBufferMb);
    }
    const qint64 given = at(settings, "hcclBuffSize", 0);
    p.isBufferGiven = given > 0;
    p.bufferMb = given > 0 ? given : std::max(usualBufferMb, roundedUp(p.neededBufferMb, 50));
}

} // namespace

Result<MindieParallel> mindieParallel(const Recipe &recipe, const Json &settings, int cards)
{
    MindieParallel p;
    p.tp = at(settings, "tp", 1);
    p.moeTp = at(settings, "moeTp", 1);
    const Result<qint64> dp = whole(settings, "tp", "dp * tp", cards);
    if (!dp)
        return dp.error();
    const Result<qint64> moeEp = whole(settings, "moeTp", "moe_ep * moe_tp", cards);
    if (!moeEp)
        return moeEp.error();
    p.dp = *dp;
    p.moeEp = *moeEp;
    const Json &model = member(recipe.data, "modelShape");
    const qint64 experts = at(model, "routedExperts", 256);
    if (stringAt(member(recipe.data, "launch"), "backendType") == "torch"_L1) {
        if (const Result<void> torch = addTorch(p, settings, cards, experts, recipe.kind == "a3"_L1); !torch)
            return torch.error();
    } else {
        for (const auto &[name, size] : {std::pair{"tp", p.tp}, std::pair{"moeTp", p.moeTp}}) {
            if (size > recipe.chipsPerNode && size != cards)
                return noLayout(
                    ArtifactsText::tr("\"%1\" is %2; the ATB backend takes at most the %3 cards of a node, or all %4.")
                        .arg(QLatin1String(name))
                        .arg(size)
                        .arg(recipe.chipsPerNode)
                        .arg(cards));
        }
        if (const Result<void> even = expertsDivide(experts, p, cards); !even)
            return even.error();
    }
    addBuffer(p, settings, model);
    if (p.bufferMb < p.neededBufferMb)
        return noLayout(ArtifactsText::tr("\"hcclBuffSize\" is %1 MB, the exchange of tokens between experts needs %2 "
                                          "MB: %3. Set it to at least %2, or to 0 to have it worked out.")
                            .arg(p.bufferMb)
                            .arg(p.neededBufferMb)
                            .arg(p.bufferTerm));
    return p;
}

QString bufferReason(const MindieParallel &p)
{
    if (p.neededBufferMb > 0 && p.isBufferGiven)
        return ArtifactsText::tr(
                   "HCCL_BUFFSIZE: %1 MB as set; needed: %2 (A2 dispatch operator). Each communicator takes it twice.")
            .arg(p.bufferMb)
            .arg(p.bufferTerm);
    if (p.neededBufferMb > 0)
        return ArtifactsText::tr("HCCL_BUFFSIZE: %1 MB, from %2 (A2 dispatch operator), rounded up; at least %3, "
                                 "HCCL's default. Official V3.2 deployments set 1050 (MindIE-LLM deepseek_v3.2.md, "
                                 "typical configurations). Each communicator takes it twice.")
            .arg(p.bufferMb)
            .arg(p.bufferTerm)
            .arg(usualBufferMb);
    return p.isBufferGiven ? ArtifactsText::tr("HCCL_BUFFSIZE: %1 MB as set; the A2 dispatch operator, which has a "
                                               "need of its own, is not used here. Each communicator takes it twice.")
                                 .arg(p.bufferMb)
                           : ArtifactsText::tr("HCCL_BUFFSIZE: %1 MB, HCCL's default; the A2 dispatch operator, which "
                                               "has a need of its own, is not used here. Each communicator takes it "
                                               "twice.")
                                 .arg(p.bufferMb);
}
