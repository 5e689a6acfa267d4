// DeployPage: the wizard from nodes to a verified endpoint. Any step can be entered at any time;
// each shows its own state in the stepper.
#pragma once

#include "core/base/result.h"
#include "ui/common/tasks.h"

#include <QWidget>

class ArtifactsPage;
class ChecksPage;
class EmptyState;
class NodesStep;
class QAction;
class QPushButton;
class QStackedWidget;
class RecipePage;
class RunPage;
struct Session;
class Stepper;
class VerifyPage;

class DeployPage : public QWidget
{
    Q_OBJECT

public:
    enum Step { Nodes, Checks, RecipeStep, Artifacts, Run, Verify };

    DeployPage(Session &session, Tasks &tasks, QWidget *parent = nullptr);
    ~DeployPage() override;

    void showStep(Step step);
    Step step() const;
    RunPage &runPage() { return *m_run; }
    VerifyPage &verifyPage() { return *m_verify; }
    RecipePage &recipePage() { return *m_recipe; }
    ChecksPage &checksPage() { return *m_checks; }

signals:
    void pageRequested();                // this page: a key of it was pressed on another
    void nodesRequested();               // open the Nodes page
    void chatRequested(const QString &baseUrl); // open Chat on the deployed endpoint
    void monitorRequested();
    void questionRaised(const QString &node, const Error &question);
    void rankTableOpened(const QByteArray &content, const QString &name); // to be worked on

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void refresh();                      // the stepper's marks
    void outdateVerified();
    void followElsewhere();              // another process runs, stops or undoes it
    void makeActions();                  // keys; the window takes them from actions()
    void showCurrent();                  // the step, or what it waits for
    bool waits(int step);
    bool needsRecipe(int step);

    Session &m_session;
    Stepper *m_stepper;
    QPushButton *m_next;
    QAction *m_runChecks, *m_nextStep, *m_previousStep, *m_runDeployment = nullptr;
    QStackedWidget *m_stack;
    EmptyState *m_waiting;
    NodesStep *m_nodes;
    ChecksPage *m_checks;
    RecipePage *m_recipe;
    ArtifactsPage *m_artifacts;
    RunPage *m_run;
    VerifyPage *m_verify;
    bool m_verifiesWhenPlanned = false;
};
