// A verb of ascendctl: one file per verb, one line in verbs.cpp.
#pragma once

#include "core/base/json.h"

#include <stop_token>

namespace ctl {

enum ExitCode { Yes = 0, No = 1, Usage = 2, CouldNotAsk = 3 };

struct Call
{
    QStringList arguments;               // after the verb, --json taken out
    bool json = false;
    std::stop_token stop;                // Ctrl-C
};

using Function = int (*)(const Call &call);

struct Verb
{
    const char *name;
    const char *usage;                   // "KIND [FILE]"
    const char *help;                    // one line
    Function run;
};

const QList<Verb> &verbs();

// takes "--name VALUE" or "--name=VALUE" out; false: the value is missing
bool takeValue(QStringList &arguments, const char *name, QString &value);

// From here on all that tr() says and all data are Chinese (--zh): before anything is asked or read.
void speakChinese();

void printJson(const Json &document);    // exactly one document, to stdout
void printLine(const QString &line);     // for people, to stdout
void printPiece(const QString &text);    // the same without a line end: a stream
// stdout could not be written to (a full disk, a closed pipe): main() makes that exit code 3
bool isOutputLost();
void complain(const QString &sentence);  // to stderr
void complainPiece(const QString &text); // the same without a line end
// Control characters in what these print are shown, not sent: names, outputs and answers come from elsewhere.
// message, detail and what to do to stderr; returns CouldNotAsk, or Usage where facts["usage"] says so
int fail(const Error &error);
// the same for a verb that judges the deployment: what is wrong in it (Invalid) is its answer, No, as lint says it
int refuse(const Error &error);

} // namespace ctl
