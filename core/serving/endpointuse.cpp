#include "core/serving/endpointuse.h"

#include "core/serving/http.h"

using namespace Qt::StringLiterals;

QString curlLine(const Endpoint &endpoint)
{
    Json body = Json::object();
    body["model"] = endpoint.model;
    body["messages"] = Json::array({{{"role", "user"}, {"content", "Hello"}}});
    body["max_tokens"] = 64;
    return asCurl(jsonPost(endpoint.baseUrl + u"/chat/completions"_s, compactJson(body)));
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
