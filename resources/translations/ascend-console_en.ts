<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Adopt</name>
    <message numerus="yes">
        <source>it is for %n node(s)</source>
        <translation>
            <numerusform>it is for %n node</numerusform>
            <numerusform>it is for %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 runs %n processes of the service in one container, as recipes with prefill and decode do; only the first was compared.</source>
        <translation>
            <numerusform>%1 runs %n process of the service in one container, as recipes with prefill and decode do; only the first was compared.</numerusform>
            <numerusform>%1 runs %n processes of the service in one container, as recipes with prefill and decode do; only the first was compared.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No recipe was found that describes what runs: %1 on %n node(s).</source>
        <translation>
            <numerusform>No recipe was found that describes what runs: %1 on %n node.</numerusform>
            <numerusform>No recipe was found that describes what runs: %1 on %n nodes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AdoptPane</name>
    <message numerus="yes">
        <source>Further away: %1, with %n difference(s).</source>
        <translation>
            <numerusform>Further away: %1, with %n difference.</numerusform>
            <numerusform>Further away: %1, with %n differences.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nearest recipe: %1. It would write %n thing(s) otherwise than they are now; they are listed below.</source>
        <translation>
            <numerusform>Nearest recipe: %1. It would write %n thing otherwise than it is now; it is listed below.</numerusform>
            <numerusform>Nearest recipe: %1. It would write %n things otherwise than they are now; they are listed below.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AlertList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n alerts</source>
        <translation>
            <numerusform>%n alert</numerusform>
            <numerusform>%n alerts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>well again; over when that lasts %n s</source>
        <translation>
            <numerusform>well again; over when that lasts %n s</numerusform>
            <numerusform>well again; over when that lasts %n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n NPUs</source>
        <comment>a node</comment>
        <translation>
            <numerusform>%1, %n NPU</numerusform>
            <numerusform>%1, %n NPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AlertRulesModel</name>
    <message numerus="yes">
        <source>%n alerts</source>
        <translation>
            <numerusform>%n alert</numerusform>
            <numerusform>%n alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AlertRulesPane</name>
    <message numerus="yes">
        <source>From %1 to %2, %n alerts would have begun.</source>
        <translation>
            <numerusform>From %1 to %2, %n alert would have begun.</numerusform>
            <numerusform>From %1 to %2, %n alerts would have begun.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rules were taken; they hold after Save.</source>
        <translation>
            <numerusform>%n rule was taken; it holds after Save.</numerusform>
            <numerusform>%n rules were taken; they hold after Save.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ArtifactsPage</name>
    <message numerus="yes">
        <source>! Besides, %n warnings about what the files are made from</source>
        <translation>
            <numerusform>! Besides, %n warning about what the files are made from</numerusform>
            <numerusform>! Besides, %n warnings about what the files are made from</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AscendctlMonitor</name>
    <message numerus="yes">
        <source>%1 %n samples were not kept.</source>
        <translation>
            <numerusform>%1 %n sample was not kept.</numerusform>
            <numerusform>%1 %n samples were not kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n samples in between were lost.</source>
        <translation>
            <numerusform>%n sample in between was lost.</numerusform>
            <numerusform>%n samples in between were lost.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChatKeeper</name>
    <message numerus="yes">
        <source>The conversation is too long to be kept whole: its %n oldest messages are not there after a restart.</source>
        <translation>
            <numerusform>The conversation is too long to be kept whole: its oldest message is not there after a restart.</numerusform>
            <numerusform>The conversation is too long to be kept whole: its %n oldest messages are not there after a restart.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Checks</name>
    <message numerus="yes">
        <source>device %1: %n times, last at %2</source>
        <translation>
            <numerusform>device %1: %n time, last at %2</numerusform>
            <numerusform>device %1: %n times, last at %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the %1 files that %2 names are missing or empty: %3</source>
        <translation>
            <numerusform>%n of the %1 files that %2 names is missing or empty: %3</numerusform>
            <numerusform>%n of the %1 files that %2 names are missing or empty: %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n files that %1 names are there (%2; each as long as its header says, tensors not read)</source>
        <translation>
            <numerusform>the %n file that %1 names is there (%2; as long as its header says, tensors not read)</numerusform>
            <numerusform>all %n files that %1 names are there (%2; each as long as its header says, tensors not read)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n files that %1 names are there (%2; names and sizes compared, contents not read)</source>
        <translation>
            <numerusform>the %n file that %1 names is there (%2; name and size compared, content not read)</numerusform>
            <numerusform>all %n files that %1 names are there (%2; names and sizes compared, contents not read)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files lie in /dev/shm (%1); whether another user&apos;s process has them open is not told to this user</source>
        <translation>
            <numerusform>%n file lies in /dev/shm (%1); whether another user&apos;s process has it open is not told to this user</numerusform>
            <numerusform>%n files lie in /dev/shm (%1); whether another user&apos;s process has them open is not told to this user</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files of %1 lie in /dev/shm and no process has them open: %2</source>
        <translation>
            <numerusform>%n file of %1 lies in /dev/shm and no process has it open: %2</numerusform>
            <numerusform>%n files of %1 lie in /dev/shm and no process has them open: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Deploy</name>
    <message numerus="yes">
        <source>%n files, %1</source>
        <translation>
            <numerusform>%n file, %1</numerusform>
            <numerusform>%n files, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n of them the size was compared, not the content</source>
        <translation>
            <numerusform>of %n of them the size was compared, not the content</numerusform>
            <numerusform>of %n of them the size was compared, not the content</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %1, %n are missing (%2)</source>
        <translation>
            <numerusform>of %1, %n is missing (%2)</numerusform>
            <numerusform>of %1, %n are missing (%2)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files in /dev/shm stay: whether another user&apos;s process has them open is told to root only.</source>
        <translation>
            <numerusform>%n file in /dev/shm stays: whether another user&apos;s process has it open is told to root only.</numerusform>
            <numerusform>%n files in /dev/shm stay: whether another user&apos;s process has them open is told to root only.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files in /dev/shm that no process has open stay: what else runs here may open them again (%1).</source>
        <translation>
            <numerusform>%n file in /dev/shm that no process has open stays: what else runs here may open it again (%1).</numerusform>
            <numerusform>%n files in /dev/shm that no process has open stay: what else runs here may open them again (%1).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiagnosisPage</name>
    <message numerus="yes">
        <source>asking %n node(s)</source>
        <translation>
            <numerusform>asking %n node</numerusform>
            <numerusform>asking %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n log(s) of the nodes</source>
        <translation>
            <numerusform>%n log of the nodes</numerusform>
            <numerusform>%n logs of the nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing found in what could be read: none of the %1 rules knows a line of it. %n logs could not be read, or not to their end.</source>
        <translation>
            <numerusform>Nothing found in what could be read: none of the %1 rules knows a line of it. %n log could not be read, or not to its end.</numerusform>
            <numerusform>Nothing found in what could be read: none of the %1 rules knows a line of it. %n logs could not be read, or not to their end.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DriftNote</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DriverPane</name>
    <message numerus="yes">
        <source>Install on %n nodes</source>
        <translation>
            <numerusform>Install on %n node</numerusform>
            <numerusform>Install on %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FailedChecksNote</name>
    <message numerus="yes">
        <source>%n checks failed at %1: %2. A run does not wait for them.</source>
        <translation>
            <numerusform>%n check failed at %1: %2. A run does not wait for it.</numerusform>
            <numerusform>%n checks failed at %1: %2. A run does not wait for them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checks failed: %1. A run does not wait for them.</source>
        <translation>
            <numerusform>%n check failed: %1. A run does not wait for it.</numerusform>
            <numerusform>%n checks failed: %1. A run does not wait for them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FigureCards</name>
    <message numerus="yes">
        <source>mean of %n chips</source>
        <translation>
            <numerusform>of %n chip</numerusform>
            <numerusform>mean of %n chips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KnobRow</name>
    <message numerus="yes">
        <source>%n cards</source>
        <comment>that share each layer</comment>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cards, dp %1</source>
        <comment>that share each layer; groups that each hold the model</comment>
        <translation>
            <numerusform>%n card, dp %1</numerusform>
            <numerusform>%n cards, dp %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LogsPage</name>
    <message numerus="yes">
        <source>%n older line(s) dropped</source>
        <translation>
            <numerusform>%n older line dropped</numerusform>
            <numerusform>%n older lines dropped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>paused, %n new line(s) waiting</source>
        <translation>
            <numerusform>paused, %n new line waiting</numerusform>
            <numerusform>paused, %n new lines waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) saved, known secrets taken out</source>
        <translation>
            <numerusform>%n line saved, known secrets taken out</numerusform>
            <numerusform>%n lines saved, known secrets taken out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MonitorPage</name>
    <message numerus="yes">
        <source>%1, %n chips</source>
        <comment>node</comment>
        <translation>
            <numerusform>%1, %n chip</numerusform>
            <numerusform>%1, %n chips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NodeDots</name>
    <message numerus="yes">
        <source>%n nodes, not asked yet</source>
        <translation>
            <numerusform>%n node, not asked yet</numerusform>
            <numerusform>%n nodes, not asked yet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OverwriteBar</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>file names</comment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing was saved: %n files in %1 were not saved by this program, or were changed since: %2.</source>
        <translation>
            <numerusform>Nothing was saved: %n file in %1 was not saved by this program, or was changed since: %2.</numerusform>
            <numerusform>Nothing was saved: %n files in %1 were not saved by this program, or were changed since: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Overwrite %n files</source>
        <translation>
            <numerusform>Overwrite %n file</numerusform>
            <numerusform>Overwrite %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pack</name>
    <message numerus="yes">
        <source>  weights/         %1, %n files, from %2</source>
        <translation>
            <numerusform>  weights/         %1, %n file, from %2</numerusform>
            <numerusform>  weights/         %1, %n files, from %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>weights: %1 in %n files</source>
        <translation>
            <numerusform>weights: %1 in %n file</numerusform>
            <numerusform>weights: %1 in %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PackBar</name>
    <message numerus="yes">
        <source>Weights: %n files, %1.</source>
        <translation>
            <numerusform>Weights: %n file, %1.</numerusform>
            <numerusform>Weights: %n files, %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Proposals</name>
    <message numerus="yes">
        <source>%1 has %n NPUs; it takes %2.</source>
        <translation>
            <numerusform>%1 has %n NPU; it takes %2.</numerusform>
            <numerusform>%1 has %n NPUs; it takes %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the deployment has %n nodes; it takes %1.</source>
        <translation>
            <numerusform>the deployment has %n node; it takes %1.</numerusform>
            <numerusform>the deployment has %n nodes; it takes %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the deployment has %n nodes; it is written for %1.</source>
        <translation>
            <numerusform>the deployment has %n node; it is written for %1.</numerusform>
            <numerusform>the deployment has %n nodes; it is written for %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RankTable</name>
    <message numerus="yes">
        <source>Server %1 with %n devices is only in the first.</source>
        <translation>
            <numerusform>Server %1 with %n device is only in the first.</numerusform>
            <numerusform>Server %1 with %n devices is only in the first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Server %1 with %n devices is only in the second.</source>
        <translation>
            <numerusform>Server %1 with %n device is only in the second.</numerusform>
            <numerusform>Server %1 with %n devices is only in the second.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RankTableView</name>
    <message numerus="yes">
        <source>%n devices</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n server</numerusform>
            <numerusform>%n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecipeList</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n NPUs</source>
        <translation>
            <numerusform>%n NPU</numerusform>
            <numerusform>%n NPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecipePage</name>
    <message numerus="yes">
        <source>%n to correct</source>
        <translation>
            <numerusform>%n to correct</numerusform>
            <numerusform>%n to correct</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n differences</source>
        <translation>
            <numerusform>Show %n difference</numerusform>
            <numerusform>Show %n differences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportBar</name>
    <message numerus="yes">
        <source>The report was saved: %1 (%n file(s)).</source>
        <translation>
            <numerusform>The report was saved: %1 (%n file).</numerusform>
            <numerusform>The report was saved: %1 (%n files).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of its parts are missing or not whole; README.txt in it says which and why.</source>
        <translation>
            <numerusform>%n of its parts is missing or not whole; README.txt in it says which and why.</numerusform>
            <numerusform>%n of its parts are missing or not whole; README.txt in it says which and why.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceWords</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more nodes</source>
        <translation>
            <numerusform>… and %n more node</numerusform>
            <numerusform>… and %n more nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SshImport</name>
    <message numerus="yes">
        <source>Add %n nodes</source>
        <translation>
            <numerusform>Add %n node</numerusform>
            <numerusform>Add %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StragglerNote</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimeChart</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>lines of a chart</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TopologyView</name>
    <message numerus="yes">
        <source>%n NPUs</source>
        <translation>
            <numerusform>%n NPU</numerusform>
            <numerusform>%n NPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
