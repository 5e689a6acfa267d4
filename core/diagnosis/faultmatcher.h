// FaultMatcher: which rule a line speaks of. One pass over the line for all rules at once (Aho and Corasick's automaton
// over each signature's longest part); what it finds is then looked at in full, each signature once. So the time for a
// line grows with its length, whatever somebody wrote into it. Pure; const calls may come from any thread.
#pragma once

#include "core/diagnosis/faultrule.h"

#include <QByteArrayView>

#include <array>
#include <optional>
#include <vector>

bool saysNoError(QByteArrayView line);   // its level is INFO, DEBUG or WARNING

class FaultMatcher
{
public:
    explicit FaultMatcher(const QList<FaultRule> &rules);

    struct Match
    {
        int rule = -1;                   // index into the rules; -1: none
        qsizetype at = 0;                // where in the line its first part stands
        bool isOver = false;             // it says what ends a rule's waiting (FaultRule::over)
        bool isStop = false;             // it says that the service is shut down
        bool isStart = false;            // it is the first that a service says of itself
        bool isOfEngine = false;         // it says what only engines say (engineWords() in speaker.h)
        bool isWorking = false;          // it says that requests are answered
        bool tellsPrompt = false;        // it may tell what a user asked (quoteLeftOpen() in usertext.h)
        bool isWarning = false;          // it says so of itself
        bool isRetried = false;          // it says that what failed is tried again
    };
    // A line of level INFO or DEBUG tells what may be set: only rules that say so know it. What users typed is known by
    // none (usertext.h), nor is what a warning says to have succeeded at last; nor what its rule says not to mean.
    // The line as bytes of UTF-8, GBK or Latin-1: signatures are ASCII. Where several rules know the line, the one
    // nearest to a cause, then the one of an engine, then the one that knows more of its words.
    Match match(QByteArrayView line) const;

private:
    static constexpr int overWords = -1, wordsOfEngine = -2, stopWords = -3, promptWords = -4, workWords = -5,
                         startWords = -6;
    struct Signature
    {
        int rule = 0;                    // or what words are of no rule
        bool isInfo = false;             // may stand in such a line
        int weight = 0;                  // the more, the more it says: role first, then length
        QByteArrayList parts;
    };

    std::vector<Signature> m_signatures;
    std::vector<QList<QByteArrayList>> m_isNot; // by rule
    std::array<uint8_t, 256> m_classes = {}; // of bytes; 0: in no key
    int m_classCount = 1;
    std::vector<uint16_t> m_next;        // state * classCount + class
    std::vector<std::vector<uint16_t>> m_ends; // by state: signatures whose key ends there
};
