// MANIFEST.json: every generated file with its SHA-256, mode and place on the node.
#pragma once

#include "core/artifacts/artifact.h"

Json manifest(const Deployment &deployment, const Recipe &recipe, const QList<Artifact> &files);
