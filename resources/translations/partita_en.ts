<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>BlockPainter</name>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n item(s)</source>
        <translation>
            <numerusform>%1 of %n item</numerusform>
            <numerusform>%1 of %n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportScopes</name>
    <message numerus="yes">
        <source>All %Ln table(s)</source>
        <translation>
            <numerusform>All %Ln table</numerusform>
            <numerusform>All %Ln tables</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::BlockModel</name>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::BrowseBar</name>
    <message numerus="yes">
        <source>%Ln item(s)</source>
        <translation>
            <numerusform>%Ln item</numerusform>
            <numerusform>%Ln items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln collection(s)</source>
        <translation>
            <numerusform>%Ln collection</numerusform>
            <numerusform>%Ln collections</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::EntityModel</name>
    <message numerus="yes">
        <source>%Ln item(s) of type %1</source>
        <translation>
            <numerusform>%Ln item of type %1</numerusform>
            <numerusform>%Ln items of type %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ExportDialog</name>
    <message numerus="yes">
        <source>%Ln item(s) written</source>
        <translation>
            <numerusform>%Ln item written</numerusform>
            <numerusform>%Ln items written</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ExportForm</name>
    <message numerus="yes">
        <source>%1 · %Ln item(s)</source>
        <comment>what, how many</comment>
        <translation>
            <numerusform>%1 · %Ln item</numerusform>
            <numerusform>%1 · %Ln items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ExportReportView</name>
    <message numerus="yes">
        <source>The schema of %Ln table(s) was exported</source>
        <translation>
            <numerusform>The schema of %Ln table was exported</numerusform>
            <numerusform>The schema of %Ln tables was exported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) were exported</source>
        <translation>
            <numerusform>%Ln item was exported</numerusform>
            <numerusform>%Ln items were exported</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::FileCheck</name>
    <message numerus="yes">
        <source>Checking %1: %Ln item(s) so far…</source>
        <translation>
            <numerusform>Checking %1: %Ln item so far…</numerusform>
            <numerusform>Checking %1: %Ln items so far…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s) in %1. Keep a copy of the file before you go on.
%2</source>
        <translation>
            <numerusform>%n difference in %1. Keep a copy of the file before you go on.
%2</numerusform>
            <numerusform>%n differences in %1. Keep a copy of the file before you go on.
