// llama.cpp as a library of this process: begun once, its words kept. It says why a model cannot be loaded only in its
// log.
#pragma once

#include <QString>

void beginLlama();
QString takeLlamaErrors();               // what it has complained of since the last time, line by line
