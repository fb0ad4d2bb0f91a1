#include "ui/import_blocks.h"

#include <QVBoxLayout>

#include "model/block_model.h"
#include "model/block_result_source.h"
#include "ui/block_view.h"

namespace partita {

ImportBlocks::ImportBlocks(QWidget* parent)
    : QWidget(parent), m_model(new BlockModel(this)), m_view(new BlockView) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_view->setModel(m_model);
    column->addWidget(m_view);
}

ImportBlocks::~ImportBlocks() {
    // The source goes before the children do.
    m_model->disconnect();
    m_model->setSource(nullptr);
}

void ImportBlocks::setItems(const TableDefinition* table, const std::vector<Item>& items,
                            const QString& title, const QString& hint) {
    m_view->setEmptyTexts(title, hint);
    m_model->setSource(nullptr);
    m_source = table ? std::make_unique<ResultBlockSource>(*table, std::nullopt) : nullptr;
    if (m_source) m_source->append(items);
    m_model->setSource(m_source.get());
}

}  // namespace partita
