// One kind of `ascendctl lint` on any bytes: no crash, no undefined behaviour, findings that can be written.
#include "core/artifacts/lintkinds.h"
#include "core/engines/mindie/mindielint.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Result<QList<LintFinding>> findings =
        lint(QStringLiteral(ASC_FUZZ_KIND), QByteArray(reinterpret_cast<const char *>(data), qsizetype(size)));
    if (findings)
        (void)compactJson(toJson(*findings));
    else if (findings.error().message.isEmpty())
        abort();
    return 0;
}
