// Source: something that answers with figures when it is asked: a node over its link, an endpoint over HTTP. A Sampler
// asks it again and again; what it remembers from one reading to the next (rates need two) is its own.
#pragma once

#include "core/base/result.h"
#include "core/metrics/sourceuse.h"

#include <chrono>
#include <functional>
#include <stop_token>

struct Reading
{
    QList<Sample> samples;
    // Why a part of it has no figures, while the others do; facts "part": which
    std::optional<Error> partly;
    bool isCutShort = false;             // what is not in it may be there
    QList<SourceUse> uses;               // what was asked for it, and what that took
    bool goesOn = false;                 // what the one before had and it has not is as it was: measured less often
};

class Source
{
public:
    using AtPart = std::function<void(const QString &part)>;

    explicit Source(QString node) : m_node(std::move(node)) {}
    virtual ~Source() = default;

    QString node() const { return m_node; } // the machine that its samples are of

    // One reading; blocking, from one thread at a time. Error: it does not answer. atPart: called when the turn of a
    // part has come that may take long.
    virtual Result<Reading> read(std::stop_token stop, const AtPart &atPart) = 0;
    // What is said of an answer that is overdue; nullopt: nothing, its reading ends by itself soon.
    virtual std::optional<Error> overdue(const QString &part, qint64 seconds) const = 0;
    // between tries where it does not answer, at most
    virtual std::chrono::milliseconds longestPause() const = 0;
    // The next reading asks what it has put off, as it had not answered: somebody else was answered. Any thread.
    virtual void putOffNothing() {}

private:
    const QString m_node;
};
