#include "ui/common/filedialog.h"

#include <QDateTime>
#include <QFileDialog>
#include <QFileSystemModel>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace {

enum FileColumn { FileName, FileSize, FileKind, FileModified }; // of QFileSystemModel
constexpr QSize leastDialog(820, 480);   // room for all four

// Qt 6.4 asks for these in a context of their own; its catalogues have them in that of QFileDialog still. Ours has
// them: drop when qtbase_zh_CN knows QAbstractFileIconProvider.
[[maybe_unused]] constexpr const char *folderKind[][2]
    = {QT_TRANSLATE_NOOP3("QAbstractFileIconProvider", "Folder", "All other platforms")};
[[maybe_unused]] constexpr const char *otherKinds[]
    = {QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Drive"),
       QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Unknown")};

// QFileSystemModel writes a date as the system does, whatever the program's language is.
class FileDateDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto *files = qobject_cast<const QFileSystemModel *>(index.model());
        if (const QDateTime when = files ? files->lastModified(index) : QDateTime(); when.isValid())
            option->text = when.toString(u"yyyy-MM-dd HH:mm"_s);
    }
};

} // namespace

void openFileDialog(QFileDialog *dialog)
{
    if (auto *files = dialog->findChild<QTreeView *>(u"treeView"_s)) { // none of the desktop's own
        files->setItemDelegateForColumn(FileModified, new FileDateDelegate(files));
        QHeaderView *header = files->header();
        header->setStretchLastSection(false);
        header->setSectionResizeMode(FileName, QHeaderView::Stretch);
        for (const FileColumn column : {FileSize, FileKind, FileModified})
            header->setSectionResizeMode(column, QHeaderView::ResizeToContents);
        dialog->resize(dialog->size().expandedTo(leastDialog));
    }
    dialog->open();
}
