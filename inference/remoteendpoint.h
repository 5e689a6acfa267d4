// RemoteEndpoint: ChatPort over HTTP for MindIE, vLLM and any other OpenAI-compatible server.
#pragma once

#include "inference/chatport.h"

#include <chrono>

struct ServedModel
{
    QString name;
    std::optional<qint64> contextTokens; // vLLM says it (max_model_len); MindIE does not
    bool operator==(const ServedModel &) const = default;
};

class RemoteEndpoint : public ChatPort
{
public:
    // baseUrl: with /v1 ("http://10.20.0.1:1025/v1"). No answer for `silence`: Timeout.
    static constexpr std::chrono::seconds usualSilence{120};
    RemoteEndpoint(QString baseUrl, QString model, std::chrono::seconds silence = usualSilence);

    // An answer that breaks off without its last piece is a Connection error; what came was handed over.
    Result<ChatStats> chat(const ChatRequest &request, std::stop_token stop, const PieceHandler &onPiece) override;

    Result<QList<ServedModel>> served(std::stop_token stop) const; // /v1/models
    // Their names.
    Result<QStringList> models(std::stop_token stop) const;

private:
    Result<ChatStats> tryChat(const Json &body, std::stop_token stop, const PieceHandler &onPiece, bool &wantsLess);

    QString m_baseUrl, m_model;
    std::chrono::seconds m_silence;
};
