// What a deployment is called before a person: the header, the window's title, the small window, the tray, a picture.
#pragma once

#include "core/cluster/cluster.h"

// Its name; one without a name is called as its file is, else "Unnamed deployment". Empty: nothing is open.
QString deploymentName(const Cluster &cluster);
