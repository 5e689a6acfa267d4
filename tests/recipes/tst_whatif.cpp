// What would have room with other numbers: each against the same worked out by hand.
#include "core/artifacts/whatif.h"
#include "core/engines/recipebook.h"
#include "core/facts/factsfile.h"
#include "tests/recipes/clusterfixture.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace {

constexpr double experts = 3.0 * 256 * 7168 * 2048 * 58; // routed, of DeepSeek-V3's 58 layers that have them

const Json &config()
{
    static const Json its = {{"model_type", "deepseek_v32"},  {"hidden_size", 7168},
                             {"num_hidden_layers", 61},       {"num_attention_heads", 128},
                             {"vocab_size", 129280},          {"kv_lora_rank", 512},
                             {"q_lora_rank", 1536},           {"qk_rope_head_dim", 64},
                             {"qk_nope_head_dim", 128},       {"v_head_dim", 128},
                             {"n_routed_experts", 256},       {"n_shared_experts", 1},
                             {"moe_intermediate_size", 2048}, {"intermediate_size", 18432},
                             {"first_k_dense_replace", 3},    {"index_head_dim", 128},
                             {"index_n_heads", 64},           {"max_position_embeddings", 163840},
                             {"quantize", "w8a8_dynamic"}};
    return its;
}

const Knob *knobOf(const QList<Knob> &knobs, Knob::Of of)
{
    for (const Knob &knob : knobs) {
        if (knob.of == of)
            return &knob;
    }
    return nullptr;
}

double expertsOnCard(const Capacity &capacity)
{
    for (const CapacityPart &part : capacity.parts) {
        if (part.name == u"Routed experts")
            return part.bytesPerCard;
    }
    return 0;
}

} // namespace

class WhatIfTest : public QObject {
    Q_OBJECT

    Recipe m_mindie, m_vllm;
    Deployment m_two, m_one;
    CapacityInput m_input, m_single;

private slots:
    void initTestCase()
    {
        m_two = twoNodes();
        m_mindie = *findRecipe(m_two.recipe);
        m_input = {{healthyNode(u"node1"_s, 1), healthyNode(u"node2"_s, 2)}, std::nullopt, config()};
        m_one = onNodes(u"vllm-ascend-deepseek-v3.2-w8a8-1xA3"_s, 1);
        m_vllm = *findRecipe(m_one.recipe);
        m_single = {{healthyNode(u"node1"_s, 1, 16)}, std::nullopt, config()};
    }

    void nothingElseIsThePlan()
    {
        const Result<Capacity> plan = capacityOf(m_two, m_mindie, m_input),
                               same = capacityIf(m_two, m_mindie, m_input, {});
        QVERIFY(plan && same);
        QCOMPARE(QString::fromUtf8(prettyJson(toJson(*same))), QString::fromUtf8(prettyJson(toJson(*plan))));
        QCOMPARE(*same->kvBytesPerToken, qint64(704) * 2 * 61);
        QVERIFY(qAbs(expertsOnCard(*same) - experts / 16) < 1); // a byte each, over 16 cards
    }

    void aQuantizedCacheTakesHalf()
    {
        WhatIf what;
        what.kvBytesPerValue = 1;
        const Result<Capacity> half = capacityIf(m_two, m_mindie, m_input, what),
                               whole = capacityIf(m_two, m_mindie, m_input, {});
        QVERIFY(half && whole);
        QCOMPARE(*half->kvBytesPerToken, qint64(704) * 61);
        QVERIFY(qAbs(*half->kvTokens - 2 * *whole->kvTokens) <= 8); // a token of each group is cut off
        QVERIFY2(half->reasons.filter(u"× 1 bytes × 61 layers = 42944 bytes"_s).size() == 1,
                 qPrintable(half->reasons.join(u'\n')));
    }

