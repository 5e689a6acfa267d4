// The pings between cards as a table: what each cell says, by eye, by pointer, by keys and to a screen reader.
#include "ui/common/style.h"
#include "ui/deploy/findingpanel.h"
#include "ui/deploy/pairmap.h"

#include <QDir>
#include <QLabel>
#include <QTest>

using namespace Qt::StringLiterals;

class TestPairMap : public QObject
{
    Q_OBJECT

    static CardPairs pairs(int nodes, int devices)
    {
        CardPairs pairs{u"node1"_s, {}, {}};
        for (int i = 0; i < devices; ++i)
            pairs.devices << i;
        for (int node = 2; node < nodes + 2; ++node) {
            CardPairs::Block block{u"node%1"_s.arg(node), pairs.devices, QByteArray(devices * devices, '.')};
            for (int i = 0; i < devices; ++i)
                block.states[i * devices + i] = char(CardPairs::Reached);
            pairs.blocks << block;
        }
        pairs.blocks[0].states[3 * devices + 3] = char(CardPairs::Lost);
        pairs.blocks[0].states[5 * devices + 5] = char(CardPairs::NoAnswer);
        for (int i = 0; i < devices; ++i)
            pairs.blocks[0].states[6 * devices + i] = char(CardPairs::LeftOut);
        return pairs;
    }

private slots:
    void eachCellSaysWhatItIs()
    {
        PairMap map;
        map.setPairs(pairs(3, 8));
        map.resize(300, map.heightForWidth(300));
        QCOMPARE(map.describe({0, 3, 3}), u"node1 device 3 to node2 device 3: not reached"_s);
        QCOMPARE(map.describe({2, 1, 1}), u"node1 device 1 to node4 device 1: reached"_s);
        QCOMPARE(map.describe({1, 1, 2}), u"node1 device 1 to node3 device 2: not asked"_s);
        QVERIFY(map.describe({0, 6, 0}).contains(u"left out"_s) && map.describe({0, 5, 5}).contains(u"no answer"_s));
        QVERIFY2(map.legend().contains(u"✓ reached: 21"_s) && map.legend().contains(u"✕ not reached: 1"_s),
                 qPrintable(map.legend()));
        QCOMPARE(map.accessibleDescription(), map.legend());
    }

    // A narrow panel puts the nodes below each other; nothing lies over anything, nothing outside.
    void allCellsHavePlaces_data()
    {
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("width");
        QTest::newRow("A2, narrow") << 8 << 160;
        QTest::newRow("A2, wide") << 8 << 700;
        QTest::newRow("A3") << 16 << 300;
    }
    void allCellsHavePlaces()
    {
        QFETCH(int, devices);
        QFETCH(int, width);
        PairMap map;
        map.setPairs(pairs(3, devices));
        QVERIFY(map.minimumSizeHint().width() <= width);
        map.resize(width, map.heightForWidth(width));
        QRegion all;
        for (int block = 0; block < 3; ++block) {
            for (int row = 0; row < devices; ++row) {
                for (int column = 0; column < devices; ++column) {
                    const QRect cell = map.cellRect({block, row, column});
                    QVERIFY(map.rect().contains(cell) && !all.intersects(cell));
                    all += cell;
                }
            }
        }
    }

    void keysAndPointerMove()
    {
        PairMap map;
        map.setPairs(pairs(2, 8));
        map.resize(160, map.heightForWidth(160));
        map.show();
        map.setFocus();
        QTRY_COMPARE(map.current(), (PairMap::Cell{0, 0, 0}));
        QTest::keyClick(&map, Qt::Key_Up);
        QCOMPARE(map.current(), (PairMap::Cell{0, 0, 0}));
        for (int i = 0; i < 8; ++i)
            QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(map.current(), (PairMap::Cell{1, 0, 0})); // on into the next node
        QTest::keyClick(&map, Qt::Key_Left);
        QTest::keyClick(&map, Qt::Key_Down);
        QCOMPARE(map.current(), (PairMap::Cell{0, 1, 7}));
        QCOMPARE(map.accessibleDescription(), map.describe({0, 1, 7}));
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.cellRect({0, 3, 3}).center());
        QVERIFY(map.accessibleDescription().endsWith(u"not reached"_s));
    }

    void thePanelShowsItWhereThereIsOne()
    {
        FindingPanel panel;
        panel.resize(380, 640);
        panel.show();
        CheckInfo info{u"network.ping"_s, u"network"_s, u"Ping from card to card"_s, u"why"_s, {}};
        Finding finding;
        finding.check = info.id;
        finding.verdict = Verdict::Fail;
        finding.summary = u"1 of 24 pairs of cards do not reach each other"_s;
        finding.pairs = pairs(3, 8);
        auto *map = panel.findChild<PairMap *>();
        panel.setFinding(info, u"node1"_s, &finding);
        QVERIFY(map->isVisible());
        QTRY_VERIFY(map->height() >= map->heightForWidth(map->width()));
        QVERIFY(panel.findChild<QLabel *>(u"pairLegend"_s)->text().contains(u"not reached: 1"_s));
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty()) {
            QDir().mkpath(folder);
            for (const auto &[name, theme] : {std::pair{u"light"_s, Theme::Light},
                                              std::pair{u"dark"_s, Theme::Dark}}) {
                style::apply(*qApp, theme);
                QTest::qWait(200);
                panel.grab().save(u"%1/pairs-%2.png"_s.arg(folder, name));
            }
        }
        finding.pairs.reset();
        panel.setFinding(info, u"node1"_s, &finding);
        QVERIFY(!map->isVisible());
    }
};

QTEST_MAIN(TestPairMap)
#include "tst_pairmap.moc"
