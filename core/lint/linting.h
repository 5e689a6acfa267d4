// What the four linters share: a list of findings that grows, JSON pointers, the reading of a file.
#pragma once

#include "core/base/jsonplace.h"
#include "core/base/plaintext.h"
#include "core/lint/lint.h"

class Findings
{
public:
    void error(const char *rule, const QString &where, const QString &message, const QString &remedy = {});
    void warning(const char *rule, const QString &where, const QString &message, const QString &remedy = {});
    void info(const char *rule, const QString &where, const QString &message, const QString &remedy = {});
    QList<LintFinding> list() const;     // the last one says how many are not among them

private:
    void add(const char *rule, Severity severity, const QString &where, const QString &message, const QString &remedy);
    QList<LintFinding> m_list;
    int m_unsaid = 0;
};

inline constexpr int mostUnknown = 20;   // names of one object that nobody knows are said; then how many more there are

const Json *memberOf(const Json &object, const char *key); // nullptr: not there
QString shownValue(const Json &value);                      // short, for messages; never deep

// The document if it is JSON and has one of the marks as a key of its root. Broken JSON that begins
// like an object is a finding (rule "json.syntax", with line and column) and no document; anything
// else is an Error: not this kind of file.
Result<std::optional<Json>> readDocument(const QByteArray &content, const QStringList &marks, const QString &kind,
                                         Findings &findings);

// Files that MindIE refuses by mode: above 640 (MindIE-LLM docs, faq.md; src/utils/log/file_utils.cpp). Links too.
// Warnings: the copy that is linted here need not be the file that the engine reads.
void checkFile(const LintContext &context, const char *rule, Findings &findings);

// Keys of an object that are not among the known: an info finding each, with the nearest known one. isToldElsewhere:
// of a member that another rule says more of.
void checkKeys(const Json &object, const QString &where, const QStringList &known, const char *rule,
               Findings &findings,
               bool (*isToldElsewhere)(const QString &name, const Json &value) = nullptr);
