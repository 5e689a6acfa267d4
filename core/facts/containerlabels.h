// Whose a container is, by the labels that a run gives it. Deploy and undo act by this, and the checks judge by it.
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

struct ContainerLabels
{
    QString deployment;                  // its name when the container was made; it may have had none
    QString runHash;                     // of the command that it was made with
    QString owner;                       // the id of the run that made it; empty in those of older programs
    bool operator==(const ContainerLabels &) const = default;

    static ContainerLabels of(const QHash<QString, QString> &labels);
    QStringList options() const;         // of `docker run`

    bool isOfARun() const { return !runHash.isEmpty(); } // of this program, whosever
    bool isFor(const QString &ofDeployment) const { return isOfARun() && deployment == ofDeployment; }
    // Made by the run with this id. One that names no run is known by the deployment's name.
    bool isOf(const QString &run, const QString &ofDeployment) const
    {
        return owner.isEmpty() ? !deployment.isEmpty() && deployment == ofDeployment : owner == run;
    }
    // It names a run, and that is another one: of another machine, user or state, or of another deployment.
    bool isOfAnotherRun(const QString &run) const { return !owner.isEmpty() && owner != run; }
};
