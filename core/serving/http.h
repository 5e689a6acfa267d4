// One HTTP request over libcurl. Blocking: called on a Worker, a NodeLink's thread or in a test.
// For endpoints of the cluster: no redirect is followed and no proxy of the environment is used
// (an http_proxy in the environment makes a healthy endpoint look dead: MindIE-LLM docs, deepseek_v3.2.md).
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QPair>

#include <chrono>
#include <functional>
#include <stop_token>

struct HttpRequest
{
    QByteArray method = "GET";
    QString url;                                      // http:// or https://
    QList<QPair<QByteArray, QByteArray>> headers = {};
    QByteArray body = {};
    std::chrono::milliseconds timeout{30'000};        // the whole exchange
    std::chrono::milliseconds connectTimeout{5'000};
    std::chrono::milliseconds idleTimeout{0};         // no byte arrived for that long; 0: no such limit
    qint64 atMostBytes = 64 * 1024 * 1024;            // of body; more is an error
    bool usesNetrc = false;                           // ~/.netrc's login for the host, where it has one
};

struct HttpResponse
{
    int status = 0;                                   // 404 is an answer, not an Error
    QList<QPair<QByteArray, QByteArray>> headers;     // names in lower case
    QByteArray body;                                  // all of it, also when onChunk was given
    int pieces = 0;                                   // how many reads the body came in
    std::chrono::milliseconds firstByte{0};           // request sent to first byte of the body
    std::chrono::milliseconds took{0};

    QByteArray header(const QByteArray &lowerCaseName) const;
};

// onChunk: pieces of the body as they arrive (not cut at lines), on the caller's thread.
// Errors, each one sentence that names the host: Canceled (within 100 ms of the stop request), Timeout,
// Connection (refused, unknown name, cut off: `detail` says how much had arrived), Parse (what answered does
// not speak HTTP), Invalid (not a URL). facts: "status" and "received" (bytes) when the answer had begun;
// "connected" when the other side had taken the connection: no closed port kept it from answering.
Result<HttpResponse> httpRequest(const HttpRequest &request, std::stop_token stop,
                                 const std::function<void(const HttpResponse &soFar, const QByteArray &piece)> &onChunk
                                 = {});

HttpRequest jsonPost(const QString &url, const QByteArray &body);

// The same request as a line for a person's shell.
QString asCurl(const HttpRequest &request);
