// The look shared by all pages: contrast, symbols with words, numbers as text, icons that exist.
#include "core/base/languages.h"
#include "ui/common/badge.h"
#include "ui/common/breakable.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/copybutton.h"
#include "ui/common/datatable.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/emptystate.h"
#include "ui/common/errorbar.h"
#include "ui/common/filedialog.h"
#include "ui/common/format.h"
#include "ui/common/headrow.h"
#include "ui/common/icons.h"
#include "ui/common/nodelook.h"
#include "ui/common/tasks.h"
#include "ui/common/undobar.h"
#include "ui/deploy/findingcard.h"
#include "ui/monitor/figurecard.h"
#include "ui/nodes/factspanel.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDateTime>
#include <QDirIterator>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTemporaryDir>
#include <QTest>
#include <QTextLayout>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

// WCAG 2 relative luminance and contrast ratio.
double luminance(const QColor &color)
{
    const auto channel = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace

class TestCommon : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { setProgramLocale(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void cleanup() { style::apply(*qApp, Theme::Light); }

    void textIsReadable_data()
    {
        QTest::addColumn<Theme>("theme");
        QTest::newRow("light") << Theme::Light;
        QTest::newRow("dark") << Theme::Dark;
    }
    void textIsReadable()
    {
        QFETCH(Theme, theme);
        style::apply(*qApp, theme);
        const Colors c = colorsOf(theme);
        for (const QColor &ground : {c.ground, c.surface}) {
            for (const QColor &text : {c.text, c.secondText, c.accent, c.ok, c.warning, c.danger})
                QVERIFY2(contrast(text, ground) >= 4.5,
                         qPrintable(text.name() + u" on "_s + ground.name() + u' '
                                    + QString::number(contrast(text, ground))));
        }
        QVERIFY(contrast(style::onAccent(), c.accent) >= 4.5);
        for (const QColor &tone : {c.text, c.accent, c.ok, c.danger})
            QVERIFY2(contrast(tone, style::tint(tone == c.text ? c.accent : tone)) >= 4.2, qPrintable(tone.name()));
    }

    void themeSwitchesWhileRunning()
    {
        style::apply(*qApp, Theme::Light);
        QCOMPARE(style::theme(), Theme::Light);
        const QIcon icon = style::icon(u"server"_s);
        const QImage light = icon.pixmap(16).toImage();
        style::apply(*qApp, Theme::Dark);
        QCOMPARE(style::theme(), Theme::Dark);
        QVERIFY(icon.pixmap(16).toImage() != light); // the same icon, now in the other colour
        QVERIFY(!qApp->styleSheet().contains(u'@'));
    }

    void everyIconNamedInTheSourceExists()
    {
        static const QRegularExpression named(
            u"(?:icon|setIcon|button|action|iconPixmap)\\((?:[^()\"]*)u\"([a-z0-9-]+)\"_s"_s);
        int seen = 0;
        for (const QString &folder : {u"ui"_s, u"app"_s}) {
            QDirIterator files(QStringLiteral(ASC_SOURCE_DIR "/") + folder, {u"*.cpp"_s}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                auto matches = named.globalMatch(QString::fromUtf8(file.readAll()));
                while (matches.hasNext()) {
                    const QString name = matches.next().captured(1);
                    ++seen;
                    QVERIFY2(style::hasIcon(name), qPrintable(file.fileName() + u": "_s + name));
                }
            }
        }
        QVERIFY(seen > 10);
    }

    void verdictsAreSymbolAndWord()
    {
        QSet<QString> symbols;
        for (const Verdict verdict :
             {Verdict::Pass, Verdict::Warn, Verdict::Fail, Verdict::Unknown, Verdict::Skipped}) {
            const Look look = lookOf(verdict);
            QVERIFY(!look.word.isEmpty());
            symbols << look.symbol;
            Badge badge;
            badge.setLook(look);
            QVERIFY(badge.text().contains(look.symbol) && badge.text().contains(look.word));
        }
        QCOMPARE(symbols.size(), 5);
        QCOMPARE(lookOfHealth(u"Alarm"_s).tone, style::Tone::Danger);
        QCOMPARE(lookOfHealth(QString()).tone, style::Tone::Unknown);
    }

    void namesOfNodesStandApartFromTheWordBetween()
    {
        const QStringList names{u"node1"_s, u"node2"_s, u"node3"_s};
        QCOMPARE(format::list(names.first(2)), u"node1 and node2"_s);
        const auto restored
            = qScopeGuard([] { setProgramLocale(QLocale(QLocale::English, QLocale::UnitedStates)); });
        setProgramLocale(QLocale(QLocale::Chinese, QLocale::China));
        QCOMPARE(format::list({}), QString());
        QCOMPARE(format::list(names.first(1)), u"node1"_s);
        QCOMPARE(format::list(names.first(2)), u"node1 和 node2"_s);
        QCOMPARE(format::list(names), u"node1、node2 和 node3"_s);
        QCOMPARE(format::list({u"主节点"_s, u"node2"_s}), u"主节点和 node2"_s);
    }

    void aFigureStaysOnOneLineWithItsName_data()
    {
        QTest::addColumn<QString>("text");
        for (const QString &text : {u"缓存 24"_s, u"30 个 Token"_s, u"已达 Token 上限"_s})
            QTest::newRow(qPrintable(text)) << text;
    }
    void aFigureStaysOnOneLineWithItsName()
    {
        QFETCH(QString, text);
        const auto linesOf = [](const QString &words) {
            QTextLayout layout(words);
            layout.beginLayout();
            int lines = 0;
            for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
                line.setLineWidth(1);
                ++lines;
            }
            layout.endLayout();
            return lines;
        };
        QVERIFY(linesOf(text) > 1);
        QCOMPARE(linesOf(unbroken(text)), 1);
        QCOMPARE(unbroken(text).remove(QChar(0x2060)).replace(QChar::Nbsp, u' '), text);
        QCOMPARE(unbroken(u"48.1 tokens/s"_s), u"48.1 tokens/s"_s);
    }

    void numbersHaveUnitsAndMissingIsADash()
    {
        const QString nan = format::value(std::nan(""), u"ms"_s);
        QCOMPARE(nan, u"–"_s);
        QCOMPARE(format::percent(std::nullopt), u"–"_s);
        QCOMPARE(format::percent(71.4), u"71\u00a0%"_s);
        QCOMPARE(format::value(612.4, u"ms"_s), u"612\u00a0ms"_s);
        QCOMPARE(format::value(4.25, u"s"_s), u"4.3\u00a0s"_s);
        QCOMPARE(format::value(0, u"W"_s), u"0\u00a0W"_s);
        QCOMPARE(format::value(-0.0004, u"s"_s), u"0.0\u00a0s"_s);
        QCOMPARE(format::value(-0.06, u"s"_s), u"-0.06\u00a0s"_s);
        QCOMPARE(format::value(0.0384, u"Mbit/s"_s), u"0.04\u00a0Mbit/s"_s);
        QCOMPARE(format::bytes(std::nullopt), u"–"_s);
        QCOMPARE(format::bytes(0), u"0\u00a0B"_s);
        QCOMPARE(format::bytes(1536), u"1.5\u00a0KiB"_s);
        QCOMPARE(format::bytes(qint64(503) << 30), u"503\u00a0GiB"_s);
        QCOMPARE(format::bytesOf(qint64(812) << 30, qint64(1000) << 30), u"812 of 1,000\u00a0GiB"_s);
        QCOMPARE(format::bytesOf(std::nullopt, qint64(1) << 30), u"– of 1\u00a0GiB"_s);
        QCOMPARE(format::duration(340), u"340 ms"_s);
        QCOMPARE(format::duration(4210), u"4.2 s"_s);
        QCOMPARE(format::duration(185'000), u"3 min 05 s"_s);
        QCOMPARE(format::duration(7'800'000), u"2 h 10 min"_s);
        QCOMPARE(format::duration(-1), u"–"_s);
    }

    void timesHaveTheDateWhenNotToday()
    {
        const QDateTime noon(QDate(2026, 11, 20), QTime(12, 0, 5));
        QCOMPARE(format::timeAt(noon.toMSecsSinceEpoch(), noon.addSecs(3600).toMSecsSinceEpoch()), u"12:00:05"_s);
        QCOMPARE(format::timeAt(noon.toMSecsSinceEpoch(), noon.addDays(1).toMSecsSinceEpoch()),
                 u"2026-11-20 12:00:05"_s);
        QCOMPARE(format::timeAt(0, 1), u"–"_s);
    }

    void anAgeIsSaidInItsUnit()
    {
        constexpr qint64 now = 1'795'000'000'000;
        const auto said = [](qint64 ageMs) { return askedWords(now - ageMs, now); };
        QCOMPARE(said(4'999), u"asked just now"_s);
        QCOMPARE(said(5'000), u"asked 5 s ago"_s);
        QCOMPARE(said(26'400), u"asked 26 s ago"_s);
        QCOMPARE(said(60'000), u"asked 1 min ago"_s);
        QCOMPARE(said(7'200'000), u"asked 2 h ago"_s);
        QCOMPARE(said(-5), u"asked just now"_s);
        QCOMPARE(askedWords(0, now), QString());
        for (const qint64 age : {0, 4'999, 5'000, 26'400, 59'999, 60'000, 100'000, 3'599'999, 3'600'000, 8'000'000}) {
            const qint64 left = untilAskedWordsChange(now - age, now);
            QVERIFY(said(age) != said(age + left) && said(age) == said(age + left - 1));
        }
    }

    void wordsOfAButtonLookTheSameWithTheFocus() // the border tells of it
    {
        style::apply(*qApp, Theme::Light);
        QWidget window;
        auto *box = new QVBoxLayout(&window);
        QList<QAbstractButton *> buttons{new QPushButton(u"Plain"_s), new QPushButton(u"Primary"_s),
                                         new QPushButton(u"Quiet"_s), new QToolButton,
                                         new QCheckBox(u"Check"_s),   new QRadioButton(u"Radio"_s)};
        style::setKind(buttons[1], style::Kind::Primary);
        style::setKind(buttons[2], style::Kind::Quiet);
        buttons[3]->setText(u"Tool"_s);
        static_cast<QToolButton *>(buttons[3])->setFocusPolicy(Qt::TabFocus);
        auto *first = new QLineEdit;
        box->addWidget(first);
        for (QAbstractButton *button : std::as_const(buttons))
            box->addWidget(button);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        first->setFocus();
        for (QAbstractButton *button : std::as_const(buttons)) {
            // The row of pixels through the middle of the words, without what stands at the sides.
            const auto words
                = [&] { return button->grab(QRect(28, 4, button->width() - 36, button->height() - 8)).toImage(); };
            first->setFocus();
            const QImage before = words(), whole = button->grab().toImage();
            for (int i = 0; i < 10 && !button->hasFocus(); ++i)
                QTest::keyClick(window.focusWidget(), Qt::Key_Tab); // from here on Qt marks the focus
            QVERIFY(button->hasFocus());
            QTest::mouseMove(&window, {1, 1});
            QVERIFY2(words() == before, qPrintable(button->text()));
            QVERIFY2(button->grab().toImage() != whole, qPrintable(button->text() + u": the focus is not seen"_s));

            if (button->isCheckable())
                continue;
            first->setFocus();           // by a click, too
            QTest::mouseClick(button, Qt::LeftButton);
            button->setFocus(Qt::MouseFocusReason);
            QTest::mouseMove(&window, {1, 1});
            QVERIFY2(words() == before, qPrintable(button->text() + u", clicked"_s));
        }
    }

    void errorsAreShownInPlaceWithDetailsFolded()
    {
        ErrorBar bar;
        QVERIFY(bar.isHidden());
        bar.setError({ErrorKind::Timeout, u"node2: npu-smi did not answer in 10 s."_s, u"exit 124"_s, {}});
        bar.setRetryVisible(true);
        bar.show();
        auto *detail = bar.findChild<QPlainTextEdit *>(u"errorDetail"_s);
        QVERIFY(detail->isHidden());
        QTest::mouseClick(bar.findChild<QPushButton *>(u"errorFold"_s), Qt::LeftButton);
        QVERIFY(detail->isVisible());
        QCOMPARE(detail->toPlainText(), u"exit 124"_s);
        QTest::mouseClick(bar.findChild<CopyButton *>(), Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().contains("npu-smi did not answer"_L1));
        QSignalSpy retry(&bar, &ErrorBar::retryRequested);
        QTest::mouseClick(bar.findChild<QPushButton *>(u"errorRetry"_s), Qt::LeftButton);
        QCOMPARE(retry.count(), 1);
        bar.setError(canceled()); // nobody is told of what they stopped themselves
        QVERIFY(bar.isHidden());
    }

    void copyKeepsItsPlaceWhenItSaysCopied()
    {
        QWidget row;
        auto *box = new QHBoxLayout(&row);
        auto *copy = new CopyButton;
        box->addWidget(copy);
        box->addStretch();
        row.show();
        copy->setSource([] { return u"the words"_s; });
        const int width = copy->width();
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(copy->text(), u"Copied"_s);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"the words"_s);
        QApplication::processEvents();
        QCOMPARE(copy->width(), width);
        QVERIFY(width >= copy->QPushButton::sizeHint().width()); // of "Copied" now
        QTRY_COMPARE(copy->text(), u"Copy"_s);
    }

    void figuresBesideEachOtherInTheSmallestWindowAreWhole()
    {
        QWidget row;
        auto *box = new QHBoxLayout(&row);
        style::setMargins(box, 0, 12);
        for (int i = 0; i < 4; ++i) {
            auto *card = new FigureCard;
            card->setFigure(u"1,020 of 1,024 GiB"_s, u"99 %"_s, style::Tone::Unknown);
            box->addWidget(card, 1);
        }
        row.resize(750, 200);
        row.show();
        QTRY_COMPARE(row.width(), 750);
        for (const QLabel *label : row.findChildren<QLabel *>(u"figure"_s))
            QTRY_VERIFY(label->wordWrap() ? label->height() >= label->heightForWidth(label->width())
                                          : label->width() >= label->sizeHint().width());
    }

    void theLastColumnOfATableIsNeverNarrowerThanItsWords()
    {
        QStandardItemModel model(1, 3);
        model.setHorizontalHeaderLabels({u"Node"_s, u"State"_s, u"Container engine"_s});
        const QString words = u"docker 24.0.9, its root elsewhere"_s;
        const QStringList cells{u"node1 (master)"_s, u"✓ Reachable"_s, words};
        for (int column = 0; column < 3; ++column)
            model.setItem(0, column, new QStandardItem(cells[column]));
        DataTable table(&model);
        table.resize(240, 120);
        table.show();
        table.fitColumns();
        QTRY_VERIFY(table.columnWidth(2) >= table.fontMetrics().horizontalAdvance(words));
        QVERIFY(table.horizontalScrollBar()->maximum() > 0);
        table.resize(900, 120);
        QTRY_COMPARE(table.columnWidth(0) + table.columnWidth(1) + table.columnWidth(2), table.viewport()->width());
        QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
    }

    // Size, type and date of each file; the name has what is left.
    void aFileDialogShowsItsColumnsWhole()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"a.deployment.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(1234, 'x')) > 0);
        file.close();
        auto *dialog = new QFileDialog(nullptr, u"Open"_s, folder.path());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setOption(QFileDialog::DontUseNativeDialog);
        openFileDialog(dialog);
        auto *files = dialog->findChild<QTreeView *>(u"treeView"_s);
        QVERIFY(files);
        QTRY_COMPARE(files->model()->rowCount(files->rootIndex()), 1);
        const auto words = [files](int column) {
            return files->fontMetrics().horizontalAdvance(files->model()->index(0, column, files->rootIndex()).data()
                                                              .toString());
        };
        for (const int column : {1, 2})
            QTRY_VERIFY2(files->columnWidth(column) > words(column), qPrintable(QString::number(column)));
        QTRY_VERIFY(files->columnWidth(3) > files->fontMetrics().horizontalAdvance(u"2026-11-30 13:59"_s));
        QTRY_VERIFY(files->columnWidth(0) > words(0));
        QCOMPARE(files->horizontalScrollBar()->maximum(), 0);
        dialog->close();
    }

    void columnsThatGiveWayAreLeftOutBeforeATableScrolls()
    {
        QStandardItemModel model(1, 3);
        model.setHorizontalHeaderLabels({u"Node"_s, u"State"_s, u"Container engine"_s});
        const QStringList cells{u"node1 (master)"_s, u"✓ Reachable"_s, u"docker 24.0.9, its root elsewhere"_s};
        for (int column = 0; column < 3; ++column)
            model.setItem(0, column, new QStandardItem(cells[column]));
        DataTable table(&model);
        table.setGivingWay({2});
        table.resize(280, 120);
        table.show();
        table.fitColumns();
        QTRY_VERIFY(table.isColumnHidden(2));
        QTRY_COMPARE(table.columnWidth(0) + table.columnWidth(1), table.viewport()->width());
        QTRY_COMPARE(table.horizontalScrollBar()->maximum(), 0);
        table.resize(130, 120);          // the rest is cut
        QTRY_COMPARE(table.columnWidth(0) + table.columnWidth(1), table.viewport()->width());
        QTRY_COMPARE(table.horizontalScrollBar()->maximum(), 0);
        table.resize(900, 120);
        QTRY_VERIFY(!table.isColumnHidden(2));
        QTRY_VERIFY(table.columnWidth(2) >= table.fontMetrics().horizontalAdvance(cells[2]));
        QVERIFY(table.columnWidth(0) >= table.fontMetrics().horizontalAdvance(cells[0]));
    }

    // Nothing is chosen in it yet, or there is nothing in it: Tab that comes there is seen all the same.
    void whereTheKeysAreInATableIsSeen()
    {
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            for (const int rows : {2, 0}) {
                style::apply(*qApp, theme);
                QStandardItemModel model(rows, 2);
                for (int row = 0; row < rows; ++row)
                    model.setItem(row, 0, new QStandardItem(u"node%1"_s.arg(row)));
                QWidget window;
                auto *box = new QVBoxLayout(&window);
                auto *first = new QLineEdit;
                auto *table = new DataTable(&model);
                box->addWidget(first);
                box->addWidget(table);
                window.show();
                window.activateWindow();
                QVERIFY(QTest::qWaitForWindowActive(&window));
                first->setFocus();
                QTest::mouseMove(&window, {1, 1});
                const QImage before = table->grab().toImage();
                QTest::keyClick(first, Qt::Key_Tab);
                QVERIFY(table->hasFocus());
                QVERIFY2(table->grab().toImage() != before, qPrintable(QString::number(rows)));
                QVERIFY(table->selectionModel()->selection().isEmpty()); // and chooses nothing by it
                first->setFocus();
                QVERIFY(table->grab().toImage() == before);
            }
        }
    }

    void controlsInANodesWordsAreShown()
    {
        ErrorBar bar;
        bar.setError({ErrorKind::CommandFailed, u"node1: \x1b[31mno\u202e"_s, u"\x1b]0;title\x07"_s, {}});
        QCOMPARE(bar.accessibleName(), u"node1: ␛[31mno<U+202E>"_s);
        QCOMPARE(bar.findChild<QPlainTextEdit *>(u"errorDetail"_s)->toPlainText(), u"␛]0;title␇"_s);
    }

    void controlsInTablesAndCardsAreShown()
    {
        const QString said = u"a\x1b[2Jb\u202e"_s, shown = u"a␛[2Jb<U+202E>"_s;
        QStandardItemModel model;
        model.appendRow(new QStandardItem(said));
        DataTable table(&model);
        QStyleOptionViewItem option;
        struct Delegate : QStyledItemDelegate // what it will paint
        {
            using QStyledItemDelegate::initStyleOption;
        };
        auto *delegate = qobject_cast<QStyledItemDelegate *>(table.itemDelegate());
        (delegate->*&Delegate::initStyleOption)(&option, model.index(0, 0));
        QCOMPARE(option.text, shown);

        Finding finding;
        finding.verdict = Verdict::Fail;
        finding.value = finding.summary = finding.remedy = said;
        finding.evidence = {{said, said}};
        const FindingCard card(u"A check"_s, finding);
        int seen = 0;
        for (const QLabel *label : card.findChildren<QLabel *>()) {
            QVERIFY2(!label->text().contains(QChar(0x1b)) && !label->text().contains(QChar(0x202e)),
                     qPrintable(label->text()));
            seen += label->text().contains(u"␛[2Jb<U+202E>"_s);
        }
        QVERIFY(seen >= 2);              // summary and remedy; the value may be elided
        QVERIFY(card.findChild<QPlainTextEdit *>()->toPlainText().contains(shown));

        FactsPanel panel;
        Node node;
        node.name = u"node1"_s;
        NodeFacts facts;
        facts.reachable = true;
        facts.os.prettyName = said;
        panel.setNode(node, {}, 1, facts, 1);
        for (const QLabel *label : panel.findChildren<QLabel *>())
            QVERIFY2(!label->text().contains(QChar(0x1b)) && !label->text().contains(QChar(0x202e)),
                     qPrintable(label->text()));
    }

    void longTextGivesWay()
    {
        ElidedLabel label;
        label.setText(QString(300, u'x'));
        label.resize(100, 20);
        label.show();
        QVERIFY(label.text().size() < 100);
        QCOMPARE(label.toolTip(), label.wholeText());
        label.resize(10'000, 20);
        QCOMPARE(label.text(), label.wholeText());
        QVERIFY(label.toolTip().isEmpty());
    }

    void whatStandsBelowAHeadKeepsItsPlace()
    {
        for (int width = 200; width <= 500; width += 10) {
            QWidget card;
            auto *words = new QLabel(u"12 passed, 8 failed, 24 skipped"_s, &card);
            auto *button = new QPushButton(u"Run all again"_s, &card);
            auto *head = new HeadRow;
            head->words()->addWidget(words);
            head->controls()->addWidget(button);
            auto *below = new QLabel(u"below"_s, &card);
            auto *box = new QVBoxLayout(&card);
            box->addLayout(head);
            box->addWidget(below, 1);
            head->keepLines();
            const QSize least = card.minimumSizeHint();
            card.resize(width, 200);
            card.show();
            QApplication::processEvents();
            const int before = below->y();
            for (const QString &text : {u"0 passed"_s, u"-"_s}) {
                words->setText(text);
                QApplication::processEvents();
                QCOMPARE(below->y(), before);
            }
            QVERIFY(card.minimumSizeHint().width() <= least.width());
        }
    }

    void oneChipIsChosen()
    {
        SegmentedControl bar;
        bar.add(u"all"_s, u"All"_s);
        bar.add(u"problems"_s, u"Problems"_s);
        QCOMPARE(bar.current(), u"all"_s);
        QSignalSpy chosen(&bar, &SegmentedControl::chosen);
        bar.setCurrent(u"problems"_s);
        QCOMPARE(chosen.count(), 0);
        QTest::mouseClick(bar.findChild<QPushButton *>(u"all"_s), Qt::LeftButton);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(bar.current(), u"all"_s);
    }

    void emptyStateHasAtMostOneButton()
    {
        EmptyState empty;
        empty.setWords(u"Nothing here yet."_s);
        QVERIFY(empty.findChild<QPushButton *>()->isHidden());
        empty.setWords(u"Nothing here yet."_s, u"Add"_s);
        QSignalSpy pressed(&empty, &EmptyState::pressed);
        empty.show();
        QTest::mouseClick(empty.findChild<QPushButton *>(), Qt::LeftButton);
        QCOMPARE(pressed.count(), 1);
    }

    void tasksComeAndGo()
    {
        Tasks tasks;
        QSignalSpy changed(&tasks, &Tasks::changed);
        tasks.show({u"checks"_s, [] { return u"Checks: 1 of 60"_s; }, 0.1, {}});
        tasks.show({u"checks"_s, [] { return u"Checks: 2 of 60"_s; }, 0.2, {}});
        QCOMPARE(tasks.all().size(), 1);
        QCOMPARE(tasks.all().first().words(), u"Checks: 2 of 60"_s);
        tasks.end(u"checks"_s);
        tasks.end(u"checks"_s);
        QVERIFY(tasks.all().isEmpty());
        QCOMPARE(changed.count(), 3);
    }

    void whatWasTakenAwayComesBack()
    {
        QWidget window;
        auto *page = new QWidget(&window);
        auto *outside = new QLineEdit(&window);
        auto *field = new QLineEdit(page);
        auto *bar = new UndoBar(page);
        auto *column = new QVBoxLayout(&window);
        column->addWidget(outside);
        column->addWidget(page);
        auto *inside = new QVBoxLayout(page);
        inside->addWidget(bar);
        inside->addWidget(field);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVERIFY(bar->isHidden());
        QStringList undone;
        const auto offer = [&](const QString &what) { bar->offer(what, [&undone, what] { undone << what; }); };

        offer(u"a"_s);
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->accessibleName(), u"a"_s);
        QTest::mouseClick(bar->findChild<QPushButton *>(u"undoBarUndo"_s), Qt::LeftButton);
        QCOMPARE(undone, QStringList{u"a"_s});
        QVERIFY(bar->isHidden());

        offer(u"b"_s);
        offer(u"c"_s); // the next one takes its place
        outside->setFocus();
        QTest::keyClick(outside, Qt::Key_Z, Qt::ControlModifier); // another page
        QCOMPARE(undone.size(), 1);
        field->setFocus();
        QTest::keyClicks(field, u"x"_s);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier); // what was typed goes first
        QCOMPARE(undone.size(), 1);
        QVERIFY(field->text().isEmpty());
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone, (QStringList{u"a"_s, u"c"_s}));
        QVERIFY(bar->isHidden());
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone.size(), 2);

        offer(u"d"_s);
        QTest::mouseClick(bar->findChild<QPushButton *>(u"undoBarClose"_s), Qt::LeftButton);
        QVERIFY(bar->isHidden() && !bar->isOffering());
        offer(u"e"_s);
        bar->clear();
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone.size(), 2);
    }
};

QTEST_MAIN(TestCommon)
#include "tst_common.moc"
