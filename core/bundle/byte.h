// Byte: what kind of character a byte of ASCII is. Pure.
#pragma once

struct Byte
{
    static constexpr bool isLower(char c) { return c >= 'a' && c <= 'z'; }
    static constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
    static constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static constexpr bool isLetter(char c) { return isLower(c) || isUpper(c); }
    static constexpr bool isLetterOrDigit(char c) { return isLetter(c) || isDigit(c); }
    static constexpr bool isUpperOrDigit(char c) { return isUpper(c) || isDigit(c); }
    static constexpr bool isHex(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
    static constexpr bool isWord(char c) { return isLetterOrDigit(c) || c == '_'; }
    static constexpr bool isName(char c) { return isWord(c) || c == '-' || c == '.'; } // of a variable, flag or key
    static constexpr bool isBase64Url(char c) { return isWord(c) || c == '-'; }
    static constexpr bool isUuid(char c) { return isHex(c) || c == '-'; }
    static constexpr bool isBlank(char c) { return c == ' ' || c == '\t'; }
    static constexpr bool isSpace(char c)
    {
        return isBlank(c) || c == '\n' || c == '\r' || c == '\0' || c == '\f' || c == '\v';
    }
    static constexpr bool isQuote(char c) { return c == '"' || c == '\'' || c == '`'; }
};
