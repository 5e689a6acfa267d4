// A page that a machine itself reaches by HTTP, fetched over a Shell to it (Shell::exchange()). GET, no redirects, no
// TLS: for what listens on a node's own loopback, where nothing else leads to.
#pragma once

#include "core/serving/http.h"
#include "core/shell/shell.h"

struct NodePage
{
    QString host;                        // as the machine knows it: "127.0.0.1", a container's address
    int port = 0;
    QString path = QStringLiteral("/");
    std::chrono::milliseconds timeout{5'000};
    qint64 atMostBytes = 16 * 1024 * 1024; // of head and body together
};

// Errors of Shell::exchange(), and Parse: it does not speak HTTP, or ended before its answer was whole.
Result<HttpResponse> pageOf(Shell &shell, const NodePage &page, std::stop_token stop);

// What came, when the other side has said all of it. nullopt: more has to come. Pure. Error: Parse.
// isClosed: nothing more will come; a body without a length is whole then.
Result<std::optional<HttpResponse>> readHttpAnswer(const QByteArray &text, bool isClosed);
