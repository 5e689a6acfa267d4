// RecipeWatch: while one lives, the thread that made it does not wait for a disk to get recipes: recipeBook() there
// tells of the user's own folder as it was when look() was asked for last, which a worker does (who asks before the
// first look reads it there and then). One at a time, on the GUI thread.
#pragma once

#include "core/base/worker.h"

class RecipeWatch : public QObject
{
    Q_OBJECT

public:
    explicit RecipeWatch(QObject *parent = nullptr);
    ~RecipeWatch() override;

    void look();                         // changed() follows, if something in the folder has

signals:
    void changed();

private:
    QString m_state;                     // of the folder, when it was looked at last
    Worker m_worker;
};
