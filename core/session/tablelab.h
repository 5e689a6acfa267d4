// TableLab: the rank table that somebody works on: opened, judged, changed step by step with every step to be taken
// back, compared with another, saved. What is not saved is kept in a file, however the program ends. Reads, writes and
// judges on a thread of its own; GUI thread.
#pragma once

#include "core/base/worker.h"
#include "core/cluster/cluster.h"
#include "core/lint/lint.h"
#include "core/ranktable/tablecompare.h"
#include "core/ranktable/takeaway.h"

#include <memory>

struct LabTable
{
    RankTable table;
    QByteArray content;                  // as it is in its file, or would be
    QList<LintFinding> findings;
    QString name;                        // "hccl_2s_16p.json"
    QString file;                        // that it was opened from or saved to last; empty: none
    bool isSaved = false;                // `file` says the same
    QStringList changes;                 // what a card that was taken away changes, in sentences
    struct Take
    {
        RankTable from;
        int device = 0;
        TakeAway how = TakeAway::Card;
    };
    std::optional<Take> take;            // that they come from; nullopt: none, or one of an earlier session
};

struct LabComparison
{
    QString name;                        // of the other table, the second one
    QList<TableDifference> differences;
    bool isSameBytes = false;
};

QString defaultTableDraft();             // $XDG_STATE_HOME/ascend-console/rank-table.json

class TableLab : public QObject
{
    Q_OBJECT

public:
    explicit TableLab(Cluster &cluster, QObject *parent = nullptr); // its facts: what the nodes' cards have
    ~TableLab() override;                // writes what is not saved

    const LabTable *table() const { return m_table.get(); }         // null: none is open
    const LabComparison *comparison() const { return m_comparison.get(); } // null: none
    bool canUndo() const { return !m_before.isEmpty(); }

    void keepIn(const QString &file);    // what an earlier session left there is open then
    void open(const QString &file);
    void openText(const QByteArray &content, const QString &name);
    void compareWith(const QString &file);
    void stopComparing();
    void setValue(int device, RankColumn column, const QString &text);
    void number();                       // numbered()
    void take(int device, TakeAway how); // taken()
    void undo();                         // the last step, and the table that another one took the place of
    void save(const QString &file);      // mode 640: what MindIE takes at most
    void judgeAgain();                   // the facts or the language are others

signals:
    void changed();
    void saved(const QString &file);
    void failed(const Error &error);

private:
    using Held = std::shared_ptr<const LabTable>;
    struct Work;                         // what the thread holds
    struct Answer;
    using Step = std::function<Result<LabTable>(const Work &, std::stop_token)>;

    struct Changed
    {
        TakenAway now;
        std::optional<LabTable::Take> take;
    };
    using Change = std::function<Result<Changed>(const RankTable &)>;
    static Result<Changed> alone(const Result<RankTable> &table); // with which nothing else must change

    void run(Step step);
    void change(Change change);
    void receive(const Result<Answer> &answer, bool isStep);
    void keep();

    Cluster &m_cluster;
    std::shared_ptr<Work> m_work;
    Held m_table;
    QList<Held> m_before;
    std::shared_ptr<const LabComparison> m_comparison;
    QString m_draft;
    int m_waiting = 0;                   // drafts that are not written yet
    std::unique_ptr<Worker> m_worker;
};