    // The config.json of the weights that are there says what they are; of others it does not.
    void otherWeightsAreCountedAsTheyWouldBe_data()
    {
        QTest::addColumn<QString>("quantization");
        QTest::addColumn<double>("bytes");
        QTest::newRow("BF16") << u"BF16"_s << 2.0;
        QTest::newRow("W8A8") << u"W8A8"_s << 1.0;
        QTest::newRow("W4A8") << u"W4A8"_s << 0.5;
        QTest::newRow("W4A16") << u"W4A16"_s << 0.5;
    }
    void otherWeightsAreCountedAsTheyWouldBe()
    {
        QFETCH(QString, quantization);
        QFETCH(double, bytes);
        WhatIf what;
        what.quantization = quantization;
        CapacityInput input = m_input;
        input.weightsBytes = qint64(690) << 30; // of the files that are there: not of these
        const Result<Capacity> capacity = capacityIf(m_two, m_mindie, input, what);
        QVERIFY(capacity);
        QVERIFY2(qAbs(expertsOnCard(*capacity) - experts * bytes / 16) < 1,
                 qPrintable(QString::number(expertsOnCard(*capacity))));
        QVERIFY(!capacity->weightsBytes);
        QCOMPARE(capacity->reasons.filter(u"their folder could not be read"_s).size(), 0);
        QCOMPARE(capacity->reasons.filter(u"counted from config.json alone"_s).size(), 1);
        QCOMPARE(capacity->reasons.filter(u" bytes: %1, by the recipe or as asked for"_s.arg(quantization)).size(), 1);
        if (bytes == 2.0) { // 1.3 TB on 16 cards of 64 GiB, however they share the layers
            QCOMPARE(capacity->fits, std::optional<bool>(false));
            QCOMPARE(capacity->remedy, u"Use more cards, or weights that take less."_s);
        }
        QVERIFY(quantizations().contains(quantization));
    }

    void otherCardsAreOtherCards()
    {
        WhatIf what;
        what.hbmBytesPerCard = qint64(32) << 30;
        Result<Capacity> capacity = capacityIf(m_two, m_mindie, m_input, what);
        QVERIFY(capacity);
        QCOMPARE(*capacity->hbmBytesPerCard, qint64(32) << 30);
        QCOMPARE(capacity->fits, std::optional<bool>(false)); // 671 GB of weights and more on 512 GiB
        CapacityInput unasked = m_input; // of nodes that nobody asked
        unasked.facts = {NodeFacts(), NodeFacts()};
        QVERIFY(!capacityIf(m_two, m_mindie, unasked, {})->hbmBytesPerCard);
        what.hbmBytesPerCard = qint64(64) << 30;
        capacity = capacityIf(m_two, m_mindie, unasked, what);
        QVERIFY(toJson(*capacity) == toJson(*capacityIf(m_two, m_mindie, m_input, {})));
    }

    void knobsAreSettingsOfTheRecipe()
    {
        for (const auto &[deployment, recipe] : {std::pair{m_two, m_mindie}, std::pair{m_one, m_vllm}}) {
            const QList<Knob> knobs = knobsOf(deployment, recipe, config());
            QVERIFY(knobs.size() >= 4);
            for (const Knob &knob : knobs) {
                const auto setting = std::find_if(recipe.settings.cbegin(), recipe.settings.cend(),
                                                  [&](const RecipeSetting &one) { return one.key == knob.key; });
                QVERIFY(setting != recipe.settings.cend());
                QVERIFY(!knob.title.isEmpty() && knob.steps.contains(knob.now));
                QVERIFY(std::is_sorted(knob.steps.cbegin(), knob.steps.cend()));
                for (const double step : knob.steps) {
                    const Json value = knob.of == Knob::Of::Memory ? Json(step) : Json(qint64(step));
                    QVERIFY2(settingProblem(*setting, value).isEmpty(), qPrintable(knob.key));
                }
            }
        }
        const QList<Knob> knobs = knobsOf(m_two, m_mindie, config());
        QCOMPARE(knobOf(knobs, Knob::Of::TensorParallel)->steps.last(), 16.0);
        for (const double tp : knobOf(knobs, Knob::Of::TensorParallel)->steps)
            QCOMPARE(16 % int(tp), 0);
        QCOMPARE(knobOf(knobs, Knob::Of::TensorParallel)->cards, 16); // which dp shares with it
        const Result<WhatIf> dp = whatIfFromText(u"dp=4"_s, knobs), both = whatIfFromText(u"tp=4,dp=4"_s, knobs);
        QVERIFY(dp && both);
        QCOMPARE(integerAt(dp->settings, "tp"), std::optional<qint64>(4));
        QVERIFY(*dp == *both);
        for (const char *const wrong : {"dp=3", "dp=0", "dp=32", "dp=x", "dp=1e99", "tp=8,dp=4"})
            QVERIFY2(!whatIfFromText(QLatin1String(wrong), knobs), wrong);
        QVERIFY(knobOf(knobs, Knob::Of::Length)->steps.last() <= 163840);
        Deployment set = m_two;
        set.settings = {{"maxBatchSize", 11}};
        QCOMPARE(knobOf(knobsOf(set, m_mindie, config()), Knob::Of::Batch)->now, 11.0);
        QVERIFY(knobsOf(m_one, *findRecipe(u"openai-deepseek-r1-awq-1xA2"_s), config()).isEmpty());
    }

