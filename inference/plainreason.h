// What a library's exception says, for a person: nlohmann's begin with "[json.exception.type_error.302]", which helps nobody.
#pragma once

#include <string>

inline std::string plainReason(const char *what)
{
    const std::string text = what ? what : "";
    const size_t end = text.find("] ");
    if (text.rfind("[json.exception.", 0) != 0 || end == std::string::npos)
        return text;
    return "a value of the request is of another kind than this server takes: " + text.substr(end + 2);
}
