// What a MindIE endpoint that serves "ds_v3.2" says to the questions of Verify, for a RawServer's talk.
#pragma once

#include "tests/support/rawserver.h"

inline void answerAsEndpoint(RawServer::Peer &peer)
{
    if (peer.request.startsWith("GET /v2/health/ready "))
        return peer.json("{}");
    if (peer.request.startsWith("GET /v1/models "))
        return peer.json("{\"data\":[{\"id\":\"ds_v3.2\"}]}");
    if (!peer.request.startsWith("POST /v1/chat/completions "))
        return peer.json("{}", 404);
    if (!peer.request.contains("\"stream\":true"))
        return peer.json("{\"choices\":[{\"message\":{\"content\":\"one two\"}}]}");
    peer.say("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
    for (const QByteArray &word : {QByteArray("one "), QByteArray("two ")}) {
        peer.say("data: {\"choices\":[{\"delta\":{\"content\":\"" + word + "\"}}]}\n\n");
        peer.pause(20);
    }
    peer.say("data: [DONE]\n\n");
}
