// What the source of the weights has: asked of a hub with curl, of a folder of the node or of this computer, or of
// another node of the deployment, to which a link of its own is opened. And the words that its answers have.
#pragma once

#include "core/deploy/step.h"
#include "core/weights/weightsource.h"

// Of a hub or a folder of the node, run on the node.
QStringList listArgv(const WeightsOrder &order, const QString &address);
// All that the source lists. A failure of the step, or of the link to the node.
Result<QList<WantedFile>> wantedFiles(StepIo &io);

QString folderHere(const StepContext &context); // of "desktop"
QString sourceText(const StepContext &context); // where they come from, for people

// "other-node": a shell to the node that has them.
Result<std::unique_ptr<Shell>> openSource(StepIo &io);
// ssh's argv up to the command, by which this node itself gets there; empty: it cannot without being asked something.
Result<QStringList> ownLogin(StepIo &io);
// An error of that link or shell, as this step's: it is not this node that was lost.
Error ofTheSource(const StepIo &io, const Error &error);

QString remedyOfOrder();
QString resumeRemedy();
QString remedyOf(int httpCode);          // what to do about an answer of a server
int httpCodeIn(const QByteArray &text);  // of its last line "http CODE"; 0: there is none

// What curl's exit code means for a person (curl's manual, EXIT CODES).
// httpCode: that it was answered with; 0: not known.
QString curlTrouble(int exitCode, int httpCode);
