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
    <name>partita::ImportDialog</name>
    <message numerus="yes">
        <source>%Ln item(s)</source>
        <translation>
            <numerusform>%Ln item</numerusform>
            <numerusform>%Ln items</numerusform>
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
