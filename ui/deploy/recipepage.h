// RecipePage: which recipe, its warnings, its settings as a form made from the recipe's own declaration, and what has
// room on the cards with them. What is right goes into the deployment at once; what is wrong says so beside the field.
#pragma once

#include "core/base/worker.h"
#include "core/cluster/cluster.h"
#include "core/targets/layout.h"
#include "ui/common/badge.h"
#include "ui/deploy/recipelist.h"
#include "ui/deploy/settingsdraft.h"

#include <QWidget>

class Card;
class EmptyState;
class ErrorBar;
class QComboBox;
class QFrame;
class QLabel;
class QPushButton;
class RoomView;
class SegmentedControl;
class SettingsForm;
class Soon;
class TopologyView;

class RecipePage : public QWidget
{
    Q_OBJECT

public:
    explicit RecipePage(Cluster &cluster, QWidget *parent = nullptr);

    void followRecipes();                // they are others now
    bool isReady() const { return !m_recipe.id.isEmpty() && m_inTheWay.isEmpty(); } // chosen, every setting is right
    std::optional<Look> look() const { return m_look; }  // of the step: right and fits, or what is in the way
    QString inTheWay() const { return m_inTheWay; }      // of every later step: settings that are wrong; empty: nothing
    const SettingsDraft &draft() const { return m_draft; }
    void setBlamed(const QList<Finding> &findings);      // of checks: what is to be changed here

signals:
    void lookChanged();
    void drawn(const Layout &layout);    // what runs where, as it is shown; empty: not known
    void recipesWanted();                // it is shown: is there another one on disk?
    void questionRaised(const QString &node, const Error &question);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeSide();
    void load();                                         // recipes in the language of the moment
    void showDeployment();
    void showNotes();
    Recipe sized() const;                                // as the settings make it
    void showFit();                                      // of what is chosen, and in the list
    void drawTopology();                                 // soon, once for many changes, and on a thread of its own
    void showTopology(const Layout &layout, const QString &endpoint);
    void moveNode(int from, int to);
    void followVariant(const QString &key);
    void refresh();                                      // problems, defaults, readiness
    void refreshLook();
    void store();
    void chooseRecipe(const QString &id);
    void offer();                                        // the button where no recipe is chosen
    void showView();                                     // settings or room
    void takeSettings(const Json &settings);             // of the room that was tried
    void showBlamed();
    void retranslate();

    Cluster &m_cluster;
    QList<Recipe> m_recipes;
    QString m_folderState;                               // of the user's own recipes, as they were loaded
    Recipe m_recipe;                                     // empty id: none chosen
    SettingsDraft m_draft;
    QHash<QString, Json> m_settingsOf;                   // of recipes that were chosen before, for when they are again
    QString m_path;                                      // the deployment's that they are of
    bool m_storing = false;
    QString m_inTheWay;
    QString m_toSet;                     // before a run, and nothing else waits for it; empty: nothing
    Look m_fits;
    std::optional<Look> m_look;

    QLabel *m_title, *m_recipeLabel, *m_description, *m_needs, *m_fit, *m_topologyTitle, *m_topologyNote;
    QLabel *m_warningsTitle, *m_notesTitle, *m_summary, *m_refused;
    QComboBox *m_choice;
    RecipeListModel *m_list;
    TopologyView *m_topology;
    Soon *m_topologySoon;
    QPushButton *m_resetAll, *m_notesFold;
    ErrorBar *m_error;
    EmptyState *m_empty;
    QWidget *m_scroll, *m_roomScroll;
    SegmentedControl *m_views;
    RoomView *m_room;
    QFrame *m_disagreement;
    QLabel *m_disagreementText;
    QFrame *m_blame;
    QLabel *m_blameText;
    QList<Finding> m_blamed;
    QWidget *m_warnings, *m_notes;
    SettingsForm *m_form;
    Soon *m_notesLater;
    QStringList m_notesSaid;
    int m_drawing = 0;                                   // the newest one that is being made
    Worker m_drawer;                                     // last: its thread ends first
};
