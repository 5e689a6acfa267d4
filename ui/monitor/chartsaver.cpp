#include "ui/monitor/chartsaver.h"

#include "core/monitor/recording.h"
#include "core/shell/atomicfile.h"
#include "ui/common/deploymentname.h"
#include "ui/common/filedialog.h"
#include "ui/monitor/chartexport.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace {

struct SaverText
{
    Q_DECLARE_TR_FUNCTIONS(MonitorPage)
};

} // namespace

ChartSaver::ChartSaver(const Cluster &cluster, const ClusterMonitor &monitor, const TimeView &view, QWidget *page)
    : m_cluster(cluster), m_monitor(monitor), m_view(view), m_page(page)
{
}

void ChartSaver::addTo(QMenu *menu)
{
    QAction *save = menu->addAction(SaverText::tr("Export…"), this, &ChartSaver::chooseExport);
    save->setToolTip(SaverText::tr("What the charts show, as a picture (PNG, SVG) or as figures (CSV, JSON): the "
                                   "points that are drawn."));
    if (m_monitor.isReplay())
        return;
    for (const bool leavesNamesOut : {false, true}) {
        QAction *record = menu->addAction(leavesNamesOut ? SaverText::tr("Save a recording without names…")
                                                         : SaverText::tr("Save a recording…"),
                                          this, [this, leavesNamesOut] { chooseRecording(leavesNamesOut); });
        record->setObjectName(leavesNamesOut ? u"recordRedacted"_s : u"record"_s);
        record->setEnabled(!m_monitor.archiveFile().isEmpty());
        record->setToolTip(
            !record->isEnabled() ? SaverText::tr("There is a history when the deployment is saved.")
                : leavesNamesOut
                ? SaverText::tr("The same; in place of the deployment's and the nodes' names stand numbers.")
                : SaverText::tr("What was sampled in the time that is shown, and its alerts, in a file that somebody "
                                "else can open here and play. No host, user or key stands in it."));
    }
}

QFileDialog *ChartSaver::ask(const QString &title, const QString &folder, const QString &name, const QString &suffix,
                             const QStringList &filters)
{
    auto *dialog = new QFileDialog(m_page, title, folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(name + QDateTime::currentDateTime().toString(u"yyyyMMdd-HHmmss"_s));
    return dialog;
}

void ChartSaver::chooseExport()
{
    QFileDialog *dialog = ask(SaverText::tr("Export what the charts show"), QDir::homePath(), u"monitor-"_s, u"png"_s,
                              {SaverText::tr("PNG picture (*.png)"), SaverText::tr("SVG picture (*.svg)"),
                               SaverText::tr("Figures as CSV (*.csv)"), SaverText::tr("Figures as JSON (*.json)")});
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        dialog->setDefaultSuffix(filter.section(u"*."_s, 1).chopped(1));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &ChartSaver::exportTo);
    openFileDialog(dialog);
}

void ChartSaver::chooseRecording(bool leavesNamesOut)
{
    QFileDialog *dialog = ask(SaverText::tr("Save a recording"),
                              QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation), u"recording-"_s,
                              u"ascrec"_s, {SaverText::tr("Recordings (*.ascrec)")});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, leavesNamesOut](const QString &path) { record(path, leavesNamesOut); });
    openFileDialog(dialog);
}

void ChartSaver::record(const QString &path, bool leavesNamesOut)
{
    const qint64 now = m_monitor.now();
    const RecordingOrder order{m_monitor.archiveFile(), path, m_cluster.deployment(), m_view.fromMs(now),
                               m_view.toMs(now), leavesNamesOut, true, QCoreApplication::applicationVersion()};
    m_writer.run(
        this, [order](Job &job) { return writeRecording(order, job.stop()); },
        [this, path](const Result<RecordingAbout> &about) {
            if (about)
                emit saved(path);
            else
                emit failed(about.error());
        });
}

void ChartSaver::exportTo(const QString &path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (!QStringList{u"png"_s, u"svg"_s, u"csv"_s, u"json"_s}.contains(suffix)) {
        emit failed({ErrorKind::Invalid,
                     SaverText::tr("What the charts show can be saved as .png, .svg, .csv or .json, not as %1.")
                         .arg(QFileInfo(path).fileName()),
                     {},
                     {}});
        return;
    }
    m_path = path;
    emit chartsWanted();
}

void ChartSaver::write(SeenCharts seen)
{
    const QString path = std::exchange(m_path, {}), suffix = QFileInfo(path).suffix().toLower();
    seen.deployment = deploymentName(m_cluster);
    seen.isSimulated = m_cluster.isSimulated();
    std::function<QByteArray()> content; // made on the writer's thread, as far as it can be
    if (suffix == "svg"_L1) {
        content = [text = svgOf(seen)] { return text; };
    } else if (suffix == "png"_L1) {
        constexpr int scale = 2;
        QImage image(pictureSize(seen) * scale, QImage::Format_RGB32);
        image.setDevicePixelRatio(scale);
        QPainter painter(&image);
        paintCharts(painter, seen);
        painter.end();
        content = [image] {
            QByteArray bytes;
            QBuffer buffer(&bytes);
            buffer.open(QIODevice::WriteOnly);
            image.save(&buffer, "PNG");
            return bytes;
        };
    } else {
        for (SeenChart &chart : seen.charts)
            chart.chart = nullptr;
        content = [seen, isCsv = suffix == "csv"_L1] { return isCsv ? csvOf(seen) : jsonOf(seen); };
    }
    m_writer.run(
        this, [path, content](Job &job) { return writeAtomically(path, content(), 0644, job.stop()); },
        [this, path](const Result<void> &written) {
            if (written)
                emit saved(path);
            else
                emit failed(written.error());
        });
}
