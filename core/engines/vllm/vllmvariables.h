// Which variables of a script a `vllm serve` in it gets, as far as the script tells.
#pragma once

#include "core/engines/engine.h"
#include "core/engines/vllm/vllmrefusals.h"
#include "core/engines/vllm/vllmserved.h"

class ScriptVariables
{
public:
    ScriptVariables() = default;
    explicit ScriptVariables(const GivenVariables &given) : m_exported(given.values), m_isOpen(given.isOpen) { }

    void see(const ShellCommand &command); // each of the script, in its order
    VllmVariables of(const ShellCommand &command, const Served &served) const; // one that has been seen
    // Its words as the shell fills them in with what the script has assigned; unknown: what stays as it is written.
    Served filledIn(const Served &served, QStringList &unknown) const;
    ScriptVariables inside(const QList<ShellWord> &before) const; // of a text that a shell behind these words reads
    void startAnew(); // behind a service another node's script may begin, which has none of what was set before

private:
    void set(const QString &assignment, bool isExported, bool isCertain);
    void assign(const ShellWord &assignment, bool isCertain);
    std::optional<QString> filledIn(const QString &text) const; // nullopt: not all of it is known

    QHash<QString, QString> m_exported, m_own; // m_own: no command gets them
    QHash<QString, QString> m_assigned;  // the last value of each, filled in; one that is not known holds a "$"
    bool m_isOpen = false;               // a file was read
    bool m_isAfterTest = false;          // "[ … ] && …", "… || …"
    int m_depth = 0;                     // of conditions and loops
};
