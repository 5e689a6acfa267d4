// What an answer's text says of the model behind it: one whose weights and configuration do not belong together, or
// whose numbers overflow, answers with HTTP 200 and "!!!!!!!!" up to max_tokens (vllm-project/vllm issue 14126,
// QwenLM/Qwen3 issue 381). Sentences that come again and again are a small model's habit, and not judged.
#pragma once

#include <QString>

#include <optional>

struct RepeatedPiece
{
    QString text;
    bool isAll = false;                  // of the answer: nothing else stands in it
};

// The character, the piece of up to eight of them or the word that is nearly all of the text, ten times at least; the
// white space between does not count, nor do <think> and </think>.
std::optional<RepeatedPiece> repeatedPiece(const QString &text);

// More control and replacement characters (U+FFFD: bytes that are no UTF-8) than letters, digits and signs.
bool isUnreadable(const QString &text);
