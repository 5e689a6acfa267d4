// Diagnosis: any bytes as the logs of two nodes. An answer names a line that is there, and is made again the same.
#include "core/diagnosis/diagnosis.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const Result<QList<FaultRule>> rules = loadFaultRules();
    if (!rules)
        std::abort();
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const qsizetype middle = text.size() / 2;
    Diagnosis diagnosis(*rules);
    for (const auto &[node, part] :
         {std::pair{QStringLiteral("a"), text.left(middle)}, std::pair{QStringLiteral("b"), text.mid(middle)}}) {
        diagnosis.begin({node, node, QDate(2026, 12, 31)});
        diagnosis.feed(part);
        diagnosis.end();
    }
    const DiagnosisAnswer answer = diagnosis.answer();
    if (answer.first) {
        const FaultSighting &first = *answer.first;
        if (first.rule < 0 || first.rule >= rules->size() || first.source < 0 || first.source > 1 || first.line < 1
            || first.line > answer.sources[first.source].lines)
            std::abort();
    }
    if (answer.isCause && !answer.first)
        std::abort();
    if (toJson(answer, *rules) != toJson(diagnosis.answer(), *rules))
        std::abort();
    return 0;
}
