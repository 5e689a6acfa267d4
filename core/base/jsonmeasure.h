// How deep and how large a JSON text is, counted in its bytes: for what comes from strangers. A tree that is nested too
// deeply cannot even be thrown away once it is parsed, because readers, writers and destructors are recursive.
#pragma once

#include <QByteArray>

#include <limits>

inline constexpr int deepestJson = 256; // what parseJson() takes: all that comes from outside is read by it

struct JsonMeasure
{
    int depth = 0;                       // of the deepest place
    int values = 1;                      // members and elements, keys and structures counted
};

// Ends where a bound is passed; then that figure is above it.
inline JsonMeasure measureJson(const QByteArray &text, int mostDepth, int mostValues = std::numeric_limits<int>::max())
{
    JsonMeasure measure;
    int depth = 0;
    bool inString = false;
    for (qsizetype i = 0; i < text.size() && measure.depth <= mostDepth && measure.values <= mostValues; ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
            continue;
        }
        const bool opens = c == '[' || c == '{';
        if (c == '"')
            inString = true;
        else if (opens)
            ++depth;
        else if (c == ']' || c == '}')
            --depth;
        if ((opens || c == ',' || c == ':') && measure.values < std::numeric_limits<int>::max())
            ++measure.values;
        if (depth > measure.depth)
            measure.depth = depth;
    }
    return measure;
}
