#include "core/engines/recipebook.h"
#include "core/facts/factsfile.h"
#include "core/artifacts/capacity.h"
#include "core/artifacts/textdiff.h"
#include "tests/recipes/clusterfixture.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class CapacityTest : public QObject
{
    Q_OBJECT

private:
    Recipe m_recipe;
    // Dimensions as in the public config.json of DeepSeek-V3.2.
    const Json m_config = {{"hidden_size", 7168}, {"num_hidden_layers", 61}, {"num_attention_heads", 128}, {"vocab_size", 129280}, {"kv_lora_rank", 512},
                           {"q_lora_rank", 1536}, {"qk_rope_head_dim", 64}, {"qk_nope_head_dim", 128}, {"v_head_dim", 128}, {"n_routed_experts", 256},
                           {"n_shared_experts", 1}, {"moe_intermediate_size", 2048}, {"intermediate_size", 18432}, {"first_k_dense_replace", 3}, {"index_head_dim", 128}};

private slots:
    void initTestCase() { m_recipe = *findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s); }

    void bytesPerTokenFollowTheFormula()
    {
        QCOMPARE(*mlaBytesPerToken(m_config), qint64((512 + 64 + 128) * 2 * 61));
        Json plain = m_config;
        plain.erase("index_head_dim");
        QCOMPARE(*mlaBytesPerToken(plain), qint64(70272));
        QVERIFY(!mlaBytesPerToken(Json::object()));
        QVERIFY(!mlaBytesPerToken({{"kv_lora_rank", -1}, {"qk_rope_head_dim", 64}, {"num_hidden_layers", 61}}));
        const double share = *expertShare(m_config);
        QVERIFY2(share > 0.96 && share < 0.98, qPrintable(QString::number(share))); // 654 of 671 billion
    }

    void saysWhatFitsAndWhy()
    {
        const Deployment deployment = twoNodes();
        const CapacityInput input{factsOf(deployment), qint64(690) << 30, m_config};
        const Capacity c = *capacityOf(deployment, m_recipe, input);
        QCOMPARE(c.cards, 16);
        QCOMPARE(*c.hbmBytesPerCard, qint64(64) << 30);
        QCOMPARE(c.fits, std::optional<bool>(true));
        QVERIFY(*c.weightsBytesPerCard > (qint64(690) << 30) / 16); // what dp holds twice comes on top
        QCOMPARE(*c.kvTokens, (*c.usableBytesPerCard - *c.weightsBytesPerCard) / *c.kvBytesPerToken * 2);
        QCOMPARE(*c.concurrency, std::min(*c.kvTokens / 2 / 8192, qint64(200)) * 2); // whole requests in each of the two groups
        QVERIFY(c.warnings.join(u' ').contains(u"four Atlas 800I A2"));
        QVERIFY(c.reasons.size() >= 5);
        QVERIFY(c.reasons.join(u' ').contains(u"HCCL_BUFFSIZE: 200 MB, HCCL's default"));
        Deployment torch = deployment;
        torch.settings = {{"generation", "3.0"}, {"mtpTokens", 2}};
        const QString reasons = capacityOf(torch, m_recipe, input)->reasons.join(u' ');
        QVERIFY2(reasons.contains(u"2 × (BS 75 × ep 16 × min(16, 8) × H 7168 × 2 B + 2 MB) = 267 MB") && reasons.contains(u"1050 (MindIE-LLM deepseek_v3.2.md"), qPrintable(reasons));
        const Json json = toJson(c);
        QCOMPARE(boolAt(json, "fits"), true);
    }

    void doesNotFit()
    {
        const Deployment deployment = twoNodes();
        const Capacity tooBig = *capacityOf(deployment, m_recipe, {factsOf(deployment), qint64(1300) << 30, m_config});
        QCOMPARE(tooBig.fits, std::optional<bool>(false));
        QVERIFY(tooBig.reasons.last().contains(u"does not fit"));
        Deployment longOne = deployment;
        longOne.settings = {{"maxSeqLen", 4194304}};
        const Capacity tooLong = *capacityOf(longOne, m_recipe, {factsOf(deployment), qint64(690) << 30, m_config});
        QCOMPARE(tooLong.fits, std::optional<bool>(false));
    }

    void unknownStaysUnknown()
    {
        const Deployment deployment = twoNodes();
        const Capacity nothing = *capacityOf(deployment, m_recipe, {{}, {}, {}});
        QVERIFY(!nothing.fits && !nothing.hbmBytesPerCard && !nothing.weightsBytes && !nothing.kvTokens && !nothing.concurrency);
        QVERIFY(toJson(nothing)["kvTokens"].is_null());
        QList<NodeFacts> facts = factsOf(deployment);
        facts[1].npuSmi->chips[3].hbmTotalMb.reset();
        QVERIFY(!capacityOf(deployment, m_recipe, {facts, qint64(690) << 30, m_config})->hbmBytesPerCard);
        const Capacity noConfig = *capacityOf(deployment, m_recipe, {factsOf(deployment), qint64(690) << 30, {}});
        QVERIFY(noConfig.weightsBytesPerCard && !noConfig.kvTokens && !noConfig.fits);
    }

    void factsComeBackFromTheirFile()
    {
        QList<NodeFacts> facts = factsOf(twoNodes());
        facts[0].os = {u"openEuler 24.03"_s, u"openEuler"_s, u"24.03"_s, u"6.6"_s, u"aarch64"_s};
        facts[0].hccnConf = u"address_0=10.20.0.1\n"_s;
        facts[0].addresses = {{u"eth0"_s, u"10.20.0.11"_s}};
        facts[0].clockOffsetSeconds = -0.25;
        NodeFacts lost;
        lost.name = u"node3"_s;
        lost.host = u"10.20.0.13"_s;
        lost.error = Error{ErrorKind::Connection, u"no route"_s, {}, {}};
        facts << lost;
        Json document = {{"nodes", Json::array()}};
        for (const NodeFacts &one : facts)
            document["nodes"].push_back(toJson(one));
        const Result<QList<NodeFacts>> back = factsFromJson(prettyJson(document));
        QVERIFY(back);
        QCOMPARE(back->size(), facts.size());
        for (qsizetype i = 0; i < facts.size(); ++i)
            QVERIFY2(back->at(i) == facts.at(i), qPrintable(facts[i].name));
        QVERIFY(!factsFromJson("{}"));
        QVERIFY(!factsFromJson("nothing"));
    }

    void diffsAreThoseOfDiff_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        const QString twenty = QStringList(u"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"_s.split(u' ')).join(u'\n') + u'\n';
        QTest::newRow("equal") << twenty << twenty;
        QTest::newRow("one changed") << twenty << QString(twenty).replace(u"\n10\n"_s, u"\nten\n"_s);
        QTest::newRow("two hunks") << twenty << QString(twenty).replace(u"\n3\n"_s, u"\nthree\n"_s).replace(u"\n18\n"_s, u"\n18\n18b\n"_s);
        QTest::newRow("close together") << twenty << QString(twenty).replace(u"\n8\n"_s, u"\n"_s).replace(u"\n15\n"_s, u"\nx\n"_s);
        QTest::newRow("from nothing") << QString() << twenty;
        QTest::newRow("to nothing") << twenty << QString();
        QTest::newRow("first and last") << twenty << u"0\n"_s + twenty + u"21\n"_s;
    }
    void diffsAreThoseOfDiff()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const QString mine = unifiedDiff(before, after, u"text"_s, u"text"_s);
        QCOMPARE(mine.isEmpty(), before == after);
        if (mine.isEmpty())
            return;
        // Applying it to `before` must give `after`.
        QTemporaryDir box;
        for (const auto &[name, text] : {std::pair{u"text"_s, before}, std::pair{u"diff"_s, mine}}) {
            QFile file(box.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text.toUtf8());
        }
        QProcess process;
        process.setWorkingDirectory(box.path());
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(u"git"_s, {u"apply"_s, u"--unidiff-zero"_s, u"-p0"_s, u"diff"_s}); // zero: a whole text may be without context
        if (!process.waitForStarted())
            QSKIP("git is not here");
        QVERIFY(process.waitForFinished());
        const QByteArray said = process.readAll();
        QVERIFY2(process.exitCode() == 0, (said + mine.toUtf8()).constData());
        QFile patched(box.filePath(u"text"_s));
        QCOMPARE(patched.open(QIODevice::ReadOnly) ? QString::fromUtf8(patched.readAll()) : QString(), after);
        QString rebuilt;
        for (const DiffLine &line : lineDiff(before, after)) {
            if (line.kind != '-')
                rebuilt += line.text + u'\n';
        }
        QCOMPARE(rebuilt, after);
    }
};

QTEST_GUILESS_MAIN(CapacityTest)
#include "tst_capacity.moc"
