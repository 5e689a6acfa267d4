// A pack: what a deployment needs from outside, as one folder to carry into a closed network. The image as `docker
// save` writes it, the weights on request, further files (packages of driver and firmware), SHA-256 of all of them, and
// the deployment's file, which points at what lies beside it (settings "imageFrom", "weightsFrom": desktop). Image and
// weights are taken from a node that has them, in pieces: what came before a lost link is not fetched again when it is
// run once more. Blocking.
//
//   FOLDER/deployment.json  image.tar  image.json  weights/...  weights/SHA256SUMS  files/...  SHA256SUMS  README.txt
#pragma once

#include "core/nodes/deployment.h"
#include "core/shell/pieces.h"

// ErrorKind::Storage: this computer has no room for so much in `folder`, which may not be there yet.
Result<void> demandRoomHere(const QString &folder, qint64 bytes);

using PackSay = std::function<void(const QString &sentence)>; // what is being done, for people

struct PackedImage {
    QString reference; // "swr.example.com/ascend/mindie:2.2.RC1"
    QString id, architecture; // "sha256:...", "arm64"; as the engine says
    PulledFile file;
};

// Into FOLDER/image.tar. Errors: CommandFailed; facts["missing"]: the node has no such image. Storage, and those of the
// link. What was saved on the node lies below /var/tmp, for this login alone, until it has come; then it is removed.
Result<PackedImage> packImage(Shell &shell, const QString &engine, const QString &image, const QString &folder,
                              const PackSay &say, std::stop_token stop);

struct PackedWeights {
    QString from; // the node's folder
    qsizetype files = 0;
    qint64 bytes = 0;
};

// Into FOLDER/weights, with SHA256SUMS. Errors as above; facts["missing"]: there is no such folder, or it has no
// config.json.
Result<PackedWeights> packWeights(Shell &shell, const QString &weights, const QString &folder, const PackSay &say,
                                  std::stop_token stop);

struct Pack {
    Deployment deployment;
    QString file; // that it is kept in
    QString version; // of this program
    std::optional<PackedImage> image;
    std::optional<PackedWeights> weights;
    QStringList further; // paths of this computer, copied into FOLDER/files
};

// As it is carried: image and weights from beside it, other paths of this computer absolute.
Deployment packedDeployment(const Pack &pack);
// All but what the two above have put there. ErrorKind::Storage: it cannot be written, or two further files have one
// name.
Result<void> writePack(const Pack &pack, const QString &folder, const PackSay &say, std::stop_token stop);
// Why `folder` cannot be packed into: it is a file, or holds what is of no pack. One that was begun can.
Result<void> demandPackFolder(const QString &folder);
QStringList furtherFilesIn(const QString &folder); // names in FOLDER/files
QByteArray packReadme(const Pack &pack, const QStringList &further); // in English and Chinese
