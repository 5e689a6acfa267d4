// A double click acts once. For buttons that take each other's place: the second click of a hasty double click on Run
// would land on the Stop that has just appeared there.
#pragma once

#include <initializer_list>

class QAbstractButton;

void actOncePerDoubleClick(std::initializer_list<QAbstractButton *> buttons);
