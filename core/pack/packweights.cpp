#include "core/pack/pack.h"

#include "core/base/sizetext.h"
#include "core/pack/packtext.h"
#include "core/shell/atomicfile.h"
#include "core/weights/weightsource.h"

#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

Result<PackedWeights> packWeights(Shell &shell, const QString &weights, const QString &folder, const PackSay &say,
                                  std::stop_token stop)
{
    const Result<CommandOutput> told
        = shell.run({.argv = {u"find"_s, u"-L"_s, weights, u"-type"_s, u"f"_s, u"-printf"_s, u"%s %P\\n"_s},
                     .timeout = std::chrono::minutes(3),
                     .isQuestion = true},
                    stop);
    if (!told)
        return told.error();
    const auto missing = [&](const QString &sentence) {
        Error error{ErrorKind::CommandFailed, sentence, QString::fromUtf8(told->err.right(2000)).trimmed(), {}};
        error.facts.insert(u"missing"_s, u"weights"_s);
        return error;
    };
    if (told->exitCode != 0)
        return missing(PackText::tr("It has no folder %1, or not all of it can be read.").arg(weights));
    const Result<QList<WantedFile>> files = readFolderList(weights, told->out);
    if (!files)
        return files.error();
    if (std::none_of(files->cbegin(), files->cend(), [](const WantedFile &f) { return f.path == "config.json"_L1; }))
        return missing(PackText::tr("Its folder %1 has no config.json: it holds no model.").arg(weights));
    PackedWeights packed{weights, files->size(), 0};
    qint64 all = 0, came = 0;
    for (const WantedFile &file : *files) {
        const QString here = folder + u"/weights/"_s + file.path;
        all += file.sizeBytes;
        came += QFileInfo(here).size() + QFileInfo(here + u".part"_s).size();
    }
    if (const Result<void> room = demandRoomHere(folder, all - came); !room)
        return room.error();
    QByteArray sums;
    QElapsedTimer since;
    since.start();
    for (const WantedFile &file : *files) {
        const auto progress = [&](qint64 done, qint64) {
            if (since.elapsed() < 1000)
                return;
            since.restart();
            say(PackText::tr("weights: %1 of %2, %3").arg(sizeText(packed.bytes + done), sizeText(all), file.path));
        };
        const Result<PulledFile> pulled
            = pullInPieces(shell, weights + u'/' + file.path, folder + u"/weights/"_s + file.path, progress, stop);
        if (!pulled)
            return pulled.error();
        packed.bytes += pulled->sizeBytes;
        sums += pulled->sha256.toUtf8() + "  " + file.path.toUtf8() + '\n';
    }
    if (const Result<void> written = writeAtomically(folder + u"/weights/SHA256SUMS"_s, sums, 0600); !written)
        return written.error();
    say(PackText::tr("weights: %1 in %n files", nullptr, int(packed.files)).arg(sizeText(packed.bytes)));
    return packed;
}
