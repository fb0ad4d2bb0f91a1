// The order in which attributes were first seen, by entity, within its bounds.
#include <QTest>

#include "engine/table/attribute_order.h"

using namespace partita;

class TestAttributeOrder : public QObject {
    Q_OBJECT
  private slots:
    void keepsTheFirstAppearance() {
        AttributeOrder order;
        QVERIFY(order.add("PROJ", {"title", "status"}));
        QVERIFY(order.add("PROJ", {"status", "createdAt", "title"}));
        QVERIFY(!order.add("PROJ", {"createdAt"}));
        QVERIFY(order.add("META", {"name"}));
        QCOMPARE(order.namesOf("PROJ"), (std::vector<std::string>{"title", "status", "createdAt"}));
        QCOMPARE(order.namesOf("META"), (std::vector<std::string>{"name"}));
        QVERIFY(order.namesOf("NONE").empty());
    }

    void staysWithinItsBounds() {
        AttributeOrder order;
        for (std::size_t i = 0; i < AttributeOrder::kNames + 10; ++i)
            order.add("E", {"n" + std::to_string(i)});
        QCOMPARE(order.namesOf("E").size(), AttributeOrder::kNames);
        for (std::size_t i = 0; i < AttributeOrder::kEntities + 10; ++i)
            order.add("E" + std::to_string(i), {"n"});
        QCOMPARE(order.entities().size(), AttributeOrder::kEntities);
        QVERIFY(!order.add("one more", {"n"}));
    }
};

QTEST_APPLESS_MAIN(TestAttributeOrder)
#include "tst_attribute_order.moc"
