// llama.cpp asked directly, token by token, without its server: what the engine's greedy answers are
// compared with.
#pragma once

#include <QString>

QString greedyContinuation(const QString &modelPath, const QString &prompt, int tokens);
