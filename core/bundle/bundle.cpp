#include "core/bundle/bundle.h"

#include "core/bundle/bundletext.h"
#include "core/nodes/deployment.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

BundlePart statePart(const QString &path)
{
    BundlePart part{u"run-state.json"_s, {}, {}, {}};
    QFile file(path);
    if (path.isEmpty() || !file.exists())
        part.trouble = BundleText::tr("nothing was run from this machine");
    else if (!file.open(QIODevice::ReadOnly))
        part.trouble = file.errorString();
    else
        part.content = file.readAll();
    return part;
}

QList<BundlePart> ownParts(const BundleInput &input)
{
    QList<BundlePart> parts{{u"deployment.json"_s, toText(input.deployment), {}, {}}};
    Json facts = Json::object();
    facts["nodes"] = Json::array();
    for (const NodeFacts &one : input.facts)
        facts["nodes"].push_back(toJson(one));
    parts << BundlePart{u"facts.json"_s, prettyJson(facts), {}, {}};
    parts << (input.report ? BundlePart{u"checks.json"_s, prettyJson(toJson(*input.report)), {}, {}}
                           : BundlePart{u"checks.json"_s, {}, {}, BundleText::tr("the checks were not run")});
    parts << statePart(input.stateFile);
    parts << BundlePart{u"run.log"_s, input.runLog, {}, {}};
    if (input.artifacts.isEmpty())
        parts << BundlePart{u"generated"_s, {}, {}, input.artifactsTrouble};
    for (const Artifact &file : input.artifacts) {
        QStringList path;
        for (const QString &part : file.path.split(u'/'))
            path << pathPart(part);
        parts << BundlePart{u"generated/"_s + path.join(u'/'), file.content, {}, {}};
    }
    return parts;
}

// What it is, for whoever gets it: the commands, and what is not there and why.
QByteArray readme(const BundleInput &input, const QList<BundlePart> &parts, const BundleSummary &summary)
{
    QStringList lines{
        BundleText::tr("Report of the deployment \"%1\", made by ascend-console %2 on %3 (UTC).")
            .arg(input.deployment.name, input.version, input.when.toUTC().toString(u"yyyy-MM-dd HH:mm:ss"_s)),
        {}};
    if (summary.isSimulated)
        lines << BundleText::tr("SIMULATED: these nodes are a simulator's; no NPU said any of this.") << QString();
    lines << BundleText::tr("deployment.json: what was asked for; facts.json: what the nodes said of themselves; "
                            "checks.json: the checks; run-state.json: what was run; generated/: the files as they are "
                            "generated from it now; nodes/: each node's tools, logs and files.")
          << QString();
    lines << BundleText::tr("Passwords, keys and tokens were taken out where they are known by what stands before them "
                            "or by their shape; places: %1. Look through it before you give it away: a secret that "
                            "looks like any other word is not known as one.")
                 .arg(summary.secrets)
          << BundleText::tr("What users asked, and what they were answered, stays where an engine's log has it.");
    lines << (input.takesAddresses
                  ? BundleText::tr("Addresses, and the names of hosts and users that are the deployment's or have "
                                   "the shape of one, stand as address-1, host-1, user-1, the same word for the "
                                   "same one; different ones: %1. Look through it for others.")
                        .arg(summary.names)
                  : BundleText::tr("Addresses, host and user names are in it."))
          << QString();
    if (!summary.missing.isEmpty()) {
        lines << BundleText::tr("Not there, or not whole:");
        for (const QString &one : summary.missing)
            lines << u"  "_s + one;
        lines << QString();
    }
    lines << BundleText::tr("Commands:");
    for (const BundlePart &part : parts) {
        if (!part.command.isEmpty())
            lines << u"  %1: %2"_s.arg(part.path, part.command);
    }
    return lines.join(u'\n').toUtf8() + '\n';
}

} // namespace

QString bundleName(const BundleInput &input)
{
    return u"%1-%2"_s.arg(input.takesAddresses ? u"report"_s : pathPart(input.deployment.name),
                          input.when.toUTC().toString(u"yyyy-MM-dd-HHmmss"_s));
}

QList<BundlePart> bundleParts(const BundleInput &input, BundleSummary &summary)
{
    Redaction redaction = redactionFor(input.deployment, input.facts, input.takesAddresses);
    QList<BundlePart> parts = ownParts(input) + input.nodes;
    summary.isSimulated = input.deployment.simulated;
    for (const NodeFacts &one : input.facts)
        summary.isSimulated = summary.isSimulated || one.simulated;
    const auto redacted = [&](const QString &text) { return QString::fromUtf8(redaction.of(text.toUtf8())); };
    // A folder is called as pathPart() writes its node's name, which is not that name where it has a blank, say.
    const auto redactedPath = [&](const QString &path) {
        QStringList folders = path.split(u'/');
        for (QString &folder : folders) {
            const auto its
                = std::find_if(input.deployment.nodes.cbegin(), input.deployment.nodes.cend(), [&](const Node &node) {
                      return node.name != folder && pathPart(node.name) == folder;
                  });
            if (its != input.deployment.nodes.cend())
                folder = pathPart(redacted(its->name));
        }
        return redacted(folders.join(u'/'));
    };
    for (BundlePart &part : parts) {
        part.content = redaction.of(part.content);
        part.command = redacted(part.command);
        part.trouble = redacted(part.trouble);
        part.path = redactedPath(part.path);
        if (!part.trouble.isEmpty())
            summary.missing << u"%1: %2"_s.arg(part.path, part.trouble);
    }
    parts.removeIf([](const BundlePart &part) { return part.content.isEmpty() && !part.trouble.isEmpty(); });
    summary.secrets = redaction.secretsTaken();
    summary.names = redaction.namesTaken();
    parts.prepend({u"README.txt"_s, redaction.of(readme(input, parts, summary)), {}, {}});
    summary.parts = int(parts.size());
    for (const BundlePart &part : std::as_const(parts))
        summary.bytes += part.content.size();
    return parts;
}

Result<BundleSummary> writeBundle(const QString &file, const BundleInput &input, std::stop_token stop)
{
    BundleSummary summary;
    const QList<BundlePart> parts = bundleParts(input, summary);
    if (Result<void> written = writeArchive(file, bundleName(input), parts, input.when, std::move(stop)); !written)
        return written.error();
    return summary;
}