    void aSettingIsTriedNotSet()
    {
        WhatIf what;
        const Knob length = *knobOf(knobsOf(m_one, m_vllm, config()), Knob::Of::Length);
        what.settings[length.key.toStdString()] = qint64(length.steps.first());
        const Result<Capacity> shortest = capacityIf(m_one, m_vllm, m_single, what);
        const Result<Capacity> asSet = capacityIf(m_one, m_vllm, m_single, {});
        QVERIFY(shortest && asSet);
        QCOMPARE(*shortest->kvTokens, *asSet->kvTokens);
        QVERIFY(*shortest->concurrency >= *asSet->concurrency);
        QVERIFY(m_one.settings.empty());
    }

    void words_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wrong"); // of the error; empty: right
        QTest::newRow("nothing") << QString() << QString();
        QTest::newRow("all") << u"length=8192, batch=4,tp=8,memory=0.9,guessing=1,quantization=w4a8,kv=1,hbm=32"_s
                             << QString();
        QTest::newRow("no equals") << u"length"_s << u"\"length\" is no NAME=VALUE"_s;
        QTest::newRow("no value") << u"length="_s << u"is no NAME=VALUE"_s;
        QTest::newRow("no such") << u"colour=red"_s << u"\"colour\" is none of quantization, kv, hbm, length"_s;
        QTest::newRow("no number") << u"tp=many"_s << u"tp: \"many\" is no number"_s;
        QTest::newRow("half a card") << u"tp=1.5"_s << u"tp: \"1.5\" is no number"_s;
        QTest::newRow("other weights") << u"quantization=W3A3"_s << u"\"W3A3\" is none of BF16"_s;
        QTest::newRow("three bytes") << u"kv=3"_s << u"kv is 1 or 2"_s;
        QTest::newRow("no memory") << u"hbm=0"_s << u"from 1 to 4096"_s;
        QTest::newRow("not finite") << u"hbm=nan"_s << u"from 1 to 4096"_s;
        QTest::newRow("not finite length") << u"length=inf"_s << u"is no number"_s;
        QTest::newRow("beyond numbers") << u"length=1e300"_s << u"is no number"_s;
    }
    void words()
    {
        QFETCH(QString, text);
        QFETCH(QString, wrong);
        const Result<WhatIf> what = whatIfFromText(text, knobsOf(m_two, m_mindie, config()));
        if (!wrong.isEmpty()) {
            QVERIFY(!what);
            QVERIFY2(what.error().message.contains(wrong), qPrintable(what.error().message));
            return;
        }
        QVERIFY2(bool(what), what ? "" : qPrintable(what.error().message));
        if (text.isEmpty()) {
            QVERIFY(*what == WhatIf());
            return;
        }
        QCOMPARE(what->quantization, u"W4A8"_s);
        QCOMPARE(what->kvBytesPerValue, 1);
        QCOMPARE(*what->hbmBytesPerCard, qint64(32) << 30);
        QCOMPARE(QString::fromUtf8(compactJson(what->settings)),
                 uR"({"maxSeqLen":8192,"maxBatchSize":4,"tp":8,"npuMemoryFraction":0.9,"mtpTokens":1})"_s);
    }
};

QTEST_GUILESS_MAIN(WhatIfTest)
#include "tst_whatif.moc"
