#include "core/engines/vllm/vllmrules.h"

#include "core/base/json.h"
#include "core/engines/vllm/vllmflags.h"
#include "core/recipes/artifactstext.h"

#include <QVersionNumber>

using namespace Qt::StringLiterals;

namespace {

// The command line as its rules ask for it.
struct Line
{
    const QStringList &arguments;
    QVersionNumber release;

    bool has(const char *flag) const { return arguments.contains(QLatin1String(flag)); }
    QString text(const char *flag) const // the last one counts
    {
        const qsizetype at = arguments.lastIndexOf(QLatin1String(flag));
        return at < 0 ? QString() : arguments.value(at + 1);
    }
    int number(const char *flag, int usual) const
    {
        bool isNumber = false;
        const int number = text(flag).toInt(&isNumber);
        return isNumber ? number : usual;
    }
    Json json(const char *flag) const
    {
        const Result<Json> value = parseJson(text(flag).toUtf8(), QLatin1String(flag));
        return value ? *value : Json::object();
    }
    QString role() const { return stringAt(json("--kv-transfer-config"), "kv_role"); }
    bool from(const char *first) const { return release >= QVersionNumber::fromString(QLatin1String(first)); }
    bool until(const char *last) const { return release <= QVersionNumber::fromString(QLatin1String(last)); }
};

QString api(const Line &line)
{
    const int servers = line.number("--api-server-count", 0);
    if (!line.has("--headless") || servers < (line.from("0.15.0") ? 1 : 2))
        return {};
    return ArtifactsText::tr("--headless starts no API server, so --api-server-count %1 is refused").arg(servers);
}

QString localGroups(const Line &line)
{
    const int all = line.number("--data-parallel-size", 1), local = line.number("--data-parallel-size-local", all);
    if (local > all)
        return ArtifactsText::tr("--data-parallel-size-local %1 is more than --data-parallel-size %2")
            .arg(local)
            .arg(all);
    if (line.has("--headless") && local < 1)
        return ArtifactsText::tr("--headless wants at least one group of its own, --data-parallel-size-local is %1")
            .arg(local);
    const int first = line.number("--data-parallel-start-rank", 0);
    if (first + local > all && line.has("--data-parallel-start-rank"))
        return ArtifactsText::tr("--data-parallel-start-rank %1 with %2 groups goes beyond --data-parallel-size %3")
            .arg(first)
            .arg(local)
            .arg(all);
    return {};
}

// Without --headless a start rank chooses the hybrid load balancer: every node answers for itself.
QString startRank(const Line &line)
{
    if (line.has("--headless") || !line.has("--data-parallel-start-rank") || line.has("--data-parallel-hybrid-lb"))
        return {};
    return ArtifactsText::tr("--data-parallel-start-rank without --headless makes a front end of its own on this node");
}

QString balancers(const Line &line)
{
    const bool external = line.has("--data-parallel-rank") || line.has("--data-parallel-external-lb");
    const bool hybrid = line.has("--data-parallel-start-rank") || line.has("--data-parallel-hybrid-lb");
    if (line.has("--headless") && line.has("--data-parallel-hybrid-lb"))
        return ArtifactsText::tr("--headless and --data-parallel-hybrid-lb exclude each other");
    return external && hybrid && !line.has("--headless")
        ? ArtifactsText::tr("--data-parallel-rank and --data-parallel-start-rank exclude each other")
        : QString();
}

QString tools(const Line &line)
{
    return line.has("--enable-auto-tool-choice") && !line.has("--tool-call-parser")
        ? ArtifactsText::tr("--enable-auto-tool-choice wants a --tool-call-parser")
        : QString();
}

QString captures(const Line &line)
{
    return line.from("0.12.0") && line.has("--cudagraph-capture-sizes")
            && line.json("--compilation-config").contains("cudagraph_capture_sizes")
        ? ArtifactsText::tr("cudagraph_capture_sizes stands in a flag and in --compilation-config")
        : QString();
}

QString quantization(const Line &line)
{
    const QString method = line.text("--quantization");
    const auto refused = [&](const QString &known) {
        return ArtifactsText::tr("--quantization %1 is refused on Ascend, which takes %2").arg(method, known);
    };
    if (method.isEmpty() || method == "ascend"_L1)
        return {};
    if (line.from("0.21.0"))
        return QStringList{u"compressed-tensors"_s, u"fp8"_s, u"deepseek_v4_fp8"_s}.contains(method)
            ? QString()
            : refused(u"ascend, compressed-tensors, fp8"_s);
    if (line.from("0.12.0"))
        return method == "compressed-tensors"_L1 ? QString() : refused(u"ascend, compressed-tensors"_s);
    return refused(u"ascend"_s);
}

QString transferRole(const Line &line)
{
    if (stringAt(line.json("--kv-transfer-config"), "kv_connector").isEmpty())
        return {};
    return QStringList{u"kv_producer"_s, u"kv_consumer"_s, u"kv_both"_s}.contains(line.role())
        ? QString()
        : ArtifactsText::tr("--kv-transfer-config wants a kv_role: kv_producer, kv_consumer or kv_both");
}

// The plugin reads this block from v0.25.1rc1 on; before, it passes it over and the same keys stand at the top.
QString schedulerBlock(const Line &line)
{
    return !line.from("0.25.1") && line.json("--additional-config").contains("scheduler_config")
        ? ArtifactsText::tr("scheduler_config in --additional-config is silently ignored before 0.25.1; its keys stand "
                            "at the top there")
        : QString();
}

QString recompute(const Line &line)
{
    const Json extra = line.json("--additional-config");
    if (!boolAt(extra, "recompute_scheduler_enable").value_or(false)
        && !boolAt(member(extra, "scheduler_config"), "recompute_scheduler_enable").value_or(false))
        return {};
    const QString role = line.role();
    if (line.from("0.18.0") && role != "kv_producer"_L1 && role != "kv_consumer"_L1)
        return ArtifactsText::tr("recompute_scheduler_enable is refused where one service does prefill and decode");
    return line.from("0.23.0") && role == "kv_producer"_L1
        ? ArtifactsText::tr("recompute_scheduler_enable is ignored on a prefill node from 0.23.0 on")
        : QString();
}

QString sharding(const Line &line)
{
    return line.from("0.18.0") && line.until("0.23.0") && line.json("--additional-config").contains("layer_sharding")
            && line.role() != "kv_producer"_L1
        ? ArtifactsText::tr("layer_sharding in --additional-config is refused outside prefill nodes")
        : QString();
}

} // namespace

QStringList vllmContradictions(const QStringList &arguments, const QString &release)
{
    const Result<VllmFlags> flags = vllmFlags(release);
    const QStringList plain = vllmPlainArguments(arguments, flags ? *flags : VllmFlags());
    const Line line{plain, QVersionNumber::fromString(release)};
    QStringList all;
    for (const auto rule : {api, localGroups, startRank, balancers, tools, captures, quantization, transferRole,
                            schedulerBlock, recompute, sharding})
        all << rule(line);
    all.removeAll(QString());
    return all;
}