%2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::FileCountsView</name>
    <message numerus="yes">
        <source>%Ln data file(s), without items.</source>
        <translation>
            <numerusform>%Ln data file, without items.</numerusform>
            <numerusform>%Ln data files, without items.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln data file(s) with %1 items; the largest holds %2 %. The service writes about one file for a partition, so this is a first picture of how the items are spread, not a measurement.</source>
        <translation>
            <numerusform>%Ln data file with %1 items; the largest holds %2 %. The service writes about one file for a partition, so this is a first picture of how the items are spread, not a measurement.</numerusform>
            <numerusform>%Ln data files with %1 items; the largest holds %2 %. The service writes about one file for a partition, so this is a first picture of how the items are spread, not a measurement.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ImportDialog</name>
    <message numerus="yes">
        <source>%Ln item(s)</source>
        <translation>
            <numerusform>%Ln item</numerusform>
            <numerusform>%Ln items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln minute(s) left</source>
        <translation>
            <numerusform>about %Ln minute left</numerusform>
            <numerusform>about %Ln minutes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln second(s) left</source>
        <translation>
            <numerusform>about %Ln second left</numerusform>
            <numerusform>about %Ln seconds left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ImportFlow</name>
    <message numerus="yes">
        <source>%Ln item(s) stand as they did before.</source>
        <translation>
            <numerusform>%Ln item stands as it did before.</numerusform>
            <numerusform>%Ln items stand as they did before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) were written to since and stay as they are.</source>
        <translation>
            <numerusform>%Ln item was written to since and stays as it is.</numerusform>
            <numerusform>%Ln items were written to since and stay as they are.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ImportHistory</name>
    <message numerus="yes">
        <source>%Ln change(s)</source>
        <translation>
            <numerusform>%Ln change</numerusform>
            <numerusform>%Ln changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %Ln refused</source>
        <translation>
            <numerusform>, %Ln refused</numerusform>
            <numerusform>, %Ln refused</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ImportPlan</name>
    <message numerus="yes">
        <source> · %Ln table(s)</source>
        <translation>
            <numerusform> · %Ln table</numerusform>
            <numerusform> · %Ln tables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ImportReportView</name>
    <message numerus="yes">
        <source>%Ln item(s) in DynamoDB JSON.</source>
        <translation>
            <numerusform>%Ln item in DynamoDB JSON.</numerusform>
            <numerusform>%Ln items in DynamoDB JSON.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) in plain JSON.</source>
        <translation>
            <numerusform>%Ln item in plain JSON.</numerusform>
            <numerusform>%Ln items in plain JSON.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln number(s) now stand in the service&apos;s canonical text, with the same value.</source>
        <translation>
            <numerusform>%Ln number now stands in the service&apos;s canonical text, with the same value.</numerusform>
            <numerusform>%Ln numbers now stand in the service&apos;s canonical text, with the same value.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s)</source>
        <translation>
            <numerusform>%Ln problem</numerusform>
            <numerusform>%Ln problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The import ended early; %Ln item(s) went in</source>
        <translation>
            <numerusform>The import ended early; %Ln item went in</numerusform>
            <numerusform>The import ended early; %Ln items went in</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The import was cancelled; %Ln item(s) went in before</source>
        <translation>
            <numerusform>The import was cancelled; %Ln item went in before</numerusform>
            <numerusform>The import was cancelled; %Ln items went in before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) went in</source>
        <translation>
            <numerusform>%Ln item went in</numerusform>
            <numerusform>%Ln items went in</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln table(s) made: %1.</source>
        <translation>
            <numerusform>%Ln table made: %1.</numerusform>
            <numerusform>%Ln tables made: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) were read otherwise than they stand.</source>
        <translation>
            <numerusform>%Ln record was read otherwise than it stands.</numerusform>
            <numerusform>%Ln records were read otherwise than they stand.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Put %Ln earlier item(s) back</source>
        <translation>
            <numerusform>Put %Ln earlier item back</numerusform>
            <numerusform>Put %Ln earlier items back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The import was broken off; %Ln item(s) went in before</source>
        <translation>
            <numerusform>The import was broken off; %Ln item went in before</numerusform>
            <numerusform>The import was broken off; %Ln items went in before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln table(s) made</source>
        <translation>
            <numerusform>%Ln table made</numerusform>
            <numerusform>%Ln tables made</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) deleted</source>
        <translation>
            <numerusform>%Ln item deleted</numerusform>
            <numerusform>%Ln items deleted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ImportSourcePane</name>
    <message numerus="yes">
        <source> · %Ln index(es)</source>
        <translation>
            <numerusform> · %Ln index</numerusform>
            <numerusform> · %Ln indexes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %Ln entity type(s)</source>
        <translation>
            <numerusform> · %Ln entity type</numerusform>
            <numerusform> · %Ln entity types</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) in all</source>
        <translation>
            <numerusform>%Ln record in all</numerusform>
            <numerusform>%Ln records in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %Ln of them with a key that comes again</source>
        <translation>
            <numerusform>, %Ln of them with a key that comes again</numerusform>
            <numerusform>, %Ln of them with a key that comes again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the refused record(s) can be read all the same: no item as it stands, but with one obvious meaning. “Problems” says which and how; the report will name each.</source>
        <translation>
            <numerusform>%Ln of the refused records can be read all the same: no item as it stands, but with one obvious meaning. “Problems” says which and how; the report will name each.</numerusform>
            <numerusform>%Ln of the refused records can be read all the same: no item as it stands, but with one obvious meaning. “Problems” says which and how; the report will name each.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::Inspector</name>
    <message numerus="yes">
        <source>in %1 of %n index(es)</source>
        <translation>
            <numerusform>in %1 of %n index</numerusform>
            <numerusform>in %1 of %n indexes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ItemFormModel</name>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attribute(s)</source>
        <translation>
            <numerusform>%n attribute</numerusform>
            <numerusform>%n attributes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>set of %n element(s)</source>
        <translation>
            <numerusform>set of %n element</numerusform>
            <numerusform>set of %n elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ItemTreeModel</name>
    <message numerus="yes">
        <source>‹%n byte(s)›</source>
        <translation>
            <numerusform>‹%n byte›</numerusform>
            <numerusform>‹%n bytes›</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attribute(s)</source>
        <translation>
            <numerusform>%n attribute</numerusform>
            <numerusform>%n attributes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>set of %n string(s)</source>
        <translation>
            <numerusform>set of %n string</numerusform>
            <numerusform>set of %n strings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>set of %n number(s)</source>
        <translation>
            <numerusform>set of %n number</numerusform>
            <numerusform>set of %n numbers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>set of %n binary value(s)</source>
        <translation>
            <numerusform>set of %n binary value</numerusform>
            <numerusform>set of %n binary values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::LoadKeysModel</name>
    <message numerus="yes">
        <source>%n other(s)</source>
        <translation>
            <numerusform>%n other</numerusform>
            <numerusform>%n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::LoadVerdict</name>
    <message numerus="yes">
        <source>%n partition(s) are hot</source>
        <translation>
            <numerusform>%n partition is hot</numerusform>
            <numerusform>%n partitions are hot</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::MetricsLine</name>
    <message numerus="yes">
        <source>over %n partition(s)</source>
        <translation>
            <numerusform>over %n partition</numerusform>
            <numerusform>over %n partitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s)</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::RecoverDialog</name>
    <message numerus="yes">
        <source>%Ln item(s) written</source>
        <translation>
            <numerusform>%Ln item written</numerusform>
            <numerusform>%Ln items written</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) found</source>
        <translation>
            <numerusform>%Ln item found</numerusform>
            <numerusform>%Ln items found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything was recovered: %Ln item(s)</source>
        <translation>
            <numerusform>Everything was recovered: %Ln item</numerusform>
            <numerusform>Everything was recovered: %Ln items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) were recovered</source>
        <translation>
            <numerusform>%Ln item was recovered</numerusform>
            <numerusform>%Ln items were recovered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are damaged and no items any more.</source>
        <translation>
            <numerusform>%Ln row is damaged and no item any more.</numerusform>
            <numerusform>%Ln rows are damaged and no items any more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) came from an index, which still had them.</source>
        <translation>
            <numerusform>%Ln item came from an index, which still had it.</numerusform>
            <numerusform>%Ln items came from an index, which still had them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) may have been another table&apos;s: the keys of both are alike.</source>
        <translation>
            <numerusform>%Ln item may have been another table&apos;s: the keys of both are alike.</numerusform>
            <numerusform>%Ln items may have been another table&apos;s: the keys of both are alike.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) of the file are missing or damaged.</source>
        <translation>
            <numerusform>%Ln page of the file is missing or damaged.</numerusform>
            <numerusform>%Ln pages of the file are missing or damaged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) could not be read.</source>
        <translation>
            <numerusform>%Ln item could not be read.</numerusform>
            <numerusform>%Ln items could not be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::RequestLogPage</name>
    <message numerus="yes">
        <source>%Ln request(s)</source>
        <translation>
            <numerusform>%Ln request</numerusform>
            <numerusform>%Ln requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln error</numerusform>
            <numerusform>%Ln errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>paused, %Ln waiting</source>
        <translation>
            <numerusform>paused, %Ln waiting</numerusform>
            <numerusform>paused, %Ln waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::ServeBar</name>
    <message numerus="yes">
        <source>%Ln connection(s)</source>
        <translation>
            <numerusform>%Ln connection</numerusform>
            <numerusform>%Ln connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s)</source>
        <translation>
            <numerusform>%Ln request</numerusform>
            <numerusform>%Ln requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>partita::WelcomePage</name>
    <message numerus="yes">
        <source>%Ln item(s)</source>
        <translation>
            <numerusform>%Ln item</numerusform>
            <numerusform>%Ln items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n index(es)</source>
        <translation>
            <numerusform>%n index</numerusform>
            <numerusform>%n indexes</numerusform>
        </translation>
    </message>
</context>
</TS>
