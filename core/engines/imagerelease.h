// Which release an image is of, as far as its tag says: a recipe's files, paths and flags are those of one release.
#pragma once

#include <QString>

#include <optional>

// What an image's tag says and what is written for it, where the two differ.
struct OtherRelease
{
    QString setting;                     // that chooses it: "release"
    QString is, wanted;                  // "0.18", "0.23.0"
    bool operator==(const OtherRelease &) const = default;
};

// Is it this product's, whatever its tag, registry and digest? "…/vllm-ascend:latest" is vllm-ascend's.
bool isImageOf(const QString &image, const QString &product);

// Written in a recipe where nobody publishes an image: "your-registry/your-awq-engine:tag" only stands for the user's.
bool isPlaceholderImage(const QString &image);
QString placeholderRefusal(const QString &image); // a sentence; empty: it is none, and may be run

// "2.2" of ".../mindie:2.2.T30-800I-A2", "0.18" of ".../vllm-ascend:v0.18.0rc1-a3"; empty: not this product's image, or
// its tag does not say.
QString imageRelease(const QString &image, const QString &product);

// Where the tag says another release than `release` ("2.2", "0.18.0"). `setting` is that which chooses it.
std::optional<OtherRelease> otherRelease(const QString &image, const QString &product, const QString &release,
                                         const QString &setting);

QString releaseDoubt(const QString &image, const OtherRelease &other); // one sentence

// "a2", "a3", "310p": the chips that an image's programs are built for, by its tag: ".../vllm-ascend:v0.18.0-a3"
// (without such a word: A2's; vllm-ascend, installation.md), ".../mindie:2.2.RC1-800I-A3-py311". Empty: it does not.
QString imageKind(const QString &image);
// "aarch64", "x86_64": the machines that an image is for, where its tag says so: ".../mindie:2.2.RC1-...-lts-arm64".
// Empty: it does not, or it says both.
QString imageMachine(const QString &image);
// Of a program that no recipe here is for: "SGLang" of ".../lmsysorg/sglang:v0.5.5", where its maker publishes it or a
// registry mirrors that. Empty: it is none of those that are known, whatever it may be.
QString foreignMaker(const QString &image);
QString foreignDoubt(const QString &image, const QString &is, const QString &wanted); // a sentence
QString engineDoubt(const QString &image, const QString &is, const QString &wanted); // of engines; a sentence
QString kindDoubt(const QString &image, const QString &is, const QString &wanted); // of recipes; a sentence
