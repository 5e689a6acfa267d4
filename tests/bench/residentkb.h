// Kilobytes of memory that this program holds now.
#pragma once

#include <QtGlobal>

#include <fstream>
#include <string>

inline qint64 residentKb()
{
    std::ifstream status("/proc/self/status");
    std::string word;
    qint64 kb = 0;
    while (status >> word) {
        if (word == "VmRSS:")
            status >> kb;
    }
    return kb;
}
