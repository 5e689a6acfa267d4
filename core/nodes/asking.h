// Which errors of a connection a person can settle (connect.h says what they hold). An Authentication error
// has facts["refused"] = "yes" when what Secrets had was tried in vain (a page may forget it and ask anew).
#pragma once

#include "core/base/languages.h"
#include "core/base/result.h"

// An unknown host key to accept, a changed one to look into, a secret to give.
inline bool isQuestion(const Error &error)
{
    return error.kind == ErrorKind::HostKey
        || (error.kind == ErrorKind::Authentication && error.facts.contains(QStringLiteral("key")));
}

// Or a revoked one: no question but a warning, nobody may log in there.
inline bool isChangedHostKey(const Error &error)
{
    return error.kind == ErrorKind::HostKey && error.facts.value(QStringLiteral("state")) != QLatin1String("unknown");
}

// The known key cannot be read, which isChangedHostKey() as well.
inline bool isDamagedHostKey(const Error &error)
{
    return error.kind == ErrorKind::HostKey && error.facts.value(QStringLiteral("state")) == QLatin1String("damaged");
}

inline bool wasRefused(const Error &error)
{
    return error.facts.contains(QStringLiteral("refused"));
}

// What keeps a node away stays through a change of the window's language: what is said of it ("message", "detail",
// "unnamed") is kept in each. Of other errors: as it was said.
inline QString saidIn(const Error &error, const QString &what, const QString &language)
{
    const QString asSaid = what == QLatin1String("message") ? error.message
        : what == QLatin1String("detail")                   ? error.detail
                                                            : error.facts.value(what);
    return error.facts.value(what + QLatin1Char('.') + language, asSaid);
}

// What an error of a node's connection says, for where the node is named already.
inline QString unnamedIn(const Error &error, const QString &language)
{
    const QString asSaid = error.facts.value(QStringLiteral("unnamed"), error.message);
    const QString inIt = error.facts.value(QStringLiteral("message.") + language, asSaid);
    return error.facts.value(QStringLiteral("unnamed.") + language, inIt);
}

// What was said while an EveryLanguage lived, for readers who know of none: in the language of the moment, and in each
// for saidIn().
inline Error keptInEach(Error error)
{
    QMap<QString, QString> facts = error.facts;
    const auto keep = [&facts](const QString &what, const QString &text) {
        const QString now = inLanguage(text, dataLanguage());
        for (const QString &language : {QStringLiteral("en"), QStringLiteral("zh")}) {
            const QString key = what + QLatin1Char('.') + language;
            if ((now != text || what == QLatin1String("unnamed")) && !facts.contains(key))
                facts.insert(key, inLanguage(text, language));
        }
        return now;
    };
    error.message = keep(QStringLiteral("message"), error.message);
    error.detail = keep(QStringLiteral("detail"), error.detail);
    for (auto fact = error.facts.cbegin(); fact != error.facts.cend(); ++fact)
        facts[fact.key()] = keep(fact.key(), fact.value());
    error.facts = facts;
    return error;
}
