// RoomView: what has room on the cards with the settings as they are, and what would have with others: sliders for
// those that decide it, other weights, another KV cache, other cards. Each figure comes with its formula and source
// (core/artifacts). Nothing is changed before "Use these settings". What it needs of the weights (their config.json)
// it asks the first node for, or takes from a file.
#pragma once

#include "core/artifacts/whatif.h"
#include "core/base/worker.h"
#include "core/cluster/cluster.h"
#include "ui/deploy/roommodel.h"

#include <QWidget>

class DataTable;
class ErrorBar;
class KnobRow;
class QComboBox;
class QFrame;
class QLabel;
class QPushButton;
class QVBoxLayout;
class RoomBar;
class Soon;
class WrappedText;

class RoomView : public QWidget {
    Q_OBJECT

public:
    explicit RoomView(Cluster &cluster, QWidget *parent = nullptr);

    // What is shown: the recipe (empty id: none), and the settings that are the deployment's.
    void setRecipe(const Recipe &recipe, const Json &settings);
    const std::optional<Capacity> &capacity() const { return m_capacity; } // as shown last

signals:
    void settingsTaken(const Json &settings); // over the deployment's, by key
    void questionRaised(const QString &node, const Error &question);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeSource();
    QWidget *makeOthers();
    void askNode();
    void openConfig();
    void readConfig(const QString &path);
    // Where the model's numbers were read, for words that are made anew in another language.
    struct Source {
        QString node, folder; // of a node's weights
        QString file; // opened by hand
    };
    void takeModel(const Source &source, const std::optional<Json> &config, std::optional<qint64> bytes);
    void forgetModel();
    QString sourceWords() const;
    WhatIf whatIf() const;
    Json changed() const; // of the settings
    void makeKnobs();
    void askWhose(); // what holds the cards, of each node
    void calculate(); // on a thread of its own; the newest answer counts
    void show(const Result<Capacity> &capacity);
    void refresh();
    void reset();
    void retranslate();
    QString weightsFolder() const;

    Cluster &m_cluster;
    Recipe m_recipe;
    Json m_settings = Json::object();
    std::optional<Json> m_config; // of the weights
    std::optional<qint64> m_weightsBytes;
    Source m_source;
    bool m_isAsking = false, m_areKnobsStale = true;
    QStringList m_ownServiceOn; // nodes whose cards only the deployment's own service holds
    QStringList m_askedWhose; // nodes, since the cluster said something new
    int m_turnWhose = 0;
    std::optional<Capacity> m_capacity;
    std::optional<Error> m_refused; // the numbers cannot be used together
    RoomModel m_parts;

    QLabel *m_sourceText, *m_verdictText, *m_others, *m_figures;
    QPushButton *m_ask, *m_open, *m_use, *m_reset;
    QFrame *m_verdict;
    ErrorBar *m_error;
    RoomBar *m_bar;
    QVBoxLayout *m_knobBox;
    QList<KnobRow *> m_knobs;
    QLabel *m_quantLabel, *m_kvLabel, *m_hbmLabel, *m_partsTitle, *m_reasonsTitle;
    QComboBox *m_quantization, *m_kv, *m_hbm;
    DataTable *m_table;
    WrappedText *m_reasons;
    Soon *m_soon;
    int m_turn = 0;
    Worker m_worker; // last: its thread ends first
};
