#include "core/pack/pack.h"

#include "core/base/languages.h"
#include "core/base/sizetext.h"
#include "core/pack/packtext.h"

using namespace Qt::StringLiterals;

namespace {

QString oneReadme(const Pack &pack, const QStringList &further)
{
    QStringList lines{PackText::tr(
                          "Deployment \"%1\", packed by ascend-console %2 to be carried into a closed network.")
                          .arg(pack.deployment.name, pack.version),
                      QString(), PackText::tr("What it holds:"),
                      PackText::tr("  deployment.json  the deployment; it points at what lies beside it")};
    if (pack.image)
        lines << PackText::tr("  image.tar        image %1, %2, %3, %4")
                     .arg(pack.image->reference, pack.image->architecture, pack.image->id,
                          sizeText(pack.image->file.sizeBytes));
    else
        lines << PackText::tr("  no image: every node must have it, or a registry");
    if (pack.weights)
        lines << PackText::tr("  weights/         %1, %n files, from %2", nullptr, int(pack.weights->files))
                     .arg(sizeText(pack.weights->bytes), pack.weights->from);
    else
        lines << PackText::tr("  no weights: they must lie on every node, or be fetched there");
    for (const QString &name : further)
        lines << u"  files/"_s + name;
    lines << PackText::tr("  SHA256SUMS       to look whether it came whole: sha256sum -c SHA256SUMS")
          << (pack.weights ? PackText::tr("                   (weights/ has its own: the same in there)") + u'\n'
                           : QString())
          << PackText::tr("How to use it, on a computer with ascend-console that reaches the nodes:")
          << u"  ascendctl check deployment.json && ascendctl deploy deployment.json"_s
          << PackText::tr(
                 "or open deployment.json in the window. Keep the folder together: image and weights are copied "
                 "from it to the nodes that lack them.")
          << QString()
          << PackText::tr(
                 "Not in it: this program, passwords and private keys. The nodes' addresses are those of where "
                 "it was packed; change them in deployment.json.");
    if (!further.isEmpty())
        lines << PackText::tr("What lies in files/ was put there by hand and not looked at.");
    if (pack.deployment.simulated)
        lines << PackText::tr("It was packed from a simulated cluster: the image is none.");
    return lines.join(u'\n') + u'\n';
}

} // namespace

QByteArray packReadme(const Pack &pack, const QStringList &further)
{
    QByteArray text;
    inEachLanguage(u"en"_s, [&](const QString &) {
        text += (text.isEmpty() ? QByteArray() : QByteArray("\n----\n\n")) + oneReadme(pack, further).toUtf8();
    });
    return text;
}
