#include "core/engines/openai/openai.h"

#include "core/recipes/artifactstext.h"
#include "core/recipes/scripttext.h"

#include <QProcess>

namespace {

Result<void> imageAgrees(const Recipe &, const Json &settings, int)
{
    if (QProcess::splitCommand(stringAt(settings, "command")).isEmpty())
        return Error{ErrorKind::Invalid, ArtifactsText::tr("\"command\" is empty: say what starts the service in this image, for example: vllm serve ${weights} --port ${port}"), {}, {}};
    return mountsAgree(settings);
}

Result<void> imageDeploymentAgrees(const Json &, const QString &, int, int) { return {}; }
Result<void> addImageValues(Topology &, const Recipe &) { return {}; }

Result<Process> imageProcess(const Topology &all, const Placement &placement, const Recipe &recipe)
{
    const ScriptText say(all.settings);
    Process process;
    process.name = QStringLiteral("service");
    process.workFolder = placement.value("deployment.folder");
    process.workHelp = say("The command as the deployment has it; nothing here knows the program.", "部署中填写的启动命令，本程序不了解该服务。");
    QStringList words;
    for (const QString &word : QProcess::splitCommand(stringAt(all.settings, "command"))) {
        const Result<QString> text = expandedText(word, placement.values);
        if (!text)
            return text.error();
        words << *text;
    }
    process.argvLines = {words};
    const Json &ready = ::member(recipe.data, "ready");
    const Result<QString> path = expandedText(stringAt(ready, "healthPath"), placement.values);
    if (!path)
        return path.error();
    process.healthPath = *path;
    process.serves = !all.placements.isEmpty() && all.placements.first().name == placement.name;
    return process;
}

Result<QString> imageNote(const Recipe &, const Json &, int) { return QString(); }

} // namespace

Engine openAiEngine()
{
    const EnginePort service{"port", "service", 8000};
    return {"openai", false, {service}, {service, service, service}, "/v1/models", {},
            imageAgrees, imageDeploymentAgrees, addImageValues, imageProcess, imageNote};
}
