#include "ui/chat/absence.h"

#include "core/base/languages.h"
#include "ui/common/format.h"

namespace {

struct AbsenceWords
{
    ASC_TR_FUNCTIONS(Absence)
};

} // namespace

QString absenceOf(const RunKeeper &keeper)
{
    if (const qint64 undoneMs = keeper.undoneMs(); undoneMs > 0) {
        const EveryLanguage every;
        return AbsenceWords::tr("The deployment was undone at %1: nobody answers until it is run again, on the page "
                                "\"Deploy\", in its step Run.")
            .arg(format::time(undoneMs));
    }
    const DeployRun *run = keeper.run();
    if (!run || run->isRunning() || keeper.otherProcess() || keeper.stateAtMs() == 0)
        return {};
    const QString when = format::time(keeper.stateAtMs());
    const EveryLanguage every;
    if (run->isServiceStopped() && keeper.isFromState()) // the step Run has no "Resume" yet
        return AbsenceWords::tr("The service was stopped at %1, on purpose: nobody answers. \"Ask the nodes\" on the "
                                "page \"Deploy\", in its step Run, and then \"Resume\" there start it again.")
            .arg(when);
    if (run->isServiceStopped())
        return AbsenceWords::tr("The service was stopped at %1, on purpose: nobody answers. \"Resume\" on the page "
                                "\"Deploy\", in its step Run, starts it again.")
            .arg(when);
    return {};
}
