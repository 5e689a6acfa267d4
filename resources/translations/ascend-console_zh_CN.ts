<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Absence</name>
    <message>
        <source>The service was stopped at %1, on purpose: nobody answers. &quot;Resume&quot; on the page &quot;Deploy&quot;, in its step Run, starts it again.</source>
        <translation>服务已于 %1 主动停止，因此无人应答。在“部署”页面的“执行”步骤中点击“继续”可重新启动。</translation>
    </message>
    <message>
        <source>The deployment was undone at %1: nobody answers until it is run again, on the page &quot;Deploy&quot;, in its step Run.</source>
        <translation>部署已于 %1 撤销：在“部署”页面的“执行”步骤中重新执行之前，无人应答。</translation>
    </message>
    <message>
        <source>The service was stopped at %1, on purpose: nobody answers. &quot;Ask the nodes&quot; on the page &quot;Deploy&quot;, in its step Run, and then &quot;Resume&quot; there start it again.</source>
        <translation>服务已于 %1 按要求停止，目前无人应答。请在“部署”页面的“执行”步骤中先点击“查询节点”，再点击“继续”将其重新启动。</translation>
    </message>
</context>
<context>
    <name>ActivityPage</name>
    <message>
        <source>All nodes</source>
        <translation>所有节点</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>操作记录</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Search commands and output</source>
        <translation>搜索命令和输出</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What came back: the first %1 of %2, the rest was not kept</source>
        <translation>返回内容：前 %1（共 %2），其余未保留</translation>
    </message>
    <message>
        <source>What came back</source>
        <translation>返回内容</translation>
    </message>
    <message>
        <source>No command matches the filter.</source>
        <translation>没有符合筛选条件的命令。</translation>
    </message>
    <message>
        <source>Show all commands</source>
        <translation>显示全部命令</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close what is told of the command</source>
        <translation>关闭命令详情</translation>
    </message>
    <message>
        <source>No command has run on a node since this window was opened. Each one is listed here with its time, result and output; the list is not kept when the program ends. What the monitor and the logs that are followed ask again and again is listed when its outcome changes.</source>
        <translation>本窗口打开后尚未在节点上执行命令。每条命令及其时间、结果和输出都会列在此处；程序退出后不保留。监控与日志跟踪反复执行的命令仅在结果变化时列出。</translation>
    </message>
    <message>
        <source>began at %1</source>
        <comment>a time</comment>
        <translation>开始于 %1</translation>
    </message>
</context>
<context>
    <name>Adopt</name>
    <message>
        <source>a program that no engine knows</source>
        <translation>未知引擎的程序</translation>
    </message>
    <message>
        <source>%1 is left out: nothing was found on it that belongs to this service.</source>
        <translation>未纳入 %1：其上未发现属于该服务的内容。</translation>
    </message>
    <message>
        <source>%1 also runs %2 in the container %3; a deployment has one service on a node, so it is not described.</source>
        <translation>%1 的容器 %3 中还运行 %2；一个部署在每个节点上只有一个服务，因此未作描述。</translation>
    </message>
    <message>
        <source>Which node serves is not told by any of them; %1 was taken as it was named first.</source>
        <translation>各节点均未表明由哪个节点提供服务；%1 排在首位，按主节点处理。</translation>
    </message>
    <message numerus="yes">
        <source>it is for %n node(s)</source>
        <translation>
            <numerusform>适用于 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>it is for %1 NPUs on each node, here are %2</source>
        <translation>每节点需 %1 个 NPU，此处为 %2 个</translation>
    </message>
    <message>
        <source>the weights are another model&apos;s: %1</source>
        <translation>权重属于其他模型：%1</translation>
    </message>
    <message>
        <source>%1: the service&apos;s environment may not be read by this user; settings that are variables have the recipe&apos;s defaults.</source>
        <translation>%1：当前用户无权读取该服务的环境变量；以环境变量表示的设置项取方案默认值。</translation>
    </message>
    <message>
        <source>%1: %2 could not be read (%3); what it says is not known.</source>
        <translation>%1：无法读取 %2（%3），其内容未知。</translation>
    </message>
    <message>
        <source>%1: the weights&apos; config.json could not be read, so which model it is follows from names only.</source>
        <translation>%1：无法读取权重的 config.json，只能依据名称判断是哪个模型。</translation>
    </message>
    <message>
        <source>Not visible on a node, left as the recipe has them: %1.</source>
        <translation>以下设置项在节点上不可见，保持方案默认值：%1。</translation>
    </message>
    <message>
        <source>Nothing that serves was found: no container with NPUs runs a service.</source>
        <translation>未发现服务：没有使用 NPU 的容器在运行服务。</translation>
    </message>
    <message numerus="yes">
        <source>%1 runs %n processes of the service in one container, as recipes with prefill and decode do; only the first was compared.</source>
        <translation>
            <numerusform>%1 在一个容器中运行 %n 个服务进程（如 PD 分离方案）；仅比较了第一个。</numerusform>
        </translation>
    </message>
    <message>
        <source>No recipe of %1 is for these nodes, so the one for any image describes it, with the command as it runs.</source>
        <translation>没有适用于这些节点的 %1 方案，因此以通用镜像方案描述，启动命令与当前运行的一致。</translation>
    </message>
    <message>
        <source>%1: %2 is %3; the recipe would write %4.</source>
        <comment>node; what; value; value</comment>
        <translation>%1：%2 为 %3，方案将写为 %4。</translation>
    </message>
    <message>
        <source>%1: %2 is %3; the recipe would not write it.</source>
        <comment>node; what; value</comment>
        <translation>%1：%2 为 %3，方案不写此项。</translation>
    </message>
    <message>
        <source>%1: %2 is not there; the recipe would write %3.</source>
        <comment>node; what; value</comment>
        <translation>%1：没有 %2，方案将写为 %3。</translation>
    </message>
    <message>
        <source>Process %1 (%2) uses NPUs outside every container that was looked into; it is not described.</source>
        <translation>进程 %1（%2）在所查看的容器之外使用 NPU，未作描述。</translation>
    </message>
    <message>
        <source>What runs in the container %1 could not be read: %2</source>
        <translation>无法读取容器 %1 中运行的内容：%2</translation>
    </message>
    <message>
        <source>Containers without NPUs, which are not described: %1.</source>
        <translation>以下容器不使用 NPU，未作描述：%1。</translation>
    </message>
    <message numerus="yes">
        <source>No recipe was found that describes what runs: %1 on %n node(s).</source>
        <translation>
            <numerusform>没有找到能够描述当前服务的方案：%1，共 %n 个节点。</numerusform>
        </translation>
    </message>
    <message>
        <source>It may be %1: recipes with prefill and decode apart are not read back. Open the deployment that it was made from, or begin one with this recipe.</source>
        <comment>ids of recipes</comment>
        <translation>可能是 %1：PD 分离的方案无法反向读取。请打开当初创建它的部署，或用该方案新建部署。</translation>
    </message>
    <message>
        <source>A run of this program has made the containers, for its deployment &quot;%1&quot;.</source>
        <translation>这些容器由本程序为部署“%1”创建。</translation>
    </message>
    <message>
        <source>%1: %2 is %3; the recipe is for %4.</source>
        <comment>node; what; value; value</comment>
        <translation>%1：%2 为 %3，方案面向 %4。</translation>
    </message>
    <message>
        <source>%1: the service does not run. It is described by what the container %2 was made to run; its environment is not known, and settings that are variables have the recipe&apos;s defaults.</source>
        <translation>%1：服务未在运行。以下按容器 %2 创建时指定的启动命令描述；其环境变量未知，以变量给出的配置项取部署方案的默认值。</translation>
    </message>
    <message>
        <source>The container %1 has NPUs, and nothing in it serves; what runs there: %2.</source>
        <comment>names of programs</comment>
        <translation>容器 %1 有 NPU，但其中没有提供服务的程序；运行中的有：%2。</translation>
    </message>
    <message>
        <source>%1: a key or password of the command line is left out: what is deployed from this asks for none unless you give it one.</source>
        <translation>%1：命令行中的密钥或口令已略去：据此部署的服务不要求密钥，除非另行设置。</translation>
    </message>
    <message>
        <source>No recipe of %1 is for this model as it runs here, so the one for any image describes it, with the command as it runs. %2</source>
        <comment>%2: sentences, as: qwen3-8x: it is for 8 NPUs on each node, here are 2.</comment>
        <translation>没有与此处运行方式相符的该模型的 %1 方案，因此以通用镜像方案描述，启动命令与当前运行的一致。%2</translation>
    </message>
</context>
<context>
    <name>AdoptPane</name>
    <message>
        <source>Setting %1: %2</source>
        <translation>设置项 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>Further away: %1, with %n difference(s).</source>
        <translation>
            <numerusform>差异更大的方案：%1，%n 处差异。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新查询</translation>
    </message>
    <message>
        <source>Reading what runs on the nodes: %1 of %2 have answered. Nothing is changed on them.</source>
        <translation>正在读取节点上运行的内容：%2 个节点中已有 %1 个应答。不会更改节点。</translation>
    </message>
    <message>
        <source>A node asks something first; see above.</source>
        <translation>有节点需要先确认，见上方。</translation>
    </message>
    <message>
        <source>Nothing was read yet.</source>
        <translation>尚未读取。</translation>
    </message>
    <message>
        <source>Nearest recipe: %1. It would write what runs there, word for word.</source>
        <translation>最接近的方案：%1。其生成内容与当前运行的完全一致。</translation>
    </message>
    <message numerus="yes">
        <source>Nearest recipe: %1. It would write %n thing(s) otherwise than they are now; they are listed below.</source>
        <translation>
            <numerusform>最接近的方案：%1。其生成内容与当前有 %n 处不同，列于下方。</numerusform>
        </translation>
    </message>
    <message>
        <source>What runs on the nodes</source>
        <translation>节点上运行的内容</translation>
    </message>
    <message>
        <source>Take over into the deployment</source>
        <translation>写入部署</translation>
    </message>
    <message>
        <source>Recipe, settings and the order of the nodes; Ctrl+Z takes it back. Nothing is changed on a node.</source>
        <translation>写入方案、设置项和节点顺序，可用 Ctrl+Z 撤销。不会更改节点。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No recipe was found that describes what runs on these nodes; the reasons stand below.</source>
        <translation>没有找到能够描述这些节点上所运行服务的方案，原因见下。</translation>
    </message>
</context>
<context>
    <name>AheadBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Asked at %1: a run would change nothing on any node. Whether the endpoint answers, Verify asks.</source>
        <comment>a time</comment>
        <translation>%1 询问：执行不会改变任何节点。服务是否应答，请看“验证”。</translation>
    </message>
    <message>
        <source>Asked at %1; nothing was changed. A run would change something on %2, and leave alone what holds.</source>
        <comment>a time; nodes</comment>
        <translation>%1 询问，未做任何更改。执行会改变 %2，已就绪的部分保持不动。</translation>
    </message>
    <message>
        <source>Asked at %1; nothing was changed. A run would not get through &quot;%2&quot; on %3.</source>
        <comment>a time; a step; a node</comment>
        <translation>%1 询问，未做任何更改。执行会在 %3 的“%2”处失败。</translation>
    </message>
    <message>
        <source>It was asked as if there were as many chips as the recipe asks for; until they are there, nothing is run.</source>
        <translation>本次按方案要求的芯片数询问；芯片恢复之前不会运行。</translation>
    </message>
</context>
<context>
    <name>AlertList</name>
    <message>
        <source>%1 NPU %2</source>
        <comment>a node; an NPU and its chip, 3/0</comment>
        <translation>%1 NPU %2</translation>
    </message>
    <message>
        <source>since %1</source>
        <comment>a time</comment>
        <translation>自 %1</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a button; the alert that it is for</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>It stays here until it ends, and is not counted.</source>
        <translation>结束前仍显示在此，但不再计数。</translation>
    </message>
    <message>
        <source>Silence for 1 h</source>
        <translation>静默 1 小时</translation>
    </message>
    <message>
        <source>Nothing of this rule is shown before %1, on any node.</source>
        <translation>%1 之前，所有节点上都不显示该规则的告警。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n alerts</source>
        <translation>
            <numerusform>%n 条告警</numerusform>
        </translation>
    </message>
    <message>
        <source>Alerts follow the shipped rules only. %1</source>
        <translation>目前仅按内置规则告警。%1</translation>
    </message>
    <message numerus="yes">
        <source>well again; over when that lasts %n s</source>
        <translation>
            <numerusform>已恢复正常；持续 %n 秒后结束</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 NPUs %2</source>
        <comment>a node; its chips</comment>
        <translation>%1 NPU %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n NPUs</source>
        <comment>a node</comment>
        <translation>
            <numerusform>%1，%n 个 NPU</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>two values</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>since %1, the last of them since %2</source>
        <comment>times of several alerts</comment>
        <translation>自 %1 起，其中最晚的自 %2 起</translation>
    </message>
    <message>
        <source>rule: %1</source>
        <comment>when an alert begins</comment>
        <translation>规则：%1</translation>
    </message>
    <message>
        <source>already since %1 when the watch before ended</source>
        <comment>a time</comment>
        <translation>上次监控结束时已自 %1 起持续</translation>
    </message>
    <message>
        <source>%1 at %2 places</source>
        <comment>&quot;3 alerts&quot;; on how many nodes and NPUs</comment>
        <translation>%1，涉及 %2 处</translation>
    </message>
</context>
<context>
    <name>AlertRuleForm</name>
    <message>
        <source>Name</source>
        <comment>of an alert rule</comment>
        <translation>名称</translation>
    </message>
    <message>
        <source>Severity</source>
        <comment>of an alert rule</comment>
        <translation>级别</translation>
    </message>
    <message>
        <source>When</source>
        <comment>the condition of an alert rule</comment>
        <translation>条件</translation>
    </message>
    <message>
        <source>For</source>
        <comment>how long a condition has to hold</comment>
        <translation>持续</translation>
    </message>
    <message>
        <source>over after</source>
        <comment>seconds without the condition until an alert ends</comment>
        <translation>恢复后</translation>
    </message>
    <message>
        <source>is above</source>
        <comment>a metric; a number follows</comment>
        <translation>高于</translation>
    </message>
    <message>
        <source>is below</source>
        <comment>a metric; a number follows</comment>
        <translation>低于</translation>
    </message>
    <message>
        <source>warning</source>
        <comment>an alert</comment>
        <translation>警告</translation>
    </message>
    <message>
        <source>critical</source>
        <comment>an alert</comment>
        <translation>严重</translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds, after a number</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Name of the rule</source>
        <translation>规则名称</translation>
    </message>
    <message>
        <source>What the rule looks at</source>
        <translation>规则所看的指标</translation>
    </message>
    <message>
        <source>Above or below</source>
        <translation>高于或低于</translation>
    </message>
    <message>
        <source>Bound of the rule</source>
        <translation>规则的阈值</translation>
    </message>
    <message>
        <source>How long the condition has to hold</source>
        <translation>条件须持续的时间</translation>
    </message>
    <message>
        <source>How long all has to be well until the alert is over</source>
        <translation>恢复正常多久后告警结束</translation>
    </message>
    <message>
        <source>Severity of the rule</source>
        <translation>规则的级别</translation>
    </message>
    <message>
        <source>% of %1</source>
        <comment>a metric</comment>
        <translation>%（占%1）</translation>
    </message>
</context>
<context>
    <name>AlertRulesModel</name>
    <message>
        <source>%1, off</source>
        <comment>an alert rule</comment>
        <translation>%1，已关闭</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>critical</source>
        <comment>an alert</comment>
        <translation>严重</translation>
    </message>
    <message>
        <source>warning</source>
        <comment>an alert</comment>
        <translation>警告</translation>
    </message>
    <message numerus="yes">
        <source>%n alerts</source>
        <translation>
            <numerusform>%n 次告警</numerusform>
        </translation>
    </message>
    <message>
        <source>Rule</source>
        <comment>a column: of alerts</comment>
        <translation>规则</translation>
    </message>
    <message>
        <source>Severity</source>
        <comment>a column: of alerts</comment>
        <translation>级别</translation>
    </message>
    <message>
        <source>When</source>
        <comment>a column: the condition of an alert</comment>
        <translation>条件</translation>
    </message>
    <message>
        <source>On the history</source>
        <comment>a column: how many alerts there would have been</comment>
        <translation>按历史数据</translation>
    </message>
</context>
<context>
    <name>AlertRulesPane</name>
    <message>
        <source>Alert rules</source>
        <translation>告警规则</translation>
    </message>
    <message>
        <source>Address of the webhook</source>
        <translation>Webhook 地址</translation>
    </message>
    <message>
        <source>It is told of each alert that begins and ends, in the form of Prometheus&apos; Alertmanager. The address is kept in %1, for your account alone.</source>
        <translation>每条告警开始和结束时都会通知它，格式与 Prometheus Alertmanager 相同。地址保存在 %1，仅限您的账户。</translation>
    </message>
    <message>
        <source>Send a test</source>
        <translation>发送测试</translation>
    </message>
    <message>
        <source>Save rules</source>
        <translation>保存规则</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>放弃更改</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Alerting rules of Prometheus, as far as they can be followed here.</source>
        <translation>Prometheus 告警规则，限此处能够执行的部分。</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>As alerting rules of Prometheus, for a server that scrapes this program.</source>
        <translation>导出为 Prometheus 告警规则，供抓取本程序的服务器使用。</translation>
    </message>
    <message>
        <source>the rules as they are now</source>
        <translation>当前的规则</translation>
    </message>
    <message>
        <source>Remove the rule</source>
        <translation>删除规则</translation>
    </message>
    <message>
        <source>As shipped</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Stop trying</source>
        <translation>停止试算</translation>
    </message>
    <message>
        <source>Try on the history</source>
        <translation>用历史数据试算</translation>
    </message>
    <message>
        <source>There is a history when the deployment is saved.</source>
        <translation>保存部署后才有历史数据。</translation>
    </message>
    <message>
        <source>Which alerts there would have been with these rules, in all that was kept.</source>
        <translation>按这些规则，在全部历史数据中会出现哪些告警。</translation>
    </message>
    <message>
        <source>My rule %1</source>
        <translation>我的规则 %1</translation>
    </message>
    <message>
        <source>Going through what was kept…</source>
        <translation>正在查看历史数据…</translation>
    </message>
    <message>
        <source>Nothing was kept yet.</source>
        <translation>尚无历史数据。</translation>
    </message>
    <message numerus="yes">
        <source>From %1 to %2, %n alerts would have begun.</source>
        <translation>
            <numerusform>从 %1 到 %2 会出现 %n 次告警。</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved: these rules hold from now on.</source>
        <translation>已保存：这些规则即刻生效。</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>正在发送…</translation>
    </message>
    <message>
        <source>The webhook at %1 took the test.</source>
        <translation>位于 %1 的 Webhook 已接收测试消息。</translation>
    </message>
    <message>
        <source>Import alerting rules</source>
        <translation>导入告警规则</translation>
    </message>
    <message>
        <source>Export alerting rules</source>
        <translation>导出告警规则</translation>
    </message>
    <message>
        <source>Rules of Prometheus (*.yml *.yaml)</source>
        <translation>Prometheus 规则 (*.yml *.yaml)</translation>
    </message>
    <message numerus="yes">
        <source>%n rules were taken; they hold after Save.</source>
        <translation>
            <numerusform>已导入 %n 条规则，保存后生效。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not taken:</source>
        <translation>未导入：</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Webhook</source>
        <comment>an address that is told of alerts</comment>
        <translation>Webhook 地址</translation>
    </message>
    <message>
        <source>A service that was ended or undone on purpose counts as silent here.</source>
        <translation>此处，有意结束或撤销的服务也计为无应答。</translation>
    </message>
</context>
<context>
    <name>Alerts</name>
    <message>
        <source>%1, %2: %3</source>
        <comment>a file; the place in it; what is wrong</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>there is no such member; these are: %1.</source>
        <translation>没有该字段；可用字段：%1。</translation>
    </message>
    <message>
        <source>it is warning or critical.</source>
        <translation>取值为 warning 或 critical。</translation>
    </message>
    <message>
        <source>it is chip, node or endpoint.</source>
        <translation>取值为 chip、node 或 endpoint。</translation>
    </message>
    <message>
        <source>no metric is called &quot;%1&quot;.</source>
        <translation>没有名为“%1”的指标。</translation>
    </message>
    <message>
        <source>a rule has either &quot;metric&quot; or &quot;silent&quot;.</source>
        <translation>规则要么有 &quot;metric&quot;，要么有 &quot;silent&quot;。</translation>
    </message>
    <message>
        <source>a rule with &quot;metric&quot; has either &quot;above&quot; or &quot;below&quot;, a number.</source>
        <translation>有 &quot;metric&quot; 的规则须有 &quot;above&quot; 或 &quot;below&quot; 之一，且为数字。</translation>
    </message>
    <message>
        <source>it lies on the good side of the bound, or is the same.</source>
        <translation>它须在阈值的正常一侧，或与阈值相同。</translation>
    </message>
    <message>
        <source>it is a whole number of seconds, up to a day.</source>
        <translation>须为整数秒，最多一天。</translation>
    </message>
    <message>
        <source>it is a text for each language: {&quot;en&quot;: &quot;...&quot;}.</source>
        <translation>每种语言一段文字：{&quot;en&quot;: &quot;...&quot;}。</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>it is a list of rules.</source>
        <translation>须为规则列表。</translation>
    </message>
    <message>
        <source>a rule has a name of its own, a text.</source>
        <translation>规则须有自己的名称（文本）。</translation>
    </message>
    <message>
        <source>%1, while %2 is above 0</source>
        <comment>a condition; a metric</comment>
        <translation>%1（且“%2”大于 0）</translation>
    </message>
    <message>
        <source>not OK for %1</source>
        <comment>a chip; a time</comment>
        <translation>异常持续 %1</translation>
    </message>
    <message>
        <source>The webhook at %1 was not told of an alert: %2</source>
        <translation>未能将告警通知位于 %1 的 Webhook：%2</translation>
    </message>
    <message>
        <source>The webhook at %1 was not told of an alert: it answered %2.</source>
        <translation>未能将告警通知位于 %1 的 Webhook：其应答为 %2。</translation>
    </message>
    <message>
        <source>it is an address that begins with http:// or https://.</source>
        <translation>应为以 http:// 或 https:// 开头的地址。</translation>
    </message>
    <message>
        <source>this expression is not one that can be followed here: %1</source>
        <translation>此处无法执行该表达式：%1</translation>
    </message>
    <message>
        <source>%1 is not a time of at most a day: %2</source>
        <translation>%1 不是不超过一天的时间：%2</translation>
    </message>
    <message>
        <source>A file of rules is not larger than a megabyte.</source>
        <translation>规则文件不应超过 1 MB。</translation>
    </message>
    <message>
        <source>This is not a file of Prometheus&apos; rules: it has no list &quot;groups&quot;.</source>
        <translation>这不是 Prometheus 规则文件：没有列表 &quot;groups&quot;。</translation>
    </message>
    <message>
        <source>A group of rules has no list &quot;rules&quot;.</source>
        <translation>某个规则组没有列表 &quot;rules&quot;。</translation>
    </message>
    <message>
        <source>This is not YAML: line %1: %2</source>
        <translation>这不是 YAML：第 %1 行：%2</translation>
    </message>
    <message>
        <source>This file holds %1 documents; Prometheus reads one.</source>
        <translation>该文件包含 %1 个 YAML 文档；Prometheus 只读取一个。</translation>
    </message>
    <message>
        <source>an alert of this name was taken already; give each a name of its own</source>
        <translation>已导入同名告警，请为每条告警取不同的名称</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: line %2.</source>
        <translation>%1 不是有效的 JSON：第 %2 行。</translation>
    </message>
    <message>
        <source>%1 above %2</source>
        <comment>a metric, a value</comment>
        <translation>%1 高于 %2</translation>
    </message>
    <message>
        <source>%1 below %2</source>
        <comment>a metric, a value</comment>
        <translation>%1 低于 %2</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <comment>a condition; a time</comment>
        <translation>%1，持续 %2</translation>
    </message>
    <message>
        <source>%1 is larger than %2 kB; no rules of alerts are.</source>
        <translation>%1 超过 %2 kB，不是告警规则文件。</translation>
    </message>
    <message>
        <source>no values for more than %1</source>
        <comment>a time</comment>
        <translation>超过 %1 没有数值</translation>
    </message>
    <message>
        <source>no values for more than %1, while other chips of its node have some</source>
        <comment>a time</comment>
        <translation>超过 %1 没有数值，而同节点的其他芯片有数值</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Deploy</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>监控</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>操作记录</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Asking the nodes: %1 of %2</source>
        <translation>正在查询节点：%1 / %2</translation>
    </message>
    <message>
        <source>Rank tables</source>
        <translation>Rank table</translation>
    </message>
    <message>
        <source>A deployment is under way on the nodes; wait until it has ended.</source>
        <translation>节点上正在部署，请等待其结束。</translation>
    </message>
    <message>
        <source>Driver and firmware: %1 of %2 nodes</source>
        <translation>驱动与固件：%1/%2 个节点</translation>
    </message>
    <message>
        <source>Driver and firmware: restart %1?</source>
        <translation>驱动与固件：是否重启 %1？</translation>
    </message>
    <message>
        <source>Report: the nodes have answered %1 of %2</source>
        <translation>报告：节点已应答 %1/%2</translation>
    </message>
    <message>
        <source>Report: writing it</source>
        <translation>报告：正在写入</translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>故障诊断</translation>
    </message>
    <message>
        <source>Reading the nodes&apos; logs</source>
        <translation>正在读取各节点日志</translation>
    </message>
    <message>
        <source>Reading logs</source>
        <translation>正在读取日志</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Packing</source>
        <translation>正在打包</translation>
    </message>
    <message>
        <source>Pack: %1</source>
        <translation>打包：%1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <comment>a deployment</comment>
        <translation>%1（仿真）</translation>
    </message>
    <message>
        <source>A second window for %1 could not be started.</source>
        <translation>无法为 %1 打开新窗口。</translation>
    </message>
</context>
<context>
    <name>ArtifactModel</name>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>same on node</source>
        <translation>与节点一致</translation>
    </message>
    <message>
        <source>differs on node</source>
        <translation>与节点不一致</translation>
    </message>
    <message>
        <source>not on node</source>
        <translation>节点上没有</translation>
    </message>
    <message>
        <source>All nodes</source>
        <translation>所有节点</translation>
    </message>
    <message>
        <source>Stays on this machine</source>
        <translation>保留在本机</translation>
    </message>
    <message>
        <source>Goes to %1</source>
        <translation>下发到 %1</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>Artifacts</name>
    <message>
        <source>A node cannot be named &quot;%1&quot;: a generated file has that name.</source>
        <translation>节点不能命名为“%1”：有一个生成的文件使用该名称。</translation>
    </message>
    <message>
        <source>Setting &quot;extraMounts&quot; has &quot;%1&quot;; each mount is HOST:CONTAINER or HOST:CONTAINER:ro with absolute paths.</source>
        <translation>设置“extraMounts”中有“%1”；每个挂载应为 HOST:CONTAINER 或 HOST:CONTAINER:ro，且使用绝对路径。</translation>
    </message>
    <message>
        <source>The deployment has no node named %1.</source>
        <translation>部署中没有名为 %1 的节点。</translation>
    </message>
    <message>
        <source>%1 has no known address of its own for the other nodes to reach it by.</source>
        <translation>%1 没有可供其他节点访问的已知地址。</translation>
    </message>
    <message>
        <source>%1 has %2 NPU devices; the recipe needs %3 on each node.</source>
        <translation>%1 有 %2 个 NPU 设备；该方案要求每个节点 %3 个。</translation>
    </message>
    <message>
        <source>%1 device %2 has no address: hccn_tool -i %2 -ip -g reports none and /etc/hccn.conf has no address_%2.</source>
        <translation>%1 的设备 %2 没有地址：hccn_tool -i %2 -ip -g 未返回地址，/etc/hccn.conf 中也没有 address_%2。</translation>
    </message>
    <message>
        <source>&quot;maxPrefillTokens&quot; (%1) must not be less than &quot;maxInputTokenLen&quot; (%2).</source>
        <translation>“maxPrefillTokens”（%1）不得小于“maxInputTokenLen”（%2）。</translation>
    </message>
    <message>
        <source>&quot;maxIterTimes&quot; (%1) must not be more than &quot;maxSeqLen&quot; (%2).</source>
        <translation>“maxIterTimes”（%1）不得大于“maxSeqLen”（%2）。</translation>
    </message>
    <message>
        <source>%1: no container engine was found; the commands are written for docker.</source>
        <translation>%1：未找到容器引擎；命令按 docker 生成。</translation>
    </message>
    <message>
        <source>%1: the interface of %2 is unknown, so GLOO_SOCKET_IFNAME and its kin are not set.</source>
        <translation>%1：%2 所在的网卡未知，因此未设置 GLOO_SOCKET_IFNAME 等变量。</translation>
    </message>
    <message>
        <source>%1: /dev/shm has %2 GiB, %3 are wanted. With --ipc=host the host&apos;s /dev/shm counts; enlarge it: mount -o remount,size=%3g /dev/shm</source>
        <translation>%1：/dev/shm 为 %2 GiB，需要 %3 GiB。使用 --ipc=host 时以主机的 /dev/shm 为准，请扩大：mount -o remount,size=%3g /dev/shm</translation>
    </message>
    <message>
        <source>Nothing is known about %1 yet; inspect it first.</source>
        <translation>尚无 %1 的信息；请先采集节点信息。</translation>
    </message>
    <message>
        <source>Two nodes are named &quot;%1&quot;; give each its own name.</source>
        <translation>有两个节点都名为“%1”；请使用不同名称。</translation>
    </message>
    <message>
        <source>The address %1 of %2 is used twice; every node and every device needs its own.</source>
        <translation>%2 的地址 %1 被使用了两次；每个节点和每个设备都需要各自的地址。</translation>
    </message>
    <message>
        <source>The addresses and devices of %1 are not known yet; ask it for its facts first.</source>
        <translation>尚不知道 %1 的地址和设备；请先查询该节点的信息。</translation>
    </message>
    <message>
        <source>%1: its NPU devices are not known: %2</source>
        <translation>%1：其 NPU 设备未知：%2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; and &quot;%2&quot; are both %3; the service binds both, so give each its own port.</source>
        <translation>&quot;%1&quot; 与 &quot;%2&quot; 均为 %3；服务会同时监听这两个端口，请分别设置。</translation>
    </message>
    <message>
        <source>The rank table&apos;s path has %1 bytes; MindIE takes a RANK_TABLE_FILE of more than 256 for not set (&quot;Value length is too long&quot;). Shorten &quot;remoteFolder&quot; or the deployment&apos;s name.</source>
        <translation>rank table 的路径长 %1 字节；RANK_TABLE_FILE 超过 256 时 MindIE 视为未设置（&quot;Value length is too long&quot;）。请缩短 &quot;remoteFolder&quot; 或部署名。</translation>
    </message>
    <message>
        <source>&quot;moeTp&quot; is %1; the torch backend knows only 1 (&quot;MoE strategy selection failed, please check the config.&quot;).</source>
        <translation>&quot;moeTp&quot; 为 %1；torch 后端只支持 1（&quot;MoE strategy selection failed, please check the config.&quot;）。</translation>
    </message>
    <message>
        <source>&quot;maxBatchSize&quot; with &quot;mtpTokens&quot; makes %1 tokens per card and step; with dp %2 the torch backend decodes at most %3. Lower the batch.</source>
        <translation>&quot;maxBatchSize&quot; 与 &quot;mtpTokens&quot; 使每卡每步有 %1 个 Token；dp 为 %2 时 torch 后端 Decode 最多 %3 个。请减小批次。</translation>
    </message>
    <message>
        <source>With dp %1 the torch backend decodes on 16, 32 or 64 A2 cards only, these are %2. Set &quot;tp&quot; to %2, so that dp is 1.</source>
        <translation>dp 为 %1 时 torch 后端仅支持在 16、32 或 64 张 A2 卡上 Decode，当前为 %2 张。请将 &quot;tp&quot; 设为 %2，使 dp 为 1。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; the ATB backend takes at most the %3 cards of a node, or all %4.</source>
        <translation>&quot;%1&quot; 为 %2；ATB 后端最大为单节点的 %3 卡，或全部 %4 卡。</translation>
    </message>
    <message>
        <source>&quot;hcclBuffSize&quot; is %1 MB, the exchange of tokens between experts needs %2 MB: %3. Set it to at least %2, or to 0 to have it worked out.</source>
        <translation>&quot;hcclBuffSize&quot; 为 %1 MB，专家间 Token 交换需要 %2 MB：%3。请至少设为 %2，或设为 0 以自动计算。</translation>
    </message>
    <message>
        <source>HCCL_BUFFSIZE: %1 MB as set; needed: %2 (A2 dispatch operator). Each communicator takes it twice.</source>
        <translation>HCCL_BUFFSIZE：按设置为 %1 MB；所需：%2（A2 dispatch 算子）。每个通信域占用两倍。</translation>
    </message>
    <message>
        <source>HCCL_BUFFSIZE: %1 MB, from %2 (A2 dispatch operator), rounded up; at least %3, HCCL&apos;s default. Official V3.2 deployments set 1050 (MindIE-LLM deepseek_v3.2.md, typical configurations). Each communicator takes it twice.</source>
        <translation>HCCL_BUFFSIZE：%1 MB，由 %2（A2 dispatch 算子）向上取整，不低于 HCCL 默认值 %3。官方 V3.2 部署为 1050（MindIE-LLM deepseek_v3.2.md 典型配置）。每个通信域占用两倍。</translation>
    </message>
    <message>
        <source>%1 could not be asked for its facts, so its addresses and devices are unknown. Ask it again. %2</source>
        <comment>node; what went wrong</comment>
        <translation>未能读取 %1 的信息，因此其地址和设备未知，请再次查询。%2</translation>
    </message>
    <message>
        <source>&quot;port&quot; and &quot;metricsPort&quot; are both %1, &quot;managementPort&quot; is not: MindIE stops with &quot;Management or Business or Metrics port is invalid.&quot;; metrics may share the management port, or all three be one.</source>
        <translation>“port”与“metricsPort”均为 %1，而“managementPort”不同：MindIE 会报“Management or Business or Metrics port is invalid.”并退出；监控指标端口可与管理端口相同，或三者全部相同。</translation>
    </message>
    <message>
        <source>&quot;extraMounts&quot; has &quot;%1&quot;: %2 is a folder of the container&apos;s own system, and docker refuses a mount over &quot;/&quot;; choose another place in the container.</source>
        <translation>“extraMounts”含有“%1”：%2 是容器自身的系统目录，且 docker 拒绝挂载到“/”；请选择容器内的其他位置。</translation>
    </message>
    <message>
        <source>The address of %1&apos;s device %2 is not known: %3; %4.</source>
        <comment>node; number; why not; why not</comment>
        <translation>无法确定 %1 的设备 %2 的地址：%3；%4。</translation>
    </message>
    <message>
        <source>hccn_tool -i %1 -ip -g reports none</source>
        <translation>hccn_tool -i %1 -ip -g 未返回地址</translation>
    </message>
    <message>
        <source>/etc/hccn.conf has no address_%1</source>
        <translation>/etc/hccn.conf 中没有 address_%1</translation>
    </message>
    <message>
        <source>The recipe %1 is for the engine &quot;%2&quot;, which this program does not know; it knows %3.</source>
        <translation>方案 %1 面向引擎“%2”，本程序不支持该引擎；支持的引擎：%3。</translation>
    </message>
    <message>
        <source>&quot;command&quot; has a %1 that is not closed: %2</source>
        <translation>“command”中有未闭合的 %1：%2</translation>
    </message>
    <message>
        <source>&quot;command&quot; is empty: say what starts the service in this image, for example: vllm serve ${weights} --port ${port}</source>
        <translation>“command”为空：请填写在该镜像中启动服务的命令，例如：vllm serve ${weights} --port ${port}</translation>
    </message>
    <message>
        <source>&quot;port&quot; and &quot;rpcPort&quot; are both %1; the service binds both, so give each its own port.</source>
        <translation>“port”与“rpcPort”均为 %1；服务会同时监听二者，请使用不同端口。</translation>
    </message>
    <message>
        <source>&quot;tp&quot; is %1; a group of cards that share each layer stays on one node, which has %2.</source>
        <translation>“tp”为 %1；共享每层的卡须在同一节点内，而节点有 %2 卡。</translation>
    </message>
    <message>
        <source>vLLM %1 would refuse this command line: %2. Change the recipe or its release.</source>
        <translation>vLLM %1 会拒绝该命令行：%2。请修改方案或其版本。</translation>
    </message>
    <message>
        <source>Parallelism: dp %1 × tp %2 = %3 cards; vLLM itself measures what remains for the KV cache when it starts.</source>
        <translation>并行：dp %1 × tp %2 = %3 卡；KV Cache 可用空间由 vLLM 启动时自行测定。</translation>
    </message>
    <message>
        <source>The command line of vLLM %1 is not known here; known are %2.</source>
        <translation>本程序不了解 vLLM %1 的命令行；已知版本：%2。</translation>
    </message>
    <message>
        <source>Nothing here knows the program in the image, so its command was not checked.</source>
        <translation>本程序不了解镜像中的服务，其启动命令未经检查。</translation>
    </message>
    <message>
        <source>The parser of vLLM %1 takes the command line in start.sh.</source>
        <translation>start.sh 中的命令行符合 vLLM %1 的参数解析规则。</translation>
    </message>
    <message>
        <source>%1 has %2 NPU devices; the setting &quot;%3&quot; asks for %4 on each node. Set it to at most %2.</source>
        <translation>%1 有 %2 个 NPU 设备，设置项 &quot;%3&quot; 要求每节点 %4 个。请将其设为不超过 %2。</translation>
    </message>
    <message>
        <source>Number of nodes: the recipe is written for %1, the deployment has %2; what it writes would not join them. Make one deployment for each, or choose a recipe for so many.</source>
        <translation>节点数：该方案面向 %1 个，部署有 %2 个；生成的内容不会把它们组成一个服务。请为每个节点单独建立部署，或选择适合该节点数的方案。</translation>
    </message>
    <message>
        <source>The tag of the image %1 says release %2, but &quot;%3&quot; is %4: files, paths and flags are written for %4. Choose an image of that release, or the &quot;%3&quot; that fits the image.</source>
        <translation>镜像 %1 的标签为版本 %2，而 &quot;%3&quot; 为 %4：文件、路径与参数均按 %4 编写。请选择该版本的镜像，或将 &quot;%3&quot; 改为与镜像一致。</translation>
    </message>
    <message>
        <source>&quot;command&quot; uses ${%1}, which nothing fills in; there are the settings, such as ${port} and ${weights}, and %2.</source>
        <translation>&quot;command&quot; 中的 ${%1} 没有对应的值；可用的有各设置项（如 ${port}、${weights}）以及 %2。</translation>
    </message>
    <message>
        <source>&quot;command&quot; uses ${%1}, which nothing fills in; did you mean ${%2}?</source>
        <translation>&quot;command&quot; 中的 ${%1} 没有对应的值，是否应为 ${%2}？</translation>
    </message>
    <message>
        <source>Number of nodes: the recipe needs %1, the deployment has %2.</source>
        <translation>节点数：该方案需要 %1 个，部署中有 %2 个。</translation>
    </message>
    <message>
        <source>Number of nodes: the recipe is written for %1; generated for all %2 of the deployment.</source>
        <translation>节点数：该方案按 %1 个编写；已为部署的全部 %2 个节点生成。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is &quot;%2&quot;; write the first and the last port, both from 1 to 65535, the smaller one first.</source>
        <translation>“%1”为“%2”；应写成起始端口和结束端口，均为 1 到 65535，小的在前。</translation>
    </message>
    <message>
        <source>%1 experts cannot be divided evenly by moe_ep %2 (%3 cards / &quot;moeTp&quot; %4): MindIE-LLM&apos;s assign() would give %5 to each group but the last, which leaves %6 of them on no card. Use as many nodes as have %7 cards together.</source>
        <translation>%1 个专家无法被 moe_ep %2（%3 卡 / &quot;moeTp&quot; %4）整除：MindIE-LLM 的 assign() 会给除最后一组外的每组分配 %5 个，导致其中 %6 个不在任何卡上。请使用合计 %7 卡的节点。</translation>
    </message>
    <message>
        <source> or </source>
        <comment>16 or 32</comment>
        <translation> 或 </translation>
    </message>
    <message>
        <source>&quot;%1&quot; makes %2 tokens per card and step; on A3 the torch backend takes at most %3 (MAX_FUSED_MC2_OPERATOR_CAPACITY). Lower it.</source>
        <translation>“%1” 使每卡单步达到 %2 个 Token；A3 上 torch 后端最多 %3 个（MAX_FUSED_MC2_OPERATOR_CAPACITY）。请调低。</translation>
    </message>
    <message>
        <source>&quot;maxBatchSize&quot; with &quot;mtpTokens&quot; makes %1 tokens per card and step; over more than %2 A3 cards the torch backend decodes at most %3. Lower the batch.</source>
        <translation>“maxBatchSize” 与 “mtpTokens” 使每卡单步达到 %1 个 Token；超过 %2 张 A3 卡时 torch 后端 Decode 最多 %3 个。请调低批大小。</translation>
    </message>
    <message>
        <source>%1 experts over moe_ep %2 are more than the %3 of a card that the torch backend decodes with.</source>
        <translation>%1 个专家分到 moe_ep %2，每卡专家数超过 torch 后端 Decode 支持的 %3 个。</translation>
    </message>
    <message>
        <source>&quot;remoteFolder&quot; is %1, which lies in the weights folder: the container may only read that; choose another one.</source>
        <translation>“remoteFolder” 为 %1，位于权重目录内：容器对权重目录只读，请另选目录。</translation>
    </message>
    <message>
        <source>&quot;extraMounts&quot; has &quot;%1&quot;: something is mounted at %2 already (the weights, or another entry); docker refuses two at one place.</source>
        <translation>“extraMounts” 含 “%1”：%2 处已有挂载（权重或其他条目），docker 不允许同一位置挂载两次。</translation>
    </message>
    <message>
        <source>vLLM %1 cannot run with this command line: %2. Change the recipe or its release.</source>
        <translation>vLLM %1 无法以此命令行运行：%2。请修改方案或其版本。</translation>
    </message>
    <message>
        <source>--headless starts no API server, so --api-server-count %1 is refused</source>
        <translation>--headless 不启动 API 服务，因此不接受 --api-server-count %1</translation>
    </message>
    <message>
        <source>--data-parallel-size-local %1 is more than --data-parallel-size %2</source>
        <translation>--data-parallel-size-local %1 大于 --data-parallel-size %2</translation>
    </message>
    <message>
        <source>--headless wants at least one group of its own, --data-parallel-size-local is %1</source>
        <translation>--headless 至少需要一个本地组，而 --data-parallel-size-local 为 %1</translation>
    </message>
    <message>
        <source>--data-parallel-start-rank %1 with %2 groups goes beyond --data-parallel-size %3</source>
        <translation>--data-parallel-start-rank %1 加 %2 个组超出 --data-parallel-size %3</translation>
    </message>
    <message>
        <source>--data-parallel-start-rank without --headless makes a front end of its own on this node</source>
        <translation>未使用 --headless 时，--data-parallel-start-rank 会在该节点另起前端</translation>
    </message>
    <message>
        <source>--headless and --data-parallel-hybrid-lb exclude each other</source>
        <translation>--headless 与 --data-parallel-hybrid-lb 互斥</translation>
    </message>
    <message>
        <source>--data-parallel-rank and --data-parallel-start-rank exclude each other</source>
        <translation>--data-parallel-rank 与 --data-parallel-start-rank 互斥</translation>
    </message>
    <message>
        <source>--enable-auto-tool-choice wants a --tool-call-parser</source>
        <translation>--enable-auto-tool-choice 需要同时指定 --tool-call-parser</translation>
    </message>
    <message>
        <source>cudagraph_capture_sizes stands in a flag and in --compilation-config</source>
        <translation>cudagraph_capture_sizes 同时出现在参数与 --compilation-config 中</translation>
    </message>
    <message>
        <source>--quantization %1 is refused on Ascend, which takes %2</source>
        <translation>昇腾不支持 --quantization %1，可用：%2</translation>
    </message>
    <message>
        <source>--kv-transfer-config wants a kv_role: kv_producer, kv_consumer or kv_both</source>
        <translation>--kv-transfer-config 缺少 kv_role：kv_producer、kv_consumer 或 kv_both</translation>
    </message>
    <message>
        <source>recompute_scheduler_enable is ignored on a prefill node from 0.23.0 on</source>
        <translation>自 0.23.0 起，预填充节点忽略 recompute_scheduler_enable</translation>
    </message>
    <message>
        <source>service</source>
        <comment>a port</comment>
        <translation>业务面</translation>
    </message>
    <message>
        <source>management</source>
        <comment>a port</comment>
        <translation>管理面</translation>
    </message>
    <message>
        <source>metrics</source>
        <comment>a port</comment>
        <translation>监控指标</translation>
    </message>
    <message>
        <source>between the nodes</source>
        <comment>a port</comment>
        <translation>节点间</translation>
    </message>
    <message>
        <source>data parallel RPC</source>
        <comment>a port</comment>
        <translation>数据并行 RPC</translation>
    </message>
    <message>
        <source>ranks</source>
        <comment>a port</comment>
        <translation>rank</translation>
    </message>
    <message>
        <source>KV transfer</source>
        <comment>a port</comment>
        <translation>KV 传输</translation>
    </message>
    <message>
        <source>Groups, each with the whole model: %1; vLLM itself measures what remains for the KV cache when it starts.</source>
        <translation>各组均持有完整模型：%1；KV Cache 的剩余空间由 vLLM 启动时自行测量。</translation>
    </message>
    <message>
        <source>The parser of vLLM %1 takes the command line in rank.sh.</source>
        <translation>rank.sh 中的命令行可被 vLLM %1 的解析器接受。</translation>
    </message>
    <message>
        <source>The recipe has roles, but no prefill or no decode nodes.</source>
        <translation>配方定义了角色，但缺少 prefill 或 decode 节点。</translation>
    </message>
    <message>
        <source>&quot;prefillTp&quot; is %1 and &quot;tp&quot; %2: the prefill ranks&apos; must be a multiple of the decode ranks&apos;, or their KV cache cannot be handed over.</source>
        <translation>&quot;prefillTp&quot; 为 %1，&quot;tp&quot; 为 %2：prefill 的值须为 decode 的整数倍，否则 KV Cache 无法传输。</translation>
    </message>
    <message>
        <source>&quot;kvPort&quot; is %1; with %2 NPUs on a node Mooncake takes random ports from 20000 to %3. Choose %4 or more.</source>
        <translation>&quot;kvPort&quot; 为 %1；节点有 %2 个 NPU 时，Mooncake 会在 20000 至 %3 间随机占用端口。请选择 %4 或更大的值。</translation>
    </message>
    <message>
        <source>&quot;kvPort&quot; is %1; the groups need ports up to %2, and there are 65535.</source>
        <translation>&quot;kvPort&quot; 为 %1；各组需要的端口到 %2，而端口最大为 65535。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2, which is one of the ranks&apos; own ports (%3 to %4, %5 to %6); give each its own.</source>
        <translation>&quot;%1&quot; 为 %2，属于各 rank 自用端口（%3～%4、%5～%6）；请为其指定其他端口。</translation>
    </message>
    <message>
        <source>&quot;rankPort&quot; (%1 to %2) and &quot;kvPort&quot; (%3 to %4) overlap.</source>
        <translation>&quot;rankPort&quot;（%1～%2）与 &quot;kvPort&quot;（%3～%4）重叠。</translation>
    </message>
    <message>
        <source>A prefill group (%1 cards)</source>
        <translation>单个 prefill 组（%1 卡）</translation>
    </message>
    <message>
        <source>The namespace is &quot;%1&quot;; Kubernetes takes at most 63 lower-case letters, digits and &apos;-&apos;, starting and ending with a letter or digit.</source>
        <translation>命名空间为 &quot;%1&quot;；Kubernetes 只接受最多 63 个小写字母、数字和 &apos;-&apos;，首尾须为字母或数字。</translation>
    </message>
    <message>
        <source>The schedule policy is &quot;%1&quot;; it must be one of %2.</source>
        <translation>调度策略为 &quot;%1&quot;；可选值：%2。</translation>
    </message>
    <message>
        <source>The number of replicas is %1; it must be from 1 to 1000.</source>
        <translation>副本数为 %1；取值范围为 1 至 1000。</translation>
    </message>
    <message>
        <source>No huawei.com/schedule_policy is written: which one these servers have, their documents do not say (chip2-node16 for Atlas 800T A3, chip2-node16-sp for 900 A3 SuperPoD). Name it with --schedule-policy.</source>
        <translation>未写入 huawei.com/schedule_policy：文档未说明此类服务器应取何值（Atlas 800T A3 为 chip2-node16，900 A3 SuperPoD 为 chip2-node16-sp）。请通过 --schedule-policy 指定。</translation>
    </message>
    <message>
        <source>The container is not privileged: it may have a part of its server&apos;s cards only, and privileged it would see all of them.</source>
        <translation>容器未使用特权模式：它可能只占用服务器的部分卡，特权模式下会看到全部卡。</translation>
    </message>
    <message>
        <source>A pod would ask for %1 NPUs; Kubernetes gives a pod 1 to 8 of an A2 server, or 1 or an even number up to 16 of an A3 server. Choose another number of cards.</source>
        <translation>每个 Pod 将申请 %1 个 NPU；Kubernetes 在 A2 服务器上可分配 1 至 8 个，在 A3 服务器上可分配 1 个或不超过 16 的偶数个。请修改卡数。</translation>
    </message>
    <message>
        <source>The deployment&apos;s name or a setting has &quot;@POD_&quot;, &quot;%1&quot; or an address of 198.18.0.0/15 in it. The Kubernetes files use these for what is known only when the pods run; choose another text.</source>
        <translation>部署名或某项设置中含有 &quot;@POD_&quot;、&quot;%1&quot; 或 198.18.0.0/15 的地址。Kubernetes 文件用它们表示 Pod 运行后才能确定的内容，请改用其他文本。</translation>
    </message>
    <message>
        <source>Two things are mounted at %1 of the container, which Kubernetes refuses: take one of them out of &quot;extraMounts&quot;.</source>
        <translation>容器的 %1 处有两个挂载，Kubernetes 会拒绝：请从 &quot;extraMounts&quot; 中去掉一个。</translation>
    </message>
    <message>
        <source>The decode group (%1 cards)</source>
        <translation>decode 组（%1 卡）</translation>
    </message>
    <message>
        <source>The first pod is ready as soon as its proxy answers, before the ranks have loaded the weights: requests fail until every pod&apos;s log says that it is ready.</source>
        <translation>首个 Pod 在代理可应答时即为就绪，此时各 rank 可能仍在加载权重：在所有 Pod 的日志提示就绪之前，请求会失败。</translation>
    </message>
    <message>
        <source>The NPUs&apos; interrupts are not bound (setting &quot;interrupts&quot;): that is for whoever runs the servers.</source>
        <translation>不绑定 NPU 的中断（设置“interrupts”）：由服务器管理者负责。</translation>
    </message>
    <message>
        <source>The weights are not fetched (setting &quot;weightsFrom&quot;): %1 must hold them on every server.</source>
        <translation>不下载权重（设置“weightsFrom”）：每台服务器的 %1 须已有权重。</translation>
    </message>
    <message>
        <source>The schedule policy %1 is not of Atlas %2 servers, which this recipe is for; theirs are %3.</source>
        <translation>调度策略 %1 不适用于本方案所用的 Atlas %2 服务器；可选值：%3。</translation>
    </message>
    <message>
        <source>No huawei.com/schedule_policy is written: the recipe does not say which servers it is for (chip8-node8 for Atlas 800T A2 and 800I A2, chip2-node16 for Atlas 800T A3, chip2-node16-sp for 900 A3 SuperPoD). Name it with --schedule-policy.</source>
        <translation>未写入 huawei.com/schedule_policy：方案未说明适用的服务器（Atlas 800T A2 与 800I A2 为 chip8-node8，Atlas 800T A3 为 chip2-node16，900 A3 SuperPoD 为 chip2-node16-sp）。请通过 --schedule-policy 指定。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; with %3 NPUs on a node Mooncake takes random ports from 20000 to %4, which then cannot be bound. Choose at most %5, or %6 or more.</source>
        <translation>&quot;%1&quot; 为 %2；节点有 %3 个 NPU 时，Mooncake 会在 20000 至 %4 间随机占用端口，被占用的端口无法监听。请选择不大于 %5 或不小于 %6 的值。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; (%2) must not be less than &quot;%3&quot; (%4): vLLM stops with &quot;max_num_batched_tokens must be greater than or equal to max_num_seqs&quot;.</source>
        <translation>&quot;%1&quot;（%2）不得小于 &quot;%3&quot;（%4）：vLLM 会以 &quot;max_num_batched_tokens must be greater than or equal to max_num_seqs&quot; 退出。</translation>
    </message>
    <message>
        <source>&quot;rankPort&quot; is %1; the ranks of a node need ports up to %2, and there are 65535.</source>
        <translation>&quot;rankPort&quot; 为 %1；节点的 rank 需要用到端口 %2，而端口最大为 65535。</translation>
    </message>
    <message>
        <source>--max-num-batched-tokens %1 is less than --max-num-seqs %2</source>
        <translation>--max-num-batched-tokens %1 小于 --max-num-seqs %2</translation>
    </message>
    <message>
        <source>--max-num-batched-tokens %1 is less than --max-model-len %2, and without chunked prefill a prompt is one batch</source>
        <translation>--max-num-batched-tokens %1 小于 --max-model-len %2，而关闭 chunked prefill 时一个提示词须在一个批次内完成</translation>
    </message>
    <message>
        <source>--data-parallel-rank %1 is none of --data-parallel-size %2, whose ranks are 0 to %3</source>
        <translation>--data-parallel-rank %1 超出 --data-parallel-size %2 的范围，rank 为 0 至 %3</translation>
    </message>
    <message>
        <source>--headless and --data-parallel-rank exclude each other</source>
        <translation>--headless 与 --data-parallel-rank 互斥</translation>
    </message>
    <message>
        <source>num_redundant_experts is refused without --enable-eplb, which Ascend has not</source>
        <translation>未启用 --enable-eplb 时不接受 num_redundant_experts，而昇腾不支持 --enable-eplb</translation>
    </message>
    <message>
        <source>--tensor-parallel-size %1 cannot be divided by --decode-context-parallel-size %2</source>
        <translation>--tensor-parallel-size %1 不能被 --decode-context-parallel-size %2 整除</translation>
    </message>
    <message>
        <source>--prefill-context-parallel-size %1 and --data-parallel-size %2 exclude each other</source>
        <translation>--prefill-context-parallel-size %1 与 --data-parallel-size %2 互斥</translation>
    </message>
    <message>
        <source>%1 cards of a group cannot be divided by --nnodes %2</source>
        <translation>组内的 %1 张卡不能被 --nnodes %2 整除</translation>
    </message>
    <message>
        <source>tensor_parallel_size in --speculative-config is refused; the draft&apos;s is draft_tensor_parallel_size</source>
        <translation>不接受 --speculative-config 中的 tensor_parallel_size；草稿模型请使用 draft_tensor_parallel_size</translation>
    </message>
    <message>
        <source>draft_tensor_parallel_size %1 in --speculative-config is neither 1 nor --tensor-parallel-size %2</source>
        <translation>--speculative-config 中的 draft_tensor_parallel_size %1 既不是 1，也不等于 --tensor-parallel-size %2</translation>
    </message>
    <message>
        <source>%1 refuses what it does not know: %2</source>
        <comment>keys of JSON</comment>
        <translation>%1 不接受未知的键：%2</translation>
    </message>
    <message>
        <source>%1 %2 is no port: ports are 1 to 65535</source>
        <translation>%1 %2 不是端口：端口为 1 至 65535</translation>
    </message>
    <message>
        <source>Port %1 (%2) is one of %3 to %4, which HCCL listens on between the nodes; choose another one.</source>
        <translation>端口 %1（%2）落在 %3 至 %4 之间，这些端口由 HCCL 在节点之间使用；请另选端口。</translation>
    </message>
    <message>
        <source>ascend-operator writes a rank table of version 1.0 for these servers, without super_device_id; it writes 1.2 where huawei.com/schedule_policy is chip2-node16-sp. Whether the service starts with 1.0 on an A3 is not known.</source>
        <translation>对这些服务器，ascend-operator 生成的 rank table 为 1.0 版，不含 super_device_id；仅当 huawei.com/schedule_policy 为 chip2-node16-sp 时生成 1.2 版。A3 上使用 1.0 版能否启动服务尚不清楚。</translation>
    </message>
    <message>
        <source>--compilation-config %1 is refused: it wants a JSON object; a level is -O%1 from 0.12.0 on</source>
        <translation>--compilation-config %1 会被拒绝：需要 JSON 对象；自 0.12.0 起级别写作 -O%1</translation>
    </message>
    <message>
        <source>Setting &quot;imageArchive&quot; is &quot;%1&quot;; it must be the path of the image&apos;s archive on the nodes, beginning with &quot;/&quot;.</source>
        <translation>设置“imageArchive”为“%1”；它必须是镜像归档文件在节点上的路径，以“/”开头。</translation>
    </message>
    <message>
        <source>manifest.json is no list of images.</source>
        <translation>manifest.json 不是镜像列表。</translation>
    </message>
    <message>
        <source>The image is not loaded from its archive (setting &quot;imageFrom&quot;): the cluster must have %1, or reach the registry that has it.</source>
        <translation>不会从归档文件加载镜像（设置“imageFrom”）：集群中须已有 %1，或能访问存放它的镜像仓库。</translation>
    </message>
    <message>
        <source>Setting &quot;imageArchive&quot; is &quot;%1&quot;; it must be the path of the image&apos;s archive on this computer; one that does not begin with &quot;/&quot; or &quot;~/&quot; lies beside the deployment&apos;s file.</source>
        <translation>设置“imageArchive”为“%1”；它必须是镜像归档在本机上的路径；不以“/”或“~/”开头的路径以部署文件所在目录为准。</translation>
    </message>
    <message>
        <source>&quot;mtpTokens&quot; is %1; with FlashComm and graphs one more than it (%2) and &quot;tp&quot; (%3) must divide each other, or vLLM stops after loading with &quot;Can&apos;t determine cudagraph shapes&quot;. %4 would do.</source>
        <translation>&quot;mtpTokens&quot; 为 %1；启用 FlashComm 和图模式时，其值加一（%2）与 &quot;tp&quot;（%3）须能整除，否则 vLLM 在加载权重后以 &quot;Can&apos;t determine cudagraph shapes&quot; 退出。可取 %4。</translation>
    </message>
    <message>
        <source>--data-parallel-rank wants a --data-parallel-size of more than 1</source>
        <translation>--data-parallel-rank 要求 --data-parallel-size 大于 1</translation>
    </message>
    <message>
        <source>%1 has no NPU devices; the recipe needs %2 on each node.</source>
        <translation>%1 没有 NPU 设备；方案要求每个节点 %2 个。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>releases</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 in --additional-config has no %2; it is refused</source>
        <translation>--additional-config 的 %1 中没有 %2，会被拒绝</translation>
    </message>
    <message>
        <source>%1 in --additional-config is read by no release of vLLM-Ascend</source>
        <translation>--additional-config 中的 %1 在 vLLM-Ascend 任何版本中都不会被读取</translation>
    </message>
    <message>
        <source>; it stands as %1 there</source>
        <translation>；该版本中应写为 %1</translation>
    </message>
    <message>
        <source>; did you mean %1?</source>
        <translation>；是否应为 %1？</translation>
    </message>
    <message>
        <source>%1 in --additional-config is read by vLLM-Ascend %2 only; others ignore it silently</source>
        <translation>--additional-config 中的 %1 只被 vLLM-Ascend %2 读取，其他版本会忽略且不提示</translation>
    </message>
    <message>
        <source>%1 in --additional-config is silently ignored by vLLM-Ascend %2; it is read by %3</source>
        <translation>--additional-config 中的 %1 会被 vLLM-Ascend %2 忽略且不提示；读取它的版本为 %3</translation>
    </message>
    <message>
        <source>; its keys stand at the top there</source>
        <translation>；该版本中其键应写在顶层</translation>
    </message>
    <message>
        <source>vLLM %1 would not do all that this command line says: %2. Change the recipe or its release.</source>
        <translation>vLLM %1 不会执行该命令行的全部内容：%2。请修改方案或其版本。</translation>
    </message>
    <message>
        <source>The image %1 is vLLM-Ascend&apos;s, which refuses %2 weights in every release, and these are such by their name: %3. Choose the image of an engine that takes %2, or weights of ModelSlim (W8A8, W4A8) for this one.</source>
        <translation>镜像 %1 是 vLLM-Ascend 的镜像，其各版本均拒绝 %2 权重，而该权重从名称看即为此类：%3。请选择支持 %2 的推理引擎镜像，或为该镜像使用 ModelSlim 量化的权重（W8A8、W4A8）。</translation>
    </message>
    <message>
        <source>The image %1 is vLLM-Ascend&apos;s, which would end at once: %2</source>
        <translation>镜像 %1 是 vLLM-Ascend 的镜像，会立即退出：%2</translation>
    </message>
    <message>
        <source>The command does not fit the image %1: %2</source>
        <translation>启动命令与镜像 %1 不符：%2</translation>
    </message>
    <message>
        <source>The image %1 is vLLM-Ascend&apos;s, which refuses %2 weights in every release, and these are such by their config.json (quant_method).</source>
        <translation>镜像 %1 属于 vLLM-Ascend，其各版本均不接受 %2 权重，而此权重的 config.json（quant_method）表明其为 %2 权重。</translation>
    </message>
    <message>
        <source>--additional-config is no JSON object: vLLM takes the text, and vLLM-Ascend stops when it reads keys from it</source>
        <translation>--additional-config 不是 JSON 对象：vLLM 会接受该文本，但 vLLM-Ascend 从中读取键时会退出</translation>
    </message>
    <message>
        <source>--gpu-memory-utilization %1 is refused: &quot;GPU memory utilization must be less than 1.0&quot;</source>
        <translation>--gpu-memory-utilization %1 会被拒绝：“GPU memory utilization must be less than 1.0”</translation>
    </message>
    <message>
        <source>%1 is given twice, and only the last one counts</source>
        <comment>flags</comment>
        <translation>%1 重复出现，只有最后一个生效</translation>
    </message>
    <message>
        <source>--kv-transfer-config: kv_connector %1 is not in vLLM-Ascend %2; it is in %3</source>
        <translation>--kv-transfer-config：vLLM-Ascend %2 中没有 kv_connector %1，提供该连接器的版本为 %3</translation>
    </message>
    <message>
        <source>%1: %2 %3 is no choice of vLLM %4: %5</source>
        <comment>flag; key; value; release</comment>
        <translation>%1：%2 的取值 %3 不在 vLLM %4 的可选值中：%5</translation>
    </message>
    <message>
        <source>; %1 is one from %2 on</source>
        <comment>value; release</comment>
        <translation>；%1 自 %2 起可用</translation>
    </message>
    <message>
        <source>--kv-transfer-config: %1 refuses a tp_size of prefill (%2) that is less than that of decode (%3)</source>
        <translation>--kv-transfer-config：%1 不接受 prefill 的 tp_size（%2）小于 decode 的 tp_size（%3）</translation>
    </message>
    <message>
        <source>--enable-eplb is refused on Ascend; the plugin&apos;s own is %1 in --additional-config</source>
        <translation>昇腾上不支持 --enable-eplb；应使用插件自己的 --additional-config 中的 %1</translation>
    </message>
    <message>
        <source>--enable-eplb is refused on Ascend</source>
        <translation>昇腾上不支持 --enable-eplb</translation>
    </message>
    <message>
        <source>%1 and %2 are both %3; the service binds both</source>
        <comment>flag; flag; port</comment>
        <translation>%1 与 %2 均为 %3，服务会同时监听两者</translation>
    </message>
    <message>
        <source>By its tag the image %1 is built for the chips of %2, and the recipe is for %3. Choose the image of the same release for %3.</source>
        <translation>按标签，镜像 %1 是为 %2 的芯片构建的，而该方案用于 %3。请选择同一版本用于 %3 的镜像。</translation>
    </message>
    <message>
        <source>By its name the image %1 is %2&apos;s, and the recipe is for %3, whose program is not in it. Choose an image of %3, or a recipe of %2.</source>
        <translation>按名称，镜像 %1 是 %2 的镜像，而该方案用于 %3，镜像中没有其程序。请选择 %3 的镜像，或选择 %2 的方案。</translation>
    </message>
    <message>
        <source>By their config.json (quant_method) the weights are FP8: MindIE-LLM&apos;s instructions convert such to BF16 (fp8_cast_bf16.py), or further to W8A8, before they are served; it is not known that MindIE takes them as they are.</source>
        <translation>权重的 config.json（quant_method）表明其为 FP8：MindIE-LLM 的说明要求先将其转换为 BF16（fp8_cast_bf16.py），或再量化为 W8A8；MindIE 能否直接使用尚不清楚。</translation>
    </message>
    <message>
        <source>By their config.json (quant_method) the weights are %1, which vLLM %2 refuses at start on Ascend: it takes %3. Take weights of one of these, or an engine that takes %1.</source>
        <translation>权重的 config.json（quant_method）表明其量化方式为 %1，昇腾上的 vLLM %2 启动时会拒绝，可用：%3。请改用其中一种权重，或选用支持 %1 的引擎。</translation>
    </message>
    <message>
        <source>By its name the image %1 is %2&apos;s, and the recipe is for %3, whose program is not in it. Choose an image of %3; the recipe openai-compatible-image takes any.</source>
        <translation>按名称，镜像 %1 是 %2 的镜像，而该方案用于 %3，镜像中没有其程序。请选择 %3 的镜像；方案 openai-compatible-image 可使用任意镜像。</translation>
    </message>
    <message>
        <source>By their config.json (quant_method) the weights are %1: of quantized weights MindIE-LLM reads those of ModelSlim (W8A8, W8A16, W4A8, ...); it is not known that it takes %1. Take weights of ModelSlim or BF16, or an engine that takes %1.</source>
        <translation>权重的 config.json（quant_method）表明其为 %1：MindIE-LLM 读取的量化权重是 ModelSlim 生成的（W8A8、W8A16、W4A8 等），能否使用 %1 尚不清楚。请改用 ModelSlim 权重或 BF16 权重，或使用支持 %1 的推理引擎。</translation>
    </message>
    <message>
        <source>--kv-transfer-config: kv_connector %1 is none of vLLM&apos;s or vLLM-Ascend&apos;s</source>
        <translation>--kv-transfer-config：kv_connector %1 既不是 vLLM 也不是 vLLM-Ascend 的连接器</translation>
    </message>
    <message>
        <source>In --kv-transfer-config of the recipe the groups that begin with nodes %1 and %2 have the same engine_id, &quot;%3&quot;: it gets ready, and then the KV cache of one is looked for at the other. Give each its own, as &quot;${group.engineId}&quot; does.</source>
        <translation>方案的 --kv-transfer-config 中，以第 %1 和第 %2 个节点开头的两个组使用了相同的 engine_id “%3”：服务能够就绪，但之后会到另一组读取本组的 KV Cache。请为每个组设置各自的 engine_id，例如使用 &quot;${group.engineId}&quot;。</translation>
    </message>
    <message>
        <source>HCCL_BUFFSIZE: %1 MB as set; the A2 dispatch operator, which has a need of its own, is not used here. Each communicator takes it twice.</source>
        <translation>HCCL_BUFFSIZE：按设置为 %1 MB；此处不使用 A2 dispatch 算子，其缓冲区需求不适用。每个通信域占用两倍。</translation>
    </message>
    <message>
        <source>HCCL_BUFFSIZE: %1 MB, HCCL&apos;s default; the A2 dispatch operator, which has a need of its own, is not used here. Each communicator takes it twice.</source>
        <translation>HCCL_BUFFSIZE：%1 MB，为 HCCL 默认值；此处不使用 A2 dispatch 算子，其缓冲区需求不适用。每个通信域占用两倍。</translation>
    </message>
    <message>
        <source>The command says %1 %2, but the setting &quot;%3&quot; is %4, and that is what probes and clients go by. Write ${%3} in the command, or set &quot;%3&quot; to %2.</source>
        <comment>--port; 9100; port; 8000</comment>
        <translation>启动命令中为 %1 %2，而设置“%3”为 %4，探针与客户端以设置为准。请在命令中写 ${%3}，或将“%3”设为 %2。</translation>
    </message>
    <message>
        <source>cudagraph_capture_sizes is %1; with FlashComm one of them, at most &quot;maxBatchedTokens&quot; (%2), must be a multiple of &quot;tp&quot; (%3), or vLLM-Ascend stops.</source>
        <translation>cudagraph_capture_sizes 为 %1；启用 FlashComm 时，其中须有一个不超过“maxBatchedTokens”（%2）且为“tp”（%3）倍数的值，否则 vLLM-Ascend 会退出。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; with FlashComm it must be at least %3, or vLLM-Ascend stops for want of a graph whose size is a multiple of &quot;tp&quot; (%4).</source>
        <translation>“%1”为 %2；启用 FlashComm 时须不小于 %3，否则 vLLM-Ascend 会因没有大小为“tp”（%4）倍数的图而退出。</translation>
    </message>
    <message>
        <source>--data-parallel-start-rank %1 is refused without --headless</source>
        <translation>没有 --headless 时不接受 --data-parallel-start-rank %1</translation>
    </message>
    <message>
        <source>--kv-transfer-config: kv_connector_extra_config lacks %1, which %2 wants</source>
        <translation>--kv-transfer-config：kv_connector_extra_config 缺少 %1，%2 要求必填</translation>
    </message>
    <message>
        <source>--kv-transfer-config: kv_port &quot;%1&quot; is refused: it must be a number</source>
        <translation>--kv-transfer-config：kv_port“%1”会被拒绝：必须为数字</translation>
    </message>
    <message>
        <source>--kv-transfer-config: tp_size of %1 is %2, and this service, which is %3, has --tensor-parallel-size %4</source>
        <translation>--kv-transfer-config：%1 的 tp_size 为 %2，而本服务（%3）的 --tensor-parallel-size 为 %4</translation>
    </message>
    <message>
        <source>--kv-transfer-config: kv_port %1 is among the ports that Mooncake takes at random: 20000 to %2 with %3 NPUs on a node</source>
        <translation>--kv-transfer-config：kv_port %1 位于 Mooncake 随机占用的端口范围内：节点有 %3 个 NPU 时为 20000 至 %2</translation>
    </message>
    <message>
        <source>--kv-transfer-config: kv_port %1 is among the ports that Mooncake takes at random: 20000 to %2 with %3 NPUs on a node, to %4 with %5</source>
        <translation>--kv-transfer-config：kv_port %1 位于 Mooncake 随机占用的端口范围内：节点有 %3 个 NPU 时为 20000 至 %2，有 %5 个时至 %4</translation>
    </message>
    <message>
        <source>--kv-transfer-config: on a node with %1 NPUs kv_port %2 is among the ports that Mooncake takes at random, 20000 to %3; with %4 NPUs these end at %5</source>
        <translation>--kv-transfer-config：在有 %1 个 NPU 的节点上，kv_port %2 位于 Mooncake 随机占用的端口范围（20000 至 %3）内；有 %4 个 NPU 时该范围止于 %5</translation>
    </message>
    <message>
        <source>The image %1 only stands for yours: set &quot;image&quot; to the image that serves these weights.</source>
        <translation>镜像 %1 仅为占位：请将 &quot;image&quot; 设为可部署该权重的镜像。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2, but %3 cards cannot be divided by it (%4 must be all cards). %5 would divide them.</source>
        <translation>“%1”为 %2，但 %3 张卡不能被其整除（%4 必须等于总卡数）。可整除的值：%5。</translation>
    </message>
    <message>
        <source>The command says %1 %2, but the setting &quot;%3&quot; is %4, and that is what probes and clients go by. Write ${%3} in the command.</source>
        <comment>--port; {port}; port; 8000</comment>
        <translation>启动命令中为 %1 %2，而设置“%3”为 %4，探针与客户端以设置为准。请在命令中写 ${%3}。</translation>
    </message>
    <message>
        <source>&quot;tp&quot; is %1, but %2 cards cannot be divided by it (dp × tp must be all cards). %3 would divide them.</source>
        <translation>“tp”为 %1，但 %2 卡不能被其整除（dp × tp 必须等于总卡数）。可整除的值：%3。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2, but the %3 cards of a node cannot be divided by it. %4 would divide them.</source>
        <translation>“%1”为 %2，但每个节点的 %3 张卡不能被其整除。可整除的值：%4。</translation>
    </message>
</context>
<context>
    <name>ArtifactsPage</name>
    <message>
        <source>Nothing can be generated yet.</source>
        <translation>暂时无法生成配置。</translation>
    </message>
    <message>
        <source>Ask the nodes again</source>
        <translation>重新查询节点</translation>
    </message>
    <message>
        <source>The files are made from the nodes&apos; facts; not known yet: %1.</source>
        <translation>文件根据节点信息生成；尚未获知：%1。</translation>
    </message>
    <message>
        <source>Ask the nodes</source>
        <translation>查询节点</translation>
    </message>
    <message>
        <source>Stays on this machine · %1</source>
        <translation>保留在本机 · %1</translation>
    </message>
    <message>
        <source>→ %1 · mode %2 · %3 · SHA-256 %4</source>
        <translation>→ %1 · 权限 %2 · %3 · SHA-256 %4</translation>
    </message>
    <message>
        <source>There is no earlier version.</source>
        <translation>没有更早的版本。</translation>
    </message>
    <message>
        <source>This file is new.</source>
        <translation>这是新文件。</translation>
    </message>
    <message>
        <source>Unchanged since the last version.</source>
        <translation>与上一版本相同。</translation>
    </message>
    <message>
        <source>Against the last version:</source>
        <translation>与上一版本比较：</translation>
    </message>
    <message>
        <source>This file stays on this machine.</source>
        <translation>该文件保留在本机。</translation>
    </message>
    <message>
        <source>The nodes have not been compared yet: press &quot;%1&quot;.</source>
        <translation>尚未与节点比较：请按“%1”。</translation>
    </message>
    <message>
        <source>The same on %1.</source>
        <translation>与 %1 上一致。</translation>
    </message>
    <message>
        <source>every node</source>
        <translation>所有节点</translation>
    </message>
    <message>
        <source>Against what is on %1:</source>
        <translation>与 %1 上的内容比较：</translation>
    </message>
    <message>
        <source>Not on %1 yet.</source>
        <translation>%1 上尚没有。</translation>
    </message>
    <message>
        <source>Choose a line to see what it is for.</source>
        <translation>选择一行可查看其用途。</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Save file</source>
        <translation>保存文件</translation>
    </message>
    <message>
        <source>Save all files into a folder</source>
        <translation>将全部文件保存到目录</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Generated files</source>
        <translation>生成的文件</translation>
    </message>
    <message>
        <source>Text of the chosen file</source>
        <translation>所选文件的内容</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Since last version</source>
        <translation>与上一版本比较</translation>
    </message>
    <message>
        <source>On the nodes</source>
        <translation>与节点比较</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Compare with nodes</source>
        <translation>与节点比较</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Save all…</source>
        <translation>全部保存…</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <translation>已保存到 %1</translation>
    </message>
    <message>
        <source>Hide warnings</source>
        <translation>收起告警</translation>
    </message>
    <message>
        <source>Checked against the engines&apos; rules: %1 of %2 files. None breaks one.</source>
        <translation>已按引擎的文件规则检查 %2 个文件中的 %1 个，内容均符合这些规则。</translation>
    </message>
    <message>
        <source>Checked against the rules for environment variables: %1 of %2 files. None breaks one.</source>
        <translation>已按环境变量规则检查：%2 个文件中的 %1 个，未发现问题。</translation>
    </message>
    <message>
        <source>Open in Rank tables</source>
        <translation>在 Rank table 页打开</translation>
    </message>
    <message>
        <source>%1, in the container %2</source>
        <comment>a node</comment>
        <translation>%1 的容器 %2 中</translation>
    </message>
    <message>
        <source>Something was at work on %1 since the comparison: press &quot;%2&quot;.</source>
        <translation>比较之后 %1 上有过其他操作：请点击“%2”。</translation>
    </message>
    <message>
        <source>Compared at %1.</source>
        <translation>比较于 %1。</translation>
    </message>
    <message>
        <source>On %1: %2.</source>
        <comment>a node, what is otherwise there</comment>
        <translation>%1 上：%2。</translation>
    </message>
    <message numerus="yes">
        <source>! Besides, %n warnings about what the files are made from</source>
        <translation>
            <numerusform>! 另有 %n 项告警，涉及生成文件所依据的方案、设置和节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Shown is what is generated for as many chips as the recipe asks for, to be compared with what is on the nodes. It is not saved, and nothing is run by it.</source>
        <translation>此处显示的是按方案要求的芯片数生成的内容，仅用于与节点上的内容比较；不会保存，也不会据此运行。</translation>
    </message>
</context>
<context>
    <name>AscendctlCheck</name>
    <message>
        <source>pass</source>
        <comment>verdict</comment>
        <translation>通过</translation>
    </message>
    <message>
        <source>warn</source>
        <comment>verdict</comment>
        <translation>告警</translation>
    </message>
    <message>
        <source>fail</source>
        <comment>verdict</comment>
        <translation>失败</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>verdict</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>skipped</source>
        <comment>verdict</comment>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Simulated cluster</source>
        <translation>仿真集群</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 项告警</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 项告警</translation>
    </message>
    <message>
        <source>%1 passed, %2, %3 failed, %4 unknown, %5 skipped · %6 s</source>
        <comment>%2: 1 warning, 2 warnings</comment>
        <translation>%1 项通过，%2，%3 项失败，%4 项未知，%5 项跳过 · %6 秒</translation>
    </message>
    <message>
        <source>Warnings that are accepted for this deployment, and not counted: %1</source>
        <translation>在本部署中已接受、不计入的告警：%1</translation>
    </message>
    <message>
        <source>Asked on request only, as they take a while: --only %1</source>
        <translation>以下检查耗时较长，仅在指定时执行：--only %1</translation>
    </message>
    <message>
        <source>Stopped before all was asked.</source>
        <translation>未查询完毕即已停止。</translation>
    </message>
</context>
<context>
    <name>AscendctlDiagnose</name>
    <message>
        <source>source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not in the table of codes.</source>
        <translation>错误码表中没有“%1”。</translation>
    </message>
    <message>
        <source>(no time)</source>
        <translation>（无时间）</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>%1  %2x on %3: %4</source>
        <comment>id of a rule, how often, node or how many nodes, its cause</comment>
        <translation>%1  %3 上 %2 次：%4</translation>
    </message>
    <message>
        <source>First cause</source>
        <translation>首要原因</translation>
    </message>
    <message>
        <source>Most likely first cause</source>
        <translation>最可能的首要原因</translation>
    </message>
    <message>
        <source>No cause found; the first sign of the failure</source>
        <translation>未找到原因；故障的最早迹象</translation>
    </message>
    <message>
        <source>why</source>
        <comment>title of the cause</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>check</source>
        <comment>title of how to look at it</comment>
        <translation>检查</translation>
    </message>
    <message>
        <source>do</source>
        <comment>title of the remedy</comment>
        <translation>处理</translation>
    </message>
    <message>
        <source>source</source>
        <comment>title of where the rule is from</comment>
        <translation>来源</translation>
    </message>
    <message>
        <source>More causes, after it</source>
        <translation>其后的其他原因</translation>
    </message>
    <message>
        <source>Consequences</source>
        <translation>后果</translation>
    </message>
    <message>
        <source>Causes of earlier failures in these logs</source>
        <translation>这些日志中更早故障的原因</translation>
    </message>
    <message>
        <source>note: %1</source>
        <translation>注意：%1</translation>
    </message>
    <message>
        <source>none of these files is a text, and nothing that is known was found in them.</source>
        <translation>这些文件都不是文本，其中也未发现任何已知内容。</translation>
    </message>
    <message>
        <source>Nothing found: none of the %1 rules knows a line of these logs.</source>
        <translation>未发现故障：%1 条规则均未匹配这些日志。</translation>
    </message>
    <message>
        <source>Not one line of a log could be read, so nothing is known.</source>
        <translation>没有读到任何日志内容，因此无法判断。</translation>
    </message>
    <message>
        <source>fatal</source>
        <comment>severity of a fault</comment>
        <translation>致命</translation>
    </message>
    <message>
        <source>error</source>
        <comment>severity of a fault</comment>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <comment>severity of a fault</comment>
        <translation>警告</translation>
    </message>
    <message>
        <source>Probable cause</source>
        <translation>可能原因</translation>
    </message>
    <message>
        <source>Found after it; it may follow from it, or not</source>
        <translation>在其之后发现；可能由其引起，也可能无关</translation>
    </message>
    <message>
        <source>More causes</source>
        <translation>其他原因</translation>
    </message>
    <message>
        <source>The service of %1 was shut down; the first sign of it</source>
        <translation>%1 的服务被停止；最早的迹象</translation>
    </message>
</context>
<context>
    <name>AscendctlMonitor</name>
    <message>
        <source>%1 needs a value.</source>
        <translation>%1 需要一个值。</translation>
    </message>
    <message>
        <source>--for takes a time such as 60s, 5m or 2h, not &apos;%1&apos;.</source>
        <translation>--for 的值是时长，例如 60s、5m 或 2h，不能是“%1”。</translation>
    </message>
    <message>
        <source>%1 Sampling goes on, and what is sampled is kept as soon as it can be written again.</source>
        <translation>%1 采样继续进行，一旦可以写入就会保存采样数据。</translation>
    </message>
    <message>
        <source>The samples are being kept again; none was lost.</source>
        <translation>采样数据已恢复保存，没有丢失。</translation>
    </message>
    <message>
        <source>The samples are being kept again. %1</source>
        <translation>采样数据已恢复保存。%1</translation>
    </message>
    <message>
        <source>This computer&apos;s clock was set back. Samples carry the time that it shows; what was kept before stays as it is (column turn).</source>
        <translation>本机时钟被向后调整。采样记录时钟当前显示的时间；此前保存的数据保持不变（见 turn 列）。</translation>
    </message>
    <message numerus="yes">
        <source>%1 %n samples were not kept.</source>
        <translation>
            <numerusform>%1 有 %n 个采样未保存。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n samples in between were lost.</source>
        <translation>
            <numerusform>期间丢失了 %n 个采样。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped before a node was asked.</source>
        <translation>尚未询问任何节点即已停止。</translation>
    </message>
    <message>
        <source>--once and --for exclude each other.</source>
        <translation>--once 与 --for 不能同时使用。</translation>
    </message>
    <message>
        <source>--prometheus takes a port, as :9187, not &apos;%1&apos;.</source>
        <translation>--prometheus 需要端口，如 :9187，而不是“%1”。</translation>
    </message>
    <message>
        <source>--prometheus listens on 127.0.0.1 only, not on %1: a Prometheus server elsewhere asks through an SSH tunnel, as by ssh -L.</source>
        <translation>--prometheus 只在 127.0.0.1 上监听，不在 %1 上：其他机器上的 Prometheus 服务器请通过 SSH 隧道（如 ssh -L）访问。</translation>
    </message>
    <message>
        <source>--once and --prometheus exclude each other: the server asks again and again.</source>
        <translation>--once 与 --prometheus 不能同时使用：服务器会反复询问。</translation>
    </message>
    <message>
        <source>--once and --alerts exclude each other: a rule asks for how long something lasts.</source>
        <translation>--once 与 --alerts 不能同时使用：规则要看状态持续多久。</translation>
    </message>
    <message>
        <source>There are no samples in %1.</source>
        <translation>%1 中没有采样。</translation>
    </message>
    <message>
        <source>Alerts that would have begun from %1 to %2: %3.</source>
        <translation>%1 至 %2 之间会触发的告警：%3 条。</translation>
    </message>
    <message>
        <source>The webhook at %1 is told of alerts again.</source>
        <translation>已恢复向位于 %1 的 Webhook 通知告警。</translation>
    </message>
    <message>
        <source>The webhook at %1 was not told of everything.</source>
        <translation>有告警未能通知位于 %1 的 Webhook。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a file; the rules in it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>not taken: %1</source>
        <comment>an alert rule, and why</comment>
        <translation>未导入：%1</translation>
    </message>
    <message>
        <source>%1 has no alerting rules.</source>
        <translation>%1 中没有告警规则。</translation>
    </message>
    <message>
        <source>ascendctl monitor: &apos;%1&apos; is not understood. usage: monitor D [--once] [--for 60s] [--db FILE] [--alerts] [--prometheus :PORT] [--from-prometheus http://HOST:PORT] [--sources]</source>
        <translation>ascendctl monitor：无法识别“%1”。用法：monitor D [--once] [--for 60s] [--db FILE] [--alerts] [--prometheus :PORT] [--from-prometheus http://HOST:PORT] [--sources]</translation>
    </message>
    <message>
        <source>No figures of the endpoint: %1 They are told when it answers.</source>
        <translation>暂无端点指标：%1 端点应答后即输出。</translation>
    </message>
</context>
<context>
    <name>AscendctlParse</name>
    <message>
        <source>usage: ascendctl parse KIND [FILE]   (KIND: %1)</source>
        <translation>用法：ascendctl parse KIND [FILE]（KIND：%1）</translation>
    </message>
    <message>
        <source>ascendctl: there is no kind &apos;%1&apos;. Kinds: %2.</source>
        <translation>ascendctl：没有类型“%1”。可用类型：%2。</translation>
    </message>
</context>
<context>
    <name>AtomicFile</name>
    <message>
        <source>%1 cannot be written: it is not the name of a file.</source>
        <translation>无法写入 %1：它不是文件名。</translation>
    </message>
    <message>
        <source>The folder of %1 cannot be made.</source>
        <translation>无法创建 %1 所在的目录。</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be replaced.</source>
        <translation>无法替换 %1。</translation>
    </message>
    <message>
        <source>%1 was written, but the disk does not say that it will last.</source>
        <translation>%1 已写入，但磁盘未确认其已落盘。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建目录 %1。</translation>
    </message>
    <message>
        <source>%1 is not a folder.</source>
        <translation>%1 不是目录。</translation>
    </message>
    <message>
        <source>%1 cannot be replaced by a file of the same owner.</source>
        <translation>无法用属主相同的文件替换 %1。</translation>
    </message>
</context>
<context>
    <name>BackendBar</name>
    <message>
        <source>Who answers</source>
        <translation>由谁回答</translation>
    </message>
    <message>
        <source>Embedded · %1</source>
        <comment>engine inside the program</comment>
        <translation>内置 · %1</translation>
    </message>
    <message>
        <source>Endpoint · %1</source>
        <translation>服务端点 · %1</translation>
    </message>
    <message>
        <source>Open a model file…</source>
        <translation>打开模型文件…</translation>
    </message>
    <message>
        <source>Not asked</source>
        <translation>未查询</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>正在加载 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Asking</source>
        <translation>正在查询</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Does not answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>context %1 · threads %2</source>
        <translation>上下文 %1 · 线程 %2</translation>
    </message>
    <message>
        <source>%1 · context %2</source>
        <comment>an address and a number of tokens</comment>
        <translation>%1 · 上下文 %2</translation>
    </message>
    <message>
        <source>for the next question; %1 is still answering this one</source>
        <translation>用于下一个问题；本次回答仍由 %1 生成</translation>
    </message>
    <message>
        <source>the deployment is being run or undone; it is asked again after that</source>
        <translation>正在执行或撤销部署；结束后会再次查询</translation>
    </message>
    <message>
        <source>Endpoint · waits for a recipe</source>
        <translation>服务端点 · 等待选择部署方案</translation>
    </message>
    <message>
        <source>Unload</source>
        <comment>a model, out of the memory</comment>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Unload %1</source>
        <comment>a model, out of the memory</comment>
        <translation>卸载 %1</translation>
    </message>
    <message>
        <source>%1 is in this computer&apos;s memory. Unloaded, it is loaded again when it is asked.</source>
        <translation>%1 已加载到本机内存中。卸载后，再次向其提问时会重新加载。</translation>
    </message>
</context>
<context>
    <name>Bundle</name>
    <message>
        <source>nothing was run from this machine</source>
        <translation>未从本机运行过任何部署</translation>
    </message>
    <message>
        <source>the checks were not run</source>
        <translation>未运行检查</translation>
    </message>
    <message>
        <source>Report of the deployment &quot;%1&quot;, made by ascend-console %2 on %3 (UTC).</source>
        <translation>部署“%1”的报告，由 ascend-console %2 于 %3（UTC）生成。</translation>
    </message>
    <message>
        <source>SIMULATED: these nodes are a simulator&apos;s; no NPU said any of this.</source>
        <translation>仿真：这些节点由仿真器扮演，以下内容均非来自真实 NPU。</translation>
    </message>
    <message>
        <source>deployment.json: what was asked for; facts.json: what the nodes said of themselves; checks.json: the checks; run-state.json: what was run; generated/: the files as they are generated from it now; nodes/: each node&apos;s tools, logs and files.</source>
        <translation>deployment.json：部署的要求；facts.json：各节点自述的信息；checks.json：检查结果；run-state.json：已运行的内容；generated/：此刻由其生成的文件；nodes/：各节点的工具输出、日志和文件。</translation>
    </message>
    <message>
        <source>Addresses, host and user names are in it.</source>
        <translation>其中包含地址、主机名和用户名。</translation>
    </message>
    <message>
        <source>Not there, or not whole:</source>
        <translation>缺失或不完整：</translation>
    </message>
    <message>
        <source>Commands:</source>
        <translation>命令：</translation>
    </message>
    <message>
        <source>The report %1 could not be written.</source>
        <translation>无法写入报告 %1。</translation>
    </message>
    <message>
        <source>Stopped; nothing was written.</source>
        <translation>已停止；未写入任何内容。</translation>
    </message>
    <message>
        <source>the command ended with exit code %1</source>
        <translation>命令以退出码 %1 结束</translation>
    </message>
    <message>
        <source>cut: only the first %1 bytes are here</source>
        <translation>已截断：仅保留前 %1 字节</translation>
    </message>
    <message>
        <source>Passwords, keys and tokens were taken out where they are known by what stands before them or by their shape; places: %1. Look through it before you give it away: a secret that looks like any other word is not known as one.</source>
        <translation>口令、密钥和令牌凡可由其前文或形式识别者均已去除；处数：%1。交给他人前请先查看：与普通词无异的机密无法识别。</translation>
    </message>
    <message>
        <source>Addresses, and the names of hosts and users that are the deployment&apos;s or have the shape of one, stand as address-1, host-1, user-1, the same word for the same one; different ones: %1. Look through it for others.</source>
        <translation>地址以及本部署的（或形如主机名、用户名的）主机与用户名以 address-1、host-1、user-1 代替，同一名称用同一代号；共 %1 个。请自行检查是否还有其他名称。</translation>
    </message>
    <message>
        <source>What users asked, and what they were answered, stays where an engine&apos;s log has it.</source>
        <translation>引擎日志中记录的用户提问与回答会原样保留。</translation>
    </message>
    <message>
        <source>folders that are symbolic links were not looked into: %1</source>
        <translation>以下目录是符号链接，未查看其中内容：%1</translation>
    </message>
    <message>
        <source>%1 was not asked again: %2</source>
        <translation>未再次执行 %1：%2</translation>
    </message>
</context>
<context>
    <name>Capacity</name>
    <message>
        <source>HBM per card is unknown: not every node has told it (npu-smi info).</source>
        <translation>单卡显存未知：并非每个节点都已上报（npu-smi info）。</translation>
    </message>
    <message>
        <source>The size of the weights is unknown: their folder could not be read.</source>
        <translation>权重大小未知：无法读取其目录。</translation>
    </message>
    <message>
        <source>It does not fit: the weights alone take %1 of %2 usable on each card.</source>
        <translation>放不下：仅权重就占用每张卡可用 %2 中的 %1。</translation>
    </message>
    <message>
        <source>The deployment has no nodes.</source>
        <translation>部署中没有节点。</translation>
    </message>
    <message>
        <source>HBM: %1 per card (the smallest of %2), of which %3 (%4) = %5 for weights, KV cache and workspace.</source>
        <translation>显存：每卡 %1（%2 卡中最小），其中 %3（%4）= %5 用于权重、KV Cache 与工作区。</translation>
    </message>
    <message>
        <source>Concurrency: at most %1 requests of the full length %2 at once (%3 %4 per group).</source>
        <translation>并发：最多同时处理 %1 个长度为 %2 的请求（每组 %3 为 %4）。</translation>
    </message>
    <message>
        <source>How much memory the program in this image takes is not known here.</source>
        <translation>本程序不了解该镜像中的程序需要多少显存。</translation>
    </message>
    <message>
        <source>Weights: %1 in files over %2 cards: at least %3 per card</source>
        <translation>权重：文件共 %1，分布于 %2 卡：每卡至少 %3</translation>
    </message>
    <message>
        <source>%1 (the parts of a %2 are not worked out here, so what is held several times is not counted).</source>
        <translation>%1（本程序未分解 %2 的各部分，重复存放的部分未计入）。</translation>
    </message>
    <message>
        <source>%1 (config.json of the weights is unknown, so what is held several times is not counted).</source>
        <translation>%1（权重的 config.json 未知，重复存放的部分未计入）。</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <comment>parts of a model</comment>
        <translation>词嵌入</translation>
    </message>
    <message>
        <source>Output head (lm_head)</source>
        <translation>输出层（lm_head）</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Attention&apos;s latent projections</source>
        <translation>注意力的隐向量投影</translation>
    </message>
    <message>
        <source>Indexer of the sparse attention</source>
        <translation>稀疏注意力索引器</translation>
    </message>
    <message>
        <source>Dense layers&apos; MLP</source>
        <translation>稠密层 MLP</translation>
    </message>
    <message>
        <source>Routed experts</source>
        <translation>路由专家</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>路由器（gate）</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>归一化层</translation>
    </message>
    <message>
        <source>Joining projection</source>
        <translation>拼接投影</translation>
    </message>
    <message>
        <source>MTP layer: %1</source>
        <comment>the layer that guesses tokens ahead; one of its parts</comment>
        <translation>MTP 层：%1</translation>
    </message>
    <message>
        <source>%1 B parameters</source>
        <comment>billions</comment>
        <translation>%1 B 参数</translation>
    </message>
    <message>
        <source>%1 M parameters</source>
        <comment>millions</comment>
        <translation>%1 M 参数</translation>
    </message>
    <message>
        <source>over all %1 cards</source>
        <translation>分布于全部 %1 张卡</translation>
    </message>
    <message>
        <source>over tp %1</source>
        <translation>按 tp %1 切分</translation>
    </message>
    <message>
        <source>on every card</source>
        <translation>每卡一份</translation>
    </message>
    <message>
        <source>%1: %2 = %3 × %4 bytes, %5: %6 per card.</source>
        <comment>part; formula; parameters; bytes of each; how spread; bytes</comment>
        <translation>%1：%2 = %3 × %4 字节，%5：每卡 %6。</translation>
    </message>
    <message>
        <source>Weights: about %1 per card.</source>
        <translation>权重：每卡约 %1。</translation>
    </message>
    <message>
        <source>The MTP layer (%1) is not loaded: no token is guessed ahead.</source>
        <translation>未启用 Token 预测，不加载 MTP 层（%1）。</translation>
    </message>
    <message>
        <source>Model: %1 by its config.json, and %2 in its MTP layer (%3).</source>
        <translation>模型：按其 config.json 为 %1，另有 MTP 层 %2（%3）。</translation>
    </message>
    <message>
        <source>Model: %1 by its config.json (%2).</source>
        <translation>模型：按其 config.json 为 %1（%2）。</translation>
    </message>
    <message>
        <source>Files: %1; counted with %2 bytes for a quantized value and 2 for others: %3. Each part is taken %4 times, so that the sum is that of the files.</source>
        <translation>文件：%1；量化值按 %2 字节、其余按 2 字节计为 %3。各部分乘以 %4，使总和与文件一致。</translation>
    </message>
    <message>
        <source>The weights&apos; files hold %1, the model of their config.json would take %2 as %3: they may be quantized in another way, or be of another model.</source>
        <translation>权重文件共 %1，而其 config.json 的模型按 %3 应为 %2：量化方式可能不同，或者是另一个模型的权重。</translation>
    </message>
    <message>
        <source>(%1 + %2 MTP) layers</source>
        <translation>（%1 + %2 MTP）层</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <comment>of a model</comment>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 is %2, but the config.json of the weights has no MTP layer (num_nextn_predict_layers).</source>
        <translation>%1 为 %2，但权重的 config.json 中没有 MTP 层（num_nextn_predict_layers）。</translation>
    </message>
    <message>
        <source>HCCL: at least %1 per card (2 × HCCL_BUFFSIZE, for one communicator), more than that share leaves; %2 is left for weights, KV cache and workspace.</source>
        <translation>HCCL：每卡至少 %1（2 × HCCL_BUFFSIZE，按一个通信域计），超过该比例之外的剩余；权重、KV Cache 与 workspace 剩余 %2。</translation>
    </message>
    <message>
        <source>The size of the weights is unknown: the facts do not tell of them. Where the nodes can be asked, run plan without --facts.</source>
        <translation>权重大小未知：节点信息文件中没有权重信息。若能访问节点，请不带 --facts 运行 plan。</translation>
    </message>
    <message>
        <source>KV cache per token is unknown: it follows from config.json of the weights, of which the facts do not tell either.</source>
        <translation>每 Token 的 KV Cache 未知：它由权重的 config.json 得出，节点信息文件中也没有该信息。</translation>
    </message>
    <message>
        <source>%1 is %2, the model has %3 (max_position_embeddings): %4 starts, and warns that answers beyond that may be wrong. Set %1 to at most %3.</source>
        <translation>%1 为 %2，模型支持 %3（max_position_embeddings）：%4 可以启动，但会警告超出部分的回答可能不准确。请将 %1 设为不超过 %3。</translation>
    </message>
    <message>
        <source>It does not fit: HCCL takes at least %1 of the %2 of each card, which leaves no room beside the weights.</source>
        <translation>放不下：每卡 %2 中 HCCL 至少占用 %1，除权重外没有剩余空间。</translation>
    </message>
    <message>
        <source>Lower HCCL_BUFFSIZE (hcclBuffSize).</source>
        <translation>请调小 HCCL_BUFFSIZE（hcclBuffSize）。</translation>
    </message>
    <message>
        <source>Use more cards, or weights that take less.</source>
        <translation>请使用更多 NPU，或占用更小的权重。</translation>
    </message>
    <message>
        <source>Raise %1, or use more cards.</source>
        <comment>a setting</comment>
        <translation>请调大 %1，或使用更多 NPU。</translation>
    </message>
    <message>
        <source>It does not fit: not one request of the full length has room.</source>
        <translation>放不下：连一个最大长度的请求都容纳不了。</translation>
    </message>
    <message>
        <source>Lower %1 or use more cards.</source>
        <translation>请调小 %1，或使用更多 NPU。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>It does not start: %1 asks for %2 tokens, the model has %3 (max_position_embeddings), and %4 refuses more.</source>
        <translation>无法启动：%1 要求 %2 个 Token，模型只有 %3（max_position_embeddings），%4 拒绝更长的设置。</translation>
    </message>
    <message>
        <source>Set %1 to at most %2.</source>
        <translation>请将 %1 设为不超过 %2。</translation>
    </message>
    <message>
        <source>Lower %1, raise %2, or use more cards.</source>
        <comment>settings</comment>
        <translation>调低 %1、调高 %2，或使用更多卡。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a group of cards; a sentence</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>HBM: %1 per card (the smallest of %2), of which the driver leaves a program %3 (vllm-ascend issue 8621); of that %4 (%5) = %6 for weights, KV cache and workspace.</source>
        <translation>显存：每卡 %1（%2 卡中最小），驱动留给程序的是 %3（vllm-ascend issue 8621），其中 %4（%5）= %6 用于权重、KV Cache 与工作区。</translation>
    </message>
    <message>
        <source>%1 %2 asks for %3 of each card (the driver leaves a program %4 of it)</source>
        <comment>a setting; its value</comment>
        <translation>%1 为 %2，即每张卡需要 %3（驱动留给程序的是 %4）</translation>
    </message>
    <message>
        <source>%1 %2 asks for %3 of each card</source>
        <comment>a setting; its value</comment>
        <translation>%1 为 %2，即每张卡需要 %3</translation>
    </message>
    <message>
        <source>%1, but on %2 a card has %3 free. If that is not this service itself, it stops at start (&quot;Free memory on device … is less than desired GPU memory utilization&quot;): lower %4, or end what holds the memory (npu-smi info).</source>
        <translation>%1，但 %2 上有一张卡只剩 %3 空闲。若占用显存的不是本服务自身，服务启动时会退出（“Free memory on device … is less than desired GPU memory utilization”）：请调低 %4，或结束占用显存的进程（npu-smi info）。</translation>
    </message>
    <message>
        <source>over %1 cards (%2)</source>
        <comment>a number; what says so in the command</comment>
        <translation>按 %1 卡切分（%2）</translation>
    </message>
    <message>
        <source>%1 is %2: what that spreads further is not worked out here, so the weights take less than this.</source>
        <translation>%1 为 %2：此处未计入由此进一步切分的部分，权重实际占用更少。</translation>
    </message>
    <message>
        <source>KV cache: 2 (K and V) × %1 KV heads (num_key_value_heads %2 over tp %3, at least one) × head_dim %4 × %5 bytes × %6 = %7 bytes per token on every card (GQA, arXiv:2305.13245).</source>
        <translation>KV Cache：2（K 和 V）× %1 个 KV 头（num_key_value_heads %2 按 tp %3 切分，至少一个）× head_dim %4 × %5 字节 × %6 = 每张卡上每个 Token %7 字节（GQA，arXiv:2305.13245）。</translation>
    </message>
    <message>
        <source>KV cache: (kv_lora_rank %1 + qk_rope_head_dim %2 + index_head_dim %3) × %4 bytes × %5 = %6 bytes per token on every card (MLA, arXiv:2405.04434 §2.1; one latent for all heads, so tp does not divide it).</source>
        <translation>KV Cache：（kv_lora_rank %1 + qk_rope_head_dim %2 + index_head_dim %3）× %4 字节 × %5 = 每张卡上每个 Token %6 字节（MLA，arXiv:2405.04434 §2.1；所有头共用一个潜向量，tp 不切分它）。</translation>
    </message>
    <message>
        <source>KV cache: (kv_lora_rank %1 + qk_rope_head_dim %2) × %3 bytes × %4 = %5 bytes per token on every card (MLA, arXiv:2405.04434 §2.1; one latent for all heads, so tp does not divide it).</source>
        <translation>KV Cache：（kv_lora_rank %1 + qk_rope_head_dim %2）× %3 字节 × %4 = 每张卡上每个 Token %5 字节（MLA，arXiv:2405.04434 §2.1；所有头共用一个潜向量，tp 不切分它）。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no NAME=VALUE.</source>
        <translation>“%1”不是 NAME=VALUE 的形式。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is none of %2.</source>
        <translation>“%1”不在 %2 之中。</translation>
    </message>
    <message>
        <source>kv is 1 or 2: the bytes of a value of the KV cache.</source>
        <translation>kv 只能是 1 或 2：KV Cache中一个值占的字节数。</translation>
    </message>
    <message>
        <source>hbm is the memory of a card in GiB, from 1 to 4096.</source>
        <translation>hbm 是一张卡的显存，单位 GiB，取 1 到 4096。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is no number.</source>
        <translation>%1：“%2”不是数字。</translation>
    </message>
    <message>
        <source>The weights are counted from config.json alone: their files were not looked at.</source>
        <translation>权重只按 config.json 计算：没有查看权重文件。</translation>
    </message>
    <message>
        <source>KV cache per token is unknown: models of the type %1 (model_type in config.json of the weights) are not worked out here.</source>
        <translation>每 Token 的 KV Cache 未知：本程序未对 %1 类型的模型（权重 config.json 中的 model_type）作计算。</translation>
    </message>
    <message>
        <source>KV cache per token is unknown: config.json of the weights is missing, or does not tell the family of the model.</source>
        <translation>每 Token 的 KV Cache 未知：缺少权重的 config.json，或其中没有说明模型系列。</translation>
    </message>
    <message>
        <source>%1, but on %2 a card that nobody uses has %3 free: the engine stops at start (&quot;Free memory on device … is less than desired GPU memory utilization&quot;). Lower %4.</source>
        <translation>%1，但 %2 上有未被使用的 NPU 仅剩 %3 可用：推理引擎启动时会退出（&quot;Free memory on device … is less than desired GPU memory utilization&quot;）。请调低 %4。</translation>
    </message>
    <message>
        <source>KV cache per token is unknown: config.json of the weights says that it is a %1, but one of the sizes that it then has (hidden_size, num_hidden_layers, num_attention_heads, vocab_size, intermediate_size, …) is missing or none that can be.</source>
        <translation>无法得知每个 Token 的 KV Cache：权重的 config.json 表明模型类型为 %1，但其所需的尺寸（hidden_size、num_hidden_layers、num_attention_heads、vocab_size、intermediate_size 等）有缺失或取值不可能。</translation>
    </message>
    <message>
        <source>Embeddings of places</source>
        <translation>位置嵌入</translation>
    </message>
    <message>
        <source>What sees images</source>
        <translation>视觉部分</translation>
    </message>
    <message>
        <source>It does not start: the model&apos;s %1 KV heads (num_key_value_heads) cannot be divided among the %2 cards of %3.</source>
        <translation>无法启动：模型的 %1 个 KV head（num_key_value_heads）无法分配到 %3 的 %2 张卡上。</translation>
    </message>
    <message>
        <source>It does not start: the model&apos;s %1 attention heads (num_attention_heads) cannot be divided among the %2 cards of %3.</source>
        <translation>无法启动：模型的 %1 个注意力头（num_attention_heads）无法平均分配到 %3 的 %2 张卡上。</translation>
    </message>
    <message>
        <source>Take a %1 that divides them.</source>
        <translation>请选择能整除的 %1。</translation>
    </message>
    <message>
        <source>Room: %1 per card beside the weights, at most %2 tokens with data parallel %3; the workspace, whose size is not documented, comes off this.</source>
        <translation>余量：除权重外单卡 %1，数据并行为 %3 时最多 %2 个 Token；还需扣除工作空间（其大小无文档说明）。</translation>
    </message>
    <message>
        <source>dp shares %1 cards with tp; it must divide them.</source>
        <translation>dp 与 tp 共用 %1 张卡，dp 必须能整除该数。</translation>
    </message>
    <message>
        <source>dp %1 × tp %2 is not the %3 cards that they share.</source>
        <translation>dp %1 × tp %2 不等于二者共用的 %3 张卡。</translation>
    </message>
    <message>
        <source>A quantized value takes %1 bytes, as config.json says.</source>
        <translation>量化后的每个值占 %1 字节（由 config.json 指明）。</translation>
    </message>
    <message>
        <source>A value takes %1 bytes, as %2 has it; how many its own quantization (%3, in config.json) takes is not worked out here.</source>
        <translation>每个值按 %2 占 %1 字节；config.json 中其自身的量化方式（%3）占多少字节，这里无法推算。</translation>
    </message>
    <message>
        <source>A value takes %1 bytes: %2, by the recipe or as asked for; config.json is not asked, or names no quantization.</source>
        <translation>每个值占 %1 字节：%2，由方案决定或按要求设定；未采用 config.json，或其中未指明量化方式。</translation>
    </message>
    <message>
        <source>The weights are not counted: it takes the config.json of a model whose parts are known here.</source>
        <translation>未计算权重：需要一个其结构可在此推算的模型的 config.json。</translation>
    </message>
    <message>
        <source>A quantized value takes %1 bytes with its part of the scales, as config.json says.</source>
        <translation>按 config.json，量化后每个值连同其分摊的缩放系数占 %1 字节。</translation>
    </message>
    <message>
        <source>By config.json %1 of layers that could be quantized are not; they take 2 bytes each (%2).</source>
        <comment>653.91 B parameters; names of modules</comment>
        <translation>按 config.json，可量化的层中有 %1 未量化，每个值占 2 字节（%2）。</translation>
    </message>
    <message>
        <source>config.json&apos;s quantization_config names %1; no part that is counted here is called so, and nothing was made of it.</source>
        <comment>names of modules</comment>
        <translation>config.json 的 quantization_config 中列有 %1；此处计算的各部分均无此名称，因此未据此调整。</translation>
    </message>
    <message>
        <source>The other %1 layers keep the last %2 tokens of a request (sliding_window), at least %3 on every card for each request; with --disable-hybrid-kv-cache-manager they keep all of them.</source>
        <translation>其余 %1 层只保留每个请求最后 %2 个 Token（sliding_window），每个请求在每张卡上至少占 %3；若指定 --disable-hybrid-kv-cache-manager，则保留全部 Token。</translation>
    </message>
    <message>
        <source>%1 of %2 layers see the last %3 tokens only (sliding_window). That was not counted: it is not known that the engine keeps less for them, so there may be room for more than is said here.</source>
        <translation>%2 层中有 %1 层只关注最后 %3 个 Token（sliding_window）。此处未计入：不清楚引擎是否会为这些层少保留缓存，因此实际容量可能大于此处所列。</translation>
    </message>
    <message>
        <source>Room: %1 per card beside the weights, %2 tokens with data parallel %3 if every layer keeps all of them; the workspace, whose size is not documented, comes off this.</source>
        <translation>剩余空间：除权重外每卡 %1；若每层都保留全部 Token，数据并行 %3 时可容纳 %2 个 Token；工作区大小无文档说明，还要从中扣除。</translation>
    </message>
    <message>
        <source>Concurrency: %1 requests of the full length %2 at once, counted so (%3 %4 per group).</source>
        <translation>并发：按此计算，可同时处理 %1 个长度为 %2 的请求（每组 %3 %4）。</translation>
    </message>
    <message>
        <source>A quantized value takes %1 bytes: %2, as the name of the weights&apos; folder says; their config.json names no quantization, as that of ModelSlim&apos;s weights need not.</source>
        <translation>每个量化值占 %1 字节：%2，依据权重目录的名称；其 config.json 未指明量化方式，ModelSlim 权重的 config.json 可以如此。</translation>
    </message>
    <message>
        <source>A value takes %1 bytes: config.json names no quantization. The recipe is for %2; where these are such weights of ModelSlim, choose %2 for them (--if quantization=%2).</source>
        <translation>每个值占 %1 字节：config.json 未指明量化方式。方案适用于 %2；若确为 ModelSlim 量化的此类权重，请为其选择 %2（--if quantization=%2）。</translation>
    </message>
    <message>
        <source>The size of the weights is unknown: their config.json was read, but no *.safetensors beside it, nor an index of them that says their size.</source>
        <translation>权重大小未知：已读取其 config.json，但旁边既没有读到 *.safetensors 文件，也没有给出大小的索引文件。</translation>
    </message>
    <message>
        <source>As %1 it does not fit; as %2, which the recipe is for, the weights take %3 of %4 usable on each card. Their config.json does not tell which they are.</source>
        <comment>BF16; W8A8; bytes; bytes</comment>
        <translation>按 %1 放不下；按方案适用的 %2，权重每卡占用 %3（每卡可用 %4）。config.json 未说明权重属于哪一种。</translation>
    </message>
</context>
<context>
    <name>ChangedBar</name>
    <message>
        <source>Open what is there</source>
        <translation>打开磁盘上的内容</translation>
    </message>
    <message>
        <source>What was changed here and not saved is lost.</source>
        <translation>此处未保存的更改将丢失。</translation>
    </message>
    <message>
        <source>Save over it</source>
        <translation>覆盖保存</translation>
    </message>
    <message>
        <source>What the other program changed is lost.</source>
        <translation>其他程序所做的修改将丢失。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Not saved: another program has changed %1 since it was opened here. Opening what is there gives up what was changed here, saving over it what was changed there.</source>
        <translation>未保存：%1 在此打开后已被其他程序更改。打开现有内容将放弃此处的更改，覆盖保存将放弃对方的更改。</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
</context>
<context>
    <name>ChartCard</name>
    <message>
        <source>%1 in %2</source>
        <comment>title, unit</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>ChartExport</name>
    <message>
        <source>%1 to %2</source>
        <comment>two times</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>simulated cluster, no hardware</source>
        <translation>仿真集群，无真实硬件</translation>
    </message>
</context>
<context>
    <name>ChartNotes</name>
    <message>
        <source>The deployment began</source>
        <translation>部署开始</translation>
    </message>
    <message>
        <source>Deployed</source>
        <translation>部署完成</translation>
    </message>
    <message>
        <source>The deployment failed</source>
        <translation>部署失败</translation>
    </message>
    <message>
        <source>The deployment was stopped</source>
        <translation>部署已停止</translation>
    </message>
    <message>
        <source>Undo began</source>
        <translation>撤销开始</translation>
    </message>
    <message>
        <source>The deployment was undone</source>
        <translation>部署已撤销</translation>
    </message>
    <message>
        <source>Undo failed</source>
        <translation>撤销失败</translation>
    </message>
    <message>
        <source>Undo was stopped</source>
        <translation>撤销已停止</translation>
    </message>
    <message>
        <source>The installation of a driver began</source>
        <translation>驱动安装开始</translation>
    </message>
    <message>
        <source>The driver was installed</source>
        <translation>驱动已安装</translation>
    </message>
    <message>
        <source>The installation of a driver failed</source>
        <translation>驱动安装失败</translation>
    </message>
    <message>
        <source>The installation of a driver was stopped</source>
        <translation>驱动安装已停止</translation>
    </message>
    <message>
        <source>Note at %1…</source>
        <comment>a moment</comment>
        <translation>在 %1 添加备注…</translation>
    </message>
    <message>
        <source>Remove a note</source>
        <translation>删除备注</translation>
    </message>
    <message>
        <source>The last note is not kept: %1</source>
        <translation>最近一条备注未能保存：%1</translation>
    </message>
    <message>
        <source>A note at %1, as a mark in all charts</source>
        <comment>a moment</comment>
        <translation>%1 的备注，将标记在所有图表中</translation>
    </message>
    <message>
        <source>Add</source>
        <comment>a button: the note</comment>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>验证通过</translation>
    </message>
    <message>
        <source>The verification failed</source>
        <translation>验证失败</translation>
    </message>
    <message>
        <source>The verification was stopped</source>
        <translation>验证已中止</translation>
    </message>
    <message>
        <source>A stop of the service began</source>
        <translation>开始停止服务</translation>
    </message>
    <message>
        <source>The service was stopped</source>
        <translation>服务已停止</translation>
    </message>
    <message>
        <source>A stop of the service failed</source>
        <translation>停止服务失败</translation>
    </message>
    <message>
        <source>A stop of the service was broken off</source>
        <translation>停止服务被中断</translation>
    </message>
</context>
<context>
    <name>ChatBackends</name>
    <message>
        <source>%1 does not serve %2. It serves: %3.</source>
        <translation>%1 不提供 %2。可用模型：%3。</translation>
    </message>
    <message>
        <source>No recipe is chosen yet: it says which model is served, and where.</source>
        <translation>尚未选择部署方案：由部署方案确定提供哪个模型以及在何处提供。</translation>
    </message>
    <message>
        <source>the deployed endpoint</source>
        <translation>已部署的端点</translation>
    </message>
</context>
<context>
    <name>ChatFile</name>
    <message>
        <source>The file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>It does not hold a conversation.</source>
        <translation>其中没有对话。</translation>
    </message>
    <message>
        <source>It was written by a newer version of this program.</source>
        <translation>它由本程序的更新版本写入。</translation>
    </message>
    <message>
        <source>Message %1 in it is damaged.</source>
        <translation>其中第 %1 条消息已损坏。</translation>
    </message>
</context>
<context>
    <name>ChatKeeper</name>
    <message>
        <source>%1, which keeps the conversation, cannot be read (%2). This one is not kept.</source>
        <translation>保存对话的文件 %1 无法读取（%2），此窗口的对话不会保存。</translation>
    </message>
    <message>
        <source>It is too large.</source>
        <translation>文件过大。</translation>
    </message>
    <message>
        <source>The conversation in %1 cannot be read. %2 This one is not kept.</source>
        <translation>%1 中的对话无法读取。%2此窗口的对话不会保存。</translation>
    </message>
    <message>
        <source>The conversation in %1 cannot be read. %2 It was moved to %3.</source>
        <translation>%1 中的对话无法读取。%2文件已移至 %3。</translation>
    </message>
    <message>
        <source>%1 cannot be removed.</source>
        <translation>无法删除 %1。</translation>
    </message>
    <message>
        <source>The conversation is not being kept: %1 %2</source>
        <translation>对话没有保存：%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>The conversation is too long to be kept whole: its %n oldest messages are not there after a restart.</source>
        <translation>
            <numerusform>对话过长，无法全部保存：重新启动后最早的 %n 条消息将不在其中。</numerusform>
        </translation>
    </message>
    <message>
        <source>Another window of this program keeps its conversation in %1. This one is kept once that window has ended.</source>
        <translation>本程序的另一个窗口正将其对话保存在 %1 中。该窗口关闭后，此处的对话才会保存。</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Among the earlier conversations: bring this one back</source>
        <translation>以前的对话列表：取回此对话</translation>
    </message>
    <message>
        <source>Among the earlier conversations: remove this one</source>
        <translation>以前的对话列表：删除此对话</translation>
    </message>
    <message>
        <source>Earlier conversations</source>
        <translation>以前的对话</translation>
    </message>
    <message>
        <source>Enter brings one back, Delete removes it</source>
        <translation>Enter 取回，Delete 删除</translation>
    </message>
    <message>
        <source>No earlier conversations</source>
        <translation>没有以前的对话</translation>
    </message>
</context>
<context>
    <name>ChatModel</name>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>There is no model on this machine yet. Open a GGUF file, or deploy a model.</source>
        <translation>本机尚无模型。请打开 GGUF 文件，或部署一个模型。</translation>
    </message>
    <message>
        <source>Ask something. The answer is streamed, with its speed below it.</source>
        <translation>请提问。回答以流式显示，下方为其速度。</translation>
    </message>
    <message>
        <source>Open a model file…</source>
        <translation>打开模型文件…</translation>
    </message>
    <message>
        <source>%1 of %2 tokens of context</source>
        <translation>上下文已用 %1 / %2 个 Token</translation>
    </message>
    <message>
        <source>Open a model file</source>
        <translation>打开模型文件</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf)</source>
        <translation>GGUF 模型 (*.gguf)</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Forget this conversation</source>
        <translation>清除本次对话</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>The message was removed.</source>
        <translation>消息已移除。</translation>
    </message>
    <message>
        <source>With this message of %1 characters the conversation is longer than the context, whose size is not known. Shorten it, remove it, or ask without the earlier turns.</source>
        <translation>加上这条 %1 个字符的消息后，会话超出上下文（大小未知）。请缩短或移除该消息，或不带之前的对话重新提问。</translation>
    </message>
    <message>
        <source>This message has %1 characters, more than fit into the context of %2 tokens. Shorten it or remove it, or choose a model with a longer context.</source>
        <translation>该消息有 %1 个字符，超出 %2 个 Token 的上下文。请缩短或移除该消息，或选择上下文更长的模型。</translation>
    </message>
    <message>
        <source>This message has about %1 tokens (%2 characters), and the context holds %3. Shorten it or remove it, or choose a model with a longer context.</source>
        <translation>该消息约有 %1 个 Token（%2 个字符），上下文可容纳 %3 个。请缩短或移除该消息，或选择上下文更长的模型。</translation>
    </message>
    <message>
        <source>With this message the conversation has %1 tokens, and the context holds %2. Shorten it, remove it, or ask without the earlier turns.</source>
        <translation>加上该消息，会话共 %1 个 Token，上下文可容纳 %2 个。请缩短或移除该消息，或不带之前的对话重新提问。</translation>
    </message>
    <message>
        <source>at least %1 of %2 tokens of context</source>
        <translation>上下文至少已用 %1 / %2 个 Token</translation>
    </message>
    <message>
        <source>at least %1 tokens of context used; its size is not known</source>
        <translation>上下文至少已用 %1 个 Token；大小未知</translation>
    </message>
    <message>
        <source>%1 tokens of context used; its size is not known</source>
        <translation>上下文已用 %1 个 Token；大小未知</translation>
    </message>
    <message>
        <source>context of %1 tokens; how much is used is not known yet</source>
        <translation>上下文 %1 个 Token；已用多少尚不可知</translation>
    </message>
    <message>
        <source>size and use of the context are not known</source>
        <translation>上下文的大小和用量未知</translation>
    </message>
    <message>
        <source>The deployed endpoint at %1 is available. What is chosen above is another model.</source>
        <comment>an address</comment>
        <translation>已部署的端点 %1 可用。上方选择的是另一个模型。</translation>
    </message>
    <message>
        <source>Talk to the endpoint</source>
        <translation>与该端点对话</translation>
    </message>
    <message>
        <source>The conversation before this was cleared.</source>
        <translation>此前的对话已清空。</translation>
    </message>
    <message>
        <source>The message was put back into the field.</source>
        <translation>该消息已放回输入框。</translation>
    </message>
    <message>
        <source>The earlier conversation was removed.</source>
        <translation>已删除该对话。</translation>
    </message>
    <message>
        <source>Begin a new conversation and keep this one</source>
        <translation>开始新对话，并保留当前对话</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>New chat; this one goes to the earlier ones (%1)</source>
        <translation>新对话；当前对话放入以前的对话（%1）</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话列表</translation>
    </message>
    <message>
        <source>Earlier conversations</source>
        <translation>以前的对话</translation>
    </message>
    <message>
        <source>The last conversation here was with %1, which cannot be had now. What is chosen above is another model.</source>
        <comment>a model, an address or the deployed endpoint</comment>
        <translation>上次在此对话使用的是 %1，现在无法使用。上方选择的是另一个模型。</translation>
    </message>
    <message>
        <source>The window that kept its conversation has ended: it is among the earlier conversations, and this one is kept now.</source>
        <translation>此前保存对话的窗口已关闭：其对话已归入以前的对话，此处的对话现已开始保存。</translation>
    </message>
</context>
<context>
    <name>ChatShelf</name>
    <message>
        <source>%1, where the earlier conversations are, cannot be read.</source>
        <translation>存放以前对话的 %1 无法读取。</translation>
    </message>
    <message>
        <source>It is not there any more; another window of this program may have it.</source>
        <translation>它已不在那里，可能已在本程序的另一个窗口中打开。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is too large.</source>
        <translation>%1 过大。</translation>
    </message>
    <message>
        <source>%1 cannot be removed: %2.</source>
        <translation>%1 无法删除：%2。</translation>
    </message>
</context>
<context>
    <name>ChatStream</name>
    <message>
        <source>A piece of the answer</source>
        <translation>回答的片段</translation>
    </message>
    <message>
        <source>The model ended the answer with an error.</source>
        <translation>模型以错误结束了回答。</translation>
    </message>
</context>
<context>
    <name>Checks</name>
    <message>
        <source>not asked, it depends on %1: %2</source>
        <translation>未查询，依赖于 %1：%2</translation>
    </message>
    <message>
        <source>There is no way to reach %1.</source>
        <translation>无法访问 %1。</translation>
    </message>
    <message>
        <source>it takes two nodes that answer</source>
        <translation>需要两个可应答的节点</translation>
    </message>
    <message>
        <source>it takes the clocks of two nodes</source>
        <translation>需要两个节点的时钟</translation>
    </message>
    <message>
        <source>the clocks of %1 and %2 are %3 apart (half of each round trip taken off, known to %4 s)</source>
        <translation>%1 与 %2 的时钟相差 %3（已扣除往返时间的一半，精度 %4 s）</translation>
    </message>
    <message>
        <source>it takes the versions of two nodes</source>
        <translation>需要两个节点的版本</translation>
    </message>
    <message>
        <source>differ</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>the nodes have different drivers: %1</source>
        <translation>各节点驱动版本不同：%1</translation>
    </message>
    <message>
        <source>the nodes have different firmware: %1</source>
        <translation>各节点固件版本不同：%1</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>driver %1 on every node that tells</source>
        <translation>已获知的节点驱动均为 %1</translation>
    </message>
    <message>
        <source>driver %1 and firmware %2 on every node that tells</source>
        <translation>已获知的节点驱动均为 %1，固件均为 %2</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>the TLS switch differs between the nodes: %1</source>
        <translation>各节点的 TLS 开关不一致：%1</translation>
    </message>
    <message>
        <source>a node&apos;s own devices differ already</source>
        <translation>某节点自身的设备之间已不一致</translation>
    </message>
    <message>
        <source>it takes the switches of two nodes</source>
        <translation>需要两个节点的开关状态</translation>
    </message>
    <message>
        <source>the TLS switch is %1 on all devices of all nodes</source>
        <translation>所有节点所有设备的 TLS 开关均为%1</translation>
    </message>
    <message>
        <source>%1 device %2</source>
        <translation>%1 设备 %2</translation>
    </message>
    <message>
        <source>it takes the cards&apos; addresses of two nodes</source>
        <translation>需要两个节点的网卡地址</translation>
    </message>
    <message>
        <source>%1 unique</source>
        <translation>%1 个唯一</translation>
    </message>
    <message>
        <source>none of the cards&apos; addresses is used on two nodes</source>
        <translation>没有网卡地址在两个节点上重复使用</translation>
    </message>
    <message>
        <source>%1 twice</source>
        <translation>%1 重复</translation>
    </message>
    <message>
        <source>an address is used on two nodes: %1</source>
        <translation>有地址在两个节点上重复使用：%1</translation>
    </message>
    <message>
        <source>%1 and %2 differ in %3</source>
        <translation>%1 与 %2 的 %3 不同</translation>
    </message>
    <message>
        <source>it takes the weights of two nodes</source>
        <translation>需要两个节点的权重</translation>
    </message>
    <message>
        <source>the weights differ: %1 (%2)</source>
        <translation>权重不一致：%1（%2）</translation>
    </message>
    <message>
        <source>the weights are the same on every node that has them (%1)</source>
        <translation>各节点上的权重一致（%1）</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>local</source>
        <translation>本地</translation>
    </message>
    <message>
        <source>runs its commands on this computer</source>
        <translation>在本机上执行命令</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>answers at %1</source>
        <translation>在 %1 可应答</translation>
    </message>
    <message>
        <source>commands run on this computer, no SSH host key is involved</source>
        <translation>命令在本机执行，不涉及 SSH 主机密钥</translation>
    </message>
    <message>
        <source>known</source>
        <translation>已知</translation>
    </message>
    <message>
        <source>its host key is the one in known_hosts</source>
        <translation>主机密钥与 known_hosts 中的一致</translation>
    </message>
    <message>
        <source>commands run on this computer, not over SSH</source>
        <translation>命令在本机执行，不经过 SSH</translation>
    </message>
    <message>
        <source>there is no other node</source>
        <translation>没有其他节点</translation>
    </message>
    <message>
        <source>there is no ssh client on it</source>
        <translation>没有 ssh 客户端</translation>
    </message>
    <message>
        <source>no other node is reachable</source>
        <translation>其他节点均不可达</translation>
    </message>
    <message>
        <source>logs in to the other nodes without a password</source>
        <translation>可免密登录其他节点</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>cannot log in to %1 without a password; MindIE does not need it, some guides ask for it</source>
        <translation>无法免密登录 %1；MindIE 不需要免密，但部分指南有此要求</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>Start it with `systemctl start docker`; if it runs, see whether this user may use it (`id`, group docker).</source>
        <translation>请用 `systemctl start docker` 启动；若已运行，请确认当前用户有权使用（`id`，docker 组）。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>podman %1 runs without root: it cannot hand NPU devices to a privileged container</source>
        <translation>podman %1 以非 root 运行：无法将 NPU 设备交给特权容器</translation>
    </message>
    <message>
        <source>Log in as root, or let root&apos;s podman run the container (`sudo podman`).</source>
        <translation>请以 root 登录，或使用 root 的 podman 运行容器（`sudo podman`）。</translation>
    </message>
    <message>
        <source>containers are run by podman %1; what is generated is written for it</source>
        <translation>容器由 podman %1 运行；生成的内容按其编写</translation>
    </message>
    <message>
        <source>containers are run by docker %1</source>
        <translation>容器由 docker %1 运行</translation>
    </message>
    <message>
        <source>the deployment names no image</source>
        <translation>部署未指定镜像</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>there is no image %1</source>
        <translation>没有镜像 %1</translation>
    </message>
    <message>
        <source>present</source>
        <translation>存在</translation>
    </message>
    <message>
        <source>has the image %1</source>
        <translation>已有镜像 %1</translation>
    </message>
    <message>
        <source>the engine does not tell the image&apos;s architecture</source>
        <translation>引擎未给出镜像架构</translation>
    </message>
    <message>
        <source>the image is built for %1, as the machine is</source>
        <translation>镜像架构为 %1，与机器一致</translation>
    </message>
    <message>
        <source>the image is built for %1, the machine is %2: its programs cannot run here</source>
        <translation>镜像架构为 %1，机器为 %2：其程序无法在此运行</translation>
    </message>
    <message>
        <source>the deployment names no container</source>
        <translation>部署未指定容器</translation>
    </message>
    <message>
        <source>free</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>no container is called %1</source>
        <translation>没有名为 %1 的容器</translation>
    </message>
    <message>
        <source>exists</source>
        <translation>已存在</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>已占用</translation>
    </message>
    <message>
        <source>npu-smi did not answer in %1 s; the driver may hang</source>
        <translation>npu-smi 在 %1 s 内无应答；驱动可能已挂起</translation>
    </message>
    <message>
        <source>npu-smi answers, but not in a layout that is known: %1</source>
        <translation>npu-smi 有应答，但格式未知：%1</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warns</source>
        <translation>有告警</translation>
    </message>
    <message>
        <source>npu-smi says: %1</source>
        <translation>npu-smi 提示：%1</translation>
    </message>
    <message>
        <source>npu-smi answered only after %1 s; the driver may be busy or about to hang</source>
        <translation>npu-smi 在 %1 s 后才应答；驱动可能繁忙或即将挂起</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>npu-smi %1 answers</source>
        <translation>npu-smi %1 应答正常</translation>
    </message>
    <message>
        <source>driver %1 is installed, but %2 is loaded</source>
        <translation>已安装驱动 %1，但加载的是 %2</translation>
    </message>
    <message>
        <source>Restart the node (`reboot`) so that the installed driver is loaded.</source>
        <translation>请重启节点（`reboot`）以加载已安装的驱动。</translation>
    </message>
    <message>
        <source>driver %1 (%2)</source>
        <translation>驱动 %1（%2）</translation>
    </message>
    <message>
        <source>firmware %1 (%2)</source>
        <translation>固件 %1（%2）</translation>
    </message>
    <message>
        <source>driver %1 with firmware %2</source>
        <translation>驱动 %1 与固件 %2</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>配套</translation>
    </message>
    <message>
        <source>%1 is a known pair (%2)</source>
        <translation>%1 为已知配套（%2）</translation>
    </message>
    <message>
        <source>%1 is not a pair: this driver was published with firmware %2 (%3)</source>
        <translation>%1 不配套：该驱动配套发布的固件为 %2（%3）</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>mismatch</source>
        <translation>不配套</translation>
    </message>
    <message>
        <source>%1: the driver names firmware %2 as compatible</source>
        <translation>%1：驱动声明兼容的固件为 %2</translation>
    </message>
    <message>
        <source>not listed</source>
        <translation>未收录</translation>
    </message>
    <message>
        <source>%1 is not in the table of known pairs; the driver&apos;s own range %2 holds it</source>
        <translation>%1 不在已知配套表中；在驱动自身声明的范围 %2 内</translation>
    </message>
    <message>
        <source>%1 is not in the table of known pairs</source>
        <translation>%1 不在已知配套表中</translation>
    </message>
    <message>
        <source>/etc/os-release names no system; the kernel is %1</source>
        <translation>/etc/os-release 未给出系统名称；内核为 %1</translation>
    </message>
    <message>
        <source>runs %1, kernel %2</source>
        <translation>操作系统 %1，内核 %2</translation>
    </message>
    <message>
        <source>is a %1 machine</source>
        <translation>架构为 %1</translation>
    </message>
    <message>
        <source>is a %1 machine; drivers and images exist for aarch64 and x86_64 only</source>
        <translation>架构为 %1；驱动和镜像仅提供 aarch64 和 x86_64</translation>
    </message>
    <message>
        <source>its clock differs from this computer&apos;s by %1 (known to %2 s)</source>
        <translation>时钟与本机相差 %1（精度 %2 s）</translation>
    </message>
    <message>
        <source>has %1 of memory</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>has %1 of memory; how much is needed follows from the weights, which were not found</source>
        <translation>内存 %1；所需大小取决于权重，但未找到权重</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>allows %1 open files and %2 KiB of locked memory</source>
        <translation>允许打开 %1 个文件，锁定内存 %2 KiB</translation>
    </message>
    <message>
        <source>nothing listens on the service&apos;s ports or on %1-%2</source>
        <translation>服务端口及 %1-%2 均无程序监听</translation>
    </message>
    <message>
        <source>something listens already on %1</source>
        <translation>%1 已有程序监听</translation>
    </message>
    <message>
        <source>it is not known which devices there are</source>
        <translation>设备列表未知</translation>
    </message>
    <message>
        <source>hccn_tool gave no answer</source>
        <translation>hccn_tool 无应答</translation>
    </message>
    <message>
        <source>hccn_tool is neither on the PATH nor in /usr/local/Ascend/driver/tools</source>
        <translation>hccn_tool 不在 PATH 中，也不在 /usr/local/Ascend/driver/tools 中</translation>
    </message>
    <message>
        <source>hccn_tool did not answer in time</source>
        <translation>hccn_tool 未及时应答</translation>
    </message>
    <message>
        <source>hccn_tool&apos;s answer cannot be read for device %1</source>
        <translation>无法解析 hccn_tool 对设备 %1 的应答</translation>
    </message>
    <message>
        <source>hccn_tool says nothing usable about device %1: %2</source>
        <translation>hccn_tool 未给出设备 %1 的有效信息：%2</translation>
    </message>
    <message>
        <source>%1 without</source>
        <translation>%1 个未设置</translation>
    </message>
    <message>
        <source>no address is set on device %1</source>
        <translation>设备 %1 未设置地址</translation>
    </message>
    <message>
        <source>twice</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>devices %1 share an address</source>
        <translation>设备 %1 使用了相同的地址</translation>
    </message>
    <message>
        <source>%1 set</source>
        <translation>已设置 %1 个</translation>
    </message>
    <message>
        <source>each of its %1 devices has an address of its own</source>
        <translation>%1 个设备均有各自的地址</translation>
    </message>
    <message>
        <source>%1 up, %2 down</source>
        <translation>%1 个 UP，%2 个 DOWN</translation>
    </message>
    <message>
        <source>the link of device %1 is down</source>
        <translation>设备 %1 的链路为 DOWN</translation>
    </message>
    <message>
        <source>%1 up</source>
        <translation>%1 个 UP</translation>
    </message>
    <message>
        <source>the links of all %1 devices are up</source>
        <translation>全部 %1 个设备的链路均为 UP</translation>
    </message>
    <message>
        <source>device %1: %2</source>
        <translation>设备 %1：%2</translation>
    </message>
    <message>
        <source>%1 bad</source>
        <translation>%1 个异常</translation>
    </message>
    <message>
        <source>the network probe fails: %1</source>
        <translation>网络探测失败：%1</translation>
    </message>
    <message>
        <source>%1 pending</source>
        <translation>%1 个待定</translation>
    </message>
    <message>
        <source>the network probe of device %1 has no result yet</source>
        <translation>设备 %1 的网络探测尚无结果</translation>
    </message>
    <message>
        <source>%1 well</source>
        <translation>%1 个正常</translation>
    </message>
    <message>
        <source>the network probe of all %1 devices is well</source>
        <translation>全部 %1 个设备的网络探测正常</translation>
    </message>
    <message>
        <source>the network probe of %1 devices is well; device %2 is left out, its link is down</source>
        <translation>%1 个设备的网络探测正常；设备 %2 链路为 DOWN，未计入</translation>
    </message>
    <message>
        <source>%1 outside</source>
        <translation>%1 个不在网段内</translation>
    </message>
    <message>
        <source>the gateway of device %1 is not in its own network</source>
        <translation>设备 %1 的网关不在其网段内</translation>
    </message>
    <message>
        <source>no gateway is set on device %1; cards of one network do not need it, others do</source>
        <translation>设备 %1 未设置网关；同一网段的网卡不需要，跨网段则需要</translation>
    </message>
    <message>
        <source>all %1 devices have a gateway in their own network</source>
        <translation>全部 %1 个设备的网关均在各自网段内</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>不统一</translation>
    </message>
    <message>
        <source>the TLS switch is on for device %1 and off for device %2; HCCL needs it equal everywhere</source>
        <translation>设备 %1 的 TLS 开关为开，设备 %2 为关；HCCL 要求所有设备一致</translation>
    </message>
    <message>
        <source>the TLS switch of all %1 devices is off</source>
        <translation>全部 %1 个设备的 TLS 开关为关</translation>
    </message>
    <message>
        <source>the TLS switch of all %1 devices is on</source>
        <translation>全部 %1 个设备的 TLS 开关为开</translation>
    </message>
    <message>
        <source>device %1 has %2, the file says %3</source>
        <translation>设备 %1 为 %2，文件中为 %3</translation>
    </message>
    <message>
        <source>no address</source>
        <translation>无地址</translation>
    </message>
    <message>
        <source>%1 differ</source>
        <translation>%1 个不一致</translation>
    </message>
    <message>
        <source>/etc/hccn.conf and the live addresses differ: %1</source>
        <translation>/etc/hccn.conf 与当前地址不一致：%1</translation>
    </message>
    <message>
        <source>%1 not in file</source>
        <translation>%1 个不在文件中</translation>
    </message>
    <message>
        <source>/etc/hccn.conf does not name device %1: its address is gone after a restart</source>
        <translation>/etc/hccn.conf 中没有设备 %1：重启后其地址将丢失</translation>
    </message>
    <message>
        <source>no device has an address</source>
        <translation>没有设备设置了地址</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>NPU %1 chip %2</source>
        <translation>NPU %1 芯片 %2</translation>
    </message>
    <message>
        <source>%1 chips</source>
        <translation>%1 个芯片</translation>
    </message>
    <message>
        <source>npu-smi&apos;s table is cut short: %1 chips can be read</source>
        <translation>npu-smi 的表格不完整：可读取 %1 个芯片</translation>
    </message>
    <message>
        <source>npu-smi shows %1 chips (%2)</source>
        <translation>npu-smi 显示 %1 个芯片（%2）</translation>
    </message>
    <message>
        <source>npu-smi shows no chip</source>
        <translation>npu-smi 未显示芯片</translation>
    </message>
    <message>
        <source>npu-smi shows %1 chips (%2), the recipe uses %3</source>
        <translation>npu-smi 显示 %1 个芯片（%2），方案使用 %3 个</translation>
    </message>
    <message>
        <source> (not there: device %1)</source>
        <translation>（缺少：设备 %1）</translation>
    </message>
    <message>
        <source>npu-smi shows %1 chips, the recipe uses %2%3</source>
        <translation>npu-smi 显示 %1 个芯片，方案使用 %2 个%3</translation>
    </message>
    <message>
        <source>%1 OK, %2 not</source>
        <translation>%1 个正常，%2 个异常</translation>
    </message>
    <message>
        <source>not all chips are well: %1</source>
        <translation>有芯片异常：%1</translation>
    </message>
    <message>
        <source>npu-smi says nothing about the health of %1</source>
        <translation>npu-smi 未给出 %1 的健康状态</translation>
    </message>
    <message>
        <source>%1 OK</source>
        <translation>%1 个正常</translation>
    </message>
    <message>
        <source>all %1 chips are OK</source>
        <translation>全部 %1 个芯片正常</translation>
    </message>
    <message>
        <source>holds %1 MB</source>
        <translation>占用 %1 MB</translation>
    </message>
    <message>
        <source>npu-smi tells neither the memory used nor the processes</source>
        <translation>npu-smi 未给出已用显存和进程</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>%1 个空闲</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>%1 个忙</translation>
    </message>
    <message>
        <source>%1 missing</source>
        <translation>缺少 %1 个</translation>
    </message>
    <message>
        <source>device files are missing: %1</source>
        <translation>缺少设备文件：%1</translation>
    </message>
    <message>
        <source>%1 present</source>
        <translation>存在 %1 个</translation>
    </message>
    <message>
        <source>/dev/davinci%1 and the three manager files are there</source>
        <translation>/dev/davinci%1 及三个管理设备文件均存在</translation>
    </message>
    <message>
        <source>no card has a usable address</source>
        <translation>没有网卡具备可用地址</translation>
    </message>
    <message>
        <source>device %1 to %2 (%3)</source>
        <translation>设备 %1 到 %2（%3）</translation>
    </message>
    <message>
        <source>hccn_tool -ping gave no answer that can be read for %1 of %2 pairs</source>
        <translation>%2 对网卡中有 %1 对的 hccn_tool -ping 应答无法解析</translation>
    </message>
    <message>
        <source>%1 of %2 pairs of cards were asked in %3 s, and reach each other</source>
        <translation>%3 s 内查询了 %2 对网卡中的 %1 对，均可互通</translation>
    </message>
    <message>
        <source>all %1 pairs of cards reach each other</source>
        <translation>全部 %1 对网卡可互通</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>the connection was lost: %1</source>
        <translation>连接已断开：%1</translation>
    </message>
    <message>
        <source>has %1 free at %2 for images and container logs; the image is there already</source>
        <translation>%2 可用 %1，用于镜像和容器日志；镜像已存在</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>the deployment names no weights folder</source>
        <translation>部署未指定权重目录</translation>
    </message>
    <message>
        <source>has %1 free at %2; the weights (%3) are there already</source>
        <translation>%2 可用 %1；权重（%3）已存在</translation>
    </message>
    <message>
        <source>has %1 free at %2; %3 of the weights are still missing</source>
        <translation>%2 可用 %1；权重仍缺 %3</translation>
    </message>
    <message>
        <source>has %1 free at %2; how much is needed is not known until the weights&apos; index is there</source>
        <translation>%2 可用 %1；在有权重索引之前无法得知所需空间</translation>
    </message>
    <message>
        <source>has no /dev/shm</source>
        <translation>没有 /dev/shm</translation>
    </message>
    <message>
        <source>gives the container its own /dev/shm of %1 GiB (--shm-size); the service needs at least %2 GiB</source>
        <translation>为容器分配独立的 /dev/shm %1 GiB（--shm-size）；服务至少需要 %2 GiB</translation>
    </message>
    <message>
        <source>podman refuses --ipc=host together with --shm-size, so only --ipc=host is generated</source>
        <translation>podman 不允许同时使用 --ipc=host 和 --shm-size，因此只生成 --ipc=host</translation>
    </message>
    <message>
        <source>docker takes --shm-size beside --ipc=host and ignores it</source>
        <translation>docker 接受与 --ipc=host 同时使用的 --shm-size，但会忽略它</translation>
    </message>
    <message>
        <source>has %1 of /dev/shm, which the container shares (--ipc=host); the service needs at least %2 GiB. --shm-size has no effect: %3</source>
        <translation>/dev/shm 为 %1，由容器共享（--ipc=host）；服务至少需要 %2 GiB。--shm-size 不生效：%3</translation>
    </message>
    <message>
        <source>Enlarge it on the node: `mount -o remount,size=%1g /dev/shm` (and in /etc/fstab), or use ipc &quot;private&quot; in the settings, where podman takes --shm-size.</source>
        <translation>请在节点上扩大：`mount -o remount,size=%1g /dev/shm`（并写入 /etc/fstab），或在设置中使用 ipc &quot;private&quot;，此时 podman 的 --shm-size 生效。</translation>
    </message>
    <message>
        <source>Enlarge it on the node: `mount -o remount,size=%1g /dev/shm` (and in /etc/fstab), or use ipc &quot;private&quot; in the settings, where docker&apos;s --shm-size counts.</source>
        <translation>请在节点上扩大：`mount -o remount,size=%1g /dev/shm`（并写入 /etc/fstab），或在设置中使用 ipc &quot;private&quot;，此时 docker 的 --shm-size 生效。</translation>
    </message>
    <message>
        <source>there is no folder %1</source>
        <translation>目录 %1 不存在</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>%1 is empty</source>
        <translation>%1 为空</translation>
    </message>
    <message>
        <source>no weights</source>
        <translation>无权重</translation>
    </message>
    <message>
        <source>%1 holds no weights (no *.safetensors, no index)</source>
        <translation>%1 中没有权重（无 *.safetensors，无索引）</translation>
    </message>
    <message>
        <source>%1 holds %2 weight files but no *.safetensors.index.json, so it cannot be told whether all are there</source>
        <translation>%1 中有 %2 个权重文件，但没有 *.safetensors.index.json，无法判断是否完整</translation>
    </message>
    <message>
        <source>bad index</source>
        <translation>索引错误</translation>
    </message>
    <message>
        <source>%1 names no weight files</source>
        <translation>%1 未列出权重文件</translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>the weights are not there</source>
        <translation>没有权重</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>不可读</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>config.json of the weights has no %1, which MindIE needs</source>
        <translation>权重的 config.json 中没有 MindIE 所需的 %1</translation>
    </message>
    <message>
        <source>Add it to %1/config.json as the model&apos;s publisher has it, for example &quot;torch_dtype&quot;: &quot;bfloat16&quot;.</source>
        <translation>请按模型发布方的配置添加到 %1/config.json，例如 &quot;torch_dtype&quot;: &quot;bfloat16&quot;。</translation>
    </message>
    <message>
        <source>config.json of the weights is readable: %1, %2, vocabulary of %3</source>
        <translation>权重的 config.json 可读：%1，%2，词表大小 %3</translation>
    </message>
    <message>
        <source>there is no docker, and no podman behind that name</source>
        <translation>没有 docker，也没有以 docker 命名提供的 podman</translation>
    </message>
    <message>
        <source>%1 holds %2 of %3 MB</source>
        <translation>%1 占用 %2 / %3 MB</translation>
    </message>
    <message>
        <source>no process is listed, but much memory is held; how much is normal on this chip is not known: %1</source>
        <translation>未列出进程，但占用了大量内存；此芯片的正常占用量未知：%1</translation>
    </message>
    <message>
        <source>no process uses the chips; at most %1 MB of device memory is held, the driver&apos;s base load</source>
        <translation>没有进程占用芯片；设备内存最多占用 %1 MB，为驱动的基础占用</translation>
    </message>
    <message>
        <source>Give one of the cards another address, for example on %1: `hccn_tool -i %2 -ip -s address A netmask M`, with a free address for A and the cards&apos; netmask for M.</source>
        <translation>为其中一个 NPU 更换地址，例如在 %1 上执行 `hccn_tool -i %2 -ip -s address A netmask M`（A 替换为空闲地址，M 替换为子网掩码）。</translation>
    </message>
    <message>
        <source>If you want it, on this node: `ssh-keygen -t ed25519` if it has no key yet, then %1.</source>
        <translation>如需配置，在本节点上：若还没有密钥，先执行 `ssh-keygen -t ed25519`，然后执行 %1。</translation>
    </message>
    <message>
        <source>which image is needed</source>
        <translation>所需的镜像</translation>
    </message>
    <message>
        <source>Name the image in the recipe&apos;s settings.</source>
        <translation>请在部署方案的配置中填写镜像。</translation>
    </message>
    <message>
        <source>how the container is called</source>
        <translation>容器名称</translation>
    </message>
    <message>
        <source>Name the container in the recipe&apos;s settings.</source>
        <translation>请在部署方案的配置中填写容器名。</translation>
    </message>
    <message>
        <source>container %1 of the same image was made for the deployment &quot;%2&quot; (%3); if this deployment was called so, it is its own</source>
        <translation>使用相同镜像的容器 %1 由部署“%2”创建（%3）；若本部署曾用此名称，则属于本部署</translation>
    </message>
    <message>
        <source>own container</source>
        <translation>本部署的容器</translation>
    </message>
    <message>
        <source>container %1 is this deployment&apos;s own (%2)</source>
        <translation>容器 %1 属于本部署（%2）</translation>
    </message>
    <message>
        <source>own, stopped</source>
        <translation>本部署的，已停止</translation>
    </message>
    <message>
        <source>container %1 is this deployment&apos;s own and does not run (%2); a run starts it again</source>
        <translation>容器 %1 属于本部署，当前未运行（%2）；执行部署会重新启动它</translation>
    </message>
    <message>
        <source>the name %1 is taken by somebody else&apos;s container of %2 (%3)</source>
        <translation>容器名 %1 已被他人使用镜像 %2 的容器占用（%3）</translation>
    </message>
    <message>
        <source>the name %1 is taken by a container of the deployment &quot;%2&quot; (%3)</source>
        <translation>容器名 %1 已被部署“%2”的容器占用（%3）</translation>
    </message>
    <message>
        <source>Choose another container name in the settings. Or ask its owner whether it may be removed; only then run `%1` on this node.</source>
        <translation>请在配置中更换容器名；或先向其使用者确认可以删除，再在本节点执行 `%1`。</translation>
    </message>
    <message>
        <source>package listing in a public repository</source>
        <translation>公开仓库中的软件包列表</translation>
    </message>
    <message>
        <source>package names found in public repositories</source>
        <translation>公开仓库中的软件包名称</translation>
    </message>
    <message>
        <source>directory listing of packages</source>
        <translation>软件包目录列表</translation>
    </message>
    <message>
        <source>a single public source, not confirmed</source>
        <translation>单一公开来源，未经证实</translation>
    </message>
    <message>
        <source>the community guide</source>
        <translation>社区实战指南</translation>
    </message>
    <message>
        <source>documentation of %1</source>
        <translation>%1 文档</translation>
    </message>
    <message>
        <source>has %1 of memory available; %2 is held by %3</source>
        <translation>可用内存 %1；另有 %2 由%3占用</translation>
    </message>
    <message>
        <source>See what else uses memory (`free -h`, `ps aux --sort=-rss | head`).</source>
        <translation>查看还有哪些进程占用内存（`free -h`、`ps aux --sort=-rss | head`）。</translation>
    </message>
    <message>
        <source>which ports the service uses</source>
        <translation>服务使用的端口</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a port and what it is for</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <comment>a port, and who holds it</comment>
        <translation>%1 被%2占用</translation>
    </message>
    <message>
        <source>Or choose other ports in the settings.</source>
        <translation>或在配置中更换端口。</translation>
    </message>
    <message>
        <source>%1 held by %2</source>
        <translation>%1 由%2占用</translation>
    </message>
    <message>
        <source>%1 by a process that is not told</source>
        <translation>%1 被未知进程占用</translation>
    </message>
    <message>
        <source>%1 taken</source>
        <comment>ports</comment>
        <translation>%1 被占用</translation>
    </message>
    <message>
        <source>somebody else listens: %1</source>
        <translation>端口被他人占用：%1</translation>
    </message>
    <message>
        <source>As root, `ss -ltnp | grep -E &apos;:(%1) &apos;` tells who it is.</source>
        <translation>以 root 用户执行 `ss -ltnp | grep -E &apos;:(%1) &apos;` 可查看占用者。</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>something listens on %1; it is not told who, most likely %2</source>
        <translation>%1 正被监听，无法得知占用者，很可能是%2</translation>
    </message>
    <message>
        <source>Ask its owner before you end anything.</source>
        <translation>结束任何进程前请先征得其使用者同意。</translation>
    </message>
    <message>
        <source>own service</source>
        <translation>本部署的服务</translation>
    </message>
    <message>
        <source>Set it: %1, with an address of its own for A and the cards&apos; netmask for M; likewise on the other devices named.</source>
        <translation>配置：%1（A 替换为该 NPU 独有的地址，M 替换为子网掩码）；所列其他设备同样处理。</translation>
    </message>
    <message>
        <source>Set it: %1, with an address of its own for A; likewise on the other devices named.</source>
        <translation>配置：%1（A 替换为该 NPU 独有的地址）；所列其他设备同样处理。</translation>
    </message>
    <message>
        <source>See what it probes: `hccn_tool -i %1 -netdetect -g`; it should be the gateway. Then look at link and switch.</source>
        <translation>查看探测地址：`hccn_tool -i %1 -netdetect -g`，应为网关地址；再检查链路与交换机。</translation>
    </message>
    <message>
        <source>Set it: `hccn_tool -i %1 -gateway -s gateway G`, with the gateway of its network for G.</source>
        <translation>配置：`hccn_tool -i %1 -gateway -s gateway G`（G 替换为所在网段的网关地址）。</translation>
    </message>
    <message>
        <source>Set it as on the other devices: `hccn_tool -i %1 -gateway -s gateway %2`.</source>
        <translation>与其他设备保持一致：`hccn_tool -i %1 -gateway -s gateway %2`。</translation>
    </message>
    <message>
        <source>The same with %1.</source>
        <translation>对 %1 同样处理。</translation>
    </message>
    <message>
        <source>besides this deployment&apos;s own service</source>
        <translation>此外还有本部署自身的服务</translation>
    </message>
    <message>
        <source>%1 chips are used by %2</source>
        <translation>%1 个芯片由%2占用</translation>
    </message>
    <message>
        <source>%1 chips are in use, most likely by %2; its processes are not told</source>
        <translation>%1 个芯片正在使用，很可能由%2占用；无法得知其进程</translation>
    </message>
    <message>
        <source>%1 are idle</source>
        <translation>%1 个空闲</translation>
    </message>
    <message>
        <source>in use by somebody else: %1</source>
        <translation>被他人占用：%1</translation>
    </message>
    <message>
        <source>this deployment&apos;s own service: container %1</source>
        <translation>本部署自身的服务（容器 %1）</translation>
    </message>
    <message>
        <source>What runs in container %1 is this deployment&apos;s own service: leave it.</source>
        <translation>容器 %1 中运行的是本部署自身的服务，请保留。</translation>
    </message>
    <message>
        <source>container %1 (image %2)</source>
        <translation>容器 %1（镜像 %2）</translation>
    </message>
    <message>
        <source>container %1 of the deployment &quot;%2&quot;</source>
        <translation>部署“%2”的容器 %1</translation>
    </message>
    <message>
        <source>process %1 (%2)</source>
        <translation>进程 %1（%2）</translation>
    </message>
    <message>
        <source>process %1 (%2, user %3)</source>
        <translation>进程 %1（%2，用户 %3）</translation>
    </message>
    <message>
        <source>It belongs to somebody else: %1. Ask its owner whether it may end; only then run %2 on this node.</source>
        <translation>占用者并非本部署：%1。请先向其使用者确认可以结束，再在本节点执行 %2。</translation>
    </message>
    <message>
        <source>Repeat one pair by hand: `hccn_tool -i %1 -ping -g address %2`. If a whole card fails, look at its link; if only pairs across switches fail, at the switches&apos; routes.</source>
        <translation>手动重试其中一对：`hccn_tool -i %1 -ping -g address %2`。若某张卡全部不通，检查其链路；若仅跨交换机不通，检查交换机路由。</translation>
    </message>
    <message>
        <source>waits for a recipe</source>
        <translation>等待选择部署方案</translation>
    </message>
    <message>
        <source>not asked, no recipe is chosen yet; the recipe says %1</source>
        <translation>未检查，尚未选择部署方案；由部署方案决定：%1</translation>
    </message>
    <message>
        <source>not asked, this program has no recipe named &quot;%1&quot;; the recipe says %2</source>
        <translation>未检查，本程序没有名为“%1”的部署方案；由部署方案决定：%2</translation>
    </message>
    <message>
        <source>Name the weights folder in the recipe&apos;s settings.</source>
        <translation>请在部署方案的配置中填写权重目录。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>a container, and its node</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>which image must fit</source>
        <translation>需要容纳的镜像</translation>
    </message>
    <message>
        <source>where the weights lie</source>
        <translation>权重所在目录</translation>
    </message>
    <message>
        <source>how much the service needs</source>
        <translation>服务所需的大小</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>The default sampling parameters (generation_config.json) must be equal: requests that name none may hang otherwise.</source>
        <translation>默认采样参数（generation_config.json）须一致，否则未带采样参数的请求可能卡死。</translation>
    </message>
    <message>
        <source>everybody may write to %1: MindIE refuses such files (&quot;The file should not be writable by others&quot;)</source>
        <translation>所有人可写 %1：MindIE 拒绝此类文件（&quot;The file should not be writable by others&quot;）</translation>
    </message>
    <message>
        <source>the modes of the weights (folder %1, config.json %2) are wider than the 750 and 640 that MindIE documents; a container that runs as root takes them, one of another user does not</source>
        <translation>权重的权限（目录 %1，config.json %2）宽于 MindIE 文档要求的 750 与 640；以 root 运行的容器可以接受，其他用户则不行</translation>
    </message>
    <message>
        <source>Stopped before everything was asked.</source>
        <translation>尚未问完即已停止。</translation>
    </message>
    <message>
        <source>Stopped before it was asked.</source>
        <translation>尚未询问即已停止。</translation>
    </message>
    <message>
        <source>Read its error codes: `npu-smi info -t health %1`. If it does not recover, restart the node when nothing on it needs an NPU any more: on Atlas 800 A2 even the reset of one chip resets all eight, with everybody&apos;s work on them. If it comes back, contact support.</source>
        <translation>查看错误码：`npu-smi info -t health %1`。若未恢复，请在该节点上没有任务使用 NPU 时重启节点：Atlas 800 A2 上即使只复位一颗芯片也会复位全部八颗，影响其上所有任务。若再次出现，请联系技术支持。</translation>
    </message>
    <message>
        <source>Make room on that disk: `du -xh --max-depth=2 %1 | sort -h | tail` shows what takes it. Remove images that nobody needs one by one (`docker image ls`, then `docker rmi NAME` with its name for NAME), not the image of this deployment.</source>
        <translation>清理该磁盘：`du -xh --max-depth=2 %1 | sort -h | tail` 查看占用。逐个删除无人使用的镜像（`docker image ls` 查看，`docker rmi NAME` 删除，NAME 替换为镜像名），不要删除本次部署的镜像。</translation>
    </message>
    <message>
        <source>Make room on that disk (`du -xh --max-depth=2 %1 | sort -h | tail`), but not in the weights folder of a deployment, or choose a weights folder on a larger one.</source>
        <translation>清理该磁盘（`du -xh --max-depth=2 %1 | sort -h | tail`），但不要删除部署所用的权重目录；或将权重目录设置到更大的磁盘。</translation>
    </message>
    <message>
        <source>Run `find -L %1 -type d -exec chmod 750 {} +` and `find -L %1 -type f -exec chmod 640 {} +` as the owner.</source>
        <translation>由属主执行 `find -L %1 -type d -exec chmod 750 {} +` 和 `find -L %1 -type f -exec chmod 640 {} +`。</translation>
    </message>
    <message>
        <source>container %1 that another run made, for the deployment &quot;%2&quot;</source>
        <translation>另一次运行为部署“%2”创建的容器 %1</translation>
    </message>
    <message>
        <source>This deployment&apos;s own service runs here (%1). What is changed or restarted below would interrupt it: do that only when the service may stand still; reading harms nothing.</source>
        <translation>本次部署自己的服务正在此处运行（%1）。以下凡是修改或重启的操作都会中断该服务，仅在服务可以停止时执行；只读命令没有影响。</translation>
    </message>
    <message>
        <source>Compare the fingerprint with the one shown on the node itself (`ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub` there, or the file of its type). Only if they agree, take the old key out, `%1`, connect again and accept the new one.</source>
        <translation>与节点本地显示的指纹比对（在节点上执行 `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub`，或对应类型的文件）。一致时才删除旧密钥：`%1`，然后重新连接并接受新密钥。</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>无权限</translation>
    </message>
    <message>
        <source>has %1 of memory; how much is needed follows from the weights, which could not be asked for</source>
        <translation>内存 %1；所需大小取决于权重，而权重未能查询到</translation>
    </message>
    <message>
        <source>hccn_tool is there, but this user may not run it</source>
        <translation>hccn_tool 已安装，但当前用户无权运行</translation>
    </message>
    <message>
        <source>into which folder the files are copied</source>
        <translation>产物拷贝到哪个目录</translation>
    </message>
    <message>
        <source>the deployment names no folder for its files</source>
        <translation>该部署未指定产物目录</translation>
    </message>
    <message>
        <source>the answer about the folder %1 cannot be read</source>
        <translation>无法识别关于目录 %1 的输出</translation>
    </message>
    <message>
        <source>See `ls -ld %1` there. Log in as a user who may, or choose another folder in the recipe&apos;s settings.</source>
        <translation>在该节点执行 `ls -ld %1` 查看。改用有权限的用户登录，或在方案设置中选择其他目录。</translation>
    </message>
    <message>
        <source>no folder</source>
        <translation>不是目录</translation>
    </message>
    <message>
        <source>%1 is there and is no folder, so the deployment&apos;s files cannot be put into %2</source>
        <translation>%1 已存在但不是目录，无法将部署的产物放入 %2</translation>
    </message>
    <message>
        <source>may not write</source>
        <translation>无写权限</translation>
    </message>
    <message>
        <source>%1 may not write to %2 (mode and owner: %3), where the deployment&apos;s files are to be put into %4</source>
        <translation>用户 %1 无权写入 %2（权限与属主：%3），无法将部署的产物放入 %4</translation>
    </message>
    <message>
        <source>to be made</source>
        <translation>待创建</translation>
    </message>
    <message>
        <source>%1 may make the folder %2 in %3</source>
        <translation>用户 %1 可在 %3 中创建目录 %2</translation>
    </message>
    <message>
        <source>writable</source>
        <translation>可写</translation>
    </message>
    <message>
        <source>%1 may write to %2</source>
        <translation>用户 %1 可写入 %2</translation>
    </message>
    <message>
        <source>Ask again. What was asked and answered is the evidence; run the command on the node yourself to see more.</source>
        <translation>请重新询问。证据中有执行的命令及其输出，可在节点上手动执行该命令以了解更多。</translation>
    </message>
    <message>
        <source>not asked: on one node this engine&apos;s cards talk to each other inside it, not over their network ports</source>
        <translation>未检查：单节点上该引擎的 NPU 在节点内部通信，不使用 NPU 网口</translation>
    </message>
    <message>
        <source>config.json of the weights is readable: %1</source>
        <translation>权重的 config.json 可读：%1</translation>
    </message>
    <message>
        <source>nothing listens on the service&apos;s ports</source>
        <translation>服务端口均未被监听</translation>
    </message>
    <message>
        <source>no %1</source>
        <translation>无 %1</translation>
    </message>
    <message>
        <source>the weights have no %1: vLLM-Ascend stops with &quot;ModelSlim Quantization Config Not Found&quot;</source>
        <translation>权重目录没有 %1：vLLM-Ascend 会以 &quot;ModelSlim Quantization Config Not Found&quot; 退出</translation>
    </message>
    <message>
        <source>Use weights that were quantized with ModelSlim, with all their files; those made for MindIE may have the description under another name.</source>
        <translation>请使用 ModelSlim 量化且文件完整的权重；面向 MindIE 的权重中该描述文件可能为其他名称。</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>the setting %1 asks for %2 tokens, the model has %3 (max_position_embeddings): vLLM refuses more than the model has</source>
        <translation>设置 %1 要求 %2 Token，模型只有 %3（max_position_embeddings）：vLLM 拒绝超过模型上限的值</translation>
    </message>
    <message>
        <source>Set %1 to at most %2.</source>
        <translation>请将 %1 设为不超过 %2。</translation>
    </message>
    <message>
        <source>CANN %1: %2</source>
        <comment>a release; the drivers that go with it</comment>
        <translation>CANN %1：%2</translation>
    </message>
    <message>
        <source>not asked: nothing is known here of the program in the image, nor which driver it asks for</source>
        <translation>未查询：本程序不了解镜像中的服务，也不知其要求的驱动版本</translation>
    </message>
    <message>
        <source>Read in the release notes of the image which driver (Ascend HDK) it asks for.</source>
        <translation>请查阅镜像的版本说明，确认其要求的驱动（Ascend HDK）版本。</translation>
    </message>
    <message>
        <source>no public table known here says which CANN is in the image %1, so not which driver it asks for; there is driver %2</source>
        <translation>已知的公开配套表未说明镜像 %1 中的 CANN 版本，因此无法判断其要求的驱动；节点驱动为 %2</translation>
    </message>
    <message>
        <source>driver %1 is one that %2 is known to run with (%3)</source>
        <translation>驱动 %1 是 %2 已知可用的驱动（%3）</translation>
    </message>
    <message>
        <source>no public table says which drivers go with %1; it is known to run with %2 (%3), there is %4</source>
        <translation>公开配套表未说明与 %1 配套的驱动；已知可用 %2（%3），节点驱动为 %4</translation>
    </message>
    <message>
        <source>CANN %1, which %2 holds</source>
        <comment>versions</comment>
        <translation>%2 中的 CANN %1</translation>
    </message>
    <message>
        <source>no public table says which drivers go with %1; there is driver %2</source>
        <translation>公开配套表未说明与 %1 配套的驱动；节点驱动为 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a sentence; what the tables say of releases nearby</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>driver %1 goes with %2 (%3)</source>
        <translation>驱动 %1 与 %2 配套（%3）</translation>
    </message>
    <message>
        <source>Install one of these drivers with the firmware that belongs to it (in an upgrade, firmware first, then the driver), then restart the node; or choose the image of a release that takes driver %1.</source>
        <translation>安装其中一个驱动及与其配套的固件（升级时先固件后驱动），然后重启节点；或选用支持驱动 %1 的版本的镜像。</translation>
    </message>
    <message>
        <source>driver %1 does not go with %2; these do: %3 (%4)</source>
        <translation>驱动 %1 与 %2 不配套；配套的驱动：%3（%4）</translation>
    </message>
    <message>
        <source>driver %1 is not among those that are named for %2: %3 (%4)</source>
        <translation>驱动 %1 不在 %2 的配套驱动之列：%3（%4）</translation>
    </message>
    <message>
        <source>docker %1 is older than the version %2 that %3&apos;s images ask for</source>
        <translation>docker %1 低于 %3 镜像要求的版本 %2</translation>
    </message>
    <message>
        <source>the setting %1 asks for %2 NPUs, this machine has %3 (%4), and no number between them is missing</source>
        <translation>设置项 %1 要求 %2 个 NPU，本机有 %3 个（%4），编号连续、无缺失</translation>
    </message>
    <message>
        <source>Set %1 to at most %2 in the recipe&apos;s settings, or choose a machine with %3. If this one should have more, look for them on the bus: `lspci | grep -i d80`.</source>
        <translation>请在方案参数中将 %1 设为不超过 %2，或选用有 %3 个 NPU 的机器。若本机应有更多，请在总线上查找：`lspci | grep -i d80`。</translation>
    </message>
    <message>
        <source>has %1 free at %2; pulling an image of %3 takes about %4 GiB</source>
        <translation>%2 可用 %1；拉取 %3 镜像约需 %4 GiB</translation>
    </message>
    <message>
        <source>another model</source>
        <translation>其他模型</translation>
    </message>
    <message>
        <source>the weights are of another model than the recipe&apos;s %1: %2 (%3)</source>
        <translation>权重属于另一个模型，而非方案的 %1：%2（%3）</translation>
    </message>
    <message>
        <source>Name the folder that holds the weights of %1 in the recipe&apos;s settings, copy them to %2, or choose the recipe of the model that lies there.</source>
        <translation>请在方案参数中填写 %1 权重所在的目录，或将其拷贝到 %2，或选择与现有权重对应的方案。</translation>
    </message>
    <message>
        <source>logs in to %1, the next node, without a password; the login to the others was not asked</source>
        <translation>可免密登录下一个节点 %1；到其余节点的登录未检查</translation>
    </message>
    <message>
        <source>%1 of the %2 pairs of cards that were to be asked do not reach each other: %3, and more</source>
        <translation>要检查的 %2 对网卡中有 %1 对不可互通：%3 等</translation>
    </message>
    <message>
        <source>%1 of the %2 pairs of cards that were to be asked do not reach each other: %3</source>
        <translation>要检查的 %2 对网卡中有 %1 对不可互通：%3</translation>
    </message>
    <message>
        <source>%1 pairs of cards of neighbouring nodes were asked, and reach each other; the other pairs were not asked</source>
        <translation>检查了相邻节点的 %1 对网卡，均可互通；其余配对未检查</translation>
    </message>
    <message>
        <source>%1 did not answer this node&apos;s ssh: %2</source>
        <translation>%1 未应答本节点的 ssh：%2</translation>
    </message>
    <message>
        <source>If you want these logins, see that sshd of %1 listens at %2 and takes the connection (its log says why not); MindIE does not need them.</source>
        <translation>若需要节点间登录，请确认 %1 的 sshd 在 %2 上监听并接受连接（原因见其日志）；MindIE 不需要节点间登录。</translation>
    </message>
    <message>
        <source>not safe</source>
        <translation>不安全</translation>
    </message>
    <message>
        <source>a run would not put the deployment&apos;s files into %1: %2</source>
        <comment>a folder; a sentence</comment>
        <translation>运行时不会把部署文件放入 %1：%2</translation>
    </message>
    <message>
        <source>another run&apos;s</source>
        <translation>属于另一次运行</translation>
    </message>
    <message>
        <source>the files in %1 are those of another run of a deployment (by %2)</source>
        <translation>%1 中的文件属于另一次部署运行（由 %2 执行）</translation>
    </message>
    <message>
        <source>Go on where that run was started, or choose another folder in the recipe&apos;s settings.</source>
        <translation>请在启动该次运行的地方继续，或在方案参数中选用其他目录。</translation>
    </message>
    <message>
        <source>somebody listens, and who it is is not known, because the container engine does not answer: %1</source>
        <translation>有进程在监听，但因容器引擎没有应答，不知道属于谁：%1</translation>
    </message>
    <message>
        <source>in use, and whose it is is not known, because the container engine does not answer: %1</source>
        <translation>正在使用，但因容器引擎没有应答，不知道属于谁：%1</translation>
    </message>
    <message>
        <source>End nothing yet: it may be this deployment&apos;s own service. Make the container engine answer first (check container.engine), then ask again.</source>
        <translation>请先不要结束任何进程：它可能是本部署自己的服务。先让容器引擎能够应答（检查项 container.engine），再重新检查。</translation>
    </message>
    <message>
        <source>no tokenizer</source>
        <translation>没有分词器</translation>
    </message>
    <message>
        <source>%1 holds no tokenizer (tokenizer.json, tokenizer.model, vocab.json): no engine can read a text without it</source>
        <translation>%1 中没有分词器（tokenizer.json、tokenizer.model、vocab.json）：没有它，任何引擎都无法读入文本</translation>
    </message>
    <message>
        <source>%1 holds no tokenizer_config.json, where most models keep their chat template: chats may be refused or put together wrongly</source>
        <translation>%1 中没有 tokenizer_config.json（多数模型的对话模板在其中）：对话可能被拒绝或拼接错误</translation>
    </message>
    <message>
        <source>Whether this deployment&apos;s own service runs here is not known: the container engine does not answer. What is changed or restarted below would interrupt it; reading harms nothing.</source>
        <translation>无法得知本部署自己的服务是否在此运行：容器引擎没有应答。下面的更改或重启操作会中断它；仅查看不会有影响。</translation>
    </message>
    <message>
        <source>Go on where that run was started; a run here does not change it. If its record is lost, ask whoever uses it whether it may be removed; only then run `%1` on this node.</source>
        <translation>请在启动该次运行的地方继续；在此运行不会改变它。若其记录已丢失，请先向使用者确认可以删除，再在该节点执行 `%1`。</translation>
    </message>
    <message>
        <source>not only files</source>
        <translation>不全是文件</translation>
    </message>
    <message>
        <source>in %1 lie things that are no files, such as %2: a run stops where one of them has the name of a file of its own</source>
        <translation>%1 中有不是文件的内容，例如 %2：若其中之一与运行要放入的文件同名，运行会停止</translation>
    </message>
    <message>
        <source>Look what it is (`ls -l %1`) and move it away if nobody needs it there, or choose another folder in the recipe&apos;s settings.</source>
        <translation>请查看它是什么（`ls -l %1`），若无人需要则移走，或在方案参数中选用其他目录。</translation>
    </message>
    <message>
        <source>%1 holds %2 bytes, its header asks for %3</source>
        <translation>%1 有 %2 字节，其文件头要求 %3 字节</translation>
    </message>
    <message>
        <source>%1 does not begin with a safetensors header</source>
        <translation>%1 的开头不是 safetensors 文件头</translation>
    </message>
    <message>
        <source>%1 broken</source>
        <comment>files</comment>
        <translation>%1 个损坏</translation>
    </message>
    <message>
        <source>%1 of the %2 weight files cannot be loaded: %3</source>
        <translation>%2 个权重文件中有 %1 个无法加载：%3</translation>
    </message>
    <message>
        <source>The driver is there and answers. Look at what it warns of: `npu-smi info` and `dmesg | tail` on the node.</source>
        <translation>驱动已安装且有应答。请在节点上用 `npu-smi info` 和 `dmesg | tail` 查看告警内容。</translation>
    </message>
    <message>
        <source>Nothing has to be installed: the driver answers. See whether something else asks it all the time (`ps -ef | grep npu-smi`) and look at `dmesg | tail`; then run this check again.</source>
        <translation>无需安装：驱动有应答。请查看是否有其他程序一直在查询（`ps -ef | grep npu-smi`），并查看 `dmesg | tail`，然后重新运行此检查。</translation>
    </message>
    <message>
        <source>Containers of others run here (%1). What is changed or restarted below may interrupt them: ask whoever uses them first; reading harms nothing.</source>
        <translation>此处有他人的容器在运行（%1）。以下更改或重启可能中断它们：请先询问其使用者；只读操作无碍。</translation>
    </message>
    <message>
        <source>the files hold %1 bytes, the index asks for %2: a copy was cut short</source>
        <translation>文件共 %1 字节，索引要求 %2 字节：拷贝不完整</translation>
    </message>
    <message>
        <source>the name %1 is taken by a container that another run of &quot;%2&quot; made (%3): one on another machine, of another user, or one whose record is lost</source>
        <translation>名称 %1 已被 &quot;%2&quot; 的另一次运行所建的容器占用（%3）：该运行在其他机器上、属于其他用户，或其记录已丢失</translation>
    </message>
    <message>
        <source>%1 by %2 s</source>
        <comment>a node; +90.0</comment>
        <translation>%1 %2 s</translation>
    </message>
    <message>
        <source>off against the other nodes: %1</source>
        <translation>与其他节点相比有偏差：%1</translation>
    </message>
    <message>
        <source>off against this computer: %1</source>
        <translation>与本机相比有偏差：%1</translation>
    </message>
    <message>
        <source>one machine</source>
        <translation>同一台机器</translation>
    </message>
    <message>
        <source>%1 and %2 are one machine: its address %3 and those of all its cards are the same under both names</source>
        <translation>%1 与 %2 是同一台机器：两个名称下的地址 %3 以及所有 NPU 网卡的地址都相同</translation>
    </message>
    <message>
        <source>Name each machine once in the deployment: correct the host (of a simulated node its root) of %1 or %2, or take one of the two out.</source>
        <translation>部署中每台机器只能列出一次：请更正 %1 或 %2 的 host（仿真节点为 root），或删除其中一个。</translation>
    </message>
    <message>
        <source>a plain file</source>
        <translation>普通文件</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>a link that leads nowhere</source>
        <translation>失效的链接</translation>
    </message>
    <message>
        <source>a block device</source>
        <translation>块设备</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>其他类型的文件</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <comment>a path; a plain file</comment>
        <translation>%1 是%2</translation>
    </message>
    <message>
        <source>%1 of another kind</source>
        <comment>files</comment>
        <translation>%1 个类型不符</translation>
    </message>
    <message>
        <source>a character device must be there: %1</source>
        <translation>以下路径应为字符设备：%1</translation>
    </message>
    <message>
        <source>Find out who made it (`ls -l %1`) and move it out of /dev. Then load the driver again (`reboot`), which makes the device files.</source>
        <translation>请查明它由谁创建（`ls -l %1`），并将其移出 /dev。然后重新加载驱动（`reboot`），由驱动创建设备文件。</translation>
    </message>
    <message>
        <source>which settings there are</source>
        <translation>有哪些设置</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <comment>settings</comment>
        <translation>%1 项不可用</translation>
    </message>
    <message>
        <source>the settings cannot be used: %1</source>
        <translation>设置不可用：%1</translation>
    </message>
    <message>
        <source>%1 doubtful</source>
        <comment>settings</comment>
        <translation>%1 项存疑</translation>
    </message>
    <message>
        <source>the settings can be used, but: %1</source>
        <translation>设置可用，但需注意：%1</translation>
    </message>
    <message>
        <source>Try `npu-smi info` on the node. If it answers there, only late, the node is slow, not broken: look at its load (`top`), nobody waits longer than %1 s for it here. If it hangs there too, look at `dmesg | tail` and restart the node; then run this check again.</source>
        <translation>请在节点上执行 `npu-smi info`。如果它能应答只是较慢，说明节点繁忙而非损坏：请查看其负载（`top`），这里最多等待 %1 秒。如果在那里也卡住，请查看 `dmesg | tail` 并重启节点，然后重新执行此检查。</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>可接受</translation>
    </message>
    <message>
        <source>device %1 has the netmask %2, the file says %3</source>
        <translation>设备 %1 的子网掩码为 %2，文件中为 %3</translation>
    </message>
    <message>
        <source>/etc/hccn.conf and the live netmasks differ: %1</source>
        <translation>/etc/hccn.conf 与实际子网掩码不一致：%1</translation>
    </message>
    <message>
        <source>%1 has files that %2 has not, and a copy does not take them away: %3. Remove them there if they are none of the model&apos;s.</source>
        <translation>%1 上有 %2 没有的文件，复制不会删除它们：%3。若不属于该模型，请在 %1 上删除。</translation>
    </message>
    <message>
        <source>Find out which node has the publisher&apos;s files: the model&apos;s page gives sizes and SHA-256 of each. Then copy from that node to the other: %1, with the other node&apos;s address for OTHER. Copied the other way round, the good files are lost.</source>
        <translation>请确认哪个节点上是发布方的文件：模型页面给出了各文件的大小和 SHA-256。然后从该节点复制到另一节点：%1（OTHER 替换为对端节点地址）。方向弄反会丢失正确的文件。</translation>
    </message>
    <message>
        <source>netmask differs</source>
        <translation>子网掩码不同</translation>
    </message>
    <message>
        <source>device %1 has the netmask %2; most of the node&apos;s cards have %3</source>
        <translation>设备 %1 的子网掩码为 %2，该节点多数 NPU 为 %3</translation>
    </message>
    <message>
        <source>the gateway %1, which all devices have, is not in the network of device %2: device %3 has the netmask %4, the others have %5</source>
        <translation>所有设备的网关均为 %1，但它不在设备 %2 的网段内：设备 %3 的子网掩码为 %4，其他设备为 %5</translation>
    </message>
    <message>
        <source>the gateway %1, which all devices have, is not in the network of device %2: device %3 has the address %4</source>
        <translation>所有设备的网关均为 %1，但它不在设备 %2 的网段内：设备 %3 的地址为 %4</translation>
    </message>
    <message>
        <source>deployed as &quot;%1&quot;</source>
        <translation>以“%1”之名部署</translation>
    </message>
    <message>
        <source>the service that was deployed under the name &quot;%1&quot;: container %2</source>
        <translation>以名称“%1”部署的服务：容器 %2</translation>
    </message>
    <message>
        <source>What runs in container %1 was deployed under the name &quot;%2&quot;: leave it.</source>
        <translation>容器 %1 中运行的是以名称“%2”部署的服务：请勿改动。</translation>
    </message>
    <message>
        <source>it takes the memory of every card</source>
        <translation>需要知道每张卡的显存</translation>
    </message>
    <message>
        <source>npu-smi does not tell the memory of every card</source>
        <translation>npu-smi 没有给出每张卡的显存</translation>
    </message>
    <message>
        <source>it takes the size of the weights</source>
        <translation>需要知道权重的大小</translation>
    </message>
    <message>
        <source>it takes config.json of the weights</source>
        <translation>需要权重的 config.json</translation>
    </message>
    <message>
        <source>not judged: how much room a model of the type %1 takes is not worked out here</source>
        <translation>未判断：此处不计算 %1 类型模型所需的空间</translation>
    </message>
    <message>
        <source>how many cards there are, and what they hold</source>
        <translation>NPU 的数量与用途</translation>
    </message>
    <message>
        <source>it takes an answer of every node</source>
        <translation>需要所有节点都有应答</translation>
    </message>
    <message>
        <source>not judged: how much memory the program in this image takes is not known here</source>
        <translation>未判断：不知道该镜像中的程序占用多少显存</translation>
    </message>
    <message>
        <source>the settings cannot be used</source>
        <translation>设置无法使用</translation>
    </message>
    <message>
        <source>cannot be placed</source>
        <translation>无法放置</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>the weights take about %1 of %2 usable on each card; beside them at most %3 tokens of KV cache have room, in %4 requests of the full length at once</source>
        <translation>权重约占每卡可用 %2 中的 %1；其余最多可容纳 %3 个 Token 的 KV Cache，可同时处理 %4 个最大长度的请求</translation>
    </message>
    <message>
        <source>the recipe and its engine take the settings</source>
        <translation>方案及其引擎接受这些设置</translation>
    </message>
    <message>
        <source>Set the netmask as on the other devices: %1.</source>
        <translation>请设置与其他设备相同的子网掩码：%1。</translation>
    </message>
    <message>
        <source>Give it a free address of the others&apos; network: %1, with that address for A. If its network is meant to be another one, set the gateway of that: `hccn_tool -i %2 -gateway -s gateway G`, with its address for G.</source>
        <translation>请为其配置其他设备所在网段中的空闲地址：%1（A 替换为该地址）。若它本应属于另一网段，请设置该网段的网关：`hccn_tool -i %2 -gateway -s gateway G`（G 替换为网关地址）。</translation>
    </message>
    <message>
        <source>Set the address again, it is written to the file as well: %1; likewise on the other devices named.</source>
        <translation>重新配置地址（会同时写入该文件）：%1；所列其他设备同样处理。</translation>
    </message>
    <message>
        <source>container %1 was deployed from here under the name &quot;%2&quot; (%3), and nothing is run under the name &quot;%4&quot; while it is there</source>
        <translation>容器 %1 由本机以名称 &quot;%2&quot; 部署（%3）；它存在期间不能以名称 &quot;%4&quot; 运行</translation>
    </message>
    <message>
        <source>Set the netmask that is right: %1.</source>
        <translation>请设置正确的子网掩码：%1。</translation>
    </message>
    <message>
        <source>Set the netmask that most of the node&apos;s cards have: %1.</source>
        <translation>请设置该节点多数 NPU 使用的子网掩码：%1。</translation>
    </message>
    <message>
        <source>Put the cards&apos; netmask there for M.</source>
        <translation>M 替换为各卡的子网掩码。</translation>
    </message>
    <message>
        <source>That is written to /etc/hccn.conf as well.</source>
        <translation>该命令同时写入 /etc/hccn.conf。</translation>
    </message>
    <message>
        <source>this deployment was put into container %1 (%2), the settings name another</source>
        <translation>本部署位于容器 %1（%2），配置中为另一名称</translation>
    </message>
    <message>
        <source>Set the container name back to `%1`, or undo what runs first: a second container would find its ports and chips busy, and a run makes none.</source>
        <translation>请将容器名改回 `%1`，或先撤销已运行的内容：第二个容器会因端口和 NPU 被占用而失败，运行也不会创建它。</translation>
    </message>
    <message>
        <source>If it serves, leave it. If it belongs to another deployment, choose another container name and other ports here, and nodes whose chips are free.</source>
        <translation>若服务正常，保持不动。若属于其他部署，请在此更换容器名和端口，并使用 NPU 空闲的节点。</translation>
    </message>
    <message>
        <source>If it serves and nothing is to change, leave it. If this deployment was called so, give it that name again, or undo what runs before it is run as &quot;%1&quot;. If this is a copy of it, let it have nodes of its own.</source>
        <translation>若服务正常且无需变更，保持不动即可。若本部署曾使用该名称，请恢复原名称，或先撤销已运行的内容再以 &quot;%1&quot; 运行。若这是其副本，请为其使用其他节点。</translation>
    </message>
    <message>
        <source>another folder</source>
        <translation>其他目录</translation>
    </message>
    <message>
        <source>this deployment&apos;s files were put into %1, the settings name %2; nothing is run there while they are in the other one</source>
        <translation>本部署的文件位于 %1，配置中为 %2；文件在原目录期间不会在新目录运行</translation>
    </message>
    <message>
        <source>Set the folder back, or undo first: that takes away what was made of the other one.</source>
        <translation>请将目录改回，或先撤销：将清除原目录中所建的内容。</translation>
    </message>
    <message>
        <source>/etc/hccn.conf does not name the gateway of device %1: it is gone after a restart</source>
        <translation>/etc/hccn.conf 中没有设备 %1 的网关：重启后将丢失</translation>
    </message>
    <message>
        <source>Set the gateway again, it is written to the file as well: %1; likewise on the other devices named.</source>
        <translation>重新配置网关（会同时写入该文件）：%1；所列其他设备同样处理。</translation>
    </message>
    <message>
        <source>/etc/hccn.conf and the live gateways differ: %1</source>
        <translation>/etc/hccn.conf 与当前网关不一致：%1</translation>
    </message>
    <message>
        <source>Set the gateway that is right, the live one for example: %1.</source>
        <translation>请设置正确的网关，例如当前网关：%1。</translation>
    </message>
    <message>
        <source>What the file says is no address. Set the right one, the live one for example: %1.</source>
        <translation>文件中的内容不是有效地址。请设置正确的地址，例如当前地址：%1。</translation>
    </message>
    <message>
        <source>Put an address of its own there for A.</source>
        <translation>A 替换为该设备独有的地址。</translation>
    </message>
    <message>
        <source>/etc/hccn.conf does not name the netmask of device %1: its network is another one after a restart</source>
        <translation>/etc/hccn.conf 中没有设备 %1 的子网掩码：重启后网段会改变</translation>
    </message>
    <message>
        <source>/etc/hccn.conf names the live addresses, netmasks and gateways of all %1 devices</source>
        <translation>/etc/hccn.conf 中全部 %1 个设备的地址、子网掩码和网关与当前一致</translation>
    </message>
    <message>
        <source>no such recipe</source>
        <translation>无此方案</translation>
    </message>
    <message>
        <source>Choose a recipe that this program has; `ascendctl recipes` lists them.</source>
        <translation>请选择本程序已有的方案；`ascendctl recipes` 可列出全部方案。</translation>
    </message>
    <message>
        <source>Number of nodes: the recipe needs %1, the deployment has %2.</source>
        <translation>节点数：方案需要 %1 个，部署有 %2 个。</translation>
    </message>
    <message>
        <source>container %1 of the same image is there (%2), but no run of this program made it, and none takes it over; it may be this deployment&apos;s service, started by hand</source>
        <translation>已有同一镜像的容器 %1（%2），但不是由本程序的部署创建的，部署也不会接管它；可能是手工启动的本部署服务</translation>
    </message>
    <message>
        <source>If it serves, leave it: a run here stops before it and does not change it. If nobody needs it, it has to be gone before a run. For a second service choose another container name and other ports, and nodes whose chips are free.</source>
        <translation>如果它正在提供服务，请保留：在此部署会在它之前停下，不会改动它。如果没有人需要它，部署前必须先将其移除。如需第二个服务，请选择另一个容器名称和其他端口，并使用芯片空闲的节点。</translation>
    </message>
    <message>
        <source>Name the folder in the recipe&apos;s settings, from / on.</source>
        <translation>请在方案设置中填写该目录（从 / 开始的绝对路径）。</translation>
    </message>
    <message>
        <source>%1 is no absolute path</source>
        <translation>%1 不是绝对路径</translation>
    </message>
    <message>
        <source>It belongs to another deployment: %1. Ask whoever runs that one whether its service may end; only then end it from its own file (`ascendctl stop FILE`, or Undo in its window).</source>
        <translation>它属于另一个部署：%1。请先向其使用者确认该服务可以结束，然后才用它自己的部署文件将其停止（`ascendctl stop FILE`，或在其窗口中撤销）。</translation>
    </message>
    <message>
        <source>Set shmGb to at least %1, or ipc to host; the node&apos;s own /dev/shm changes nothing here.</source>
        <translation>将 shmGb 设为至少 %1，或将 ipc 设为 host；节点自身的 /dev/shm 在此不起作用。</translation>
    </message>
    <message>
        <source>%1 holds %2 bytes, its header alone asks for %3</source>
        <translation>%1 有 %2 字节，仅文件头就需要 %3 字节</translation>
    </message>
    <message>
        <source>%1 does not end with &quot;}&quot; as an index does: it is cut short, or something else, and it is not known which files there must be</source>
        <translation>%1 没有像索引文件那样以“}”结尾：它被截断或不是索引，因此无法得知应有哪些文件</translation>
    </message>
    <message>
        <source>another deployment listens: %1</source>
        <translation>端口被另一个部署占用：%1</translation>
    </message>
    <message>
        <source>in use by another deployment: %1</source>
        <translation>被另一个部署占用：%1</translation>
    </message>
    <message>
        <source>links</source>
        <translation>有链接</translation>
    </message>
    <message>
        <source>%1 of the files are links to places that the container does not see: %2 leads to %3</source>
        <translation>%1 个文件是指向容器不可见位置的符号链接：%2 指向 %3</translation>
    </message>
    <message>
        <source>Copy the files in the place of the links, or mount the folder that holds them at the same path as well (setting extraMounts, for example %1).</source>
        <translation>请用实际文件替换链接，或将文件所在目录以相同路径一并挂载（参数 extraMounts，例如 %1）。</translation>
    </message>
    <message>
        <source>%1; the deployment fetches them (setting &quot;weightsFrom&quot;)</source>
        <translation>%1；部署时会下载（设置“weightsFrom”）</translation>
    </message>
    <message>
        <source>Or let the deployment fetch them: setting &quot;weightsFrom&quot;.</source>
        <translation>也可由部署下载：设置“weightsFrom”。</translation>
    </message>
    <message>
        <source>As far as sizes and headers tell, the weights on %1 are whole and those on %2 are not: on %1 run %3.</source>
        <translation>从大小与文件头看，%1 的权重完整，%2 的不完整：请在 %1 上执行 %3。</translation>
    </message>
    <message>
        <source>how the container is to be made</source>
        <translation>容器如何创建</translation>
    </message>
    <message>
        <source>%1 does not tell its containers</source>
        <translation>%1 未告知其容器</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>尚无</translation>
    </message>
    <message>
        <source>no run has made a container of this deployment yet</source>
        <translation>尚未运行过，没有本部署的容器</translation>
    </message>
    <message>
        <source>as set</source>
        <translation>与设置一致</translation>
    </message>
    <message>
        <source>container %1 on %2 carries the mark of the command that the settings ask for</source>
        <translation>%2 上的容器 %1 带有当前设置对应命令的标记</translation>
    </message>
    <message>
        <source>made otherwise</source>
        <translation>设置已变</translation>
    </message>
    <message>
        <source>container %1 on %2 was made by another command than the settings ask for now (image, weights, mounts, shared memory or devices): a run stops before it and changes nothing there</source>
        <translation>%2 上的容器 %1 创建时的命令与当前设置不同（镜像、权重、挂载、共享内存或设备）：运行会在此停止，不做任何改动</translation>
    </message>
    <message>
        <source>Set back what was changed, if what runs is to stay. Otherwise undo the deployment and deploy it again: the service stands still meanwhile.</source>
        <translation>若要保留正在运行的服务，请将修改的设置恢复原值；否则先撤销部署再重新部署，期间服务中断。</translation>
    </message>
    <message>
        <source>what is mounted into the container</source>
        <translation>向容器挂载哪些内容</translation>
    </message>
    <message>
        <source>recipe and settings mount nothing of the node but the weights</source>
        <translation>除权重外，方案与设置不挂载节点上的其他内容</translation>
    </message>
    <message>
        <source>the answer about what is mounted cannot be read</source>
        <translation>关于挂载内容的回答无法识别</translation>
    </message>
    <message>
        <source>%1 there</source>
        <translation>%1 项存在</translation>
    </message>
    <message>
        <source>what is mounted into the container is there: %1</source>
        <translation>要挂载到容器中的内容都存在：%1</translation>
    </message>
    <message>
        <source>what is to be mounted into the container is not there: %1</source>
        <translation>要挂载到容器中的内容不存在：%1</translation>
    </message>
    <message>
        <source>If something is to be in it, such as a network drive, mount that first; or take it out of the setting extraMounts.</source>
        <translation>如果其中应有内容（例如网络存储），请先挂载；或将其从 extraMounts 设置中移除。</translation>
    </message>
    <message>
        <source>It comes with the driver: see what `ls -l %1` says there, and whether the driver was installed whole.</source>
        <translation>它随驱动安装：请在节点上执行 `ls -l %1` 查看，并确认驱动已完整安装。</translation>
    </message>
    <message>
        <source>podman does not start the container then</source>
        <translation>此时 podman 不会启动容器</translation>
    </message>
    <message>
        <source>%1 has none that a run of this deployment made</source>
        <translation>%1 上没有由本部署的运行创建的容器</translation>
    </message>
    <message>
        <source>%1 empty</source>
        <translation>%1 项为空</translation>
    </message>
    <message>
        <source>what is to be mounted into the container is an empty folder: %1; docker makes such a one where a file or folder of the driver is missing</source>
        <translation>要挂载到容器中的内容是空目录：%1；驱动的文件或目录缺失时 docker 会创建这样的空目录</translation>
    </message>
    <message>
        <source>Remove it while no container uses it (`rmdir %1`), and bring back what the driver, or whoever set the cards&apos; addresses, had there.</source>
        <translation>在没有容器使用时将其删除（`rmdir %1`），并恢复驱动（或设置网卡地址时写入）的原有内容。</translation>
    </message>
    <message>
        <source>docker makes an empty folder of root&apos;s in its place</source>
        <translation>docker 会以 root 在原处创建空目录</translation>
    </message>
    <message>
        <source>Nothing is to be copied: deploy, or resume the deployment, and it fetches what is missing.</source>
        <translation>无需拷贝：执行部署或继续部署，缺失的文件会自动下载。</translation>
    </message>
    <message>
        <source>%1 holds no *.safetensors.index.json yet</source>
        <translation>%1 中尚无 *.safetensors.index.json</translation>
    </message>
    <message>
        <source>Move the broken files away or remove them, then deploy or resume: it fetches them anew.</source>
        <translation>移走或删除损坏的文件，然后执行部署或继续部署，将重新下载。</translation>
    </message>
    <message>
        <source>config.json is still to be fetched</source>
        <translation>config.json 尚待下载</translation>
    </message>
    <message>
        <source>firmware %1 is installed, but the chips run %2</source>
        <translation>已安装固件 %1，但芯片运行的是 %2</translation>
    </message>
    <message>
        <source>Restart the node (`reboot`) so that the installed firmware takes effect.</source>
        <translation>请重启该节点（`reboot`），使已安装的固件生效。</translation>
    </message>
    <message>
        <source>%1 says nothing usable about device %2</source>
        <translation>%1 未给出设备 %2 的可用信息</translation>
    </message>
    <message>
        <source>%1 cannot be read there</source>
        <translation>无法读取该节点上的 %1</translation>
    </message>
    <message>
        <source>one</source>
        <translation>一个</translation>
    </message>
    <message>
        <source>the machine has one NUMA node: every NPU is near</source>
        <translation>该机器只有一个 NUMA 节点，各 NPU 距离相同</translation>
    </message>
    <message>
        <source>%1 nowhere</source>
        <comment>chips</comment>
        <translation>%1 个未知</translation>
    </message>
    <message>
        <source>the firmware does not tell on which of its %1 NUMA nodes device %2 is, so nobody can bind a rank to the processors near it</source>
        <translation>共 %1 个 NUMA 节点，固件未给出设备 %2 所在的节点，因此无法将 rank 绑定到邻近的处理器</translation>
    </message>
    <message>
        <source>%1 chips that npu-smi shows are not found in /sys/bus/pci/devices</source>
        <translation>npu-smi 显示的芯片中有 %1 个不在 /sys/bus/pci/devices 中</translation>
    </message>
    <message>
        <source>%1 on NUMA node %2</source>
        <translation>NUMA 节点 %2 上 %1 个</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <comment>NUMA nodes</comment>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>it is told where each chip is: %1</source>
        <translation>各芯片所在的 NUMA 节点已知：%1</translation>
    </message>
    <message>
        <source>%1 with errors</source>
        <comment>chips</comment>
        <translation>%1 个有错误</translation>
    </message>
    <message>
        <source>the HBM had errors that ECC could not correct since the driver was loaded: %1</source>
        <translation>驱动加载以来，HBM 出现过 ECC 无法纠正的错误：%1</translation>
    </message>
    <message>
        <source>Read it again after a while: `npu-smi info -t ecc -i %1 -c %2`. Where the count rises, put the work on other NPUs and let support look at the card.</source>
        <translation>过一段时间再次查询：`npu-smi info -t ecc -i %1 -c %2`。若计数增加，请将业务迁移到其他 NPU，并联系技术支持检查该卡。</translation>
    </message>
    <message>
        <source>the HBM of all %1 chips had no error that ECC could not correct since the driver was loaded</source>
        <translation>驱动加载以来，全部 %1 个芯片的 HBM 均未出现 ECC 无法纠正的错误</translation>
    </message>
    <message>
        <source>the HBM of all %1 chips had no error that ECC could not correct since the driver was loaded; %2 pages are isolated from before</source>
        <translation>驱动加载以来，全部 %1 个芯片的 HBM 均未出现 ECC 无法纠正的错误；此前已隔离 %2 页</translation>
    </message>
    <message>
        <source>an optical module is outside of its own limits: %1</source>
        <translation>光模块超出其自身门限：%1</translation>
    </message>
    <message>
        <source>the optical modules of all %1 devices are inside their own limits</source>
        <translation>全部 %1 个设备的光模块均在其自身门限之内</translation>
    </message>
    <message>
        <source>%1 went down</source>
        <comment>links</comment>
        <translation>%1 个闪断</translation>
    </message>
    <message>
        <source>the link went down and came back: %1</source>
        <translation>链路曾断开后恢复：%1</translation>
    </message>
    <message>
        <source>If nobody pulled a cable or restarted a switch then, look at the module (`hccn_tool -i %1 -optical -g`) and at the switch port (`hccn_tool -i %1 -lldp -g` names it).</source>
        <translation>若当时没有人拔线或重启交换机，请检查光模块（`hccn_tool -i %1 -optical -g`）和交换机端口（`hccn_tool -i %1 -lldp -g` 可查到）。</translation>
    </message>
    <message>
        <source>%1 steady</source>
        <comment>links</comment>
        <translation>%1 个稳定</translation>
    </message>
    <message>
        <source>podman hands on the variables of the login: take them out of its profile (see `env | grep -i _proxy` there).</source>
        <translation>podman 会将登录环境中的变量传入容器：请从登录配置中删除（用 `env | grep -i _proxy` 查看）。</translation>
    </message>
    <message>
        <source>the docker client&apos;s config.json may not be read by this user</source>
        <translation>该用户无权读取 docker 客户端的 `config.json`</translation>
    </message>
    <message>
        <source>The image sets %1 itself: use one without.</source>
        <translation>镜像自带变量 `%1`：请改用不含该变量的镜像。</translation>
    </message>
    <message>
        <source>no proxy would be set in the container</source>
        <translation>容器中不会设置代理</translation>
    </message>
    <message>
        <source>a proxy would be set in the container: %1</source>
        <comment>variables</comment>
        <translation>容器中会设置代理：`%1`</translation>
    </message>
    <message>
        <source>taken away</source>
        <comment>variables</comment>
        <translation>已取消</translation>
    </message>
    <message>
        <source>the recipe&apos;s environment script takes it away again</source>
        <translation>方案的环境变量脚本会将其取消</translation>
    </message>
    <message>
        <source>it would catch what the nodes say to each other by HTTP</source>
        <translation>会截获节点之间的 HTTP 通信</translation>
    </message>
    <message>
        <source>it is not known by which interface the other nodes reach it: several have an address, and there is no default route</source>
        <translation>无法确定其他节点通过哪个网卡访问该节点：多个网卡有地址，且没有默认路由</translation>
    </message>
    <message>
        <source>the engine would use the interface %1 (%2), which no other node reaches</source>
        <translation>引擎将使用网卡 `%1`（%2），其他节点无法访问该网卡</translation>
    </message>
    <message>
        <source>the engine will use the interface %1 (%2)</source>
        <translation>引擎将使用网卡 `%1`（%2）</translation>
    </message>
    <message>
        <source>the engine will use the interface %1 (%2), the one that leads to the other nodes</source>
        <translation>引擎将使用通往其他节点的网卡 `%1`（%2）</translation>
    </message>
    <message>
        <source>the MTU of two nodes&apos; interfaces is not told</source>
        <translation>未能取得两个节点网卡的 MTU</translation>
    </message>
    <message>
        <source>the interfaces of all nodes that tell have the MTU %1</source>
        <translation>各节点网卡的 MTU 均为 %1</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>an MTU; nodes</comment>
        <translation>%2 为 %1</translation>
    </message>
    <message>
        <source>the MTU of the nodes&apos; interfaces differs: %1</source>
        <translation>各节点网卡的 MTU 不一致：%1</translation>
    </message>
    <message>
        <source>/proc/meminfo does not tell of swap</source>
        <translation>/proc/meminfo 中没有交换分区信息</translation>
    </message>
    <message>
        <source>has no swap</source>
        <translation>没有交换分区</translation>
    </message>
    <message>
        <source>%1 of its swap of %2 is used</source>
        <translation>交换分区已用 %1，共 %2</translation>
    </message>
    <message>
        <source>/proc/meminfo does not tell of hugepages</source>
        <translation>/proc/meminfo 中没有大页信息</translation>
    </message>
    <message>
        <source>no memory lies idle as hugepages</source>
        <translation>没有内存闲置为大页</translation>
    </message>
    <message>
        <source>%1 of its memory of %2 is set aside as hugepages that nobody uses</source>
        <translation>内存共 %2，其中 %1 预留为大页而无人使用</translation>
    </message>
    <message>
        <source>how many NPUs it uses</source>
        <translation>使用多少个 NPU</translation>
    </message>
    <message>
        <source>the recipe does not say how many NPUs a node uses</source>
        <translation>方案未说明每个节点使用多少个 NPU</translation>
    </message>
    <message>
        <source>allows %1 threads, %2 run; %3 ranks on %4 processors may start %5</source>
        <translation>允许 %1 个线程，已有 %2 个；%4 个处理器上的 %3 个 rank 可能启动 %5 个</translation>
    </message>
    <message>
        <source>%1 runs already</source>
        <translation>%1已在运行</translation>
    </message>
    <message>
        <source>As root raise it: `sysctl -w kernel.%1=%2`; it takes effect at once and what runs goes on. With the same line in a file of /etc/sysctl.d it holds after a restart.</source>
        <translation>请以 root 调高：`sysctl -w kernel.%1=%2`，立即生效，不影响正在运行的业务。将同样的设置写入 /etc/sysctl.d 下的文件，重启后仍有效。</translation>
    </message>
    <message>
        <source>how many inotify instances are used cannot be counted there: `find` knows no -lname</source>
        <translation>该节点上无法统计已用的 inotify 实例数：`find` 不支持 `-lname`</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>used and allowed</comment>
        <translation>%1，上限 %2</translation>
    </message>
    <message>
        <source>this user has %1 of the %2 inotify instances that a user may have</source>
        <translation>每个用户最多 %2 个 inotify 实例，该用户已用 %1 个</translation>
    </message>
    <message>
        <source>As root raise it: `sysctl -w fs.inotify.max_user_instances=%1`; it takes effect at once and what runs goes on. With the same line in a file of /etc/sysctl.d it holds after a restart.</source>
        <translation>请以 root 调高：`sysctl -w fs.inotify.max_user_instances=%1`，立即生效，不影响正在运行的业务。将同样的设置写入 /etc/sysctl.d 下的文件，重启后仍有效。</translation>
    </message>
    <message>
        <source>the kernel there does not set the processors&apos; clock (no cpufreq); the firmware may, and does not tell</source>
        <translation>该节点的内核不调节处理器频率（没有 cpufreq）；可能由固件调节，但无法查询</translation>
    </message>
    <message>
        <source>Look in the server&apos;s BIOS or BMC: its power policy should be performance.</source>
        <translation>请在服务器的 BIOS 或 BMC 中查看，电源策略应为性能模式。</translation>
    </message>
    <message>
        <source>the processors run under the governor performance</source>
        <translation>处理器调频策略为 performance</translation>
    </message>
    <message>
        <source>processors run under the governor %1: powersave holds the lowest clock</source>
        <translation>处理器调频策略为 %1：powersave 使处理器保持最低频率</translation>
    </message>
    <message>
        <source>processors run under the governor %1, which raises the clock only after there is load</source>
        <translation>处理器调频策略为 %1，出现负载之后才升频</translation>
    </message>
    <message>
        <source>neither `getenforce` nor /sys/fs/selinux tells whether SELinux enforces</source>
        <translation>`getenforce` 和 /sys/fs/selinux 都未给出 SELinux 是否处于强制模式</translation>
    </message>
    <message>
        <source>SELinux is off</source>
        <translation>SELinux 已关闭</translation>
    </message>
    <message>
        <source>permissive</source>
        <translation>宽容模式</translation>
    </message>
    <message>
        <source>SELinux only notes what it would refuse</source>
        <translation>SELinux 处于宽容模式，只记录而不拒绝</translation>
    </message>
    <message>
        <source>enforcing</source>
        <translation>强制模式</translation>
    </message>
    <message>
        <source>SELinux enforces; the container is privileged, which it does not confine</source>
        <translation>SELinux 处于强制模式；容器为特权容器，不受其限制</translation>
    </message>
    <message>
        <source>SELinux enforces, and the container is not privileged: it may be refused the mounted folders and the devices</source>
        <translation>SELinux 处于强制模式，且容器不是特权容器：可能无法访问挂载的目录和设备</translation>
    </message>
    <message>
        <source>a firewall is on (%1); it must let through what the service needs: ports %2</source>
        <comment>its name; ports</comment>
        <translation>防火墙已开启（%1），须放通服务所需端口：%2</translation>
    </message>
    <message>
        <source>Let the other nodes and the users reach these ports, as whoever looks after the network allows.</source>
        <translation>请按网络管理要求，向其他节点和用户放通这些端口。</translation>
    </message>
    <message>
        <source>firewalld is on and lets all through from where the other nodes are</source>
        <translation>firewalld 已开启，并放通来自其他节点的全部流量</translation>
    </message>
    <message>
        <source>For everything from the other nodes, as root: %1%2; the same once more with `--permanent`, so that it holds after a restart. Nothing that runs is cut off.</source>
        <translation>如需放通其他节点的全部流量，请以 root 执行：%1%2；再加上 `--permanent` 执行一次，重启后仍有效。正在运行的业务不会中断。</translation>
    </message>
    <message>
        <source>with the other nodes&apos; addresses for HOST</source>
        <translation>（HOST 替换为其他节点的地址）</translation>
    </message>
    <message>
        <source>%1 rules</source>
        <translation>%1 条规则</translation>
    </message>
    <message>
        <source>the packet filter refuses some of what comes in (%1); it must let through what the service needs: ports %2</source>
        <translation>包过滤规则会拒绝部分入站流量（`%1`），须放通服务所需端口：%2</translation>
    </message>
    <message>
        <source>neither firewalld nor ufw is on; what other rules there are is not told to this user</source>
        <translation>firewalld 和 ufw 均未开启；该用户无权查看其他规则</translation>
    </message>
    <message>
        <source>As root look yourself: `iptables -S INPUT` or `nft list ruleset`.</source>
        <translation>请以 root 查看：`iptables -S INPUT` 或 `nft list ruleset`。</translation>
    </message>
    <message>
        <source>no firewall refuses what comes in</source>
        <translation>没有防火墙拒绝入站流量</translation>
    </message>
    <message>
        <source>neither systemd (timedatectl) nor chrony (chronyc) tells there whether a time server sets the clock</source>
        <translation>该节点上 `timedatectl` 和 `chronyc` 都未给出时钟是否由时间服务器校准</translation>
    </message>
    <message>
        <source>Look with the tools of what keeps its time, for example `ntpq -p`.</source>
        <translation>请用该节点的校时工具查看，例如 `ntpq -p`。</translation>
    </message>
    <message>
        <source>set</source>
        <translation>已校准</translation>
    </message>
    <message>
        <source>its clock follows a time server</source>
        <translation>时钟由时间服务器校准</translation>
    </message>
    <message>
        <source>free</source>
        <comment>a clock that nobody sets</comment>
        <translation>未校准</translation>
    </message>
    <message>
        <source>no time server sets its clock: it goes away from the other nodes&apos;</source>
        <translation>时钟未由时间服务器校准，会逐渐偏离其他节点</translation>
    </message>
    <message>
        <source>there is no /dev/shm, or this user may not look into it</source>
        <translation>没有 /dev/shm，或该用户无权查看</translation>
    </message>
    <message>
        <source>nothing of size lies in /dev/shm</source>
        <translation>/dev/shm 中没有较大的文件</translation>
    </message>
    <message>
        <source>every file of size in /dev/shm is in use (%1)</source>
        <translation>/dev/shm 中较大的文件均在使用中（%1 个）</translation>
    </message>
    <message>
        <source>Log in as root or as another user who may, and ask again.</source>
        <translation>请以 root 或有权限的用户登录后重新检查。</translation>
    </message>
    <message>
        <source>Leave them while an engine runs there; when none does, ask again.</source>
        <translation>有引擎在运行时请勿处理；引擎全部停止后重新检查。</translation>
    </message>
    <message>
        <source>They take memory until the next restart. If no program of yours keeps something there on purpose, remove them: `rm -- %1`.</source>
        <translation>这些文件会一直占用内存，直到重启。若没有程序有意保留，请删除：`rm -- %1`。</translation>
    </message>
    <message>
        <source>not asked: the recipe names no quantization</source>
        <translation>未检查：方案未说明量化方式</translation>
    </message>
    <message>
        <source>not asked: it is not known that this engine reads ModelSlim&apos;s description</source>
        <translation>未检查：不确定该引擎是否读取 ModelSlim 的量化描述文件</translation>
    </message>
    <message>
        <source>not asked: the weights have no quant_model_description*.json; another tool than ModelSlim made them, or they are not there</source>
        <translation>未检查：权重中没有 `quant_model_description*.json`，可能由 ModelSlim 以外的工具生成，或权重不存在</translation>
    </message>
    <message>
        <source>%1 may not be read by this user</source>
        <translation>该用户无权读取 %1</translation>
    </message>
    <message>
        <source>quant_model_description*.json names no quantization that is known</source>
        <translation>`quant_model_description*.json` 中没有可识别的量化方式</translation>
    </message>
    <message>
        <source>the weights are quantized as the recipe says: %1</source>
        <translation>权重的量化方式与方案一致：%1</translation>
    </message>
    <message>
        <source>the weights are %1 by their own description (%2), the recipe is for %3</source>
        <translation>按量化描述文件，权重为 %1（%2），而方案要求 %3</translation>
    </message>
    <message>
        <source>Name the folder of weights of %1 in the recipe&apos;s settings, or choose a recipe for %2.</source>
        <translation>请在方案参数中填写 %1 权重的目录，或选择 %2 的方案。</translation>
    </message>
    <message>
        <source>asked on request only, it takes about %1 s a node: run this check by itself (in a terminal `ascendctl check D --only %2`, with the deployment&apos;s file for D)</source>
        <translation>仅在指定时检查，每个节点约需 %1 秒：请单独运行该检查（或在终端执行 `ascendctl check D --only %2`，D 替换为部署文件）</translation>
    </message>
    <message>
        <source>firewalld is on and lets through what the service needs: ports %1</source>
        <translation>firewalld 已开启，并已放通服务所需端口：%1</translation>
    </message>
    <message>
        <source>an installer of driver or firmware runs on %1</source>
        <translation>%1 上正在运行驱动或固件的安装程序</translation>
    </message>
    <message>
        <source>an installer of driver or firmware runs on the node</source>
        <translation>该节点上正在运行驱动或固件的安装程序</translation>
    </message>
    <message>
        <source>the installer of %1 runs on the node</source>
        <comment>a package</comment>
        <translation>该节点上正在运行 %1 的安装程序</translation>
    </message>
    <message>
        <source>installing</source>
        <translation>安装中</translation>
    </message>
    <message>
        <source>Wait until it has ended (%1 tells how far it is), then run this check again. Neither restart the node nor install anything on it before.</source>
        <translation>请等待其结束（进度见 %1），再重新执行本检查项。在此之前请勿重启该节点，也不要在其上安装任何软件。</translation>
    </message>
    <message>
        <source>driver %1 is installed; whether it is loaded is not known: %2</source>
        <translation>已安装驱动 %1，是否已加载未知：%2</translation>
    </message>
    <message>
        <source>firmware %1 is installed; whether the chips run it is not known: %2</source>
        <translation>已安装固件 %1，芯片是否运行该版本未知：%2</translation>
    </message>
    <message>
        <source>driver %1, which belongs to firmware %2</source>
        <translation>与固件 %2 配套的驱动 %1</translation>
    </message>
    <message>
        <source>firmware %1, which belongs to driver %2</source>
        <translation>与驱动 %2 配套的固件 %1</translation>
    </message>
    <message>
        <source>firmware of the driver&apos;s own release</source>
        <translation>与该驱动同一版本发布的固件</translation>
    </message>
    <message>
        <source>what is installed, driver %1 with firmware %2, is not a pair</source>
        <translation>已安装的驱动 %1 与固件 %2 不配套</translation>
    </message>
    <message>
        <source>Do not restart the node yet: that would put these two into effect together. First install %1 (`ascendctl install-driver`, or `./NAME --full` with your package&apos;s name for NAME); restart only then.</source>
        <translation>暂勿重启该节点：重启会使这两个版本一同生效。请先安装%1（使用 `ascendctl install-driver`，或执行 `./NAME --full`，NAME 替换为实际软件包名），之后再重启。</translation>
    </message>
    <message>
        <source>, or </source>
        <comment>between two ways to put it right</comment>
        <translation>，或安装</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>two clauses</comment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>without device %1</source>
        <comment>of those that the recipe uses</comment>
        <translation>缺少设备 %1</translation>
    </message>
    <message>
        <source>%1 of the %2 that the recipe uses are not there</source>
        <translation>方案使用的 %2 个中缺少 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 OK</source>
        <translation>%2 个中 %1 个正常</translation>
    </message>
    <message>
        <source>%1 of %2 OK, %3 not</source>
        <translation>%2 个中 %1 个正常，%3 个异常</translation>
    </message>
    <message>
        <source>the %1 chips that are there are OK</source>
        <translation>现有的 %1 个芯片正常</translation>
    </message>
    <message>
        <source>%1 of %2 present</source>
        <translation>%2 个中存在 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2, %3 left out</source>
        <comment>pairs of cards</comment>
        <translation>%2 对中 %1 对，%3 对未计入</translation>
    </message>
    <message>
        <source>left out, without a usable address or link: %1</source>
        <translation>未计入（没有可用地址或链路）：%1</translation>
    </message>
    <message>
        <source>HCCL_SOCKET_IFNAME is not set, so HCCL takes the first interface by its name, %1, and not %2, the one that leads to the other nodes</source>
        <translation>未设置 `HCCL_SOCKET_IFNAME`，HCCL 按名称顺序选用第一个网卡 `%1`，而通往其他节点的网卡是 `%2`</translation>
    </message>
    <message>
        <source>HCCL is told the interface %1 and takes every one that this fits: there is %2 as well</source>
        <translation>为 HCCL 指定的网卡是 `%1`，所有匹配的网卡都会被选用，而该节点还有 `%2`</translation>
    </message>
    <message>
        <source>Leave them while containers of others run here (%1): an engine in one of them may open them again by name. Ask whoever uses them; when none runs any more, ask again.</source>
        <translation>他人的容器还在此运行（%1）时请保留这些文件：其中的引擎可能按名称重新打开它们。请询问使用者；都不再运行后再检查一次。</translation>
    </message>
    <message>
        <source>Leave them while programs work on the NPUs (%1): an engine may open them again by name. When none does any more, ask again.</source>
        <translation>还有程序在使用 NPU（%1）时请保留这些文件：引擎可能按名称重新打开它们。都结束后再检查一次。</translation>
    </message>
    <message>
        <source>(on A3 that may be normal while HCCS works: try `hccn_tool -i %1 -hccs_ping -g address ADDRESS`, with the address of another card)</source>
        <translation>（在 A3 上只要 HCCS 正常，这可能属正常：可用 `hccn_tool -i %1 -hccs_ping -g address ADDRESS` 试试，ADDRESS 为另一张卡的地址）</translation>
    </message>
    <message>
        <source>`./NAME --full` with your package&apos;s name for NAME: Ascend-hdk-910b-npu-firmware_%1.run for Atlas A2, Atlas-A3-hdk-npu-firmware_%1.run for Atlas A3</source>
        <translation>`./NAME --full`，NAME 换成实际软件包名：Atlas A2 为 Ascend-hdk-910b-npu-firmware_%1.run，Atlas A3 为 Atlas-A3-hdk-npu-firmware_%1.run</translation>
    </message>
    <message>
        <source>Install firmware %1 (%2), then restart the node; in an upgrade, firmware first, then the driver.</source>
        <comment>%2: how</comment>
        <translation>安装固件 %1（%2），然后重启节点；升级时先固件，后驱动。</translation>
    </message>
    <message>
        <source>%1, and between the nodes those that %2 chooses when it starts</source>
        <comment>ports; an engine</comment>
        <translation>%1，以及节点之间由 %2 在启动时选定的端口</translation>
    </message>
    <message>
        <source>Programs work on the NPUs here (%1). What is changed or restarted below may interrupt them: ask whoever uses them first; reading harms nothing.</source>
        <translation>此处有程序正在使用 NPU（%1）。以下的更改或重启可能中断它们：请先询问使用者；仅查看不会有影响。</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>there is no image %1; the deployment loads it from its archive (setting &quot;imageFrom&quot;)</source>
        <translation>没有镜像 %1；部署会从归档文件加载它（设置“imageFrom”）</translation>
    </message>
    <message>
        <source>Pull it with `docker pull %1`, or bring it from a machine that has it: `docker save %1 | gzip &gt; image.tar.gz`, copy, `docker load -i image.tar.gz`. Or let the deployment load it: settings &quot;imageFrom&quot; and &quot;imageArchive&quot;.</source>
        <translation>用 `docker pull %1` 拉取，或从已有该镜像的机器带来：`docker save %1 | gzip &gt; image.tar.gz`，复制，`docker load -i image.tar.gz`。也可以让部署加载它：设置“imageFrom”和“imageArchive”。</translation>
    </message>
    <message>
        <source>which image is tried</source>
        <translation>要试用哪个镜像</translation>
    </message>
    <message>
        <source>a program has the NPUs; containers cannot share them, so it is not tried</source>
        <translation>有程序占用 NPU；容器不能共享 NPU，因此不试</translation>
    </message>
    <message>
        <source>the container %1 runs; it is not tried beside it</source>
        <translation>容器 %1 正在运行；不在其旁边试</translation>
    </message>
    <message>
        <source>there is no file of an NPU in /dev</source>
        <translation>/dev 中没有 NPU 设备文件</translation>
    </message>
    <message>
        <source>hangs</source>
        <translation>无响应</translation>
    </message>
    <message>
        <source>npu-smi does not come to an end inside a container of the image</source>
        <translation>npu-smi 在该镜像的容器内一直不结束</translation>
    </message>
    <message>
        <source>Try it by hand, and see what `dmesg | tail` says then.</source>
        <translation>请手动执行，并查看此时 `dmesg | tail` 的输出。</translation>
    </message>
    <message>
        <source>does not start</source>
        <translation>无法启动</translation>
    </message>
    <message>
        <source>a container of the image cannot be started with the NPUs: %1</source>
        <translation>无法用这些 NPU 启动该镜像的容器：%1</translation>
    </message>
    <message>
        <source>no npu-smi</source>
        <translation>没有 npu-smi</translation>
    </message>
    <message>
        <source>there is no npu-smi inside a container of the image: %1</source>
        <translation>该镜像的容器内没有 npu-smi：%1</translation>
    </message>
    <message>
        <source>The recipe mounts the driver&apos;s tools into the container: see that check host.mounts passes.</source>
        <translation>方案会把驱动工具挂载到容器中：请确认检查 host.mounts 通过。</translation>
    </message>
    <message>
        <source>a container of the image sees no NPU: %1</source>
        <translation>该镜像的容器看不到 NPU：%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>a container of the image sees %1 of the %2 chips</source>
        <translation>该镜像的容器只看到 %2 个芯片中的 %1 个</translation>
    </message>
    <message>
        <source>%1 seen</source>
        <comment>chips</comment>
        <translation>看到 %1 个</translation>
    </message>
    <message>
        <source>a container of the image, with the deployment&apos;s devices and mounts, sees %1 chips</source>
        <translation>以部署的设备和挂载启动的该镜像容器能看到 %1 个芯片</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>there is no file in %1</source>
        <translation>%1 中没有文件</translation>
    </message>
    <message>
        <source>%1 could not be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>%1/s</source>
        <comment>a size</comment>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1 of %2 were read with %3/s: all %4 take %5</source>
        <comment>sizes, a file, a time</comment>
        <translation>以 %3/s 读取了 %2 的 %1：全部 %4 需 %5</translation>
    </message>
    <message>
        <source>its file system cannot be read past the page cache, so that it may be slower</source>
        <translation>其文件系统无法绕过页缓存读取，实际可能更慢</translation>
    </message>
    <message>
        <source>Install a driver that has it, with the firmware that belongs to it, or take %1 out of the recipe.</source>
        <translation>安装支持它的驱动及配套固件，或从方案中去掉“%1”。</translation>
    </message>
    <message>
        <source>%1 needs driver %2 or newer (%3); there is %4</source>
        <translation>%1 要求驱动 %2 或更高版本（%3）；现为 %4</translation>
    </message>
    <message>
        <source>%1 needs CANN %2 or newer (%3); the image holds %4</source>
        <translation>%1 要求 CANN %2 或更高版本（%3）；镜像中为 %4</translation>
    </message>
    <message>
        <source>Choose the image of a newer release, or take %1 out of the recipe.</source>
        <translation>选用更新版本的镜像，或从方案中去掉“%1”。</translation>
    </message>
    <message>
        <source>%1 is recommended with driver %2 or newer (%3); there is %4</source>
        <translation>%1 建议使用驱动 %2 或更高版本（%3）；现为 %4</translation>
    </message>
    <message>
        <source>driver %1 is new enough for %2</source>
        <translation>驱动 %1 满足 %2 的要求</translation>
    </message>
    <message>
        <source>what it uses</source>
        <translation>所用功能</translation>
    </message>
    <message>
        <source>driver %1; the recipe uses nothing that asks for a newer one than its engine does</source>
        <translation>驱动 %1；方案没有使用要求比推理引擎更新驱动的功能</translation>
    </message>
    <message>
        <source>nothing is known here of %1</source>
        <translation>此处没有关于 %1 的资料</translation>
    </message>
    <message>
        <source>%1 is not in a layout that is known, or cut short</source>
        <translation>%1 的输出格式未知，或被截断</translation>
    </message>
    <message>
        <source>device %1 is logical %2</source>
        <translation>设备 %1 的逻辑 ID 为 %2</translation>
    </message>
    <message>
        <source>not compared: npu-smi does not tell both numbers of a chip here</source>
        <translation>未比较：此处 npu-smi 没有同时给出芯片的两个编号</translation>
    </message>
    <message>
        <source>logical and physical ids of %1 chips are the same</source>
        <translation>%1 个芯片的逻辑 ID 与物理 ID 一致</translation>
    </message>
    <message>
        <source>the driver counts the chips otherwise than the machine: %1</source>
        <translation>驱动对芯片的编号与物理位置不同：%1</translation>
    </message>
    <message>
        <source>none of the chips has an interrupt called sq_send_trigger_irq</source>
        <translation>没有任何 NPU 具有名为 sq_send_trigger_irq 的中断</translation>
    </message>
    <message>
        <source>%1 far</source>
        <comment>interrupts</comment>
        <translation>%1 个过远</translation>
    </message>
    <message>
        <source>interrupts of NPUs are served on another NUMA node, by the processors in brackets: %1</source>
        <translation>NPU 的中断由其他 NUMA 节点上的处理器（括号内）处理：%1</translation>
    </message>
    <message>
        <source>%1 anywhere</source>
        <comment>interrupts</comment>
        <translation>%1 个未绑定</translation>
    </message>
    <message>
        <source>interrupts of NPUs may be served by processors of any NUMA node: %1</source>
        <translation>NPU 的中断可能由任意 NUMA 节点的处理器处理：%1</translation>
    </message>
    <message>
        <source>the NPUs&apos; %1 interrupts are served on their own NUMA nodes</source>
        <translation>NPU 的 %1 个中断均在各自的 NUMA 节点上处理</translation>
    </message>
    <message>
        <source>near</source>
        <translation>就近</translation>
    </message>
    <message>
        <source>%1; irqbalance runs and may move them</source>
        <translation>%1；irqbalance 正在运行，可能会移动它们</translation>
    </message>
    <message>
        <source>Its error codes: `npu-smi info -t health -i %1 -c %2`.</source>
        <translation>查看其错误码：`npu-smi info -t health -i %1 -c %2`。</translation>
    </message>
    <message>
        <source>the chips that the recipe uses are OK; others of the node are not: %1</source>
        <translation>方案所用的 NPU 正常；该节点上其他 NPU 异常：%1</translation>
    </message>
    <message>
        <source>This deployment does not need it.</source>
        <translation>本部署不使用它。</translation>
    </message>
    <message>
        <source>others use %1, which the recipe does not need</source>
        <translation>%1 由他人使用，方案不需要</translation>
    </message>
    <message>
        <source>more than is free</source>
        <translation>超过空闲量</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>a program, and its node</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Take &quot;proxies&quot; out of `~/.docker/config.json` of the login&apos;s user, or put the addresses of all nodes, this one&apos;s too, and 127.0.0.1 into its &quot;noProxy&quot;. Containers that run keep what they have.</source>
        <translation>从登录用户的 `~/.docker/config.json` 中删除 &quot;proxies&quot;，或将所有节点（包括本节点）的地址和 127.0.0.1 加入其 &quot;noProxy&quot;。已在运行的容器不受影响。</translation>
    </message>
    <message>
        <source>On %1 /etc/hccn.conf has another address for device %2: set that, `hccn_tool -i %2 -ip -s address %3 netmask M`, with the cards&apos; netmask for M.</source>
        <translation>%1 的 /etc/hccn.conf 中设备 %2 是另一个地址：请设置为该地址，`hccn_tool -i %2 -ip -s address %3 netmask M`，M 为各卡的子网掩码。</translation>
    </message>
    <message>
        <source>rsync leaves out a file whose size and time are the same on both sides; %1 differs at the same size: if it still does after the copy, run it again with `--checksum`, which reads every file.</source>
        <translation>rsync 会跳过两端大小和时间都相同的文件；%1 大小相同而内容不同：如果拷贝后仍不一致，请加上 `--checksum` 重新执行（会读取每个文件）。</translation>
    </message>
    <message>
        <source>one of the two is wrong</source>
        <translation>两者之一不准</translation>
    </message>
    <message>
        <source>Set the address that is right and that no other card has, the file&apos;s for example: %1.</source>
        <translation>请设置正确且未被其他卡使用的地址，例如文件中的地址：%1。</translation>
    </message>
    <message>
        <source>Device %1 has the address that the file says. Set one that no other card has: %2.</source>
        <translation>文件中的地址已被设备 %1 使用。请设置未被其他卡使用的地址：%2。</translation>
    </message>
    <message>
        <source>Device %1 has the address that the file says. Set one that no other card has, the live one for example: %2.</source>
        <translation>文件中的地址已被设备 %1 使用。请设置未被其他卡使用的地址，例如当前地址：%2。</translation>
    </message>
    <message numerus="yes">
        <source>device %1: %n times, last at %2</source>
        <translation>
            <numerusform>设备 %1：%n 次，最近一次 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Name the image of an engine that takes %1 weights in the recipe&apos;s settings, or the folder of weights that this one takes.</source>
        <translation>请在方案设置中指定支持 %1 权重的引擎镜像，或指定该镜像支持的权重目录。</translation>
    </message>
    <message>
        <source>the deployment still fetches them on %1</source>
        <translation>部署尚需在 %1 上下载权重</translation>
    </message>
    <message>
        <source>Deploy, or resume the deployment: it looks at the archive, and loads it.</source>
        <translation>请部署或继续部署：届时会先检查归档，再加载镜像。</translation>
    </message>
    <message>
        <source>not asked: the image is not there yet</source>
        <translation>未询问：镜像尚不存在</translation>
    </message>
    <message>
        <source>%1 holds no tokenizer (tokenizer.json, tokenizer.model, vocab.json)</source>
        <translation>%1 中没有 tokenizer（tokenizer.json、tokenizer.model、vocab.json）</translation>
    </message>
    <message>
        <source>Deploy, or resume the deployment: it fetches what the hub has. A hub that has none does not help: copy the tokenizer of the same model into that folder.</source>
        <translation>请部署或继续部署：届时会下载模型仓库中已有的文件。若仓库中没有 tokenizer，请将同一模型的 tokenizer 复制到该目录。</translation>
    </message>
    <message>
        <source>Set the clock of %1: there run `timedatectl set-ntp true`, or where chrony runs already `chronyc makestep` to correct it at once. All nodes should follow the same time server.</source>
        <translation>校准 %1 的时钟：在该节点执行 `timedatectl set-ntp true`；已运行 chrony 时可执行 `chronyc makestep` 立即校正。所有节点应使用同一时间服务器。</translation>
    </message>
    <message>
        <source>cards of one node share an address</source>
        <translation>同一节点的多个 NPU 使用了相同 IP</translation>
    </message>
    <message>
        <source>See which: `date -u` on both. On the node `timedatectl set-ntp true` has a time server set it; where chrony runs already, `chronyc makestep` sets it at once. Certificates and logs depend on it.</source>
        <translation>请在两边执行 `date -u` 确认是哪一个不准。在节点上执行 `timedatectl set-ntp true` 可由时间服务器校时；已运行 chrony 时，`chronyc makestep` 可立即校正。证书和日志都依赖时钟。</translation>
    </message>
    <message>
        <source>firewalld is on and lets all through</source>
        <translation>firewalld 已启用，并放通所有连接</translation>
    </message>
    <message>
        <source>firewalld is on and lets all through from where the other nodes are, but clients from elsewhere do not reach port %1</source>
        <translation>firewalld 已启用，并放通其他节点的所有连接，但其他来源的客户端无法访问端口 %1</translation>
    </message>
    <message>
        <source>Where clients ask from elsewhere, as root: `firewall-cmd --add-port=%1/tcp`; the same once more with `--permanent`, so that it holds after a restart. Nothing that runs is cut off.</source>
        <translation>如果客户端来自其他地址，请以 root 执行：`firewall-cmd --add-port=%1/tcp`；再加上 `--permanent` 执行一次，重启后仍然有效。不会中断正在运行的业务。</translation>
    </message>
    <message>
        <source>Check cable and optical module (`hccn_tool -i %1 -optical -g`, `hccn_tool -i %1 -link_stat -g`) and the switch port (`hccn_tool -i %1 -lldp -g` names it as long as the link is up).</source>
        <translation>检查线缆与光模块（`hccn_tool -i %1 -optical -g`、`hccn_tool -i %1 -link_stat -g`）以及交换机端口（链路正常时 `hccn_tool -i %1 -lldp -g` 可查看）。</translation>
    </message>
    <message>
        <source>unknown key</source>
        <translation>密钥未知</translation>
    </message>
    <message>
        <source>needs no password at %1, but does not know the host key there (or another one): scripts stop at that; MindIE does not need the login, some guides ask for it</source>
        <translation>登录 %1 无需密码，但本节点不认识其主机密钥（或密钥不同），脚本会停在此处；MindIE 不需要该登录，部分教程要求</translation>
    </message>
    <message>
        <source>If you want it, on this node: %1, and compare the fingerprint that it shows before you say yes; where it says that the key has changed, find out why first.</source>
        <translation>如需配置，请在本节点执行 %1，比对所显示的指纹后再输入 yes；若提示密钥已变更，请先查明原因。</translation>
    </message>
    <message>
        <source>loading its share of the weights (%1) takes 1.3 times as much, %2</source>
        <translation>加载本节点的权重份额（%1）需要其 1.3 倍，即 %2</translation>
    </message>
    <message>
        <source>has %1 of memory, %2 available; %3</source>
        <translation>内存共 %1，可用 %2；%3</translation>
    </message>
    <message>
        <source>has %1 of memory available; %2</source>
        <translation>可用内存 %1；%2</translation>
    </message>
    <message>
        <source>the recipe is for machines with %1 NPUs, this one has %2 (%3), and no number between them is missing</source>
        <translation>该方案面向每台 %1 个 NPU 的机器，本机有 %2 个（%3），编号连续、无缺失</translation>
    </message>
    <message>
        <source>Choose a recipe for such machines (page &quot;Deploy&quot;, step &quot;Recipe&quot;, has those first that fit), or machines with %1. If this one should have more, look for them on the bus: `lspci | grep -i d80`.</source>
        <translation>请选择适合此类机器的方案（“部署”页面的“方案”步骤把适合的排在最前），或使用具有 %1 个 NPU 的机器。如果本机应有更多，请在总线上查找：`lspci | grep -i d80`。</translation>
    </message>
    <message>
        <source>Pull the right one, which then has this name: `docker pull --platform linux/%2 %1`. Where no registry is reached, `docker save` it where it is and `docker load` it here.</source>
        <translation>请拉取正确的镜像，它会取得该名称：`docker pull --platform linux/%2 %1`。无法访问镜像仓库时，在已有该镜像的机器上 `docker save`，再在此处 `docker load`。</translation>
    </message>
    <message>
        <source>`hccn_tool` writes it where the cards&apos; addresses are set: `hccn_tool -i N -ip -s address A netmask M` for each card, with the device&apos;s number for N, its address for A and its mask for M. See the check network.hccn-conf.</source>
        <translation>设置各卡地址时由 `hccn_tool` 写入：对每张卡执行 `hccn_tool -i N -ip -s address A netmask M`（N 为设备编号，A 为其地址，M 为其掩码）。参见检查项 network.hccn-conf。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <comment>names; how many others</comment>
        <translation>%1 以及另外 %2 项</translation>
    </message>
    <message>
        <source>driver %1 is older than all that go with CANN %2 and %3, between which lies %4; the former takes %5</source>
        <translation>驱动 %1 比 CANN %2 与 %3 所配套的驱动都旧，而%4 介于二者之间；前者的配套驱动为 %5</translation>
    </message>
    <message>
        <source>not asked: where the program in such an image says its release is not known here</source>
        <translation>未询问：不清楚此类镜像中的程序在何处标明版本</translation>
    </message>
    <message>
        <source>which image is asked</source>
        <translation>询问哪个镜像</translation>
    </message>
    <message>
        <source>a container of the image does not say which %1 is in it: %2</source>
        <translation>该镜像的容器未给出其中 %1 的版本：%2</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>the weights take about %1 of %2 usable on each card; beside them %3 tokens of KV cache have room, in %4 requests of the full length at once, or more: the model&apos;s sliding_window was not counted</source>
        <translation>权重约占每卡可用 %2 中的 %1；其余可容纳 %3 个 Token 的 KV Cache，可同时处理 %4 个最大长度请求，或更多：未计入模型的 sliding_window</translation>
    </message>
    <message>
        <source>has %1 free at %2; how much pulling the image takes is not known here</source>
        <translation>%2 剩余 %1；拉取该镜像需要多少空间未知</translation>
    </message>
    <message>
        <source>not asked: the recipe names no release to compare with</source>
        <translation>未询问：方案未指明可供比对的版本</translation>
    </message>
    <message>
        <source>the image holds %1 %2, which flags and files are written for</source>
        <translation>镜像内为 %1 %2，启动参数和文件即按该版本编写</translation>
    </message>
    <message>
        <source>the image holds %1 %2; flags and files are written for %3</source>
        <translation>镜像内为 %1 %2，而启动参数和文件按 %3 编写</translation>
    </message>
    <message>
        <source>Where the name %1 says that it holds %2, pull it anew from where its publisher has it: `docker pull %3`. Else choose, in the recipe&apos;s settings, the image and the release that belong together.</source>
        <translation>若名称 %1 表明其版本为 %2，请从发布者的仓库重新拉取：`docker pull %3`。否则请在方案参数中选择相互对应的镜像和版本。</translation>
    </message>
    <message>
        <source>Deploy, or resume the deployment: it copies what %1 has. See first that this check passes there.</source>
        <translation>执行或续跑部署，即从 %1 复制其已有的文件。请先确认该检查在那里通过。</translation>
    </message>
    <message>
        <source>See first that this check passes on %1, from where they are copied. Then move the broken files away or remove them, and deploy or resume: it copies them anew.</source>
        <translation>请先确认该检查在来源节点 %1 上通过，再移走或删除损坏的文件，然后执行或续跑部署，即会重新复制。</translation>
    </message>
    <message>
        <source>driver %1 is older than the engine recommends: %2, or newer</source>
        <translation>驱动 %1 低于推理引擎推荐的版本：%2 或更新</translation>
    </message>
    <message>
        <source>names and sizes of all files but hidden ones were compared, in subfolders down to the third, and the contents of *.json, *.txt, *.model and *.py up to 64 MiB; the other files were not read</source>
        <translation>已比较除隐藏文件外全部文件的名称和大小（含三层以内的子目录），以及不超过 64 MiB 的 *.json、*.txt、*.model、*.py 文件的内容；未读取其他文件的内容</translation>
    </message>
    <message>
        <source>the Python of the image %1 has no %2: it is no image of %3</source>
        <translation>镜像 %1 的 Python 中没有 %2：它不是 %3 的镜像</translation>
    </message>
    <message>
        <source>Choose, in the recipe&apos;s settings, an image of %1, or a recipe for the engine that is in this image.</source>
        <translation>请在方案设置中选择 %1 的镜像，或选择适用于该镜像中推理引擎的方案。</translation>
    </message>
    <message>
        <source>The tag of %1 says release %2 itself: take, in the recipe&apos;s settings, the image of %3, or set &quot;%4&quot; to the image&apos;s release.</source>
        <translation>镜像 %1 的标签本身即为版本 %2：请在方案参数中选用 %3 的镜像，或将 “%4” 设为该镜像的版本。</translation>
    </message>
    <message>
        <source>there is no image %1; the run pulls it from its registry (setting &quot;imageFrom&quot;)</source>
        <translation>没有镜像 %1；运行时会从镜像仓库拉取（配置项 &quot;imageFrom&quot;）</translation>
    </message>
    <message>
        <source>Deploy: the run pulls it, where the node reaches the registry. To have it there before a run:</source>
        <translation>可直接部署：节点能访问镜像仓库时，运行会自动拉取。如需在运行前准备好：</translation>
    </message>
    <message>
        <source>%1 runs already, its next start may fail</source>
        <translation>%1已在运行，下次启动可能失败</translation>
    </message>
    <message>
        <source>a run could not bring the image: %1</source>
        <comment>what it said</comment>
        <translation>部署运行未能取得镜像：%1</translation>
    </message>
    <message>
        <source>%1 is %2 %3, the least is %4</source>
        <comment>what; a number; its unit; a number</comment>
        <translation>`%1` 为 %2 %3，下限为 %4</translation>
    </message>
    <message>
        <source>%1 is %2 %3, the most is %4</source>
        <comment>what; a number; its unit; a number</comment>
        <translation>`%1` 为 %2 %3，上限为 %4</translation>
    </message>
    <message>
        <source>%1 is %2: the signal is lost</source>
        <comment>a flag; 0xff</comment>
        <translation>`%1` 为 %2：信号丢失</translation>
    </message>
    <message>
        <source>%1 outside</source>
        <comment>optical modules</comment>
        <translation>%1 个超限</translation>
    </message>
    <message>
        <source>no link of its %1 devices went down again after the first ten minutes that it tells of</source>
        <translation>全部 %1 个设备的链路在记录的最初十分钟之后均未再断开</translation>
    </message>
    <message>
        <source>missing on %1: %2</source>
        <translation>%1 缺少：%2</translation>
    </message>
    <message>
        <source>not counted, for no engine reads it: %1 differs</source>
        <translation>未计入（引擎不读取）：%1 不同</translation>
    </message>
    <message>
        <source>As root raise both: `sysctl -w kernel.pid_max=%1 kernel.threads-max=%1`; it takes effect at once and what runs goes on. With a line for each in a file of /etc/sysctl.d it holds after a restart.</source>
        <translation>以 root 同时调大两项：`sysctl -w kernel.pid_max=%1 kernel.threads-max=%1`；立即生效，不影响正在运行的程序。将两项各写一行到 /etc/sysctl.d 下的文件中，重启后仍有效。</translation>
    </message>
    <message>
        <source>Let the users reach these ports, as whoever looks after the network allows.</source>
        <translation>请按网络管理要求，向用户放通这些端口。</translation>
    </message>
    <message>
        <source>device %1 has no address to probe</source>
        <translation>设备 %1 未设置探测地址</translation>
    </message>
    <message>
        <source>the address of device %1 is not the one of /etc/hccn.conf</source>
        <translation>设备 %1 的地址与 /etc/hccn.conf 不一致</translation>
    </message>
    <message>
        <source>address or netmask of device %1 is not told</source>
        <translation>设备 %1 的地址或掩码未知</translation>
    </message>
    <message>
        <source>%1 devices have a gateway in their own network; the others are left out: %2</source>
        <translation>%1 个设备的网关在其自身网段内；其余未计入：%2</translation>
    </message>
    <message>
        <source>no gateway</source>
        <translation>无网关</translation>
    </message>
    <message>
        <source>Set the gateway that is right, the file&apos;s for example: %1.</source>
        <translation>请设置正确的网关，例如文件中的网关：%1。</translation>
    </message>
    <message>
        <source>/etc/hccn.conf names the live addresses and netmasks of all %1 devices, and the gateways of %2; the others tell none</source>
        <translation>/etc/hccn.conf 与全部 %1 个设备的当前地址、掩码一致，网关有 %2 个一致；其余设备未报告网关</translation>
    </message>
    <message>
        <source>/etc/hccn.conf names the live addresses and netmasks of all %1 devices; none tells a gateway</source>
        <translation>/etc/hccn.conf 与全部 %1 个设备的当前地址、掩码一致；没有设备报告网关</translation>
    </message>
    <message>
        <source>NPU %1</source>
        <translation>NPU %1</translation>
    </message>
    <message>
        <source>the chip at %1</source>
        <comment>a bus id</comment>
        <translation>总线地址 %1 的芯片</translation>
    </message>
    <message>
        <source>Read its error codes: `npu-smi info -t health %1`. If it does not recover, restart the node when nothing on it needs an NPU any more. If it comes back, contact support.</source>
        <translation>查看错误码：`npu-smi info -t health %1`。若未恢复，请在该节点上没有任务使用 NPU 时重启节点。若再次出现，请联系技术支持。</translation>
    </message>
    <message>
        <source>no process uses the chips, but npu-smi does not tell how much memory %1 holds</source>
        <translation>没有进程使用芯片，但 npu-smi 未报告 %1 占用的显存</translation>
    </message>
    <message>
        <source>only %1 of the %2 of /dev/shm are free, which the container shares (--ipc=host); the service needs at least %3 GiB</source>
        <translation>容器共用主机的 /dev/shm（--ipc=host），其 %2 中仅剩 %1 可用；服务至少需要 %3 GiB</translation>
    </message>
    <message>
        <source>See what lies there: `du -ah /dev/shm | sort -h | tail`; the check host.shm-leftovers tells what no process has open. Let its owner take it away, or enlarge it: `mount -o remount,size=%1g /dev/shm` (and in /etc/fstab).</source>
        <translation>查看占用内容：`du -ah /dev/shm | sort -h | tail`；检查 host.shm-leftovers 会列出没有进程打开的文件。请其所有者清理，或扩大 /dev/shm：`mount -o remount,size=%1g /dev/shm`（并写入 /etc/fstab）。</translation>
    </message>
    <message>
        <source>See all its values: `hccn_tool -i %1 -optical -g`.</source>
        <translation>查看其全部数值：`hccn_tool -i %1 -optical -g`。</translation>
    </message>
    <message>
        <source>Clean or change the fibre or the module, on the switch&apos;s side too, while nothing uses the NPU.</source>
        <translation>请在没有业务使用该 NPU 时清洁或更换光纤、光模块（包括交换机一侧）。</translation>
    </message>
    <message>
        <source>For the temperature look at the cooling: the machine&apos;s fans, what stands in the way of its air, and the room; where only one module is outside, change it while nothing uses the NPU.</source>
        <translation>温度异常时请检查散热：机器风扇、风道阻塞及机房环境；若只有一个光模块超限，请在没有业务使用该 NPU 时更换。</translation>
    </message>
    <message>
        <source>For the voltage change the module while nothing uses the NPU; where the new one has the same, the card feeds it wrongly, and support is to look at it.</source>
        <translation>电压异常时请在没有业务使用该 NPU 时更换光模块；若更换后仍然如此，则是板卡供电异常，请联系技术支持。</translation>
    </message>
    <message>
        <source>The driver is installed (/usr/local/Ascend/driver), only its tool is not found: see where it is (`find /usr/local -name npu-smi`), and put that folder on the PATH of every login.</source>
        <translation>驱动已安装（/usr/local/Ascend/driver），只是找不到其工具：请查找其位置（`find /usr/local -name npu-smi`），并将该目录加入每次登录的 PATH。</translation>
    </message>
    <message>
        <source>The driver is installed (/usr/local/Ascend/driver), but it is not loaded, or this user may not use it. Where driver or firmware was installed since the last start, restart the node (`reboot`); else let root put the user into the driver&apos;s group (`usermod -aG HwHiAiUser USER`, with the user&apos;s name for USER), and log in anew. See what `dmesg | tail` says, too.</source>
        <translation>驱动已安装（/usr/local/Ascend/driver），但未加载，或当前用户无权使用。若上次启动后安装过驱动或固件，请重启节点（`reboot`）；否则由 root 将该用户加入驱动的用户组（`usermod -aG HwHiAiUser USER`，USER 替换为用户名），然后重新登录。另请查看 `dmesg | tail` 的输出。</translation>
    </message>
    <message>
        <source>Files of driver %1 lie in /usr/local/Ascend/driver, but nothing of it works: a driver that was taken off may have left them behind. Where it was installed since the last start, restart the node (`reboot`); else install it anew (`ascendctl install-driver`).</source>
        <translation>/usr/local/Ascend/driver 中有驱动 %1 的文件，但驱动并未工作：可能是已卸载的驱动残留。若驱动是在上次启动之后安装的，请重启节点（`reboot`）；否则请重新安装（`ascendctl install-driver`）。</translation>
    </message>
    <message>
        <source>version.info names driver %1, but npu-smi and the devices of NPUs are missing: it is left behind, or not loaded yet</source>
        <translation>version.info 记录了驱动 %1，但缺少 npu-smi 和 NPU 设备文件：可能是卸载后的残留，或尚未加载</translation>
    </message>
    <message>
        <source>%1 has open: %2</source>
        <comment>whose service, files</comment>
        <translation>%1打开了：%2</translation>
    </message>
    <message>
        <source>on %1 failed: %2</source>
        <comment>a node; ids of checks</comment>
        <translation>%1 未通过：%2</translation>
    </message>
    <message>
        <source>Do not copy the whole folder between %1 and %2 (%3): good files could be replaced by bad ones.</source>
        <translation>请勿在 %1 与 %2 之间整目录复制（%3）：正确的文件可能被错误的文件覆盖。</translation>
    </message>
    <message>
        <source>As far as the checks tell, right on %1 and not on %2: %3.</source>
        <translation>据检查结果，以下文件在 %1 上正确、在 %2 上有误：%3。</translation>
    </message>
    <message>
        <source>Copy each file by itself, from the node where size and SHA-256 are those of the model&apos;s page, or take it from its publisher. Copied the other way round, the good files are lost.</source>
        <translation>请逐个文件复制：从大小和 SHA-256 与模型页面一致的节点复制，或从发布方获取。方向弄反会丢失正确的文件。</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <comment>a port, an address</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>not in its way, for it does not listen there on this node: %1</source>
        <translation>以下监听与之不冲突，服务在此节点上不监听那里：%1</translation>
    </message>
    <message>
        <source>nothing listens where the service is to listen</source>
        <translation>服务将监听的位置均未被占用</translation>
    </message>
    <message>
        <source>Copy the weights to %1 on this node, for example with `rsync -a --partial` from a node where every check of the weights passes; where there is none, from their publisher.</source>
        <translation>请将权重拷贝到此节点的 %1，例如用 `rsync -a --partial` 从权重检查全部通过的节点拷贝；若没有这样的节点，则从发布方获取。</translation>
    </message>
    <message>
        <source>deployed before it had a name</source>
        <translation>在命名之前部署</translation>
    </message>
    <message>
        <source>container %1 was deployed from here before the deployment had a name (%2), and nothing is run under the name &quot;%3&quot; while it is there</source>
        <translation>容器 %1 由本机在部署尚未命名时部署（%2）；它存在期间不能以名称“%3”运行</translation>
    </message>
    <message>
        <source>If it serves and nothing is to change, leave it. Else undo what runs before it is run as &quot;%1&quot;, or take the name away again. If this is a copy of it, let it have nodes of its own.</source>
        <translation>若服务正常且无需变更，保持不动即可。否则请先撤销已运行的内容再以“%1”运行，或清除名称。若这是其副本，请为其使用其他节点。</translation>
    </message>
    <message>
        <source>container %1 was deployed from here under the name &quot;%2&quot; (%3), and nothing is run without a name while it is there</source>
        <translation>容器 %1 由本机以名称“%2”部署（%3）；它存在期间不能在未命名时运行</translation>
    </message>
    <message>
        <source>If it serves and nothing is to change, leave it. If this deployment was called so, give it that name again, or undo what runs before it is run without one. If this is a copy of it, let it have nodes of its own.</source>
        <translation>若服务正常且无需变更，保持不动即可。若本部署曾使用该名称，请恢复原名称，或先撤销已运行的内容再在未命名时运行。若这是其副本，请为其使用其他节点。</translation>
    </message>
    <message>
        <source>the service that was deployed before the deployment had a name: container %1</source>
        <translation>部署尚未命名时部署的服务：容器 %1</translation>
    </message>
    <message>
        <source>What runs in container %1 was deployed before the deployment had a name: leave it.</source>
        <translation>容器 %1 中运行的是部署尚未命名时部署的服务：请勿改动。</translation>
    </message>
    <message>
        <source>It belongs to the deployment in %1: open that file to see, stop or undo it. Until it is undone nothing is run from here on these nodes; leave it if it is needed.</source>
        <translation>它属于 %1 中的部署：打开该文件即可查看、停止或撤销。在撤销之前，不会从这里在这些节点上运行任何内容；如仍需要，请保留它。</translation>
    </message>
    <message numerus="yes">
        <source>%n files lie in /dev/shm (%1); whether another user&apos;s process has them open is not told to this user</source>
        <translation>
            <numerusform>/dev/shm 中有 %n 个文件（%1）；该用户无权查看其他用户的进程是否正在使用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files of %1 lie in /dev/shm and no process has them open: %2</source>
        <translation>
            <numerusform>/dev/shm 中有 %n 个文件（%1）没有进程使用：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>devices %1</source>
        <comment>numbers</comment>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>hold %1 MB each</source>
        <translation>各占用 %1 MB</translation>
    </message>
    <message>
        <source>Try `%1` from this computer. Check address, port, user and key of the node, and that sshd runs on it (`systemctl status sshd`).</source>
        <translation>在本机执行 `%1` 试连。请核对节点的地址、端口、用户和密钥，并确认节点上 sshd 正在运行（`systemctl status sshd`）。</translation>
    </message>
    <message numerus="yes">
        <source>%n of the %1 files that %2 names are missing or empty: %3</source>
        <translation>
            <numerusform>%2 列出的 %1 个文件中有 %n 个缺失或为空：%3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n files that %1 names are there (%2; each as long as its header says, tensors not read)</source>
        <translation>
            <numerusform>%1 列出的 %n 个文件都在（%2；长度均与各自文件头一致，未读取张量）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n files that %1 names are there (%2; names and sizes compared, contents not read)</source>
        <translation>
            <numerusform>%1 列出的 %n 个文件均存在（%2；比较了名称和大小，未读取内容）</numerusform>
        </translation>
    </message>
    <message>
        <source>not asked: the image is not there yet; by its tag it is for %1, as the machine is</source>
        <comment>aarch64</comment>
        <translation>未检查：镜像尚不存在；按标签适用于 %1，与本机一致</translation>
    </message>
    <message>
        <source>the image is not there yet; by its tag it is for %1, and the machine is %2: its programs could not run here (&quot;exec format error&quot;)</source>
        <translation>镜像尚不存在；按标签适用于 %1，而本机为 %2：其中的程序无法在此运行（“exec format error”）</translation>
    </message>
    <message>
        <source>Set &quot;image&quot; to one for %1 before a run.</source>
        <comment>x86_64</comment>
        <translation>运行前请将 &quot;image&quot; 设为适用于 %1 的镜像。</translation>
    </message>
    <message>
        <source>is a %1 machine, and the recipe is for %2</source>
        <translation>为 %1 服务器，而方案适用于 %2</translation>
    </message>
    <message>
        <source>Choose a recipe for machines of %1 (page &quot;Deploy&quot;, step &quot;Recipe&quot;, has those first that fit the nodes; in a terminal `ascendctl recipes --for D`, with the deployment&apos;s file for D), or machines of %2.</source>
        <translation>请选择适用于 %1 服务器的方案（“部署”页的“方案”步骤把适合节点的方案排在前面；也可在终端执行 `ascendctl recipes --for D`，D 为部署文件），或改用 %2 服务器。</translation>
    </message>
    <message>
        <source>device %1 (told all the same: %2)</source>
        <comment>of its module</comment>
        <translation>设备 %1（但仍报告：%2）</translation>
    </message>
    <message>
        <source>Put a module in, or take out and put in again the one that is there, while nothing uses the NPU; where it is still not found, change it.</source>
        <translation>请在没有业务使用该 NPU 时插入光模块，或将已有的光模块拔出后重新插入；仍无法识别时请更换。</translation>
    </message>
    <message>
        <source>hccn_tool says that no optical module is present: %1</source>
        <translation>hccn_tool 报告光模块不在位：%1</translation>
    </message>
    <message>
        <source>%1 not present</source>
        <comment>optical modules</comment>
        <translation>%1 个不在位</translation>
    </message>
    <message>
        <source>%1 unique, %2 not read</source>
        <translation>%1 个无冲突，%2 个未能读取</translation>
    </message>
    <message>
        <source>none of the cards&apos; addresses that could be read is used on two nodes; %1 could not be read: %2</source>
        <comment>a number; cards</comment>
        <translation>已读取的各卡地址均未在两个节点上重复使用；有 %1 个未能读取：%2</translation>
    </message>
    <message>
        <source>NPU %1: %2</source>
        <comment>a number; a version</comment>
        <translation>NPU %1：%2</translation>
    </message>
    <message>
        <source>firmware %1 is installed, but not every card runs it: %2</source>
        <translation>已安装固件 %1，但并非所有卡都运行该版本：%2</translation>
    </message>
    <message>
        <source>firmware %1 is installed, but NPU %2 runs %3</source>
        <translation>已安装固件 %1，但 NPU %2 运行的是 %3</translation>
    </message>
    <message>
        <source>A card that was put in later has its own firmware, and a restart alone does not change that. Install the firmware once more, it is written to every card (%1), then restart the node.</source>
        <comment>%1: how</comment>
        <translation>后来装入的卡带有自己的固件，仅重启不会改变。请重新安装固件（%1），它会写入每张卡，然后重启节点。</translation>
    </message>
    <message>
        <source>all %1 cards run it</source>
        <translation>全部 %1 张卡均运行该版本</translation>
    </message>
    <message>
        <source>%1 of %2 cards run it, the others do not tell</source>
        <translation>%2 张卡中有 %1 张运行该版本，其余未报告</translation>
    </message>
    <message>
        <source>NPU %1 runs it, the other cards were not asked: run this check by itself to ask each</source>
        <translation>NPU %1 运行该版本，其余卡未查询：单独运行此检查可逐卡查询</translation>
    </message>
    <message>
        <source>%1 on NPU %2</source>
        <comment>&quot;NOT OK&quot;; a number</comment>
        <translation>%1（NPU %2）</translation>
    </message>
    <message>
        <source>npu-smi says of %1: Compatibility %2</source>
        <comment>driver 25.2.0 with firmware 7.7.0.6.236</comment>
        <translation>npu-smi 对 %1 的报告为：Compatibility %2</translation>
    </message>
    <message>
        <source>See it on the node: `npu-smi info -t board -i %1`. If driver or firmware was installed since the last start, restart the node (`reboot`). Else see in the driver&apos;s release notes which firmware was published with it, install both anew (`ascendctl install-driver`), then restart the node.</source>
        <translation>在节点上查看：`npu-smi info -t board -i %1`。若上次启动后安装过驱动或固件，请重启节点（`reboot`）；否则请查看该驱动的版本说明，确认与其一同发布的固件，重新安装两者（`ascendctl install-driver`），然后重启节点。</translation>
    </message>
    <message>
        <source>It comes with the firmware&apos;s package: see what `ls -l %1` says there, and whether the firmware was installed whole.</source>
        <translation>它随固件包安装：请在节点上执行 `ls -l %1` 查看，并确认固件已完整安装。</translation>
    </message>
    <message>
        <source>the engine would use the interface %1 (%2), and that is down or has no carrier: nothing comes in or goes out there</source>
        <translation>引擎将使用网卡 %1（%2），但该网卡未启用或没有链路信号：无法收发任何数据</translation>
    </message>
    <message>
        <source>See its state: `ip -br link show %1`. With NO-CARRIER look at the cable, the module and the switch port; without it set the interface up as root: `ip link set %1 up`. If another interface leads to the other nodes, let the node&apos;s host be the address of that one.</source>
        <translation>查看其状态：`ip -br link show %1`。若显示 NO-CARRIER，请检查网线、光模块和交换机端口；否则请以 root 启用该网卡：`ip link set %1 up`。若通往其他节点的是另一网卡，请将节点的主机地址设为该网卡的地址。</translation>
    </message>
    <message>
        <source>%1 of its memory of %2 is set aside as hugepages of another size than the usual one; whether anybody uses them is not told</source>
        <translation>其 %2 内存中有 %1 预留为非默认大小的大页；无法得知是否有程序使用</translation>
    </message>
    <message>
        <source>See how many there are and how many of them are free: `grep . /sys/kernel/mm/hugepages/*/*_hugepages`. If nobody needs them, look in the kernel&apos;s command line (`cat /proc/cmdline`) and in /etc/sysctl.d for who sets them aside.</source>
        <translation>查看大页的总数和空闲数：`grep . /sys/kernel/mm/hugepages/*/*_hugepages`。若没有程序需要，请在内核启动参数（`cat /proc/cmdline`）和 /etc/sysctl.d 中查找预留大页的设置。</translation>
    </message>
    <message>
        <source>If nobody on this node needs them, as root give the idle ones back: `%1`; pages that are in use stay. Look in /etc/sysctl.d and in the kernel&apos;s command line for who sets them aside.</source>
        <translation>若该节点上没有程序需要大页，请以 root 释放空闲大页：`%1`；已在使用的大页不受影响。请在 /etc/sysctl.d 和内核启动参数中查找预留大页的设置。</translation>
    </message>
    <message>
        <source>Set the gateway that is right: %1, with the gateway of its network for G.</source>
        <translation>请设置正确的网关：%1（G 替换为其所在网段的网关）。</translation>
    </message>
    <message>
        <source>Set the address that is right and that no other card has: %1.</source>
        <translation>请设置正确且未被其他卡使用的地址：%1。</translation>
    </message>
    <message>
        <source>Set the address that is right and that no other card has, the live one for example: %1.</source>
        <translation>请设置正确且未被其他卡使用的地址，例如当前地址：%1。</translation>
    </message>
    <message>
        <source>%1, %2 MB of HBM</source>
        <comment>a chip&apos;s name</comment>
        <translation>%1，显存 HBM %2 MB</translation>
    </message>
    <message>
        <source>%1 chips, %2 odd</source>
        <translation>%1 个芯片，%2 个不一致</translation>
    </message>
    <message>
        <source>the chips are not alike (%1): an engine gives each the same share, so the smallest decides for all, and chips of different models are not made to work in one group</source>
        <translation>各芯片不一致（%1）：引擎为每个芯片分配相同的份额，因此以最小的芯片为准；且不同型号的芯片不支持在同一组内协同工作</translation>
    </message>
    <message>
        <source>Run on chips that are alike: on another machine, or with a recipe that uses only these. Where the odd card came in by mistake, have it replaced by one like the others.</source>
        <translation>请使用一致的芯片：换用其他机器，或选择只使用一致芯片的方案。若该卡是误装的，请更换为与其他卡相同的型号。</translation>
    </message>
    <message>
        <source>What it is: `npu-smi info -t board -i %1`.</source>
        <translation>查看其信息：`npu-smi info -t board -i %1`。</translation>
    </message>
    <message>
        <source>%1 has an AICore load of %2 %</source>
        <comment>device 3</comment>
        <translation>%1 的 AICore 利用率为 %2 %</translation>
    </message>
    <message>
        <source>%1 idle, %2 not</source>
        <translation>%1 个空闲，%2 个非空闲</translation>
    </message>
    <message>
        <source>no process is listed and no memory is held but the driver&apos;s base load, and yet there is work: %1</source>
        <translation>未列出任何进程，显存也只有驱动的基础占用，但芯片仍在工作：%1</translation>
    </message>
    <message>
        <source>Look again after a minute (`npu-smi info`). If it stays so, npu-smi may not show here who works, in a container or a virtual machine for example: ask whoever uses the node before anything is started. Where nobody does, the card itself may be at fault: let support look at it.</source>
        <translation>请一分钟后再次查看（`npu-smi info`）。若仍如此，可能是 npu-smi 在此处看不到使用者（例如在容器或虚拟机中）：启动任何程序前请先询问该节点的使用者。若无人使用，则可能是该卡故障，请联系技术支持检查。</translation>
    </message>
    <message>
        <source>to be named</source>
        <translation>待填写</translation>
    </message>
    <message>
        <source>the image %1 only stands for yours, and no run pulls it</source>
        <translation>镜像 %1 仅为占位，运行时不会拉取</translation>
    </message>
    <message>
        <source>Set &quot;image&quot; in the recipe&apos;s settings to the image that serves these weights.</source>
        <translation>请在方案设置中将 &quot;image&quot; 设为可部署该权重的镜像。</translation>
    </message>
</context>
<context>
    <name>ChecksPage</name>
    <message>
        <source>%1 passed</source>
        <translation>%1 项通过</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 项告警</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 项告警</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 项失败</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <translation>%1 项未知</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between counts of checks</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Not run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Run all again</source>
        <translation>全部重新检查</translation>
    </message>
    <message>
        <source>Run all checks</source>
        <translation>运行全部检查</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>问题（%1）</translation>
    </message>
    <message>
        <source>There is no node to check yet. Add nodes first.</source>
        <translation>还没有可检查的节点，请先添加节点。</translation>
    </message>
    <message>
        <source>The nodes have not been checked yet. Nothing is changed on them.</source>
        <translation>尚未检查节点。检查不会更改节点上的任何内容。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Checks by node</source>
        <translation>各节点检查结果</translation>
    </message>
    <message>
        <source>Progress of the checks</source>
        <translation>检查进度</translation>
    </message>
    <message>
        <source>Some wait for a recipe</source>
        <translation>部分检查等待选择部署方案</translation>
    </message>
    <message>
        <source>%1 wait for a recipe</source>
        <translation>%1 项等待选择部署方案</translation>
    </message>
    <message>
        <source>No recipe is chosen yet. It says which image, weights, ports and how many chips the nodes need; without it these checks wait.</source>
        <translation>尚未选择部署方案。镜像、权重、端口和 NPU 数量由部署方案决定；未选择时，这些检查项会等待。</translation>
    </message>
    <message>
        <source>Choose a recipe</source>
        <translation>选择部署方案</translation>
    </message>
    <message>
        <source>These answers are from %1. At %2 it had become worse with %3: %4 Press &quot;Run all again&quot;.</source>
        <comment>time, time, a node, a sentence</comment>
        <translation>这些结果来自 %1。%2 时 %3 的状况变差：%4 请点击“全部重新检查”。</translation>
    </message>
    <message>
        <source>All pairs</source>
        <comment>of cards and of nodes</comment>
        <translation>全部配对</translation>
    </message>
    <message>
        <source>Ping between cards and login between nodes: ask every pair, which takes long on many nodes. Without it only neighbouring nodes are asked.</source>
        <translation>NPU 间互通与节点间免密登录：检查每一对，节点多时耗时较长。不勾选时只检查相邻节点。</translation>
    </message>
    <message>
        <source>Ask all pairs of cards and nodes</source>
        <translation>检查全部网卡与节点配对</translation>
    </message>
    <message>
        <source>No problem so far.</source>
        <translation>目前没有问题。</translation>
    </message>
    <message>
        <source>No check has found a problem.</source>
        <translation>没有检查发现问题。</translation>
    </message>
    <message>
        <source>Show all checks</source>
        <translation>显示全部检查</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a node&apos;s state as a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Asked before the recipe, its settings or the deployment&apos;s name changed</source>
        <translation>检查之后方案、其设置或部署名称已更改</translation>
    </message>
    <message>
        <source>Asked before the recipe was chosen</source>
        <translation>检查时尚未选择方案</translation>
    </message>
    <message>
        <source>Checked at %1; something has changed since</source>
        <comment>a time</comment>
        <translation>检查于 %1，此后有变动</translation>
    </message>
    <message>
        <source>Asked before the recipe, its settings or the deployment&apos;s name changed. Press &quot;Run all again&quot;.</source>
        <translation>询问之后方案、其设置或部署名称已更改，请点击“全部重新检查”。</translation>
    </message>
    <message>
        <source>Asked before the recipe was chosen. Press &quot;Run all again&quot;.</source>
        <translation>询问时尚未选择方案，请点击“全部重新检查”。</translation>
    </message>
    <message>
        <source>These answers are from %1. Since %2 what is known of %3 is otherwise: what failed then may hold no more. Press &quot;Run all again&quot;.</source>
        <comment>time, time, nodes</comment>
        <translation>这些结果来自 %1。自 %2 起，%3 的现状已与检查时不同：当时失败的检查项可能已不成立。请点击“全部重新检查”。</translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>%1 项跳过</translation>
    </message>
    <message>
        <source>While these answers came, something else was at work on %1 (%2): %3. Press &quot;Run all again&quot; when it has ended.</source>
        <comment>nodes, a time, what it was</comment>
        <translation>得到这些结果期间，%1 上另有操作正在进行（%2）：%3。待其结束后请点击“全部重新检查”。</translation>
    </message>
    <message>
        <source>These answers are from %1. Since then (%2) something else was at work on %3: %4. Press &quot;Run all again&quot;.</source>
        <comment>time, time, nodes, what it was</comment>
        <translation>这些结果来自 %1。此后（%2）%3 上另有操作进行过：%4。请点击“全部重新检查”。</translation>
    </message>
    <message>
        <source>Do not accept this warning any longer</source>
        <translation>不再接受此告警</translation>
    </message>
    <message>
        <source>Accept this warning</source>
        <translation>接受此告警</translation>
    </message>
    <message>
        <source>%1 accepted</source>
        <comment>warnings</comment>
        <translation>已接受 %1 项</translation>
    </message>
    <message>
        <source>No check had found a problem. What has happened since stands above.</source>
        <translation>当时没有检查发现问题。此后发生的情况见上方。</translation>
    </message>
</context>
<context>
    <name>ChipModel</name>
    <message>
        <source>NPU</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康状态</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>AI Core</source>
        <translation>AI Core</translation>
    </message>
    <message>
        <source>HBM used</source>
        <translation>已用显存 (HBM)</translation>
    </message>
    <message>
        <source>Card address</source>
        <translation>网卡地址</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Temp.</source>
        <comment>temperature</comment>
        <translation>温度</translation>
    </message>
</context>
<context>
    <name>CloseBar</name>
    <message>
        <source>A deployment is under way. What should become of it when the window closes?</source>
        <translation>部署正在进行。关闭窗口时如何处理？</translation>
    </message>
    <message>
        <source>Stopping the run; the window closes then.</source>
        <translation>正在停止运行；随后关闭窗口。</translation>
    </message>
    <message>
        <source>The run goes on; the window closes when it has ended.</source>
        <translation>运行继续；结束后关闭窗口。</translation>
    </message>
    <message>
        <source>Stop it and close</source>
        <translation>停止并关闭</translation>
    </message>
    <message>
        <source>Close when it has ended</source>
        <translation>结束后关闭</translation>
    </message>
    <message>
        <source>Do not close</source>
        <translation>不关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Driver and firmware are being installed. What should become of it when the window closes? An installer that runs on a node goes on there in any case.</source>
        <translation>正在安装驱动和固件。关闭窗口时如何处理？节点上正在运行的安装程序无论如何都会继续执行。</translation>
    </message>
</context>
<context>
    <name>CodeBox</name>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
</context>
<context>
    <name>CommandModel</name>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>answered no (exit code %1)</source>
        <translation>回答为否（退出码 %1）</translation>
    </message>
    <message>
        <source>Ended</source>
        <comment>a command; above times</comment>
        <translation>结束时间</translation>
    </message>
</context>
<context>
    <name>CompactView</name>
    <message>
        <source>%1: %2</source>
        <comment>what, how much</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>未打开部署</translation>
    </message>
    <message>
        <source>%1 of %2 OK</source>
        <comment>chips</comment>
        <translation>%1/%2 正常</translation>
    </message>
    <message>
        <source>%1 · p99 %2</source>
        <comment>the median</comment>
        <translation>%1 · p99 %2</translation>
    </message>
    <message>
        <source>%1 running, %2 waiting</source>
        <translation>运行 %1，等待 %2</translation>
    </message>
    <message>
        <source>none</source>
        <comment>alerts</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>how many alerts, the newest</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Small window</source>
        <comment>with the cluster&apos;s figures</comment>
        <translation>小窗口</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Chips</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>NPU utilization</source>
        <translation>NPU 利用率</translation>
    </message>
    <message>
        <source>HBM used</source>
        <translation>HBM 占用</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>首 Token 时延</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>no answer</source>
        <comment>of the endpoint</comment>
        <translation>无响应</translation>
    </message>
    <message>
        <source>%1 (well again)</source>
        <comment>an alert that is not over yet</comment>
        <translation>%1（已恢复）</translation>
    </message>
    <message>
        <source>%1 of %2 · %3</source>
        <comment>how many nodes are in trouble, of how many, which</comment>
        <translation>%2 个中 %1 个 · %3</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message. Enter sends, Shift+Enter breaks the line.</source>
        <translation>输入消息。Enter 发送，Shift+Enter 换行。</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>停止回答 (Esc)</translation>
    </message>
    <message>
        <source>Write a message.</source>
        <translation>输入消息。</translation>
    </message>
</context>
<context>
    <name>Connect</name>
    <message>
        <source>Node %1: %2</source>
        <translation>节点 %1：%2</translation>
    </message>
    <message>
        <source>The jump host &apos;%1&apos; is not a host.</source>
        <translation>跳板机“%1”不是有效的主机。</translation>
    </message>
    <message>
        <source>its folder %1 is not there. Was the simulated cluster taken down?</source>
        <translation>目录 %1 不存在。仿真集群是否已经停止？</translation>
    </message>
    <message>
        <source>nothing is run in its folder %1, for your simulator does not hold it: another program made it, or the simulated cluster no longer runs. Start one with &quot;ascendctl sim up&quot; and open the file that it writes, or reach the node by SSH.</source>
        <translation>不会运行目录 %1 中的任何程序，因为它不在您的仿真器控制之下：该目录由其他程序创建，或者仿真集群已不再运行。请用“ascendctl sim up”启动仿真集群并打开其生成的文件，或者通过 SSH 连接该节点。</translation>
    </message>
    <message>
        <source>%1 reaches %2 by a ProxyCommand, which this program does not run. Use ProxyJump.</source>
        <translation>%1 通过 ProxyCommand 连接 %2，本程序不执行它。请使用 ProxyJump。</translation>
    </message>
    <message>
        <source>The jump hosts of %1 in %2 lead in a circle, or there are more than %3.</source>
        <translation>%2 中 %1 的跳板机形成循环，或超过 %3 台。</translation>
    </message>
    <message>
        <source>ProxyJump &apos;%1&apos; in %2 is not a host.</source>
        <translation>%2 中的 ProxyJump“%1”不是主机。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; was passed over; this program cannot decide it. Of Match it knows all, host, originalhost, user and localuser.</source>
        <translation>%1：已略过“%2”，本程序无法判定它。Match 仅支持 all、host、originalhost、user 和 localuser。</translation>
    </message>
</context>
<context>
    <name>ConnectionTest</name>
    <message>
        <source>No address of its own; taken as an alias of the SSH configuration</source>
        <translation>没有直接地址；视为 SSH 配置中的别名</translation>
    </message>
    <message>
        <source>Known and unchanged</source>
        <translation>已知且未改变</translation>
    </message>
    <message>
        <source>As %1</source>
        <translation>以 %1 登录</translation>
    </message>
    <message>
        <source>The login works, but npu-smi gives no answer that can be read. Is the driver installed?</source>
        <translation>登录成功，但 npu-smi 未给出可解析的应答。是否已安装驱动？</translation>
    </message>
    <message>
        <source>npu-smi %1, chips: %2</source>
        <translation>npu-smi %1，芯片数：%2</translation>
    </message>
    <message>
        <source>Find the address</source>
        <translation>解析地址</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Check the host key</source>
        <translation>检查主机密钥</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Run npu-smi info</source>
        <translation>执行 npu-smi info</translation>
    </message>
    <message>
        <source>it is not the one known for this host</source>
        <translation>与该主机已知的密钥不同</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>尚未知晓</translation>
    </message>
    <message>
        <source>the password was refused</source>
        <translation>密码被拒绝</translation>
    </message>
    <message>
        <source>a password is needed</source>
        <translation>需要密码</translation>
    </message>
    <message>
        <source>the passphrase was wrong</source>
        <translation>密钥口令错误</translation>
    </message>
    <message>
        <source>the passphrase of the key is needed</source>
        <translation>需要密钥口令</translation>
    </message>
    <message>
        <source>the node asks something</source>
        <translation>节点有提问</translation>
    </message>
    <message>
        <source>its line in known_hosts is damaged</source>
        <translation>它在 known_hosts 中的行已损坏</translation>
    </message>
</context>
<context>
    <name>Containers</name>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>%1 failed, this user may not use it: %2</source>
        <translation>%1 失败，当前用户无权使用：%2</translation>
    </message>
    <message>
        <source>Log in as root, or let root put this user into the group of docker&apos;s socket (`usermod -aG docker USER`, with the user&apos;s name for USER), and connect anew.</source>
        <translation>请以 root 登录，或由 root 将该用户加入 docker 套接字所属的用户组（`usermod -aG docker USER`，USER 替换为用户名），然后重新连接。</translation>
    </message>
</context>
<context>
    <name>ContextOverflow</name>
    <message>
        <source>Shorten or remove the last message, or leave out earlier ones.</source>
        <translation>请缩短或移除最后一条消息，或不再发送较早的消息。</translation>
    </message>
    <message>
        <source>The conversation has %1 tokens and the model&apos;s context holds %2.</source>
        <translation>会话有 %1 个 Token，模型上下文可容纳 %2 个。</translation>
    </message>
    <message>
        <source>The conversation is longer than the model&apos;s context of %1 tokens.</source>
        <translation>会话超出模型的上下文（%1 个 Token）。</translation>
    </message>
    <message>
        <source>The conversation is longer than the model&apos;s context.</source>
        <translation>会话超出模型的上下文。</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Data</name>
    <message>
        <source>The program has no data file named %1.</source>
        <translation>程序中没有名为 %1 的数据文件。</translation>
    </message>
</context>
<context>
    <name>Database</name>
    <message>
        <source>The database %1 cannot be used: %2.</source>
        <translation>无法使用数据库 %1：%2。</translation>
    </message>
    <message>
        <source>%1 was written by a newer version of this program.</source>
        <translation>%1 由本程序的更新版本写入。</translation>
    </message>
    <message>
        <source>what stands in it is damaged</source>
        <translation>其中的数据已损坏</translation>
    </message>
    <message>
        <source>%1 holds no samples that can be read.</source>
        <translation>%1 中没有可读取的采样数据。</translation>
    </message>
    <message>
        <source>its disk is full</source>
        <translation>所在磁盘已满</translation>
    </message>
    <message>
        <source>%1 is a database of another program, and nothing was written to it. Name a file of this program, or one that is not there yet.</source>
        <translation>%1 是其他程序的数据库，未向其中写入任何内容。请指定本程序的文件，或尚不存在的文件。</translation>
    </message>
    <message>
        <source>its disk has too little room, %1 are free and a new one takes some %2</source>
        <comment>sizes</comment>
        <translation>磁盘空间不足，剩余 %1，新建约需 %2</translation>
    </message>
    <message>
        <source>its disk has too little room, %1 are free</source>
        <comment>a size</comment>
        <translation>磁盘空间不足，剩余 %1</translation>
    </message>
    <message>
        <source>a folder has that name</source>
        <translation>该名称是一个目录</translation>
    </message>
    <message>
        <source>it is a device, a pipe or the like, no file</source>
        <translation>它是设备、管道之类，不是文件</translation>
    </message>
</context>
<context>
    <name>Deploy</name>
    <message>
        <source>The container engine %1 does not answer.</source>
        <translation>容器引擎 %1 无应答。</translation>
    </message>
    <message>
        <source>See that it is installed and its service runs: systemctl status docker.</source>
        <translation>请确认已安装且服务正在运行：systemctl status docker。</translation>
    </message>
    <message>
        <source>The answer of %1 about the container %2 cannot be read.</source>
        <translation>无法解析 %1 关于容器 %2 的应答。</translation>
    </message>
    <message>
        <source>not on the node</source>
        <translation>节点上没有</translation>
    </message>
    <message>
        <source>The image %1 is made for %2, the node is %3.</source>
        <translation>镜像 %1 适用于 %2，该节点为 %3。</translation>
    </message>
    <message>
        <source>Name an image for %1 in the recipe&apos;s settings; remove the wrong one if it has the same tag.</source>
        <translation>请在方案设置中指定适用于 %1 的镜像；若标签相同，请删除错误的镜像。</translation>
    </message>
    <message>
        <source>The image %1 is not on the node and could not be pulled.</source>
        <translation>节点上没有镜像 %1，且无法拉取。</translation>
    </message>
    <message>
        <source>   # instead, if it is ours and stopped</source>
        <translation>   # 若容器属于本部署且已停止，则改为执行</translation>
    </message>
    <message>
        <source>no such container</source>
        <translation>没有该容器</translation>
    </message>
    <message>
        <source>A container named %1 exists already and was not made by this deployment; it was left alone.</source>
        <translation>已存在名为 %1 的容器，且不是由本部署创建；未对其做任何操作。</translation>
    </message>
    <message>
        <source>Choose another container name in the recipe&apos;s settings, or remove it yourself when nobody needs it: %1</source>
        <translation>请在方案设置中更换容器名称；若确认无人使用，可自行删除：%1</translation>
    </message>
    <message>
        <source>The container %1 of this deployment was made with other settings.</source>
        <translation>本部署的容器 %1 是用不同的设置创建的。</translation>
    </message>
    <message>
        <source>Undo the deployment first; it removes the container. Then deploy again.</source>
        <translation>请先撤销部署（会删除该容器），然后重新部署。</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>The image is for another architecture than the node.</source>
        <translation>镜像架构与节点不一致。</translation>
    </message>
    <message>
        <source>folders not copied yet</source>
        <translation>目录尚未拷贝</translation>
    </message>
    <message>
        <source>%1 of %2 files as generated</source>
        <translation>%1 / %2 个文件与生成的一致</translation>
    </message>
    <message>
        <source>Read the service&apos;s log from its first error on, on every node.</source>
        <translation>请在每个节点上从第一条错误开始查看服务日志。</translation>
    </message>
    <message>
        <source>The container %1 cannot be asked for its service.</source>
        <translation>无法查询容器 %1 中的服务。</translation>
    </message>
    <message>
        <source>See that the container runs; deploy again if it does not.</source>
        <translation>请确认容器正在运行；若未运行请重新部署。</translation>
    </message>
    <message>
        <source>the log says that it is ready</source>
        <translation>日志显示服务已就绪</translation>
    </message>
    <message>
        <source>The service will not come up.</source>
        <translation>服务无法启动。</translation>
    </message>
    <message>
        <source>The service ended before it was ready.</source>
        <translation>服务在就绪之前已退出。</translation>
    </message>
    <message>
        <source>The service did not say within 90 minutes that it is ready.</source>
        <translation>服务在 90 分钟内未报告就绪。</translation>
    </message>
    <message>
        <source>The log %1 cannot be followed.</source>
        <translation>无法跟踪日志 %1。</translation>
    </message>
    <message>
        <source>See that the file exists in the container.</source>
        <translation>请确认容器中存在该文件。</translation>
    </message>
    <message>
        <source>There is no step &quot;%1&quot;. The steps are: %2.</source>
        <translation>没有步骤“%1”。可用步骤：%2。</translation>
    </message>
    <message>
        <source>Another run of this deployment is under way (process %1). Stop it there first.</source>
        <translation>本部署的另一次执行正在进行（进程 %1）。请先将其停止。</translation>
    </message>
    <message>
        <source>The answer about the files in %1 cannot be read.</source>
        <translation>无法解析 %1 中文件的查询结果。</translation>
    </message>
    <message>
        <source>See that sh, stat and sha256sum work on the node.</source>
        <translation>请确认节点上的 sh、stat 和 sha256sum 可用。</translation>
    </message>
    <message>
        <source>upload %1 to %2
</source>
        <translation>上传 %1 到 %2
</translation>
    </message>
    <message>
        <source>%1 was %2, is %3</source>
        <translation>%1 原为 %2，现为 %3</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>the node&apos;s address</source>
        <translation>节点地址</translation>
    </message>
    <message>
        <source>its interface</source>
        <translation>其网卡</translation>
    </message>
    <message>
        <source>the list of devices</source>
        <translation>设备列表</translation>
    </message>
    <message>
        <source>the address of device %1</source>
        <translation>设备 %1 的地址</translation>
    </message>
    <message>
        <source>the driver&apos;s version</source>
        <translation>驱动版本</translation>
    </message>
    <message>
        <source>the firmware&apos;s version</source>
        <translation>固件版本</translation>
    </message>
    <message>
        <source>the container engine</source>
        <translation>容器引擎</translation>
    </message>
    <message>
        <source>the node&apos;s facts are asked again, as by `ascendctl inspect`</source>
        <translation>重新采集节点信息（同 `ascendctl inspect`）</translation>
    </message>
    <message>
        <source>as when the artifacts were made</source>
        <translation>与生成配置时一致</translation>
    </message>
    <message>
        <source>The node has changed since the artifacts were made: %1.</source>
        <translation>生成配置后节点已发生变化：%1。</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>running, pid %1</source>
        <translation>运行中，pid %1</translation>
    </message>
    <message>
        <source>The service said that it started, but %1 did not confirm it within 3 minutes: %2</source>
        <translation>服务报告已启动，但 %1 在 3 分钟内未予确认：%2</translation>
    </message>
    <message>
        <source>%1 questions answered</source>
        <translation>已回答 %1 个问题</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; ended with exit code %3.</source>
        <translation>%1：“%2”以退出码 %3 结束。</translation>
    </message>
    <message>
        <source>It was done, and yet it does not hold: %1.</source>
        <translation>已执行，但结果未保持：%1。</translation>
    </message>
    <message>
        <source>Something on the node undoes it; look at the step&apos;s log.</source>
        <translation>节点上有其他程序将其改回；请查看该步骤的日志。</translation>
    </message>
    <message>
        <source>Ask whether the facts still hold</source>
        <translation>确认节点信息未变</translation>
    </message>
    <message>
        <source>Make the folder</source>
        <translation>创建目录</translation>
    </message>
    <message>
        <source>Copy the artifacts to the node</source>
        <translation>将配置拷贝到节点</translation>
    </message>
    <message>
        <source>See that the image is there</source>
        <translation>确认镜像存在</translation>
    </message>
    <message>
        <source>Start the container</source>
        <translation>启动容器</translation>
    </message>
    <message>
        <source>Copy the artifacts into the container</source>
        <translation>将配置拷贝到容器</translation>
    </message>
    <message>
        <source>Start the service</source>
        <translation>启动服务</translation>
    </message>
    <message>
        <source>Follow the log until it is ready</source>
        <translation>跟踪日志直到就绪</translation>
    </message>
    <message>
        <source>Confirm over HTTP</source>
        <translation>通过 HTTP 确认</translation>
    </message>
    <message>
        <source>Ask the endpoint and run the smoke test</source>
        <translation>查询服务端点并执行冒烟测试</translation>
    </message>
    <message>
        <source>End the service that has older files</source>
        <translation>结束仍在使用旧文件的服务</translation>
    </message>
    <message>
        <source>Go on where that run was started. If its record is lost and nobody needs the container, remove it: %1. Then run again.</source>
        <translation>请在发起该运行的地方继续。若其记录已丢失且无人需要该容器，请删除：%1，然后重新运行。</translation>
    </message>
    <message>
        <source>the container %1 stays: this run did not make it</source>
        <translation>容器 %1 保留：它不是由本次运行创建的</translation>
    </message>
    <message>
        <source>What runs on these nodes was deployed under the name &quot;%1&quot;; under the name &quot;%2&quot; it would be put there a second time.</source>
        <translation>这些节点上运行的内容以名称“%1”部署；若以“%2”部署则会重复部署一份。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建目录 %1。</translation>
    </message>
    <message>
        <source>See that the disk is not full and the user of the login may write there.</source>
        <translation>请确认磁盘未满，且登录用户可在该处写入。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be removed.</source>
        <translation>无法删除目录 %1。</translation>
    </message>
    <message>
        <source>See the step&apos;s log, then undo again.</source>
        <translation>请查看该步骤的日志，然后再次撤销。</translation>
    </message>
    <message>
        <source>the folder %1 stays: it holds %2</source>
        <translation>目录 %1 保留：其中有 %2</translation>
    </message>
    <message>
        <source>upload %1 to %2 (mode %3, %4, SHA-256 %5…)</source>
        <translation>上传 %1 到 %2（权限 %3，%4，SHA-256 %5…）</translation>
    </message>
    <message>
        <source>%1 is there from an earlier run whose record this machine does not have; it was not overwritten.</source>
        <translation>%1 来自先前的运行，本机没有其记录；未覆盖它。</translation>
    </message>
    <message>
        <source>If it is your original, put it back: %1. If nobody needs it, move it away. Then run again.</source>
        <translation>若它是您的原始文件，请还原：%1。若无人需要，请移走。然后重新运行。</translation>
    </message>
    <message>
        <source>The file %1 that is there already could not be kept; it was left as it is.</source>
        <translation>无法保留已有的文件 %1；未改动它。</translation>
    </message>
    <message>
        <source>Move it away yourself, then run again.</source>
        <translation>请自行移走它，然后重新运行。</translation>
    </message>
    <message>
        <source>the files in %1 stay: they are those of another run (by %2)</source>
        <translation>%1 中的文件保留：它们属于另一次运行（由 %2 发起）</translation>
    </message>
    <message>
        <source>The state of the run cannot be kept: %1 cannot be written. Nothing was changed on the nodes.</source>
        <translation>无法保存本次部署的状态：%1 不可写。节点上未做任何更改。</translation>
    </message>
    <message>
        <source>Make room on the disk, or see that this user may write in %1.</source>
        <translation>请清理磁盘空间，或确认当前用户可写入 %1。</translation>
    </message>
    <message>
        <source>Another run of this deployment is under way. Stop it there first.</source>
        <translation>此部署的另一次运行正在进行。请先在那里停止它。</translation>
    </message>
    <message>
        <source>%1: the link to the node was lost, or could not be made, during &quot;%2&quot;.</source>
        <translation>%1：在“%2”期间与节点的连接中断或无法建立。</translation>
    </message>
    <message>
        <source>Resume takes it up where it stopped; what holds is not repeated.</source>
        <translation>“继续”会从中断处接着执行；已满足的步骤不会重复。</translation>
    </message>
    <message>
        <source>Then undo again; what is undone is not repeated.</source>
        <translation>之后再次撤销；已撤销的不会重复。</translation>
    </message>
    <message>
        <source>Nothing was changed there.</source>
        <translation>未在该处做任何更改。</translation>
    </message>
    <message>
        <source>No file can be made in %1.</source>
        <translation>无法在 %1 中创建文件。</translation>
    </message>
    <message>
        <source>The files in %1 are those of another run of a deployment (by %2); they were left alone.</source>
        <translation>%1 中的文件属于另一次部署运行（由 %2 发起），未做改动。</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Undo that run where it was started. If its record is lost and nobody needs it: put back what ends in .before-ascend-console, remove the other files, then %1</source>
        <translation>请在发起该运行的地方撤销它。若其记录已丢失且无人需要：还原以 .before-ascend-console 结尾的文件，删除其他文件，然后执行 %1</translation>
    </message>
    <message>
        <source>%1 and what lies in it belong to nobody else</source>
        <translation>%1 及其中内容不受其他用户影响</translation>
    </message>
    <message>
        <source>%1 is to be made</source>
        <translation>%1 待创建</translation>
    </message>
    <message>
        <source>See that the folder is safe</source>
        <translation>确认目标目录安全</translation>
    </message>
    <message>
        <source>An earlier run also made things on %1, which this deployment has no more; run without it, they would stay there.</source>
        <translation>先前的运行也在 %1 上产生了内容，而本部署已不再包含该节点；若直接运行，这些内容会一直留在那里。</translation>
    </message>
    <message>
        <source>Undo it first: undo reaches that node too. Then run. Or add the node to the deployment again.</source>
        <translation>请先撤销：撤销也会作用于该节点，然后再运行；或者把该节点重新加入部署。</translation>
    </message>
    <message>
        <source>Left on %1 (%2): %3</source>
        <translation>%1（%2）上仍留有：%3</translation>
    </message>
    <message>
        <source>container %1</source>
        <translation>容器 %1</translation>
    </message>
    <message>
        <source>files in %1</source>
        <translation>%1 中的文件</translation>
    </message>
    <message>
        <source>a part of what a run makes</source>
        <translation>运行所产生内容的一部分</translation>
    </message>
    <message>
        <source>%1 stays: it is not a file of this run</source>
        <translation>%1 保留：它不是本次运行的文件</translation>
    </message>
    <message>
        <source>The folder %1 stays: the container %2 of another run uses its files.</source>
        <translation>目录 %1 保留：另一次运行的容器 %2 正在使用其中的文件。</translation>
    </message>
    <message>
        <source>Undo again when that container is gone.</source>
        <translation>待该容器移除后再次撤销。</translation>
    </message>
    <message>
        <source>Undo of &quot;%1&quot; on %2 failed.</source>
        <translation>在 %2 上撤销“%1”失败。</translation>
    </message>
    <message>
        <source>Undo of &quot;%1&quot; on %2 failed: %3</source>
        <translation>在 %2 上撤销“%1”失败：%3</translation>
    </message>
    <message>
        <source>An undo of this run began and did not come to its end: there is nothing to resume.</source>
        <translation>本次运行的撤销已开始但没有完成：没有可继续的内容。</translation>
    </message>
    <message>
        <source>Undo again; what is undone is not repeated. Or run from the start, without resuming.</source>
        <translation>请再次撤销；已撤销的不会重复。或者不使用继续，从头运行。</translation>
    </message>
    <message>
        <source>Then stop it again.</source>
        <translation>之后再次停止。</translation>
    </message>
    <message>
        <source>The service on %1 may still run: nobody has confirmed its end.</source>
        <translation>%1 上的服务可能仍在运行：尚未确认其已停止。</translation>
    </message>
    <message>
        <source>See that %1 is up and can be reached: &quot;Ask again&quot; on page &quot;Nodes&quot;, or ascendctl inspect, tells.</source>
        <translation>请确认 %1 已开机且可达：点击“节点”页的“重新查询”或执行 ascendctl inspect 即可得知。</translation>
    </message>
    <message>
        <source>See what %1 waits for: on page &quot;Nodes&quot;, or by ascendctl inspect.</source>
        <translation>请查看 %1 在等待什么：在“节点”页，或执行 ascendctl inspect。</translation>
    </message>
    <message>
        <source>%1 answers</source>
        <translation>%1 有应答</translation>
    </message>
    <message>
        <source>Look at the log of every node: one that hangs keeps the service busy (HTTP 503); a refused connection points to another port than the settings&apos;, or to a firewall.</source>
        <translation>请查看各节点的日志：某个节点挂起会使服务一直忙（HTTP 503）；连接被拒绝则可能是端口与配置不一致，或被防火墙拦截。</translation>
    </message>
    <message>
        <source>The container %1 ended as soon as the service was started in it.</source>
        <translation>在容器 %1 中启动服务后，该容器随即退出。</translation>
    </message>
    <message>
        <source>Read what it said last (%1), and deploy again.</source>
        <translation>请查看其最后的输出（%1），然后重新部署。</translation>
    </message>
    <message>
        <source>The service ended as soon as it was started.</source>
        <translation>服务启动后随即退出。</translation>
    </message>
    <message>
        <source>the files in %1 are those of another run of a deployment (by %2)</source>
        <translation>%1 中的文件属于另一次部署运行（由 %2 执行）</translation>
    </message>
    <message>
        <source>This run did not start the service on %1: it ran already when this run came. It was left alone.</source>
        <translation>%1 上的服务不是本次运行启动的：本次运行开始时它已在运行。未对其做任何操作。</translation>
    </message>
    <message>
        <source>Stop it where the run that started it was made.</source>
        <translation>请在启动该服务的那次运行所在之处停止它。</translation>
    </message>
    <message>
        <source>The container %1 was made by another run of this deployment: one on another machine, of another user, or one whose record is lost; it was left alone.</source>
        <translation>容器 %1 由本部署的另一次运行创建（在其他机器上、属于其他用户，或其记录已丢失），未作改动。</translation>
    </message>
    <message>
        <source>%1; this run did not make it, undo leaves it</source>
        <translation>%1；不是由本次运行创建的，撤销时会保留</translation>
    </message>
    <message>
        <source>%1; this run did not start it, undo leaves it</source>
        <translation>%1；不是由本次运行启动的，撤销时不会停止</translation>
    </message>
    <message>
        <source>no service runs in the container %1 any more</source>
        <translation>容器 %1 中已没有服务在运行</translation>
    </message>
    <message>
        <source>Stop it as the user and on the machine that started it. If that run&apos;s record is lost and nobody needs the service, stop its container on %1: %2</source>
        <translation>请以启动它的用户、在启动它的机器上停止。如果那次运行的记录已丢失且无人需要该服务，请在 %1 上停止其容器：%2</translation>
    </message>
    <message>
        <source>hccn_tool does not tell the address of device %1 now.</source>
        <translation>hccn_tool 现在没有给出设备 %1 的地址。</translation>
    </message>
    <message>
        <source>Look what it says on the node: `hccn_tool -i %1 -ip -g`; then go on.</source>
        <translation>请在节点上查看其输出：`hccn_tool -i %1 -ip -g`，然后继续。</translation>
    </message>
    <message>
        <source>What is on these nodes was deployed under the name &quot;%1&quot;, not &quot;%2&quot;; it was left alone.</source>
        <translation>这些节点上的内容是以名称“%1”部署的，而不是“%2”；未作任何改动。</translation>
    </message>
    <message>
        <source>What is on these nodes was deployed under the name &quot;%1&quot; from %2, and not as &quot;%3&quot;, which is for the same nodes and recipe; it was left alone.</source>
        <translation>这些节点上的内容是以名称“%1”从 %2 部署的，而不是“%3”，后者使用相同的节点和方案；未作任何改动。</translation>
    </message>
    <message>
        <source>What was made on these nodes under the name &quot;%1&quot; is still there: %2. Until it is undone, &quot;%3&quot; is not run.</source>
        <translation>以名称“%1”在这些节点上创建的内容仍然存在：%2。撤销之前不会运行“%3”。</translation>
    </message>
    <message>
        <source>Undo it first, where it is kept: %1. Then run.</source>
        <translation>请先用保存它的文件撤销：%1。然后再运行。</translation>
    </message>
    <message>
        <source>If this deployment was called so, undo it first: that takes back what was deployed as &quot;%1&quot;. Then run. Or give it its old name again.</source>
        <translation>若本部署曾使用该名称，请先撤销：将撤回以 &quot;%1&quot; 名义部署的内容，然后再运行；或恢复原名称。</translation>
    </message>
    <message>
        <source>What an earlier run made stands elsewhere than the settings say now: %1. A run would make it a second time, and nothing would know of the first.</source>
        <translation>先前运行所建内容的位置与当前配置不同：%1。再次运行会重复创建，而先前的内容将无人管理。</translation>
    </message>
    <message>
        <source>Put the settings back (container name, folder). Or undo first: that takes back what was made. Then run.</source>
        <translation>请恢复原配置（容器名、目录），或先撤销（将撤回已建内容）再运行。</translation>
    </message>
    <message>
        <source>the container %1 is left as it is, with whatever runs in it: this run did not make it</source>
        <translation>容器 %1 及其中运行的内容保持原样：并非本次执行创建</translation>
    </message>
    <message>
        <source>What runs in the container %1 was not stopped: this run did not start it.</source>
        <translation>容器 %1 中运行的内容未停止：并非本次执行启动。</translation>
    </message>
    <message>
        <source>it runs, and %1 answers</source>
        <translation>正在运行，%1 已应答</translation>
    </message>
    <message>
        <source>%1 does not answer yet</source>
        <translation>%1 尚未应答</translation>
    </message>
    <message>
        <source>%1 answers HTTP %2</source>
        <translation>%1 返回 HTTP %2</translation>
    </message>
    <message>
        <source>Or set &quot;Interrupts&quot; of the recipe to &quot;leave&quot;: then nothing of it is touched.</source>
        <translation>或将方案的“中断”设为 leave：则不做任何改动。</translation>
    </message>
    <message>
        <source>Only root may bind interrupts: log in to the node as root.</source>
        <translation>只有 root 可以绑定中断：请以 root 登录节点。</translation>
    </message>
    <message>
        <source>None of the chips has an interrupt called sq_send_trigger_irq.</source>
        <translation>没有芯片具有名为 sq_send_trigger_irq 的中断。</translation>
    </message>
    <message>
        <source>See that the NPUs&apos; driver is loaded: grep sq_send /proc/interrupts.</source>
        <translation>请确认 NPU 驱动已加载：grep sq_send /proc/interrupts。</translation>
    </message>
    <message>
        <source>whether an earlier run has bound interrupts</source>
        <translation>之前的执行是否绑定过中断</translation>
    </message>
    <message>
        <source>the NPUs&apos; interrupts, what serves them now, and irqbalance</source>
        <translation>NPU 的中断、当前由哪些处理器处理，以及 irqbalance</translation>
    </message>
    <message>
        <source>for each chip: its two interrupts to the first two processors of its share of its NUMA node (/proc/irq/N/smp_affinity_list)</source>
        <translation>每颗芯片：将其两个中断绑定到所属 NUMA 节点中属于它的前两个处理器（/proc/irq/N/smp_affinity_list）</translation>
    </message>
    <message>
        <source>what they were bound to before; %1 if it ran</source>
        <translation>恢复到之前的绑定；若曾运行则执行 %1</translation>
    </message>
    <message>
        <source>an earlier run has bound them</source>
        <translation>之前的执行已绑定</translation>
    </message>
    <message>
        <source>left as they are</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>irqbalance runs and moves them</source>
        <translation>irqbalance 正在运行，会移动它们</translation>
    </message>
    <message>
        <source>%1 of %2 interrupts are bound otherwise</source>
        <translation>%2 个中断中有 %1 个绑定不同</translation>
    </message>
    <message>
        <source>%1 interrupts, each on a processor near its NPU</source>
        <translation>%1 个中断，各在靠近其 NPU 的处理器上</translation>
    </message>
    <message>
        <source>%1 interrupts that somebody has bound otherwise since stay so</source>
        <translation>%1 个中断此后被他人改绑，保持不变</translation>
    </message>
    <message>
        <source>Bind the NPUs&apos; interrupts to processors near them</source>
        <translation>将 NPU 的中断绑定到附近的处理器</translation>
    </message>
    <message>
        <source>See &quot;weightsFrom&quot; and what follows it among the recipe&apos;s settings; &quot;none&quot; leaves the weights to you.</source>
        <translation>请检查方案设置中的“weightsFrom”及其后几项；设为 none 则由您自行放置权重。</translation>
    </message>
    <message>
        <source>the folder cannot be read</source>
        <translation>无法读取该目录</translation>
    </message>
    <message>
        <source>The list of files of %1 could not be had: %2.</source>
        <translation>无法获得 %1 的文件列表：%2。</translation>
    </message>
    <message>
        <source>There is no room for the weights at %1: %2 are to be fetched, %3 are free.</source>
        <translation>%1 空间不足：需下载 %2，可用 %3。</translation>
    </message>
    <message>
        <source>Make room there, or choose another folder (setting &quot;weights&quot;).</source>
        <translation>请腾出空间，或选择其他目录（设置“weights”）。</translation>
    </message>
    <message>
        <source>%1 could not be fetched from %2: %3.</source>
        <translation>无法从 %2 获取 %1：%3。</translation>
    </message>
    <message>
        <source>it cannot be copied</source>
        <translation>无法复制</translation>
    </message>
    <message>
        <source>%1 is not what the source says it is; it is taken away.
</source>
        <translation>%1 与来源所述不符，已删除。
</translation>
    </message>
    <message>
        <source>its name cannot be resolved on the node</source>
        <translation>节点无法解析其域名</translation>
    </message>
    <message>
        <source>nothing answers there</source>
        <translation>该处无响应</translation>
    </message>
    <message>
        <source>the connection ended before the file did</source>
        <translation>连接在文件传完之前结束</translation>
    </message>
    <message>
        <source>it could not be written on the node</source>
        <translation>无法写入节点</translation>
    </message>
    <message>
        <source>nothing came for a minute</source>
        <translation>一分钟内没有收到数据</translation>
    </message>
    <message>
        <source>its certificate is not trusted on the node, or there is no TLS there</source>
        <translation>节点不信任其证书，或该处没有 TLS</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>there is no curl on the node</source>
        <translation>节点上没有 curl</translation>
    </message>
    <message>
        <source>curl ended with exit code %1</source>
        <translation>curl 退出码为 %1</translation>
    </message>
    <message>
        <source>each file that is missing there is copied from %1, and compared</source>
        <translation>从 %1 复制每个缺失的文件并比较</translation>
    </message>
    <message>
        <source>Something between the node and the source changes it: a proxy, a mirror that is not up to date, a broken disk.</source>
        <translation>节点与来源之间有环节改动了它：代理、过期的镜像或损坏的磁盘。</translation>
    </message>
    <message>
        <source>This deployment has no step &quot;%1&quot;: its settings do not ask for it.</source>
        <translation>该部署没有步骤“%1”：其设置未要求。</translation>
    </message>
    <message>
        <source>Fetch the weights</source>
        <translation>下载权重</translation>
    </message>
    <message>
        <source>The container %1 was stopped while this step worked with it.</source>
        <translation>本步骤使用容器 %1 期间，它被停止了。</translation>
    </message>
    <message>
        <source>The container %1 was removed while this step worked with it.</source>
        <translation>本步骤使用容器 %1 期间，它被删除了。</translation>
    </message>
    <message>
        <source>Read what it said last (%1); then resume: it is started again.</source>
        <translation>查看其最后的输出（%1），然后继续运行：容器会重新启动。</translation>
    </message>
    <message>
        <source>Find out who removed it; then resume: it is made again.</source>
        <translation>查明是谁删除的，然后继续运行：容器会重新创建。</translation>
    </message>
    <message>
        <source>%1, which docker made to mount it, stays: it is not empty</source>
        <translation>docker 为挂载而创建的 %1 保留：其中有内容</translation>
    </message>
    <message>
        <source>What the service needs is in use: %1, by %2.</source>
        <translation>服务所需的资源已被占用：%1，占用者为 %2。</translation>
    </message>
    <message>
        <source>   # then rmdir of empty folders that docker made for its mounts</source>
        <translation>   # 再用 rmdir 删除 docker 为挂载而创建的空目录</translation>
    </message>
    <message>
        <source>%1 tells its list of files in pages, and only the first was read: which files belong to the model is not known.</source>
        <translation>%1 分页返回文件列表，只读取了第一页：无法得知模型包含哪些文件。</translation>
    </message>
    <message>
        <source>Put the weights there yourself and set weightsFrom to none, or fetch them from a folder or from a mirror that tells the whole list.</source>
        <translation>请自行放置权重并将 weightsFrom 设为 none，或从目录、或从能返回完整列表的镜像获取。</translation>
    </message>
    <message>
        <source>Or choose nodes whose chips are free.</source>
        <translation>或选择 NPU 空闲的节点。</translation>
    </message>
    <message>
        <source>Or choose other ports in the settings.</source>
        <translation>或在设置中更换端口。</translation>
    </message>
    <message>
        <source>who else holds the service&apos;s ports and chips is asked, as by `ascendctl check --only host.ports,npu.idle`</source>
        <translation>查询服务的端口与 NPU 是否被他人占用，同 `ascendctl check --only host.ports,npu.idle`</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>A deployment keeps no secrets: name a mirror that lets the node in, or put the weights there yourself.</source>
        <translation>部署不保存任何密钥：请指定允许该节点访问的镜像站，或自行放置权重。</translation>
    </message>
    <message>
        <source>%1 (%2 bytes there, %3 listed)</source>
        <translation>%1（现有 %2 字节，列表为 %3 字节）</translation>
    </message>
    <message>
        <source>%1 (a symbolic link)</source>
        <translation>%1（符号链接）</translation>
    </message>
    <message>
        <source>%1 (no file, but a folder or the like)</source>
        <translation>%1（不是文件，而是目录等）</translation>
    </message>
    <message>
        <source>%1 (a symbolic link: what is written there lands somewhere else)</source>
        <translation>%1（符号链接：写入的内容会落到别处）</translation>
    </message>
    <message>
        <source>%1 (a file where a folder is to be)</source>
        <translation>%1（应为目录，却是文件）</translation>
    </message>
    <message>
        <source>%1 (as long as listed, but with another content)</source>
        <translation>%1（大小与列表一致，但内容不同）</translation>
    </message>
    <message>
        <source>In %1 lies what is not as %2 lists it, and it is not of this run: %3. Nothing was changed.</source>
        <translation>%1 中有与 %2 的列表不符、且不属于本次运行的内容：%3。未做任何更改。</translation>
    </message>
    <message>
        <source>It may be yours, or a copy that was cut short. Move it away, for example by %1, or remove it, then resume. To serve what is there, set &quot;weightsFrom&quot; to none.</source>
        <translation>可能是您自己的文件，或未拷贝完整的副本。请将其移走（例如 %1）或删除，然后继续。若要使用现有文件，请将 &quot;weightsFrom&quot; 设为 none。</translation>
    </message>
    <message>
        <source>%1 is a symbolic link, no folder or file of this login&apos;s, or others may write to it: what is written there could land somewhere else.</source>
        <translation>%1 是符号链接、不属于登录用户，或他人可写：写入的内容可能落到别处。</translation>
    </message>
    <message>
        <source>Look what it is and who made it, then remove it: %1</source>
        <translation>请确认其内容和创建者，然后删除：%1</translation>
    </message>
    <message>
        <source>No folder can be made in %1.</source>
        <translation>无法在 %1 中创建目录。</translation>
    </message>
    <message>
        <source>%1 could not be put into its place.</source>
        <translation>%1 无法放到位。</translation>
    </message>
    <message>
        <source>it answers HTTP 404: there is no such model, revision or file</source>
        <translation>返回 HTTP 404：没有该模型、版本或文件</translation>
    </message>
    <message>
        <source>it answers HTTP %1: it is not public, or the node is not let in</source>
        <translation>返回 HTTP %1：未公开，或不允许该节点访问</translation>
    </message>
    <message>
        <source>it answers HTTP 429: it was asked too often</source>
        <translation>返回 HTTP 429：请求过于频繁</translation>
    </message>
    <message>
        <source>it answers HTTP %1: the server is in trouble itself</source>
        <translation>返回 HTTP %1：服务器自身故障</translation>
    </message>
    <message>
        <source>it answers with the HTTP error %1</source>
        <translation>返回 HTTP 错误 %1</translation>
    </message>
    <message>
        <source>the hashes of files below 64 MiB that are there; of larger ones only the size</source>
        <translation>已存在且小于 64 MiB 的文件校验哈希值；更大的只比较大小</translation>
    </message>
    <message>
        <source>each file that is missing there is fetched with curl; its size is checked, and the hash that is listed (SHA-256, or git&apos;s SHA-1)</source>
        <translation>用 curl 逐个下载缺失的文件，并校验大小与所列哈希值（SHA-256 或 git 的 SHA-1）</translation>
    </message>
    <message>
        <source>a file that is there and not as listed is not replaced: the step stops and names it</source>
        <translation>已存在但与列表不符的文件不会被替换：该步骤停止并指出文件</translation>
    </message>
    <message>
        <source>takes away parts of files that were not finished; the weights in %1 stay</source>
        <translation>删除未下载完的部分；%1 中的权重保留</translation>
    </message>
    <message numerus="yes">
        <source>%n files, %1</source>
        <translation>
            <numerusform>%n 个文件，%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n of them the size was compared, not the content</source>
        <translation>
            <numerusform>其中 %n 个只比较了大小，未比较内容</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %1, %n are missing (%2)</source>
        <translation>
            <numerusform>%1 中缺少 %n 个（%2）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 was fetched twice and is each time not what %2 says it is (size or hash).</source>
        <translation>%1 下载了两次，每次都与 %2 所述（大小或哈希值）不符。</translation>
    </message>
    <message>
        <source>the weights in %1 stay, and what is still being fetched in %2</source>
        <translation>%1 中的权重保留，%2 中仍在下载的部分也保留</translation>
    </message>
    <message>
        <source>the weights in %1 stay</source>
        <translation>%1 中的权重保留</translation>
    </message>
    <message>
        <source>Wait until they are installed, or stop that first.</source>
        <translation>请等待安装完成，或先停止安装。</translation>
    </message>
    <message>
        <source>%1 had been changed by hand; what it was is kept as %2</source>
        <translation>%1 曾被手动修改；原内容保留为 %2</translation>
    </message>
    <message>
        <source>To check: %1</source>
        <translation>检查方法：%1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>   # if a file of others is there; one of ours that was changed is kept as %1</source>
        <translation>   # 仅当存在他人的文件时；本程序的文件若被修改过，则保留为 %1</translation>
    </message>
    <message>
        <source>The container %1 was not made by this deployment: its files were not compared.</source>
        <translation>容器 %1 不是由此部署创建的：未比较其中的文件。</translation>
    </message>
    <message>
        <source>Choose another container name in the recipe&apos;s settings.</source>
        <translation>请在配方的设置中换一个容器名。</translation>
    </message>
    <message>
        <source>The container %1 does not run: its files were not compared.</source>
        <translation>容器 %1 未运行：未比较其中的文件。</translation>
    </message>
    <message>
        <source>Start it (%1), then compare again.</source>
        <translation>请启动它（%1），然后重新比较。</translation>
    </message>
    <message>
        <source>The container %1 cannot be asked for its files.</source>
        <translation>无法查询容器 %1 中的文件。</translation>
    </message>
    <message>
        <source># what was changed by hand in the container is kept in %1 first</source>
        <translation># 容器中被手动修改的内容会先保留到 %1</translation>
    </message>
    <message>
        <source>%1 in the container</source>
        <translation>容器中的 %1</translation>
    </message>
    <message>
        <source>%1 (it had been changed by hand)</source>
        <translation>%1（曾被手动修改）</translation>
    </message>
    <message>
        <source>That is not of this run. Move it away and undo again, or leave it: nothing else of this deployment&apos;s files is on the node.</source>
        <translation>它不属于本次运行。请移走后再次撤销，或就此保留：此部署的其他文件已不在节点上。</translation>
    </message>
    <message>
        <source>What was changed by hand and is kept there (names that hold %1) stays for you.</source>
        <translation>其中保留的手动修改内容（名称含 %1）会为您留下。</translation>
    </message>
    <message>
        <source>%1 was changed by hand and is locked against any change (chattr); it was left as it is.</source>
        <translation>%1 曾被手动修改，且已被锁定为不可更改（chattr）；已保持原样。</translation>
    </message>
    <message>
        <source>Unlock it on the node: %1. Then begin again: what it holds is kept beside it.</source>
        <translation>请在节点上解除锁定：%1。然后重新开始：其内容会保留在同一目录下。</translation>
    </message>
    <message>
        <source>%1 was changed by hand, and 99 earlier versions of it are kept in %2 already; it was left as it is.</source>
        <translation>%1 曾被手动修改，而 %2 中已保留了它的 99 个早期版本；已保持原样。</translation>
    </message>
    <message>
        <source>Move those away that end in %1, then begin again.</source>
        <translation>请移走名称以 %1 结尾的文件，然后重新开始。</translation>
    </message>
    <message>
        <source>%1 was changed by hand, and what it holds could not be kept in %2; it was left as it is.</source>
        <translation>%1 曾被手动修改，但其内容无法保留到 %2；已保持原样。</translation>
    </message>
    <message>
        <source>See that the disk is not full or read-only and that the user of the login may write to %1, or keep a copy of the file yourself and remove it. Then begin again.</source>
        <translation>请确认磁盘未满且不是只读，登录用户可写入 %1；或自行备份该文件后将其删除。然后重新开始。</translation>
    </message>
    <message>
        <source> (process %1)</source>
        <translation>（进程 %1）</translation>
    </message>
    <message>
        <source>Driver and firmware are being installed on %1%2. Nothing was begun: a restart of the node would end it in the middle.</source>
        <translation>正在 %1 上安装驱动和固件%2。未开始任何操作：节点重启会使其中途中断。</translation>
    </message>
    <message>
        <source>Driver and firmware are being installed on %1 from this machine already, by another window or command%2.</source>
        <translation>本机的另一个窗口或命令%2已在 %1 上安装驱动和固件。</translation>
    </message>
    <message>
        <source>A run of a deployment is under way on %1%2: the driver is not replaced, and the node not restarted, under it.</source>
        <translation>%1 上正在执行部署%2：其间不替换驱动，也不重启节点。</translation>
    </message>
    <message>
        <source>Wait until it has ended, or stop it there first.</source>
        <translation>请等待其结束，或先在那里将其停止。</translation>
    </message>
    <message>
        <source>it was ended because it had run %1</source>
        <translation>已结束该服务，因为它%1</translation>
    </message>
    <message>
        <source>running %1</source>
        <translation>正在运行：%1</translation>
    </message>
    <message>
        <source>without another node&apos;s service, which it needs</source>
        <translation>所依赖的其他节点的服务未运行</translation>
    </message>
    <message>
        <source>since before these files were put there anew: %1</source>
        <translation>在以下文件重新放入之前就已启动：%1</translation>
    </message>
    <message>
        <source>since before the files of this node or another were put there anew</source>
        <translation>在本节点或其他节点的文件重新放置之前就已启动</translation>
    </message>
    <message>
        <source>An installer of driver or firmware runs on the node, and a restart may follow. This step changed nothing.</source>
        <translation>节点上正在运行驱动或固件的安装程序，随后可能重启。此步骤未作任何更改。</translation>
    </message>
    <message>
        <source>The installer of %1 runs on the node, and a restart may follow. This step changed nothing.</source>
        <translation>节点上正在运行 %1 的安装程序，随后可能重启。此步骤未作任何更改。</translation>
    </message>
    <message>
        <source>Do not restart the node meanwhile. Wait until driver and firmware are installed and take effect (%1 tells how far it is), then begin again.</source>
        <translation>其间请勿重启节点。请等待驱动和固件安装完成并生效（进度见 %1），然后重新开始。</translation>
    </message>
    <message>
        <source># whatever else was written inside the container goes with it: copy out what is needed first</source>
        <translation># 容器内另外写入的内容会随之删除：需要的请先复制出来</translation>
    </message>
    <message>
        <source>what else was written inside the container %1 went with it</source>
        <translation>容器 %1 内另外写入的内容已随之删除</translation>
    </message>
    <message>
        <source>There is no container %1.</source>
        <translation>没有容器 %1。</translation>
    </message>
    <message>
        <source>The container %1 was not made by a run of this program: what it was made with was not compared.</source>
        <translation>容器 %1 不是由本程序的运行创建的：没有比较它的创建参数。</translation>
    </message>
    <message>
        <source>The container %1 was made for the deployment %2.</source>
        <translation>容器 %1 是为部署 %2 创建的。</translation>
    </message>
    <message>
        <source>The container %1 was made with other settings than the deployment has now; they take effect after an undo and a new run.</source>
        <translation>容器 %1 创建时的设置与部署现在的不同；撤销并重新运行后才会生效。</translation>
    </message>
    <message>
        <source>The container %1 runs the image %2; no image on the node is called %3 any more.</source>
        <translation>容器 %1 运行的是镜像 %2；节点上已没有名为 %3 的镜像。</translation>
    </message>
    <message>
        <source>The container %1 runs the image %2; the name %3 stands for %4 now.</source>
        <translation>容器 %1 运行的是镜像 %2；名称 %3 现在指向 %4。</translation>
    </message>
    <message>
        <source>The driver&apos;s version is not told now; it was %1 when the container was made.</source>
        <translation>现在查不到驱动版本；创建容器时是 %1。</translation>
    </message>
    <message>
        <source>The driver is %1 now; it was %2 when the container was made.</source>
        <translation>驱动现在是 %1；创建容器时是 %2。</translation>
    </message>
    <message>
        <source>It has another image (%1) under this name than the first node (%2).</source>
        <translation>同名镜像（%1）与第一个节点的（%2）不同。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>The container %1 was not made by this deployment&apos;s run: it is left alone.</source>
        <translation>容器 %1 不是由本部署的运行创建的：不动它。</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>%1 ended with code %2.</source>
        <translation>%1 以代码 %2 结束。</translation>
    </message>
    <message>
        <source>ends a pull of %1 that still runs; an image that is there stays</source>
        <translation>结束仍在进行的 %1 拉取；已有的镜像保留</translation>
    </message>
    <message>
        <source>a pull that still ran was ended</source>
        <translation>已结束仍在进行的拉取</translation>
    </message>
    <message>
        <source>&quot;%1&quot; goes on by itself on %2 meanwhile.</source>
        <translation>在此期间“%1”在 %2 上继续运行。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; could not be started.</source>
        <translation>无法启动“%1”。</translation>
    </message>
    <message>
        <source>See that the disk has room, and that %1 can be written.</source>
        <translation>请确认磁盘有空间，且 %1 可写。</translation>
    </message>
    <message>
        <source>(it was begun by an earlier run, and is followed)
</source>
        <translation>（它由先前的一次运行启动，现继续跟踪）
</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was cut short: it is gone, and did not end by itself.</source>
        <translation>“%1”被中断：进程已不在，且不是自行结束的。</translation>
    </message>
    <message>
        <source>Resume begins it again.</source>
        <translation>“继续”会重新开始它。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has not ended in %2 minutes; it was stopped.</source>
        <translation>“%1”在 %2 分钟内没有结束，已被停止。</translation>
    </message>
    <message>
        <source>A command of an earlier run (%1) could not be ended.</source>
        <translation>无法结束先前一次运行的命令（%1）。</translation>
    </message>
    <message>
        <source>Its process is the first number in %1/.%2.state: end it on the node.</source>
        <translation>它的进程号是 %1/.%2.state 中的第一个数字：请在节点上结束它。</translation>
    </message>
    <message>
        <source>Without a way to the registry: on a machine that has one run `docker pull`, then `docker save -o image.tar IMAGE`. Set &quot;imageFrom&quot; to desktop and &quot;imageArchive&quot; to that file on this computer, and resume; or copy it to every node and run `docker load -i image.tar` there.</source>
        <translation>无法访问镜像仓库时：在能访问的机器上执行 `docker pull`，再执行 `docker save -o image.tar IMAGE`。把“imageFrom”设为 desktop，“imageArchive”设为本机上的该文件，然后继续；或把它复制到每个节点，在那里执行 `docker load -i image.tar`。</translation>
    </message>
    <message>
        <source>ends a load of %1 that still runs, and removes a copy of its archive that was cut short; an image that is there stays</source>
        <translation>结束仍在进行的 %1 加载，并删除未复制完的归档文件；已有的镜像保留</translation>
    </message>
    <message>
        <source>a copy of the image&apos;s archive that was cut short was removed</source>
        <translation>已删除未复制完的镜像归档文件</translation>
    </message>
    <message>
        <source>%1 on this computer</source>
        <translation>本机上的 %1</translation>
    </message>
    <message>
        <source>On a machine that has the image run %1, put the file there, or name another one (setting &quot;imageArchive&quot;); then resume.</source>
        <translation>在有该镜像的机器上执行 %1，把文件放到该处，或指定另一个文件（设置“imageArchive”）；然后继续。</translation>
    </message>
    <message>
        <source>%1 is no archive of an image as `docker save` writes one: it has no %2.</source>
        <translation>%1 不是 `docker save` 写出的镜像归档文件：其中没有 %2。</translation>
    </message>
    <message>
        <source>The archive %1 cannot be read.</source>
        <translation>无法读取归档文件 %1。</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>没有文件 %1。</translation>
    </message>
    <message>
        <source>%1 is no archive of an image: %2</source>
        <translation>%1 不是镜像归档文件：%2</translation>
    </message>
    <message>
        <source>The archive %1 holds an image without a name, and not %2.</source>
        <translation>归档文件 %1 中的镜像没有名称，不是 %2。</translation>
    </message>
    <message>
        <source>The archive %1 holds %2, and not %3.</source>
        <translation>归档文件 %1 中是 %2，不是 %3。</translation>
    </message>
    <message>
        <source>Name the image as the archive does (setting &quot;image&quot;), or another archive.</source>
        <translation>按归档文件中的名称填写镜像（设置“image”），或指定另一个归档文件。</translation>
    </message>
    <message>
        <source>The image %1 in %2 is made for %3, the node is %4; nothing was copied.</source>
        <translation>%2 中的镜像 %1 用于 %3，节点是 %4；没有复制任何内容。</translation>
    </message>
    <message>
        <source>Save it anew from the image for %1: `docker pull --platform linux/%1 %2`, then `docker save`.</source>
        <translation>用 %1 的镜像重新保存：`docker pull --platform linux/%1 %2`，再执行 `docker save`。</translation>
    </message>
    <message>
        <source>There is no room for the archive in %1: %2 are to be copied, %3 are free.</source>
        <translation>%1 中放不下归档文件：要复制 %2，剩余 %3。</translation>
    </message>
    <message>
        <source>Make room there, or put the archive on a disk of the node that has room and set &quot;imageFrom&quot; to node.</source>
        <translation>请在那里腾出空间，或把归档文件放到节点上有空间的磁盘，并把“imageFrom”设为 node。</translation>
    </message>
    <message>
        <source>The archive could not be copied to %1.</source>
        <translation>无法把归档文件复制到 %1。</translation>
    </message>
    <message>
        <source>%1 of %2 are there already
</source>
        <translation>已有 %1，共 %2
</translation>
    </message>
    <message>
        <source>The archive arrived otherwise than it is on this computer (SHA-256); the copy was removed.</source>
        <translation>到达的归档文件与本机上的不同（SHA-256）；副本已删除。</translation>
    </message>
    <message>
        <source>Something writes to the file here or there, or a disk is broken. Resume copies it anew.</source>
        <translation>本机或节点上有程序在写该文件，或磁盘有故障。“继续”会重新复制。</translation>
    </message>
    <message>
        <source>   # on this computer</source>
        <translation>   # 在本机上</translation>
    </message>
    <message>
        <source># copies %1 from this computer to %2 in pieces, then:</source>
        <translation># 把本机上的 %1 分块复制到 %2，然后：</translation>
    </message>
    <message>
        <source>The image %1 could not be loaded from %2.</source>
        <translation>无法从 %2 加载镜像 %1。</translation>
    </message>
    <message>
        <source>Read what %1 said. Without room, make some where it keeps its images; then resume.</source>
        <translation>请看 %1 的输出。若空间不足，请在它存放镜像的位置腾出空间；然后继续。</translation>
    </message>
    <message>
        <source>%1 could not be copied from this computer.</source>
        <translation>无法从本机复制 %1。</translation>
    </message>
    <message>
        <source>from this computer: %1
</source>
        <translation>来自本机：%1
</translation>
    </message>
    <message>
        <source>%1 is not what its SHA256SUMS says; it was not put into its place.</source>
        <translation>%1 与其 SHA256SUMS 不符；未放到目标位置。</translation>
    </message>
    <message>
        <source>The copy on this computer is damaged, or was changed: get that file anew, then resume.</source>
        <translation>本机上的副本已损坏或被改动：请重新获取该文件，然后继续。</translation>
    </message>
    <message>
        <source># lists %1 of this computer, then:</source>
        <translation># 列出本机的 %1，然后：</translation>
    </message>
    <message>
        <source>each file that is missing there is copied from %1 of this computer in pieces, and compared by its SHA-256</source>
        <translation>缺失的文件逐个从本机的 %1 分块复制，并以 SHA-256 比对</translation>
    </message>
    <message>
        <source>What this step did stands: %1.</source>
        <translation>该步骤所做的已生效：%1。</translation>
    </message>
    <message>
        <source>the image %1 stays</source>
        <translation>镜像 %1 保留</translation>
    </message>
    <message>
        <source>Device %1 (/dev/davinci%2) is not there any more.</source>
        <translation>设备 %1（/dev/davinci%2）已不存在。</translation>
    </message>
    <message>
        <source>`ascendctl check --only npu.count` says how to look for the card, and so do the wizard&apos;s checks. Go on when it is back; or inspect the nodes again and choose other cards.</source>
        <translation>`ascendctl check --only npu.count` 以及部署向导的检查步骤会说明如何查找该卡。恢复后再继续；或重新查询节点并选择其他卡。</translation>
    </message>
    <message>
        <source>its mode is %1, not %2</source>
        <comment>permission bits of a file</comment>
        <translation>其权限为 %1，应为 %2</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>%1 does not list what is in these folders; they are not fetched: %2.</source>
        <translation>%1 未列出以下目录中的文件，因此不会下载：%2。</translation>
    </message>
    <message>
        <source>%1 of %2 cannot be read there.</source>
        <translation>%2 中的 %1 在该节点上无法读取。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>There is no node %1 that the weights could be copied from.</source>
        <translation>没有可供复制权重的节点 %1。</translation>
    </message>
    <message>
        <source>%1, which has the weights: %2</source>
        <translation>存有权重的节点 %1：%2</translation>
    </message>
    <message>
        <source>%1 could not be copied from %2.</source>
        <translation>无法从 %2 复制 %1。</translation>
    </message>
    <message>
        <source>from %1, through this computer: %2
</source>
        <translation>来自 %1，经由本机：%2
</translation>
    </message>
    <message>
        <source>%1 of %2 was changed while it was copied; it was not put into its place.</source>
        <translation>%2 中的 %1 在复制期间被修改，未放入目标位置。</translation>
    </message>
    <message>
        <source># lists %1, over a link to that node, then:</source>
        <translation># 通过到该节点的连接列出 %1，然后：</translation>
    </message>
    <message>
        <source>each file that is missing there is copied from %1, and compared by its SHA-256: from node to node where this one logs in there without a password, else in pieces through this computer</source>
        <translation>缺失的文件逐个从 %1 复制，并比对 SHA-256：本节点可免密登录该节点时直接传输，否则分块经由本机</translation>
    </message>
    <message>
        <source>It does not log in at %1 by itself (check connection.passwordless): the files come through this computer.</source>
        <translation>本节点无法免密登录 %1（检查 connection.passwordless）：文件经由本机传输。</translation>
    </message>
    <message>
        <source>it is a symbolic link to %1, whose content is not shown; a run stops before it</source>
        <translation>它是指向 %1 的符号链接，链接目标的内容不显示；部署运行会在此停止</translation>
    </message>
    <message>
        <source>a folder is in its place; a run stops before it</source>
        <translation>该位置是一个目录；执行部署时会在此停止</translation>
    </message>
    <message>
        <source>The weights on %1 are not whole, and so were not copied: %2.</source>
        <translation>%1 上的权重不完整，因此未复制：%2。</translation>
    </message>
    <message>
        <source>Make them whole there first, or name a node whose weights are (&quot;weightsNode&quot;): the check weights.complete says it of each node. Remove nothing on this one before.</source>
        <translation>请先在该节点补全权重，或指定权重完整的节点（“weightsNode”）：检查 weights.complete 会逐节点给出结果。在此之前不要删除本节点上的任何文件。</translation>
    </message>
    <message>
        <source>a folder on the way to it, %1, is a symbolic link to %2, where nothing was looked at; a run stops before it</source>
        <translation>其路径上的目录 %1 是指向 %2 的符号链接，未查看其中内容；执行部署时会在此停止</translation>
    </message>
    <message>
        <source>a named pipe is in its place; a run stops before it</source>
        <translation>该位置是一个命名管道；执行部署时会在此停止</translation>
    </message>
    <message>
        <source>a device or the like is in its place; a run stops before it</source>
        <translation>该位置是一个设备文件或类似对象；执行部署时会在此停止</translation>
    </message>
    <message>
        <source>it is a symbolic link to %1, out of its folder, and was not read</source>
        <translation>它是指向 %1 的符号链接，超出其所在目录，未读取</translation>
    </message>
    <message>
        <source>a folder, a pipe or the like is in its place and was not read</source>
        <translation>该位置是目录、管道等而非文件，未读取</translation>
    </message>
    <message>
        <source>The image %1 is not on the node and could not be pulled: %2</source>
        <comment>the reason as docker says it</comment>
        <translation>节点上没有镜像 %1，也未能拉取：%2</translation>
    </message>
    <message>
        <source>still waiting; the cards&apos; network and the nodes&apos; clocks were asked, and are as they should be</source>
        <translation>仍在等待；已检查 NPU 网络与各节点时钟，均正常</translation>
    </message>
    <message>
        <source>the check %1 says: %2</source>
        <comment>an id, a sentence</comment>
        <translation>检查项 %1 的结果：%2</translation>
    </message>
    <message>
        <source>still waiting; %1</source>
        <comment>what the checks say</comment>
        <translation>仍在等待；%1</translation>
    </message>
    <message>
        <source>stop.sh has ended, and in the container %1 goes on: %2. It ends the process that the pid file names; that file is gone, or names another one.</source>
        <translation>stop.sh 已执行完毕，但容器 %1 中仍有进程在运行：%2。它只结束 pid 文件所指的进程，而该文件已不存在，或指向其他进程。</translation>
    </message>
    <message>
        <source>`ascendctl stop --force` shows what goes on there, and with --yes ends it.</source>
        <translation>`ascendctl stop --force` 可显示其中仍在运行的进程，加 --yes 即结束它们。</translation>
    </message>
    <message>
        <source>running; files of this node or another would be put there anew</source>
        <translation>运行中；本节点或其他节点的文件将被重新放置</translation>
    </message>
    <message>
        <source>What is on these nodes was deployed from %1 before that deployment had a name, and not as &quot;%2&quot;, which is for the same nodes and recipe; it was left alone.</source>
        <translation>这些节点上的内容是在该部署尚未命名时从 %1 部署的，而不是“%2”，后者使用相同的节点和方案；未作任何改动。</translation>
    </message>
    <message>
        <source>What is on these nodes was deployed before the deployment had a name, not as &quot;%1&quot;; it was left alone.</source>
        <translation>这些节点上的内容是在部署尚未命名时部署的，而不是“%1”；未作任何改动。</translation>
    </message>
    <message>
        <source>What runs on these nodes was deployed before the deployment had a name; under the name &quot;%1&quot; it would be put there a second time.</source>
        <translation>这些节点上运行的内容是在部署尚未命名时部署的；若以“%1”部署则会重复部署一份。</translation>
    </message>
    <message>
        <source>What runs on these nodes was deployed under the name &quot;%1&quot;; without a name it would be put there a second time.</source>
        <translation>这些节点上运行的内容以名称“%1”部署；若不带名称部署则会重复部署一份。</translation>
    </message>
    <message>
        <source>What was made on these nodes before the deployment had a name is still there: %1. Until it is undone, &quot;%2&quot; is not run.</source>
        <translation>部署尚未命名时在这些节点上创建的内容仍然存在：%1。撤销之前不会运行“%2”。</translation>
    </message>
    <message>
        <source>What was made on these nodes under the name &quot;%1&quot; is still there: %2. Until it is undone, nothing is run without a name.</source>
        <translation>以名称“%1”在这些节点上创建的内容仍然存在：%2。撤销之前不会在未命名时运行。</translation>
    </message>
    <message>
        <source>Undo it first: that takes back what was deployed then. Then run. Or take the name away again.</source>
        <translation>请先撤销：将撤回当时部署的内容，然后再运行；或清除名称。</translation>
    </message>
    <message>
        <source>Is that what the node should be? Then ask the nodes again and run again: the files are made anew by what they say.</source>
        <translation>这是否是节点应有的状态？若是，请重新查询节点并再次运行：文件将按节点的回答重新生成。</translation>
    </message>
    <message>
        <source>The weights in %1 are not whole, and so were not copied: %2.</source>
        <translation>%1 中的权重不完整，因此未复制：%2。</translation>
    </message>
    <message>
        <source>Make them whole there first, or name a folder that has them whole (&quot;weightsAddress&quot;). Remove nothing on this node before.</source>
        <translation>请先在该处补全权重，或指定权重完整的文件夹（“weightsAddress”）。在此之前不要删除本节点上的任何文件。</translation>
    </message>
    <message numerus="yes">
        <source>%n files in /dev/shm stay: whether another user&apos;s process has them open is told to root only.</source>
        <translation>
            <numerusform>/dev/shm 中的 %n 个文件保留：是否有其他用户的进程打开它们，只有 root 能知道。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files in /dev/shm that no process has open stay: what else runs here may open them again (%1).</source>
        <translation>
            <numerusform>/dev/shm 中没有进程打开的 %n 个文件保留：这里运行的其他程序可能再次打开它们（%1）。</numerusform>
        </translation>
    </message>
    <message>
        <source>device %1 has %2, the file says %3</source>
        <comment>a card&apos;s addresses</comment>
        <translation>设备 %1 当前为 %2，文件中为 %3</translation>
    </message>
    <message>
        <source>On %1 a card has another address than /etc/hccn.conf gives it: %2. Do not take it over as it is. The check &quot;hccn.conf&quot; (`ascendctl check --only network.hccn-conf`) says how the card and the file agree again. Only where the new address is meant, ask the nodes again and run again.</source>
        <comment>a node; its cards, with both addresses</comment>
        <translation>%1 上有网卡的地址与 /etc/hccn.conf 不一致：%2。请勿直接采用。检查项“hccn.conf”（`ascendctl check --only network.hccn-conf`）说明如何使网卡与该文件重新一致。仅当新地址确属预期时，才重新查询节点并再次运行。</translation>
    </message>
    <message>
        <source>The log of %1 tells the cause: %2</source>
        <comment>node; a sentence</comment>
        <translation>%1 的日志给出了原因：%2</translation>
    </message>
    <message>
        <source>prefill</source>
        <comment>what a node does</comment>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <comment>what a node does</comment>
        <translation>解码</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>node; what it does</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The registry answers that it has no such image for this node: check name and tag there, letter by letter, and correct the setting &quot;image&quot;.</source>
        <translation>镜像仓库答复没有适用于本节点的该镜像：请在仓库中逐字核对镜像名与标签，并更正设置 &quot;image&quot;。</translation>
    </message>
    <message>
        <source>The registry asks for a login, or has no image of this name: check the name (setting &quot;image&quot;), log in on the node (%1), and resume.</source>
        <translation>镜像仓库要求登录，或没有该名称的镜像：请核对镜像名（设置 &quot;image&quot;），在节点上登录（%1），然后继续。</translation>
    </message>
    <message>
        <source>copied: %1</source>
        <comment>how far</comment>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>约剩 %1 秒</translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation>约剩 %1 分钟</translation>
    </message>
    <message>
        <source>about %1 h %2 min left</source>
        <translation>约剩 %1 小时 %2 分钟</translation>
    </message>
    <message>
        <source>%1 of %2 (%3 %)</source>
        <comment>sizes, percent</comment>
        <translation>%1 / %2（%3%）</translation>
    </message>
    <message>
        <source>%1, %2/s</source>
        <comment>how far, bytes</comment>
        <translation>%1，%2/s</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>how far and how fast, time left</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, file %2 of %3: %4</source>
        <translation>%1，第 %2 / %3 个文件：%4</translation>
    </message>
</context>
<context>
    <name>DeployPage</name>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Artifacts</source>
        <translation>配置文件</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
    <message>
        <source>Running the checks</source>
        <translation>正在执行检查</translation>
    </message>
    <message>
        <source>Run all checks</source>
        <translation>运行全部检查</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Run the deployment (first shows its steps)</source>
        <translation>执行部署（先显示其步骤）</translation>
    </message>
    <message>
        <source>%1 waits for a recipe: it says what is made and run on the nodes.</source>
        <comment>a step of the wizard</comment>
        <translation>“%1”步骤等待选择部署方案：由部署方案决定在节点上生成和执行的内容。</translation>
    </message>
    <message>
        <source>Choose a recipe</source>
        <translation>选择部署方案</translation>
    </message>
    <message>
        <source>Waits for a recipe</source>
        <translation>等待选择部署方案</translation>
    </message>
    <message>
        <source>%1 waits for the settings: %2</source>
        <comment>a step of the wizard; why</comment>
        <translation>“%1”等待设置改正：%2</translation>
    </message>
    <message>
        <source>Go to the settings</source>
        <translation>转到设置</translation>
    </message>
    <message>
        <source>Waits for the settings</source>
        <translation>等待设置改正</translation>
    </message>
    <message>
        <source>A check says what is to be changed in the settings</source>
        <translation>有检查项指出需要修改的配置</translation>
    </message>
</context>
<context>
    <name>Deployment</name>
    <message>
        <source>%1 must be a text.</source>
        <translation>%1 必须是文本。</translation>
    </message>
    <message>
        <source>%1 holds a NUL character.</source>
        <translation>%1 含有 NUL 字符。</translation>
    </message>
    <message>
        <source>%1 must be an object such as {&quot;method&quot;: &quot;agent&quot;}.</source>
        <translation>%1 必须是对象，例如 {&quot;method&quot;: &quot;agent&quot;}。</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must be agent, key or password.</source>
        <translation>%1 为“%2”；必须是 agent、key 或 password。</translation>
    </message>
    <message>
        <source>%1 holds a secret. Remove it: secrets never belong into the file; they are asked for, or come from the agent.</source>
        <translation>%1 含有机密信息，请删除：机密信息不能写入文件，应在使用时输入或由密钥代理提供。</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must be ssh or local.</source>
        <translation>%1 为“%2”；必须是 ssh 或 local。</translation>
    </message>
    <message>
        <source>%1 has a root, which is for nodes with &quot;transport&quot;: &quot;local&quot; only.</source>
        <translation>%1 设置了 root，它只能用于 &quot;transport&quot;: &quot;local&quot; 的节点。</translation>
    </message>
    <message>
        <source>%1 must be a number from 1 to 65535.</source>
        <translation>%1 必须是 1 到 65535 的数字。</translation>
    </message>
    <message>
        <source>%1 must be an object with name and host.</source>
        <translation>%1 必须是包含 name 和 host 的对象。</translation>
    </message>
    <message>
        <source>%1 has no name.</source>
        <translation>%1 没有名称。</translation>
    </message>
    <message>
        <source>The name of %1, &apos;%2&apos;, cannot be the name of a folder; choose one without &apos;/&apos;.</source>
        <translation>%1 的名称“%2”不能用作目录名；请使用不含“/”的名称。</translation>
    </message>
    <message>
        <source>Node &apos;%1&apos; has no host: an address, a name, or an alias of ~/.ssh/config.</source>
        <translation>节点“%1”没有 host：请填写地址、主机名或 ~/.ssh/config 中的别名。</translation>
    </message>
    <message>
        <source>The host of node &apos;%1&apos; begins with &apos;-&apos;.</source>
        <translation>节点“%1”的 host 以“-”开头。</translation>
    </message>
    <message>
        <source>%1 must be a list.</source>
        <translation>%1 必须是列表。</translation>
    </message>
    <message>
        <source>Two nodes are named &apos;%1&apos;; names must differ.</source>
        <translation>有两个节点都名为“%1”；节点名称不能重复。</translation>
    </message>
    <message>
        <source>The deployment file</source>
        <translation>部署文件</translation>
    </message>
    <message>
        <source>%1 is too large or too deeply nested to be a deployment.</source>
        <translation>%1过大或嵌套过深，不是部署文件。</translation>
    </message>
    <message>
        <source>%1 must be a JSON object with name, recipe, nodes and settings.</source>
        <translation>%1必须是包含 name、recipe、nodes 和 settings 的 JSON 对象。</translation>
    </message>
    <message>
        <source>%1 must be an object.</source>
        <translation>%1 必须是对象。</translation>
    </message>
    <message>
        <source>%1 must be true or false.</source>
        <translation>%1 必须是 true 或 false。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; it must name jump hosts such as user@host:port.</source>
        <translation>%1 的值为“%2”；应为跳板机，例如 user@host:port。</translation>
    </message>
    <message>
        <source>The deployment has %1 nodes; more than %2 are not supported.</source>
        <translation>该部署有 %1 个节点；最多支持 %2 个。</translation>
    </message>
    <message>
        <source>%1: %2 Correct the file there in a text editor.</source>
        <translation>%1：%2请用文本编辑器修改该处。</translation>
    </message>
    <message>
        <source>The name of %1 has %2 characters; a node&apos;s name has at most %3. Choose a shorter one.</source>
        <translation>%1 的名称有 %2 个字符；节点名称最多 %3 个字符。请使用更短的名称。</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; a line break, a tab or another control character is no part of it.</source>
        <translation>%1 为“%2”，其中不能包含换行、制表符或其他控制字符。</translation>
    </message>
    <message>
        <source>%1 stands twice in one object. Remove one of them.</source>
        <translation>%1 在同一对象中出现两次，请删除其中一个。</translation>
    </message>
    <message>
        <source>%1 holds a password. Remove it: secrets never belong into the file. %2</source>
        <comment>/prometheus; where the login belongs: a sentence</comment>
        <translation>%1 含有密码，请删除：密钥和密码不应写入该文件。%2</translation>
    </message>
    <message>
        <source>This is a rank table, not a deployment: open it on the page &quot;Rank tables&quot;, or judge it with `ascendctl lint rank-table`.</source>
        <translation>这是 rank table，不是部署：请在“Rank table”页面打开，或用 `ascendctl lint rank-table` 检查。</translation>
    </message>
    <message>
        <source>This is a recipe, not a deployment: put it into the folder of your own recipes (see `ascendctl recipes`), and choose it in a deployment.</source>
        <translation>这是方案，不是部署：请将其放入自有方案目录（见 `ascendctl recipes`），再在部署中选用。</translation>
    </message>
    <message>
        <source>This is not a deployment: it has no list of nodes, and keys that no deployment has (%1). Open a file such as cluster.deployment.json, or begin a new deployment.</source>
        <translation>这不是部署文件：其中没有节点列表，却有部署文件不含的键（%1）。请打开 cluster.deployment.json 之类的文件，或新建部署。</translation>
    </message>
    <message>
        <source>This is not a deployment: it is no text at all. Open a file such as cluster.deployment.json, or begin a new deployment.</source>
        <translation>这不是部署文件：它根本不是文本。请打开 cluster.deployment.json 这样的文件，或新建部署。</translation>
    </message>
    <message>
        <source>%1 is empty. Open another file, or begin a new deployment.</source>
        <translation>%1是空的。请打开其他文件，或新建部署。</translation>
    </message>
    <message>
        <source>%1 is text in UTF-16. Save it as UTF-8 in a text editor.</source>
        <translation>%1是 UTF-16 编码的文本。请用文本编辑器将其另存为 UTF-8。</translation>
    </message>
</context>
<context>
    <name>DeploymentName</name>
    <message>
        <source>Unnamed deployment</source>
        <translation>未命名部署</translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>%1 was not read to its end: %2</source>
        <translation>%1 未能读完：%2</translation>
    </message>
    <message>
        <source>%1 is no text; only lines with a time in it were looked at.</source>
        <translation>%1 不是文本文件；仅检查了其中带时间的行。</translation>
    </message>
    <message>
        <source>The times in %1 go back: the clock was set, or it is several logs in one file. They are not compared with those of other nodes.</source>
        <translation>%1 中的时间出现回退：时钟被调整，或一个文件中有多份日志。这些时间不与其他节点比较。</translation>
    </message>
    <message>
        <source>The logs of these nodes are hours apart (%1): their clocks differ, or the files are of different runs. Their times are not compared.</source>
        <translation>以下节点的日志相差数小时（%1）：时钟不一致，或文件来自不同的运行。不比较它们的时间。</translation>
    </message>
    <message>
        <source>The logs of %1 are hours apart from those of the other nodes: the clock differs, or the files are of another run. Their times are not compared.</source>
        <translation>%1 的日志与其他节点相差数小时：时钟不一致，或文件来自另一次运行。不比较其时间。</translation>
    </message>
    <message>
        <source>No time stamps were found in %1.</source>
        <translation>%1 中没有时间戳。</translation>
    </message>
    <message>
        <source>What was found is usually a consequence; its cause is not in these logs. Add the logs of the other nodes, and plog and dmesg of each.</source>
        <translation>所发现的通常只是后果，其原因不在这些日志中。请补充其他节点的日志，以及各节点的 plog 与 dmesg。</translation>
    </message>
    <message>
        <source>Which of the causes came first cannot be told for sure, as not all times can be compared.</source>
        <translation>由于部分时间无法比较，无法确定哪个原因最先发生。</translation>
    </message>
    <message>
        <source>The logs of %1 end before those of the others. A node that is gone says nothing more: look at it first.</source>
        <translation>%1 的日志早于其他节点结束。失联的节点不再输出日志，请先检查该节点。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>The lines of %1 name different time zones, or none. The times of logs with lines that name none are not compared.</source>
        <translation>%1 的日志行标注的时区不一致，或未标注时区。含未标注时区的行的日志，其时间不参与比较。</translation>
    </message>
    <message>
        <source>Times without a zone in the logs of %1 are read as %2, which other lines name.</source>
        <translation>%1 的日志中未标注时区的时间按 %2 读取（其他行标注了该时区）。</translation>
    </message>
    <message>
        <source>It is of %1, another program than the service&apos;s: it may have to do with a failure of the service, or not.</source>
        <translation>该记录来自 %1，而非本服务的程序：可能与服务故障有关，也可能无关。</translation>
    </message>
    <message>
        <source>This failed meanwhile, too, and is not of the service: %1. It may have to do with the failure, or not.</source>
        <translation>同一时段还有以下不属于本服务的故障：%1。可能与本次故障有关，也可能无关。</translation>
    </message>
    <message>
        <source>%1 is packed; unpack it first: `%2`.</source>
        <translation>%1 是压缩文件，请先解压：`%2`。</translation>
    </message>
    <message>
        <source>This is not taken for the cause, as it is of single requests or the service went on after it: %1.</source>
        <translation>以下内容只涉及个别请求，或之后服务仍在运行，因此不作为原因：%1。</translation>
    </message>
    <message>
        <source>This is of one request, which was refused: no service ends by it.</source>
        <translation>这只是一个请求被拒绝，服务不会因此结束。</translation>
    </message>
    <message>
        <source>The service may have gone on after this: it is a warning, or what one request met.</source>
        <translation>此后服务可能仍在运行：这是一条警告，或是某个请求遇到的问题。</translation>
    </message>
    <message>
        <source>The service of %1 got ready after this: it has served again since %2.</source>
        <translation>此后 %1 的服务已再次就绪，自 %2 起恢复服务。</translation>
    </message>
    <message>
        <source>The service of %1 got ready after this: it has served again.</source>
        <translation>此后 %1 的服务已再次就绪，恢复服务。</translation>
    </message>
    <message>
        <source>What could be a cause came later than this, as far as the times tell: %1. It may follow from this, or have nothing to do with it.</source>
        <translation>按各日志的时间，可能的原因出现在此之后：%1。它们可能由此引起，也可能与此无关。</translation>
    </message>
    <message>
        <source>No line connects this with what failed later on %1: that may have another cause, which is not in these logs.</source>
        <translation>没有任何日志行表明它与 %1 上之后的故障有关：后者可能另有原因，且不在这些日志中。</translation>
    </message>
    <message>
        <source>What should follow from this was told %1 s before it: the clocks differ, or it has another cause.</source>
        <translation>本应由此引起的现象却比它早出现 %1 秒：各节点时钟不一致，或该现象另有原因。</translation>
    </message>
    <message>
        <source>Any program in Python may be the %1 that the kernel ended; nothing on this node shows that it was the service&apos;s.</source>
        <translation>内核终止的 %1 可能是任意 Python 程序；该节点上没有任何日志表明它属于本服务。</translation>
    </message>
    <message>
        <source>Nothing failed by this, as far as the logs tell. A failure before it had another cause: %1.</source>
        <translation>就日志所示，此后没有因它而失败。此前的一次失败另有原因：%1。</translation>
    </message>
    <message>
        <source>The service of %1 still worked at %2: it went on after this.</source>
        <translation>%1 的服务在 %2 仍在工作：此后它继续运行。</translation>
    </message>
    <message>
        <source>The traceback there ends with &quot;%1&quot; (%2:%3), which no rule knows: that may be the cause.</source>
        <translation>该处的 Traceback 以“%1”（%2:%3）结束，没有规则认识它：这可能就是原因。</translation>
    </message>
    <message>
        <source>The service of %1 was shut down at %2 (%3:%4), and nothing had failed there before: most likely this follows from that.</source>
        <translation>%1 的服务于 %2 被停止（%3:%4），且此前该节点没有故障：此现象很可能由此引起。</translation>
    </message>
    <message>
        <source>What came first rests on a guess: %1 names no time zone, and a container&apos;s clock need not show its node&apos;s. `date +%z` in both tells; `docker logs -t` gives a container&apos;s lines with their zone.</source>
        <translation>先后顺序基于猜测：%1 未注明时区，而容器的时钟不一定与所在节点一致。在两处执行 `date +%z` 即可确认；`docker logs -t` 可输出带时区的容器日志。</translation>
    </message>
    <message>
        <source>The %1 that the kernel ended was of a login session, not of a container: it may be somebody&apos;s own program, and the service may have another fault.</source>
        <translation>被内核结束的 %1 属于某个登录会话，而非容器：可能是他人自己的程序，服务可能另有故障。</translation>
    </message>
    <message>
        <source>The logs of %1 hold no line, and others waited: look at that node first, and at what its service wrote there.</source>
        <translation>%1 的日志没有任何内容，而其他节点在等待：请先检查该节点及其服务在本机写下的日志。</translation>
    </message>
    <message>
        <source>The link came up again within a minute: this need not have ended anything.</source>
        <translation>链路在一分钟内已恢复：此现象未必导致任何服务终止。</translation>
    </message>
    <message>
        <source>The service of %1 was told to stop (%2:%3), and nothing had failed there before; the log does not say when. If that came first, this follows from it.</source>
        <translation>%1 的服务被要求停止（%2:%3），且此前该节点没有故障；日志未说明时间。若停止在先，则此现象由此引起。</translation>
    </message>
    <message>
        <source>Services that work say this, too: it need not be a failure. If one failed, its cause is not in these logs. Add the logs of the other nodes, and plog and dmesg of each.</source>
        <translation>正常工作的服务也会输出此内容，未必是故障。若确有服务失败，其原因不在这些日志中。请补充其他节点的日志，以及各节点的 plog 与 dmesg。</translation>
    </message>
    <message>
        <source>On %1 a traceback ends with &quot;%2&quot; (%3:%4), which no rule knows: the service may have failed by that.</source>
        <translation>%1 上有 Traceback 以“%2”（%3:%4）结束，没有规则认识它：服务可能因此失败。</translation>
    </message>
    <message>
        <source>On %1 a traceback ended with &quot;%2&quot; (%3:%4) before this, which no rule knows: that may be the cause.</source>
        <translation>在此之前，%1 上有 Traceback 以“%2”（%3:%4）结束，没有规则认识它：这可能就是原因。</translation>
    </message>
    <message>
        <source>The service of %1 was started again after this and ended with &quot;%2&quot; (%3:%4), which no rule knows: that is the last failure.</source>
        <translation>此后 %1 的服务重新启动，并以“%2”（%3:%4）结束，没有规则认识它：那才是最后一次故障。</translation>
    </message>
</context>
<context>
    <name>DiagnosisJob</name>
    <message>
        <source>The last run failed on %1: %2</source>
        <translation>最近一次部署在 %1 上失败：%2</translation>
    </message>
    <message>
        <source>The log of the service on %1 is of an older run and was left out: the last one failed before it started the service.</source>
        <translation>%1 上的服务日志属于更早的一次部署，未予采用：最近一次部署在启动服务之前即已失败。</translation>
    </message>
</context>
<context>
    <name>DiagnosisPage</name>
    <message>
        <source>Open logs</source>
        <translation>打开日志</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Logs (*.log *.txt)</source>
        <translation>日志 (*.log *.txt)</translation>
    </message>
    <message>
        <source>%1 · %2 · %3, line %4</source>
        <comment>node, time, file, line</comment>
        <translation>%1 · %2 · %3 第 %4 行</translation>
    </message>
    <message>
        <source>no time</source>
        <translation>无时间</translation>
    </message>
    <message>
        <source>Nothing found: none of the %1 rules knows a line of these logs.</source>
        <translation>未发现故障：%1 条规则均未匹配这些日志。</translation>
    </message>
    <message>
        <source>No cause found. The first sign, on %1: %2</source>
        <comment>node, what</comment>
        <translation>未找到根因。最早的迹象在 %1：%2</translation>
    </message>
    <message>
        <source>What failed first, on %1: %2</source>
        <comment>node, what</comment>
        <translation>最先出现的故障在 %1：%2</translation>
    </message>
    <message>
        <source>What most likely failed first, on %1: %2</source>
        <comment>node, what</comment>
        <translation>最可能先出现的故障在 %1：%2</translation>
    </message>
    <message>
        <source>Reads the logs of the service, its container, CANN and the kernel on every node; changes nothing.</source>
        <translation>读取每个节点上服务、容器、CANN 与内核的日志，不做任何更改。</translation>
    </message>
    <message>
        <source>Add the nodes first, or open a deployment.</source>
        <translation>请先添加节点，或打开一个部署文件。</translation>
    </message>
    <message numerus="yes">
        <source>asking %n node(s)</source>
        <translation>
            <numerusform>正在询问 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>reading, %1 so far</source>
        <translation>正在读取，已读 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n log(s) of the nodes</source>
        <translation>
            <numerusform>节点的 %n 份日志</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>故障诊断</translation>
    </message>
    <message>
        <source>What failed</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Logs read</source>
        <translation>已读日志</translation>
    </message>
    <message>
        <source>Codes and faults</source>
        <translation>错误码与故障</translation>
    </message>
    <message>
        <source>Open logs…</source>
        <translation>打开日志…</translation>
    </message>
    <message>
        <source>Ask the nodes</source>
        <translation>查询节点</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>What was found in the logs</source>
        <translation>日志中发现的故障</translation>
    </message>
    <message>
        <source>Logs that were read</source>
        <translation>已读取的日志</translation>
    </message>
    <message>
        <source>No logs were read yet. Ask the nodes for theirs, or open logs of any cluster: files, also many at once, can be dropped here; a folder for each node tells the nodes apart.</source>
        <translation>尚未读取日志。可向节点读取，或打开任意集群的日志：可将一个或多个文件拖放到此处；每个节点一个目录即可区分节点。</translation>
    </message>
    <message>
        <source>Not one line of a log could be read, so nothing is known.</source>
        <translation>没有读到任何日志内容，因此无法判断。</translation>
    </message>
    <message numerus="yes">
        <source>Nothing found in what could be read: none of the %1 rules knows a line of it. %n logs could not be read, or not to their end.</source>
        <translation>
            <numerusform>在能读到的内容中没有发现：%1 条规则中没有一条匹配。有 %n 份日志无法读取或未读完。</numerusform>
        </translation>
    </message>
    <message>
        <source>This was found at %1. At %2 the deployment was run, stopped or undone; &quot;Ask the nodes&quot; looks again.</source>
        <comment>two times</comment>
        <translation>以下结论得自 %1。部署已于 %2 执行、停止或撤销；“查询节点”可重新诊断。</translation>
    </message>
    <message>
        <source>The service of %1 was shut down. The first sign of it, on %2: %3</source>
        <comment>two nodes, what</comment>
        <translation>%1 的服务被停止。最早的迹象在 %2：%3</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>New deployment</source>
        <translation>新部署</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>文件 %1 不存在。</translation>
    </message>
    <message>
        <source>%1 was changed by another program.</source>
        <translation>%1 已被其他程序修改。</translation>
    </message>
</context>
<context>
    <name>DriftNote</name>
    <message>
        <source>container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a node, a sentence</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Beside the files, as this deployment makes it: %1.</source>
        <comment>container, image, driver</comment>
        <translation>除文件外，以下各项与本部署会创建的一致：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between words</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Driver</name>
    <message>
        <source>The packages and the nodes have not been checked.</source>
        <translation>尚未检查软件包和节点。</translation>
    </message>
    <message>
        <source>%1 has not been asked.</source>
        <translation>尚未询问 %1。</translation>
    </message>
    <message>
        <source>Everything is installed and takes effect: there is nothing to do.</source>
        <translation>均已安装并生效，无需操作。</translation>
    </message>
    <message>
        <source>%1 must be restarted for driver %2 and firmware %3 to take effect.</source>
        <translation>需要重启 %1，驱动 %2 和固件 %3 才能生效。</translation>
    </message>
    <message>
        <source>No container runs there.</source>
        <translation>该节点上没有运行中的容器。</translation>
    </message>
    <message>
        <source>That ends its containers: %1.</source>
        <translation>重启会结束其容器：%1。</translation>
    </message>
    <message>
        <source>restarted: its boot id is another</source>
        <translation>已重启：boot id 已改变</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>firmware</source>
        <translation>固件</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the name of a driver or firmware package.</source>
        <translation>“%1”不是驱动或固件软件包的名称。</translation>
    </message>
    <message>
        <source>Take the file as Huawei publishes it, under its own name: Ascend-hdk-CHIP-npu-driver_VERSION_linux-ARCH.run, Ascend-hdk-CHIP-npu-firmware_VERSION.run, or Atlas-A3-hdk-npu-... for Atlas A3.</source>
        <translation>请使用华为发布的原始文件及文件名：Ascend-hdk-CHIP-npu-driver_VERSION_linux-ARCH.run、Ascend-hdk-CHIP-npu-firmware_VERSION.run，Atlas A3 为 Atlas-A3-hdk-npu-...。</translation>
    </message>
    <message>
        <source>%1 is a %2 package; a %3 package was asked for.</source>
        <translation>%1 是%2包，此处需要%3包。</translation>
    </message>
    <message>
        <source>The package %1 cannot be read.</source>
        <translation>无法读取软件包 %1。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a SHA-256 checksum: 64 digits, 0 to f.</source>
        <translation>“%1”不是 SHA-256 校验值（64 位十六进制数）。</translation>
    </message>
    <message>
        <source>%1 holds no SHA-256 checksum.</source>
        <translation>%1 中没有 SHA-256 校验值。</translation>
    </message>
    <message>
        <source>%1 is no self-extracting package: it does not begin as one.</source>
        <translation>%1 不是自解压软件包：文件开头不符。</translation>
    </message>
    <message>
        <source>Download it again; a saved web page has the same name at times.</source>
        <translation>请重新下载；有时保存的网页也会是同样的名称。</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 为空文件。</translation>
    </message>
    <message>
        <source>%1 has another SHA-256 checksum than the one it should have.</source>
        <translation>%1 的 SHA-256 校验值与预期不符。</translation>
    </message>
    <message>
        <source>Download it again, and see that the checksum is this file&apos;s.</source>
        <translation>请重新下载，并确认校验值属于该文件。</translation>
    </message>
    <message>
        <source>it has    %1
expected  %2</source>
        <translation>实际  %1
预期  %2</translation>
    </message>
    <message>
        <source>The driver is for %1, the firmware for %2.</source>
        <translation>驱动适用于 %1，固件适用于 %2。</translation>
    </message>
    <message>
        <source>Take both packages from the same release for the nodes&apos; chips.</source>
        <translation>请选择同一版本中适用于节点芯片的两个软件包。</translation>
    </message>
    <message>
        <source>driver %1 with firmware %2</source>
        <translation>驱动 %1 与固件 %2</translation>
    </message>
    <message>
        <source>%1 is not in the table of known pairs.</source>
        <translation>%1 不在已知配套表中。</translation>
    </message>
    <message>
        <source>See in the release notes that they were published together.</source>
        <translation>请在版本说明中确认二者配套发布。</translation>
    </message>
    <message>
        <source>%1 is not a pair: this driver was published with firmware %2.</source>
        <translation>%1 不配套：该驱动配套发布的固件为 %2。</translation>
    </message>
    <message>
        <source>Take the firmware of the driver&apos;s own release.</source>
        <translation>请使用与该驱动同一版本的固件。</translation>
    </message>
    <message>
        <source>driver %1 is installed, %2 is loaded</source>
        <translation>已安装驱动 %1，已加载 %2</translation>
    </message>
    <message>
        <source>firmware %1 is installed, the chips run %2</source>
        <translation>已安装固件 %1，芯片运行 %2</translation>
    </message>
    <message>
        <source>installed, and not restarted since</source>
        <translation>已安装，尚未重启</translation>
    </message>
    <message>
        <source>The login is not root&apos;s.</source>
        <translation>登录用户不是 root。</translation>
    </message>
    <message>
        <source>Driver and firmware are installed by root: log in to the node as root.</source>
        <translation>驱动和固件须由 root 安装：请以 root 登录该节点。</translation>
    </message>
    <message>
        <source>The node has no %1.</source>
        <translation>该节点缺少 %1。</translation>
    </message>
    <message>
        <source>Install what is missing (packages util-linux, coreutils, systemd).</source>
        <translation>请安装缺少的工具（软件包 util-linux、coreutils、systemd）。</translation>
    </message>
    <message>
        <source>The node does not tell its boot id.</source>
        <translation>无法获取该节点的 boot id。</translation>
    </message>
    <message>
        <source>Without it nobody can tell whether it has restarted: see that /proc is mounted.</source>
        <translation>没有 boot id 就无法判断是否已重启：请确认已挂载 /proc。</translation>
    </message>
    <message>
        <source>The node does not tell its architecture.</source>
        <translation>无法获取该节点的架构。</translation>
    </message>
    <message>
        <source>%1 is for %2, this node is %3.</source>
        <translation>%1 适用于 %2，该节点为 %3。</translation>
    </message>
    <message>
        <source>Take the package for %1.</source>
        <translation>请使用适用于 %1 的软件包。</translation>
    </message>
    <message>
        <source>Which chips the node has is not known: %1</source>
        <translation>无法确定该节点的芯片型号：%1</translation>
    </message>
    <message>
        <source>npu-smi shows none that are known.</source>
        <translation>npu-smi 未显示已知型号。</translation>
    </message>
    <message>
        <source>See that the packages are for its chips (%1) before you go on.</source>
        <translation>继续之前请确认软件包适用于其芯片（%1）。</translation>
    </message>
    <message>
        <source>The packages are for %1, this node&apos;s chips are %2.</source>
        <translation>软件包适用于 %1，该节点的芯片为 %2。</translation>
    </message>
    <message>
        <source>Take the packages for %1.</source>
        <translation>请使用适用于 %1 的软件包。</translation>
    </message>
    <message>
        <source>There is no user HwHiAiUser, which the driver runs as.</source>
        <translation>缺少驱动运行用户 HwHiAiUser。</translation>
    </message>
    <message>
        <source>Make it on the node: %1</source>
        <translation>请在节点上创建：%1</translation>
    </message>
    <message>
        <source>%1 is in the way: it is no file.</source>
        <translation>%1 占用了该路径：它不是文件。</translation>
    </message>
    <message>
        <source>Look what it is, then move it away.</source>
        <translation>请查看其内容，然后移走。</translation>
    </message>
    <message>
        <source>Not enough room in %1: %2 are free, %3 are needed.</source>
        <translation>%1 空间不足：可用 %2，需要 %3。</translation>
    </message>
    <message>
        <source>Make room there; the packages unpack themselves in /tmp.</source>
        <translation>请清理空间；软件包会在 /tmp 中解压。</translation>
    </message>
    <message>
        <source>The NPUs are in use by %1.</source>
        <translation>NPU 正被 %1 占用。</translation>
    </message>
    <message>
        <source>Ask whose that is and have it ended: the driver is not replaced under it, and nothing here ends it.</source>
        <translation>请确认其所有者并由其结束：占用期间不会更换驱动，本程序也不会结束它。</translation>
    </message>
    <message>
        <source>The NPUs are in use by the container %1.</source>
        <translation>NPU 正被容器 %1 占用。</translation>
    </message>
    <message>
        <source>Which containers run is not known; a restart ends them.</source>
        <translation>无法确定运行中的容器；重启会结束它们。</translation>
    </message>
    <message>
        <source>Driver %1 is older than the %2 that is installed.</source>
        <translation>驱动 %1 比已安装的 %2 旧。</translation>
    </message>
    <message>
        <source>no driver</source>
        <translation>无驱动</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>驱动 %1</translation>
    </message>
    <message>
        <source>no firmware</source>
        <translation>无固件</translation>
    </message>
    <message>
        <source>firmware %1</source>
        <translation>固件 %1</translation>
    </message>
    <message>
        <source>%1 chips</source>
        <translation>%1 个芯片</translation>
    </message>
    <message>
        <source>Upload and check the packages</source>
        <translation>上传并校验软件包</translation>
    </message>
    <message>
        <source>Stop what uses the NPUs</source>
        <translation>停止占用 NPU 的容器</translation>
    </message>
    <message>
        <source>Install the firmware</source>
        <translation>安装固件</translation>
    </message>
    <message>
        <source>Install the driver</source>
        <translation>安装驱动</translation>
    </message>
    <message>
        <source>Restart the node</source>
        <translation>重启节点</translation>
    </message>
    <message>
        <source>Wait until it is back</source>
        <translation>等待节点恢复</translation>
    </message>
    <message>
        <source>Look at chips and versions</source>
        <translation>检查芯片与版本</translation>
    </message>
    <message>
        <source>both are installed</source>
        <translation>均已安装</translation>
    </message>
    <message>
        <source>(upload of %1, %2)</source>
        <translation>（上传 %1，%2）</translation>
    </message>
    <message>
        <source>%1 is installed</source>
        <translation>已安装 %1</translation>
    </message>
    <message>
        <source>what is installed takes effect</source>
        <translation>已安装的版本已生效</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>(upload of %1)</source>
        <translation>（上传 %1）</translation>
    </message>
    <message>
        <source>%1 did not arrive as it was sent: its SHA-256 checksum is another there.</source>
        <translation>%1 上传后内容有误：节点上的 SHA-256 校验值不一致。</translation>
    </message>
    <message>
        <source>It was removed again. Start again; if it happens twice, look at the node&apos;s disk (`dmesg | tail`).</source>
        <translation>已将其删除。请重新开始；若再次出现，请检查节点磁盘（`dmesg | tail`）。</translation>
    </message>
    <message>
        <source>A process still uses the NPUs: find it on the node with `fuser -v /dev/davinci*`, have it ended, and start again.</source>
        <translation>仍有进程占用 NPU：请在节点上用 `fuser -v /dev/davinci*` 查找，结束后重新开始。</translation>
    </message>
    <message>
        <source>Install what is missing on the node (%1): packages net-tools and pciutils.</source>
        <translation>请在节点上安装缺少的工具（%1）：软件包 net-tools 和 pciutils。</translation>
    </message>
    <message>
        <source>The driver could not be built for this kernel. On the node: see that gcc, dkms and the kernel&apos;s headers are there, remove /var/lib/dkms/davinci_ascend, read /var/log/ascend_seclog/ascend_install.log, and start again.</source>
        <translation>无法为当前内核编译驱动。请在节点上确认已安装 gcc、dkms 和内核头文件，删除 /var/lib/dkms/davinci_ascend，查看 /var/log/ascend_seclog/ascend_install.log，然后重新开始。</translation>
    </message>
    <message>
        <source>The package itself is damaged: download it again.</source>
        <translation>软件包本身已损坏：请重新下载。</translation>
    </message>
    <message>
        <source>Make room on the node, and start again.</source>
        <translation>请在节点上清理空间，然后重新开始。</translation>
    </message>
    <message>
        <source>Read /var/log/ascend_seclog/ascend_install.log on the node, and start again.</source>
        <translation>请查看节点上的 /var/log/ascend_seclog/ascend_install.log，然后重新开始。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>See that root may write there.</source>
        <translation>请确认 root 对该处可写。</translation>
    </message>
    <message>
        <source>%1 does not pass its own check.</source>
        <translation>%1 未通过自身校验。</translation>
    </message>
    <message>
        <source>they are there</source>
        <translation>已在节点上</translation>
    </message>
    <message>
        <source>checksums are right</source>
        <translation>校验值正确</translation>
    </message>
    <message>
        <source>The containers could not be stopped: %1</source>
        <translation>无法停止容器：%1</translation>
    </message>
    <message>
        <source>Stop them on the node, and start again.</source>
        <translation>请在节点上停止，然后重新开始。</translation>
    </message>
    <message>
        <source>%1 ended without an error, but did not say that it succeeded.</source>
        <translation>%1 未报错即结束，但没有成功提示。</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2.</source>
        <translation>%1 结束，退出码 %2。</translation>
    </message>
    <message>
        <source>%1 could not be started.</source>
        <translation>无法启动 %1。</translation>
    </message>
    <message>
        <source>The installer goes on by itself on %1. Do not switch the node off; start again, and it is followed to its end.</source>
        <translation>安装程序在 %1 上继续执行。请勿断电；重新开始后会跟踪到其结束。</translation>
    </message>
    <message>
        <source>Stopped. The installer goes on by itself on %1</source>
        <translation>已停止。安装程序在 %1 上继续执行</translation>
    </message>
    <message>
        <source>%1 has not ended in %2 minutes.</source>
        <translation>%1 在 %2 分钟内未结束。</translation>
    </message>
    <message>
        <source>It still runs there. Look at the node; start again to follow it.</source>
        <translation>它仍在运行。请查看节点；重新开始可继续跟踪。</translation>
    </message>
    <message>
        <source>%1 was cut short: it is gone and did not end by itself.</source>
        <translation>%1 被中断：进程已消失且未正常结束。</translation>
    </message>
    <message>
        <source>Start again: it is run once more from its beginning.</source>
        <translation>请重新开始：将从头再次执行。</translation>
    </message>
    <message>
        <source>The node refuses to restart.</source>
        <translation>该节点拒绝重启。</translation>
    </message>
    <message>
        <source>Restart it yourself, and start again.</source>
        <translation>请自行重启，然后重新开始。</translation>
    </message>
    <message>
        <source>The node answers, but it has not restarted: its boot id is the one of before.</source>
        <translation>该节点有应答，但并未重启：boot id 与之前相同。</translation>
    </message>
    <message>
        <source>Restart it yourself (`reboot`, or by its BMC), and start again: what is installed is not installed anew.</source>
        <translation>请自行重启（`reboot` 或通过 BMC），然后重新开始：已安装的不会重复安装。</translation>
    </message>
    <message>
        <source>Look at its console, by its BMC. When it answers again, start again: it goes on from there.</source>
        <translation>请通过 BMC 查看其控制台。恢复应答后重新开始：将从中断处继续。</translation>
    </message>
    <message>
        <source>chip %1 is %2</source>
        <translation>芯片 %1 为 %2</translation>
    </message>
    <message>
        <source>Restart the node once more. If it stays so, install the package again and read /var/log/ascend_seclog/ascend_install.log.</source>
        <translation>请再次重启该节点。若仍如此，请重新安装软件包并查看 /var/log/ascend_seclog/ascend_install.log。</translation>
    </message>
    <message>
        <source>Driver %1 is installed, but %2 is loaded.</source>
        <translation>已安装驱动 %1，但加载的是 %2。</translation>
    </message>
    <message>
        <source>Firmware %1 is installed, but the chips run %2.</source>
        <translation>已安装固件 %1，但芯片运行的是 %2。</translation>
    </message>
    <message>
        <source>%1 chips OK, driver %2; which firmware runs was not told</source>
        <translation>%1 个芯片 OK，驱动 %2；未获取到运行中的固件版本</translation>
    </message>
    <message>
        <source>%1 chips OK, driver %2, firmware %3</source>
        <translation>%1 个芯片 OK，驱动 %2，固件 %3</translation>
    </message>
    <message>
        <source>Look at `dmesg | tail` on the node.</source>
        <translation>请在节点上查看 `dmesg | tail`。</translation>
    </message>
    <message>
        <source>Not all chips are OK: %1.</source>
        <translation>并非所有芯片均为 OK：%1。</translation>
    </message>
    <message>
        <source>%1 chips are there; there were %2.</source>
        <translation>现有 %1 个芯片，之前有 %2 个。</translation>
    </message>
    <message>
        <source>Look at `lspci | grep -i accel` and `dmesg | tail` on the node.</source>
        <translation>请在节点上查看 `lspci | grep -i accel` 和 `dmesg | tail`。</translation>
    </message>
    <message>
        <source>%1 (process %2)</source>
        <translation>%1（进程 %2）</translation>
    </message>
    <message>
        <source>What is to take effect is not installed any more, or is being installed again.</source>
        <translation>应当生效的版本已不再是已安装的版本，或者正在重新安装。</translation>
    </message>
    <message>
        <source>It was not restarted. Start again.</source>
        <translation>节点没有重启。请重新开始。</translation>
    </message>
    <message>
        <source>An installer runs on the node; which one is not told.</source>
        <translation>节点上正在运行安装程序，但不知道是哪一个。</translation>
    </message>
    <message>
        <source>The installer of %1 runs on the node.</source>
        <translation>节点上正在运行 %1 的安装程序。</translation>
    </message>
    <message>
        <source>Do not restart the node meanwhile. Wait until it has ended (%1 tells how far it is), then start again.</source>
        <translation>在此期间请勿重启节点。请等待其结束（进度见 %1），然后重新开始。</translation>
    </message>
    <message>
        <source>an installer runs there</source>
        <translation>该节点上正在运行安装程序</translation>
    </message>
    <message>
        <source>it runs there already, and is followed to its end</source>
        <translation>已在该节点上运行，将跟踪到结束</translation>
    </message>
    <message>
        <source>Firmware %1 is installed beside driver %2 now, and takes effect at the next restart.</source>
        <translation>现在固件 %1 已与驱动 %2 一同安装，将在下次重启后生效。</translation>
    </message>
    <message>
        <source>driver %1 installed, %2 loaded</source>
        <translation>已安装驱动 %1，已加载 %2</translation>
    </message>
    <message>
        <source>firmware %1 installed, %2 on the chips</source>
        <translation>已安装固件 %1，芯片运行 %2</translation>
    </message>
    <message>
        <source>See what `npu-smi info -t health -i N -c C` says of it (N is its card, C the chip); a chip that stays so is a case for Huawei&apos;s support.</source>
        <translation>请查看 `npu-smi info -t health -i N -c C` 的输出（N 为其卡号，C 为芯片号）；若一直如此，请联系华为技术支持。</translation>
    </message>
    <message>
        <source>there is no restart</source>
        <translation>无需重启</translation>
    </message>
    <message>
        <source>The node has not come back %1 s after its restart.</source>
        <translation>该节点重启后 %1 秒仍未恢复。</translation>
    </message>
    <message>
        <source>The node has not come back %1 minutes after its restart.</source>
        <translation>该节点重启后 %1 分钟仍未恢复。</translation>
    </message>
    <message>
        <source>whether one is owed is not known: %1</source>
        <translation>是否需要重启未知：%1</translation>
    </message>
    <message>
        <source>It says: &quot;%1&quot;.</source>
        <translation>提示：“%1”。</translation>
    </message>
    <message>
        <source>A run of a deployment is starting its service in the container %1 just now.</source>
        <translation>此刻有部署正在容器 %1 中启动其服务。</translation>
    </message>
    <message>
        <source>Ask whose that is. Wait until it is ready, or have the run stopped; then start again.</source>
        <translation>请询问它属于谁。请等待其就绪，或让对方停止该次执行；然后重新开始。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a container, what runs in it</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>A service runs in the container %1, which may use the NPUs, though npu-smi lists no process of it: it may be starting.</source>
        <comment>its name, and what runs in it</comment>
        <translation>容器 %1 中有服务在运行，可能会使用 NPU；npu-smi 尚未列出其进程，可能正在启动。</translation>
    </message>
    <message>
        <source>With driver %1 the check %2 of this deployment would say: %3.</source>
        <translation>使用驱动 %1 时，本部署的检查 %2 会指出：%3。</translation>
    </message>
    <message>
        <source>Agree that it is stopped, or stop the service yourself first. Requests that it serves end.</source>
        <translation>请同意停止该容器，或先自行停止服务。正在处理的请求会中断。</translation>
    </message>
    <message>
        <source>%1 does not run any more</source>
        <comment>containers</comment>
        <translation>%1 已不再运行</translation>
    </message>
    <message>
        <source>driver %1 loaded, none found on the disk</source>
        <translation>已加载驱动 %1，磁盘上未找到</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>Driver %1 is on the disk, but does not answer, so it is installed again: %2</source>
        <translation>磁盘上有驱动 %1，但它没有应答，因此将重新安装：%2</translation>
    </message>
    <message>
        <source>driver %1 on the disk, which does not answer</source>
        <translation>磁盘上的驱动 %1 无应答</translation>
    </message>
</context>
<context>
    <name>DriverPane</name>
    <message>
        <source>Choose the driver package</source>
        <translation>选择驱动包</translation>
    </message>
    <message>
        <source>Choose the firmware package</source>
        <translation>选择固件包</translation>
    </message>
    <message>
        <source>Driver packages (*npu-driver*.run)</source>
        <translation>驱动包 (*npu-driver*.run)</translation>
    </message>
    <message>
        <source>Firmware packages (*npu-firmware*.run)</source>
        <translation>固件包 (*npu-firmware*.run)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>containers, a node</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>安装</translation>
    </message>
    <message numerus="yes">
        <source>Install on %n nodes</source>
        <translation>
            <numerusform>在 %n 个节点上安装</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose the two packages and the nodes, then check. Checking changes nothing on any node.</source>
        <translation>请选择两个软件包和节点，然后检查。检查不会更改任何节点。</translation>
    </message>
    <message>
        <source>Asking the nodes…</source>
        <translation>正在查询节点…</translation>
    </message>
    <message>
        <source>Reading the packages…</source>
        <translation>正在读取软件包…</translation>
    </message>
    <message>
        <source>Something was changed since the check: check again.</source>
        <translation>检查之后有改动：请重新检查。</translation>
    </message>
    <message>
        <source>Nothing speaks against it. This is what will be done; each restart is asked for.</source>
        <translation>检查通过。以下为将要执行的操作；每次重启前都会询问。</translation>
    </message>
    <message>
        <source>Installing. Do not switch off a node meanwhile.</source>
        <translation>正在安装。期间请勿将节点断电。</translation>
    </message>
    <message>
        <source>Stopped. Check again to see what is done; what is installed is not installed anew.</source>
        <translation>已停止。请重新检查以了解进度；已安装的不会重复安装。</translation>
    </message>
    <message>
        <source>It did not come to its end. Check again to go on from there.</source>
        <translation>未能完成。请重新检查，从中断处继续。</translation>
    </message>
    <message>
        <source>Installed; it takes effect after a restart. Check again to restart.</source>
        <translation>已安装，重启后生效。请重新检查以重启。</translation>
    </message>
    <message>
        <source>Done: driver and firmware take effect on all nodes, and all chips are OK.</source>
        <translation>完成：驱动和固件已在所有节点上生效，所有芯片均为 OK。</translation>
    </message>
    <message>
        <source>Log of %1</source>
        <translation>%1 的日志</translation>
    </message>
    <message>
        <source>Driver and firmware</source>
        <translation>驱动与固件</translation>
    </message>
    <message>
        <source>Back to the nodes</source>
        <translation>返回节点</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>软件包</translation>
    </message>
    <message>
        <source>The two *.run files as downloaded from Huawei, under their own names.</source>
        <translation>从华为下载的两个 *.run 文件，保持原文件名。</translation>
    </message>
    <message>
        <source>Driver package</source>
        <translation>驱动包</translation>
    </message>
    <message>
        <source>Firmware package</source>
        <translation>固件包</translation>
    </message>
    <message>
        <source>Compare with checksums that I was given</source>
        <translation>与已获得的校验值比对</translation>
    </message>
    <message>
        <source>SHA-256 of the driver package</source>
        <translation>驱动包的 SHA-256</translation>
    </message>
    <message>
        <source>SHA-256 of the firmware package</source>
        <translation>固件包的 SHA-256</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Nodes to install on</source>
        <translation>要安装的节点</translation>
    </message>
    <message>
        <source>One after the other</source>
        <translation>逐个节点</translation>
    </message>
    <message>
        <source>A failure stops before the next node.</source>
        <translation>某个节点失败后不再继续下一个节点。</translation>
    </message>
    <message>
        <source>All at once</source>
        <translation>同时进行</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Reads the packages and asks the nodes; changes nothing.</source>
        <translation>读取软件包并查询节点，不做任何更改。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>An installer that runs on a node goes on there to its end.</source>
        <translation>节点上正在运行的安装程序会继续执行到结束。</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>It can be installed; read the warnings below first. This is what will be done; each restart is asked for.</source>
        <translation>可以安装，但请先阅读下方的告警。将执行以下操作，每次重启前都会询问。</translation>
    </message>
    <message>
        <source>What was ended for it does not run now: %1. &quot;Run again&quot; (Deploy, step Run) starts what this deployment serves.</source>
        <comment>containers and nodes</comment>
        <translation>为此停止的内容现在未运行：%1。“重新执行”（“部署”页的“执行”步骤）可启动本部署的服务。</translation>
    </message>
    <message>
        <source>Stop what uses the NPUs, and end what it serves:</source>
        <translation>停止占用 NPU 的程序，其提供的服务随之结束：</translation>
    </message>
</context>
<context>
    <name>EarlierChats</name>
    <message>
        <source>The conversation cannot be brought back. %1</source>
        <translation>无法取回该对话。%1</translation>
    </message>
    <message>
        <source>The conversations are not being kept: %1 %2</source>
        <translation>对话没有保存：%1 %2</translation>
    </message>
    <message>
        <source>Left as it is in %1, because it holds no conversation that can be read: %2.</source>
        <comment>a folder, the name of a file</comment>
        <translation>%1 中的 %2 不含可读取的对话，保持原样。</translation>
    </message>
    <message>
        <source>Left as they are in %1, because they hold no conversation that can be read: %2.</source>
        <comment>a folder, names of files</comment>
        <translation>%1 中的这些文件不含可读取的对话，保持原样：%2。</translation>
    </message>
</context>
<context>
    <name>EndpointCard</name>
    <message>
        <source>Use the endpoint</source>
        <translation>使用服务端点</translation>
    </message>
    <message>
        <source>Base URL</source>
        <translation>基础 URL</translation>
    </message>
    <message>
        <source>With curl</source>
        <translation>使用 curl</translation>
    </message>
    <message>
        <source>With Python (openai)</source>
        <translation>使用 Python（openai）</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>%1 needs about %2 of memory and %3 are free. Choose a smaller model or a shorter context.</source>
        <translation>%1 约需 %2 内存，当前可用 %3。请选择更小的模型或更短的上下文。</translation>
    </message>
    <message>
        <source>%1 could not be loaded.</source>
        <translation>无法加载 %1。</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>未加载模型。</translation>
    </message>
    <message>
        <source>The engine refused the request.</source>
        <translation>引擎拒绝了该请求。</translation>
    </message>
    <message>
        <source>llama.cpp cannot read the chat template in %1.</source>
        <translation>llama.cpp 无法读取 %1 中的对话模板。</translation>
    </message>
</context>
<context>
    <name>ErrorBar</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>收起详情</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>The facts file</source>
        <translation>节点信息文件</translation>
    </message>
    <message>
        <source>The facts file has no list &quot;nodes&quot;; it must be what `ascendctl inspect D --json` prints.</source>
        <translation>节点信息文件中没有列表“nodes”；它必须是 `ascendctl inspect D --json` 的输出。</translation>
    </message>
</context>
<context>
    <name>FactsPanel</name>
    <message>
        <source>as this machine&apos;s</source>
        <translation>与本机一致</translation>
    </message>
    <message>
        <source>%1 s ahead of this machine</source>
        <translation>比本机快 %1 s</translation>
    </message>
    <message>
        <source>%1 s behind this machine</source>
        <translation>比本机慢 %1 s</translation>
    </message>
    <message>
        <source>Driver and firmware</source>
        <translation>驱动和固件</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Memory and disk</source>
        <translation>内存和磁盘</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Firmware</source>
        <translation>固件</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Host name</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>System</source>
        <translation>操作系统</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Further addresses</source>
        <translation>其他地址</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1, %2 available</source>
        <translation>%1，可用 %2</translation>
    </message>
    <message>
        <source>Free for images</source>
        <translation>镜像可用空间</translation>
    </message>
    <message>
        <source>Free for weights</source>
        <translation>权重可用空间</translation>
    </message>
    <message>
        <source>Asking the node…</source>
        <translation>正在查询节点…</translation>
    </message>
    <message>
        <source>This node has not been asked yet.</source>
        <translation>尚未查询该节点。</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新查询</translation>
    </message>
    <message>
        <source>%1 shows another host key than the known one. Nobody logged in.</source>
        <translation>%1 出示的主机密钥与已知的不同。未登录。</translation>
    </message>
    <message>
        <source>Not logged in yet: somebody has to say whether its host key is right.</source>
        <translation>尚未登录：需要确认其主机密钥是否正确。</translation>
    </message>
    <message>
        <source>Not logged in yet: somebody has to give the password or passphrase.</source>
        <translation>尚未登录：需要提供密码或密钥口令。</translation>
    </message>
    <message>
        <source>It has not been asked for its facts yet.</source>
        <translation>尚未查询该节点的信息。</translation>
    </message>
    <message>
        <source>It answers, but its facts could not be read: %1 Asked at %2.</source>
        <comment>a sentence; a time</comment>
        <translation>节点有应答，但其信息未能读取：%1 查询时间 %2。</translation>
    </message>
    <message>
        <source>It answers, but its facts could not be read: %1</source>
        <comment>a sentence</comment>
        <translation>节点有应答，但其信息未能读取：%1</translation>
    </message>
    <message>
        <source>as this machine&apos;s (known to %1 s)</source>
        <translation>与本机一致（精度 %1 s）</translation>
    </message>
    <message>
        <source>Not logged in yet: its host key or its login waits for an answer.</source>
        <translation>尚未登录：其主机密钥或登录等待确认。</translation>
    </message>
    <message>
        <source>It was %1. Facts from %2; ask again for new ones.</source>
        <comment>asked when; a time</comment>
        <translation>%1。信息来自 %2，可重新查询。</translation>
    </message>
    <message>
        <source>It was %1.</source>
        <comment>asked when</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a sentence; who said so, when</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>It answers over a connection that was made before; a new one was not made, for it showed another host key than the known one.</source>
        <translation>它仍通过此前建立的连接应答；由于它出示的主机密钥与已知密钥不同，未新建连接。</translation>
    </message>
    <message>
        <source>These facts are from before %1, when something else was at work here: %2.</source>
        <comment>a time, what it was</comment>
        <translation>这些信息早于 %1，当时此节点上另有操作进行：%2。</translation>
    </message>
    <message>
        <source>For other things it was %1. Facts from %2; ask again for new ones.</source>
        <comment>asked when; a time</comment>
        <translation>其他方面%1。信息来自 %2，可重新查询。</translation>
    </message>
    <message>
        <source>For other things it was %1.</source>
        <comment>asked when</comment>
        <translation>其他方面%1。</translation>
    </message>
</context>
<context>
    <name>FailedChecksNote</name>
    <message numerus="yes">
        <source>%n checks failed at %1: %2. A run does not wait for them.</source>
        <translation>
            <numerusform>%n 项检查于 %1 未通过：%2。运行不会因此等待。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checks failed: %1. A run does not wait for them.</source>
        <translation>
            <numerusform>%n 项检查未通过：%1。运行不会因此等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>See what they say</source>
        <translation>查看检查结果</translation>
    </message>
</context>
<context>
    <name>FailureBar</name>
    <message>
        <source>Go to it</source>
        <comment>the line</comment>
        <translation>转到该行</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
</context>
<context>
    <name>FaultEntryModel</name>
    <message>
        <source>Code or fault</source>
        <translation>错误码或故障</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>含义</translation>
    </message>
</context>
<context>
    <name>FaultPanel</name>
    <message>
        <source>The line</source>
        <translation>日志行</translation>
    </message>
    <message>
        <source>Known by these words in a log</source>
        <translation>日志中的特征文字</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>How to check</source>
        <translation>如何确认</translation>
    </message>
    <message>
        <source>Run this check</source>
        <translation>运行此检查</translation>
    </message>
    <message>
        <source>Add the nodes first, or open a deployment.</source>
        <translation>请先添加节点，或打开一个部署文件。</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理方法</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>FaultRule</name>
    <message>
        <source>The fault rule &quot;%1&quot; in %2 is not whole: %3.</source>
        <translation>%2 中的故障规则“%1”不完整：%3。</translation>
    </message>
    <message>
        <source>The code &quot;%1&quot; in error-codes.json is not whole.</source>
        <translation>error-codes.json 中的错误码“%1”不完整。</translation>
    </message>
</context>
<context>
    <name>FaultTable</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>A code, words, or a line of a log: EI0006, 507014, out of memory</source>
        <translation>错误码、文字或一行日志：EI0006、507014、out of memory</translation>
    </message>
    <message>
        <source>Search codes and faults</source>
        <translation>搜索错误码与故障</translation>
    </message>
    <message>
        <source>Codes and faults</source>
        <translation>错误码与故障</translation>
    </message>
    <message>
        <source>Nothing is known of these words.</source>
        <translation>没有与这些文字有关的内容。</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
</context>
<context>
    <name>FigureCards</name>
    <message>
        <source>Chips OK</source>
        <translation>正常芯片</translation>
    </message>
    <message>
        <source>NPU utilization</source>
        <translation>NPU 利用率</translation>
    </message>
    <message>
        <source>HBM used</source>
        <translation>已用显存 (HBM)</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>首 Token 时延</translation>
    </message>
    <message>
        <source>%1 of %2 chips report</source>
        <translation>%2 个芯片中有 %1 个上报</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>chips</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>every chip reports OK</source>
        <translation>所有芯片均报告 OK</translation>
    </message>
    <message numerus="yes">
        <source>mean of %n chips</source>
        <translation>
            <numerusform>%n 个芯片的均值</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 GiB</source>
        <comment>used, size</comment>
        <translation>%1 / %2 GiB</translation>
    </message>
    <message>
        <source>Estimated from the histogram&apos;s buckets: p50 %1, p99 %2</source>
        <comment>ranges of ms</comment>
        <translation>由直方图分桶估算：p50 %1，p99 %2</translation>
    </message>
    <message>
        <source>p50 · p99 %1 · newest of the last minute</source>
        <translation>p50 · p99 %1 · 最近一分钟内最新</translation>
    </message>
    <message>
        <source>No data from %1</source>
        <comment>names of nodes</comment>
        <translation>%1 没有数据</translation>
    </message>
    <message>
        <source>Nobody logged in: %1</source>
        <comment>names of nodes</comment>
        <translation>未登录：%1</translation>
    </message>
    <message>
        <source>Waiting for the first values</source>
        <translation>正在等待首批数据</translation>
    </message>
    <message>
        <source>no first token in the last minute</source>
        <translation>最近一分钟没有首 Token</translation>
    </message>
    <message>
        <source>the recording has no figures of an endpoint</source>
        <translation>录制中没有服务端点的数据</translation>
    </message>
    <message>
        <source>no endpoint: no recipe is chosen</source>
        <translation>没有服务端点：尚未选择方案</translation>
    </message>
    <message>
        <source>the endpoint has not been asked yet</source>
        <translation>尚未查询服务端点</translation>
    </message>
    <message>
        <source>the endpoint tells no figures</source>
        <translation>服务端点未给出指标</translation>
    </message>
    <message>
        <source>the endpoint does not answer, and nobody logged in to %1</source>
        <translation>端点无应答，且尚未登录 %1</translation>
    </message>
    <message>
        <source>the endpoint does not answer, and neither does %1</source>
        <translation>端点无应答，%1 也无应答</translation>
    </message>
    <message>
        <source>the endpoint does not answer</source>
        <translation>端点无应答</translation>
    </message>
</context>
<context>
    <name>FindingCard</name>
    <message>
        <source>What to do: %1</source>
        <translation>处理建议：%1</translation>
    </message>
    <message>
        <source>Hide evidence</source>
        <translation>收起依据</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>查看依据</translation>
    </message>
    <message>
        <source>Then: %1</source>
        <comment>what a check had said</comment>
        <translation>当时：%1</translation>
    </message>
</context>
<context>
    <name>FindingModel</name>
    <message>
        <source>%1: the nodes differ</source>
        <translation>%1：各节点不一致</translation>
    </message>
    <message>
        <source>%1, the nodes differ</source>
        <translation>%1，各节点不一致</translation>
    </message>
    <message>
        <source>Not asked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>all nodes</source>
        <translation>所有节点</translation>
    </message>
    <message>
        <source>%1, %2: %3 %4</source>
        <translation>%1，%2：%3 %4</translation>
    </message>
    <message>
        <source>%1, %2: not asked yet</source>
        <translation>%1，%2：尚未检查</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查项</translation>
    </message>
    <message>
        <source>Passed, own</source>
        <comment>taken by the deployment&apos;s own service</comment>
        <translation>通过，自有</translation>
    </message>
    <message>
        <source>%1, accepted</source>
        <comment>what a check warns of</comment>
        <translation>%1，已接受</translation>
    </message>
    <message>
        <source>%1 (accepted for this deployment)</source>
        <comment>what a check warns of</comment>
        <translation>%1（已在本部署中接受）</translation>
    </message>
    <message>
        <source>%1, %2: %3 %4, accepted</source>
        <translation>%1，%2：%3 %4，已接受</translation>
    </message>
</context>
<context>
    <name>FindingPanel</name>
    <message>
        <source>Choose a cell to see what was asked and what to do.</source>
        <translation>选择一个单元格，查看检查命令与处理建议。</translation>
    </message>
    <message>
        <source>What was asked</source>
        <translation>检查命令与输出</translation>
    </message>
    <message>
        <source>Why it matters</source>
        <translation>为何重要</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理建议</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Runs this check again</source>
        <translation>重新运行此项检查</translation>
    </message>
    <message>
        <source>All nodes</source>
        <translation>所有节点</translation>
    </message>
    <message>
        <source>%1 · asked %2 · %3</source>
        <translation>%1 · 检查于 %2 · 用时 %3</translation>
    </message>
    <message>
        <source>Not asked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>What was asked and what came back</source>
        <translation>检查命令与返回内容</translation>
    </message>
    <message>
        <source>Then: %1</source>
        <comment>what a check had said</comment>
        <translation>当时：%1</translation>
    </message>
    <message>
        <source>What was advised then may not hold any more. Run the check again first.</source>
        <translation>当时的建议可能已不适用，请先重新运行该检查。</translation>
    </message>
    <message>
        <source>What the check found</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Card by card</source>
        <translation>逐卡结果</translation>
    </message>
    <message>
        <source>Being asked</source>
        <comment>a check</comment>
        <translation>正在检查</translation>
    </message>
</context>
<context>
    <name>FolderLook</name>
    <message>
        <source>%1 is a symbolic link: what is written there lands somewhere else.</source>
        <translation>%1 是符号链接：写入的内容会落到别处。</translation>
    </message>
    <message>
        <source>Name the folder that it leads to in the recipe&apos;s settings, or put a real folder in its place.</source>
        <translation>请在方案设置中填写它所指向的目录，或换成真实目录。</translation>
    </message>
    <message>
        <source>Look where it leads, then remove it: %1</source>
        <translation>先查看它指向何处，再删除它：%1</translation>
    </message>
    <message>
        <source>%1 is not a folder.</source>
        <translation>%1 不是目录。</translation>
    </message>
    <message>
        <source>Move it away, or choose another folder in the recipe&apos;s settings.</source>
        <translation>请移走它，或在方案设置中选择其他目录。</translation>
    </message>
    <message>
        <source>%1 belongs to user number %2, neither to root nor to the user of the login.</source>
        <translation>%1 属于用户 ID %2，既不是 root 也不是登录用户。</translation>
    </message>
    <message>
        <source>If that is nobody who should have a say in it: %1</source>
        <translation>若该用户不应有权处置它：%1</translation>
    </message>
    <message>
        <source>Others may write to %1 (mode %2).</source>
        <translation>其他用户可写 %1（权限 %2）。</translation>
    </message>
    <message>
        <source>Take that away: %1</source>
        <translation>请取消该权限：%1</translation>
    </message>
    <message>
        <source>The answer about the folder %1 cannot be read.</source>
        <translation>无法解读关于目录 %1 的回答。</translation>
    </message>
    <message>
        <source>See that sh, stat and head work on the node.</source>
        <translation>请确认节点上 sh、stat 和 head 可用。</translation>
    </message>
    <message>
        <source>Look what it is and move it away, for example: %1</source>
        <translation>请查看它是什么并将其移走，例如：%1</translation>
    </message>
    <message>
        <source>%1 is there and is not a file, but a folder or the like; a file of this deployment has that name.</source>
        <translation>%1 已存在，但不是文件，而是目录之类；本部署中有一个文件使用该名称。</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
</context>
<context>
    <name>Gguf</name>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 为空。</translation>
    </message>
    <message>
        <source>%1 has GGUF version %2; this program reads versions 2 and 3.</source>
        <translation>%1 的 GGUF 版本为 %2；本程序支持版本 2 和 3。</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>文件 %1 不存在。</translation>
    </message>
    <message>
        <source>%1 is not a file.</source>
        <translation>%1 不是文件。</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>%1 is a GGUF file, but not a whole language model. Choose another file.</source>
        <translation>%1 是 GGUF 文件，但不是完整的语言模型。请选择其他文件。</translation>
    </message>
    <message>
        <source>%1 is damaged: its GGUF header cannot be right at byte %2. Copy or download the file again.</source>
        <translation>%1 已损坏：其 GGUF 文件头在第 %2 字节处不正确。请重新复制或下载该文件。</translation>
    </message>
    <message>
        <source>%1 is cut short: it ends at byte %2 and should have %3 bytes. Copy or download the file again.</source>
        <translation>%1 不完整：文件在第 %2 字节处结束，应有 %3 字节。请重新复制或下载该文件。</translation>
    </message>
    <message>
        <source>%1 is a Git LFS pointer, not the model itself. Fetch the file with &apos;git lfs pull&apos;, or download it.</source>
        <translation>%1 是 Git LFS 指针，不是模型本身。请用 &apos;git lfs pull&apos; 获取该文件，或直接下载。</translation>
    </message>
    <message>
        <source>%1 is a web page, not a model: the download went wrong. Download the file again.</source>
        <translation>%1 是网页，不是模型：下载出错。请重新下载该文件。</translation>
    </message>
    <message>
        <source>%1 is a ZIP archive or a PyTorch file, not a GGUF model. Unpack it, or choose a GGUF file of this model.</source>
        <translation>%1 是 ZIP 压缩包或 PyTorch 文件，不是 GGUF 模型。请先解压，或选择该模型的 GGUF 文件。</translation>
    </message>
    <message>
        <source>%1 is compressed with gzip. Unpack it first.</source>
        <translation>%1 是 gzip 压缩文件。请先解压。</translation>
    </message>
    <message>
        <source>%1 is a safetensors file, not a GGUF model. Choose a GGUF file of this model.</source>
        <translation>%1 是 safetensors 文件，不是 GGUF 模型。请选择该模型的 GGUF 文件。</translation>
    </message>
    <message>
        <source>%1 is in llama.cpp&apos;s old format from before GGUF. Choose a GGUF file of this model.</source>
        <translation>%1 是 GGUF 之前的 llama.cpp 旧格式。请选择该模型的 GGUF 文件。</translation>
    </message>
    <message>
        <source>%1 begins with zeros: it was never written, or its download has not come to its beginning. Download the file again.</source>
        <translation>%1 的开头全为零：文件从未写入，或其开头尚未下载。请重新下载该文件。</translation>
    </message>
    <message>
        <source>%1 is not a GGUF model: its first bytes are %2 instead of &apos;GGUF&apos;. Choose another file, or download this one again.</source>
        <translation>%1 不是 GGUF 模型：其前几个字节为 %2，而不是 &apos;GGUF&apos;。请选择其他文件，或重新下载。</translation>
    </message>
    <message>
        <source>%1 was written for big-endian machines; this program reads little-endian GGUF. Choose another file of this model.</source>
        <translation>%1 是为大端机器生成的；本程序读取小端 GGUF。请选择该模型的其他文件。</translation>
    </message>
    <message>
        <source>%1 is cut short or damaged: it ends at byte %2, and its header says that it goes on. Copy or download the file again.</source>
        <translation>%1 不完整或已损坏：文件在第 %2 字节处结束，而文件头表明后面还有内容。请重新复制或下载该文件。</translation>
    </message>
</context>
<context>
    <name>Health</name>
    <message>
        <source>health not reported</source>
        <comment>of a chip</comment>
        <translation>未上报健康状态</translation>
    </message>
    <message>
        <source>chip %1: %2</source>
        <comment>which chip, what npu-smi says of its health</comment>
        <translation>芯片 %1：%2</translation>
    </message>
    <message>
        <source>Not reached since %1. %2</source>
        <comment>a time, the reason</comment>
        <translation>自 %1 起不可达。%2</translation>
    </message>
    <message>
        <source>npu-smi gave no answer that could be read.</source>
        <translation>npu-smi 没有给出可读取的回答。</translation>
    </message>
    <message>
        <source>npu-smi shows no chip.</source>
        <translation>npu-smi 没有显示任何芯片。</translation>
    </message>
    <message>
        <source>npu-smi&apos;s table is cut short.</source>
        <translation>npu-smi 的表格不完整。</translation>
    </message>
    <message>
        <source>You did not accept its host key at %1, so nobody logged in. &quot;Ask again&quot; on page &quot;Nodes&quot; asks again.</source>
        <comment>a time</comment>
        <translation>您在 %1 没有接受其主机密钥，因此未登录。点击“节点”页的“重新查询”会再次询问。</translation>
    </message>
    <message>
        <source>You did not give its password or passphrase at %1, so nobody logged in. &quot;Ask again&quot; on page &quot;Nodes&quot; asks again.</source>
        <comment>a time</comment>
        <translation>您在 %1 没有提供其密码或口令，因此未登录。点击“节点”页的“重新查询”会再次询问。</translation>
    </message>
    <message>
        <source>At %1 the checks said: %2. The facts have changed since; run the checks again.</source>
        <comment>a time, what they said</comment>
        <translation>%1 检查结果：%2。此后节点信息已变化，请重新运行检查。</translation>
    </message>
    <message>
        <source>no longer shown by npu-smi</source>
        <comment>of a chip</comment>
        <translation>npu-smi 不再显示</translation>
    </message>
    <message>
        <source>At %1 the checks said: %2. npu-smi shows more since; run the checks again.</source>
        <comment>a time, what they said</comment>
        <translation>%1 时检查结果为：%2。此后 npu-smi 显示的芯片变多，请重新运行检查。</translation>
    </message>
    <message>
        <source>%1 (one of %2 failed checks)</source>
        <comment>what one of them says</comment>
        <translation>%1（%2 项未通过的检查之一）</translation>
    </message>
    <message>
        <source>%1 What it said before is of %2: %3</source>
        <comment>npu-smi gives no answer; a time; a chip&apos;s trouble</comment>
        <translation>%1 此前的信息（%2）：%3</translation>
    </message>
    <message>
        <source>At %1 the checks said: %2. The recipe, its settings or the name have changed since; run the checks again.</source>
        <comment>a time, what they said</comment>
        <translation>%1 检查结果：%2。此后方案、其设置或名称已更改，请重新运行检查。</translation>
    </message>
    <message>
        <source>The link of device %1 is down.</source>
        <translation>设备 %1 的链路为 DOWN。</translation>
    </message>
    <message>
        <source>The link of NPU %1 is down.</source>
        <comment>npu-smi&apos;s ids: 3/0</comment>
        <translation>NPU %1 的链路已断开。</translation>
    </message>
    <message>
        <source>%1 (found by the checks at %2)</source>
        <comment>what they said, a time</comment>
        <translation>%1（检查于 %2 发现）</translation>
    </message>
    <message>
        <source>At %1 the run found: %2 It may be otherwise by now; run the checks again, or resume the run.</source>
        <comment>a time, a sentence that says why it was stopped</comment>
        <translation>%1 执行部署时发现：%2 现在情况可能已不同；请重新检查，或继续执行。</translation>
    </message>
</context>
<context>
    <name>HeatMap</name>
    <message>
        <source>Utilization of every chip</source>
        <translation>每个芯片的利用率</translation>
    </message>
    <message>
        <source>%1, NPU %2</source>
        <comment>node name, npu/chip</comment>
        <translation>%1，NPU %2</translation>
    </message>
    <message>
        <source>%1: no data since %2</source>
        <translation>%1：自 %2 起无数据</translation>
    </message>
    <message>
        <source>%1: no data</source>
        <translation>%1：无数据</translation>
    </message>
    <message>
        <source>%1
%2 %3
Utilization %4
Memory %5 of %6
Temperature %7
Power %8</source>
        <translation>%1
%2 %3
利用率 %4
显存 %5 / %6
温度 %7
功耗 %8</translation>
    </message>
    <message>
        <source>Among the chips: go to another</source>
        <translation>芯片图：移动到其他芯片</translation>
    </message>
    <message>
        <source>Among the chips: open the one with the mark</source>
        <translation>芯片图：打开当前芯片</translation>
    </message>
</context>
<context>
    <name>HostFacts</name>
    <message>
        <source>%1 said nothing (exit code %2).</source>
        <translation>%1 无输出（退出码 %2）。</translation>
    </message>
    <message>
        <source>%1 did not answer the question: %2</source>
        <translation>%1 未给出有效应答：%2</translation>
    </message>
    <message>
        <source>Log in as root or as another user who may, or let root give this user the right.</source>
        <translation>请以 root 或其他有权限的用户登录，或由 root 为该用户授权。</translation>
    </message>
</context>
<context>
    <name>HostKeys</name>
    <message>
        <source>The host key cannot be added to %1.</source>
        <translation>无法将主机密钥添加到 %1。</translation>
    </message>
</context>
<context>
    <name>Http</name>
    <message>
        <source>%1 refused the connection: nothing listens there, or a firewall rejects it.</source>
        <translation>%1 拒绝连接：没有程序监听该端口，或被防火墙拒绝。</translation>
    </message>
    <message>
        <source>The name %1 is not known to this machine&apos;s resolver.</source>
        <translation>本机无法解析名称 %1。</translation>
    </message>
    <message>
        <source>%1 could not be connected to within %2 s: no route, or a firewall drops the packets.</source>
        <translation>%2 s 内无法连接 %1：没有路由，或报文被防火墙丢弃。</translation>
    </message>
    <message>
        <source>What listens on %1 does not speak HTTP.</source>
        <translation>%1 上监听的不是 HTTP 服务。</translation>
    </message>
    <message>
        <source>%1 closed the connection without an answer.</source>
        <translation>%1 未应答即关闭了连接。</translation>
    </message>
    <message>
        <source>%1 does not complete a TLS handshake; try http:// instead of https://.</source>
        <translation>%1 未完成 TLS 握手；请尝试将 https:// 改为 http://。</translation>
    </message>
    <message>
        <source>The TLS certificate of %1 is not trusted by this machine.</source>
        <translation>本机不信任 %1 的 TLS 证书。</translation>
    </message>
    <message>
        <source>%1 cut its answer off after %2 bytes.</source>
        <translation>%1 的应答在 %2 字节后中断。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>与 %1 的连接已断开。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the address of an HTTP endpoint; it looks like http://host:port/path.</source>
        <translation>“%1”不是 HTTP 服务端点地址；格式应为 http://主机:端口/路径。</translation>
    </message>
    <message>
        <source>A header of a request to %1 contains a line break.</source>
        <translation>发往 %1 的请求头中含有换行符。</translation>
    </message>
    <message>
        <source>%1 did not finish its answer in %2 s.</source>
        <translation>%1 在 %2 s 内未完成应答。</translation>
    </message>
    <message>
        <source>%1 sent nothing for %2 s.</source>
        <translation>%1 已 %2 s 没有发送数据。</translation>
    </message>
    <message>
        <source>%1 bytes had arrived.</source>
        <translation>已收到 %1 字节。</translation>
    </message>
    <message>
        <source>%1 sent more than %2 bytes; the rest was not read.</source>
        <translation>%1 发送了超过 %2 字节；其余未读取。</translation>
    </message>
    <message>
        <source>The header of what %1 answers does not end.</source>
        <translation>%1 应答的头部没有结束。</translation>
    </message>
</context>
<context>
    <name>InputFile</name>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is larger than %2 MB; cut it to the part to be read.</source>
        <translation>%1 超过 %2 MB；请截取需要读取的部分。</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>标准输入</translation>
    </message>
    <message>
        <source>%1 is a folder, not a file.</source>
        <translation>%1 是文件夹，不是文件。</translation>
    </message>
    <message>
        <source>%1 cannot be read: it is a pipe or a device, not a file.</source>
        <translation>无法读取 %1：它是管道或设备，不是文件。</translation>
    </message>
</context>
<context>
    <name>Interrupts</name>
    <message>
        <source>npu-smi tells no address on the bus of chip %1.</source>
        <translation>npu-smi 未给出芯片 %1 的总线地址。</translation>
    </message>
    <message>
        <source>&quot;npu-smi info -t topo&quot; tells no processors near chip %1.</source>
        <translation>“npu-smi info -t topo”未给出芯片 %1 附近的处理器。</translation>
    </message>
    <message>
        <source>npu-smi tells of no chips.</source>
        <translation>npu-smi 未列出任何芯片。</translation>
    </message>
    <message>
        <source>The processors %1 are too few for the %2 chips near them: two for each.</source>
        <translation>处理器 %1 对其附近的 %2 颗芯片来说太少：每颗需要两个。</translation>
    </message>
</context>
<context>
    <name>Json</name>
    <message>
        <source>%1 is not valid JSON.</source>
        <translation>%1 不是合法的 JSON。</translation>
    </message>
    <message>
        <source>%1 is nested too deeply: more than %2 lists or objects in one another.</source>
        <translation>%1 嵌套过深：列表或对象相互嵌套超过 %2 层。</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>%1: the line ends in the middle of something.</source>
        <translation>%1：该行内容不完整。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; cannot stand there.</source>
        <translation>%1：此处不应出现 &quot;%2&quot;。</translation>
    </message>
    <message>
        <source>it is empty.</source>
        <translation>文件为空。</translation>
    </message>
    <message>
        <source>%1: it ends in the middle of something.</source>
        <translation>%1：内容未结束。</translation>
    </message>
    <message>
        <source>%1 holds a number that is too large.</source>
        <translation>%1中有过大的数值。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot;.</source>
        <translation>%1：&quot;%2&quot;。</translation>
    </message>
    <message>
        <source>%1: a byte that is no UTF-8 text.</source>
        <translation>%1：存在非 UTF-8 字节。</translation>
    </message>
    <message>
        <source>%1 does not fit into this computer&apos;s memory.</source>
        <translation>%1过大，本机内存不足。</translation>
    </message>
</context>
<context>
    <name>KeptLogs</name>
    <message>
        <source>%1 cannot be removed.</source>
        <translation>无法删除 %1。</translation>
    </message>
</context>
<context>
    <name>KnobRow</name>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 Token</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 个请求</translation>
    </message>
    <message>
        <source>%1 ahead</source>
        <comment>tokens</comment>
        <translation>预测 %1 个</translation>
    </message>
    <message>
        <source>none ahead</source>
        <translation>不预测</translation>
    </message>
    <message>
        <source>%1 (set: %2)</source>
        <translation>%1（已设：%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a setting; its value</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n cards</source>
        <comment>that share each layer</comment>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cards, dp %1</source>
        <comment>that share each layer; groups that each hold the model</comment>
        <translation>
            <numerusform>%n 张卡，dp %1</numerusform>
        </translation>
    </message>
    <message>
        <source>1 request</source>
        <translation>1 个请求</translation>
    </message>
</context>
<context>
    <name>LastValuesModel</name>
    <message>
        <source>– no data</source>
        <comment>a chip that nothing was heard of lately</comment>
        <translation>– 无数据</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>NPU</source>
        <comment>column: NPU and chip number</comment>
        <translation>NPU</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康状态</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程数</translation>
    </message>
    <message>
        <source>Updated</source>
        <comment>column: time of the last values</comment>
        <translation>更新时间</translation>
    </message>
    <message>
        <source>Util.</source>
        <comment>of the AI Core; a narrow column</comment>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Temp.</source>
        <comment>a narrow column</comment>
        <translation>温度</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>%1 (stale)</source>
        <translation>%1（数据过期）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>node: chip</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>%1 (hidden)</source>
        <comment>a line</comment>
        <translation>%1（已隐藏）</translation>
    </message>
    <message>
        <source>Legend, at %1</source>
        <comment>a line</comment>
        <translation>图例，当前 %1</translation>
    </message>
    <message>
        <source>Show %1 again</source>
        <translation>重新显示 %1</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>隐藏 %1</translation>
    </message>
    <message>
        <source>In a legend: the line before or after, drawn stronger</source>
        <translation>图例：上一条或下一条曲线，并突出显示</translation>
    </message>
    <message>
        <source>In a legend: show or hide that line</source>
        <translation>图例：显示或隐藏该曲线</translation>
    </message>
</context>
<context>
    <name>LineNotes</name>
    <message>
        <source>Format 1.0 is that of Atlas A2 (1.2: A3, 2.0: 950).</source>
        <translation>1.0 为 Atlas A2 的格式（1.2：A3，2.0：950）。</translation>
    </message>
    <message>
        <source>How many servers are listed; a text, not a number.</source>
        <translation>列出的服务器数量；为文本而非数字。</translation>
    </message>
    <message>
        <source>The server&apos;s own address; each is unique.</source>
        <translation>服务器自身的地址；各不相同。</translation>
    </message>
    <message>
        <source>The address of the container; with the host&apos;s network the server&apos;s. Must equal MIES_CONTAINER_IP on that node.</source>
        <translation>容器地址；使用主机网络时即服务器地址。必须与该节点的 MIES_CONTAINER_IP 一致。</translation>
    </message>
    <message>
        <source>N of /dev/davinciN.</source>
        <translation>/dev/davinciN 中的 N。</translation>
    </message>
    <message>
        <source>The address of this NPU&apos;s own network card, as hccn_tool -i N -ip -g says on that server.</source>
        <translation>该 NPU 自身网卡的地址，即在该服务器上执行 hccn_tool -i N -ip -g 的结果。</translation>
    </message>
    <message>
        <source>The number of this NPU in the whole cluster: 0 to N-1, ascending, a block per server.</source>
        <translation>该 NPU 在整个集群中的编号：0 到 N-1，递增，每台服务器一段连续编号。</translation>
    </message>
    <message>
        <source>&quot;completed&quot;: the table may be used.</source>
        <translation>“completed”：该表可以使用。</translation>
    </message>
    <message>
        <source>The first server is the master; only it serves requests.</source>
        <translation>第一台服务器为主节点；只有它提供服务。</translation>
    </message>
    <message>
        <source>Cards of this node, also when several nodes work together; with a rank table it is overwritten, but checked first.</source>
        <translation>本节点的卡数，多机时也是如此；有 rank table 时会被覆盖，但会先校验。</translation>
    </message>
    <message>
        <source>Logical ids; as many as worldSize. With a rank table they are overwritten, but checked first.</source>
        <translation>逻辑 ID，数量等于 worldSize。有 rank table 时会被覆盖，但会先校验。</translation>
    </message>
    <message>
        <source>The only switch that makes two nodes one service.</source>
        <translation>将两个节点合为一个服务的唯一开关。</translation>
    </message>
    <message>
        <source>TLS; off, as in the official two-node recipe. For a trusted network only.</source>
        <translation>TLS；按官方双机方案关闭。仅适用于可信网络。</translation>
    </message>
    <message>
        <source>This node&apos;s address; MIES_CONTAINER_IP wins over it.</source>
        <translation>本节点地址；MIES_CONTAINER_IP 优先于它。</translation>
    </message>
    <message>
        <source>Setting &quot;%1&quot;: %2</source>
        <translation>配置项“%1”：%2</translation>
    </message>
    <message>
        <source>The address that the service listens on; 0.0.0.0: every address of the node.</source>
        <translation>服务监听的地址；0.0.0.0 为本节点的所有地址。</translation>
    </message>
    <message>
        <source>The experts of the model are spread over all cards.</source>
        <translation>模型的专家分布在所有卡上。</translation>
    </message>
    <message>
        <source>ascend: weights that ModelSlim has quantized.</source>
        <translation>ascend：权重由 ModelSlim 量化。</translation>
    </message>
    <message>
        <source>Python code that lies with the weights may run: take weights that you trust.</source>
        <translation>允许执行权重目录中的 Python 代码：请使用可信的权重。</translation>
    </message>
    <message>
        <source>Where random numbers begin; the same after every start.</source>
        <translation>随机数种子，每次启动相同。</translation>
    </message>
    <message>
        <source>The next step is scheduled while the present one is computed.</source>
        <translation>计算当前步时调度下一步。</translation>
    </message>
    <message>
        <source>Options of the vLLM-Ascend plugin, as JSON.</source>
        <translation>vLLM-Ascend 插件的选项，JSON 格式。</translation>
    </message>
    <message>
        <source>The groups on this node: its cards divided by the tensor parallel size.</source>
        <translation>本节点的组数：本节点卡数除以张量并行大小。</translation>
    </message>
    <message>
        <source>This node serves the first one and has no API of its own.</source>
        <translation>本节点为首个节点提供算力，不提供 API。</translation>
    </message>
    <message>
        <source>The number of this node&apos;s first group: so many are on the nodes before it.</source>
        <translation>本节点第一个组的编号，即之前各节点上的组数。</translation>
    </message>
    <message>
        <source>Which group of the data parallel ones this process is; rank.sh is called once for each.</source>
        <translation>该进程是第几个数据并行组；每个组调用一次 rank.sh。</translation>
    </message>
    <message>
        <source>How the KV cache comes from prefill to decode: the connector, this process&apos;s side of it, its first port, the name of its engine (another one for each group), and how many groups of how many cards both sides have.</source>
        <translation>KV Cache 如何从 prefill 传到 decode：所用 connector、本进程所处的一侧、起始端口、引擎名称（每组各不相同），以及两侧各有多少组、每组多少张卡。</translation>
    </message>
    <message>
        <source>What is captured as graphs; FULL_DECODE_ONLY: steps that only decode.</source>
        <translation>捕获为图的内容；FULL_DECODE_ONLY：仅 Decode 的步骤。</translation>
    </message>
    <message>
        <source>No graphs are captured: every operator is launched by itself.</source>
        <translation>不捕获图：每个算子单独下发。</translation>
    </message>
    <message>
        <source>Data parallel groups: the cards of those nodes that serve together, divided by the tensor parallel size.</source>
        <translation>数据并行组数：共同提供服务的各节点的总卡数除以张量并行数。</translation>
    </message>
    <message>
        <source>The address of the first of those nodes that serve together, where their groups meet; the same on each of them.</source>
        <translation>共同提供服务的各节点中第一个节点的地址，各组在此会合；这些节点上都相同。</translation>
    </message>
    <message>
        <source>Sizes are requests × (tokens guessed ahead + 1), in multiples of the tensor parallel size, up to the largest batch or the tokens of a step: doubled at first, then in even steps; with the tutorial&apos;s settings they are the tutorial&apos;s.</source>
        <translation>各尺寸为 请求数 ×（推测 Token 数 + 1），且为张量并行数的倍数，直至最大批次或每步 Token 数：先逐次翻倍，再等步长递增；设置与教程一致时采用教程的取值。</translation>
    </message>
    <message>
        <source>Sizes are requests × (tokens guessed ahead + 1), from one request to as many as are decoded at once or fit in the tokens of a step: doubled at first, then in even steps; with the recipe&apos;s own number of requests they are the recipe&apos;s.</source>
        <translation>各尺寸为 请求数 ×（推测 Token 数 + 1），请求数从 1 到同时 Decode 的最大数或每步 Token 数可容纳的请求数：先逐次翻倍，再等步长递增；请求数与方案自带的一致时采用方案的取值。</translation>
    </message>
</context>
<context>
    <name>Lint</name>
    <message>
        <source>There is no kind &quot;%1&quot;; there are: %2.</source>
        <translation>没有类型“%1”；可用类型：%2。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; it must be a text.</source>
        <translation>“%1”为 %2；必须是文本。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; looks like a secret; it must not be in the file.</source>
        <translation>“%1”像是机密信息；不得写入文件。</translation>
    </message>
    <message>
        <source>Remove it and change the password; the program asks for it, ascendctl reads ASCENDCTL_PASSWORD.</source>
        <translation>请删除并更换密码；程序会询问密码，ascendctl 读取 ASCENDCTL_PASSWORD。</translation>
    </message>
    <message>
        <source>&quot;auth&quot; is %1; it must be an object with &quot;method&quot;.</source>
        <translation>“auth”为 %1；必须是含“method”的对象。</translation>
    </message>
    <message>
        <source>The method is &quot;%1&quot;; there are agent, key and password.</source>
        <translation>method 为“%1”；可用：agent、key 和 password。</translation>
    </message>
    <message>
        <source>No identityFile: ~/.ssh/config or the usual names decide which key is used.</source>
        <translation>没有 identityFile：由 ~/.ssh/config 或默认文件名决定使用的密钥。</translation>
    </message>
    <message>
        <source>The node has no &quot;host&quot;.</source>
        <translation>节点没有“host”。</translation>
    </message>
    <message>
        <source>An address, a name, or an alias of ~/.ssh/config.</source>
        <translation>应为地址、主机名或 ~/.ssh/config 中的别名。</translation>
    </message>
    <message>
        <source>The port is %1; it must be 1 to 65535.</source>
        <translation>端口为 %1；必须为 1 到 65535。</translation>
    </message>
    <message>
        <source>The transport is &quot;%1&quot;; there are ssh and local.</source>
        <translation>transport 为“%1”；可用：ssh 和 local。</translation>
    </message>
    <message>
        <source>The deployment has no nodes.</source>
        <translation>部署中没有节点。</translation>
    </message>
    <message>
        <source>&quot;nodes&quot;: [ { &quot;name&quot;: &quot;node1&quot;, &quot;host&quot;: &quot;…&quot; } ]</source>
        <translation>&quot;nodes&quot;: [ { &quot;name&quot;: &quot;node1&quot;, &quot;host&quot;: &quot;…&quot; } ]</translation>
    </message>
    <message>
        <source>The node is %1; it must be an object.</source>
        <translation>节点为 %1；必须是对象。</translation>
    </message>
    <message>
        <source>The node has no &quot;name&quot;.</source>
        <translation>节点没有“name”。</translation>
    </message>
    <message>
        <source>Two nodes are named &quot;%1&quot;.</source>
        <translation>有两个节点都名为“%1”。</translation>
    </message>
    <message>
        <source>Give each its own name.</source>
        <translation>请分别命名。</translation>
    </message>
    <message>
        <source>The name holds characters that are no part of a folder name; its artifacts go to &quot;%1&quot;.</source>
        <translation>名称含有不能用于目录名的字符；其配置将写入“%1”。</translation>
    </message>
    <message>
        <source>Another node has the host %1 and the same port: the same machine twice?</source>
        <translation>另一个节点的 host 也是 %1 且端口相同：是否重复添加了同一台机器？</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; it must be an object.</source>
        <translation>“%1”为 %2；必须是对象。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; it must be a single value.</source>
        <translation>“%1”为 %2；必须是单个值。</translation>
    </message>
    <message>
        <source>The recipe has no setting &quot;%1&quot;; it has no effect.</source>
        <translation>方案没有设置“%1”；该设置不生效。</translation>
    </message>
    <message>
        <source>The recipe has no setting &quot;%1&quot;; did you mean &quot;%2&quot;?</source>
        <translation>方案没有设置“%1”；是否应为“%2”？</translation>
    </message>
    <message>
        <source>The deployment names no recipe.</source>
        <translation>部署未指定方案。</translation>
    </message>
    <message>
        <source>ascendctl recipes lists them.</source>
        <translation>用 ascendctl recipes 可列出方案。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; it must be true or false.</source>
        <translation>“%1”为 %2；必须是 true 或 false。</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>There are blanks around &quot;=&quot;; a shell sets nothing here.</source>
        <translation>“=”两侧有空格；shell 不会设置任何变量。</translation>
    </message>
    <message>
        <source>NAME=value, without blanks.</source>
        <translation>应为 NAME=value，不含空格。</translation>
    </message>
    <message>
        <source>%1 is no variable of the engines; did you mean %2?</source>
        <translation>%1 不是引擎的变量；是否应为 %2？</translation>
    </message>
    <message>
        <source>Rename it to %1; as it is, it has no effect.</source>
        <translation>请改名为 %1；目前不生效。</translation>
    </message>
    <message>
        <source>%1 is not documented.</source>
        <translation>%1 无文档说明。</translation>
    </message>
    <message>
        <source>Remove it.</source>
        <translation>请删除。</translation>
    </message>
    <message>
        <source>Use %1.</source>
        <translation>请使用 %1。</translation>
    </message>
    <message>
        <source>%1 is deprecated.</source>
        <translation>%1 已弃用。</translation>
    </message>
    <message>
        <source>%1 has been seen in scripts, but is not documented.</source>
        <translation>%1 出现在一些脚本中，但无文档说明。</translation>
    </message>
    <message>
        <source>more than %1, at most %2</source>
        <translation>大于 %1，至多 %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;; it must be a number.</source>
        <translation>%1 为“%2”；必须是数字。</translation>
    </message>
    <message>
        <source>%1 is %2; allowed: %3.</source>
        <translation>%1 为 %2；允许：%3。</translation>
    </message>
    <message>
        <source>%1 is %2; it must be a multiple of %3.</source>
        <translation>%1 为 %2；必须是 %3 的倍数。</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;; the documented spelling is one of %3.</source>
        <translation>%1 为“%2”；文档中的写法为以下之一：%3。</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;; it must be one of %3.</source>
        <translation>%1 为“%2”；必须是以下之一：%3。</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, no address.</source>
        <translation>%1 为“%2”，不是地址。</translation>
    </message>
    <message>
        <source>&quot;/usr/local/ascend&quot; does not exist: paths are case-sensitive.</source>
        <translation>“/usr/local/ascend”不存在：路径区分大小写。</translation>
    </message>
    <message>
        <source>/usr/local/Ascend</source>
        <translation>/usr/local/Ascend</translation>
    </message>
    <message>
        <source>RANKTABLEFILE is the name of MindIE 1.0.x; from 2.0.RC1 on it is ignored (&quot;Ranktable file is not exist, please set a valid ranktable file path with RANK_TABLE_FILE environment.&quot;).</source>
        <translation>RANKTABLEFILE 是 MindIE 1.0.x 的名称；自 2.0.RC1 起会被忽略（“Ranktable file is not exist, please set a valid ranktable file path with RANK_TABLE_FILE environment.”）。</translation>
    </message>
    <message>
        <source>export RANK_TABLE_FILE=… instead.</source>
        <translation>请改用 export RANK_TABLE_FILE=…。</translation>
    </message>
    <message>
        <source>HCCL_INTRA_PCIE_ENABLE and HCCL_INTRA_ROCE_ENABLE must not both be 1.</source>
        <translation>HCCL_INTRA_PCIE_ENABLE 与 HCCL_INTRA_ROCE_ENABLE 不能同时为 1。</translation>
    </message>
    <message>
        <source>On A2: 1 and 0.</source>
        <translation>A2 上应为 1 和 0。</translation>
    </message>
    <message>
        <source>PYTORCH_ALLOC_CONF and PYTORCH_NPU_ALLOC_CONF are both set; the program exits.</source>
        <translation>同时设置了 PYTORCH_ALLOC_CONF 和 PYTORCH_NPU_ALLOC_CONF；程序会退出。</translation>
    </message>
    <message>
        <source>Keep one.</source>
        <translation>请只保留一个。</translation>
    </message>
    <message>
        <source>max_split_size_mb and garbage_collection_threshold exclude expandable_segments.</source>
        <translation>max_split_size_mb、garbage_collection_threshold 不能与 expandable_segments 同时使用。</translation>
    </message>
    <message>
        <source>In AIV mode HCCL_EXEC_TIMEOUT=0 means 1091 seconds, not never.</source>
        <translation>AIV 模式下 HCCL_EXEC_TIMEOUT=0 表示 1091 秒，而不是永不超时。</translation>
    </message>
    <message>
        <source>HCCL_EVENT_TIMEOUT must be larger than HCCL_EXEC_TIMEOUT.</source>
        <translation>HCCL_EVENT_TIMEOUT 必须大于 HCCL_EXEC_TIMEOUT。</translation>
    </message>
    <message>
        <source>GLOO_SOCKET_IFNAME is not set; Gloo may bind to loopback and the nodes never meet.</source>
        <translation>未设置 GLOO_SOCKET_IFNAME；Gloo 可能绑定到回环地址，导致节点间无法建链。</translation>
    </message>
    <message>
        <source>Set it to the interface of this node&apos;s address.</source>
        <translation>请设置为该节点地址所在的网卡。</translation>
    </message>
    <message>
        <source>HCCL_HOST_SOCKET_PORT_RANGE has no effect in a launch with a rank table.</source>
        <translation>使用 rank table 启动时 HCCL_HOST_SOCKET_PORT_RANGE 不生效。</translation>
    </message>
    <message>
        <source>NPU_MEMORY_FRACTION %1 leaves little for HCCL and PyTorch, which take theirs on top; the V3.2 guide uses 0.92.</source>
        <translation>NPU_MEMORY_FRACTION 为 %1，给 HCCL 和 PyTorch 留下的余量很少（二者另行占用）；V3.2 指南使用 0.92。</translation>
    </message>
    <message>
        <source>%1 is set: a proxy catches the traffic between the nodes.</source>
        <translation>设置了 %1：代理会截获节点间的流量。</translation>
    </message>
    <message>
        <source>unset it for multi-node MindIE.</source>
        <translation>多机 MindIE 请取消设置。</translation>
    </message>
    <message>
        <source>This is not a file of the kind &quot;%1&quot;: %2</source>
        <translation>这不是类型为“%1”的文件：%2</translation>
    </message>
    <message>
        <source>it sets no variable.</source>
        <translation>没有设置任何变量。</translation>
    </message>
    <message>
        <source>%1 was already set to another value in line %2; the last one counts.</source>
        <translation>%1 已在第 %2 行设置为其他值；以最后一次为准。</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>%1 个元素的列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>it is empty.</source>
        <translation>为空。</translation>
    </message>
    <message>
        <source>it is not JSON (%1).</source>
        <translation>不是 JSON（%1）。</translation>
    </message>
    <message>
        <source>Remove comments and trailing commas, close what is open; see the place named.</source>
        <translation>请删除注释和多余的逗号，补全未闭合的部分；见所指位置。</translation>
    </message>
    <message>
        <source>its root is no object.</source>
        <translation>根元素不是对象。</translation>
    </message>
    <message>
        <source>it has none of the keys %1.</source>
        <translation>不含任何以下键：%1。</translation>
    </message>
    <message>
        <source>The key &quot;%1&quot; stands twice in one object; the last one counts.</source>
        <translation>同一对象中键“%1”出现了两次；以最后一次为准。</translation>
    </message>
    <message>
        <source>Remove one of them.</source>
        <translation>请删除其中一个。</translation>
    </message>
    <message>
        <source>line 1</source>
        <translation>第 1 行</translation>
    </message>
    <message>
        <source>Save it as UTF-8 without BOM.</source>
        <translation>请保存为不带 BOM 的 UTF-8。</translation>
    </message>
    <message>
        <source>The file&apos;s mode is %1; MindIE takes at most 640 (&quot;Check Other group permission failed: … required no greater than …&quot;).</source>
        <translation>文件权限为 %1；MindIE 最多允许 640（“Check Other group permission failed: … required no greater than …”）。</translation>
    </message>
    <message>
        <source>chmod 640 FILE</source>
        <translation>chmod 640 FILE</translation>
    </message>
    <message>
        <source>The file is a symbolic link; MindIE refuses it (&quot;The file: … is a link.&quot;).</source>
        <translation>该文件是符号链接；MindIE 会拒绝（“The file: … is a link.”）。</translation>
    </message>
    <message>
        <source>Put a copy of the file there.</source>
        <translation>请放置该文件的副本。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a documented key; it is ignored.</source>
        <translation>“%1”不是文档中的键；会被忽略。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a documented key; did you mean &quot;%2&quot;?</source>
        <translation>“%1”不是文档中的键；是否应为“%2”？</translation>
    </message>
    <message>
        <source>Rename it to &quot;%1&quot;; as it is, it has no effect.</source>
        <translation>请改名为“%1”；目前不生效。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing. MindIE says &quot;[ParamChecker::CheckJsonParamType] %1: missing compulsory field&quot;.</source>
        <translation>缺少“%1”。MindIE 会报“[ParamChecker::CheckJsonParamType] %1: missing compulsory field”。</translation>
    </message>
    <message>
        <source>Add it; the shipped config.json has it.</source>
        <translation>请添加；出厂的 config.json 中有该项。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; it must be a whole number.</source>
        <translation>“%1”为 %2；必须是整数。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; allowed: %3 to %4.</source>
        <translation>“%1”为 %2；允许：%3 至 %4。</translation>
    </message>
    <message>
        <source>inferMode is &quot;%1&quot;. MindIE says &quot;The inferMode should be standard or dmi&quot;.</source>
        <translation>inferMode 为“%1”。MindIE 会报“The inferMode should be standard or dmi”。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is &quot;%2&quot;; it must be one of %3.</source>
        <translation>“%1”为“%2”；必须是以下之一：%3。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is 0.0.0.0, which is allowed only with allowAllZeroIpListening true.</source>
        <translation>“%1”为 0.0.0.0，仅在 allowAllZeroIpListening 为 true 时允许。</translation>
    </message>
    <message>
        <source>Write the node&apos;s own address.</source>
        <translation>请填写节点自身的地址。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is &quot;%2&quot;, no address.</source>
        <translation>“%1”为“%2”，不是地址。</translation>
    </message>
    <message>
        <source>multiNodesInferPort is the service port %1 too. MindIE says &quot;Endpoint port cannot be equal to multiNodesInferPort.&quot;.</source>
        <translation>multiNodesInferPort 与服务端口 %1 相同。MindIE 会报“Endpoint port cannot be equal to multiNodesInferPort.”。</translation>
    </message>
    <message>
        <source>1120 is the default.</source>
        <translation>默认为 1120。</translation>
    </message>
    <message>
        <source>npuDeviceIds is %1; it must be a list of lists: [[0,1,2,3]].</source>
        <translation>npuDeviceIds 为 %1；必须是列表的列表：[[0,1,2,3]]。</translation>
    </message>
    <message>
        <source>%1 lists for modelInstanceNumber %2. MindIE says &quot;The size of npuDeviceIds does not equal to modelInstanceNumber&quot;.</source>
        <translation>有 %1 个列表，而 modelInstanceNumber 为 %2。MindIE 会报“The size of npuDeviceIds does not equal to modelInstanceNumber”。</translation>
    </message>
    <message>
        <source>Multi-node inference knows one model instance only.</source>
        <translation>多机推理只支持一个模型实例。</translation>
    </message>
    <message>
        <source>npuDeviceIds[%1] is %2; it must be a list of numbers.</source>
        <translation>npuDeviceIds[%1] 为 %2；必须是数字列表。</translation>
    </message>
    <message>
        <source>npuDeviceIds[%1] has %2; device ids are numbers from 0.</source>
        <translation>npuDeviceIds[%1] 含有 %2；设备 ID 为从 0 开始的数字。</translation>
    </message>
    <message>
        <source>A device stands twice. MindIE says &quot;npuDeviceID does not allow repetitive element&quot;.</source>
        <translation>有设备重复。MindIE 会报“npuDeviceID does not allow repetitive element”。</translation>
    </message>
    <message>
        <source>%1 devices for worldSize %2. MindIE says &quot;The size of npuDeviceIds (subset) does not equal to worldSize&quot;.</source>
        <translation>有 %1 个设备，而 worldSize 为 %2。MindIE 会报“The size of npuDeviceIds (subset) does not equal to worldSize”。</translation>
    </message>
    <message>
        <source>worldSize is per node: 8 on a server with eight cards, also when two servers work together.</source>
        <translation>worldSize 按单节点计：八卡服务器为 8，双机时也是如此。</translation>
    </message>
    <message>
        <source>%1 is less than maxInputTokenLen %2. MindIE says &quot;The value of maxPrefillTokens should not be less than maxInputTokenLen.&quot;.</source>
        <translation>%1 小于 maxInputTokenLen %2。MindIE 会报“The value of maxPrefillTokens should not be less than maxInputTokenLen.”。</translation>
    </message>
    <message>
        <source>MindIE says &quot;The value of ScheduleParam.maxIterTimes can not be 0.&quot;.</source>
        <translation>MindIE 会报“The value of ScheduleParam.maxIterTimes can not be 0.”。</translation>
    </message>
    <message>
        <source>maxIterTimes %1 is more than maxSeqLen %2.</source>
        <translation>maxIterTimes %1 大于 maxSeqLen %2。</translation>
    </message>
    <message>
        <source>%1 is %2, more than maxBatchSize %3.</source>
        <translation>%1 为 %2，大于 maxBatchSize %3。</translation>
    </message>
    <message>
        <source>cacheBlockSize is %1; it must be a multiple of 16.</source>
        <translation>cacheBlockSize 为 %1；必须是 16 的倍数。</translation>
    </message>
    <message>
        <source>MindIE says &quot;The value of modelParam.cpuMemSize can not be 0 when maxPreemptCount is not 0.&quot;.</source>
        <translation>MindIE 会报“The value of modelParam.cpuMemSize can not be 0 when maxPreemptCount is not 0.”。</translation>
    </message>
    <message>
        <source>Set cpuMemSize, or maxPreemptCount to 0.</source>
        <translation>请设置 cpuMemSize，或将 maxPreemptCount 设为 0。</translation>
    </message>
    <message>
        <source>Inputs are cut to maxSeqLen - 1 = %1 tokens.</source>
        <translation>输入会被截断为 maxSeqLen - 1 = %1 个 Token。</translation>
    </message>
    <message>
        <source>Quote the inner JSON: &quot;{\&quot;plugin_type\&quot;:\&quot;mtp\&quot;,…}&quot;</source>
        <translation>请给内层 JSON 加引号：&quot;{\&quot;plugin_type\&quot;:\&quot;mtp\&quot;,…}&quot;</translation>
    </message>
    <message>
        <source>MindIE says &quot;The value of modelParam.worldSize can not be 0.&quot;.</source>
        <translation>MindIE 会报“The value of modelParam.worldSize can not be 0.”。</translation>
    </message>
    <message>
        <source>cp * dp * tp must be all cards of all nodes.</source>
        <translation>cp * dp * tp 必须等于所有节点的总卡数。</translation>
    </message>
    <message>
        <source>cp * dp * tp must be worldSize.</source>
        <translation>cp * dp * tp 必须等于 worldSize。</translation>
    </message>
    <message>
        <source>modelName &quot;%1&quot;: letters, digits, &apos;_&apos;, &apos;.&apos; and &apos;-&apos;, at most 256, a letter or digit at both ends.</source>
        <translation>modelName“%1”：只能含字母、数字、“_”、“.”和“-”，最多 256 个字符，首尾须为字母或数字。</translation>
    </message>
    <message>
        <source>modelWeightPath is empty.</source>
        <translation>modelWeightPath 为空。</translation>
    </message>
    <message>
        <source>Paths are case-sensitive: /usr/local/Ascend.</source>
        <translation>路径区分大小写：/usr/local/Ascend。</translation>
    </message>
    <message>
        <source>npuMemSize is 0; it must be -1 (automatic) or positive.</source>
        <translation>npuMemSize 为 0；必须为 -1（自动）或正数。</translation>
    </message>
    <message>
        <source>Version is fixed: &quot;1.0.0&quot;.</source>
        <translation>Version 固定为 &quot;1.0.0&quot;。</translation>
    </message>
    <message>
        <source>The file has more than 10 MB; MindIE does not read it.</source>
        <translation>文件超过 10 MB；MindIE 不会读取。</translation>
    </message>
    <message>
        <source>backendName is &quot;%1&quot;; the only one is mindieservice_llm_engine.</source>
        <translation>backendName 为“%1”；只能为 mindieservice_llm_engine。</translation>
    </message>
    <message>
        <source>HTTPS is on: certificates and keys must lie where tlsCert, tlsPk and tlsCaPath say.</source>
        <translation>已启用 HTTPS：证书和密钥必须位于 tlsCert、tlsPk 和 tlsCaPath 指定的位置。</translation>
    </message>
    <message>
        <source>TLS between the nodes is on: every node needs the certificates, and the same setting (MIE04E121107 otherwise).</source>
        <translation>已启用节点间 TLS：每个节点都需要证书且设置一致（否则报 MIE04E121107）。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; it must be a text in quotes. MindIE says &quot;Ranktable file is invalid. Please check json format! &quot;.</source>
        <translation>“%1”为 %2；必须是带引号的文本。MindIE 会报“Ranktable file is invalid. Please check json format! ”。</translation>
    </message>
    <message>
        <source>Write it in quotes.</source>
        <translation>请加引号。</translation>
    </message>
    <message>
        <source>There is no &quot;version&quot;.</source>
        <translation>缺少“version”。</translation>
    </message>
    <message>
        <source>&quot;1.0&quot; for Atlas A2, &quot;1.2&quot; for A3, &quot;2.0&quot; for 950.</source>
        <translation>Atlas A2 为“1.0”，A3 为“1.2”，950 为“2.0”。</translation>
    </message>
    <message>
        <source>&quot;status&quot;: &quot;completed&quot;</source>
        <translation>&quot;status&quot;: &quot;completed&quot;</translation>
    </message>
    <message>
        <source>Wait until its writer has finished; it must be &quot;completed&quot;.</source>
        <translation>请等待写入完成；必须为“completed”。</translation>
    </message>
    <message>
        <source>There is no &quot;server_count&quot;. MindIE says &quot;Invalid server_count in ranktable file&quot;.</source>
        <translation>缺少“server_count”。MindIE 会报“Invalid server_count in ranktable file”。</translation>
    </message>
    <message>
        <source>&quot;server_count&quot;: &quot;%1&quot;</source>
        <translation>&quot;server_count&quot;: &quot;%1&quot;</translation>
    </message>
    <message>
        <source>server_count is &quot;%1&quot;, no whole number. MindIE says &quot;Invalid server_count in ranktable file&quot;.</source>
        <translation>server_count 为“%1”，不是整数。MindIE 会报“Invalid server_count in ranktable file”。</translation>
    </message>
    <message>
        <source>server_count is %1, but %2 servers are listed. MindIE says &quot;Parameter server_count is %1, which is not equal to server_list length in ranktable file, which is %2&quot;.</source>
        <translation>server_count 为 %1，但列出了 %2 台服务器。MindIE 会报“Parameter server_count is %1, which is not equal to server_list length in ranktable file, which is %2”。</translation>
    </message>
    <message>
        <source>MindIE takes 2 to 60 servers (&quot;Parameter server_count must be in range [2, 60], but got %1&quot;).</source>
        <translation>MindIE 支持 2 到 60 台服务器（“Parameter server_count must be in range [2, 60], but got %1”）。</translation>
    </message>
    <message>
        <source>One server: good for HCCL; MindIE needs no table on one node and wants RANK_TABLE_FILE unset.</source>
        <translation>只有一台服务器：HCCL 可用；MindIE 单机不需要该表，且要求不设置 RANK_TABLE_FILE。</translation>
    </message>
    <message>
        <source>The server has no &quot;server_id&quot;.</source>
        <translation>服务器没有“server_id”。</translation>
    </message>
    <message>
        <source>Use the server&apos;s address.</source>
        <translation>请使用服务器地址。</translation>
    </message>
    <message>
        <source>Give each server its own.</source>
        <translation>请为每台服务器分别指定。</translation>
    </message>
    <message>
        <source>server_id &quot;%1&quot; is no usable address. HCCL only asks for a unique text, but MindIE compares it with HOST_IP.</source>
        <translation>server_id“%1”不是可用地址。HCCL 只要求文本唯一，但 MindIE 会将其与 HOST_IP 比较。</translation>
    </message>
    <message>
        <source>container_ip is empty. MindIE says &quot;The containerIp in the server node is empty in ranktable file.&quot;.</source>
        <translation>container_ip 为空。MindIE 会报“The containerIp in the server node is empty in ranktable file.”。</translation>
    </message>
    <message>
        <source>With --net=host it equals server_id.</source>
        <translation>使用 --net=host 时与 server_id 相同。</translation>
    </message>
    <message>
        <source>container_ip &quot;%1&quot; is no address that the other servers can reach.</source>
        <translation>container_ip“%1”不是其他服务器可访问的地址。</translation>
    </message>
    <message>
        <source>This server has no container_ip, others do. MindIE says &quot;The containerIp in the server node is empty in ranktable file.&quot;.</source>
        <translation>该服务器没有 container_ip，而其他服务器有。MindIE 会报“The containerIp in the server node is empty in ranktable file.”。</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;; it must be 1 to 65535.</source>
        <translation>%1 为“%2”；必须为 1 到 65535。</translation>
    </message>
    <message>
        <source>%1 is %2; ports below 1024 belong to the system.</source>
        <translation>%1 为 %2；1024 以下的端口属于系统。</translation>
    </message>
    <message>
        <source>The device has no &quot;device_id&quot;.</source>
        <translation>设备没有“device_id”。</translation>
    </message>
    <message>
        <source>N of /dev/davinciN, in quotes.</source>
        <translation>/dev/davinciN 中的 N，须加引号。</translation>
    </message>
    <message>
        <source>N of /dev/davinciN.</source>
        <translation>/dev/davinciN 中的 N。</translation>
    </message>
    <message>
        <source>The device has no &quot;rank_id&quot;.</source>
        <translation>设备没有“rank_id”。</translation>
    </message>
    <message>
        <source>The device has no &quot;device_ip&quot;; between servers it is needed.</source>
        <translation>设备没有“device_ip”；多机时必需。</translation>
    </message>
    <message>
        <source>hccn_tool -i N -ip -g on that server.</source>
        <translation>在该服务器上执行 hccn_tool -i N -ip -g。</translation>
    </message>
    <message>
        <source>hccn_tool -i N -ip -g on that server; it was not set when the table was written.</source>
        <translation>请在该服务器上执行 hccn_tool -i N -ip -g；写入该表时尚未设置。</translation>
    </message>
    <message>
        <source>Version 1.2 needs a super_device_id. HCCL says &quot;EI0004 … super_device_id[] is invalid&quot;.</source>
        <translation>1.2 版本需要 super_device_id。HCCL 会报“EI0004 … super_device_id[] is invalid”。</translation>
    </message>
    <message>
        <source>SDID of: npu-smi info -t spod-info -i NPU -c CHIP</source>
        <translation>取自 npu-smi info -t spod-info -i NPU -c CHIP 的 SDID</translation>
    </message>
    <message>
        <source>Server %1 is no object.</source>
        <translation>服务器 %1 不是对象。</translation>
    </message>
    <message>
        <source>The server has %1 devices. MindIE says &quot;The number of devices on single node must be in [1, 32], but got %1&quot;.</source>
        <translation>服务器有 %1 个设备。MindIE 会报“The number of devices on single node must be in [1, 32], but got %1”。</translation>
    </message>
    <message>
        <source>This server has %1 devices, the first %2. MindIE says &quot;The number of devices in every server node is … which not equal in ranktable file&quot;.</source>
        <translation>该服务器有 %1 个设备，第一台有 %2 个。MindIE 会报“The number of devices in every server node is … which not equal in ranktable file”。</translation>
    </message>
    <message>
        <source>List the same number of devices on every server.</source>
        <translation>请使每台服务器列出的设备数相同。</translation>
    </message>
    <message>
        <source>The device is no object.</source>
        <translation>设备不是对象。</translation>
    </message>
    <message>
        <source>Ranks are 0 to %1, each once.</source>
        <translation>rank 为 0 到 %1，各出现一次。</translation>
    </message>
    <message>
        <source>Number the devices in the order of the list.</source>
        <translation>请按列表顺序为设备编号。</translation>
    </message>
    <message>
        <source>device_ip %1 is already used at %2.</source>
        <translation>device_ip %1 已在 %2 处使用。</translation>
    </message>
    <message>
        <source>Every device has its own address: hccn_tool -i N -ip -g</source>
        <translation>每个设备有各自的地址：hccn_tool -i N -ip -g</translation>
    </message>
    <message>
        <source>device_ip %1 mixes IPv4 and IPv6. HCCL says &quot;EI0001 device ip family[…] is not same as others&quot;.</source>
        <translation>device_ip %1 混用了 IPv4 和 IPv6。HCCL 会报“EI0001 device ip family[…] is not same as others”。</translation>
    </message>
    <message>
        <source>Use one family for all devices.</source>
        <translation>请为所有设备使用同一地址族。</translation>
    </message>
    <message>
        <source>%1 has no /dev/davinci%2.</source>
        <translation>%1 上没有 /dev/davinci%2。</translation>
    </message>
    <message>
        <source>device_ip is %1, but %2 device %3 has %4. HCCL says &quot;EI0014 … in the ranktable is inconsistent with the IP address of the network adapter&quot;.</source>
        <translation>device_ip 为 %1，但 %2 的设备 %3 为 %4。HCCL 会报“EI0014 … in the ranktable is inconsistent with the IP address of the network adapter”。</translation>
    </message>
    <message>
        <source>Generate the table again, or set the address with hccn_tool.</source>
        <translation>请重新生成该表，或用 hccn_tool 设置地址。</translation>
    </message>
    <message>
        <source>Version 1.2 needs a super_pod_list.</source>
        <translation>1.2 版本需要 super_pod_list。</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; is in two superpods.</source>
        <translation>服务器“%1”属于两个超节点。</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; is not in server_list.</source>
        <translation>服务器“%1”不在 server_list 中。</translation>
    </message>
    <message>
        <source>Server &quot;%1&quot; is in no superpod.</source>
        <translation>服务器“%1”不属于任何超节点。</translation>
    </message>
    <message>
        <source>The servers of superpod %1 do not stand together.</source>
        <translation>超节点 %1 的服务器没有排在一起。</translation>
    </message>
    <message>
        <source>Order server_list by superpod.</source>
        <translation>请按超节点排列 server_list。</translation>
    </message>
    <message>
        <source>super_device_id %1 stands twice in its superpod. HCCL says &quot;EI0014 devices have same superDeviceId&quot;.</source>
        <translation>super_device_id %1 在其超节点中重复。HCCL 会报“EI0014 devices have same superDeviceId”。</translation>
    </message>
    <message>
        <source>There are no servers. MindIE says &quot;Parameter server_list is invalid in ranktable file&quot;.</source>
        <translation>没有服务器。MindIE 会报“Parameter server_list is invalid in ranktable file”。</translation>
    </message>
    <message>
        <source>No server has container_ip: good for HCCL; MindIE needs it (&quot;The containerIp in the server node is empty in ranktable file.&quot;).</source>
        <translation>没有服务器设置 container_ip：HCCL 可用；MindIE 需要（“The containerIp in the server node is empty in ranktable file.”）。</translation>
    </message>
    <message>
        <source>Add container_ip; with --net=host it equals server_id.</source>
        <translation>请添加 container_ip；使用 --net=host 时与 server_id 相同。</translation>
    </message>
    <message>
        <source>%1 servers: MindIE&apos;s documentation speaks of 4 at most, its code of 60.</source>
        <translation>%1 台服务器：MindIE 文档称最多 4 台，其代码允许 60 台。</translation>
    </message>
    <message>
        <source>rank_count must be a number (without quotes) and equal to the %1 ranks listed.</source>
        <translation>rank_count 必须是数字（不加引号），且等于列出的 %1 个 rank。</translation>
    </message>
    <message>
        <source>%1 must be a number, without quotes in version 2.0.</source>
        <translation>%1 必须是数字，2.0 版本中不加引号。</translation>
    </message>
    <message>
        <source>rank_id %1: ranks are 0 to %2, each once.</source>
        <translation>rank_id %1：rank 为 0 到 %2，各出现一次。</translation>
    </message>
    <message>
        <source>The rank has no level_list.</source>
        <translation>该 rank 没有 level_list。</translation>
    </message>
    <message>
        <source>net_layer must be a number from 0 to 7.</source>
        <translation>net_layer 必须是 0 到 7 之间的数字。</translation>
    </message>
    <message>
        <source>net_type must be TOPO_FILE_DESC or CLOS.</source>
        <translation>net_type 必须为 TOPO_FILE_DESC 或 CLOS。</translation>
    </message>
    <message>
        <source>A table of vLLM-Ascend 0.9.1 to 0.11.0 (LLMDataDist); later releases need none.</source>
        <translation>这是 vLLM-Ascend 0.9.1 到 0.11.0（LLMDataDist）的表；之后的版本不需要。</translation>
    </message>
    <message>
        <source>There is no %1.</source>
        <translation>缺少 %1。</translation>
    </message>
    <message>
        <source>device_ip &quot;%1&quot; is no address, or used twice.</source>
        <translation>device_ip“%1”不是地址，或重复使用。</translation>
    </message>
    <message>
        <source>device_id must be a number in quotes.</source>
        <translation>device_id 必须是带引号的数字。</translation>
    </message>
    <message>
        <source>cluster_id must be &quot;%1&quot;: they count through both lists.</source>
        <translation>cluster_id 必须为“%1”：在两个列表中连续编号。</translation>
    </message>
    <message>
        <source>Some devices have a super_device_id (A3), some have none (A2).</source>
        <translation>部分设备有 super_device_id（A3），部分没有（A2）。</translation>
    </message>
    <message>
        <source>The old template with group_list, of Ascend 910 only.</source>
        <translation>这是仅用于 Ascend 910 的旧模板 group_list。</translation>
    </message>
    <message>
        <source>Write server_list instead.</source>
        <translation>请改用 server_list。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be the name of a folder.</source>
        <translation>“%1”不能作为文件夹名。</translation>
    </message>
    <message>
        <source>Choose a name without &apos;/&apos;.</source>
        <translation>请选择不含“/”的名称。</translation>
    </message>
    <message>
        <source>A node cannot be named &quot;%1&quot;: a generated file has that name.</source>
        <translation>节点不能命名为“%1”：有一个生成的文件使用该名称。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请另选名称。</translation>
    </message>
    <message>
        <source>The file begins with a byte order mark. MindIE&apos;s configuration check passes it; Python&apos;s json, with which its torch runtime reads rank tables, refuses it (JSONDecodeError).</source>
        <translation>文件以字节顺序标记（BOM）开头。MindIE 的配置校验会放过；其 torch 运行时用 Python 的 json 读取 rank table，会拒绝（JSONDecodeError）。</translation>
    </message>
    <message>
        <source>policyType is %1. MindIE says &quot;The scheduleParam.policyType [%1] is outside the expected range: 0 or 4~7.&quot;.</source>
        <translation>policyType 为 %1。MindIE 会报 &quot;The scheduleParam.policyType [%1] is outside the expected range: 0 or 4~7.&quot;。</translation>
    </message>
    <message>
        <source>maxLongPartialPrefills is %1 (8 where it is not given), more than maxNumPartialPrefills %2.</source>
        <translation>maxLongPartialPrefills 为 %1（未填写时为 8），大于 maxNumPartialPrefills %2。</translation>
    </message>
    <message>
        <source>plugin_params is %1; only MindIE 3.0 takes that, earlier ones want a text that holds JSON.</source>
        <translation>plugin_params 为 %1；只有 MindIE 3.0 接受，更早版本要求内含 JSON 的文本。</translation>
    </message>
    <message>
        <source>plugin_type is %1; it must be a text.</source>
        <translation>plugin_type 为 %1；必须是文本。</translation>
    </message>
    <message>
        <source>modelWeightPath &quot;%1&quot;: letters, digits, &apos;_&apos;, &apos;-&apos;, &apos;.&apos; and &apos;/&apos; only. MindIE 3.0 says &quot;Path contains special characters&quot;.</source>
        <translation>modelWeightPath “%1”：只能含字母、数字、&apos;_&apos;、&apos;-&apos;、&apos;.&apos; 和 &apos;/&apos;。MindIE 3.0 会报 &quot;Path contains special characters&quot;。</translation>
    </message>
    <message>
        <source>Move the weights, or make a link of another name on the host and mount that.</source>
        <translation>请移动权重，或在主机上建立另一名称的链接并挂载该链接。</translation>
    </message>
    <message>
        <source>%1 needs 1 to 3 files in &quot;%2&quot;; there are %3.</source>
        <translation>%1 需要“%2”中有 1 到 3 个文件；现有 %3 个。</translation>
    </message>
    <message>
        <source>%1 needs &quot;%2&quot;.</source>
        <translation>%1 需要“%2”。</translation>
    </message>
    <message>
        <source>The KV pool is &quot;%1&quot;; there are unifiedcache, mooncake and memcache. MindIE says &quot;Unknow kv pool backend.&quot;.</source>
        <translation>KV 池为“%1”；可选 unifiedcache、mooncake、memcache。MindIE 会报 &quot;Unknow kv pool backend.&quot;。</translation>
    </message>
    <message>
        <source>configPath has more than 500 bytes.</source>
        <translation>configPath 超过 500 字节。</translation>
    </message>
    <message>
        <source>layerwiseDisaggregatedRoleType is &quot;%1&quot;; it must be master or slave.</source>
        <translation>layerwiseDisaggregatedRoleType 为“%1”；必须是 master 或 slave。</translation>
    </message>
    <message>
        <source>layerwiseDisaggregated does not go with %1.</source>
        <translation>layerwiseDisaggregated 不能与 %1 同用。</translation>
    </message>
    <message>
        <source>The LoRA module has no &quot;%1&quot;.</source>
        <translation>该 LoRA 模块缺少“%1”。</translation>
    </message>
    <message>
        <source>No model is named &quot;%1&quot;. MindIE says &quot;Lora base model not found.&quot;.</source>
        <translation>没有名为“%1”的模型。MindIE 会报 &quot;Lora base model not found.&quot;。</translation>
    </message>
    <message>
        <source>backendName is &quot;%1&quot;. MindIE says &quot;The pattern of backendName is invalid.&quot;.</source>
        <translation>backendName 为“%1”。MindIE 会报 &quot;The pattern of backendName is invalid.&quot;。</translation>
    </message>
    <message>
        <source>%1 models. MindIE says &quot;There should be one modelParam for Standard templateType.&quot;.</source>
        <translation>有 %1 个模型。MindIE 会报 &quot;There should be one modelParam for Standard templateType.&quot;。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; HCCL wants a text in quotes.</source>
        <translation>“%1”为 %2；HCCL 要求带引号的文本。</translation>
    </message>
    <message>
        <source>The version is &quot;%1&quot;; HCCL knows 1.0 (A2), 1.2 (A3) and 2.0 (950).</source>
        <translation>version 为“%1”；HCCL 支持 1.0（A2）、1.2（A3）和 2.0（950）。</translation>
    </message>
    <message>
        <source>There is no &quot;status&quot;; HCCL asks for it.</source>
        <translation>缺少“status”；HCCL 需要它。</translation>
    </message>
    <message>
        <source>The status is &quot;%1&quot;: for HCCL the table cannot be used yet.</source>
        <translation>status 为“%1”：HCCL 尚不能使用该表。</translation>
    </message>
    <message>
        <source>server_count is &quot;%1&quot;; MindIE reads %2 out of it. Write the number alone.</source>
        <translation>server_count 为“%1”；MindIE 会读作 %2。请只写数字。</translation>
    </message>
    <message>
        <source>server_id has %1 characters; HCCL allows 1 to 64.</source>
        <translation>server_id 有 %1 个字符；HCCL 允许 1 到 64 个。</translation>
    </message>
    <message>
        <source>server_id &quot;%1&quot; is used twice; HCCL wants each server&apos;s own.</source>
        <translation>server_id “%1”重复；HCCL 要求每台服务器各不相同。</translation>
    </message>
    <message>
        <source>device_ip is &quot;%1&quot;, no address. MindIE says &quot;Input device_ip [%1] is invalid&quot;, or its torch runtime &quot;Invalid device_ip&quot;.</source>
        <translation>device_ip 为“%1”，不是地址。MindIE 会报 &quot;Input device_ip [%1] is invalid&quot;，或其 torch 运行时报 &quot;Invalid device_ip&quot;。</translation>
    </message>
    <message>
        <source>device_ip is the loopback address %1. HCCL says &quot;EI0014 … inconsistent with the IP address of the network adapter&quot;.</source>
        <translation>device_ip 是回环地址 %1。HCCL 会报 &quot;EI0014 … inconsistent with the IP address of the network adapter&quot;。</translation>
    </message>
    <message>
        <source>rank_id %1 is already used at %2. HCCL wants each once.</source>
        <translation>rank_id %1 已在 %2 使用。HCCL 要求各不重复。</translation>
    </message>
    <message>
        <source>rank_id %1 leaves a gap: %2 devices have the ranks 0 to %3 (HCCL; MindIE&apos;s torch runtime: &quot;rank_id must be less than world_size&quot;).</source>
        <translation>rank_id %1 不连续：%2 个设备的 rank 应为 0 到 %3（HCCL；MindIE 的 torch 运行时：&quot;rank_id must be less than world_size&quot;）。</translation>
    </message>
    <message>
        <source>rank_id %1 follows %2; for HCCL ranks must ascend within a server and each server hold one block.</source>
        <translation>rank_id %1 排在 %2 之后；HCCL 要求服务器内 rank 递增，且每台服务器占连续一段。</translation>
    </message>
    <message>
        <source>device_ip %1 is the address of a server, not of a device&apos;s own network card. HCCL says &quot;EI0014 … inconsistent with the IP address of the network adapter&quot;.</source>
        <translation>device_ip %1 是服务器的地址，不是 NPU 自身网卡的地址。HCCL 会报 &quot;EI0014 … inconsistent with the IP address of the network adapter&quot;。</translation>
    </message>
    <message>
        <source>HCCL&apos;s version 2.0 needs a rank_list.</source>
        <translation>HCCL 的 2.0 版本需要 rank_list。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; MindIE takes it for %3. Write a number.</source>
        <translation>“%1”为 %2；MindIE 会读作 %3。请写成数字。</translation>
    </message>
    <message>
        <source>RANK_TABLE_FILE has %1 bytes; MindIE takes more than 256 for not set (&quot;Value length is too long&quot;, then &quot;Ranktable file is not exist, …&quot;).</source>
        <translation>RANK_TABLE_FILE 长 %1 字节；超过 256 时 MindIE 视为未设置（&quot;Value length is too long&quot;，随后 &quot;Ranktable file is not exist, …&quot;）。</translation>
    </message>
    <message>
        <source>Put the rank table where its path is shorter.</source>
        <translation>请将 rank table 放到路径更短的位置。</translation>
    </message>
    <message>
        <source>multiNodesInferPort is %1 %2 too; the same process binds both.</source>
        <translation>multiNodesInferPort 与 %1 同为 %2；二者由同一进程监听。</translation>
    </message>
    <message>
        <source>moe_tp is %1 with backendType torch. MindIE&apos;s configuration check passes it, its torch runtime stops at the first request (&quot;MoE strategy selection failed, please check the config.&quot;).</source>
        <translation>backendType 为 torch 时 moe_tp 为 %1。MindIE 配置校验可通过，但其 torch 运行时在首次推理时终止（&quot;MoE strategy selection failed, please check the config.&quot;）。</translation>
    </message>
    <message>
        <source>&quot;moe_tp&quot;: 1 and moe_ep all cards; or backendType atb.</source>
        <translation>&quot;moe_tp&quot;: 1 且 moe_ep 为总卡数；或使用 backendType atb。</translation>
    </message>
    <message>
        <source>MindIE 3.0 serves DeepSeek-V3.2 with backendType &quot;torch&quot; only; &quot;atb&quot; is the way of the community guide, with MindIE 2.2 and its own atb-models.</source>
        <translation>MindIE 3.0 运行 DeepSeek-V3.2 只能使用 backendType &quot;torch&quot;；&quot;atb&quot; 为社区实战指南的做法，配合 MindIE 2.2 与其自带 atb-models。</translation>
    </message>
    <message>
        <source>container_ip %1 stands twice. MindIE takes the last server that has it, so two nodes would give HCCL the same ranks.</source>
        <translation>container_ip %1 出现两次。MindIE 取最后一个匹配的服务器，两个节点会向 HCCL 给出相同的 rank。</translation>
    </message>
    <message>
        <source>Each server has its own; with --net=host it equals server_id.</source>
        <translation>每台服务器各不相同；使用 --net=host 时与 server_id 相同。</translation>
    </message>
    <message>
        <source>The text in plugin_params is no JSON object. MindIE&apos;s configuration check passes it, its torch runtime and its ATB models end with MIE05E010000 or MIE05E010001.</source>
        <translation>plugin_params 中的文本不是 JSON 对象。MindIE 的配置校验会放过，其 torch 运行时与 ATB 模型会以 MIE05E010000 或 MIE05E010001 退出。</translation>
    </message>
    <message>
        <source>MTP takes num_speculative_tokens 1 or 2 (MindIE&apos;s documentation, &quot;MTP&quot;); the configuration check passes others, the model does not.</source>
        <translation>MTP 的 num_speculative_tokens 只能为 1 或 2（见 MindIE 文档“MTP”）；配置校验会放过其他值，模型不支持。</translation>
    </message>
    <message>
        <source>moe_ep * moe_tp is %1, cp * dp * tp is %2; both must be all cards. MindIE&apos;s configuration check passes it, its torch runtime and its ATB models stop.</source>
        <translation>moe_ep * moe_tp 为 %1，cp * dp * tp 为 %2；两者都必须等于总卡数。MindIE 的配置校验会放过，其 torch 运行时与 ATB 模型会停止。</translation>
    </message>
    <message>
        <source>it is nested too deeply (more than %1 lists or objects in one another).</source>
        <translation>嵌套过深（列表或对象相互嵌套超过 %1 层）。</translation>
    </message>
    <message>
        <source>metricsPort is the service port %1 too, managementPort is not. MindIE&apos;s configuration check passes it, its HTTP server says &quot;Management or Business or Metrics port is invalid.&quot;.</source>
        <translation>metricsPort 与业务端口同为 %1，而 managementPort 不同。MindIE 的配置校验会放行，但其 HTTP 服务报错：“Management or Business or Metrics port is invalid.”。</translation>
    </message>
    <message>
        <source>Metrics may share the management port, or all three be one.</source>
        <translation>监控指标端口可与管理端口相同，或三者全部相同。</translation>
    </message>
    <message>
        <source>npuDeviceIds[%1] has %2; MindIE&apos;s configuration check passes it, but the devices of a node are numbered from 0 to at most %3.</source>
        <translation>npuDeviceIds[%1] 含有 %2；MindIE 的配置校验会放行，但节点上的设备编号为 0 到最多 %3。</translation>
    </message>
    <message>
        <source>A device stands twice. With several nodes MindIE passes it and takes the rank table&apos;s devices; on one node it would be refused.</source>
        <translation>有设备重复出现。多机时 MindIE 会放行并改用 rank table 中的设备；单机时会被拒绝。</translation>
    </message>
    <message>
        <source>List each device once.</source>
        <translation>每个设备只列一次。</translation>
    </message>
    <message>
        <source>maxBatchSize is %1. MindIE 2.2 says &quot;scheduleParam.maxBatchSize [%1] is out of bound [5000]&quot;; 3.0 takes up to 819200.</source>
        <translation>maxBatchSize 为 %1。MindIE 2.2 报错：“scheduleParam.maxBatchSize [%1] is out of bound [5000]”；3.0 最大允许 819200。</translation>
    </message>
    <message>
        <source>At most 5000 for MindIE 2.2.</source>
        <translation>MindIE 2.2 最大为 5000。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2. MindIE&apos;s configuration check passes it; its documentation (service_parameter_configuration.md) allows %3 to %4.</source>
        <translation>“%1”为 %2。MindIE 的配置校验会放行；其文档（service_parameter_configuration.md）允许 %3 到 %4。</translation>
    </message>
    <message>
        <source>The default is 2.</source>
        <translation>默认值为 2。</translation>
    </message>
    <message>
        <source>0 to 100. MindIE 2.2 does not read this key.</source>
        <translation>0 到 100。MindIE 2.2 不读取该键。</translation>
    </message>
    <message>
        <source>npuUsageThreshold is %1. MindIE 3.0 says &quot;type must be number, but is %2&quot;.</source>
        <translation>npuUsageThreshold 为 %1。MindIE 3.0 报错：“type must be number, but is %2”。</translation>
    </message>
    <message>
        <source>npuUsageThreshold is %1. MindIE 3.0 says &quot;serverConfig.HealthCheckConfig.npuUsageThreshold [%2] is out of bound [100]&quot;.</source>
        <translation>npuUsageThreshold 为 %1。MindIE 3.0 报错：“serverConfig.HealthCheckConfig.npuUsageThreshold [%2] is out of bound [100]”。</translation>
    </message>
    <message>
        <source>device_id is &quot;%1&quot;. MindIE says &quot;Invalid device_id %1 in ranktable file&quot;.</source>
        <translation>device_id 为“%1”。MindIE 报错：“Invalid device_id %1 in ranktable file”。</translation>
    </message>
    <message>
        <source>device_id is &quot;%1&quot;. MindIE says &quot;Parameter device_id is %2, which is out of allow range [0, 63].&quot;.</source>
        <translation>device_id 为“%1”。MindIE 报错：“Parameter device_id is %2, which is out of allow range [0, 63].”。</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;; MindIE reads %3 out of it. Write the number alone.</source>
        <translation>%1 为“%2”；MindIE 将其读作 %3。请只写数字。</translation>
    </message>
    <message>
        <source>Ranks are whole numbers from 0.</source>
        <translation>rank 为从 0 开始的整数。</translation>
    </message>
    <message>
        <source>rank_id is &quot;%1&quot;. MindIE says &quot;Parameter rankId is out of uint32_t range [0, 4294967295] in ranktable file.&quot;.</source>
        <translation>rank_id 为“%1”。MindIE 报错：“Parameter rankId is out of uint32_t range [0, 4294967295] in ranktable file.”。</translation>
    </message>
    <message>
        <source>rank_id is &quot;%1&quot;. MindIE says &quot;Parameter rankId is invalid in ranktable file.&quot;.</source>
        <translation>rank_id 为“%1”。MindIE 报错：“Parameter rankId is invalid in ranktable file.”。</translation>
    </message>
    <message>
        <source>rank_id is &quot;%1&quot;. MindIE says &quot;Parameter rankId in ranktable is %2, which is out of allow range [0, 511].&quot;.</source>
        <translation>rank_id 为“%1”。MindIE 报错：“Parameter rankId in ranktable is %2, which is out of allow range [0, 511].”。</translation>
    </message>
    <message>
        <source>rank_id is &quot;%1&quot;. MindIE&apos;s configuration check reads %2 out of it, the Python of its torch runtime and of its ATB models does not (&quot;invalid literal for int()&quot;).</source>
        <translation>rank_id 为“%1”。MindIE 的配置校验将其读作 %2，但其 torch 运行时与 ATB 模型的 Python 代码无法解析（“invalid literal for int()”）。</translation>
    </message>
    <message>
        <source>MindIE 3.0 refuses it; 2.2 does not read this key.</source>
        <translation>MindIE 3.0 会拒绝；2.2 不读取该键。</translation>
    </message>
    <message>
        <source>Write a whole number from 1.</source>
        <translation>请填写不小于 1 的整数。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; MindIE&apos;s configuration check passes over it.</source>
        <translation>“%1”为 %2；MindIE 的配置校验会忽略它。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2. MindIE says &quot;Value for %1 out of range, got …&quot;.</source>
        <translation>“%1”为 %2。MindIE 报错：“Value for %1 out of range, got …”。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2. MindIE says &quot;Invalid value for %1, which is …&quot;.</source>
        <translation>“%1”为 %2。MindIE 报错：“Invalid value for %1, which is …”。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2. MindIE says &quot;%1 cannot be smaller than 1.&quot;.</source>
        <translation>“%1”为 %2。MindIE 报错：“%1 cannot be smaller than 1.”。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; MindIE reads %3 out of it and says &quot;%1 cannot be smaller than 1.&quot;.</source>
        <translation>“%1”为 %2；MindIE 将其读作 %3，并报错：“%1 cannot be smaller than 1.”。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; it must be a whole number. MindIE says &quot;type must be number, but is %3&quot;.</source>
        <translation>“%1”为 %2；必须是整数。MindIE 报错：“type must be number, but is %3”。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2. MindIE&apos;s configuration check passes it, but a whole number from %3 to %4 belongs here.</source>
        <translation>“%1”为 %2。MindIE 的配置校验会放行，但此处应为 %3 到 %4 的整数。</translation>
    </message>
    <message>
        <source>Write such a number, or remove the key.</source>
        <translation>请填写这样的整数，或删除该键。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; it must be a list of texts. MindIE says &quot;The type of param %1 should be array, but is %3&quot;.</source>
        <translation>“%1”为 %2；必须是文本列表。MindIE 报错：“The type of param %1 should be array, but is %3”。</translation>
    </message>
    <message>
        <source>The list &quot;%1&quot; has an entry that is no text; MindIE&apos;s configuration check passes it, but only texts belong there.</source>
        <translation>列表“%1”中有非文本项；MindIE 的配置校验会放行，但其中只应有文本。</translation>
    </message>
    <message>
        <source>The file has more than %1 MB; no file of the kind &quot;%2&quot; is that large.</source>
        <translation>文件超过 %1 MB；“%2”类文件不会这么大。</translation>
    </message>
    <message>
        <source>The deployment has %1 nodes; more than %2 are not supported, and the rest of the file was not looked at.</source>
        <translation>该部署有 %1 个节点；最多支持 %2 个，文件其余部分未检查。</translation>
    </message>
    <message>
        <source>Make several deployments of it.</source>
        <translation>请拆分为多个部署。</translation>
    </message>
    <message>
        <source>ATB_LLM_HCCL_ENABLE is not 1; MindIE-LLM&apos;s instructions for the ATB models on several nodes set it.</source>
        <translation>ATB_LLM_HCCL_ENABLE 不为 1；MindIE-LLM 的 ATB 模型多机说明均设置该变量。</translation>
    </message>
    <message>
        <source>export ATB_LLM_HCCL_ENABLE=1</source>
        <translation>export ATB_LLM_HCCL_ENABLE=1</translation>
    </message>
    <message>
        <source>The file is not strict JSON, so it cannot be opened.</source>
        <translation>该文件不是严格的 JSON，无法打开。</translation>
    </message>
    <message>
        <source>truncation is %1. MindIE 2.2 says &quot;The type of param truncation should be bool, but got %2&quot; and stops; 3.0 takes -1, 0 and 1, too.</source>
        <translation>truncation 为 %1。MindIE 2.2 报 &quot;The type of param truncation should be bool, but got %2&quot; 并退出；3.0 也接受 -1、0 和 1。</translation>
    </message>
    <message>
        <source>Write true or false.</source>
        <translation>请写 true 或 false。</translation>
    </message>
    <message>
        <source>Further settings that the recipe does not have: %1; they have no effect.</source>
        <translation>另有 %1 个设置不属于该方案，不起作用。</translation>
    </message>
    <message>
        <source>Number of nodes: the recipe needs %1, the deployment has %2.</source>
        <translation>节点数：该方案需要 %1 个，部署中有 %2 个。</translation>
    </message>
    <message>
        <source>Findings that are not listed: %1.</source>
        <translation>另有 %1 项未列出。</translation>
    </message>
    <message>
        <source>Repair these first.</source>
        <translation>请先处理以上各项。</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>该文件</translation>
    </message>
    <message>
        <source>Write a smaller number; see the place named.</source>
        <translation>请改为较小的数值，位置如上。</translation>
    </message>
    <message>
        <source>Further keys that are not documented: %1; they are ignored.</source>
        <translation>另有 %1 个键未见于文档，将被忽略。</translation>
    </message>
    <message>
        <source>The document ends, and something follows it. MindIE&apos;s daemon passes over that; its torch runtime refuses it (JSONDecodeError).</source>
        <translation>文档结束之后还有内容。MindIE 的守护进程会忽略它，其 torch 运行时会拒绝（JSONDecodeError）。</translation>
    </message>
    <message>
        <source>The file is not strict JSON. MindIE says &quot;… file is invalid. Please check json format! &quot;.</source>
        <translation>该文件不是严格的 JSON。MindIE 会报 &quot;… file is invalid. Please check json format! &quot;。</translation>
    </message>
    <message>
        <source>Remove it: it has no effect, and &quot;%1&quot; is there already.</source>
        <translation>请删除：它不起作用，而且已有 &quot;%1&quot;。</translation>
    </message>
    <message>
        <source>Another node is this computer, too: the same machine twice?</source>
        <translation>另一个节点也是本机：是否重复添加了同一台机器？</translation>
    </message>
    <message>
        <source>Another node has the root %1, too: the same machine twice?</source>
        <translation>另一个节点的 root 也是 %1：是否重复添加了同一台机器？</translation>
    </message>
    <message>
        <source>Give each simulated node its own folder; take one of the two out of &quot;nodes&quot; where they are one.</source>
        <translation>请为每个仿真节点指定各自的目录；若二者是同一节点，请从 &quot;nodes&quot; 中删除一个。</translation>
    </message>
    <message>
        <source>The deployment has no &quot;name&quot;; its files go to a folder &quot;unnamed&quot; on the nodes.</source>
        <translation>部署没有 &quot;name&quot;；其文件将放入节点上名为 &quot;unnamed&quot; 的目录。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; it must be a list.</source>
        <translation>“%1”是%2，必须是列表。</translation>
    </message>
    <message>
        <source>The name has %1 characters; a node&apos;s name has at most %2.</source>
        <translation>名称有 %1 个字符；节点名称最多 %2 个字符。</translation>
    </message>
    <message>
        <source>Choose a shorter name.</source>
        <translation>请使用更短的名称。</translation>
    </message>
    <message>
        <source>The name has %1 characters; the folder of its artifacts takes %2 of them: &quot;%3&quot;.</source>
        <translation>名称有 %1 个字符；其生成文件的目录只取其中 %2 个：“%3”。</translation>
    </message>
    <message>
        <source>The name has %1 characters; the folder of its files on the nodes takes %2 of them: &quot;%3&quot;.</source>
        <translation>名称有 %1 个字符；节点上的文件目录只取其中 %2 个：&quot;%3&quot;。</translation>
    </message>
    <message>
        <source>The name holds control characters, such as a line break: it is not shown as it is.</source>
        <translation>名称包含控制字符（如换行），显示时会有所不同。</translation>
    </message>
    <message>
        <source>Remove them.</source>
        <translation>请删除这些字符。</translation>
    </message>
    <message>
        <source>docker refuses it: &quot;unknown flag: %1&quot;.</source>
        <translation>docker 将拒绝：&quot;unknown flag: %1&quot;。</translation>
    </message>
    <message>
        <source>Remove it, or look it up in `docker run --help`.</source>
        <translation>请删除，或查阅 `docker run --help`。</translation>
    </message>
    <message>
        <source>Did you mean %1?</source>
        <translation>是否应为 %1？</translation>
    </message>
    <message>
        <source>docker refuses it: &quot;flag needs an argument: %1&quot;.</source>
        <translation>docker 将拒绝：&quot;flag needs an argument: %1&quot;。</translation>
    </message>
    <message>
        <source>No image is named: &quot;docker run&quot; requires at least 1 argument.</source>
        <translation>未指定镜像：&quot;docker run&quot; requires at least 1 argument.</translation>
    </message>
    <message>
        <source>The image comes after all options, its command after it.</source>
        <translation>镜像写在全部选项之后，启动命令写在镜像之后。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is taken for the image: a switch such as --privileged has no value of its own.</source>
        <translation>&quot;%1&quot; 会被当作镜像名：--privileged 等开关不带单独的值。</translation>
    </message>
    <message>
        <source>Write --privileged, or --privileged=true in one word.</source>
        <translation>请写为 --privileged，或连写为 --privileged=true。</translation>
    </message>
    <message>
        <source>Options of docker follow the image %1; they are given to the command in the container.</source>
        <translation>镜像 %1 之后还有 docker 选项，它们会被传给容器内的命令。</translation>
    </message>
    <message>
        <source>Put all of them before the image.</source>
        <translation>请全部移到镜像之前。</translation>
    </message>
    <message>
        <source>docker refuses it: &quot;conflicting options: cannot specify both --restart and --rm&quot;.</source>
        <translation>docker 将拒绝：&quot;conflicting options: cannot specify both --restart and --rm&quot;。</translation>
    </message>
    <message>
        <source>The image has no tag of its own: &quot;latest&quot; is another release one day than the next, and on each node the one that it happens to have.</source>
        <translation>镜像没有明确的标签：&quot;latest&quot; 随时间指向不同版本，各节点上也可能不是同一版本。</translation>
    </message>
    <message>
        <source>Name the release, and the same on every node.</source>
        <translation>请写明版本，各节点一致。</translation>
    </message>
    <message>
        <source>More than eight NPUs are an Atlas A3&apos;s, and the image is the one for A2.</source>
        <translation>超过 8 个 NPU 说明是 Atlas A3，而该镜像适用于 A2。</translation>
    </message>
    <message>
        <source>Take the tag that ends in -a3.</source>
        <translation>请使用以 -a3 结尾的标签。</translation>
    </message>
    <message>
        <source>%1 is given twice.</source>
        <translation>%1 重复指定。</translation>
    </message>
    <message>
        <source>%1 is no device of the driver: docker says &quot;error gathering device information&quot;.</source>
        <translation>%1 不是驱动的设备：docker 会报 &quot;error gathering device information&quot;。</translation>
    </message>
    <message>
        <source>No NPU is given to the container: no --device=/dev/davinciN (&quot;visible devices (0)&quot;).</source>
        <translation>未向容器提供 NPU：缺少 --device=/dev/davinciN（&quot;visible devices (0)&quot;）。</translation>
    </message>
    <message>
        <source>One --device=/dev/davinciN for each NPU; `ls /dev/davinci*` lists them.</source>
        <translation>每个 NPU 写一个 --device=/dev/davinciN，可用 `ls /dev/davinci*` 列出。</translation>
    </message>
    <message>
        <source>%1 is not given to the container; without it no program opens an NPU (dcmi -8005, aclInit 507008).</source>
        <translation>未向容器提供 %1，缺少时程序无法打开 NPU（dcmi -8005、aclInit 507008）。</translation>
    </message>
    <message>
        <source>The host&apos;s driver libraries are not in the container; it must be the host&apos;s own version (&quot;libascend_hal.so: cannot open shared object file&quot;, dcmi -8005).</source>
        <translation>容器内没有主机的驱动库，须使用主机自身的版本（&quot;libascend_hal.so: cannot open shared object file&quot;、dcmi -8005）。</translation>
    </message>
    <message>
        <source>The driver&apos;s version.info is not in the container; CANN asks it for the driver&apos;s version.</source>
        <translation>容器内没有驱动的 version.info，CANN 由此获取驱动版本。</translation>
    </message>
    <message>
        <source>npu-smi is not in the container, so nobody can look at the NPUs from in there.</source>
        <translation>容器内没有 npu-smi，无法在容器内查看 NPU。</translation>
    </message>
    <message>
        <source>Mount where the host has it, /usr/local/bin/npu-smi or /usr/local/sbin/npu-smi, and /usr/local/dcmi.</source>
        <translation>请挂载主机上的 /usr/local/bin/npu-smi 或 /usr/local/sbin/npu-smi，以及 /usr/local/dcmi。</translation>
    </message>
    <message>
        <source>&quot;/usr/local/ascend&quot; does not exist: paths are case-sensitive, and docker makes an empty folder of that name.</source>
        <translation>&quot;/usr/local/ascend&quot; 不存在：路径区分大小写，docker 会以该名称新建空目录。</translation>
    </message>
    <message>
        <source>docker refuses the mount &quot;%1&quot;: HOST:CONTAINER[:ro], the second an absolute path.</source>
        <translation>docker 将拒绝挂载 &quot;%1&quot;：格式为 HOST:CONTAINER[:ro]，后者须为绝对路径。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no path of the host: docker makes a volume of its own, and it is empty.</source>
        <translation>&quot;%1&quot; 不是主机路径：docker 会新建一个空卷。</translation>
    </message>
    <message>
        <source>Write the absolute path of the host before the colon.</source>
        <translation>冒号前请写主机上的绝对路径。</translation>
    </message>
    <message>
        <source>docker refuses it: &quot;Duplicate mount point: %1&quot;; line %2 has it already.</source>
        <translation>docker 将拒绝：&quot;Duplicate mount point: %1&quot;，第 %2 行已有。</translation>
    </message>
    <message>
        <source>docker refuses a mount over &quot;/&quot;.</source>
        <translation>docker 拒绝挂载到 &quot;/&quot;。</translation>
    </message>
    <message>
        <source>No folder for the weights is mounted; the container has only what is in the image.</source>
        <translation>未挂载权重目录，容器内只有镜像自带的内容。</translation>
    </message>
    <message>
        <source>-v /data/weights:/data/weights:ro, with your own folder</source>
        <translation>-v /data/weights:/data/weights:ro，换为您的目录</translation>
    </message>
    <message>
        <source>The command reads %1, and no mount brings it into the container.</source>
        <translation>启动命令读取 %1，但没有任何挂载使其进入容器。</translation>
    </message>
    <message>
        <source>Mount the folder under that path, or name it as the container sees it.</source>
        <translation>请将目录挂载到该路径，或按容器内的路径填写。</translation>
    </message>
    <message>
        <source>Published ports are discarded when using host network mode.</source>
        <translation>使用主机网络时，发布的端口会被忽略（Published ports are discarded when using host network mode）。</translation>
    </message>
    <message>
        <source>Remove -p.</source>
        <translation>请删除 -p。</translation>
    </message>
    <message>
        <source>The container has a network of its own and publishes no port: nobody reaches the service, and with several nodes HCCL does not find the host&apos;s interface (EI0001).</source>
        <translation>容器使用独立网络且未发布端口：无法访问服务；多节点时 HCCL 找不到主机网卡（EI0001）。</translation>
    </message>
    <message>
        <source>The container has a network of its own: for one node that is enough, with several HCCL and the engines do not find the host&apos;s addresses and interface (EI0001).</source>
        <translation>容器使用独立网络：单节点可用；多节点时 HCCL 与推理引擎找不到主机的地址和网卡（EI0001）。</translation>
    </message>
    <message>
        <source>--net=host</source>
        <translation>--net=host</translation>
    </message>
    <message>
        <source>docker refuses it: &quot;invalid size: &apos;%1&apos;&quot;.</source>
        <translation>docker 将拒绝：&quot;invalid size: &apos;%1&apos;&quot;。</translation>
    </message>
    <message>
        <source>A number and its unit in one word: --shm-size=16g</source>
        <translation>数字与单位连写：--shm-size=16g</translation>
    </message>
    <message>
        <source>--ipc=host and --shm-size together: docker ignores the size, podman refuses the pair.</source>
        <translation>同时使用 --ipc=host 与 --shm-size：docker 忽略大小，podman 拒绝。</translation>
    </message>
    <message>
        <source>Keep one of them.</source>
        <translation>请只保留其一。</translation>
    </message>
    <message>
        <source>Neither --shm-size nor --ipc=host: /dev/shm has docker&apos;s 64 MB, and the processes end in a bus error.</source>
        <translation>既没有 --shm-size 也没有 --ipc=host：/dev/shm 为 docker 默认的 64 MB，进程会因 Bus error 退出。</translation>
    </message>
    <message>
        <source>--shm-size=16g or more; MindIE asks for at least 1 GB, with data parallel 16 for 9.</source>
        <translation>--shm-size=16g 或更大；MindIE 要求至少 1 GB，数据并行为 16 时 9 GB。</translation>
    </message>
    <message>
        <source>/dev/shm of %1 is less than the 1 GB that the engines need (Bus error, MIE04E120208).</source>
        <translation>/dev/shm 为 %1，小于推理引擎所需的 1 GB（Bus error、MIE04E120208）。</translation>
    </message>
    <message>
        <source>--privileged: the container may do on the host what root may, and sees all NPUs, those of other services among them. MindIE&apos;s and today&apos;s vLLM-Ascend&apos;s instructions use it.</source>
        <translation>--privileged：容器在主机上拥有 root 权限，并可见全部 NPU，包括其他服务的 NPU。MindIE 与当前 vLLM-Ascend 的教程使用该选项。</translation>
    </message>
    <message>
        <source>Where the devices are listed, try without it; keep it where --shm-size or the devices end in &quot;Operation not permitted&quot;.</source>
        <translation>已列出设备时可尝试去掉；若 --shm-size 或设备报 &quot;Operation not permitted&quot;，则保留。</translation>
    </message>
    <message>
        <source>The user %1 must be in the host&apos;s group HwHiAiUser: /dev/davinci* have mode 660 (dcmi -8005).</source>
        <translation>用户 %1 须属于主机的 HwHiAiUser 组：/dev/davinci* 权限为 660（dcmi -8005）。</translation>
    </message>
    <message>
        <source>Leave --user out, or add --group-add with that group&apos;s number.</source>
        <translation>请去掉 --user，或用 --group-add 加上该组的编号。</translation>
    </message>
    <message>
        <source>%1 is a secret on the command line: `docker inspect` and the shell&apos;s history show it.</source>
        <translation>%1 是命令行中的敏感信息：`docker inspect` 和 shell 历史会显示它。</translation>
    </message>
    <message>
        <source>-e %1 without a value takes it from the environment; or use --env-file.</source>
        <translation>可写为不带值的 -e %1，从环境变量取值；或使用 --env-file。</translation>
    </message>
    <message>
        <source>no `docker run` is in it.</source>
        <translation>其中没有 `docker run`。</translation>
    </message>
    <message>
        <source>There is no text.</source>
        <translation>没有文本。</translation>
    </message>
    <message>
        <source>This is none of the kinds that are known: a docker run line, a vllm serve line, a script that sets variables, a rank table, MindIE&apos;s config.json, a deployment.</source>
        <translation>不属于已知的类型：docker run 命令、vllm serve 命令、设置环境变量的脚本、rank table、MindIE 的 config.json、部署文件。</translation>
    </message>
    <message>
        <source>vLLM %1 ends before it loads the model: %2</source>
        <translation>vLLM %1 在加载模型前即退出：%2</translation>
    </message>
    <message>
        <source>Change or remove this flag, or take an image of a release that knows it.</source>
        <translation>请修改或删除该参数，或改用支持它的版本的镜像。</translation>
    </message>
    <message>
        <source>Which release reads this is not known. The parsers of vLLM %1 take it; others do not, such as that of %2: %3</source>
        <translation>不知道由哪个版本读取。vLLM %1 的解析器接受该命令行，其他版本不接受，例如 %2：%3</translation>
    </message>
    <message>
        <source>Compare with the tag of your image.</source>
        <translation>请与所用镜像的标签核对。</translation>
    </message>
    <message>
        <source>No model is named; vLLM would load a small one of its own choice from Hugging Face.</source>
        <translation>未指定模型，vLLM 会从 Hugging Face 加载其默认的小模型。</translation>
    </message>
    <message>
        <source>The folder of the weights comes right after &quot;serve&quot;.</source>
        <translation>权重目录写在 &quot;serve&quot; 之后。</translation>
    </message>
    <message>
        <source>The name of the weights says %1, and --quantization is not there.</source>
        <translation>权重名称含 %1，但没有 --quantization。</translation>
    </message>
    <message>
        <source>ModelSlim&apos;s weights want --quantization ascend.</source>
        <translation>ModelSlim 权重需要 --quantization ascend。</translation>
    </message>
    <message>
        <source>%1 stands on the command line: every user of the machine can read it there.</source>
        <translation>%1 写在命令行中，该机器上的所有用户都能看到。</translation>
    </message>
    <message>
        <source>Set HF_TOKEN in the environment instead.</source>
        <translation>请改为设置环境变量 HF_TOKEN。</translation>
    </message>
    <message>
        <source>Set VLLM_API_KEY in the environment instead.</source>
        <translation>请改为设置环境变量 VLLM_API_KEY。</translation>
    </message>
    <message>
        <source>vLLM %1: %2.</source>
        <translation>vLLM %1：%2。</translation>
    </message>
    <message>
        <source>The command line of vLLM %1 is not known here; known are %2.</source>
        <translation>不了解 vLLM %1 的命令行；已知版本：%2。</translation>
    </message>
    <message>
        <source>no `vllm serve` is in it.</source>
        <translation>其中没有 `vllm serve`。</translation>
    </message>
    <message>
        <source>Blanks follow the backslash, so the command ends here; what comes next is a command of its own.</source>
        <translation>反斜杠之后有空格，命令在此结束，后续内容会成为单独的命令。</translation>
    </message>
    <message>
        <source>Remove the blanks at the end of the line.</source>
        <translation>请删除行尾空格。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a dash of typography, not &quot;-&quot;: the word is no option.</source>
        <translation>&quot;%1&quot; 是排版用的破折号，不是 &quot;-&quot;，该词不是选项。</translation>
    </message>
    <message>
        <source>Type it anew as &quot;-&quot; or &quot;--&quot;.</source>
        <translation>请重新输入 &quot;-&quot; 或 &quot;--&quot;。</translation>
    </message>
    <message>
        <source>%1 is a quotation mark of typography; a shell takes it for a letter.</source>
        <translation>%1 是排版用的引号，shell 会把它当作普通字符。</translation>
    </message>
    <message>
        <source>Type it anew as &apos; or &quot;.</source>
        <translation>请重新输入 &apos; 或 &quot;。</translation>
    </message>
    <message>
        <source>A quotation mark in this command is not closed.</source>
        <translation>该命令中的引号未闭合。</translation>
    </message>
    <message>
        <source>Close it.</source>
        <translation>请闭合引号。</translation>
    </message>
    <message>
        <source>The line begins with an option, and the one before does not end in &quot;\&quot;: &quot;%1&quot; is run as a command.</source>
        <translation>该行以选项开头，而上一行没有以 &quot;\&quot; 结尾：&quot;%1&quot; 会被当作命令执行。</translation>
    </message>
    <message>
        <source>Put a backslash at the end of the line before, nothing behind it.</source>
        <translation>请在上一行末尾加反斜杠，其后不留任何字符。</translation>
    </message>
    <message>
        <source>In AIV mode HCCL_EXEC_TIMEOUT is at most 1091 seconds; more is taken as that.</source>
        <translation>AIV 模式下 HCCL_EXEC_TIMEOUT 最大为 1091 秒，超过时按 1091 处理。</translation>
    </message>
    <message>
        <source>The recipe is written for nodes: %1. The deployment has %2: that so many work together as it sets them up is not known.</source>
        <translation>该方案按 %1 个节点编写，而部署有 %2 个节点：如此多的节点能否按其配置协同工作尚不可知。</translation>
    </message>
    <message>
        <source>%1 names card %2 twice.</source>
        <translation>%1 中 NPU %2 出现了两次。</translation>
    </message>
    <message>
        <source>Each card once.</source>
        <translation>每张卡只写一次。</translation>
    </message>
    <message>
        <source>Take it out, or take an image of a release that reads it (%1 of that release).</source>
        <translation>请删除该键，或使用读取它的版本的镜像（见该版本的 %1）。</translation>
    </message>
    <message>
        <source>No release of vLLM that is known here takes this. The nearest, %1, ends before it loads the model: %2</source>
        <translation>已知的 vLLM 各版本均不接受此命令。最接近的 %1 在加载模型前即退出：%2</translation>
    </message>
    <message>
        <source>%1 names card &quot;%2&quot;, which is no number.</source>
        <translation>%1 中的卡号“%2”不是数字。</translation>
    </message>
    <message>
        <source>expandable_segments of PYTORCH_NPU_ALLOC_CONF is &quot;%1&quot;; torch_npu takes True or False.</source>
        <translation>PYTORCH_NPU_ALLOC_CONF 中的 expandable_segments 为“%1”，torch_npu 只接受 True 或 False。</translation>
    </message>
    <message>
        <source>The command works on %1 NPUs (tensor x pipeline x data parallel), and the container is given %2.</source>
        <translation>该命令使用 %1 个 NPU（张量并行 × 流水线并行 × 数据并行），而容器只获得 %2 个。</translation>
    </message>
    <message>
        <source>One --device=/dev/davinciN for each of them, or less parallel sizes.</source>
        <translation>为每个 NPU 添加一个 --device=/dev/davinciN，或减小并行规模。</translation>
    </message>
    <message>
        <source>The key &quot;%1&quot; stands twice in one object, so the file cannot be opened.</source>
        <translation>键 &quot;%1&quot; 在同一对象中出现两次，因此无法打开该文件。</translation>
    </message>
    <message>
        <source>Save it as UTF-8; see the place named.</source>
        <translation>请以 UTF-8 保存；位置见上。</translation>
    </message>
    <message>
        <source>The shell puts options in place of %1 that are not known here; devices, mounts, network and /dev/shm may be among them, so none of these is said to be missing.</source>
        <translation>Shell 会把 %1 替换为此处未知的选项，其中可能包含设备、挂载、网络和 /dev/shm，因此不报告这些内容缺失。</translation>
    </message>
    <message>
        <source>To have all of it looked at, take the line that `echo docker run …` prints.</source>
        <translation>如需检查完整命令，请使用 `echo docker run …` 输出的内容。</translation>
    </message>
    <message>
        <source>ASCEND_RT_VISIBLE_DEVICES names card %1, and the container is given %2, which count from 0 in there (&quot;input data rang&quot;, error code 107001).</source>
        <translation>ASCEND_RT_VISIBLE_DEVICES 指定了卡 %1，而容器只分配了 %2 张卡，容器内从 0 开始编号（“input data rang”，错误码 107001）。</translation>
    </message>
    <message>
        <source>Leave it out, or name the cards as the container counts them, from 0 on.</source>
        <translation>请删除该变量，或按容器内从 0 开始的编号填写。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; counts from the folder in which docker is called; docker before 23.0 refuses such a path.</source>
        <translation>“%1” 相对于执行 docker 时所在的目录；docker 23.0 之前的版本不接受此类路径。</translation>
    </message>
    <message>
        <source>docker takes &quot;%1&quot; for the name of a volume and refuses it: &quot;includes invalid characters for a local volume name&quot;.</source>
        <translation>docker 将 “%1” 视为卷名并拒绝：“includes invalid characters for a local volume name”。</translation>
    </message>
    <message>
        <source>Write $HOME: the shell fills in a ~ only at the beginning of a word, outside quotation marks.</source>
        <translation>请改写为 $HOME：Shell 只展开位于单词开头且未加引号的 ~。</translation>
    </message>
    <message>
        <source>The service listens on %1 of the container only; what -p publishes does not reach it there.</source>
        <translation>服务仅监听容器内的 %1，-p 发布的端口无法到达。</translation>
    </message>
    <message>
        <source>--host 0.0.0.0</source>
        <translation>--host 0.0.0.0</translation>
    </message>
    <message>
        <source>The service listens on port %1 of the container, and no -p leads there.</source>
        <translation>服务监听容器内的端口 %1，没有 -p 指向该端口。</translation>
    </message>
    <message>
        <source>-p HOST:%1, or --port as it is published.</source>
        <translation>使用 -p HOST:%1，或将 --port 改为已发布的端口。</translation>
    </message>
    <message>
        <source>Check the spelling; who reads it is not known here.</source>
        <translation>请检查拼写；此处不清楚由谁读取该变量。</translation>
    </message>
    <message>
        <source>ASCEND_LAUNCH_BLOCKING=1 waits for each operator: it is for debugging, slow, and does not go with ACL graph.</source>
        <translation>ASCEND_LAUNCH_BLOCKING=1 使每个算子同步下发：仅用于调试，速度慢，且与 ACL graph 不兼容。</translation>
    </message>
    <message>
        <source>Leave it out where others use the service.</source>
        <translation>对外提供服务时请勿设置。</translation>
    </message>
    <message>
        <source>ASCEND_GLOBAL_LOG_LEVEL=0 writes CANN&apos;s debug logs, which fill the disk; 3, errors only, is the default.</source>
        <translation>ASCEND_GLOBAL_LOG_LEVEL=0 会输出 CANN 调试日志，可能占满磁盘；默认值为 3，仅输出错误。</translation>
    </message>
    <message>
        <source>This is a docker compose file, which is not read here; its `command` alone would say little.</source>
        <translation>这是 docker compose 文件，此处不读取；仅凭其中的 `command` 无法判断。</translation>
    </message>
    <message>
        <source>The command works on %1 NPUs (tensor x pipeline x data parallel), and %2 lets it see %3.</source>
        <comment>a number; a variable; a number</comment>
        <translation>该命令使用 %1 个 NPU（张量并行 × 流水线并行 × 数据并行），而 %2 只让其可见 %3 个。</translation>
    </message>
    <message>
        <source>Name a card for each of them there, or less parallel sizes.</source>
        <translation>请在其中为每个 NPU 列出一张卡，或减小并行规模。</translation>
    </message>
    <message>
        <source>docker refuses the mount &quot;%1&quot;: &quot;mount path must be absolute&quot;.</source>
        <translation>docker 将拒绝挂载 “%1”：“mount path must be absolute”。</translation>
    </message>
    <message>
        <source>Write the absolute path of the host after &quot;source=&quot;.</source>
        <translation>“source=” 之后请写主机上的绝对路径。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is set and is not read, as &quot;weightsFrom&quot; is %2.</source>
        <translation>已设置“%1”但不会读取，因为“weightsFrom”为 %2。</translation>
    </message>
    <message>
        <source>vLLM ends with &quot;Unsupported connector type&quot; unless a plugin of the image registers it, or kv_connector_module_path names its module.</source>
        <translation>除非镜像中的插件注册了它，或 kv_connector_module_path 指明其模块，否则 vLLM 会以 &quot;Unsupported connector type&quot; 退出。</translation>
    </message>
    <message>
        <source>Give each its own. Lines that are for several machines are better checked one by one.</source>
        <translation>请分别设置。若这些命令用于多台机器，请逐条检查。</translation>
    </message>
    <message>
        <source>This service and that of line %1 both listen on port %2; on one machine the second one ends with &quot;Address already in use&quot;.</source>
        <translation>该服务与第 %1 行的服务都监听端口 %2；在同一台机器上，后启动的会以 &quot;Address already in use&quot; 退出。</translation>
    </message>
    <message>
        <source>This service and that of line %1 both take the NPUs %2 (ASCEND_RT_VISIBLE_DEVICES); on one machine the second one finds their memory taken.</source>
        <translation>该服务与第 %1 行的服务都使用 NPU %2（ASCEND_RT_VISIBLE_DEVICES）；在同一台机器上，后启动的会因显存已被占用而失败。</translation>
    </message>
    <message>
        <source>Give every prefill group and the decode group an engine_id of its own, or leave it out: then each has one by chance.</source>
        <translation>请为每个 P 组和 D 组设置各自的 engine_id，或省略该项：此时各自取随机值。</translation>
    </message>
    <message>
        <source>engine_id &quot;%1&quot; is also that of the command in %2, which has another kv_role: no KV cache is handed over between them (&quot;Conflict engine id&quot;).</source>
        <translation>engine_id “%1” 与%2的命令相同，而两者的 kv_role 不同：它们之间无法传递 KV Cache（“Conflict engine id”）。</translation>
    </message>
    <message>
        <source>engine_id &quot;%1&quot; is also that of the command in %2: of two prefill nodes the KV cache of one would be looked for at the other.</source>
        <translation>engine_id “%1” 与%2的命令相同：两个 P 节点若如此，会到另一节点读取其 KV Cache。</translation>
    </message>
    <message>
        <source>plugin_type is empty: no plugin is on.</source>
        <translation>plugin_type 为空：未启用任何插件。</translation>
    </message>
    <message>
        <source>MindIE knows %1.</source>
        <translation>MindIE 支持：%1。</translation>
    </message>
    <message>
        <source>This script does not set it; what calls the script, or the image, may.</source>
        <translation>本脚本未设置该变量；调用方或镜像可能已设置。</translation>
    </message>
    <message>
        <source>Use %1 in --additional-config.</source>
        <translation>请改用 --additional-config 中的 %1。</translation>
    </message>
    <message>
        <source>%1 is read by vLLM-Ascend %2 only; other releases ignore it.</source>
        <translation>%1 仅由 vLLM-Ascend %2 读取，其他版本会忽略它。</translation>
    </message>
    <message>
        <source>Remove it, unless the image is of one of these releases.</source>
        <translation>除非镜像属于这些版本，否则请删除。</translation>
    </message>
    <message>
        <source>%1 has no effect in vLLM-Ascend %2; it is read by %3.</source>
        <translation>%1 在 vLLM-Ascend %2 中不起作用；读取它的版本是 %3。</translation>
    </message>
    <message>
        <source>%1 has &quot;%2&quot;; torch_npu takes options as name:value.</source>
        <translation>%1 中有 “%2”；torch_npu 的选项须写成 名称:值。</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;; HCCL of some releases refuses a list that begins or ends with a comma.</source>
        <translation>%1 为“%2”；部分版本的 HCCL 会拒绝以逗号开头或结尾的列表。</translation>
    </message>
    <message>
        <source>%1 is no variable of the engines that is known; the script uses it itself.</source>
        <translation>%1 不是已知的引擎变量；脚本自己使用它。</translation>
    </message>
    <message>
        <source>%1 is a placeholder: the shell would read from a file of that name.</source>
        <translation>%1 是占位符：shell 会从同名文件读取输入。</translation>
    </message>
    <message>
        <source>Put the value in.</source>
        <translation>请填入实际值。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; and &quot;%2&quot; are one machine: the same host %3 and the same port.</source>
        <translation>“%1”和“%2”是同一台机器：主机同为 %3，端口也相同。</translation>
    </message>
    <message>
        <source>Name each machine once: correct the host of one of the two, or take it out of &quot;nodes&quot;.</source>
        <translation>每台机器只写一次：更正其中一个的主机，或将其从 &quot;nodes&quot; 中去掉。</translation>
    </message>
    <message>
        <source>Not known here: %1. What depends on it was not judged.</source>
        <comment>$TP, $PORT</comment>
        <translation>此处无法得知 %1 的值，与之相关的内容未作检查。</translation>
    </message>
    <message>
        <source>The host is &quot;%1&quot;.</source>
        <translation>host 为 “%1”。</translation>
    </message>
    <message>
        <source>The user goes into &quot;user&quot;: &quot;%1&quot;; the host is &quot;%2&quot;.</source>
        <translation>用户名应写入 &quot;user&quot;：“%1”；host 为 “%2”。</translation>
    </message>
    <message>
        <source>The port goes into &quot;port&quot;: %1; the host is &quot;%2&quot;.</source>
        <translation>端口应写入 &quot;port&quot;：%1；host 为 “%2”。</translation>
    </message>
    <message>
        <source>The user is &quot;%1&quot;.</source>
        <translation>user 为 “%1”。</translation>
    </message>
    <message>
        <source>The name with which one logs in, without a host.</source>
        <translation>应为登录用户名，不含主机。</translation>
    </message>
    <message>
        <source>How many NPUs the node has is not known here; `ls -d /dev/davinci[0-9]*` on it lists them.</source>
        <translation>此处不知道节点有多少个 NPU；在节点上执行 `ls -d /dev/davinci[0-9]*` 可列出。</translation>
    </message>
    <message>
        <source>It is mistyped: write the address that hccn_tool -i N -ip -g says on that server.</source>
        <translation>该地址有误：请填写在该服务器上执行 hccn_tool -i N -ip -g 得到的地址。</translation>
    </message>
    <message>
        <source>it holds a number that is too large (%1).</source>
        <translation>其中有过大的数值（%1）。</translation>
    </message>
    <message>
        <source>plugin_type names &quot;%1&quot;, which is no plugin. MindIE&apos;s configuration check passes it, its torch runtime and its ATB models end with MIE05E010000.</source>
        <translation>plugin_type 中的“%1”不是任何插件。MindIE 的配置检查会放行，其 torch 运行时与 ATB 模型会以 MIE05E010000 结束。</translation>
    </message>
    <message>
        <source>With cp or sp MTP takes num_speculative_tokens 1 only (MindIE&apos;s documentation, &quot;MTP&quot;).</source>
        <translation>使用 cp 或 sp 时，MTP 的 num_speculative_tokens 只能为 1（MindIE 文档“MTP”）。</translation>
    </message>
    <message>
        <source>splitfuse needs templateType Mix (MindIE&apos;s documentation, &quot;SplitFuse&quot;).</source>
        <translation>splitfuse 需要 templateType 为 Mix（MindIE 文档“SplitFuse”）。</translation>
    </message>
    <message>
        <source>cp * dp * tp is %1, which does not fit worldSize %2 per node. MindIE&apos;s configuration check passes it; MindIE&apos;s documentation (&quot;Data Parallel&quot;) wants all cards, and the model stops.</source>
        <translation>cp * dp * tp 为 %1，与单节点 worldSize %2 不符。MindIE 的配置检查会放行；MindIE 文档（“Data Parallel”）要求等于全部卡数，模型会停止。</translation>
    </message>
    <message>
        <source>sp is %1; it must be tp (%2) or 1 (MindIE&apos;s documentation, &quot;Sequence Parallel&quot;).</source>
        <translation>sp 为 %1；必须为 tp（%2）或 1（MindIE 文档“Sequence Parallel”）。</translation>
    </message>
    <message>
        <source>cp is %1; the ATB backend knows 1 and 2 (MindIE&apos;s documentation, &quot;Context Parallel&quot;).</source>
        <translation>cp 为 %1；ATB 后端支持 1 和 2（MindIE 文档“Context Parallel”）。</translation>
    </message>
    <message>
        <source>cp 2 needs dp 1 and sp equal to tp (MindIE&apos;s documentation, &quot;Context Parallel&quot;).</source>
        <translation>cp 为 2 时需要 dp 为 1 且 sp 等于 tp（MindIE 文档“Context Parallel”）。</translation>
    </message>
    <message>
        <source>backendType is torch. MindIE 2.2 says &quot;Backend type only supports atb or ms.&quot;.</source>
        <translation>backendType 为 torch。MindIE 2.2 会报错“Backend type only supports atb or ms.”。</translation>
    </message>
    <message>
        <source>server_id is the loopback address %1, at which HCCL of the other servers cannot reach it.</source>
        <translation>server_id 是回环地址 %1，其他服务器上的 HCCL 无法通过它访问本机。</translation>
    </message>
    <message>
        <source>device_id %1 stands twice on this server; HCCL takes each device once.</source>
        <translation>device_id %1 在该服务器上出现了两次；HCCL 中每个设备只能出现一次。</translation>
    </message>
    <message>
        <source>%1 is ***, which stands where a key was taken out: it would be the key itself.</source>
        <translation>%1 的值为 ***，这是密钥被略去后的占位符，会被直接当作密钥。</translation>
    </message>
</context>
<context>
    <name>LocalApiServer</name>
    <message>
        <source>Cannot listen on %1, port %2. Choose another port or free this one.</source>
        <translation>无法监听 %1 的端口 %2。请更换端口或释放该端口。</translation>
    </message>
    <message>
        <source>Cannot listen on %1: it is no address of this machine. Choose one of those that `ip addr` shows, or 127.0.0.1.</source>
        <translation>无法监听 %1：它不是本机的地址。请选择 `ip addr` 列出的地址之一，或 127.0.0.1。</translation>
    </message>
</context>
<context>
    <name>LocalShell</name>
    <message>
        <source>There is no command to run.</source>
        <translation>没有要执行的命令。</translation>
    </message>
    <message>
        <source>An argument of a command cannot hold a NUL character.</source>
        <translation>命令参数不能含有 NUL 字符。</translation>
    </message>
    <message>
        <source>This machine has no room for another command.</source>
        <translation>本机资源不足，无法再执行命令。</translation>
    </message>
    <message>
        <source>The command was started and then ended; %1 bytes of output had arrived.</source>
        <translation>命令已启动，随后被终止；此前已收到 %1 字节输出。</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>&apos;%1&apos; did not finish within %2 s.</source>
        <translation>“%1”未在 %2 秒内完成。</translation>
    </message>
    <message>
        <source>The file %1 cannot be read.</source>
        <translation>无法读取文件 %1。</translation>
    </message>
    <message>
        <source>%1 is a folder, not a file.</source>
        <translation>%1 是目录，不是文件。</translation>
    </message>
</context>
<context>
    <name>LogFiles</name>
    <message>
        <source>There are more than %1 files in %2; name the folders of the logs.</source>
        <translation>%2 中的文件超过 %1 个，请指定日志所在目录。</translation>
    </message>
    <message>
        <source>There are no files in %1.</source>
        <translation>%1 中没有文件。</translation>
    </message>
    <message>
        <source>The bundle in %1 holds no log of a node.</source>
        <translation>%1 中的诊断包不含任何节点日志。</translation>
    </message>
    <message>
        <source>Only the first %1 MiB of its lines were read.</source>
        <translation>仅读取了其中前 %1 MiB 的日志行。</translation>
    </message>
</context>
<context>
    <name>LogFilterRow</name>
    <message>
        <source>All nodes</source>
        <translation>所有节点</translation>
    </message>
    <message>
        <source>All processes</source>
        <translation>所有进程</translation>
    </message>
    <message>
        <source>Search the lines</source>
        <translation>搜索日志行</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>所有级别</translation>
    </message>
    <message>
        <source>%1 and above</source>
        <translation>%1及以上</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>Debug</source>
        <comment>level of a line</comment>
        <translation>调试</translation>
    </message>
    <message>
        <source>Info</source>
        <comment>level of a line</comment>
        <translation>信息</translation>
    </message>
    <message>
        <source>Warning</source>
        <comment>level of a line</comment>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <comment>level of a line</comment>
        <translation>错误</translation>
    </message>
    <message>
        <source>Fatal</source>
        <comment>level of a line</comment>
        <translation>致命</translation>
    </message>
    <message>
        <source>First failure: %1</source>
        <translation>首个故障：%1</translation>
    </message>
    <message>
        <source>Time here</source>
        <comment>of a line, by this computer&apos;s clock</comment>
        <translation>本机时间</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>内容</translation>
    </message>
</context>
<context>
    <name>LogSourceModel</name>
    <message>
        <source>no text; only lines with a time were looked at</source>
        <translation>不是文本，只检查了带时间的行</translation>
    </message>
    <message>
        <source>packed; unpack it first</source>
        <translation>是压缩文件，请先解压</translation>
    </message>
    <message>
        <source>its times are compared with no other node&apos;s</source>
        <translation>其时间未与其他节点比较</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>First time</source>
        <translation>最早时间</translation>
    </message>
    <message>
        <source>Last time</source>
        <translation>最晚时间</translation>
    </message>
    <message>
        <source>To be known</source>
        <translation>说明</translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message>
        <source>
… %1 KB left out …
</source>
        <translation>
… 省略 %1 KB …
</translation>
    </message>
</context>
<context>
    <name>LogsPage</name>
    <message>
        <source>Open logs</source>
        <translation>打开日志</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Logs (*.log *.txt)</source>
        <translation>日志 (*.log *.txt)</translation>
    </message>
    <message>
        <source>Save the lines that are shown</source>
        <translation>保存所显示的日志行</translation>
    </message>
    <message>
        <source>First sign of the failure, on %1 at %2: %3</source>
        <comment>node, time, cause</comment>
        <translation>故障的最早迹象，节点 %1，%2：%3</translation>
    </message>
    <message>
        <source>First failure, on %1 at %2: %3</source>
        <comment>node, time, cause</comment>
        <translation>首个故障，节点 %1，%2：%3</translation>
    </message>
    <message>
        <source>Most likely the first failure, on %1 at %2: %3</source>
        <comment>node, time, cause</comment>
        <translation>很可能是首个故障，节点 %1，%2：%3</translation>
    </message>
    <message>
        <source>First failure</source>
        <translation>首个故障</translation>
    </message>
    <message>
        <source>First sign</source>
        <translation>最早迹象</translation>
    </message>
    <message>
        <source>following %1 of %2 nodes</source>
        <translation>正在跟踪 %1/%2 个节点</translation>
    </message>
    <message>
        <source>reading, %1 so far</source>
        <translation>正在读取，已读 %1</translation>
    </message>
    <message>
        <source>lines: %1</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 of %2 lines</source>
        <translation>%1/%2 行</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>%1 has not said anything for %2; it is asked again.</source>
        <translation>%1 已有 %2 没有任何消息；正在重新询问。</translation>
    </message>
    <message>
        <source>%1 is not heard: %2 It is asked again.</source>
        <translation>收不到 %1 的消息：%2 将重新询问。</translation>
    </message>
    <message>
        <source>%1 waits for an answer: %2</source>
        <translation>%1 等待答复：%2</translation>
    </message>
    <message>
        <source>Reads what the service, its container, CANN and the kernel write on every node, from their last lines on; changes nothing.</source>
        <translation>读取每个节点上服务、其容器、CANN 和内核写下的日志，从最近的若干行开始；不做任何更改。</translation>
    </message>
    <message>
        <source>Add the nodes first, or open a deployment.</source>
        <translation>请先添加节点，或打开一个部署。</translation>
    </message>
    <message>
        <source>Waiting for the first lines.</source>
        <translation>正在等待第一批日志行。</translation>
    </message>
    <message>
        <source>No lines yet. Follow the nodes to see what all of them write, on one clock, or open logs: files can be dropped here, too.</source>
        <translation>还没有日志行。跟踪节点即可按统一时钟查看所有节点写下的内容；也可以打开日志，或把文件拖放到这里。</translation>
    </message>
    <message>
        <source>Open logs…</source>
        <translation>打开日志…</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Follow the nodes</source>
        <translation>跟踪节点</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>跟随末尾</translation>
    </message>
    <message>
        <source>The newest lines stay in sight; scrolling up ends that.</source>
        <translation>始终显示最新的行；向上滚动即取消。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>New lines are kept, and shown when it goes on.</source>
        <translation>新的日志行会保留，继续后再显示。</translation>
    </message>
    <message>
        <source>The lines that pass the filter, with known secrets taken out.</source>
        <translation>通过筛选的日志行，已知机密会去除。</translation>
    </message>
    <message>
        <source>Lines of all nodes</source>
        <translation>所有节点的日志行</translation>
    </message>
    <message>
        <source>The chosen line</source>
        <translation>所选日志行</translation>
    </message>
    <message>
        <source>No line matches the filter.</source>
        <translation>没有符合筛选条件的行。</translation>
    </message>
    <message>
        <source>Show all lines</source>
        <translation>显示所有行</translation>
    </message>
    <message numerus="yes">
        <source>%n older line(s) dropped</source>
        <translation>
            <numerusform>已丢弃较早的 %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>paused, %n new line(s) waiting</source>
        <translation>
            <numerusform>已暂停，%n 条新日志等待显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) saved, known secrets taken out</source>
        <translation>
            <numerusform>已保存 %n 行，已知机密已去除</numerusform>
        </translation>
    </message>
    <message>
        <source>a time not told</source>
        <translation>未知时间</translation>
    </message>
    <message>
        <source>Search the lines</source>
        <translation>搜索日志行</translation>
    </message>
    <message>
        <source>The clock of %1 is off by %2 (± %3 s), as measured at %4; its lines are shown without that. Those from before a change of that clock stand at a wrong time.</source>
        <translation>%4 测得 %1 的时钟偏差 %2（± %3 s）；显示其日志行时已扣除该偏差。该时钟变动之前写入的日志行，显示的时间不正确。</translation>
    </message>
</context>
<context>
    <name>Look</name>
    <message>
        <source>Passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>已是最新</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Not reported</source>
        <translation>未上报</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Deployments (*.deployment.json)</source>
        <translation>部署文件 (*.deployment.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a deployment</source>
        <translation>打开部署</translation>
    </message>
    <message>
        <source>Save the deployment</source>
        <translation>保存部署</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（仿真）</translation>
    </message>
    <message>
        <source>Simulated cluster on this machine. Nothing here is a real NPU.</source>
        <translation>本机上的仿真集群，这里没有真实的 NPU。</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <comment>a page of the window</comment>
        <translation>转到“%1”</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>file – folder</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>A run of %1 is under way. Stop it or let it end before another deployment is opened.</source>
        <translation>%1 正在运行部署。请先停止或等它结束，再打开其他部署。</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Take out addresses, host and user names</source>
        <translation>去除地址、主机名和用户名</translation>
    </message>
    <message>
        <source>Passwords, keys and tokens are taken out in any case.</source>
        <translation>口令、密钥和令牌始终会去除。</translation>
    </message>
    <message>
        <source>Reports (*.tar.gz)</source>
        <translation>报告 (*.tar.gz)</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Look at a text…</source>
        <translation>检查文本…</translation>
    </message>
    <message>
        <source>Pack for a closed network</source>
        <translation>打包以带入封闭网络</translation>
    </message>
    <message>
        <source>With the image, as a node has it</source>
        <translation>包含镜像（取自节点）</translation>
    </message>
    <message>
        <source>With the weights; of a large model hundreds of GB</source>
        <translation>包含权重（大模型可达数百 GB）</translation>
    </message>
    <message>
        <source>A folder that is empty or holds a pack already is packed into; in any other one, %1 is made. What was cut short goes on where it stopped.</source>
        <translation>所选目录为空或已有打包内容时，直接打包到该目录；否则在其中新建 %1。中断的打包会从中断处继续。</translation>
    </message>
    <message>
        <source>Pack</source>
        <translation>打包</translation>
    </message>
    <message>
        <source>Pack for a closed network…</source>
        <translation>打包以带入封闭网络…</translation>
    </message>
    <message>
        <source>Recordings (*.ascrec)</source>
        <translation>录制文件 (*.ascrec)</translation>
    </message>
</context>
<context>
    <name>Metrics</name>
    <message>
        <source>NPU utilization</source>
        <translation>NPU 利用率</translation>
    </message>
    <message>
        <source>HBM used</source>
        <translation>HBM 已用</translation>
    </message>
    <message>
        <source>HBM size</source>
        <translation>HBM 容量</translation>
    </message>
    <message>
        <source>Device memory used</source>
        <translation>设备内存已用</translation>
    </message>
    <message>
        <source>Device memory size</source>
        <translation>设备内存容量</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康状态</translation>
    </message>
    <message>
        <source>Processes on the NPU</source>
        <translation>NPU 上的进程数</translation>
    </message>
    <message>
        <source>Host CPU</source>
        <translation>主机 CPU</translation>
    </message>
    <message>
        <source>Host memory used</source>
        <translation>主机内存已用</translation>
    </message>
    <message>
        <source>Host memory size</source>
        <translation>主机内存容量</translation>
    </message>
    <message>
        <source>Time to first token, p50</source>
        <translation>首 Token 时延 TTFT p50</translation>
    </message>
    <message>
        <source>Time to first token, p99</source>
        <translation>首 Token 时延 TTFT p99</translation>
    </message>
    <message>
        <source>Time per output token, p50</source>
        <translation>单 Token 时延 TPOT p50</translation>
    </message>
    <message>
        <source>Time per output token, p99</source>
        <translation>单 Token 时延 TPOT p99</translation>
    </message>
    <message>
        <source>Output tokens per second</source>
        <translation>每秒输出 Token 数</translation>
    </message>
    <message>
        <source>Input tokens per second</source>
        <translation>每秒输入 Token 数</translation>
    </message>
    <message>
        <source>Requests running</source>
        <translation>运行中的请求数</translation>
    </message>
    <message>
        <source>Requests waiting</source>
        <translation>等待中的请求数</translation>
    </message>
    <message>
        <source>KV cache used</source>
        <translation>KV Cache 使用率</translation>
    </message>
    <message>
        <source>HBM bandwidth used</source>
        <translation>HBM 带宽占用</translation>
    </message>
    <message>
        <source>Uncorrected HBM errors (1 h)</source>
        <translation>HBM 不可纠正错误（1 小时内）</translation>
    </message>
    <message>
        <source>NPU port, received</source>
        <translation>NPU 网口接收</translation>
    </message>
    <message>
        <source>NPU port, sent</source>
        <translation>NPU 网口发送</translation>
    </message>
    <message>
        <source>NPU link downs (1 h)</source>
        <translation>NPU 链路中断次数（1 小时内）</translation>
    </message>
    <message>
        <source>End-to-end latency, p50</source>
        <translation>端到端时延，p50</translation>
    </message>
    <message>
        <source>End-to-end latency, p99</source>
        <translation>端到端时延，p99</translation>
    </message>
    <message>
        <source>Host network, received</source>
        <translation>主机网络接收</translation>
    </message>
    <message>
        <source>Host network, sent</source>
        <translation>主机网络发送</translation>
    </message>
    <message>
        <source>Disks, read</source>
        <translation>磁盘读取</translation>
    </message>
    <message>
        <source>Disks, written</source>
        <translation>磁盘写入</translation>
    </message>
    <message>
        <source>Clock, ahead of this computer&apos;s</source>
        <translation>时钟相对本机的偏差</translation>
    </message>
    <message>
        <source>NPU link up</source>
        <translation>NPU 链路连通</translation>
    </message>
</context>
<context>
    <name>ModelExamination</name>
    <message>
        <source>Examining %1 took longer than two minutes.</source>
        <translation>检查 %1 超过了两分钟。</translation>
    </message>
    <message>
        <source>%1 is damaged or of a kind that llama.cpp v0.5.0 does not read.</source>
        <translation>%1 已损坏，或为 llama.cpp v0.5.0 不支持的类型。</translation>
    </message>
    <message>
        <source>llama.cpp cannot read the chat template in %1. Choose another file of this model.</source>
        <translation>llama.cpp 无法读取 %1 中的对话模板。请选择该模型的其他文件。</translation>
    </message>
    <message>
        <source>The chat template in %1 does not end, nests without end or takes all memory. Choose another file of this model.</source>
        <translation>%1 中的对话模板无法结束、无限嵌套或耗尽内存。请选择该模型的其他文件。</translation>
    </message>
    <message>
        <source>Filling in the chat template in %1 took longer than two minutes. Choose another file of this model.</source>
        <translation>填充 %1 中的对话模板超过两分钟。请选择该模型的其他文件。</translation>
    </message>
    <message>
        <source>%1, which examines model files, cannot be started. Install ascend-console again.</source>
        <translation>检查模型文件的程序 %1 无法启动。请重新安装 ascend-console。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template takes all memory over these messages. Change them, or choose another model.</source>
        <translation>模型的对话模板处理这些消息时会占尽内存。请修改消息，或选择其他模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template did not end within %1 s of computing over these messages. Change them, or choose another model.</source>
        <translation>模型的对话模板处理这些消息时计算 %1 秒仍没有结束。请修改消息，或选择其他模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template nests without end over these messages. Change them, or choose another model.</source>
        <translation>模型的对话模板处理这些消息时会无限嵌套。请修改消息，或选择其他模型。</translation>
    </message>
    <message>
        <source>The process that fills in the model&apos;s chat template ended. Ask again.</source>
        <translation>填充模型对话模板的进程已结束。请重新提问。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is busy with other chats. Ask again.</source>
        <translation>模型的对话模板正忙于其他对话。请重新提问。</translation>
    </message>
    <message>
        <source>%1 is not the file any more that was loaded. Load it again.</source>
        <translation>%1 已不是加载时的文件。请重新加载。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template did not end within a minute over these messages. Change them, or choose another model.</source>
        <translation>模型的对话模板处理这些消息时一分钟内没有结束。请修改消息，或选择其他模型。</translation>
    </message>
</context>
<context>
    <name>MonitorPage</name>
    <message>
        <source>Monitor</source>
        <translation>监控</translation>
    </message>
    <message>
        <source>There is no node to watch yet.</source>
        <translation>还没有可监控的节点。</translation>
    </message>
    <message>
        <source>Go to Nodes</source>
        <translation>前往节点页</translation>
    </message>
    <message>
        <source>Nodes</source>
        <comment>one line per node in the charts</comment>
        <translation>节点</translation>
    </message>
    <message>
        <source>Every chip</source>
        <comment>one line per chip in the charts</comment>
        <translation>每个芯片</translation>
    </message>
    <message>
        <source>Lines in the charts</source>
        <translation>图表中的曲线</translation>
    </message>
    <message>
        <source>1 min</source>
        <translation>1 分钟</translation>
    </message>
    <message>
        <source>5 min</source>
        <translation>5 分钟</translation>
    </message>
    <message>
        <source>30 min</source>
        <translation>30 分钟</translation>
    </message>
    <message>
        <source>6 h</source>
        <translation>6 小时</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>NPU utilization</source>
        <translation>NPU 利用率</translation>
    </message>
    <message>
        <source>HBM used</source>
        <translation>HBM 已用</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>首 Token 时延 TTFT</translation>
    </message>
    <message>
        <source>Last values</source>
        <translation>最新值</translation>
    </message>
    <message>
        <source>Last values of every chip</source>
        <translation>每个芯片的最新值</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>单 Token 时延 TPOT</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 Token 数</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>No data in this time.</source>
        <translation>这段时间内没有数据。</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>The history is not being kept: %1</source>
        <translation>历史数据未被保存：%1</translation>
    </message>
    <message>
        <source>This computer&apos;s clock was set back at %1. Values that carry later times are not drawn.</source>
        <translation>本机时钟在 %1 被向后调整。时间晚于当前的数据不再绘制。</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n chips</source>
        <comment>node</comment>
        <translation>
            <numerusform>%1，%n 个芯片</numerusform>
        </translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>Estimated from the histogram&apos;s buckets that the endpoint reports: the tooltip says between which bounds a value lies. Above the last bound only that is known, shown as &quot;&gt;&quot;.</source>
        <translation>由端点上报的直方图分桶估算：提示中给出数值所在的区间。超过最后一个桶的上界时只知道大于该上界，显示为“&gt;”。</translation>
    </message>
    <message>
        <source>The file with the history was damaged and is now %1; a new one was begun, without what had been kept before.</source>
        <translation>历史记录文件已损坏，现已改名为 %1；已另建新文件，不含此前保存的记录。</translation>
    </message>
    <message>
        <source>No request was measured in this time.</source>
        <translation>该时段内没有测得请求。</translation>
    </message>
    <message>
        <source>Each line is the mean of one node&apos;s chips; above, a line for each can be chosen.</source>
        <translation>每条曲线为一个节点各芯片的平均值；可在上方选择每个芯片单独显示。</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>how it is counted</source>
        <translation>统计方式</translation>
    </message>
    <message>
        <source>MindIE counts the tokens of an answer when it has ended. So they are taken from its times of each token instead, which come with the tokens; where it does not report those, a whole answer stands at the moment of its end. The tokens of a question count at one moment, when it has been read.</source>
        <translation>MindIE 在一次回答结束时才计入其 Token 数，因此这里改用随每个 Token 上报的时延计数；未上报这些时延时，整个回答的 Token 计在结束的时刻。输入 Token 在请求读入时一次性计入。</translation>
    </message>
    <message>
        <source>1 d</source>
        <comment>a time range: a day</comment>
        <translation>1 天</translation>
    </message>
    <message>
        <source>7 d</source>
        <comment>a time range: a week</comment>
        <translation>7 天</translation>
    </message>
    <message>
        <source>30 d</source>
        <comment>a time range: 30 days</comment>
        <translation>30 天</translation>
    </message>
    <message>
        <source>The charts follow the time. Switch it off, or drag over a chart, to look at a part of the past; sampling goes on. With Ctrl the wheel zooms, with Shift it goes back and forth.</source>
        <translation>图表随时间推进。关闭它，或在图表上拖动选取，即可查看过去的一段；采样仍在继续。按住 Ctrl 滚动滚轮可缩放，按住 Shift 则前后移动。</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>更晚</translation>
    </message>
    <message>
        <source>Nearer</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Wider</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Export what the charts show</source>
        <translation>导出图表所示内容</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG picture (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>Figures as CSV (*.csv)</source>
        <translation>CSV 数据 (*.csv)</translation>
    </message>
    <message>
        <source>Figures as JSON (*.json)</source>
        <translation>JSON 数据 (*.json)</translation>
    </message>
    <message>
        <source>What the charts show can be saved as .png, .svg, .csv or .json, not as %1.</source>
        <translation>图表内容可保存为 .png、.svg、.csv 或 .json，不能保存为 %1。</translation>
    </message>
    <message>
        <source>What the charts show, as a picture (PNG, SVG) or as figures (CSV, JSON): the points that are drawn.</source>
        <translation>将图表所示内容保存为图片（PNG、SVG）或数据（CSV、JSON）：即图中所画的点。</translation>
    </message>
    <message>
        <source>HBM bandwidth used</source>
        <translation>HBM 带宽占用</translation>
    </message>
    <message>
        <source>NPU port, received</source>
        <translation>NPU 网口接收</translation>
    </message>
    <message>
        <source>NPU port, sent</source>
        <translation>NPU 网口发送</translation>
    </message>
    <message>
        <source>%1 d earlier</source>
        <translation>%1 天前</translation>
    </message>
    <message>
        <source>%1 h earlier</source>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不对比</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Charts</source>
        <comment>a button: which ones, compared with what, export</comment>
        <translation>图表</translation>
    </message>
    <message>
        <source>mean of a node&apos;s chips</source>
        <translation>单节点各 NPU 平均值</translation>
    </message>
    <message>
        <source>Save a recording without names…</source>
        <translation>保存不含名称的录制…</translation>
    </message>
    <message>
        <source>Save a recording…</source>
        <translation>保存录制…</translation>
    </message>
    <message>
        <source>There is a history when the deployment is saved.</source>
        <translation>保存部署后才有历史数据。</translation>
    </message>
    <message>
        <source>The same; in place of the deployment&apos;s and the nodes&apos; names stand numbers.</source>
        <translation>同上，但部署和节点的名称以编号代替。</translation>
    </message>
    <message>
        <source>What was sampled in the time that is shown, and its alerts, in a file that somebody else can open here and play. No host, user or key stands in it.</source>
        <translation>将所示时间段的采样与告警存为一个文件，他人可在本程序中打开并播放。其中不含主机地址、用户或密钥。</translation>
    </message>
    <message>
        <source>Follow</source>
        <comment>the moment of a recording</comment>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Save a recording</source>
        <translation>保存录制</translation>
    </message>
    <message>
        <source>Recordings (*.ascrec)</source>
        <translation>录制文件 (*.ascrec)</translation>
    </message>
    <message>
        <source>Prometheus server…</source>
        <translation>Prometheus 服务器…</translation>
    </message>
    <message>
        <source>For fleets that are too large to log in to each node: a server&apos;s figures of all of them.</source>
        <translation>适用于节点太多、无法逐个登录的集群：使用服务器上所有节点的数据。</translation>
    </message>
    <message>
        <source>There is nothing to show.</source>
        <translation>没有可显示的内容。</translation>
    </message>
    <message>
        <source>Move forward</source>
        <comment>a chart among others</comment>
        <translation>前移</translation>
    </message>
    <message>
        <source>Move back</source>
        <comment>a chart among others</comment>
        <translation>后移</translation>
    </message>
    <message>
        <source>Hide this chart</source>
        <translation>隐藏此图表</translation>
    </message>
    <message>
        <source>Small window</source>
        <translation>小窗口</translation>
    </message>
    <message>
        <source>The figures without the charts, in a window that stays above the others.</source>
        <translation>不含图表、仅显示关键数值的置顶窗口。</translation>
    </message>
    <message>
        <source>In the usual order</source>
        <translation>恢复默认顺序</translation>
    </message>
    <message>
        <source>End-to-end latency</source>
        <translation>端到端时延</translation>
    </message>
    <message>
        <source>KV cache used</source>
        <translation>KV Cache 占用</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV Cache 占用</translation>
    </message>
    <message>
        <source>Which charts are shown, whether the same of an hour, a day or a week before stands beside it; notes; and their export. A chart is moved by its head, or with Ctrl, Shift, left and right.</source>
        <translation>选择显示哪些图表、是否对比一小时、一天或一周前的数据；备注；以及导出。拖动图表标题或按 Ctrl+Shift+左右方向键可调整顺序。</translation>
    </message>
    <message>
        <source>Host CPU</source>
        <translation>主机 CPU</translation>
    </message>
    <message>
        <source>Host memory used</source>
        <translation>主机内存已用</translation>
    </message>
    <message>
        <source>Host network, received</source>
        <translation>主机网络接收</translation>
    </message>
    <message>
        <source>Host network, sent</source>
        <translation>主机网络发送</translation>
    </message>
    <message>
        <source>Disks, read</source>
        <translation>磁盘读取</translation>
    </message>
    <message>
        <source>Disks, written</source>
        <translation>磁盘写入</translation>
    </message>
    <message>
        <source>Clock, ahead of this computer&apos;s</source>
        <translation>时钟相对本机的偏差</translation>
    </message>
    <message>
        <source>The endpoint did not report this in this time.</source>
        <translation>该时段内服务端点未报告此项数据。</translation>
    </message>
    <message>
        <source>Charts: %1 to %2 · figures and chips: now</source>
        <comment>two times</comment>
        <translation>图表：%1 至 %2 · 数值与芯片：当前</translation>
    </message>
    <message>
        <source>Not saved. %1</source>
        <comment>why</comment>
        <translation>未保存。%1</translation>
    </message>
    <message>
        <source>%1, %2 hidden</source>
        <comment>a node and its chips; how many of these</comment>
        <translation>%1，已隐藏 %2 个</translation>
    </message>
</context>
<context>
    <name>MoveAside</name>
    <message>
        <source>The damaged file %1 cannot be moved aside: %2.</source>
        <translation>无法移开已损坏的文件 %1：%2。</translation>
    </message>
</context>
<context>
    <name>NodeDot</name>
    <message>
        <source>%1: %2</source>
        <comment>node: its state</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>NodeDots</name>
    <message numerus="yes">
        <source>%n nodes, not asked yet</source>
        <translation>
            <numerusform>%n 个节点，尚未查询</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NodeForm</name>
    <message>
        <source>A node needs a name.</source>
        <translation>请填写节点名称。</translation>
    </message>
    <message>
        <source>A name has no blanks or slashes and does not begin with a dot or a dash; it becomes a folder&apos;s name.</source>
        <translation>名称将用作目录名：不能含空格或斜杠，不能以点或连字符开头。</translation>
    </message>
    <message>
        <source>Another node has this name.</source>
        <translation>已有同名节点。</translation>
    </message>
    <message>
        <source>Give an address, a name or an alias of ~/.ssh/config.</source>
        <translation>请填写地址、主机名或 ~/.ssh/config 中的别名。</translation>
    </message>
    <message>
        <source>An address has no blanks and does not begin with a dash.</source>
        <translation>地址不能含空格，也不能以连字符开头。</translation>
    </message>
    <message>
        <source>Choose the private key.</source>
        <translation>请选择私钥。</translation>
    </message>
    <message>
        <source>This file cannot be read.</source>
        <translation>无法读取该文件。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>The connection works (%1).</source>
        <translation>连接正常（%1）。</translation>
    </message>
    <message>
        <source>The test was stopped.</source>
        <translation>测试已停止。</translation>
    </message>
    <message>
        <source>Add a node</source>
        <translation>添加节点</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Reached by</source>
        <translation>连接方式</translation>
    </message>
    <message>
        <source>SSH</source>
        <translation>SSH</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Address, name or SSH alias</source>
        <translation>地址、主机名或 SSH 别名</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>from ~/.ssh/config, else 22</source>
        <translation>取自 ~/.ssh/config，否则 22</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>from ~/.ssh/config</source>
        <translation>取自 ~/.ssh/config</translation>
    </message>
    <message>
        <source>Login by</source>
        <translation>登录方式</translation>
    </message>
    <message>
        <source>SSH agent and default keys</source>
        <translation>SSH 代理和默认密钥</translation>
    </message>
    <message>
        <source>Key file</source>
        <translation>密钥文件</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Simulated node</source>
        <translation>仿真节点</translation>
    </message>
    <message>
        <source>its folder; empty: this machine</source>
        <translation>其目录；留空表示本机</translation>
    </message>
    <message>
        <source>The password is asked when it is needed, kept in memory only and never written to the file.</source>
        <translation>需要时才询问密码，仅保存在内存中，不会写入文件。</translation>
    </message>
    <message>
        <source>Choose the private key</source>
        <translation>选择私钥</translation>
    </message>
    <message>
        <source>Add node</source>
        <translation>添加节点</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Give a host such as user@host:port; several are separated by commas.</source>
        <translation>请填写主机，例如 user@host:port；多个主机用逗号分隔。</translation>
    </message>
    <message>
        <source>%1 is chosen in the list, but the new node is not added yet. Add it or cancel.</source>
        <translation>列表中已选中 %1，但新节点尚未添加。请添加或取消。</translation>
    </message>
    <message>
        <source>%1 is chosen in the list, but your changes to %2 are not applied yet. Apply or cancel them.</source>
        <translation>列表中已选中 %1，但对 %2 的修改尚未应用。请应用或取消。</translation>
    </message>
    <message>
        <source>Same address and port as %1: that would be one machine twice.</source>
        <translation>地址和端口与 %1 相同：同一台机器会出现两次。</translation>
    </message>
    <message>
        <source>Nobody logged in. Read the warning above.</source>
        <translation>未登录。请阅读上方的警告。</translation>
    </message>
    <message>
        <source>Answer the question above; then the test goes on.</source>
        <translation>请回答上方的提问，随后测试将继续。</translation>
    </message>
    <message>
        <source>The connection does not work.</source>
        <translation>连接不成功。</translation>
    </message>
    <message>
        <source>Jump host</source>
        <translation>跳板机</translation>
    </message>
    <message>
        <source>user@host:port</source>
        <translation>user@host:port</translation>
    </message>
    <message>
        <source>The connection goes through it, as by ProxyJump. Empty: as ~/.ssh/config says; &quot;none&quot;: straight. It is logged in to with the agent or the default keys.</source>
        <translation>连接经由该主机，与 ProxyJump 相同。留空：按 ~/.ssh/config；“none”：直接连接。登录跳板机使用 SSH 代理或默认密钥。</translation>
    </message>
    <message>
        <source>Import from ~/.ssh/config</source>
        <translation>从 ~/.ssh/config 导入</translation>
    </message>
    <message>
        <source>You declined the host key of %1: nobody logged in and nothing was saved. &quot;%2&quot; asks again.</source>
        <translation>您没有接受 %1 的主机密钥：没有登录，也没有保存任何内容。按“%2”可再次询问。</translation>
    </message>
    <message>
        <source>You gave no further secret for %1: nobody logged in. &quot;%2&quot; asks again.</source>
        <translation>未再为 %1 提供密码或口令：没有登录。按“%2”重新询问。</translation>
    </message>
    <message>
        <source>A name has at most %1 characters.</source>
        <translation>名称最多 %1 个字符。</translation>
    </message>
    <message>
        <source>This is the public key. Choose the private one, the file of that name without &quot;.pub&quot;.</source>
        <translation>这是公钥。请选择私钥，即去掉“.pub”的同名文件。</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
</context>
<context>
    <name>NodeHttp</name>
    <message>
        <source>What answers there does not speak HTTP.</source>
        <translation>对方的应答不是 HTTP。</translation>
    </message>
    <message>
        <source>The answer was cut off after %1 bytes.</source>
        <translation>应答在 %1 字节后中断。</translation>
    </message>
</context>
<context>
    <name>NodeInstallCard</name>
    <message>
        <source>Waits for your answer</source>
        <translation>等待答复</translation>
    </message>
    <message>
        <source>Being asked</source>
        <translation>正在询问</translation>
    </message>
    <message>
        <source>Restart needed</source>
        <translation>需要重启</translation>
    </message>
    <message>
        <source>Cannot be installed</source>
        <translation>无法安装</translation>
    </message>
    <message>
        <source>To be installed</source>
        <translation>待安装</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>当前：%1</translation>
    </message>
    <message>
        <source>Tick above that what uses the NPUs is stopped, or stop the service yourself first. Requests that it serves end.</source>
        <translation>请勾选上方停止占用 NPU 的容器的选项，或先自行停止服务。正在处理的请求会中断。</translation>
    </message>
</context>
<context>
    <name>NodeLogs</name>
    <message>
        <source>%1: the logs in the container %2 cannot be read: %3</source>
        <translation>%1：无法读取容器 %2 中的日志：%3</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <source>%1: %2 in the container %3 is no file and was not read.</source>
        <translation>%1：容器 %3 中的 %2 不是文件，未读取。</translation>
    </message>
    <message>
        <source>%1: %2 in the container %3 is a symbolic link to %4 and was not followed.</source>
        <translation>%1：容器 %3 中的 %2 是指向 %4 的符号链接，未跟随读取。</translation>
    </message>
</context>
<context>
    <name>NodeLook</name>
    <message>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Reachable</source>
        <translation>可达</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Faulty</source>
        <comment>a node</comment>
        <translation>故障</translation>
    </message>
    <message>
        <source>Needs an answer</source>
        <translation>需要确认</translation>
    </message>
    <message>
        <source>Host key changed</source>
        <translation>主机密钥已改变</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>不可达</translation>
    </message>
    <message>
        <source>Not asked yet</source>
        <translation>尚未查询</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>监控</translation>
    </message>
    <message>
        <source>Run</source>
        <comment>of a deployment</comment>
        <translation>部署运行</translation>
    </message>
    <message>
        <source>Inspection</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Was reachable</source>
        <translation>曾可达</translation>
    </message>
    <message>
        <source>asked just now</source>
        <translation>刚刚查询</translation>
    </message>
    <message>
        <source>asked %1 min ago</source>
        <translation>%1 分钟前查询</translation>
    </message>
    <message>
        <source>asked %1 h ago</source>
        <translation>%1 小时前查询</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a node&apos;s state, when it was asked</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>node: its state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>who said so, when</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Not logged in</source>
        <comment>a node whose host key was not accepted, or whose password was not given</comment>
        <translation>未登录</translation>
    </message>
    <message>
        <source>asked %1 s ago</source>
        <comment>seconds</comment>
        <translation>%1 秒前查询</translation>
    </message>
    <message>
        <source>%1 of %2 reachable</source>
        <translation>%1 / %2 可达</translation>
    </message>
    <message>
        <source>%1 of %2 reachable when last asked</source>
        <translation>上次查询时 %1 / %2 可达</translation>
    </message>
    <message>
        <source>%1 of %2 reachable, %3 not asked lately</source>
        <translation>%1 / %2 可达，%3 个近期未查询</translation>
    </message>
    <message>
        <source>a run of the deployment</source>
        <translation>部署的运行</translation>
    </message>
    <message>
        <source>an undo of the deployment</source>
        <translation>部署的撤销</translation>
    </message>
    <message>
        <source>an installation of driver and firmware</source>
        <translation>驱动与固件的安装</translation>
    </message>
    <message>
        <source>a run or an undo of the deployment in another process</source>
        <translation>另一进程中部署的运行或撤销</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between things that were at work on a node</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Not ready</source>
        <comment>a node that lacks something that the deployment needs</comment>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>Known host key damaged</source>
        <translation>已知主机密钥已损坏</translation>
    </message>
</context>
<context>
    <name>NodeModel</name>
    <message>
        <source>not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>key</source>
        <comment>a private key file</comment>
        <translation>密钥</translation>
    </message>
    <message>
        <source>password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>agent</source>
        <comment>the SSH agent</comment>
        <translation>代理</translation>
    </message>
    <message>
        <source>%1 (master)</source>
        <translation>%1（主节点）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Login by</source>
        <translation>登录方式</translation>
    </message>
    <message>
        <source>Chips OK</source>
        <translation>正常芯片</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Container engine</source>
        <translation>容器引擎</translation>
    </message>
    <message>
        <source>Same address and port as %1: that is one machine twice.</source>
        <translation>地址和端口与 %1 相同：同一台机器出现了两次。</translation>
    </message>
    <message>
        <source>%1 (head)</source>
        <comment>node; vLLM&apos;s head node</comment>
        <translation>%1（头节点）</translation>
    </message>
    <message>
        <source>%1 (prefill)</source>
        <translation>%1（预填充）</translation>
    </message>
    <message>
        <source>%1 (decode)</source>
        <translation>%1（解码）</translation>
    </message>
</context>
<context>
    <name>NodesPage</name>
    <message>
        <source>Chips of %1</source>
        <translation>%1 的芯片</translation>
    </message>
    <message>
        <source>npu-smi told of no chips on %1.</source>
        <translation>npu-smi 未报告 %1 上的芯片。</translation>
    </message>
    <message>
        <source>%1 has not been asked yet.</source>
        <translation>尚未查询 %1。</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新查询</translation>
    </message>
    <message>
        <source>Ask the node</source>
        <translation>查询节点</translation>
    </message>
    <message>
        <source>%1 was removed from the deployment.</source>
        <translation>已从部署中移除 %1。</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Name of the deployment</source>
        <translation>部署名称</translation>
    </message>
    <message>
        <source>Ask all nodes</source>
        <translation>查询所有节点</translation>
    </message>
    <message>
        <source>Reads versions, chips, addresses, memory and disk of every node with commands that change nothing; each is listed under Activity.</source>
        <translation>用只读命令采集每个节点的版本、芯片、地址、内存和磁盘信息；每条命令都列在“操作记录”中。</translation>
    </message>
    <message>
        <source>Add node</source>
        <translation>添加节点</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制节点</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Chips</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>Add the machines that hold the NPUs, or open a deployment with Ctrl+O.</source>
        <translation>请添加装有 NPU 的机器，或按 Ctrl+O 打开部署。</translation>
    </message>
    <message>
        <source>The chips of %1 are not known: %2</source>
        <translation>%1 的芯片未知：%2</translation>
    </message>
    <message>
        <source>%1 has not been asked for its chips yet.</source>
        <translation>尚未查询 %1 的芯片。</translation>
    </message>
    <message>
        <source>The chips of %1 are not known: the node could not be asked.</source>
        <translation>%1 的芯片情况未知：无法询问该节点。</translation>
    </message>
    <message>
        <source>The chips of %1 are not known yet: its host key or its login waits for an answer.</source>
        <translation>%1 的芯片尚不清楚：其主机密钥或登录信息等待回答。</translation>
    </message>
    <message>
        <source>The chips of %1 are not known: it answers, but its facts could not be read.</source>
        <translation>%1 的芯片未知：节点有应答，但其信息未能读取。</translation>
    </message>
    <message>
        <source>Figures from %1</source>
        <comment>a time</comment>
        <translation>数据时间 %1</translation>
    </message>
    <message>
        <source>%1 is being asked for its chips.</source>
        <translation>正在查询 %1 的芯片。</translation>
    </message>
    <message>
        <source>The chips of %1 are not known: nobody logged in.</source>
        <translation>%1 的芯片未知：未登录该节点。</translation>
    </message>
    <message>
        <source>The chips of %1 are not known: its host key changed, and nobody logged in. Find out why; if the new key is right, remove the old one on a command line, then ask again: %2</source>
        <comment>a node; a command</comment>
        <translation>%1 的芯片未知：其主机密钥已改变，没有登录。请查明原因；若新密钥无误，请在命令行中删除旧密钥，然后重新查询：%2</translation>
    </message>
    <message>
        <source>%1 has not been asked for its facts yet. What is read of its chips meanwhile is on page &quot;Monitor&quot;.</source>
        <translation>尚未查询 %1 的信息。期间读取的芯片数据见“监控”页。</translation>
    </message>
    <message>
        <source>%1 does not answer. Figures from %2</source>
        <comment>a node, a time</comment>
        <translation>%1 没有应答。数据取自 %2</translation>
    </message>
    <message>
        <source>Driver…</source>
        <translation>驱动…</translation>
    </message>
    <message>
        <source>Driver and firmware…</source>
        <translation>驱动与固件…</translation>
    </message>
    <message>
        <source>Installs the two packages on the nodes. Nothing is changed before you have seen what will be done.</source>
        <translation>在节点上安装两个软件包。在您看到将要执行的操作之前不会做任何更改。</translation>
    </message>
    <message>
        <source>The chips of %1 are not known: it answers over a connection that was made before, but its host key changed, and no new one is made. Find out why; if the new key is right, remove the old one on a command line, then ask again: %2</source>
        <comment>a node; a command</comment>
        <translation>%1 的芯片未知：它仍通过此前建立的连接应答，但其主机密钥已改变，因此未新建连接。请查明原因；如果新密钥正确，请在命令行中删除旧密钥，然后重新查询：%2</translation>
    </message>
    <message>
        <source>Recipe %1 and what was found of its settings are the deployment&apos;s now.</source>
        <translation>已将方案 %1 及读取到的设置项写入部署。</translation>
    </message>
    <message>
        <source>Adopt…</source>
        <translation>接管…</translation>
    </message>
    <message>
        <source>Adopt what runs…</source>
        <translation>接管正在运行的服务…</translation>
    </message>
    <message>
        <source>Reads what somebody set up on these nodes by hand, and shows which recipe and settings describe it. Nothing is changed before you take it over.</source>
        <translation>读取这些节点上手工搭建的服务，显示能描述它的方案与设置项。在您确认写入前不作任何更改。</translation>
    </message>
    <message>
        <source>Figures from %1, card address and link from %2</source>
        <comment>two times</comment>
        <translation>数据时间 %1，网卡地址与链路取自 %2</translation>
    </message>
    <message>
        <source>Figures from %1, link from %2, card address from %3</source>
        <comment>three times</comment>
        <translation>数据时间 %1，链路取自 %2，网卡地址取自 %3</translation>
    </message>
    <message>
        <source>The first node is the one that answers clients</source>
        <translation>第一个节点对外提供服务</translation>
    </message>
</context>
<context>
    <name>NodesStep</name>
    <message>
        <source>Nodes of this deployment</source>
        <translation>本次部署的节点</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新查询</translation>
    </message>
    <message>
        <source>Edit nodes</source>
        <translation>编辑节点</translation>
    </message>
    <message>
        <source>Add the machines to deploy to.</source>
        <translation>请添加要部署的服务器。</translation>
    </message>
    <message>
        <source>Add nodes</source>
        <translation>添加节点</translation>
    </message>
    <message>
        <source>on this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>%1 × %2, driver %3</source>
        <translation>%1 × %2，驱动 %3</translation>
    </message>
    <message>
        <source>NPU</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>not asked yet</source>
        <translation>尚未查询</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Show the run</source>
        <translation>查看运行</translation>
    </message>
</context>
<context>
    <name>NpuExporter</name>
    <message>
        <source>Not found on this machine: nothing listens on port %1, and no process has that name.</source>
        <translation>在该机器上未找到：没有程序监听端口 %1，也没有同名进程。</translation>
    </message>
    <message>
        <source>It has not served since %1, and npu-smi is asked again.</source>
        <translation>自 %1 起不再提供服务，已重新询问 npu-smi。</translation>
    </message>
    <message>
        <source>Not used: %1</source>
        <translation>未使用：%1</translation>
    </message>
    <message>
        <source>%1 answered with HTTP status %2.</source>
        <translation>%1 返回 HTTP 状态 %2。</translation>
    </message>
    <message>
        <source>What answers at %1 is not npu-exporter.</source>
        <translation>在 %1 应答的不是 npu-exporter。</translation>
    </message>
    <message>
        <source>It tells of %1 of %2 chips.</source>
        <translation>它只报告了 %2 个芯片中的 %1 个。</translation>
    </message>
    <message>
        <source>Found at %1.</source>
        <translation>位于 %1。</translation>
    </message>
    <message>
        <source>Found at %1, release %2.</source>
        <translation>位于 %1，版本 %2。</translation>
    </message>
</context>
<context>
    <name>NpuFacts</name>
    <message>
        <source>npu-smi is not installed, or not on the PATH.</source>
        <translation>npu-smi 未安装，或不在 PATH 中。</translation>
    </message>
    <message>
        <source>npu-smi info failed: %1</source>
        <translation>npu-smi info 失败：%1</translation>
    </message>
    <message>
        <source>%1 cannot be read or names no version.</source>
        <translation>无法读取 %1，或其中没有版本号。</translation>
    </message>
    <message>
        <source>ls /dev failed: %1</source>
        <translation>ls /dev 失败：%1</translation>
    </message>
    <message>
        <source>/etc/hccn.conf cannot be read: %1</source>
        <translation>无法读取 /etc/hccn.conf：%1</translation>
    </message>
    <message>
        <source>npu-smi is there, but this user may not run it</source>
        <translation>npu-smi 已安装，但当前用户无权运行</translation>
    </message>
    <message>
        <source>%1 may not be read by this user</source>
        <translation>当前用户无权读取 %1</translation>
    </message>
    <message>
        <source>npu-smi does not tell which firmware the chips run</source>
        <translation>npu-smi 未给出芯片运行的固件版本</translation>
    </message>
    <message>
        <source>%1 installed, %2 loaded</source>
        <translation>已安装 %1，已加载 %2</translation>
    </message>
    <message>
        <source>Run `npu-smi info` on the node yourself, and see what `dmesg | tail` says then: out of memory, for example, or a fault of the driver&apos;s. Then run this check again.</source>
        <translation>请在该节点上手动执行 `npu-smi info`，并查看此时 `dmesg | tail` 的输出，例如内存不足或驱动故障；然后重新执行本检查。</translation>
    </message>
    <message>
        <source>Nothing has to be installed: another container has the NPUs. `docker ps` on the host names the containers; let its owner stop it, or map other NPUs. Where npu-smi runs in a container itself, that may be started with --privileged.</source>
        <translation>无需安装任何软件：NPU 已被其他容器占用。在主机上用 `docker ps` 查看容器；请其所有者停止该容器，或改为映射其他 NPU。若 npu-smi 本身在容器内运行，可用 --privileged 启动该容器。</translation>
    </message>
    <message>
        <source>npu-smi is there, but does not find the driver&apos;s libraries: %1</source>
        <translation>已安装 npu-smi，但找不到驱动的动态库：%1</translation>
    </message>
    <message>
        <source>Let the loader find them: `export LD_LIBRARY_PATH=/usr/local/Ascend/driver/lib64/common:/usr/local/Ascend/driver/lib64/driver:$LD_LIBRARY_PATH`, or source the installation&apos;s set_env.sh. So that every login has it, write these two folders to a file of /etc/ld.so.conf.d and run `ldconfig` as root. Only where they are empty the driver is to be installed again.</source>
        <translation>请让加载器能找到这些库：`export LD_LIBRARY_PATH=/usr/local/Ascend/driver/lib64/common:/usr/local/Ascend/driver/lib64/driver:$LD_LIBRARY_PATH`，或对安装目录下的 `set_env.sh` 执行 `source`。如需对所有登录生效，将这两个目录写入 /etc/ld.so.conf.d 下的文件，并以 root 执行 `ldconfig`。仅当这两个目录为空时才需重新安装驱动。</translation>
    </message>
    <message>
        <source>npu-smi info was ended by signal %1</source>
        <translation>npu-smi info 被信号 %1 终止</translation>
    </message>
    <message>
        <source>npu-smi info was ended by signal %1: %2</source>
        <translation>npu-smi info 被信号 %1 终止：%2</translation>
    </message>
    <message>
        <source>npu-smi info ended with exit code %1 and said nothing</source>
        <translation>npu-smi info 以退出码 %1 结束，没有任何输出</translation>
    </message>
    <message>
        <source>%1 installed, %2 running until the restart</source>
        <translation>已安装 %1，重启前运行 %2</translation>
    </message>
    <message>
        <source>npu-smi is there, but cannot be run: %1</source>
        <translation>npu-smi 存在，但无法运行：%1</translation>
    </message>
</context>
<context>
    <name>Open</name>
    <message>
        <source>%1 needs a value.</source>
        <translation>%1 需要一个值。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not an open file descriptor.</source>
        <translation>“%1”不是已打开的文件描述符。</translation>
    </message>
    <message>
        <source>--accept-new-host-key takes a fingerprint such as SHA256:..., not &apos;%1&apos;.</source>
        <translation>--accept-new-host-key 需要形如 SHA256:... 的指纹，而不是“%1”。</translation>
    </message>
    <message>
        <source>Which deployment? Name its file (*.deployment.json).</source>
        <translation>请指定部署文件（*.deployment.json）。</translation>
    </message>
    <message>
        <source>To accept it, run the same command again with --accept-new-host-key %1</source>
        <translation>如需接受该密钥，请再次执行同一命令并加上 --accept-new-host-key %1</translation>
    </message>
    <message>
        <source>Give the password in the environment variable ASCENDCTL_PASSWORD, or on a file descriptor with --password-fd N.</source>
        <translation>请通过环境变量 ASCENDCTL_PASSWORD 提供密码，或使用 --password-fd N 从文件描述符读取。</translation>
    </message>
    <message>
        <source>Load the key into an agent (ssh-add), or give its passphrase on a file descriptor with --passphrase-fd N.</source>
        <translation>请将密钥加载到密钥代理（ssh-add），或使用 --passphrase-fd N 从文件描述符读取其口令。</translation>
    </message>
    <message>
        <source>File descriptor %1</source>
        <translation>文件描述符 %1</translation>
    </message>
    <message>
        <source>Give the jump host&apos;s password in the environment variable ASCENDCTL_JUMP_PASSWORD, or on a file descriptor with --jump-password-fd N.</source>
        <translation>请通过环境变量 ASCENDCTL_JUMP_PASSWORD 提供跳板机的密码，或使用 --jump-password-fd N 从文件描述符读取。</translation>
    </message>
    <message>
        <source>warning: %1 in the deployment: %2</source>
        <comment>a JSON pointer; a sentence</comment>
        <translation>警告：部署文件中的 %1：%2</translation>
    </message>
    <message>
        <source>%1 has no nodes, so there is nobody to ask. Name at least one under &quot;nodes&quot;, with &quot;name&quot; and &quot;host&quot;.</source>
        <translation>%1 中没有节点，无从查询。请在 &quot;nodes&quot; 下至少填写一个节点，包含 &quot;name&quot; 和 &quot;host&quot;。</translation>
    </message>
    <message>
        <source>--known-hosts takes a file, and %1 is a folder. Name the file in it.</source>
        <translation>--known-hosts 需要一个文件，而 %1 是文件夹。请写明其中的文件。</translation>
    </message>
    <message>
        <source>The folder of the file that --known-hosts names, %1, is not there. Make it, or name a file in another.</source>
        <translation>--known-hosts 所指文件 %1 所在的文件夹不存在。请先创建它，或指定其他文件夹中的文件。</translation>
    </message>
</context>
<context>
    <name>OverwriteBar</name>
    <message>
        <source>, </source>
        <comment>between file names</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>file names</comment>
        <translation>
            <numerusform>%1 等，另有 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing was saved: %n files in %1 were not saved by this program, or were changed since: %2.</source>
        <translation>
            <numerusform>未保存任何文件：%1 中有 %n 个文件不是本程序保存的，或保存后被修改过：%2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Overwrite %n files</source>
        <translation>
            <numerusform>覆盖 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>另选文件夹…</translation>
    </message>
    <message>
        <source>Keep the files</source>
        <translation>保留这些文件</translation>
    </message>
</context>
<context>
    <name>OwnKeys</name>
    <message>
        <source>Close what was opened or is asked here, and change nothing</source>
        <translation>关闭此处打开的内容或提问，不做任何更改</translation>
    </message>
</context>
<context>
    <name>Pack</name>
    <message>
        <source>%1 is there already and is another file; it was left alone.</source>
        <translation>%1 已存在且是另一个文件；未作改动。</translation>
    </message>
    <message>
        <source>There is no room in %1 on this computer: %2 are to come, %3 are free.</source>
        <translation>本机 %1 空间不足：需要 %2，可用 %3。</translation>
    </message>
    <message>
        <source>%1 is no folder.</source>
        <translation>%1 不是目录。</translation>
    </message>
    <message>
        <source>%1 holds what is of no pack (%2); it was left alone. Choose an empty folder, or one that is not there yet.</source>
        <translation>%1 中有不属于打包目录的内容（%2）；未作改动。请选择空目录或尚不存在的目录。</translation>
    </message>
    <message>
        <source>Two of the further files are called %1.</source>
        <translation>有两个附加文件都叫 %1。</translation>
    </message>
    <message>
        <source>copying %1</source>
        <translation>正在复制 %1</translation>
    </message>
    <message>
        <source>There is no %1 on it.</source>
        <translation>该节点上没有 %1。</translation>
    </message>
    <message>
        <source>It has no image %1.</source>
        <translation>该节点上没有镜像 %1。</translation>
    </message>
    <message>
        <source>%1 does not say whether there is an image %2.</source>
        <translation>%1 未说明镜像 %2 是否存在。</translation>
    </message>
    <message>
        <source>%1 says of the image %2 what cannot be read.</source>
        <translation>%1 对镜像 %2 的回答无法读取。</translation>
    </message>
    <message>
        <source>saving the image %1 there (%2)</source>
        <translation>正在节点上保存镜像 %1（%2）</translation>
    </message>
    <message>
        <source>/var/tmp/%1 is not this login&apos;s alone: others could change what lies there. Look who made it, and remove it.</source>
        <translation>/var/tmp/%1 并非仅限当前登录用户：其他人可能改动其中的内容。请查看是谁创建的并将其删除。</translation>
    </message>
    <message>
        <source>There is no room for the image below /var/tmp: it takes %1, %2 are free.</source>
        <translation>/var/tmp 下没有放置镜像的空间：需要 %1，可用 %2。</translation>
    </message>
    <message>
        <source>The image %1 could not be saved.</source>
        <translation>无法保存镜像 %1。</translation>
    </message>
    <message>
        <source>image: %1 of %2</source>
        <translation>镜像：%1 / %2</translation>
    </message>
    <message>
        <source>/var/tmp/%1 could not be removed on the node; it is not needed any more</source>
        <translation>无法删除节点上的 /var/tmp/%1；它已不再需要</translation>
    </message>
    <message>
        <source>Deployment &quot;%1&quot;, packed by ascend-console %2 to be carried into a closed network.</source>
        <translation>部署“%1”，由 ascend-console %2 打包，供带入封闭网络。</translation>
    </message>
    <message>
        <source>What it holds:</source>
        <translation>包含内容：</translation>
    </message>
    <message>
        <source>  deployment.json  the deployment; it points at what lies beside it</source>
        <translation>  deployment.json  部署文件；指向旁边的内容</translation>
    </message>
    <message>
        <source>  image.tar        image %1, %2, %3, %4</source>
        <translation>  image.tar        镜像 %1，%2，%3，%4</translation>
    </message>
    <message>
        <source>  no image: every node must have it, or a registry</source>
        <translation>  不含镜像：每个节点须已有该镜像，或有镜像仓库</translation>
    </message>
    <message numerus="yes">
        <source>  weights/         %1, %n files, from %2</source>
        <translation>
            <numerusform>  weights/         %1，%n 个文件，来自 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>  no weights: they must lie on every node, or be fetched there</source>
        <translation>  不含权重：权重须已在每个节点上，或在节点上下载</translation>
    </message>
    <message>
        <source>  SHA256SUMS       to look whether it came whole: sha256sum -c SHA256SUMS</source>
        <translation>  SHA256SUMS       用于核对是否完整：sha256sum -c SHA256SUMS</translation>
    </message>
    <message>
        <source>                   (weights/ has its own: the same in there)</source>
        <translation>                   （weights/ 中另有一份，用法相同）</translation>
    </message>
    <message>
        <source>How to use it, on a computer with ascend-console that reaches the nodes:</source>
        <translation>用法（在装有 ascend-console 且能访问各节点的计算机上）：</translation>
    </message>
    <message>
        <source>or open deployment.json in the window. Keep the folder together: image and weights are copied from it to the nodes that lack them.</source>
        <translation>或在窗口中打开 deployment.json。请保持目录完整：缺少镜像或权重的节点会从中复制。</translation>
    </message>
    <message>
        <source>Not in it: this program, passwords and private keys. The nodes&apos; addresses are those of where it was packed; change them in deployment.json.</source>
        <translation>不包含：本程序、密码和私钥。节点地址是打包时的地址，请在 deployment.json 中修改。</translation>
    </message>
    <message>
        <source>It was packed from a simulated cluster: the image is none.</source>
        <translation>打包自仿真集群：其中的镜像不是真实镜像。</translation>
    </message>
    <message>
        <source>It has no folder %1, or not all of it can be read.</source>
        <translation>该节点上没有目录 %1，或无法全部读取。</translation>
    </message>
    <message>
        <source>Its folder %1 has no config.json: it holds no model.</source>
        <translation>其目录 %1 中没有 config.json：其中没有模型。</translation>
    </message>
    <message>
        <source>weights: %1 of %2, %3</source>
        <translation>权重：%1 / %2，%3</translation>
    </message>
    <message numerus="yes">
        <source>weights: %1 in %n files</source>
        <translation>
            <numerusform>权重：%1，%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>the image %1 is packed already</source>
        <translation>镜像 %1 已打包</translation>
    </message>
    <message>
        <source>Recipe %1 has no settings for an image or weights that come from a folder.</source>
        <translation>方案 %1 没有从目录获取镜像或权重的参数。</translation>
    </message>
    <message>
        <source>The image %1 could not be had from any node.</source>
        <translation>无法从任何节点取得镜像 %1。</translation>
    </message>
    <message>
        <source>Weights in %1 could not be had from any node.</source>
        <translation>无法从任何节点取得 %1 中的权重。</translation>
    </message>
    <message>
        <source>What lies in files/ was put there by hand and not looked at.</source>
        <translation>files/ 中的文件由人工加入，未作检查。</translation>
    </message>
    <message>
        <source>The name of %1 holds a line end or another control character, which a list of checksums cannot: rename it.</source>
        <translation>%1 的文件名含有换行或其他控制字符，校验和清单无法表示：请重命名。</translation>
    </message>
</context>
<context>
    <name>PackBar</name>
    <message>
        <source>Show the folder</source>
        <translation>打开该目录</translation>
    </message>
    <message>
        <source>%1 is whole: README.txt in it says what it holds and how to use it.</source>
        <comment>a folder</comment>
        <translation>%1 已完整：其中的 README.txt 说明内容和用法。</translation>
    </message>
    <message>
        <source>Image: %1, %2, %3.</source>
        <comment>its name, architecture, size</comment>
        <translation>镜像：%1，%2，%3。</translation>
    </message>
    <message numerus="yes">
        <source>Weights: %n files, %1.</source>
        <translation>
            <numerusform>权重：%n 个文件，%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>It is of simulated nodes, and says so.</source>
        <translation>内容来自仿真节点，并已注明。</translation>
    </message>
    <message>
        <source>No password and no private key is in it.</source>
        <translation>其中没有密码和私钥。</translation>
    </message>
</context>
<context>
    <name>PairMap</name>
    <message>
        <source>reached</source>
        <comment>one card by another</comment>
        <translation>可达</translation>
    </message>
    <message>
        <source>not reached</source>
        <comment>one card by another</comment>
        <translation>不可达</translation>
    </message>
    <message>
        <source>no answer that can be read</source>
        <translation>回答无法识别</translation>
    </message>
    <message>
        <source>left out, without a usable address or link</source>
        <translation>未参与，没有可用地址或链路</translation>
    </message>
    <message>
        <source>not asked</source>
        <comment>a pair of cards</comment>
        <translation>未询问</translation>
    </message>
    <message>
        <source>Which cards reach which</source>
        <translation>卡间互通情况</translation>
    </message>
    <message>
        <source>%1 device %2 to %3 device %4: %5</source>
        <comment>the last: reached, not reached</comment>
        <translation>%1 设备 %2 到 %3 设备 %4：%5</translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <comment>a sign, what it means, how many</comment>
        <translation>%1 %2：%3</translation>
    </message>
</context>
<context>
    <name>ParametersPanel</name>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>What the model should know or how it should answer</source>
        <translation>模型应了解的信息或回答方式</translation>
    </message>
    <message>
        <source>Longest answer, tokens</source>
        <translation>最大回答长度 (Token)</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Default</source>
        <comment>value the model&apos;s server chooses</comment>
        <translation>默认</translation>
    </message>
    <message>
        <source>Random</source>
        <comment>seed</comment>
        <translation>随机</translation>
    </message>
    <message>
        <source>Reset sampling</source>
        <translation>重置采样参数</translation>
    </message>
    <message>
        <source>%1 is not between %2 and %3: %4 is used.</source>
        <comment>typed, lowest, highest, taken</comment>
        <translation>%1 不在 %2 到 %3 之间，已改用 %4。</translation>
    </message>
    <message>
        <source>More than the context of %1 tokens: the answer ends there at the latest.</source>
        <translation>超过 %1 个 Token 的上下文：回答最迟在此结束。</translation>
    </message>
    <message>
        <source>Temperature, 0 to 2</source>
        <translation>温度（0 到 2）</translation>
    </message>
    <message>
        <source>Top-p, 0.01 to 1</source>
        <translation>Top-p（0.01 到 1）</translation>
    </message>
</context>
<context>
    <name>Parse</name>
    <message>
        <source>This is not what %1 prints.</source>
        <translation>这不是 %1 的输出。</translation>
    </message>
    <message>
        <source>%1 did not answer; it said: %2</source>
        <translation>%1 未应答；其输出为：%2</translation>
    </message>
    <message>
        <source>The text ends within a line, and nothing before that line is what %1 prints.</source>
        <translation>文本在一行中间结束，此行之前没有 %1 输出的内容。</translation>
    </message>
    <message>
        <source>This text holds more than one answer of %1; give them one at a time.</source>
        <translation>此文本含有 %1 的多个输出；请逐个提供。</translation>
    </message>
    <message>
        <source>NPU %1: %2 is left out; it cannot be %3.</source>
        <translation>NPU %1：%2 未采用，其值不可能为 %3。</translation>
    </message>
</context>
<context>
    <name>PastAlerts</name>
    <message>
        <source>Alerts so far</source>
        <translation>告警记录</translation>
    </message>
    <message>
        <source>Show in the charts</source>
        <translation>在图表中显示</translation>
    </message>
    <message>
        <source>Save what was sampled…</source>
        <translation>保存采样数据…</translation>
    </message>
    <message>
        <source>The alert with every sample from a minute before it was told until a minute after.</source>
        <translation>该告警，以及触发前后各一分钟内的每个采样。</translation>
    </message>
    <message>
        <source>Save what was sampled around this alert</source>
        <translation>保存该告警前后的采样</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON 文件 (*.json)</translation>
    </message>
    <message>
        <source>Alert rules…</source>
        <translation>告警规则…</translation>
    </message>
    <message>
        <source>What is told of and when, and a webhook that is told, too.</source>
        <translation>什么情况下告警，以及同时通知的 Webhook。</translation>
    </message>
    <message>
        <source>No alert so far</source>
        <translation>尚无告警</translation>
    </message>
    <message>
        <source>The recording holds no alerts</source>
        <translation>该录制中没有告警</translation>
    </message>
</context>
<context>
    <name>PastAlertsModel</name>
    <message>
        <source>goes on</source>
        <comment>an alert</comment>
        <translation>仍在持续</translation>
    </message>
    <message>
        <source>end not seen</source>
        <comment>of an alert</comment>
        <translation>未观察到结束</translation>
    </message>
    <message>
        <source>Told</source>
        <comment>when an alert was told; a column</comment>
        <translation>触发时间</translation>
    </message>
    <message>
        <source>Lasted</source>
        <comment>a column</comment>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>What</source>
        <comment>a column: what an alert is about</comment>
        <translation>内容</translation>
    </message>
    <message>
        <source>Worst value</source>
        <translation>最差值</translation>
    </message>
</context>
<context>
    <name>Pieces</name>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be read on the node.</source>
        <translation>无法读取节点上的 %1。</translation>
    </message>
    <message>
        <source>%1 is there already and is not what the node has; it was left alone. Remove it, or choose another folder.</source>
        <translation>%1 已存在且与节点上的不同；未作改动。请将其删除或选择其他目录。</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>%1 has become shorter while it was fetched.</source>
        <translation>%1 在获取过程中变短了。</translation>
    </message>
    <message>
        <source>%1 arrived otherwise than it is on the node (SHA-256); what came was removed. Something writes to it there, or a disk is broken. Run it again.</source>
        <translation>%1 到达后与节点上的不一致（SHA-256）；已删除收到的内容。节点上有程序正在写入该文件，或磁盘有故障。请重新执行。</translation>
    </message>
</context>
<context>
    <name>Probe</name>
    <message>
        <source>%1 did not answer in %2 s.</source>
        <translation>%1 在 %2 s 内无应答。</translation>
    </message>
</context>
<context>
    <name>Prometheus</name>
    <message>
        <source>What answers is not a Prometheus server.</source>
        <translation>应答的不是 Prometheus 服务器。</translation>
    </message>
    <message>
        <source>The Prometheus server does not answer the question: %1</source>
        <translation>Prometheus 服务器未回答查询：%1</translation>
    </message>
    <message>
        <source>A Prometheus server has an address such as http://HOST:9090, not &apos;%1&apos;.</source>
        <translation>Prometheus 服务器的地址形如 http://HOST:9090，而不是“%1”。</translation>
    </message>
    <message>
        <source>It does not tell of %1: no series has the name or the address as its instance.</source>
        <comment>names of nodes</comment>
        <translation>其中没有 %1：没有序列以其名称或地址为 instance。</translation>
    </message>
    <message>
        <source>It also tells of %1, which are no nodes here.</source>
        <comment>instances of a server</comment>
        <translation>其中还有 %1，它们不是这里的节点。</translation>
    </message>
    <message>
        <source>Its clock and this computer&apos;s differ by %1 s; the times are put right by that.</source>
        <translation>其时钟与本机相差 %1 s，时间已按此校正。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the names of nodes</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Write the login into the file ~/.netrc of this computer, which you alone may read (chmod 600 ~/.netrc), as one line: machine %1 login %2 password PASSWORD</source>
        <translation>请把登录信息写入本机只有您可读的文件 ~/.netrc（chmod 600 ~/.netrc），写成一行：machine %1 login %2 password PASSWORD</translation>
    </message>
    <message>
        <source>A password in the server&apos;s address would be saved with the deployment. %1</source>
        <translation>服务器地址中的密码会随部署一起保存。%1</translation>
    </message>
    <message>
        <source>The Prometheus server wants a login, or takes another than it was given (HTTP status %1). %2</source>
        <translation>Prometheus 服务器要求登录，或不接受给出的登录信息（HTTP 状态 %1）。%2</translation>
    </message>
    <message>
        <source>The Prometheus server, or what stands before it, answers with HTTP status %1.</source>
        <translation>Prometheus 服务器或其前面的代理返回了 HTTP 状态 %1。</translation>
    </message>
</context>
<context>
    <name>PrometheusRow</name>
    <message>
        <source>A Prometheus server that has the figures of npu-exporter and node_exporter is asked for all nodes, and none of them is logged in to. Without an address the nodes are asked themselves.</source>
        <translation>所有节点的数据取自拥有 npu-exporter 和 node_exporter 数据的 Prometheus 服务器，不登录任何节点。不填地址时直接查询各节点。</translation>
    </message>
    <message>
        <source>Address of the Prometheus server</source>
        <translation>Prometheus 服务器的地址</translation>
    </message>
    <message>
        <source>Use</source>
        <comment>a button: this address from now on</comment>
        <translation>使用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Proposals</name>
    <message>
        <source>%1 has %2 NPUs; this is for %3.</source>
        <comment>node; npu-smi&apos;s name of the chip; A2</comment>
        <translation>%1 的 NPU 为 %2，此方案适用于 %3。</translation>
    </message>
    <message>
        <source>%1&apos;s NPUs have %2 GiB of HBM each; this is written for %3.</source>
        <translation>%1 的每个 NPU 显存为 %2 GiB，此方案按 %3 GiB 编写。</translation>
    </message>
    <message>
        <source>Whether it fits is known when there are nodes.</source>
        <translation>添加节点后可知是否适合。</translation>
    </message>
    <message>
        <source>Whether it fits is known when the nodes have been asked.</source>
        <translation>查询节点后可知是否适合。</translation>
    </message>
    <message numerus="yes">
        <source>%1 has %n NPUs; it takes %2.</source>
        <translation>
            <numerusform>%1 有 %n 个 NPU，方案需要 %2 个。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the deployment has %n nodes; it takes %1.</source>
        <translation>
            <numerusform>部署有 %n 个节点，方案需要 %1 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>node; what a check says of it</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Number and kind of NPUs fit. Whether the driver does cannot be told: nothing is known here of the program in the image, nor which driver it asks for.</source>
        <translation>NPU 数量与型号满足要求。驱动是否匹配无法判断：本程序不了解镜像中的程序，也不知其所需驱动。</translation>
    </message>
    <message>
        <source>%1 is a machine of %2; this is for %3.</source>
        <comment>node; x86_64; aarch64</comment>
        <translation>%1 为 %2 架构的服务器，此方案适用于 %3。</translation>
    </message>
    <message>
        <source>%1 is a machine of %2; by its tag the image is for %3: set &quot;image&quot; to one for %2.</source>
        <comment>node; x86_64; aarch64</comment>
        <translation>%1 为 %2 架构的服务器，而镜像标签表明其适用于 %3：请将“image”设为适用于 %2 的镜像。</translation>
    </message>
    <message numerus="yes">
        <source>the deployment has %n nodes; it is written for %1.</source>
        <translation>
            <numerusform>部署有 %n 个节点，方案按 %1 个节点编写。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is an %2 server (%3 NPUs); this is for %4.</source>
        <comment>node; A3; npu-smi&apos;s name of the chip; A2</comment>
        <translation>%1 是 %2 服务器（NPU 为 %3），此方案适用于 %4。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <comment>All other platforms</comment>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>驱动器</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>QuestionPanel</name>
    <message>
        <source>1 of %1 questions</source>
        <translation>第 1 个，共 %1 个问题</translation>
    </message>
    <message>
        <source>Known: %1
Now:   %2 (%3)</source>
        <translation>已知：%1
当前：%2 (%3)</translation>
    </message>
    <message>
        <source>Do not connect</source>
        <translation>不连接</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>%1 needs the passphrase of the key</source>
        <translation>%1 需要密钥的口令</translation>
    </message>
    <message>
        <source>%1 needs a password</source>
        <translation>%1 需要密码</translation>
    </message>
    <message>
        <source>%1 asks</source>
        <translation>%1 询问</translation>
    </message>
    <message>
        <source>Kept in memory until the program ends, never saved</source>
        <translation>仅保存在内存中，程序退出即清除，从不写入磁盘</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>%1: is the host key of %2 right?</source>
        <comment>nodes, a host</comment>
        <translation>%1：%2 的主机密钥正确吗？</translation>
    </message>
    <message>
        <source>Copy the fingerprint</source>
        <translation>复制指纹</translation>
    </message>
    <message>
        <source>The passphrase was wrong; %1 needs it again</source>
        <translation>密钥口令错误；%1 需要重新输入</translation>
    </message>
    <message>
        <source>The password was refused by %1; give it again</source>
        <translation>%1 拒绝了该密码，请重新输入</translation>
    </message>
    <message>
        <source>Ask its administrator which key is right before you accept this one.</source>
        <translation>接受此密钥之前，请向其管理员确认哪个密钥正确。</translation>
    </message>
    <message>
        <source>Known: %1 (%2)
Now:   %3 (%4)</source>
        <translation>已知：%1（%2）
现在：%3（%4）</translation>
    </message>
    <message>
        <source>Stay disconnected</source>
        <translation>保持断开</translation>
    </message>
    <message>
        <source>Not connected: the host key of %2 is revoked (%1)</source>
        <comment>nodes, a host</comment>
        <translation>未连接：%2 的主机密钥已被吊销（%1）</translation>
    </message>
    <message>
        <source>Not connected: the host key of %2 has changed (%1)</source>
        <comment>nodes, a host</comment>
        <translation>未连接：%2 的主机密钥已改变（%1）</translation>
    </message>
    <message>
        <source>%1 shows another key than the known one: the machine was installed anew, or somebody is listening in between. What to do: ask its administrator, not over this connection, whether the key shown now is its own. If so, remove the old one with the command below and ask again; if not, or if nobody can say, leave it so and tell whoever looks after the network.</source>
        <translation>%1 出示的密钥与已知密钥不同：该机器已重装，或有人在中间窃听。处理建议：不要通过此连接，向其管理员确认当前密钥是否属于该机器。若属实，用下方命令删除旧密钥后重新查询；若不是，或无人能确认，请保持现状，并告知网络负责人。</translation>
    </message>
    <message>
        <source>%1 is not known yet. Compare its fingerprint with what its administrator tells you (on the machine: &quot;ssh-keygen -lf /etc/ssh/ssh_host_%2_key.pub&quot;).</source>
        <translation>尚不认识 %1。请将其指纹与管理员告知的核对（在该机器上执行 &quot;ssh-keygen -lf /etc/ssh/ssh_host_%2_key.pub&quot;）。</translation>
    </message>
    <message>
        <source>%1 is known by a key of another type, %3, which it was asked for first and does not have any more. Either that key was taken away, or somebody is listening in between. Compare the fingerprint of the new one with what its administrator tells you (on the machine: &quot;ssh-keygen -lf /etc/ssh/ssh_host_%2_key.pub&quot;). The old line stays.</source>
        <translation>%1 已有另一类型（%3）的密钥记录，已优先请求该类型，但对方不再提供。可能是该密钥已被移除，也可能有人在中间窃听。请将新密钥的指纹与管理员告知的核对（在该机器上执行 &quot;ssh-keygen -lf /etc/ssh/ssh_host_%2_key.pub&quot;）。原有记录保留。</translation>
    </message>
    <message>
        <source>~/.ssh/config keeps no key of it (UserKnownHostsFile): an accepted one holds until this program ends.</source>
        <translation>~/.ssh/config 规定不保存其密钥（UserKnownHostsFile）：接受后在本程序退出前有效。</translation>
    </message>
    <message>
        <source>An accepted key is added to %1.</source>
        <translation>接受后密钥写入 %1。</translation>
    </message>
    <message>
        <source>A new connection was broken off: nobody logged in over it, and no password and no command was sent. What goes on over the connection that was made before, with the known key, is not touched. No button here lets this key pass.</source>
        <translation>新建连接已中断：没有通过它登录，也没有发送任何密码或命令。此前用已知密钥建立的连接不受影响，仍在继续。这里没有任何按钮可以放行该密钥。</translation>
    </message>
    <message>
        <source>The connection was broken off: nobody logged in, and no password and no command was sent. No button here lets this key pass.</source>
        <translation>连接已中断：没有登录，也没有发送任何密码或命令。这里没有任何按钮可以放行该密钥。</translation>
    </message>
    <message>
        <source>No new connection: the host key of %2 is revoked (%1)</source>
        <comment>nodes, a host</comment>
        <translation>未新建连接：%2 的主机密钥已被吊销（%1）</translation>
    </message>
    <message>
        <source>No new connection: the host key of %2 has changed (%1)</source>
        <comment>nodes, a host</comment>
        <translation>未新建连接：%2 的主机密钥已改变（%1）</translation>
    </message>
    <message>
        <source>No new connection: the known host key of %2 is damaged (%1)</source>
        <comment>nodes, a host</comment>
        <translation>未建立新连接：%2 的已知主机密钥已损坏（%1）</translation>
    </message>
    <message>
        <source>Not connected: the known host key of %2 is damaged (%1)</source>
        <comment>nodes, a host</comment>
        <translation>未连接：%2 的已知主机密钥已损坏（%1）</translation>
    </message>
    <message>
        <source>Make no new connection</source>
        <translation>不建立新连接</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>RankTable</name>
    <message>
        <source>A table of version 2.0 is shown and compared here, not changed.</source>
        <translation>2.0 版的表在此只供查看和比较，不能修改。</translation>
    </message>
    <message>
        <source>A table with lists of prefill and decode devices is shown and compared here, not changed: releases after vLLM-Ascend 0.11.0 need none.</source>
        <translation>带 prefill 和 decode 设备列表的表在此只供查看和比较，不能修改：vLLM-Ascend 0.11.0 之后的版本不需要它。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a place; what is wrong there</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>This is the old template with group_list, of Ascend 910 only; write server_list instead.</source>
        <translation>这是仅用于 Ascend 910 的旧模板（group_list）；请改写为 server_list。</translation>
    </message>
    <message>
        <source>The table has no device %1.</source>
        <translation>表中没有设备 %1。</translation>
    </message>
    <message>
        <source>%1: at most %2 characters, without control characters.</source>
        <translation>%1：最多 %2 个字符，不能含控制字符。</translation>
    </message>
    <message>
        <source>%1 (%2) is only in the first.</source>
        <translation>%1（%2）只在第一个表中。</translation>
    </message>
    <message>
        <source>%1 is another one.</source>
        <translation>%1 不同。</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <source>%1 (%2) is only in the second.</source>
        <translation>%1（%2）只在第二个表中。</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1 device %2</source>
        <comment>a server; a number</comment>
        <translation>%1 设备 %2</translation>
    </message>
    <message numerus="yes">
        <source>Server %1 with %n devices is only in the first.</source>
        <translation>
            <numerusform>服务器 %1（%n 个设备）只在第一个表中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Server %1 with %n devices is only in the second.</source>
        <translation>
            <numerusform>服务器 %1（%n 个设备）只在第二个表中。</numerusform>
        </translation>
    </message>
    <message>
        <source>The servers stand in another order: %1 → %2. The first one holds rank 0.</source>
        <translation>服务器的顺序不同：%1 → %2。第一台持有 rank 0。</translation>
    </message>
    <message>
        <source>%1 is only in the first.</source>
        <translation>%1 只在第一个表中。</translation>
    </message>
    <message>
        <source>%1: rank %2 → %3</source>
        <translation>%1：rank %2 → %3</translation>
    </message>
    <message>
        <source>%1 is only in the second.</source>
        <translation>%1 只在第二个表中。</translation>
    </message>
    <message>
        <source>The two list their devices in different ways.</source>
        <translation>两个表列出设备的方式不同。</translation>
    </message>
    <message>
        <source>%1 is out of the table: end its processes, and start none there.</source>
        <translation>%1 已不在表中：请结束其上的进程，并不再在那里启动。</translation>
    </message>
    <message>
        <source>%1: ranks %2 become %3.</source>
        <translation>%1：rank %2 变为 %3。</translation>
    </message>
    <message>
        <source>%1: its processes may use the devices %2 only, not %3 (container&apos;s /dev/davinci, lists of visible devices, npuDeviceIds), %4 instead of %5 of them (worldSize).</source>
        <translation>%1：其进程只能使用设备 %2，而不是 %3（容器的 /dev/davinci、可见设备列表、npuDeviceIds），共 %4 个而不是 %5 个（worldSize）。</translation>
    </message>
    <message>
        <source>%1: devices %2 and %3 are the two chips of one NPU of an A3. If the NPU is at fault, take device %3 away, too.</source>
        <translation>%1：设备 %2 和 %3 是 A3 同一 NPU 的两颗芯片。若是该 NPU 故障，请把设备 %3 也取走。</translation>
    </message>
    <message>
        <source>%1 device %2 has %3 of a device that is taken away as its backup_device_ip: give it another, or take the key out.</source>
        <translation>%1 设备 %2 的 backup_device_ip 是被取走设备的地址 %3：请换一个，或删去该键。</translation>
    </message>
    <message>
        <source>No device would be left in the table.</source>
        <translation>表中将没有任何设备。</translation>
    </message>
    <message>
        <source>No device would be left on %1: take the whole server away.</source>
        <translation>%1 上将没有任何设备：请取走整台服务器。</translation>
    </message>
    <message>
        <source>%1 is the first server now: it holds rank 0 and is the master; clients ask it.</source>
        <translation>%1 现在是第一台服务器：它持有 rank 0，是主节点；客户端向它请求。</translation>
    </message>
    <message>
        <source>The servers have different numbers of devices: MindIE refuses that. Take one card of each server, or the whole server.</source>
        <translation>各服务器的设备数不同：MindIE 会拒绝。请每台服务器各取一张卡，或取走整台服务器。</translation>
    </message>
    <message>
        <source>One server is left: MindIE needs no table on one node and wants RANK_TABLE_FILE unset.</source>
        <translation>只剩一台服务器：MindIE 单节点不需要此表，并要求不设置 RANK_TABLE_FILE。</translation>
    </message>
    <message>
        <source>Put the same file on every server (HCCL compares the tables) and start every process anew. Its usual name is %1.</source>
        <translation>请把同一文件放到每台服务器（HCCL 会比较），并重新启动所有进程。它通常名为 %1。</translation>
    </message>
    <message>
        <source>The table has %1 ranks instead of %2: data parallel × tensor parallel (× context or pipeline parallel, where there is any) must be %1, with MindIE also moe_ep × moe_tp, and the model must fit on so many cards.</source>
        <translation>表中有 %1 个 rank，原为 %2 个：数据并行 × 张量并行（如有上下文并行或流水线并行，再乘以其并行数）须等于 %1，MindIE 的 moe_ep × moe_tp 也须等于 %1，且模型须装得进这么多卡。</translation>
    </message>
</context>
<context>
    <name>RankTableModel</name>
    <message>
        <source>Part</source>
        <comment>prefill or decode</comment>
        <translation>角色</translation>
    </message>
    <message>
        <source>Number</source>
        <comment>of a device, through both lists</comment>
        <translation>序号</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Container&apos;s address</source>
        <translation>容器地址</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Device&apos;s address</source>
        <translation>设备地址</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>SDID</source>
        <comment>super_device_id</comment>
        <translation>SDID</translation>
    </message>
</context>
<context>
    <name>RankTablePage</name>
    <message>
        <source>Compare with a rank table</source>
        <translation>与另一个 rank table 比较</translation>
    </message>
    <message>
        <source>Open a rank table</source>
        <translation>打开 rank table</translation>
    </message>
    <message>
        <source>Rank tables (*.json)</source>
        <translation>Rank table (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the rank table</source>
        <translation>保存 rank table</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <source>%1 is the same, byte for byte.</source>
        <translation>%1 逐字节相同。</translation>
    </message>
    <message>
        <source>%1 says the same, but not byte for byte. Put one and the same file on every server: HCCL compares them.</source>
        <translation>%1 内容相同，但并非逐字节相同。请把同一个文件放到每台服务器：HCCL 会比较。</translation>
    </message>
    <message>
        <source>Rank tables</source>
        <translation>Rank table</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>The last change, or the table that was open before</source>
        <translation>上一次修改，或之前打开的表</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Take the card away…</source>
        <translation>取走此卡…</translation>
    </message>
    <message>
        <source>Renumber the ranks</source>
        <translation>重新编号 rank</translation>
    </message>
    <message>
        <source>0, 1, 2, … in the order of the list, and server_count as many as there are</source>
        <translation>按列表顺序编为 0、1、2……，并把 server_count 改为实际数量</translation>
    </message>
    <message>
        <source>shown and compared only</source>
        <translation>只供查看和比较</translation>
    </message>
    <message>
        <source>not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>Prefill and decode devices (vLLM-Ascend to 0.11.0)</source>
        <translation>Prefill 和 decode 设备（vLLM-Ascend 0.11.0 及以前）</translation>
    </message>
    <message>
        <source>Format %1</source>
        <translation>格式 %1</translation>
    </message>
    <message>
        <source>with container_ip, for MindIE</source>
        <translation>带 container_ip，用于 MindIE</translation>
    </message>
    <message>
        <source>Servers and ranks</source>
        <translation>服务器与 rank</translation>
    </message>
    <message>
        <source>Devices of the rank table</source>
        <translation>rank table 的设备</translation>
    </message>
    <message>
        <source>What is to be said of it</source>
        <translation>对它的说明</translation>
    </message>
    <message>
        <source>Findings: %1</source>
        <translation>发现：%1</translation>
    </message>
    <message>
        <source>Against %1: %2</source>
        <translation>与 %1 相比：%2</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>What must change: %1</source>
        <translation>须随之修改：%1</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>停止比较</translation>
    </message>
    <message>
        <source>Open a rank table (HCCL 1.0, 1.2 or 2.0, with or without MindIE&apos;s container_ip): it is checked, drawn and can be changed, compared with another, or freed of a card. The table of this deployment is under Deploy, Artifacts.</source>
        <translation>打开一个 rank table（HCCL 1.0、1.2 或 2.0，带或不带 MindIE 的 container_ip）：它会被检查、绘出，可以修改、与另一个比较，或从中取走一张卡。本部署的表在“部署”的“配置文件”中。</translation>
    </message>
    <message>
        <source>Open a rank table…</source>
        <translation>打开 rank table…</translation>
    </message>
</context>
<context>
    <name>RankTableView</name>
    <message>
        <source>server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>SDID %1</source>
        <translation>SDID %1</translation>
    </message>
    <message>
        <source>has an error</source>
        <translation>有错误</translation>
    </message>
    <message>
        <source>has a warning</source>
        <translation>有警告</translation>
    </message>
    <message>
        <source>is otherwise in the other table</source>
        <translation>在另一个表中不同</translation>
    </message>
    <message>
        <source>Servers, devices and ranks</source>
        <translation>服务器、设备与 rank</translation>
    </message>
    <message numerus="yes">
        <source>%n devices</source>
        <translation>
            <numerusform>%n 个设备</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n 台服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks without servers</source>
        <translation>不分服务器的 rank</translation>
    </message>
    <message>
        <source>superpod %1</source>
        <translation>超节点 %1</translation>
    </message>
    <message>
        <source>dev %1</source>
        <comment>short for device</comment>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between what is said of a device</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between counts of a table</comment>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>RecentList</name>
    <message>
        <source>Open %1 in %2</source>
        <translation>打开 %1（位于 %2）</translation>
    </message>
    <message>
        <source>Recent deployments</source>
        <translation>最近的部署</translation>
    </message>
</context>
<context>
    <name>Recipe</name>
    <message>
        <source>The recipe %1 is not usable: %2</source>
        <translation>方案 %1 不可用：%2</translation>
    </message>
    <message>
        <source>it has no id.</source>
        <translation>没有 id。</translation>
    </message>
    <message>
        <source>it does not say how many nodes and chips it takes.</source>
        <translation>未说明所需的节点数和芯片数。</translation>
    </message>
    <message>
        <source>%1 (source: %2)</source>
        <translation>%1（来源：%2）</translation>
    </message>
    <message>
        <source>a setting has no key or no type.</source>
        <translation>某个设置缺少 key 或 type。</translation>
    </message>
    <message>
        <source>There is no recipe named &quot;%1&quot;; there are: %2.</source>
        <translation>没有名为“%1”的方案；可用方案：%2。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be one line without control characters.</source>
        <translation>“%1”必须为单行且不含控制字符。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is &quot;%2&quot;; it must be one of %3.</source>
        <translation>“%1”为“%2”；必须是以下之一：%3。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is &quot;%2&quot;; it must be an absolute path without &quot;:&quot; and &quot;..&quot;.</source>
        <translation>“%1”为“%2”；必须是不含“:”和“..”的绝对路径。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is empty; it must be an absolute path.</source>
        <translation>“%1”为空；必须是绝对路径。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is &quot;%2&quot;; allowed: %3.</source>
        <translation>“%1”为“%2”；允许：%3。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; it must be %3.</source>
        <translation>“%1”为 %2；必须是%3。</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2; allowed: %3.</source>
        <translation>“%1”为 %2；允许：%3。</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The deployment&apos;s settings must be an object of names and values.</source>
        <translation>部署的 settings 必须是由名称和值组成的对象。</translation>
    </message>
    <message>
        <source>Setting %1</source>
        <translation>设置 %1</translation>
    </message>
    <message>
        <source>The recipe uses ${%1}, which is neither a setting nor a fact.</source>
        <translation>方案使用了 ${%1}，但它既不是设置也不是节点信息。</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>%1 is there and was not written by an earlier generate; it could not be moved aside and was left alone.</source>
        <translation>%1 已存在，且不是先前生成时写入的；无法将其移到一旁，已原样保留。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is &quot;%2&quot;, a folder of the system: the container needs its own there, and docker refuses a mount over &quot;/&quot;; name a folder of your own, such as /data/deepseek.</source>
        <translation>“%1”为“%2”，属于系统目录：容器需要使用自身的该目录，且 docker 拒绝挂载到“/”；请填写自己的目录，例如 /data/deepseek。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is not a file.</source>
        <translation>%1 不是文件。</translation>
    </message>
    <message>
        <source>%1: /id is &quot;%2&quot;, which is a recipe that this program brings; give yours another id.</source>
        <translation>%1：/id 为 &quot;%2&quot;，与本程序自带的方案相同，请改用其他 id。</translation>
    </message>
    <message>
        <source>%1: /id is &quot;%2&quot;, as in another file of this folder; give each its own.</source>
        <translation>%1：/id 为 &quot;%2&quot;，与该目录下另一文件相同，请各用不同的 id。</translation>
    </message>
    <message>
        <source>%1 has %2 recipes; only the first %3 are read.</source>
        <translation>%1 中有 %2 个方案文件，仅读取前 %3 个。</translation>
    </message>
    <message>
        <source>The folder of your own recipes, %1, cannot be read.</source>
        <translation>无法读取自有方案目录 %1。</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>is %1; it must be %2.</source>
        <comment>value; what is allowed</comment>
        <translation>为 %1，应为%2。</translation>
    </message>
    <message>
        <source>is missing.</source>
        <translation>缺失。</translation>
    </message>
    <message>
        <source>is not known there; known are %1.</source>
        <translation>在此处无效，可用的有：%1。</translation>
    </message>
    <message>
        <source>is not known there; did you mean &quot;%1&quot;?</source>
        <translation>在此处无效，是否应为 &quot;%1&quot;？</translation>
    </message>
    <message>
        <source>must be one line without control characters.</source>
        <translation>必须是不含控制字符的单行文本。</translation>
    </message>
    <message>
        <source>as in %1</source>
        <comment>a regular expression</comment>
        <translation>符合 %1 的文本</translation>
    </message>
    <message>
        <source>a text, or one for each language: %1</source>
        <translation>文本，或按语言给出的文本：%1</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 的整数</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>a text or a list of texts</source>
        <translation>文本或文本列表</translation>
    </message>
    <message>
        <source>a list of objects</source>
        <translation>对象列表</translation>
    </message>
    <message>
        <source>is not for a setting of the type &quot;%1&quot;.</source>
        <translation>不适用于类型为 &quot;%1&quot; 的设置项。</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>以下之一：%1</translation>
    </message>
    <message>
        <source>names nothing to choose from.</source>
        <translation>没有可选项。</translation>
    </message>
    <message>
        <source>is no regular expression: %1.</source>
        <translation>不是有效的正则表达式：%1。</translation>
    </message>
    <message>
        <source>has a pattern and no &quot;patternHelp&quot;, which says in words what is allowed.</source>
        <translation>有 pattern 而没有以文字说明允许取值的 &quot;patternHelp&quot;。</translation>
    </message>
    <message>
        <source>does not fit: %1</source>
        <translation>不符合要求：%1</translation>
    </message>
    <message>
        <source>has no setting with the key &quot;%1&quot; (of the type &quot;%2&quot;), which the engine &quot;%3&quot; needs.</source>
        <translation>缺少引擎 &quot;%3&quot; 所需的设置项 &quot;%1&quot;（类型 &quot;%2&quot;）。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; in &quot;%2&quot;</source>
        <comment>a type; a setting</comment>
        <translation>&quot;%1&quot;（设置项 &quot;%2&quot;）</translation>
    </message>
    <message>
        <source>is written at the head of the group &quot;%1&quot;, which /environment/groups does not have.</source>
        <translation>写在分组 &quot;%1&quot; 的开头，但 /environment/groups 中没有该分组。</translation>
    </message>
    <message>
        <source>is not the key of a setting of the type &quot;choice&quot;.</source>
        <translation>不是类型为 &quot;choice&quot; 的设置项。</translation>
    </message>
    <message>
        <source>can never hold: %1</source>
        <translation>永远不会成立：%1</translation>
    </message>
    <message>
        <source>has ${%1}, but nothing is put in there.</source>
        <translation>含 ${%1}，但此处不做替换。</translation>
    </message>
    <message>
        <source>has ${%1}, which is neither a setting nor a fact.</source>
        <translation>含 ${%1}，既不是设置项也不是节点信息。</translation>
    </message>
    <message>
        <source>has ${%1}, which is neither a setting nor a fact; did you mean ${%2}?</source>
        <translation>含 ${%1}，既不是设置项也不是节点信息，是否应为 ${%2}？</translation>
    </message>
    <message>
        <source>%1 %2, not %3</source>
        <comment>a key of config.json; what it is; what the recipe&apos;s model has</comment>
        <translation>%1 为 %2，应为 %3</translation>
    </message>
    <message>
        <source>no index_head_dim, which the model&apos;s sparse attention has</source>
        <translation>缺少该模型稀疏注意力的 index_head_dim</translation>
    </message>
    <message>
        <source>an index_head_dim, which the model has not</source>
        <translation>含有该模型没有的 index_head_dim</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <comment>of a model</comment>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 experts</source>
        <comment>of a model</comment>
        <translation>%1 个专家</translation>
    </message>
    <message>
        <source>No recipe is named; there are: %1.</source>
        <translation>未指定方案；可用的有：%1。</translation>
    </message>
    <message>
        <source>an absolute path other than &quot;/&quot;, without &quot;:&quot; and &quot;..&quot;</source>
        <translation>不含 &quot;:&quot; 和 &quot;..&quot; 的绝对路径，且不能是 &quot;/&quot;</translation>
    </message>
    <message>
        <source>is a port and has no &quot;%1&quot;; write one from %2 to %3.</source>
        <translation>是端口，但没有 &quot;%1&quot;；请写明，范围为 %2 到 %3。</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>%1 到 %2 的数</translation>
    </message>
    <message>
        <source>is %1, more than the maximum, %2.</source>
        <translation>为 %1，大于 maximum（%2）。</translation>
    </message>
    <message>
        <source>is &quot;%1&quot;, as in %2; give each its own.</source>
        <comment>an id; where it is already</comment>
        <translation>为 &quot;%1&quot;，与 %2 重复；请各用不同的值。</translation>
    </message>
    <message>
        <source>one of %1, or &quot;&quot; for any</source>
        <comment>kinds of machines</comment>
        <translation>%1 之一，或 &quot;&quot;（表示任意机型）</translation>
    </message>
    <message>
        <source>is %1, which is mounted already; take one of the two out.</source>
        <translation>为 %1，该路径已挂载；请删除其中一个。</translation>
    </message>
    <message>
        <source>a whole number, or ${KEY} of a setting of the type &quot;integer&quot; with a minimum of at least 1 and a maximum of at most %1</source>
        <translation>整数，或 ${KEY}（指向类型为 &quot;integer&quot;、minimum 不小于 1 且 maximum 不大于 %1 的设置项）</translation>
    </message>
    <message>
        <source>%1: /extends names &quot;%2&quot;, and there is no such recipe, or it is refused itself.</source>
        <translation>%1：/extends 指定的 “%2” 不存在，或该方案本身有误。</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <comment>files</comment>
        <translation>%1（基于 %2）</translation>
    </message>
    <message>
        <source>%1: there is nothing of that name to take away.</source>
        <translation>%1：没有该名称的内容可删除。</translation>
    </message>
    <message>
        <source>%1: /%2 is missing: a recipe that extends another one has its own.</source>
        <translation>%1：缺少 /%2：扩展其他方案的方案必须有自己的该项。</translation>
    </message>
    <message>
        <source>%1 is %2; it must be an object, such as %3.</source>
        <comment>place; value; JSON</comment>
        <translation>%1 为 %2，必须是对象，例如 %3。</translation>
    </message>
    <message>
        <source>%1 stands twice in one object of %2. Remove one of them.</source>
        <translation>%1 在 %2 的同一对象中出现两次，请删除其中一个。</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>%1: the recipe that it extends has no setting of that name; it has %2.</source>
        <comment>place; names</comment>
        <translation>%1：所扩展的方案没有该名称的设置；已有的设置：%2。</translation>
    </message>
    <message>
        <source>%1: the recipe that it extends has no setting of that name; did you mean &quot;%2&quot;?</source>
        <translation>%1：所扩展的方案没有该名称的设置；是否指“%2”？</translation>
    </message>
    <message>
        <source>A new one says its type, default, group, title and help.</source>
        <comment>a setting</comment>
        <translation>新增设置须写明 type、default、group、title 与 help。</translation>
    </message>
</context>
<context>
    <name>RecipeList</name>
    <message>
        <source>Does not fit: %1</source>
        <translation>不适用：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n NPUs</source>
        <translation>
            <numerusform>%n 个 NPU</numerusform>
        </translation>
    </message>
    <message>
        <source>any kind</source>
        <translation>不限型号</translation>
    </message>
    <message>
        <source>Number and kind of NPUs fit the recipe</source>
        <translation>NPU 数量与型号满足方案要求</translation>
    </message>
    <message>
        <source>Number and kind of NPUs fit the recipe, but: %1</source>
        <translation>NPU 数量与型号满足方案要求，但：%1</translation>
    </message>
</context>
<context>
    <name>RecipePage</name>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n to correct</source>
        <translation>
            <numerusform>%n 项需更正</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>已更改 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>All at their defaults</source>
        <translation>均为默认值</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>All to defaults</source>
        <translation>全部恢复默认</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Mind this</source>
        <translation>请注意</translation>
    </message>
    <message>
        <source>Corrected against the community guide</source>
        <translation>已对照社区指南更正</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>收起</translation>
    </message>
    <message numerus="yes">
        <source>Show %n differences</source>
        <translation>
            <numerusform>显示 %n 处差异</numerusform>
        </translation>
    </message>
    <message>
        <source>This program has no recipe named &quot;%1&quot;. Choose another one.</source>
        <translation>本程序没有名为“%1”的部署方案，请另选一个。</translation>
    </message>
    <message>
        <source>Choose a recipe first. It says how the model is served: image, weights, ports, how many chips; the other steps rest on it.</source>
        <translation>请先选择部署方案。它决定模型的部署方式：镜像、权重、端口和 NPU 数量；其他步骤都以它为基础。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <comment>a recipe</comment>
        <translation>使用“%1”</translation>
    </message>
    <message>
        <source>Choose a recipe</source>
        <translation>选择部署方案</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <comment>a recipe file that is wrong</comment>
        <translation>已忽略：%1</translation>
    </message>
    <message>
        <source>Endpoint: %1</source>
        <translation>服务端点：%1</translation>
    </message>
    <message>
        <source>What runs where</source>
        <translation>运行布局</translation>
    </message>
    <message>
        <source>A check says what is to be changed here:</source>
        <translation>有检查项指出此处需要修改的内容：</translation>
    </message>
    <message>
        <source>What has room</source>
        <translation>显存规划</translation>
    </message>
    <message>
        <source>Drawn as the recipe asks for it; the nodes cannot have it so: %1</source>
        <comment>a sentence</comment>
        <translation>此图按方案的要求绘制；这些节点无法如此部署：%1</translation>
    </message>
</context>
<context>
    <name>Recording</name>
    <message>
        <source>Ten minutes hold more than %1 values; that is too much for a recording.</source>
        <translation>十分钟内的数据超过 %1 个，无法录制。</translation>
    </message>
    <message>
        <source>Nothing was sampled of these nodes between %1 and %2.</source>
        <translation>%1 至 %2 之间没有这些节点的采样数据。</translation>
    </message>
    <message>
        <source>No history of this deployment is kept on this machine: there is no file %1. The window&apos;s Monitor keeps one of a saved deployment, `ascendctl monitor --db` too.</source>
        <translation>本机没有该部署的历史数据：文件 %1 不存在。窗口的监控页会为已保存的部署保留历史，`ascendctl monitor --db` 也可以。</translation>
    </message>
    <message>
        <source>%1 is there already; it was left alone.</source>
        <translation>%1 已存在，未作改动。</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>%1 is not a recording of this program.</source>
        <translation>%1 不是本程序的录制文件。</translation>
    </message>
    <message>
        <source>There is no recording at %1.</source>
        <translation>%1 处没有录制文件。</translation>
    </message>
    <message>
        <source>%1 is a recording of a later program (%2): open it with that one.</source>
        <translation>%1 由更新版本的程序（%2）录制：请用该版本打开。</translation>
    </message>
    <message>
        <source>That is more than %1 values.</source>
        <translation>超过 %1 个数据。</translation>
    </message>
    <message>
        <source>The folder %1 is not there.</source>
        <translation>文件夹 %1 不存在。</translation>
    </message>
    <message>
        <source>%1 is damaged, or was cut short while it was copied: copy it again, or export it anew.</source>
        <translation>%1 已损坏，或在复制时被截断：请重新复制，或重新导出。</translation>
    </message>
</context>
<context>
    <name>RemoteEndpoint</name>
    <message>
        <source>%1 refused the request with HTTP %2: %3</source>
        <translation>%1 以 HTTP %2 拒绝了请求：%3</translation>
    </message>
    <message>
        <source>The answer of %1</source>
        <translation>%1 的应答</translation>
    </message>
    <message>
        <source>%1 broke off its answer. Look at the service&apos;s log, then ask again.</source>
        <translation>%1 的应答中断。请查看服务日志后重试。</translation>
    </message>
    <message>
        <source>%1 refused the request with HTTP %2.</source>
        <translation>%1 以 HTTP %2 拒绝了请求。</translation>
    </message>
    <message>
        <source>A base URL usually ends in /v1: %1/v1</source>
        <translation>基础 URL 通常以 /v1 结尾：%1/v1</translation>
    </message>
</context>
<context>
    <name>RemovalBar</name>
    <message>
        <source>%1 holds what a run of this deployment made: %2. Undo the run first. If the node is removed nevertheless, that stays there until the run is undone, and until then the deployment cannot be run again.</source>
        <translation>%1 上有本部署的运行所产生的内容：%2。请先撤销运行。若仍要移除该节点，这些内容会留在那里，直到运行被撤销；在此之前部署不能再次运行。</translation>
    </message>
    <message>
        <source>To the undo</source>
        <translation>前往撤销</translation>
    </message>
    <message>
        <source>Remove nevertheless</source>
        <translation>仍要移除</translation>
    </message>
    <message>
        <source>Keep the node</source>
        <translation>保留节点</translation>
    </message>
</context>
<context>
    <name>ReplayBar</name>
    <message>
        <source>Reading the recording…</source>
        <translation>正在读取录制…</translation>
    </message>
    <message>
        <source>A recording, its names left out, from %1 to %2. No node is asked.</source>
        <translation>录制回放（名称已略去），%1 至 %2。不访问任何节点。</translation>
    </message>
    <message>
        <source>A recording of %1, from %2 to %3. No node is asked.</source>
        <translation>%1 的录制回放，%2 至 %3。不访问任何节点。</translation>
    </message>
    <message>
        <source>It is of a simulated cluster.</source>
        <translation>录自仿真集群。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Moment of the recording</source>
        <translation>录制中的时刻</translation>
    </message>
    <message>
        <source>The page shows what was known at this moment.</source>
        <translation>页面显示该时刻的状态。</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>how fast a recording plays</comment>
        <translation>%1×</translation>
    </message>
</context>
<context>
    <name>ReportBar</name>
    <message>
        <source>Show its folder</source>
        <translation>打开所在文件夹</translation>
    </message>
    <message numerus="yes">
        <source>The report was saved: %1 (%n file(s)).</source>
        <translation>
            <numerusform>报告已保存：%1（%n 个文件）。</numerusform>
        </translation>
    </message>
    <message>
        <source>It is of simulated nodes, and says so.</source>
        <translation>它来自仿真节点，报告中已注明。</translation>
    </message>
    <message numerus="yes">
        <source>%n of its parts are missing or not whole; README.txt in it says which and why.</source>
        <translation>
            <numerusform>其中 %n 部分缺失或不完整；报告内的 README.txt 说明了是哪些及原因。</numerusform>
        </translation>
    </message>
    <message>
        <source>Look through it before you give it away: passwords and keys were taken out where they can be known as such.</source>
        <translation>交给他人前请先查看：口令和密钥凡可识别者均已去除。</translation>
    </message>
</context>
<context>
    <name>RestartBar</name>
    <message>
        <source>Restart %1 now</source>
        <translation>立即重启 %1</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
</context>
<context>
    <name>RoomBar</name>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Other parts</source>
        <translation>其余部分</translation>
    </message>
    <message>
        <source>KV cache and workspace</source>
        <translation>KV Cache和工作区</translation>
    </message>
    <message>
        <source>HCCL&apos;s buffers</source>
        <translation>HCCL 缓冲区</translation>
    </message>
    <message>
        <source>Not taken</source>
        <translation>未占用</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Memory of a card</source>
        <translation>一张卡的显存</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>part; size</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>a card: %1</source>
        <comment>its memory</comment>
        <translation>一张卡：%1</translation>
    </message>
</context>
<context>
    <name>RoomModel</name>
    <message>
        <source>%1 B</source>
        <comment>billions of parameters</comment>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 M</source>
        <comment>millions of parameters</comment>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>Part of the model</source>
        <translation>模型的部分</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>On a card</source>
        <translation>每张卡上</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
</context>
<context>
    <name>RoomView</name>
    <message>
        <source>Asking %1…</source>
        <translation>正在询问 %1…</translation>
    </message>
    <message>
        <source>Ask %1</source>
        <translation>询问 %1</translation>
    </message>
    <message>
        <source>Reads config.json and the sizes of the files in %1; changes nothing.</source>
        <translation>读取 %1 中的 config.json 和文件大小；不改动任何东西。</translation>
    </message>
    <message>
        <source>The model&apos;s own numbers are not known yet: ask a node for the config.json of its weights, or open one.</source>
        <translation>还不知道模型本身的参数：向节点询问权重的 config.json，或打开一个。</translation>
    </message>
    <message>
        <source>Whether it fits is not known: it takes the config.json of the weights.</source>
        <translation>还不知道放不放得下：需要权重的 config.json。</translation>
    </message>
    <message>
        <source>Whether it fits is not known: no node has told the memory of its cards. Choose it below.</source>
        <translation>还不知道放不放得下：没有节点报告过卡的显存。请在下面选择。</translation>
    </message>
    <message>
        <source>Whether it fits is not known.</source>
        <translation>还不知道放不放得下。</translation>
    </message>
    <message>
        <source>It fits.</source>
        <translation>放得下。</translation>
    </message>
    <message>
        <source>Weights %1 of %2 usable on a card · %3 of KV cache a token · at most %4 tokens in all</source>
        <translation>每张卡可用 %2，权重占 %1 · 每个 Token 的 KV Cache %3 · 总共至多 %4 个 Token</translation>
    </message>
    <message>
        <source>at most %1 requests of the full length at once</source>
        <translation>至多同时处理 %1 个最大长度的请求</translation>
    </message>
    <message>
        <source>%1 has no config.json that can be read in %2.</source>
        <translation>%1 的 %2 中没有可读的 config.json。</translation>
    </message>
    <message>
        <source>config.json of %1 on %2</source>
        <comment>a folder; a node</comment>
        <translation>%2 上 %1 的 config.json</translation>
    </message>
    <message>
        <source>Open a model&apos;s config.json</source>
        <translation>打开模型的 config.json</translation>
    </message>
    <message>
        <source>config.json (*.json)</source>
        <translation>模型配置 (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 holds no JSON object: it is no config.json of a model.</source>
        <translation>%1 里不是 JSON 对象：不是模型的 config.json。</translation>
    </message>
    <message>
        <source>%1, opened by hand</source>
        <comment>a file</comment>
        <translation>%1（手动打开）</translation>
    </message>
    <message>
        <source>Open config.json…</source>
        <translation>打开 config.json…</translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation>采用这些设置</translation>
    </message>
    <message>
        <source>Back to what is set</source>
        <translation>恢复为已设的值</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV Cache 精度</translation>
    </message>
    <message>
        <source>Memory of a card</source>
        <translation>一张卡的显存</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>保持现状</translation>
    </message>
    <message>
        <source>2 bytes a value (BF16)</source>
        <translation>每个值 2 字节（BF16）</translation>
    </message>
    <message>
        <source>1 byte a value (quantized)</source>
        <translation>每个值 1 字节（量化）</translation>
    </message>
    <message>
        <source>as the nodes tell</source>
        <translation>按节点报告</translation>
    </message>
    <message>
        <source>These three are thought of only: other weights have to be fetched, and a quantized cache is an option of the engine that not every release has.</source>
        <translation>这三项只是设想：换权重要另行下载，量化的缓存是引擎的选项，并非每个版本都有。</translation>
    </message>
    <message>
        <source>What lies on a card</source>
        <translation>一张卡上有什么</translation>
    </message>
    <message>
        <source>How it is worked out</source>
        <translation>计算依据</translation>
    </message>
    <message>
        <source>Weights %1 of %2 usable on a card · %3 of KV cache a token · %4 tokens in all, its sliding_window not counted</source>
        <translation>权重占每卡可用 %2 中的 %1 · 每个 Token 的 KV Cache %3 · 共 %4 个 Token，未计入 sliding_window</translation>
    </message>
    <message>
        <source>%1 requests of the full length at once</source>
        <translation>可同时处理 %1 个最大长度请求</translation>
    </message>
    <message>
        <source>weights counted as %1</source>
        <comment>BF16, W8A8</comment>
        <translation>权重按 %1 计算</translation>
    </message>
</context>
<context>
    <name>RunPage</name>
    <message>
        <source>Deployment run</source>
        <translation>部署执行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Undo…</source>
        <translation>撤销…</translation>
    </message>
    <message>
        <source>Undo now</source>
        <translation>立即撤销</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理建议</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Enter: next, Shift+Enter: previous</source>
        <translation>Enter：下一个，Shift+Enter：上一个</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Log of the chosen step</source>
        <translation>所选步骤的日志</translation>
    </message>
    <message>
        <source>Commands of the chosen step</source>
        <translation>所选步骤的命令</translation>
    </message>
    <message>
        <source>This deployment has no nodes yet.</source>
        <translation>本次部署还没有节点。</translation>
    </message>
    <message>
        <source>Ask the nodes for their facts</source>
        <translation>采集节点信息</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新执行</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Deploy: %1</source>
        <translation>部署：%1</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Search the log backwards</source>
        <translation>向前搜索日志</translation>
    </message>
    <message>
        <source>Ask the nodes</source>
        <translation>查询节点</translation>
    </message>
    <message>
        <source>Undo again…</source>
        <translation>再次撤销…</translation>
    </message>
    <message>
        <source>It ends what was deployed under the name &quot;%1&quot;: %2.</source>
        <translation>这将结束以名称“%1”部署的内容：%2。</translation>
    </message>
    <message>
        <source>What was run is not what the settings say now</source>
        <translation>已部署的内容与当前设置不一致</translation>
    </message>
    <message>
        <source>Answered last at %1</source>
        <comment>a time</comment>
        <translation>最后应答于 %1</translation>
    </message>
    <message>
        <source>Saves the changes of the deployment first: what runs is what is written.</source>
        <translation>先保存部署的更改：运行的内容与文件一致。</translation>
    </message>
    <message>
        <source>Run saves the changes of the deployment first.</source>
        <translation>运行前会先保存部署的更改。</translation>
    </message>
    <message>
        <source>Another run is under way</source>
        <translation>另一次运行正在进行</translation>
    </message>
    <message>
        <source>Undo stops the service and removes the container and the files that this deployment made, on all nodes, last first. What was there before stays; images stay. What else was written inside the container goes with it: copy out first what is needed.</source>
        <translation>撤销会停止服务，并在所有节点上按相反顺序删除本部署创建的容器和文件。原有的内容保留，镜像保留。容器内另外写入的内容会随容器删除：需要的请先复制出来。</translation>
    </message>
    <message>
        <source>&quot;Run again&quot; leaves what is as it should be; where a file or a setting is not, the service ends on all nodes and starts anew.</source>
        <translation>“重新执行”不改动已符合要求的部分；若文件或设置与要求不符，服务会在所有节点上结束并重新启动。</translation>
    </message>
    <message>
        <source>Show the kept logs</source>
        <translation>查看保留的日志</translation>
    </message>
    <message>
        <source>What the steps of the failed run said, on all nodes, as it was kept on this computer.</source>
        <translation>失败的运行中各步骤在所有节点上的输出，保存在本机。</translation>
    </message>
    <message>
        <source>Resume and &quot;Run again&quot; leave what is as it should be; where a file or a setting is not, the service ends on all nodes and starts anew.</source>
        <translation>“继续”和“重新执行”不改动已符合要求的部分；若文件或设置与要求不符，服务会在所有节点上结束并重新启动。</translation>
    </message>
    <message>
        <source>What would it change?</source>
        <translation>会改变什么？</translation>
    </message>
    <message>
        <source>Asks the nodes what of this deployment holds there and what a run would change. Nothing is changed.</source>
        <translation>询问各节点本部署已就绪的部分以及执行会改变什么。不做任何更改。</translation>
    </message>
    <message>
        <source>Asking what a run would change</source>
        <translation>正在询问执行会改变什么</translation>
    </message>
    <message>
        <source>Done at %1; nobody has looked since</source>
        <comment>a time</comment>
        <translation>已于 %1 完成；此后没有人看过</translation>
    </message>
    <message>
        <source>Go to the settings</source>
        <translation>转到设置</translation>
    </message>
    <message>
        <source>It ends what was deployed before the deployment had a name: %1.</source>
        <translation>这将结束部署尚未命名时部署的内容：%1。</translation>
    </message>
    <message>
        <source>Search</source>
        <comment>in the log</comment>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Open the checks</source>
        <translation>打开检查</translation>
    </message>
</context>
<context>
    <name>RunState</name>
    <message>
        <source>The state of the last run, %1, cannot be read.</source>
        <translation>无法读取上次执行的状态 %1。</translation>
    </message>
    <message>
        <source>%1 must be a text</source>
        <translation>%1 必须是文本</translation>
    </message>
    <message>
        <source>%1 must be docker or podman</source>
        <translation>%1 必须是 docker 或 podman</translation>
    </message>
    <message>
        <source>%1 is not the name of a container</source>
        <translation>%1 不是容器名称</translation>
    </message>
    <message>
        <source>%1 must be a list</source>
        <translation>%1 必须是列表</translation>
    </message>
    <message>
        <source>%1 must be an absolute path</source>
        <translation>%1 必须是绝对路径</translation>
    </message>
    <message>
        <source>%1 must be an object</source>
        <translation>%1 必须是对象</translation>
    </message>
    <message>
        <source>%1 must be true or false</source>
        <translation>%1 必须是 true 或 false</translation>
    </message>
    <message>
        <source>%1 must be a command in the container</source>
        <translation>%1 必须是在该容器内执行的命令</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, which is no step</source>
        <translation>%1 为“%2”，不是部署步骤</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;, which is no state</source>
        <translation>%1 为“%2”，不是步骤状态</translation>
    </message>
    <message>
        <source>%1 must be a number of milliseconds</source>
        <translation>%1 必须是毫秒数</translation>
    </message>
    <message>
        <source>it must be a JSON object</source>
        <translation>内容必须是 JSON 对象</translation>
    </message>
    <message>
        <source>%1 must be a number</source>
        <translation>%1 必须是数字</translation>
    </message>
    <message>
        <source>%1 is there twice</source>
        <translation>%1 重复出现</translation>
    </message>
    <message>
        <source>%1 is not the state of a run: %2. Move it away to begin anew; what an earlier run made on the nodes must then be undone by hand.</source>
        <translation>%1 不是部署运行的状态文件：%2。移走它即可重新开始，但先前运行在节点上留下的内容须手动撤销。</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>it is not valid JSON</source>
        <translation>不是有效的 JSON</translation>
    </message>
    <message>
        <source>Make room on the disk, or see that this user may write in %1. What was done so far is remembered: resume or undo then.</source>
        <translation>请清理磁盘空间，或确认当前用户可写入 %1。已完成的操作均有记录：之后可继续或撤销。</translation>
    </message>
    <message>
        <source>%1 is the state of the deployment &quot;%2&quot;, not of &quot;%3&quot;.</source>
        <translation>%1 是部署“%2”的状态文件，不属于“%3”。</translation>
    </message>
    <message>
        <source>%1 is the state of a run of &quot;%2&quot; on other nodes: %3 (%4) is not one of this deployment&apos;s.</source>
        <translation>%1 是“%2”在其他节点上运行的状态文件：%3（%4）不在此部署中。</translation>
    </message>
    <message>
        <source>%1 must be a node as in a deployment file</source>
        <translation>%1 必须是与部署文件中相同格式的节点</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>%1 must be deploy or undo</source>
        <translation>%1 必须是 deploy 或 undo</translation>
    </message>
    <message>
        <source>%1 is %2, and this program knows 1 to %3; if a newer one wrote it, go on with that one</source>
        <translation>%1 为 %2，本程序只认识 1 到 %3；若由更新的程序写成，请用该程序继续</translation>
    </message>
    <message>
        <source>The state of the run cannot be written to %1: the run ends here.</source>
        <translation>运行状态无法写入 %1：运行到此为止。</translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message>
        <source>Undoing</source>
        <translation>正在撤销</translation>
    </message>
    <message>
        <source>Running; stop is safe at any time.</source>
        <translation>正在执行，可随时安全停止。</translation>
    </message>
    <message>
        <source>Another run is under way (process %1). Its steps are followed here; stop it there.</source>
        <translation>另一次运行正在进行（进程 %1）。此处跟随显示其步骤；请在那里停止它。</translation>
    </message>
    <message>
        <source>Another run is under way in another process. Its steps are followed here; stop it there.</source>
        <translation>另一个进程中的运行正在进行。此处跟随显示其步骤；请在那里停止它。</translation>
    </message>
    <message>
        <source>Saving the deployment; then it is run.</source>
        <translation>正在保存部署，随后运行。</translation>
    </message>
    <message>
        <source>It was not run, because the deployment could not be saved: %1</source>
        <translation>未运行，因为无法保存部署：%1</translation>
    </message>
    <message>
        <source>What is on these nodes was deployed under the name &quot;%1&quot; from %2, and &quot;%3&quot; is for the same nodes and recipe. Open that file to undo it; then this one can be run.</source>
        <translation>这些节点上的内容是以名称“%1”从 %2 部署的，“%3”使用相同的节点和方案。请打开该文件来撤销；之后才能运行本部署。</translation>
    </message>
    <message>
        <source>An earlier run of this deployment, last at work at %1, has left something on the nodes. It can be undone now; to run it, choose a recipe first.</source>
        <translation>此部署先前的一次运行（最后活动于 %1）在节点上留有内容。现在可以撤销；要运行，请先选择部署方案。</translation>
    </message>
    <message>
        <source>The settings of the recipe are to be corrected before it can be run: %1</source>
        <translation>需先改正方案的设置才能运行：%1</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <comment>node, its address, what is on it</comment>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>An earlier run also made things on a node that this deployment has no more, %1. Undo reaches it too; or add the node again. Until then it cannot be run.</source>
        <translation>先前的运行也在本部署已不再包含的节点上产生了内容，%1。撤销也会作用于该节点；也可以重新加入该节点。在此之前不能运行。</translation>
    </message>
    <message>
        <source>What an earlier run made stands elsewhere than the settings say now: %1. Put the settings back, or undo: that takes it back. Until then it cannot be run.</source>
        <translation>先前运行所建内容的位置与当前配置不同：%1。请恢复原配置，或撤销以撤回这些内容；在此之前不能运行。</translation>
    </message>
    <message>
        <source>You stopped the run at %1. Resume repeats nothing that holds.</source>
        <translation>您于 %1 停止了运行。继续时不会重复已成立的步骤。</translation>
    </message>
    <message>
        <source>Stopped by a failure at %1. Steps that hold are not repeated.</source>
        <translation>在 %1 因失败而停止。已满足的步骤不会重复执行。</translation>
    </message>
    <message>
        <source>Stopped by a failure. Steps that hold are not repeated.</source>
        <translation>因失败而停止。已满足的步骤不会重复执行。</translation>
    </message>
    <message>
        <source>The service was stopped at %1, on purpose; what was made for it stands.</source>
        <translation>服务已于 %1 被主动停止，为其创建的内容保留。</translation>
    </message>
    <message>
        <source>It can be undone now; to start it again, the nodes are asked first.</source>
        <translation>现在即可撤销；若要重新启动，须先查询节点。</translation>
    </message>
    <message>
        <source>Resume starts it again.</source>
        <translation>“继续”会重新启动服务。</translation>
    </message>
    <message>
        <source>An earlier run, last at work at %1, did not come to its end. It can be undone now; to resume it, the nodes are asked first.</source>
        <translation>先前的运行（最近一次活动：%1）没有完成。现在即可撤销；若要继续，须先查询节点。</translation>
    </message>
    <message>
        <source>An earlier run did not come to its end. Resume repeats nothing that holds.</source>
        <translation>上次执行未完成。继续时不会重复已满足的步骤。</translation>
    </message>
    <message>
        <source>What was run is not what the settings say now, or what the nodes say of themselves. &quot;Run again&quot; puts that on them; where a container has to be made anew for it, it says so, and Undo comes first.</source>
        <translation>已部署的内容与当前设置（或节点目前的信息）不一致。按“重新执行”会将其应用到节点；如果需要重新创建容器，它会给出提示，此时须先撤销。</translation>
    </message>
    <message>
        <source>The endpoint answered last at %1 and does not answer now.</source>
        <comment>a time</comment>
        <translation>端点最后一次应答于 %1，现已不应答。</translation>
    </message>
    <message>
        <source>It can be undone now; to run again, the nodes are asked first.</source>
        <translation>现在可以撤销；如需重新执行，将先查询节点。</translation>
    </message>
    <message>
        <source>&quot;Run again&quot; starts what is not there any more.</source>
        <translation>点击“重新执行”会重新启动已不存在的部分。</translation>
    </message>
    <message>
        <source>Undone at %1.</source>
        <translation>已于 %1 撤销。</translation>
    </message>
    <message>
        <source>Done at %1. The endpoint answered.</source>
        <translation>已于 %1 完成，端点有应答。</translation>
    </message>
    <message>
        <source>Whether it still serves has not been asked since: &quot;Verify&quot; asks.</source>
        <translation>此后没有问过它是否仍在服务：“验证”会去问。</translation>
    </message>
    <message>
        <source>An earlier run came to its end at %1. It can be undone now; to run again, the nodes are asked first.</source>
        <translation>先前的运行已于 %1 完成。现在即可撤销；若要再次运行，须先查询节点。</translation>
    </message>
    <message>
        <source>An earlier run came to its end at %1. &quot;Undo…&quot; takes it back.</source>
        <comment>a time</comment>
        <translation>先前的一次运行已于 %1 结束。“撤销…”会将其撤回。</translation>
    </message>
    <message>
        <source>%1 on %2; choose one to see its commands.</source>
        <comment>12 steps; 2 nodes</comment>
        <translation>%2，共 %1；选择一个步骤查看其命令。</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n 个步骤</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo was refused at %1: %2</source>
        <comment>a time, why</comment>
        <translation>%1 时撤销被拒绝：%2</translation>
    </message>
    <message>
        <source>The run was refused at %1: %2</source>
        <comment>a time, why</comment>
        <translation>%1 时执行被拒绝：%2</translation>
    </message>
    <message>
        <source>The service that was started on %1 goes on there: Resume waits until it is ready, &quot;Undo…&quot; ends it.</source>
        <comment>nodes</comment>
        <translation>已在 %1 上启动的服务仍在运行：“继续”会等待其就绪，“撤销…”会将其停止。</translation>
    </message>
    <message>
        <source>The service that was started on %1 was not ended and may go on there; &quot;Undo…&quot; ends it.</source>
        <comment>nodes</comment>
        <translation>已在 %1 上启动的服务未被停止，可能仍在运行；“撤销…”会将其停止。</translation>
    </message>
    <message>
        <source>The service was stopped at %1, on purpose; what was made for it stands, under its older name, &quot;%2&quot;. Give it that name again, and Resume starts it. Or Undo takes it back; then it can be run as &quot;%3&quot;.</source>
        <translation>服务已于 %1 被主动停止；以原名称“%2”创建的内容仍保留。恢复该名称后，可点击“继续”重新启动服务；也可先撤销，再以“%3”运行。</translation>
    </message>
    <message>
        <source>A run under its older name, &quot;%1&quot;, did not come to its end. Give it that name again, and Resume goes on with it. Or Undo takes it back; then it can be run as &quot;%2&quot;.</source>
        <translation>以原名称“%1”进行的部署未完成。恢复该名称后，可点击“继续”接着执行；也可先撤销，再以“%2”运行。</translation>
    </message>
    <message>
        <source>The endpoint answered last at %1 and does not answer now. It was deployed under its older name, &quot;%2&quot;. Give it that name again, and &quot;Run again&quot; starts what is not there any more. Or Undo takes it back; then it can be run as &quot;%3&quot;.</source>
        <translation>服务端点最后一次应答于 %1，现在无应答。该部署以原名称“%2”运行。恢复该名称后，可点击“重新执行”启动缺失的部分；也可先撤销，再以“%3”运行。</translation>
    </message>
    <message>
        <source>You stopped the undo at %1.</source>
        <translation>您于 %1 停止了撤销。</translation>
    </message>
    <message>
        <source>An undo, last at work at %1, did not come to its end.</source>
        <translation>先前的撤销（最近一次活动：%1）没有完成。</translation>
    </message>
    <message>
        <source>&quot;Undo again…&quot; goes on with what is left.</source>
        <translation>“再次撤销…”会继续处理剩余的内容。</translation>
    </message>
    <message>
        <source>Left on %1: %2.</source>
        <translation>%1 上仍留有：%2。</translation>
    </message>
    <message>
        <source>The service on %1 may still run: nobody has confirmed its end.</source>
        <translation>%1 上的服务可能仍在运行：尚未确认其已停止。</translation>
    </message>
    <message>
        <source>No log: the service was stopped on purpose. Resume runs this step.</source>
        <translation>没有日志：服务已被主动停止，点击“继续”将执行此步骤。</translation>
    </message>
    <message>
        <source>No log: there was nothing to undo in this step.</source>
        <translation>没有日志：此步骤无需撤销。</translation>
    </message>
    <message>
        <source>No log: this step has not run yet.</source>
        <translation>没有日志：此步骤尚未执行。</translation>
    </message>
    <message>
        <source>The log of this step is not here: &quot;Show the kept logs&quot; has the ends of those of the last run that failed.</source>
        <translation>此步骤的日志不在这里：“查看保留的日志”中有上次失败运行的日志末尾。</translation>
    </message>
    <message>
        <source>The log of this step was not kept: it ran in an earlier run, or when its node had another name.</source>
        <translation>此步骤的日志未保留：它在之前的一次执行中运行，或当时节点名称不同。</translation>
    </message>
    <message>
        <source>The log of this step was not kept: it ran before this deployment was opened here.</source>
        <translation>未保留此步骤的日志：它在本部署于此打开之前运行。</translation>
    </message>
    <message>
        <source>The log of this step was not kept: it ran before this deployment was opened here. The run was last at work at %1.</source>
        <comment>a time</comment>
        <translation>未保留此步骤的日志：它在本部署于此打开之前运行。该运行最近一次工作于 %1。</translation>
    </message>
    <message>
        <source>The commands were not kept, and %1 is no node of this deployment any more.</source>
        <translation>命令未保留，且 %1 已不是此部署的节点。</translation>
    </message>
    <message>
        <source>This step runs no commands.</source>
        <translation>此步骤不执行命令。</translation>
    </message>
    <message>
        <source>The commands were not kept: they are made anew when the nodes have been asked.</source>
        <translation>命令未保留：查询节点后会重新生成。</translation>
    </message>
    <message>
        <source>The commands were not kept: they are made anew when the settings are right.</source>
        <translation>命令未保留：设置正确后会重新生成。</translation>
    </message>
    <message>
        <source>Asked first; if it holds, nothing is changed</source>
        <translation>先查询；已满足则不做任何修改</translation>
    </message>
    <message>
        <source>Run if it does not hold</source>
        <translation>未满足时执行</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The service was stopped at %1, on purpose; what was made for it stands, from before the deployment had a name. Take the name away again, and Resume starts it. Or Undo takes it back; then it can be run as &quot;%2&quot;.</source>
        <translation>服务已于 %1 被主动停止；部署尚未命名时创建的内容仍保留。清除名称后，可点击“继续”重新启动服务；也可先撤销，再以“%2”运行。</translation>
    </message>
    <message>
        <source>A run from before the deployment had a name did not come to its end. Take the name away again, and Resume goes on with it. Or Undo takes it back; then it can be run as &quot;%1&quot;.</source>
        <translation>部署尚未命名时进行的部署未完成。清除名称后，可点击“继续”接着执行；也可先撤销，再以“%1”运行。</translation>
    </message>
    <message>
        <source>The endpoint answered last at %1 and does not answer now. It was deployed before the deployment had a name. Take the name away again, and &quot;Run again&quot; starts what is not there any more. Or Undo takes it back; then it can be run as &quot;%2&quot;.</source>
        <translation>服务端点最后一次应答于 %1，现在无应答。它是在部署尚未命名时部署的。清除名称后，可点击“重新执行”启动缺失的部分；也可先撤销，再以“%2”运行。</translation>
    </message>
    <message>
        <source>What is on these nodes was deployed from %1 before that deployment had a name, and &quot;%2&quot; is for the same nodes and recipe. Open that file to undo it; then this one can be run.</source>
        <translation>这些节点上的内容是在该部署尚未命名时从 %1 部署的，“%2”使用相同的节点和方案。请打开该文件来撤销；之后才能运行本部署。</translation>
    </message>
    <message>
        <source>What is on the nodes was deployed under its older name, &quot;%1&quot;. Give it that name again, and it can be run as before. Or Undo takes it back; then it can be run as &quot;%2&quot;.</source>
        <translation>节点上的内容是以原名称“%1”部署的。恢复该名称后，可照常运行；也可先撤销，再以“%2”运行。</translation>
    </message>
    <message>
        <source>What is on the nodes was deployed before the deployment had a name. Take the name away again, and it can be run as before. Or Undo takes it back; then it can be run as &quot;%1&quot;.</source>
        <translation>节点上的内容是在部署尚未命名时部署的。清除名称后，可照常运行；也可先撤销，再以“%1”运行。</translation>
    </message>
</context>
<context>
    <name>Sampler</name>
    <message>
        <source>%1 answered with HTTP status %2.</source>
        <translation>%1 返回 HTTP 状态 %2。</translation>
    </message>
    <message>
        <source>%1: npu-smi is not installed or not on the PATH.</source>
        <translation>%1：未安装 npu-smi，或它不在 PATH 中。</translation>
    </message>
    <message>
        <source>%1: npu-smi did not answer in %2 s.</source>
        <translation>%1：npu-smi 在 %2 s 内无应答。</translation>
    </message>
    <message>
        <source>%1: npu-smi has not answered for %2 s.</source>
        <translation>%1：npu-smi 已 %2 秒没有应答。</translation>
    </message>
    <message>
        <source>%1 has not answered for %2 s.</source>
        <translation>%1 已 %2 秒没有应答。</translation>
    </message>
    <message>
        <source>%1, asked from %2 over SSH: this computer does not reach it.</source>
        <translation>%1，经 SSH 从 %2 查询：本机无法直接访问。</translation>
    </message>
    <message>
        <source>log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>%1 has no metrics; the engine&apos;s log on %2 has averages of ten seconds or so.</source>
        <translation>%1 不提供指标；以下取自 %2 上推理引擎日志中约十秒的平均值。</translation>
    </message>
    <message>
        <source>MindIE has no metrics at %1: its environment needs MIES_SERVICE_MONITOR_MODE=1 before it is started.</source>
        <translation>MindIE 在 %1 未提供指标：启动前需在其环境中设置 MIES_SERVICE_MONITOR_MODE=1。</translation>
    </message>
    <message>
        <source>Its share of the KV cache in use was below 0 or above 100 %.</source>
        <translation>其 KV Cache 使用率曾低于 0 或高于 100 %。</translation>
    </message>
</context>
<context>
    <name>SavedBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ServingNodes</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1: whether the container %2 runs is not known. %3</source>
        <comment>a node; why not</comment>
        <translation>%1：无法得知容器 %2 是否在运行。%3</translation>
    </message>
    <message>
        <source>runs</source>
        <comment>a container</comment>
        <translation>运行中</translation>
    </message>
    <message>
        <source>%1: the container %2 runs.</source>
        <comment>a node</comment>
        <translation>%1：容器 %2 在运行。</translation>
    </message>
    <message>
        <source>gone</source>
        <comment>a container</comment>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>%1: the container %2 is not there any more. Not all that the endpoint needs is there.</source>
        <comment>a node</comment>
        <translation>%1：容器 %2 已不存在。服务端点所需的部分已不完整。</translation>
    </message>
    <message>
        <source>Find out who removed it, then run the deployment again: it is made anew.</source>
        <translation>请查明是谁删除了它，然后重新执行部署：容器会重新创建。</translation>
    </message>
    <message>
        <source>does not run</source>
        <comment>a container</comment>
        <translation>未运行</translation>
    </message>
    <message>
        <source>%1: the container %2 does not run (%3). Not all that the endpoint needs is there.</source>
        <comment>a node; as docker says it</comment>
        <translation>%1：容器 %2 未运行（%3）。服务端点所需的部分已不完整。</translation>
    </message>
    <message>
        <source>Read on %1 what it said last (%2), then run the deployment again.</source>
        <translation>请在 %1 上查看它最后的输出（%2），然后重新执行部署。</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Back to the default</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>%1: back to the default</source>
        <translation>%1：恢复默认值</translation>
    </message>
    <message>
        <source>On</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <translation>允许：%1</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>The settings file</source>
        <translation>设置文件</translation>
    </message>
    <message>
        <source>The settings file does not hold a JSON object.</source>
        <translation>设置文件不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The settings in %1 cannot be read.</source>
        <translation>无法读取 %1 中的设置。</translation>
    </message>
    <message>
        <source>The settings cannot be saved in %1.</source>
        <translation>无法将设置保存到 %1。</translation>
    </message>
    <message>
        <source>The settings file was written by a newer version of this program.</source>
        <translation>设置文件由本程序的更新版本写入。</translation>
    </message>
    <message>
        <source>The settings file is larger than %1 MB.</source>
        <translation>设置文件大于 %1 MB。</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Folder with models</source>
        <translation>模型目录</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>监控</translation>
    </message>
    <message>
        <source>Sampling interval</source>
        <translation>采样间隔</translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds, after a number</comment>
        <translation> s</translation>
    </message>
    <message>
        <source>How often each node is asked for its figures while the monitor runs. A node that is slower is asked less often.</source>
        <translation>监控运行时查询每个节点数据的间隔。响应较慢的节点会降低查询频率。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Folders that are searched for GGUF files for the embedded engine, besides the program&apos;s own cache.</source>
        <translation>除程序自带缓存外，为内置引擎搜索 GGUF 文件的目录。</translation>
    </message>
    <message>
        <source>Model folders</source>
        <translation>模型目录</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加目录…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>ascend-console %1 · free software under GPL-3.0-or-later · icons by Lucide (ISC)</source>
        <translation>ascend-console %1 · 自由软件，GPL-3.0-or-later 许可 · 图标来自 Lucide (ISC)</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Open the last deployment again</source>
        <translation>启动时打开上次的部署</translation>
    </message>
    <message>
        <source>No node is contacted for it.</source>
        <translation>不会因此连接任何节点。</translation>
    </message>
    <message>
        <source>Show alerts as notifications of the desktop</source>
        <translation>以桌面通知显示告警</translation>
    </message>
    <message>
        <source>Rules of your own: alerts.json in %1.</source>
        <translation>自定义规则：%1 中的 alerts.json。</translation>
    </message>
    <message>
        <source>Show an icon in the system tray</source>
        <translation>在系统托盘显示图标</translation>
    </message>
    <message>
        <source>Its dot has the colour of what is worst; where the desktop has no tray, there is none.</source>
        <translation>图标上圆点的颜色表示最严重的状态；桌面没有系统托盘时不显示。</translation>
    </message>
    <message>
        <source>Keep the conversations of the chat</source>
        <translation>保留对话页的对话</translation>
    </message>
    <message>
        <source>The one in sight is kept in %1, the earlier ones in the folder chats beside it, for your account alone. When this is switched off, all of them are removed there.</source>
        <translation>当前对话保存在 %1，以前的对话保存在同一位置的文件夹 chats 中，仅当前账户可读。关闭此项后，这些文件全部删除。</translation>
    </message>
</context>
<context>
    <name>SettingsStore</name>
    <message>
        <source>The settings in %1 could not be read, and the file could not be moved aside. The defaults hold; what you change is not saved, so that nothing in it is lost.</source>
        <translation>无法读取 %1 中的设置，且该文件无法移走。当前使用默认设置；所做的更改不会保存，以免其中的内容丢失。</translation>
    </message>
    <message>
        <source>The settings could not be read. The file was kept as %1; the defaults hold until you choose anew or repair it and put it back.</source>
        <translation>无法读取设置。该文件已保留为 %1；在您重新选择或将其修复并放回之前，使用默认设置。</translation>
    </message>
</context>
<context>
    <name>ShortcutList</name>
    <message>
        <source>Everywhere</source>
        <translation>所有页面</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>SightingModel</name>
    <message>
        <source>First sign</source>
        <translation>最早的迹象</translation>
    </message>
    <message>
        <source>First cause</source>
        <translation>首要原因</translation>
    </message>
    <message>
        <source>Most likely first cause</source>
        <translation>最可能的首要原因</translation>
    </message>
    <message>
        <source>Another cause</source>
        <translation>其他原因</translation>
    </message>
    <message>
        <source>Consequence</source>
        <translation>后果</translation>
    </message>
    <message>
        <source>Earlier failure</source>
        <translation>更早的故障</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Time in its log</source>
        <translation>日志时间</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Probable cause</source>
        <translation>可能原因</translation>
    </message>
    <message>
        <source>Another possible cause</source>
        <translation>另一可能原因</translation>
    </message>
    <message>
        <source>Found after it</source>
        <translation>在其之后发现</translation>
    </message>
</context>
<context>
    <name>SourceUse</name>
    <message>
        <source>%1 ms (%2 % of the time)</source>
        <comment>how long a question to a source took</comment>
        <translation>%1 ms（占时间的 %2 %）</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a source; what it gives</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <comment>a source; what it gives; a sentence</comment>
        <translation>%1：%2。%3</translation>
    </message>
</context>
<context>
    <name>SourceWords</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Chips from %1: %2 (%3, %4 of the time)</source>
        <translation>芯片数据来自 %1：%2（%3，占时间的 %4）</translation>
    </message>
    <message>
        <source>from %1: %2 (%3, %4 of the time)</source>
        <translation>来自 %1：%2（%3，占时间的 %4）</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more nodes</source>
        <translation>
            <numerusform>……还有 %n 个节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ssh</name>
    <message>
        <source>The connection to %1 broke.</source>
        <translation>与 %1 的连接中断。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; did not finish within %2 s.</source>
        <translation>“%1”未在 %2 秒内完成。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>与 %1 的连接已断开。</translation>
    </message>
    <message>
        <source>There is no command to run.</source>
        <translation>没有要执行的命令。</translation>
    </message>
    <message>
        <source>An argument of a command cannot hold a NUL character.</source>
        <translation>命令参数不能含有 NUL 字符。</translation>
    </message>
    <message>
        <source>The command is too long (%1 bytes); give long input on stdin.</source>
        <translation>命令过长（%1 字节）；较长的内容请通过标准输入传递。</translation>
    </message>
    <message>
        <source>%1 does not allow commands to be run.</source>
        <translation>%1 不允许执行命令。</translation>
    </message>
    <message>
        <source>The command was not sent; nothing was done.</source>
        <translation>命令未发送；未执行任何操作。</translation>
    </message>
    <message>
        <source>The command was sent; whether it ran is not known.</source>
        <translation>命令已发送；是否执行未知。</translation>
    </message>
    <message>
        <source>The command had begun; %1 bytes of output arrived. Whether it finished is not known.</source>
        <translation>命令已开始执行，收到 %1 字节输出；是否执行完毕未知。</translation>
    </message>
    <message>
        <source>The command was started; %1 bytes of output had arrived. Ending it could not be confirmed: it may be running still.</source>
        <translation>命令已启动，此前已收到 %1 字节输出。无法确认是否已终止：它可能仍在运行。</translation>
    </message>
    <message>
        <source>The command was started and then ended; %1 bytes of output had arrived.</source>
        <translation>命令已启动，随后被终止；此前已收到 %1 字节输出。</translation>
    </message>
    <message>
        <source>%1 cannot be reached through the jump host %2. Check the address, and that the jump host allows forwarding.</source>
        <translation>无法通过跳板机 %2 连接 %1。请检查地址，以及跳板机是否允许转发。</translation>
    </message>
    <message>
        <source>There is not enough memory for a connection to %1.</source>
        <translation>内存不足，无法连接 %1。</translation>
    </message>
    <message>
        <source>%1 closed the connection before the SSH handshake was done.</source>
        <translation>%1 在 SSH 握手完成前关闭了连接。</translation>
    </message>
    <message>
        <source>No SSH connection could be agreed with %1. Is it an SSH server, and a recent one?</source>
        <translation>无法与 %1 协商 SSH 连接。它是 SSH 服务器吗？版本是否过旧？</translation>
    </message>
    <message>
        <source>The jump host %1 closed the connection.</source>
        <translation>跳板机 %1 关闭了连接。</translation>
    </message>
    <message>
        <source>The other side closed the connection.</source>
        <translation>对端关闭了连接。</translation>
    </message>
    <message>
        <source>It has not answered for %1 s.</source>
        <translation>对端已 %1 秒没有应答。</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1 未及时应答。</translation>
    </message>
    <message>
        <source>The host key of %1 is not known yet. Its fingerprint is %2 (%3). Compare it with the node&apos;s own before you accept it.</source>
        <translation>尚不认识 %1 的主机密钥，其指纹为 %2（%3）。接受之前请与节点上的指纹核对。</translation>
    </message>
    <message>
        <source>STOP: the host key of %1 (%2) is marked as revoked in known_hosts. Do not log in there.</source>
        <translation>停止：%1 的主机密钥（%2）在 known_hosts 中被标记为已吊销。请勿登录。</translation>
    </message>
    <message>
        <source>STOP: the host key of %1 has changed. It was %2, it is now %3. Either the machine was installed anew, or somebody is listening in between. If you know why it changed, remove the old line from known_hosts.</source>
        <translation>停止：%1 的主机密钥已改变，原为 %2，现为 %3。可能是机器重装过，也可能有人在中间窃听。如果您清楚改变的原因，请从 known_hosts 中删除旧的一行。</translation>
    </message>
    <message>
        <source>There is no host to connect to.</source>
        <translation>没有要连接的主机。</translation>
    </message>
    <message>
        <source>The name %1 could not be looked up in time.</source>
        <translation>未能及时解析名称 %1。</translation>
    </message>
    <message>
        <source>There is no machine named %1. Check the name, or give its address.</source>
        <translation>没有名为 %1 的机器。请检查名称，或填写其地址。</translation>
    </message>
    <message>
        <source>%1 refused the connection: nothing listens on that port. Check that sshd runs there, and the port.</source>
        <translation>%1 拒绝连接：该端口上没有服务在监听。请检查 sshd 是否在运行以及端口是否正确。</translation>
    </message>
    <message>
        <source>There is no way to %1. Check the address, and that both machines are on the network.</source>
        <translation>没有到 %1 的路由。请检查地址，以及两台机器是否都已联网。</translation>
    </message>
    <message>
        <source>%1 cannot be reached.</source>
        <translation>无法连接 %1。</translation>
    </message>
    <message>
        <source>%1:%2 did not answer. Check the address, and that no firewall is in the way.</source>
        <translation>%1:%2 没有应答。请检查地址，以及是否被防火墙拦截。</translation>
    </message>
    <message>
        <source>Give this user a POSIX shell such as /bin/sh and no forced command, or log in as another user.</source>
        <translation>请为该用户配置 POSIX shell（例如 /bin/sh）并去掉强制命令，或使用其他用户登录。</translation>
    </message>
    <message>
        <source>The login shell of %1 did not run the command: it said nothing and ended with exit code %2.</source>
        <translation>%1 的登录 shell 没有执行命令：没有任何输出，退出码为 %2。</translation>
    </message>
    <message>
        <source>Nothing that it said is taken for an answer.</source>
        <translation>其输出未被当作结果采用。</translation>
    </message>
    <message>
        <source>%1 does not speak SSH: it sent more than 1 MB of something else. Check the port.</source>
        <translation>%1 不是 SSH 服务：它发送了超过 1 MB 的其他内容。请检查端口。</translation>
    </message>
    <message>
        <source>It sent more than a greeting can be.</source>
        <translation>对方发送的内容超过了握手信息的长度。</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1 第 %2 行</translation>
    </message>
    <message>
        <source>The deployment names a known_hosts file of its own, %1; it is not used, for only a simulated cluster of your own may bring one, and only while it runs.</source>
        <translation>部署文件指定了自带的 known_hosts 文件 %1；该文件未被采用，因为只有您自己的、正在运行的仿真集群才可以自带 known_hosts 文件。</translation>
    </message>
    <message>
        <source>It cannot be read, either.</source>
        <translation>而且该文件无法读取。</translation>
    </message>
    <message>
        <source>It holds this very key.</source>
        <translation>其中记录的正是此密钥。</translation>
    </message>
    <message>
        <source>It holds a different key for this host, %1.</source>
        <translation>其中为该主机记录的是另一个密钥 %1。</translation>
    </message>
    <message>
        <source>It marks this key as revoked.</source>
        <translation>其中将此密钥标记为已吊销。</translation>
    </message>
    <message>
        <source>It does not know this host, either.</source>
        <translation>其中也没有该主机的记录。</translation>
    </message>
    <message>
        <source>The host key of %1 is not known: your %2 has no entry for it. Its fingerprint is %3 (%4).</source>
        <translation>%1 的主机密钥未知：您的 %2 中没有它的记录。其指纹为 %3（%4）。</translation>
    </message>
    <message>
        <source>Somebody may be listening in between, or the machine was installed anew: ask its administrator which key is right before you accept this one.</source>
        <translation>可能有人在中间窃听，也可能该机器已重装：接受此密钥之前，请向其管理员确认哪个密钥正确。</translation>
    </message>
    <message>
        <source>Compare it with the node&apos;s own before you accept it.</source>
        <translation>接受之前，请与该节点自身的指纹核对。</translation>
    </message>
    <message>
        <source>The answer of %1 stops before its end: something on the way of the command, such as a forced command or a login script, cut it off or ended it.</source>
        <translation>%1 的应答在结束之前中断：命令途经的某处（例如强制命令或登录脚本）将其截断或终止。</translation>
    </message>
    <message>
        <source>It holds a key of another type for this host, %1 (%2).</source>
        <translation>其中有该主机的另一种类型的密钥：%1（%2）。</translation>
    </message>
    <message>
        <source>%1 shows a host key of a type that is not known for it: %2 (%3). What is known, and what it was asked for first, is of another type: %4 (%5; %6, line %7). Either its administrator has taken the old key away, or somebody is listening in between: ask which key is right before you accept this one.</source>
        <translation>%1 出示了一种未知类型的主机密钥：%2（%3）。已知并已首先请求的是另一种类型的密钥：%4（%5；%6 第 %7 行）。要么管理员移除了旧密钥，要么有人在中间窃听：请先询问哪个密钥正确，再决定是否接受。</translation>
    </message>
    <message>
        <source>Ask those who look after the machine why its key was revoked; log in only when it has a new one.</source>
        <translation>请向该机器的维护者确认密钥被吊销的原因；仅在其更换新密钥后再登录。</translation>
    </message>
    <message>
        <source>It took nothing more.</source>
        <translation>它不再接收数据。</translation>
    </message>
    <message>
        <source>The host key of %1 is not known, and there is no file to keep it in (UserKnownHostsFile of ~/.ssh/config, or --known-hosts). Its fingerprint is %2 (%3). Compare it with the node&apos;s own; if you accept it, it holds for this time.</source>
        <translation>尚不认识 %1 的主机密钥，且没有可保存它的文件（~/.ssh/config 的 UserKnownHostsFile，或 --known-hosts）。指纹为 %2（%3）。请与节点自身的指纹核对；接受后仅本次有效。</translation>
    </message>
    <message>
        <source>%1 did not answer the jump host %2 in time. Check the address, and that no firewall is in the way.</source>
        <translation>%1 没有及时应答跳板机 %2。请检查地址，并确认没有防火墙阻挡。</translation>
    </message>
    <message>
        <source>The jump host %1 could not be reached, so that the node itself was not asked: %2</source>
        <translation>无法连接跳板机 %1，因此没有查询节点本身：%2</translation>
    </message>
    <message>
        <source>The jump host %1 did not let us in, so that the node itself was not asked: %2</source>
        <translation>跳板机 %1 拒绝登录，因此没有查询节点本身：%2</translation>
    </message>
    <message>
        <source>%1 accepted the login and has not answered since. Look at the load of that machine, at the network, and at the log of sshd there.</source>
        <translation>%1 已接受登录，但此后没有任何应答。请检查该机器的负载、网络以及其上的 sshd 日志。</translation>
    </message>
    <message>
        <source>The command was not begun.</source>
        <translation>命令没有开始执行。</translation>
    </message>
    <message>
        <source>Logged in to %1, but its login shell does not answer: it did not begin the command within %2 s. Look at what it does first: a forced command (command= in authorized_keys, ForceCommand), ~/.bashrc and ~/.profile, a home directory that hangs.</source>
        <translation>已登录 %1，但其登录 shell 没有应答：%2 秒内没有开始执行命令。请检查它首先执行的内容：强制命令（authorized_keys 中的 command=、ForceCommand）、~/.bashrc 和 ~/.profile，以及主目录是否卡住。</translation>
    </message>
    <message>
        <source>It said nothing.</source>
        <translation>它没有任何输出。</translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation>它的输出为：%1</translation>
    </message>
    <message>
        <source>Check the jump host that the node is set to use (or that ~/.ssh/config names for it): its name or address, its port, and that sshd runs on it. `ssh -p %1 USER@%2` from this computer shows whether it answers.</source>
        <translation>请检查该节点设置的跳板机（或 ~/.ssh/config 中为它指定的跳板机）：名称或地址、端口，以及其上 sshd 是否在运行。在本机执行 `ssh -p %1 USER@%2` 可查看它是否应答。</translation>
    </message>
    <message>
        <source>Too many connections that have not logged in yet may be open there (MaxStartups in its sshd_config): wait a moment and try again. If it goes on, see its sshd&apos;s log, and whether a firewall or hosts.deny refuses this computer.</source>
        <translation>对端可能有过多尚未登录的连接（其 sshd_config 中的 MaxStartups）：请稍候再试。若一直如此，请查看对端 sshd 日志，并确认防火墙或 hosts.deny 没有拒绝本机。</translation>
    </message>
    <message>
        <source>%1 says more than %2 MB: it was not read to its end.</source>
        <translation>%1 的应答超过 %2 MB，未读完。</translation>
    </message>
    <message>
        <source>%1 did not answer in %2 s.</source>
        <translation>%1 在 %2 s 内无应答。</translation>
    </message>
    <message>
        <source>Received: %1 bytes.</source>
        <translation>已收到：%1 字节。</translation>
    </message>
    <message>
        <source>Nothing answers at %1.</source>
        <translation>%1 没有应答。</translation>
    </message>
    <message>
        <source>a channel that was being opened did not come</source>
        <translation>正在打开的通道未能建立</translation>
    </message>
    <message>
        <source>The login shell of %1 did not run the command: what it sent is no text, and it ended with exit code %2.</source>
        <translation>%1 的登录 Shell 没有执行命令：它返回的内容不是文本，退出码为 %2。</translation>
    </message>
    <message>
        <source>A @cert-authority line covers this host (%1), but this program does not follow host certificates.</source>
        <translation>@cert-authority 行（%1）覆盖该主机，但本程序不支持主机证书。</translation>
    </message>
    <message>
        <source>The login shell of %1 did not run the command. It answered: &quot;%2&quot;.</source>
        <translation>%1 的登录 shell 没有执行该命令，而是回答：“%2”。</translation>
    </message>
    <message>
        <source>%1 speaks SSH 1 only, which is not safe. Give it an SSH server of today.</source>
        <translation>%1 只支持不安全的 SSH 1，请为其安装新版 SSH 服务器。</translation>
    </message>
    <message>
        <source>%1 accepts connections but does not answer as an SSH server in time. Check the port, and that sshd is not stuck there.</source>
        <translation>%1 接受连接，但没有及时以 SSH 服务器的身份应答。请检查端口，并确认该机上的 sshd 没有卡住。</translation>
    </message>
    <message>
        <source>Its line %1, about this host, is damaged.</source>
        <translation>其中关于此主机的第 %1 行已损坏。</translation>
    </message>
    <message>
        <source>STOP: the host key of %1 cannot be compared with the known one, for line %2 of %3 is damaged: the key on it is cut short or not readable. It is now %4. Put the line back from a copy; or compare the fingerprint with the node&apos;s own, and only if they agree remove the line and accept the key.</source>
        <translation>停止：%1 的主机密钥无法与已知的密钥比较，因为 %3 的第 %2 行已损坏：其中的密钥被截断或无法读取。现在的密钥是 %4。请从备份恢复该行；或者将指纹与节点自身的指纹比对，仅在一致时才删除该行并接受此密钥。</translation>
    </message>
    <message>
        <source>The address %1 cannot be used: only a link-local address (fe80::...) takes an interface behind a %, and this computer must have that interface. Leave it out, or correct it.</source>
        <translation>地址 %1 无法使用：只有链路本地地址（fe80::...）才能在 % 之后带网络接口，且本机必须有该接口。请去掉它，或加以更正。</translation>
    </message>
    <message>
        <source>%1 refused to run a command on this connection. Look at MaxSessions in its sshd_config: 0 allows no command at all, only forwarding.</source>
        <translation>%1 拒绝在此连接上执行命令。请查看其 sshd_config 中的 MaxSessions：为 0 时不允许执行任何命令，只允许转发。</translation>
    </message>
    <message>
        <source>The name %1 could not be looked up: no name server answered. Check this computer&apos;s network, or give the machine&apos;s address.</source>
        <translation>无法查询名称 %1：没有域名服务器应答。请检查本机网络，或直接填写该机器的地址。</translation>
    </message>
</context>
<context>
    <name>SshAuth</name>
    <message>
        <source>key of the agent: %1</source>
        <translation>密钥代理中的密钥：%1</translation>
    </message>
    <message>
        <source>the key agent at %1 does not answer</source>
        <translation>%1 处的密钥代理没有应答</translation>
    </message>
    <message>
        <source>key %1: there is no such file</source>
        <translation>密钥 %1：文件不存在</translation>
    </message>
    <message>
        <source>key %1: the file cannot be read</source>
        <translation>密钥 %1：无法读取文件</translation>
    </message>
    <message>
        <source>key %1: its passphrase is not known</source>
        <translation>密钥 %1：口令未知</translation>
    </message>
    <message>
        <source>Passphrase for %1:</source>
        <translation>%1 的口令：</translation>
    </message>
    <message>
        <source>The key %1 is protected by a passphrase.</source>
        <translation>密钥 %1 受口令保护。</translation>
    </message>
    <message>
        <source>key %1: the passphrase is wrong</source>
        <translation>密钥 %1：口令错误</translation>
    </message>
    <message>
        <source>key %1: it cannot be used (%2)</source>
        <translation>密钥 %1：无法使用（%2）</translation>
    </message>
    <message>
        <source>The passphrase for the key %1 is wrong.</source>
        <translation>密钥 %1 的口令错误。</translation>
    </message>
    <message>
        <source>%1 asks: %2</source>
        <translation>%1 询问：%2</translation>
    </message>
    <message>
        <source>Password for %1:</source>
        <translation>%1 的密码：</translation>
    </message>
    <message>
        <source>%1 refused the password.</source>
        <translation>%1 拒绝了该密码。</translation>
    </message>
    <message>
        <source>%1 asks for a password.</source>
        <translation>%1 要求输入密码。</translation>
    </message>
    <message>
        <source>%1 accepts none of the keys offered. Add your public key to its authorized_keys, or choose another way to log in.</source>
        <translation>%1 不接受所提供的任何密钥。请将您的公钥加入其 authorized_keys，或选择其他登录方式。</translation>
    </message>
    <message>
        <source>%1: accepted, and something else is asked for as well</source>
        <translation>%1：已接受，但还要求其他验证</translation>
    </message>
    <message>
        <source>%1: refused by the node</source>
        <translation>%1：被节点拒绝</translation>
    </message>
    <message>
        <source>Password for the jump host %1:</source>
        <translation>跳板机 %1 的密码：</translation>
    </message>
    <message>
        <source>%1: the node closed the connection</source>
        <translation>%1：节点关闭了连接</translation>
    </message>
    <message>
        <source>%1 ended the login: too many keys were offered before the right one. Name its key file for this node, or set IdentityFile and IdentitiesOnly for it in ~/.ssh/config.</source>
        <translation>%1 终止了登录：在提供正确的密钥之前尝试的密钥过多。请为该节点指定密钥文件，或在 ~/.ssh/config 中为其设置 IdentityFile 和 IdentitiesOnly。</translation>
    </message>
    <message>
        <source>%1 closed the connection during the login. The log of sshd there says why.</source>
        <translation>%1 在登录过程中关闭了连接。原因请查看该机器上 sshd 的日志。</translation>
    </message>
    <message>
        <source>%1 closed the connection during the login and said: %2</source>
        <translation>%1 在登录过程中关闭了连接，并提示：%2</translation>
    </message>
    <message>
        <source>The key agent did not sign in time. Does it wait to be confirmed or touched? Else restart it, or name a key file.</source>
        <translation>密钥代理未能及时签名。它是否在等待确认或触碰？否则请重启密钥代理，或指定密钥文件。</translation>
    </message>
    <message>
        <source>there is no key agent at %1</source>
        <translation>%1 处没有密钥代理</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>密钥 %1</translation>
    </message>
    <message>
        <source>password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>keyboard-interactive</source>
        <translation>键盘交互（keyboard-interactive）</translation>
    </message>
    <message>
        <source>%1 refused the answer and asks again: %2</source>
        <translation>%1 拒绝了该回答并再次询问：%2</translation>
    </message>
    <message>
        <source>%1 accepted the first step of the login and asks for a password as well.</source>
        <translation>%1 已接受登录的第一步，还要求输入密码。</translation>
    </message>
    <message>
        <source>The key agent at %1 does not answer; %2 asks for a password.</source>
        <translation>%1 处的密钥代理没有应答；%2 要求输入密码。</translation>
    </message>
    <message>
        <source>%1 accepted the first step of the login and asks for more, which this program has not: %2.</source>
        <translation>%1 已接受登录的第一步，但还要求本程序无法提供的验证：%2。</translation>
    </message>
    <message>
        <source>%1 takes no keys. Choose to log in by password.</source>
        <translation>%1 不接受密钥。请选择密码登录。</translation>
    </message>
    <message>
        <source>The key agent at %1 does not answer, and no key file logs in to %2. Restart the agent, or name a key file.</source>
        <translation>%1 处的密钥代理没有应答，也没有能登录 %2 的密钥文件。请重启密钥代理，或指定密钥文件。</translation>
    </message>
    <message>
        <source>There is no key to offer to %1: no agent holds one and no key file can be used. Name a key file, load one into the agent, or choose another way to log in.</source>
        <translation>没有可提供给 %1 的密钥：密钥代理中没有密钥，也没有可用的密钥文件。请指定密钥文件、将密钥加载到密钥代理，或选择其他登录方式。</translation>
    </message>
    <message>
        <source>key %1: it is the public key; the private one is needed, which lies beside it without &quot;.pub&quot;</source>
        <translation>密钥 %1：这是公钥；需要的是私钥，即旁边去掉“.pub”的文件</translation>
    </message>
    <message>
        <source>%1 offers to log in by questions and asked none, so the password was not wanted. Choose a key or the agent.</source>
        <translation>%1 提供交互式登录，但没有提出任何问题，因此没有用到密码。请选择密钥或 agent 登录。</translation>
    </message>
    <message>
        <source>%1 takes no password to begin with, only %2. Choose a key or the agent; where it wants a password after that, it is asked for then.</source>
        <translation>%1 起始登录不接受密码，只接受 %2。请选择密钥或 agent；如果之后还需要密码，届时会再询问。</translation>
    </message>
    <message>
        <source>key %1: it is a folder</source>
        <translation>密钥 %1：这是一个文件夹</translation>
    </message>
    <message>
        <source>%1: a question was left without an answer</source>
        <translation>%1：有提问未作答</translation>
    </message>
    <message>
        <source>There is no key to offer to %1 (%2). Name a key file that can be read, load a key into the agent, or choose another way to log in.</source>
        <translation>没有可提供给 %1 的密钥（%2）。请指定可读取的密钥文件、将密钥加载到代理中，或选择其他登录方式。</translation>
    </message>
</context>
<context>
    <name>SshImport</name>
    <message>
        <source>%1 through %2</source>
        <comment>an address, a jump host</comment>
        <translation>%1，经由 %2</translation>
    </message>
    <message>
        <source>a node already</source>
        <translation>已是节点</translation>
    </message>
    <message>
        <source>Import from ~/.ssh/config</source>
        <translation>从 ~/.ssh/config 导入</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>%1 names no host, or is not there. Hosts with wildcards are not listed.</source>
        <translation>%1 中没有主机，或文件不存在。不列出含通配符的主机。</translation>
    </message>
    <message>
        <source>Tick the hosts that become nodes. Address, user, key and jump host stay in %1.</source>
        <translation>勾选要作为节点的主机。地址、用户、密钥和跳板机仍保留在 %1 中。</translation>
    </message>
    <message>
        <source>Hosts of ~/.ssh/config</source>
        <translation>~/.ssh/config 中的主机</translation>
    </message>
    <message numerus="yes">
        <source>Add %n nodes</source>
        <translation>
            <numerusform>添加 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>StepList</name>
    <message>
        <source>about %1 min</source>
        <translation>约 %1 分钟</translation>
    </message>
    <message>
        <source>about %1 s</source>
        <translation>约 %1 秒</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>无需撤销</translation>
    </message>
    <message>
        <source>Done then</source>
        <comment>a step; what it found does not hold any more</comment>
        <translation>当时已完成</translation>
    </message>
    <message>
        <source>Was running</source>
        <comment>a container</comment>
        <translation>曾在运行</translation>
    </message>
    <message>
        <source>Holds</source>
        <comment>a step</comment>
        <translation>已就绪</translation>
    </message>
    <message>
        <source>Would change</source>
        <translation>会改变</translation>
    </message>
    <message>
        <source>After &quot;%1&quot; only</source>
        <comment>a step</comment>
        <translation>须在“%1”之后</translation>
    </message>
    <message>
        <source>Would fail</source>
        <translation>会失败</translation>
    </message>
    <message>
        <source>Not asked</source>
        <translation>未询问</translation>
    </message>
    <message>
        <source>After &quot;%1&quot; on %2 only</source>
        <comment>a step, a node</comment>
        <translation>须在 %2 的“%1”之后</translation>
    </message>
    <message>
        <source>What is there stays</source>
        <translation>已有的保留</translation>
    </message>
</context>
<context>
    <name>StragglerNote</name>
    <message>
        <source>%1 differs from its siblings since %2: %3 %4, they have %5</source>
        <comment>a chip; a time; a metric; values</comment>
        <translation>%1 自 %2 起与同组 NPU 不同：%3 为 %4，其他为 %5</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Chips that hold as much HBM are compared over the last 15 minutes. In collective work the slowest card sets the pace of all. See its health, temperature and power, and what else runs beside it.</source>
        <translation>比较最近 15 分钟内显存占用相近的 NPU。集合通信中最慢的卡决定整体速度。请查看其健康状态、温度和功耗，以及同一 NPU 上是否有其他程序。</translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>No deployment</source>
        <translation>未打开部署</translation>
    </message>
    <message>
        <source>Deployment %1: open and save</source>
        <translation>部署 %1：打开和保存</translation>
    </message>
    <message>
        <source>Open and save</source>
        <translation>打开和保存</translation>
    </message>
    <message>
        <source>● modified</source>
        <translation>● 已修改</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>%1 (and %2 more)</source>
        <translation>%1（另有 %2 项）</translation>
    </message>
    <message>
        <source>Stop: %1</source>
        <translation>停止：%1</translation>
    </message>
</context>
<context>
    <name>TableLab</name>
    <message>
        <source>%1: %2</source>
        <comment>a file; what is the matter with it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No rank table is open.</source>
        <translation>没有打开 rank table。</translation>
    </message>
    <message>
        <source>The rank table of an earlier session</source>
        <translation>上次的 rank table</translation>
    </message>
    <message>
        <source>%1 cannot be removed.</source>
        <translation>无法删除 %1。</translation>
    </message>
</context>
<context>
    <name>TakeBar</name>
    <message>
        <source>Take device %1 of %2 out of the table? MindIE wants the same number of devices on every server. Only the table changes here; no node is touched.</source>
        <translation>从表中取走 %2 的设备 %1？MindIE 要求每台服务器的设备数相同。这里只改表，不动任何节点。</translation>
    </message>
    <message>
        <source>Take device %1 of %2 out of the table? Only the table changes here; no node is touched.</source>
        <translation>从表中取走 %2 的设备 %1？这里只改表，不动任何节点。</translation>
    </message>
    <message>
        <source>One card of each server</source>
        <translation>每台服务器各一张卡</translation>
    </message>
    <message>
        <source>The whole server</source>
        <translation>整台服务器</translation>
    </message>
    <message>
        <source>This card alone</source>
        <translation>只取这张卡</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
</context>
<context>
    <name>TextLook</name>
    <message>
        <source>Nothing found.</source>
        <translation>未发现问题。</translation>
    </message>
    <message>
        <source>%1 · errors: %2, warnings: %3</source>
        <translation>%1 · 错误：%2，警告：%3</translation>
    </message>
    <message>
        <source>Not known what this is</source>
        <translation>无法识别的文本</translation>
    </message>
    <message>
        <source>Look at a file</source>
        <translation>检查文件</translation>
    </message>
    <message>
        <source>docker run line</source>
        <translation>docker run 命令</translation>
    </message>
    <message>
        <source>vllm serve line</source>
        <translation>vllm serve 命令</translation>
    </message>
    <message>
        <source>Script that sets variables</source>
        <translation>设置环境变量的脚本</translation>
    </message>
    <message>
        <source>Rank table</source>
        <translation>Rank table</translation>
    </message>
    <message>
        <source>MindIE config.json</source>
        <translation>MindIE 的 config.json</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署文件</translation>
    </message>
    <message>
        <source>Look at a text</source>
        <translation>检查文本</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Text to look at</source>
        <translation>待检查的文本</translation>
    </message>
    <message>
        <source>Paste what you start the service with: a docker run line, a vllm serve line, a script that sets variables, a rank table, MindIE&apos;s config.json. It stays in this window.</source>
        <translation>请粘贴启动服务所用的内容：docker run 命令、vllm serve 命令、设置环境变量的脚本、rank table、MindIE 的 config.json。内容仅留在本窗口。</translation>
    </message>
    <message>
        <source>What is wrong with it</source>
        <translation>存在的问题</translation>
    </message>
    <message>
        <source>What is wrong with it stands here.</source>
        <translation>问题将显示在此处。</translation>
    </message>
</context>
<context>
    <name>TimeChart</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>lines of a chart</comment>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>In a chart: point at an earlier or a later time</source>
        <translation>图表：时间光标前移或后移</translation>
    </message>
    <message>
        <source>In a chart: point at its beginning or its end</source>
        <translation>图表：时间光标移到起点或终点</translation>
    </message>
    <message>
        <source>In a chart: point at no time</source>
        <translation>图表：取消时间光标</translation>
    </message>
    <message>
        <source>In a chart: show a shorter or a longer time</source>
        <translation>图表：缩短或延长显示的时间范围</translation>
    </message>
    <message>
        <source>In a chart: go back or on in time</source>
        <translation>图表：向前或向后平移时间</translation>
    </message>
    <message>
        <source>In a chart: move it to an earlier or a later place among the charts</source>
        <translation>图表：将该图表前移或后移一位</translation>
    </message>
</context>
<context>
    <name>TopologyView</name>
    <message>
        <source>answers clients</source>
        <translation>对外提供服务</translation>
    </message>
    <message>
        <source>no API of its own</source>
        <translation>不提供 API</translation>
    </message>
    <message>
        <source>no API of its own, works with %1</source>
        <translation>不提供 API，与 %1 协同</translation>
    </message>
    <message numerus="yes">
        <source>%n NPUs</source>
        <translation>
            <numerusform>%n 个 NPU</numerusform>
        </translation>
    </message>
    <message>
        <source>listens on %1</source>
        <translation>监听 %1</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>What runs where</source>
        <translation>运行布局</translation>
    </message>
    <message>
        <source>Alt with Up or Down gives a node another place; the first one answers clients.</source>
        <translation>按 Alt+上/下键调整节点位置，首个节点对外提供服务。</translation>
    </message>
    <message>
        <source>prefill</source>
        <comment>what a node does</comment>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <comment>what a node does</comment>
        <translation>解码</translation>
    </message>
    <message>
        <source>gets ready together with %1</source>
        <translation>与 %1 一同就绪</translation>
    </message>
    <message>
        <source>in tensor parallel groups %1</source>
        <comment>numbers</comment>
        <translation>属于张量并行组 %1</translation>
    </message>
    <message>
        <source>hands its KV cache to %1</source>
        <comment>nodes</comment>
        <translation>将 KV Cache 交给 %1</translation>
    </message>
    <message>
        <source>as data parallel ranks %1</source>
        <comment>numbers</comment>
        <translation>作为数据并行 rank %1</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between what is said of a node</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>%1. </source>
        <comment>what is said of a node; more follows</comment>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>Transfer</name>
    <message>
        <source>there is no such file or folder</source>
        <translation>文件或目录不存在</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the node&apos;s SFTP server failed; is the disk full?</source>
        <translation>节点的 SFTP 服务失败；磁盘是否已满？</translation>
    </message>
    <message>
        <source>SFTP error %1</source>
        <translation>SFTP 错误 %1</translation>
    </message>
    <message>
        <source>A file transfer could not be ended in order.</source>
        <translation>文件传输未能正常结束。</translation>
    </message>
    <message>
        <source>The node&apos;s SFTP server does not answer.</source>
        <translation>节点的 SFTP 服务没有应答。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made on the node.</source>
        <translation>无法在节点上创建目录 %1。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not the name of a file.</source>
        <translation>“%1”不是文件名。</translation>
    </message>
    <message>
        <source>%1 cannot be written on the node: it is a folder.</source>
        <translation>无法在节点上写入 %1：它是目录。</translation>
    </message>
    <message>
        <source>%1 cannot be written on the node.</source>
        <translation>无法在节点上写入 %1。</translation>
    </message>
    <message>
        <source>%1 was not changed.</source>
        <translation>%1 未被改动。</translation>
    </message>
    <message>
        <source>%1 was not changed; %2 may be left beside it.</source>
        <translation>%1 未被改动；同目录下可能遗留 %2。</translation>
    </message>
    <message>
        <source>The content cannot be written on the node.</source>
        <translation>无法在节点上写入内容。</translation>
    </message>
    <message>
        <source>The mode of the file cannot be set on the node.</source>
        <translation>无法在节点上设置文件权限。</translation>
    </message>
    <message>
        <source>%1 cannot be replaced on the node.</source>
        <translation>无法在节点上替换 %1。</translation>
    </message>
    <message>
        <source>The file %1 cannot be read on the node.</source>
        <translation>无法读取节点上的文件 %1。</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>%1 (simulated)</source>
        <comment>a deployment</comment>
        <translation>%1（仿真）</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Show or hide the window</source>
        <translation>显示或隐藏窗口</translation>
    </message>
    <message>
        <source>Small window</source>
        <translation>小窗口</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>TurnWidget</name>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>TTFT %1</source>
        <comment>time to first token</comment>
        <translation>首 Token 时延 TTFT %1</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Token/s</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 Token</translation>
    </message>
    <message>
        <source>%1 cached</source>
        <comment>prompt tokens that needed no reading</comment>
        <translation>缓存 %1</translation>
    </message>
    <message>
        <source>cut at the token limit</source>
        <translation>已达 Token 上限</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>正在处理提示词…</translation>
    </message>
    <message>
        <source>Reading the prompt… %1 s</source>
        <translation>正在处理提示词… %1 s</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>您的消息</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <comment>of the model, before its answer</comment>
        <translation>思考</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>not sent any more</source>
        <comment>an answer that is left out of what later questions carry</comment>
        <translation>不再发送</translation>
    </message>
    <message>
        <source>Not sent with later messages</source>
        <translation>不随后续消息发送</translation>
    </message>
    <message>
        <source>Shorten it</source>
        <comment>the message that was too long</comment>
        <translation>缩短</translation>
    </message>
    <message>
        <source>Puts the message back into the field below</source>
        <translation>将该消息放回下方输入框</translation>
    </message>
    <message>
        <source>Remove it</source>
        <comment>the message that was too long</comment>
        <translation>移除</translation>
    </message>
    <message>
        <source>Ask without the earlier turns</source>
        <translation>不带之前的对话重新提问</translation>
    </message>
    <message>
        <source>The earlier turns stay here to be read, but are not sent any more</source>
        <translation>之前的对话仍保留在此供查看，但不再发送</translation>
    </message>
    <message>
        <source>Show less</source>
        <comment>of a long message</comment>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show all %1 characters</source>
        <comment>of a long message</comment>
        <translation>显示全部 %1 个字符</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 个 Token</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo (%1)</source>
        <translation>撤销（%1）</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Take back what was removed last</source>
        <translation>撤销上一次移除</translation>
    </message>
</context>
<context>
    <name>UnsavedBar</name>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 有未保存的更改。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Quit? %1 has changes that are not saved.</source>
        <translation>要退出吗？%1 有未保存的更改。</translation>
    </message>
    <message>
        <source>Save and quit</source>
        <translation>保存并退出</translation>
    </message>
    <message>
        <source>Quit without saving</source>
        <translation>不保存并退出</translation>
    </message>
    <message>
        <source>Do not quit</source>
        <translation>不退出</translation>
    </message>
    <message>
        <source>%1 One was learned from the nodes: they are simulated, and the file does not say so.</source>
        <translation>%1其中一项是从节点得知的：这些节点是仿真的，而文件中没有注明。</translation>
    </message>
    <message>
        <source>This deployment</source>
        <translation>该部署</translation>
    </message>
    <message>
        <source>%1 What it has put on its nodes stays there, and what serves goes on; without a file nothing here leads back to it.</source>
        <translation>%1已部署到节点上的内容会留在那里，正在运行的服务也会继续；没有文件，就无法从这里再找到它。</translation>
    </message>
</context>
<context>
    <name>Verify</name>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>The endpoint answered HTTP %1.</source>
        <translation>服务端点返回 HTTP %1。</translation>
    </message>
    <message>
        <source>The endpoint answered HTTP %1: %2</source>
        <translation>服务端点返回 HTTP %1：%2</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>%1 says that the service is ready.</source>
        <translation>%1 报告服务已就绪。</translation>
    </message>
    <message>
        <source>not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>%1 says that the service is up, but not ready (HTTP 503).</source>
        <translation>%1 报告服务已启动但未就绪（HTTP 503）。</translation>
    </message>
    <message>
        <source>Wait until all requests under way are done or the model is loaded, then verify again.</source>
        <translation>请等待进行中的请求结束或模型加载完成，然后重新验证。</translation>
    </message>
    <message>
        <source>abnormal</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>%1 says that the service is abnormal (HTTP 500): %2</source>
        <translation>%1 报告服务异常（HTTP 500）：%2</translation>
    </message>
    <message>
        <source>A node or an NPU of the service failed; look at the log of every node, then start the service again.</source>
        <translation>服务的某个节点或 NPU 发生故障；请查看每个节点的日志，然后重新启动服务。</translation>
    </message>
    <message>
        <source>None of the health addresses of %1 exists.</source>
        <translation>%1 的健康检查地址均不存在。</translation>
    </message>
    <message>
        <source>See that the port belongs to the inference service and not to something else.</source>
        <translation>请确认该端口属于推理服务而非其他程序。</translation>
    </message>
    <message>
        <source>no list</source>
        <translation>无列表</translation>
    </message>
    <message>
        <source>The answer to /v1/models is not a list of models.</source>
        <translation>/v1/models 的应答不是模型列表。</translation>
    </message>
    <message>
        <source>The endpoint serves %1.</source>
        <translation>服务端点提供 %1。</translation>
    </message>
    <message>
        <source>The answer of the endpoint</source>
        <translation>服务端点的应答</translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation>不是 JSON</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>The endpoint answered without any text.</source>
        <translation>服务端点的应答没有任何文本。</translation>
    </message>
    <message>
        <source>Empty or repeated output of a quantized model points to weights and config.json that do not belong together.</source>
        <translation>量化模型输出为空或重复，说明权重与 config.json 不匹配。</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>It answered in %1 s: &quot;%2&quot;</source>
        <translation>%1 s 内作答：“%2”</translation>
    </message>
    <message>
        <source>The stream carried no text.</source>
        <translation>流式应答中没有文本。</translation>
    </message>
    <message>
        <source>See the raw answer; an endpoint that ignores &quot;stream&quot;: true cannot be measured.</source>
        <translation>请查看原始应答；忽略 &quot;stream&quot;: true 的服务端点无法测量。</translation>
    </message>
    <message>
        <source>TTFT %1 ms</source>
        <translation>首 Token 时延 TTFT %1 ms</translation>
    </message>
    <message>
        <source>The stream ended without its last message, [DONE].</source>
        <translation>流式应答缺少最后一条消息 [DONE]。</translation>
    </message>
    <message>
        <source>Clients may wait for it; a proxy between here and the service may cut streams.</source>
        <translation>客户端可能会一直等待；中间的代理可能截断了流。</translation>
    </message>
    <message>
        <source>All %1 pieces arrived at once after %2 ms.</source>
        <translation>全部 %1 个片段在 %2 ms 后一次性到达。</translation>
    </message>
    <message>
        <source>Something between here and the service collects the stream; TTFT cannot be measured through it.</source>
        <translation>本机与服务之间有组件缓冲了流式应答，无法据此测量 TTFT。</translation>
    </message>
    <message>
        <source>%1 pieces, the first after %2 ms, the last after %3 ms.</source>
        <translation>%1 个片段，首个在 %2 ms，最后一个在 %3 ms。</translation>
    </message>
    <message>
        <source>Corrected against the guide</source>
        <translation>已对照指南更正</translation>
    </message>
    <message>
        <source>&quot;presenceenalty&quot; → &quot;presence_penalty&quot;; &quot;frequency penalty&quot; → &quot;frequency_penalty&quot;; &quot;top p&quot;0.95 → &quot;top_p&quot;:0.95; model &quot;ds-3.2&quot; → &quot;%1&quot;, the name that is served.</source>
        <translation>&quot;presenceenalty&quot; → &quot;presence_penalty&quot;；&quot;frequency penalty&quot; → &quot;frequency_penalty&quot;；&quot;top p&quot;0.95 → &quot;top_p&quot;:0.95；模型 &quot;ds-3.2&quot; → &quot;%1&quot;（实际提供的名称）。</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Stopped before it was asked.</source>
        <translation>在查询之前已停止。</translation>
    </message>
    <message>
        <source>Not asked: the service did not answer at all.</source>
        <translation>未查询：服务完全无应答。</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>无文本</translation>
    </message>
    <message>
        <source>SSH reaches the node through %1 (ProxyJump), but HTTP goes straight from this machine: %2 must be open for it.</source>
        <translation>SSH 经由 %1（ProxyJump）到达该节点，而 HTTP 直接从本机发出：必须为其开放 %2。</translation>
    </message>
    <message>
        <source>broken off</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>The endpoint broke its answer off: %1</source>
        <translation>端点中断了回答：%1</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Stopped before it answered.</source>
        <translation>尚未收到回答即已停止。</translation>
    </message>
    <message>
        <source>See that the service runs on the first node, and that host and port are those that it was started with.</source>
        <translation>请确认首个节点上的服务正在运行，且主机与端口与其启动时一致。</translation>
    </message>
    <message>
        <source>The model name in the request must be the one that the service was started with.</source>
        <translation>请求中的模型名须与服务启动时的模型名一致。</translation>
    </message>
    <message>
        <source>Look at the service&apos;s log on the first node: the engine may still load, or hang in a collective operation.</source>
        <translation>请查看第一个节点上的服务日志：引擎可能仍在加载，或挂起在集合通信中。</translation>
    </message>
    <message>
        <source>The service&apos;s log on the first node says more.</source>
        <translation>详情见第一个节点上的服务日志。</translation>
    </message>
    <message>
        <source>See on the first node who listens on the port (ss -ltnp): end it or choose another port in the recipe&apos;s settings, and deploy again.</source>
        <translation>在首个节点上查看占用该端口的进程（ss -ltnp）：结束它或在方案设置中更换端口，然后重新部署。</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>其他服务</translation>
    </message>
    <message>
        <source>What answers at %1 has no /v1/models (HTTP 404): it is something else than the service that was deployed.</source>
        <translation>%1 上的服务没有 /v1/models（HTTP 404），不是所部署的服务。</translation>
    </message>
    <message>
        <source>What answers at %1 has no /v1/models (HTTP 404) and calls itself %2: it is something else than the service that was deployed.</source>
        <translation>%1 上的服务没有 /v1/models（HTTP 404），自称 %2，不是所部署的服务。</translation>
    </message>
    <message>
        <source>The answer to /v1/models is not a list of models; what answers at %1 calls itself %2.</source>
        <translation>/v1/models 的应答不是模型列表；%1 上的服务自称 %2。</translation>
    </message>
    <message>
        <source>What answers at %1 serves %2, not %3: another service holds the port, or this deployment&apos;s was started under another name.</source>
        <translation>%1 上的服务提供的是 %2，而不是 %3：端口被其他服务占用，或本部署的服务以其他名称启动。</translation>
    </message>
    <message>
        <source>What answers at %1 serves %2, not %3, and calls itself %4: another service holds the port, or this deployment&apos;s was started under another name.</source>
        <translation>%1 上的服务提供的是 %2，而不是 %3，自称 %4：端口被其他服务占用，或本部署的服务以其他名称启动。</translation>
    </message>
    <message>
        <source>If it is this deployment&apos;s own, the setting servedModelName and the name that it was started with must be the same spelling.</source>
        <translation>若是本部署自己的服务，设置 servedModelName 须与其启动时的名称完全一致。</translation>
    </message>
    <message>
        <source>Not asked: what answers there is not known to be this deployment&apos;s service.</source>
        <translation>未询问：无法确认应答者是本部署的服务。</translation>
    </message>
    <message>
        <source>%1 answers with a web page: something else listens there, not the service.</source>
        <translation>%1 返回的是网页：在该端口上应答的是其他程序，不是本服务。</translation>
    </message>
    <message>
        <source>Look on the node who holds the port (`ss -ltnp`), and start the service when it is free.</source>
        <translation>请在节点上用 `ss -ltnp` 查看端口被谁占用，端口空闲后再启动服务。</translation>
    </message>
    <message>
        <source>HTTP %1</source>
        <translation>HTTP %1</translation>
    </message>
    <message>
        <source>%1 answers HTTP %2, not 200: it does not say that the service is ready.</source>
        <translation>%1 返回 HTTP %2 而非 200，不能说明服务已就绪。</translation>
    </message>
    <message>
        <source>Set readyPath to a path that answers HTTP 200 when the service is ready, for example /health or /v1/models.</source>
        <translation>请将 readyPath 设为服务就绪时返回 HTTP 200 的路径，例如 /health 或 /v1/models。</translation>
    </message>
    <message>
        <source>no model</source>
        <translation>无模型</translation>
    </message>
    <message>
        <source>The endpoint serves no model: its list of models is empty.</source>
        <translation>该端点没有提供任何模型：模型列表为空。</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>不可读</translation>
    </message>
    <message>
        <source>repeated</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>The answer is no text: most of it are characters that cannot be shown.</source>
        <translation>回答不是文本：大部分字符无法显示。</translation>
    </message>
    <message>
        <source>The answer is &quot;%1&quot; again and again, and nothing else.</source>
        <translation>回答只是不断重复“%1”。</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>被截断</translation>
    </message>
    <message>
        <source>The answer was cut after %1 pieces: neither finish_reason nor [DONE] came.</source>
        <translation>回答在 %1 个片段后被截断：既没有 finish_reason，也没有 [DONE]。</translation>
    </message>
    <message>
        <source>The service&apos;s log on the first node says whether it ended the answer; a proxy between here and the service may cut streams.</source>
        <translation>请查看首个节点上的服务日志，确认是否由服务结束了回答；本机与服务之间的代理也可能截断流。</translation>
    </message>
    <message>
        <source>Nearly all of the answer is &quot;%1&quot;, again and again.</source>
        <translation>回答几乎全是“%1”的重复。</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>The endpoint answered with an error: %1</source>
        <translation>服务端点返回错误：%1</translation>
    </message>
    <message>
        <source>The services&apos; logs, one on each node, say more: page &quot;Logs&quot;, or in a terminal `ascendctl logs D --level warning`, with the deployment&apos;s file for D.</source>
        <translation>各节点上服务的日志有更多信息：见“日志”页，或在终端执行 `ascendctl logs D --level warning`（D 替换为部署文件）。</translation>
    </message>
    <message>
        <source>the proxy answers</source>
        <translation>代理可应答</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <comment>addresses</comment>
        <translation>%1 等（另有 %2 个）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>processes that answer</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The proxy answers at %1, and so does each of the %2 processes behind it.</source>
        <translation>代理在 %1 应答，其后的 %2 个进程也都应答。</translation>
    </message>
    <message>
        <source>The proxy answers at %1, but none of the %2 processes behind it can be asked from here (%3): whether they live is shown by the answers below only, which reach a few of them.</source>
        <translation>代理在 %1 应答，但从本机无法询问其后 %2 个进程中的任何一个（%3）：它们是否存活只能由下面的回答看出，而这些回答只经过其中几个。</translation>
    </message>
    <message>
        <source>Open these ports for this computer, or ask there: curl %1</source>
        <translation>请为本机开放这些端口，或在该处询问：curl %1</translation>
    </message>
    <message>
        <source>The proxy answers at %1, but %2 of the %3 processes behind it do not, or say that their engine is broken: %4. It goes on sending requests to them.</source>
        <translation>代理在 %1 应答，但其后 %3 个进程中有 %2 个不应答，或表示其引擎已损坏：%4。代理仍会向它们发送请求。</translation>
    </message>
    <message>
        <source>When the cause is found, stop the deployment and run it again.</source>
        <translation>查明原因后，请停止该部署并重新运行。</translation>
    </message>
    <message>
        <source>Of the processes behind the proxy the one at %1 serves %2. The proxy itself has no list of models.</source>
        <translation>在代理之后的进程中，%1 处的进程提供 %2。代理自身没有模型列表。</translation>
    </message>
    <message>
        <source>The proxy answers at %1. The processes behind it were not asked: the run that brought them up has not noted where they are. The answers below reach a few of them only.</source>
        <translation>代理在 %1 应答。未询问其后的进程：启动它们的那次运行没有记录其地址。下面的回答只经过其中几个。</translation>
    </message>
    <message>
        <source>A new run notes it.</source>
        <translation>重新运行后会记录。</translation>
    </message>
    <message>
        <source>None of those on %1 takes a connection from this computer: see first whether only their ports are closed for it.</source>
        <comment>hosts</comment>
        <translation>%1 上的进程都不接受来自本机的连接：请先查看是否只是其端口未对本机开放。</translation>
    </message>
    <message>
        <source>Of the processes behind the proxy the one at %1 serves no model: its list of models is empty.</source>
        <translation>在代理之后的进程中，%1 处的进程没有提供任何模型：模型列表为空。</translation>
    </message>
</context>
<context>
    <name>VerifyPage</name>
    <message>
        <source>Run again</source>
        <translation>重新验证</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Open chat</source>
        <translation>打开对话</translation>
    </message>
    <message>
        <source>Open monitor</source>
        <translation>打开监控</translation>
    </message>
    <message>
        <source>Verify the endpoint</source>
        <translation>验证服务</translation>
    </message>
    <message>
        <source>Ask it now</source>
        <translation>立即验证</translation>
    </message>
    <message>
        <source>Verify %1</source>
        <translation>验证 %1</translation>
    </message>
    <message>
        <source>It serves the model</source>
        <translation>模型已加载</translation>
    </message>
    <message>
        <source>It answers</source>
        <translation>可以应答</translation>
    </message>
    <message>
        <source>It streams</source>
        <translation>流式输出正常</translation>
    </message>
    <message>
        <source>Asked %1 of 5</source>
        <translation>已完成 %1 / 5 项</translation>
    </message>
    <message>
        <source>Verified at %1: all questions were answered.</source>
        <translation>%1 验证通过：所有问题均得到应答。</translation>
    </message>
    <message>
        <source>Asked at %1: the endpoint is not ready for users.</source>
        <translation>%1 已验证：服务端点尚不可用。</translation>
    </message>
    <message>
        <source>These answers are from %1. At %2 the endpoint did not answer any more: %3</source>
        <translation>以下结果来自 %1。%2 时服务端点已无应答：%3</translation>
    </message>
    <message>
        <source>Verified at %1, not any more</source>
        <translation>于 %1 验证，现已不再有效</translation>
    </message>
    <message>
        <source>These answers are from %1. Undo of the deployment began at %2; it ends the service that they came from.</source>
        <translation>以下结果来自 %1。%2 开始撤销部署，撤销会停止当时应答的服务。</translation>
    </message>
    <message>
        <source>Smoke test</source>
        <translation>冒烟测试</translation>
    </message>
    <message>
        <source>These answers are from %1, before the run that began at %2. Once a run has come to its end, press &quot;Run again&quot;.</source>
        <translation>以下结果来自 %1，早于 %2 开始的部署。部署完成后，请点击“重新验证”。</translation>
    </message>
    <message>
        <source>Verified at %1, a run began since</source>
        <translation>验证于 %1，此后又有运行开始</translation>
    </message>
    <message>
        <source>These answers are from %1. The deployment was undone at %2; the service that they came from is not there any more.</source>
        <translation>这些回答来自 %1。部署已在 %2 撤销；给出这些回答的服务已不存在。</translation>
    </message>
    <message>
        <source>It has not been verified since this deployment was opened.</source>
        <translation>打开此部署后尚未进行验证。</translation>
    </message>
    <message>
        <source>Failed at %1, a run began since</source>
        <translation>%1 验证未通过，之后又开始了新的部署</translation>
    </message>
    <message>
        <source>Failed at %1, of what is not there any more</source>
        <translation>%1 验证未通过，其对象已不存在</translation>
    </message>
    <message>
        <source>These answers are from %1, before the run that began at %2 and ended at %3. &quot;Run again&quot; asks what is there now.</source>
        <translation>以下结果来自 %1，早于 %2 开始、%3 结束的部署。点击“重新验证”可查询当前状态。</translation>
    </message>
    <message>
        <source>These answers are from %1. The service was stopped at %2, on purpose.</source>
        <translation>以下结果来自 %1。服务已于 %2 被主动停止。</translation>
    </message>
    <message>
        <source>These answers are from %1. A stop of the service that they came from began at %2.</source>
        <translation>以下结果来自 %1。%2 开始停止当时应答的服务。</translation>
    </message>
    <message>
        <source>%1 with the model %2</source>
        <comment>an address</comment>
        <translation>%1，模型 %2</translation>
    </message>
    <message>
        <source>Asked at %1 was %2. What was run is %3; it was not asked, and may well serve. Put the settings back to keep it; a new run ends it and brings up what they say.</source>
        <translation>%1 询问的是 %2。实际部署的是 %3；它没有被询问，可能仍在正常服务。要保留它，请把设置改回去；重新执行会结束它，并按现在的设置启动服务。</translation>
    </message>
    <message>
        <source>These answers are from %1 and came from %2. The settings name another endpoint or model now; a new run ends this service and brings up what they say.</source>
        <translation>这些结果来自 %1，由 %2 返回。现在的设置指向另一个服务端点或模型；重新执行会结束这个服务，并按现在的设置启动。</translation>
    </message>
    <message>
        <source>Asked at %1 was %2. What was run is %3: &quot;Run again&quot; asks it.</source>
        <translation>%1 询问的是 %2。实际部署的是 %3：点击“重新验证”即可询问它。</translation>
    </message>
    <message>
        <source>This is what was run. The settings name %1 since then: a new run ends this service and brings that up.</source>
        <translation>此处是实际部署的服务。此后设置已改为 %1：重新执行会结束当前服务，并启动设置所指的服务。</translation>
    </message>
    <message>
        <source>These answers are from %1. Lost at %2, and answering again: %3. &quot;Run again&quot; asks what is there now.</source>
        <comment>a time, a time, nodes</comment>
        <translation>以下结果来自 %1。%2 失联、现已恢复应答的节点：%3。点击“重新验证”可查询当前状态。</translation>
    </message>
    <message>
        <source>These answers are from %1. Lost since %2: %3. The endpoint may go on answering, but not all that it needs is there.</source>
        <comment>a time, a time, nodes</comment>
        <translation>以下结果来自 %1。自 %2 起失联的节点：%3。服务端点可能仍会应答，但其所需的节点已不完整。</translation>
    </message>
    <message>
        <source>Verified at %1; lost since: %2</source>
        <comment>a time, nodes</comment>
        <translation>%1 验证通过；此后失联：%2</translation>
    </message>
    <message>
        <source>Verified at %1, as it was run; the settings name another endpoint since</source>
        <translation>%1 验证通过（按实际部署）；此后设置已指向其他服务端点</translation>
    </message>
    <message>
        <source>Not reached when it was asked: %1. The endpoint may go on answering, but not all that it needs is there.</source>
        <comment>nodes</comment>
        <translation>验证时未能连接的节点：%1。服务端点可能仍会应答，但其所需的节点并不完整。</translation>
    </message>
    <message>
        <source>Verified at %1; lost meanwhile, and answering again: %2</source>
        <comment>a time, nodes</comment>
        <translation>%1 验证通过；其间失联、现已恢复应答：%2</translation>
    </message>
    <message>
        <source>Verified at %1, while these were not reached: %2</source>
        <comment>a time, nodes</comment>
        <translation>%1 验证通过，当时未能连接：%2</translation>
    </message>
    <message>
        <source>The service&apos;s container does not run on: %1. Not all that the endpoint needs is there. What to do stands below.</source>
        <comment>nodes</comment>
        <translation>以下节点上服务的容器未运行：%1。服务端点所需的部分已不完整。处理方法见下方。</translation>
    </message>
    <message>
        <source>Its container on %1</source>
        <comment>the service&apos;s</comment>
        <translation>%1 上的服务容器</translation>
    </message>
    <message>
        <source>Verified at %1, while its container did not run on: %2</source>
        <comment>a time, nodes</comment>
        <translation>%1 验证通过，当时以下节点上的服务容器未运行：%2</translation>
    </message>
    <message>
        <source>Readiness</source>
        <comment>of the service</comment>
        <translation>就绪情况</translation>
    </message>
    <message>
        <source>What answers was deployed from %1, not by this deployment.</source>
        <comment>a file</comment>
        <translation>应答的服务由 %1 部署，不属于此部署。</translation>
    </message>
    <message>
        <source>Answered at %1 by what was deployed from another file</source>
        <comment>a time</comment>
        <translation>%1 由另一文件部署的服务应答</translation>
    </message>
    <message>
        <source>%1 This deployment&apos;s settings name %2, which was not run.</source>
        <comment>a sentence before it; an address and a model</comment>
        <translation>%1本部署的设置指定的是 %2，尚未运行。</translation>
    </message>
    <message>
        <source>This is what was run. Since then other settings were chosen (%1): a new run puts them into effect.</source>
        <translation>这是已运行的内容。此后更改了设置（%1）：重新运行后才会生效。</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>%1 This deployment has other settings (%2), which were not run.</source>
        <comment>a sentence before it; titles of settings</comment>
        <translation>%1本部署的设置有所不同（%2），尚未运行。</translation>
    </message>
</context>
<context>
    <name>WatchBar</name>
    <message>
        <source>The Monitor was open when the program ended. Nobody has watched since: no figures, no alerts. The program logs in to the nodes only when it is told to.</source>
        <translation>程序退出时正显示监控页。此后无人监控：没有数据，也没有告警。只有按下按钮后，程序才会登录节点。</translation>
    </message>
    <message>
        <source>Go on watching</source>
        <translation>继续监控</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
</context>
<context>
    <name>Weights</name>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>%1 may not be read by %2 (%3), so it is not known what is in it</source>
        <translation>用户 %2 无权读取 %1（%3），因此无法得知其内容</translation>
    </message>
    <message>
        <source>Log in as a user who may read it (for example root), or let its owner give %1 the right: `chgrp -R GROUP %2` with a group of %1&apos;s for GROUP, then `chmod -R g+rX %2`; the folders above it need g+x as well.</source>
        <translation>请以有读取权限的用户（例如 root）登录，或由其所有者为 %1 授权：`chgrp -R GROUP %2`（GROUP 替换为 %1 所在的用户组），再执行 `chmod -R g+rX %2`；其各级上层目录也需要 g+x 权限。</translation>
    </message>
    <message>
        <source>this user</source>
        <translation>当前用户</translation>
    </message>
    <message>
        <source>There is no source of weights called &quot;%1&quot;.</source>
        <translation>没有名为“%1”的权重来源。</translation>
    </message>
    <message>
        <source>The list of files names &quot;%1&quot;, which is no file below its folder.</source>
        <translation>文件列表中的“%1”不是其目录下的文件。</translation>
    </message>
    <message>
        <source>The list of files names %1 twice.</source>
        <translation>文件列表中 %1 出现两次。</translation>
    </message>
    <message>
        <source>The list of files is empty.</source>
        <translation>文件列表为空。</translation>
    </message>
    <message>
        <source>Setting &quot;weightsAddress&quot; must be the folder of the node that the weights are copied from, a path that begins with &quot;/&quot;.</source>
        <translation>设置“weightsAddress”必须是节点上的源目录，以“/”开头。</translation>
    </message>
    <message>
        <source>Settings &quot;weightsAddress&quot; and &quot;weights&quot; lie in one another: %1, %2.</source>
        <translation>设置“weightsAddress”与“weights”互相包含：%1、%2。</translation>
    </message>
    <message>
        <source>Setting &quot;weightsModel&quot; is &quot;%1&quot;; it must be the model&apos;s name at the hub, as OWNER/NAME.</source>
        <translation>设置“weightsModel”为“%1”；必须是模型站上的名称，形如 OWNER/NAME。</translation>
    </message>
    <message>
        <source>Setting &quot;weightsAddress&quot; is &quot;%1&quot;; it must begin with https:// or http://, and name a machine.</source>
        <translation>设置“weightsAddress”为“%1”；必须以 https:// 或 http:// 开头并包含主机名。</translation>
    </message>
    <message>
        <source>Setting &quot;weightsAddress&quot; holds a user&apos;s name or a password; a deployment keeps no secrets.</source>
        <translation>设置“weightsAddress”含有用户名或密码；部署文件不保存机密。</translation>
    </message>
    <message>
        <source>The list of files</source>
        <translation>文件列表</translation>
    </message>
    <message>
        <source>%1 answered with something that is no list of files.</source>
        <translation>%1 返回的不是文件列表。</translation>
    </message>
    <message>
        <source>The list of files tells no size of &quot;%1&quot;.</source>
        <translation>文件列表未给出“%1”的大小。</translation>
    </message>
    <message>
        <source>The list of files of %1 cannot be read.</source>
        <translation>无法读取 %1 的文件列表。</translation>
    </message>
    <message>
        <source>The list of files names %1 as a file and as a folder.</source>
        <translation>文件列表中 %1 既是文件又是目录。</translation>
    </message>
    <message>
        <source>Setting &quot;weightsAddress&quot; must be the folder of this computer that the weights are copied from.</source>
        <translation>设置“weightsAddress”必须是本机上的权重源目录。</translation>
    </message>
    <message>
        <source>The folder %1 of this computer cannot be read.</source>
        <translation>无法读取本机目录 %1。</translation>
    </message>
    <message>
        <source>There is no folder %1 on this computer.</source>
        <translation>本机上没有目录 %1。</translation>
    </message>
    <message>
        <source>Setting &quot;weightsFrom&quot; is other-node, and the deployment has no other node that the weights could be copied from.</source>
        <translation>设置“weightsFrom”为 other-node，但该部署没有其他节点可供复制权重。</translation>
    </message>
    <message>
        <source>Setting &quot;weightsNode&quot; is &quot;%1&quot;, which is no node of the deployment: %2.</source>
        <translation>设置“weightsNode”为“%1”，不是该部署的节点：%2。</translation>
    </message>
</context>
</TS>
