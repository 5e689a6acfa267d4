#include "core/session/tablelab.h"

#include "core/artifacts/lintkinds.h"
#include "core/base/homepath.h"
#include "core/base/inputfile.h"
#include "core/shell/atomicfile.h"

#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostSteps = 100;     // that can be taken back
constexpr qint64 largestDraft = 4 * largestLinted;

Result<LabTable> judged(LabTable lab, const QList<NodeFacts> &facts)
{
    LintContext context;
    context.facts = facts;
    const Result<QList<LintFinding>> findings = lint(u"rank-table"_s, lab.content, context);
    if (!findings)
        return findings.error();
    lab.findings = *findings;
    return lab;
}

Result<LabTable> readLab(const QByteArray &content, const QString &name, const QList<NodeFacts> &facts)
{
    const Result<RankTable> table = readRankTable(content);
    if (!table) {
        Error error = table.error();
        error.message = TableLab::tr("%1: %2", "a file; what is the matter with it").arg(name, error.message);
        return error;
    }
    LabTable lab;
    lab.table = *table;
    lab.content = content;
    lab.name = name;
    return judged(lab, facts);
}

QByteArray draftOf(const LabTable &lab)
{
    Json changes = Json::array();
    for (const QString &change : lab.changes)
        changes.push_back(change);
    return prettyJson({{"name", lab.name},
                       {"file", lab.file},
                       {"content", QString::fromUtf8(lab.content)},
                       {"changes", changes}});
}

} // namespace

struct TableLab::Work
{
    std::shared_ptr<const LabTable> table;
    std::optional<RankTable> other;
    QByteArray otherContent;
    QString otherName;
    QList<NodeFacts> facts;

    std::shared_ptr<const LabComparison> compared() const
    {
        if (!other || !table)
            return {};
        return std::make_shared<const LabComparison>(LabComparison{
            otherName, differencesOf(table->table, *other), table->content == otherContent});
    }
};

struct TableLab::Answer
{
    std::shared_ptr<const LabTable> table;
    std::shared_ptr<const LabComparison> comparison;
};

QString defaultTableDraft()
{
    return stateFolder() + u"/rank-table.json"_s;
}

TableLab::TableLab(Cluster &cluster, QObject *parent)
    : QObject(parent), m_cluster(cluster), m_work(std::make_shared<Work>()), m_worker(std::make_unique<Worker>())
{
    connect(&cluster, &Cluster::factsChanged, this, &TableLab::judgeAgain);
}

TableLab::~TableLab()
{
    m_worker.reset();
    if (m_waiting > 0 && m_table && !m_table->isSaved)
        (void)writeAtomically(m_draft, draftOf(*m_table), 0600);
}

// The steps are done one after another, each on what the one before has left.
void TableLab::run(Step step)
{
    m_worker->run(this, [work = m_work, step = std::move(step), facts = m_cluster.allFacts()](Job &job)
                      -> Result<Answer> {
        work->facts = facts;
        Result<LabTable> next = step(*work, job.stop());
        if (!next)
            return next.error();
        if (work->table && work->table->content == next->content && work->table->file == next->file)
            return Answer{work->table, work->compared()};
        work->table = std::make_shared<const LabTable>(*next);
        return Answer{work->table, work->compared()};
    }, [this](const Result<Answer> &answer) { receive(answer, true); });
}

void TableLab::receive(const Result<Answer> &answer, bool isStep)
{
    if (!answer) {
        emit failed(answer.error());
        emit changed();                  // a cell that was typed into shows what the table has
        return;
    }
    const bool isOther = answer->table != m_table;
    if (isOther && isStep && m_table) {
        m_before << m_table;
        if (m_before.size() > mostSteps)
            m_before.removeFirst();
    }
    m_table = answer->table;
    m_comparison = answer->comparison;
    if (isOther)
        keep();
    emit changed();
}

void TableLab::open(const QString &file)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    run([path](const Work &work, std::stop_token stop) -> Result<LabTable> {
        const Result<QByteArray> content = readInput(path, largestLinted, stop);
        if (!content)
            return content.error();
        Result<LabTable> lab = readLab(*content, QFileInfo(path).fileName(), work.facts);
        if (lab) {
            lab->file = path;
            lab->isSaved = true;
        }
        return lab;
    });
}

void TableLab::openText(const QByteArray &content, const QString &name)
{
    run([content, name](const Work &work, std::stop_token) { return readLab(content, name, work.facts); });
}

void TableLab::compareWith(const QString &file)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    m_worker->run(this, [work = m_work, path](Job &job) -> Result<Answer> {
        const Result<QByteArray> content = readInput(path, largestLinted, job.stop());
        if (!content)
            return content.error();
        Result<LabTable> lab = readLab(*content, QFileInfo(path).fileName(), {});
        if (!lab)
            return lab.error();
        work->other = lab->table;
        work->otherContent = *content;
        work->otherName = lab->name;
        return Answer{work->table, work->compared()};
    }, [this](const Result<Answer> &answer) { receive(answer, true); });
}

