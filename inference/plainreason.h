// What a library's exception says, for a person: nlohmann's begin with "[json.exception.type_error.302]", and
// llama.cpp's words about a schema with what it wanted to make of it. Neither helps anybody.
#pragma once

#include <string>

inline std::string plainReason(const char *what)
{
    const std::string text = what ? what : "";
    for (const char *ours : {"Unable to generate parser for this template. ", "Automatic parser generation failed: "}) {
        if (text.rfind(ours, 0) == 0)
            return plainReason(text.c_str() + std::string(ours).size());
    }
    const std::string ofSchema = "JSON schema error at ";
    if (const size_t colon = text.find(": "); text.rfind(ofSchema, 0) == 0 && colon != std::string::npos)
        return "an answer cannot be held to the schema: " + text.substr(colon + 2) + " (at "
            + text.substr(ofSchema.size(), colon - ofSchema.size()) + ")";
    const size_t end = text.find("] ");
    if (text.rfind("[json.exception.", 0) != 0 || end == std::string::npos)
        return text;
    return "a value of the request is of another kind than this server takes: " + text.substr(end + 2);
}
