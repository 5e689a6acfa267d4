#include "core/deploy/firstcause.h"

#include "core/diagnosis/diagnosis.h"
#include "core/runs/deploytext.h"
#include "core/shell/quote.h"

using namespace Qt::StringLiterals;

namespace {

QString withRole(const QString &node, const QString &role)
{
    const QString words = role == "prefill"_L1 ? DeployText::tr("prefill", "what a node does")
        : role == "decode"_L1                  ? DeployText::tr("decode", "what a node does")
                                               : role;
    return words.isEmpty() ? node : DeployText::tr("%1 (%2)", "node; what it does").arg(node, words);
}

// Whether it could be asked.
bool readLog(StepIo &io, const Node &node, const Launch &launch, Diagnosis &diagnosis)
{
    std::unique_ptr<Shell> other;
    if (node.name != io.context.node.name) {
        Result<std::unique_ptr<Shell>> opened = io.open(node);
        if (!opened)
            return false;
        other = *std::move(opened);
    }
    const QStringList argv{launch.runtime, u"exec"_s,    launch.container, u"tail"_s,
                           u"-c"_s,        u"1000000"_s, launch.logPath};
    io.log((node.name + u": $ "_s + quoted(argv) + u'\n').toUtf8());
    diagnosis.begin({node.name, node.name, QDate::currentDate()});
    const Command tail{.argv = argv, .timeout = std::chrono::seconds(30), .isQuestion = true};
    const auto take = [&](OutputStream stream, const QByteArray &piece) {
        if (stream == OutputStream::Out)
            diagnosis.feed(piece);
    };
    const Result<CommandOutput> output = other ? other->run(tail, io.stop, take) : io.shell.run(tail, io.stop, take);
    diagnosis.end();
    return bool(output);
}

} // namespace

std::optional<CauseElsewhere> causeElsewhere(StepIo &io, const QString &ownRule)
{
    const QString &own = io.context.node.name;
    const QList<Node> &nodes = io.context.whole.nodes;
    const Result<QList<FaultRule>> rules = loadFaultRules();
    if (nodes.size() < 2 || !io.open || !rules)
        return {};
    Diagnosis diagnosis(rulesOfEngine(*rules, io.context.launch.process.engine));
    bool isAnyOther = false;
    for (const Node &node : nodes) {
        const auto launch = io.context.launches.constFind(node.name);
        const bool isRead = launch != io.context.launches.cend() && readLog(io, node, *launch, diagnosis);
        isAnyOther = isAnyOther || (isRead && node.name != own);
        if (io.stop.stop_requested())
            return {};
    }
    if (!isAnyOther)
        return {};
    const DiagnosisAnswer answer = diagnosis.answer();
    if (!answer.first || !answer.isCause)
        return {};
    const QString node = answer.sources[answer.first->source].node, line = answer.first->text,
                  rule = diagnosis.rules()[answer.first->rule].id;
    if (node == own || rule == ownRule || (!ownRule.isEmpty() && !answer.isCertain))
        return {};
    io.log((node + u": "_s + line + u'\n').toUtf8());
    return CauseElsewhere{node, withRole(node, io.context.launches.value(node).process.role), line, rule};
}