void TableLab::stopComparing()
{
    m_worker->run(this, [work = m_work](Job &) -> Result<Answer> {
        work->other.reset();
        return Answer{work->table, {}};
    }, [this](const Result<Answer> &answer) { receive(answer, true); });
}

// What is not changed keeps its bytes.
void TableLab::change(Change change)
{
    run([change = std::move(change)](const Work &work, std::stop_token) -> Result<LabTable> {
        if (!work.table)
            return Error{ErrorKind::Invalid, tr("No rank table is open."), {}, {}};
        const Result<Changed> changed = change(work.table->table);
        if (!changed)
            return changed.error();
        LabTable next = *work.table;
        if (changed->now.table.document == next.table.document)
            return next;
        next.table = changed->now.table;
        next.content = prettyJson(changed->now.table.document);
        if (changed->take) {
            next.changes = changed->now.changes;
            next.take = changed->take;
        }
        next.isSaved = false;
        return judged(next, work.facts);
    });
}

Result<TableLab::Changed> TableLab::alone(const Result<RankTable> &table)
{
    return table ? Result<Changed>(Changed{{*table, {}}, {}}) : Result<Changed>(table.error());
}

void TableLab::setValue(int device, RankColumn column, const QString &text)
{
    change([=](const RankTable &table) { return alone(withValue(table, device, column, text)); });
}

void TableLab::number()
{
    change([](const RankTable &table) { return alone(numbered(table)); });
}

void TableLab::take(int device, TakeAway how)
{
    change([=](const RankTable &table) -> Result<Changed> {
        const Result<TakenAway> left = taken(table, device, how);
        return left ? Result<Changed>(Changed{*left, LabTable::Take{table, device, how}})
                    : Result<Changed>(left.error());
    });
}

void TableLab::undo()
{
    if (m_before.isEmpty())
        return;
    m_worker->run(this, [work = m_work, before = m_before.takeLast()](Job &) -> Result<Answer> {
        work->table = before;
        return Answer{work->table, work->compared()};
    }, [this](const Result<Answer> &answer) { receive(answer, false); });
}

void TableLab::judgeAgain()
{
    if (!m_table)
        return;
    m_worker->run(this, [work = m_work, facts = m_cluster.allFacts()](Job &) -> Result<Answer> {
        if (work->table) {
            const Result<LabTable> again = judged(*work->table, facts);
            if (!again)
                return again.error();
            LabTable now = *again;
            if (const std::optional<LabTable::Take> &take = now.take) {
                if (const Result<TakenAway> left = taken(take->from, take->device, take->how))
                    now.changes = left->changes;
            }
            work->table = std::make_shared<const LabTable>(now);
        }
        return Answer{work->table, work->compared()};
    }, [this](const Result<Answer> &answer) { receive(answer, false); });
}

void TableLab::save(const QString &file)
{
    QString path = QFileInfo(file).absoluteFilePath();
    if (QFileInfo(path).suffix().isEmpty())
        path += u".json"_s;
    m_worker->run(this, [work = m_work, path](Job &job) -> Result<Answer> {
        if (!work->table)
            return Error{ErrorKind::Invalid, tr("No rank table is open."), {}, {}};
        if (const Result<void> written = writeAtomically(path, work->table->content, 0640, job.stop()); !written)
            return written.error();
        LabTable now = *work->table;
        now.file = path;
        now.name = QFileInfo(path).fileName();
        now.isSaved = true;
        work->table = std::make_shared<const LabTable>(now);
        return Answer{work->table, work->compared()};
    }, [this, path](const Result<Answer> &answer) {
        receive(answer, false);
        if (answer)
            emit saved(path);
    });
}

void TableLab::keepIn(const QString &file)
{
    m_draft = file;
    if (file.isEmpty() || !QFileInfo::exists(file))
        return;
    run([file](const Work &work, std::stop_token stop) -> Result<LabTable> {
        const Result<QByteArray> text = readInput(file, largestDraft, stop);
        const Result<Json> draft = text ? parseJson(*text, tr("The rank table of an earlier session"))
                                        : Result<Json>(text.error());
        if (!draft)
            return draft.error();
        Result<LabTable> lab = readLab(stringAt(*draft, "content").toUtf8(), stringAt(*draft, "name"), work.facts);
        if (lab) {
            lab->file = stringAt(*draft, "file");
            lab->changes = textsAt(*draft, "changes");
        }
        return lab;
    });
}

// Only what is in no file.
void TableLab::keep()
{
    if (m_draft.isEmpty() || !m_table)
        return;
    ++m_waiting;
    m_worker->run(this, [table = m_table, file = m_draft](Job &) -> Result<void> {
        if (!table->isSaved)
            return writeAtomically(file, draftOf(*table), 0600);
        if (QFileInfo::exists(file) && !QFile::remove(file))
            return Error{ErrorKind::Storage, tr("%1 cannot be removed.").arg(file), {}, {}};
        return {};
    }, [this](const Result<void> &kept) {
        --m_waiting;
        if (!kept)
            emit failed(kept.error());
    });
}
