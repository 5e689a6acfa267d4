#include "core/serving/endpointuse.h"

#include "core/serving/http.h"
#include "core/topology/topology.h"

using namespace Qt::StringLiterals;

QString curlLine(const Endpoint &endpoint)
{
    Json body = Json::object();
    body["model"] = endpoint.model;
    body["messages"] = Json::array({{{"role", "user"}, {"content", "Hello"}}});
    body["max_tokens"] = 64;
    return asCurl(jsonPost(endpoint.baseUrl + u"/chat/completions"_s, compactJson(body)));
}

QStringList engineLogArgv(const Deployment &deployment, const Recipe &recipe)
{
    const Result<Json> settings = effectiveSettings(recipe, deployment.settings);
    const QString container = settings ? stringAt(*settings, "containerName") : QString();
    if (container.isEmpty() || deployment.name.isEmpty())
        return {};
    const QString script = u"for r in docker podman; do command -v $r >/dev/null 2>&1 || continue; "
                           "exec $r exec \"$1\" sh -c 'tail -q -c 65536 -- \"$1\"/*.log' sh \"$2\"; done; exit 1"_s;
    return {u"sh"_s, u"-c"_s, script, u"log"_s, container, deploymentFolder(*settings, deployment.name)};
}

QString pythonSnippet(const Endpoint &endpoint)
{
    // JSON's strings are Python's
    const auto text = [](const QString &value) { return QString::fromUtf8(compactJson(Json(value))); };
    return uR"(# pip install openai
from openai import OpenAI

client = OpenAI(base_url=%1, api_key="none")
answer = client.chat.completions.create(
    model=%2,
    messages=[{"role": "user", "content": "Hello"}],
    max_tokens=64,
)
print(answer.choices[0].message.content)
)"_s.arg(text(endpoint.baseUrl), text(endpoint.model));
}

Json toJson(const Endpoint &endpoint)
{
    return {{"baseUrl", endpoint.baseUrl}, {"managementUrl", endpoint.managementUrl}, {"model", endpoint.model},
            {"curl", curlLine(endpoint)}, {"python", pythonSnippet(endpoint)}};
}
