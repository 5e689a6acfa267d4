// CardPairs: which cards of a node reach which cards of the others, as network.ping has asked it: one table for each
// other node, a row for each card of the own node. A plain value.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

struct CardPairs
{
    // Left out: one of the two has no usable address or link. No answer: none that can be read.
    enum State : char { NotAsked = '.', Reached = 'r', Lost = 'l', NoAnswer = '?', LeftOut = 'x' };

    struct Block                         // the cards of one other node
    {
        QString node;
        QList<int> devices;              // columns
        QByteArray states;               // rows of columns: State

        bool operator==(const Block &) const = default;
    };
    QString node;                        // the own one
    QList<int> devices;                  // rows
    QList<Block> blocks;

    bool operator==(const CardPairs &) const = default;
    State at(const Block &block, qsizetype row, qsizetype column) const
    {
        return State(block.states[row * block.devices.size() + column]);
    }
    qsizetype count(State state) const
    {
        qsizetype all = 0;
        for (const Block &block : blocks)
            all += block.states.count(char(state));
        return all;
    }
};
