// Who may talk to the local API. Any web page can make its reader's browser send requests to this machine; what gives
// such a request away are its Host (a name that the page's owner points at 127.0.0.1), its Origin and its content type.
// Pure.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

struct CallerRules
{
    QString host;                        // what the server was told to listen at
    QByteArray key;                      // empty: none is asked for
};

struct CallerRefusal
{
    int status = 403;
    const char *type = "permission_error";
    QString message;
};

struct Caller
{
    QByteArray localAddress;             // where the connection arrived
    int localPort = 0;
    std::optional<QByteArray> host, origin, contentType, authorization;
    std::optional<QByteArray> apiKey;    // x-api-key, where Anthropic's clients put it
    // which of these headers came more than once: others may go by another one of them
    const char *repeated = nullptr;
    bool posts = false;                  // the request has a body for us
    bool needsKey = false;               // it is for what the key protects
};

// Unset: welcome.
std::optional<CallerRefusal> refusalOf(const Caller &caller, const CallerRules &rules);

bool isLoopback(const QString &host);    // 127.x.y.z, ::1, localhost
