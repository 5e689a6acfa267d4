// Launch lines that people paste: what docker and vLLM would say of them, and what an engine on NPUs misses.
#include "core/artifacts/lintkinds.h"
#include "core/engines/vllm/vllmflags.h"
#include "core/engines/vllm/vllmimage.h"
#include "core/lint/dockerline.h"
#include "core/lint/shelltext.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// A line with which nothing is wrong; each row of a test spoils one thing of it.
const QByteArray good = R"sh(#!/bin/bash
docker run -itd --name=ds --net=host --shm-size=16g \
  --device=/dev/davinci0 --device=/dev/davinci1 --device=/dev/davinci2 --device=/dev/davinci3 \
  --device /dev/davinci_manager --device /dev/devmm_svm --device /dev/hisi_hdc \
  -v /usr/local/dcmi:/usr/local/dcmi -v /usr/local/bin/npu-smi:/usr/local/bin/npu-smi \
  -v /usr/local/Ascend/driver/lib64/:/usr/local/Ascend/driver/lib64/ \
  -v /usr/local/Ascend/driver/version.info:/usr/local/Ascend/driver/version.info:ro \
  -v /data/weights:/data/weights:ro \
  -e HCCL_BUFFSIZE=200 \
  quay.io/ascend/vllm-ascend:v0.18.0 \
  vllm serve /data/weights/DeepSeek-V3.2-W8A8 --quantization ascend --port 8000 --tensor-parallel-size 4
)sh";

QStringList shortly(const QList<LintFinding> &findings)
{
    QStringList lines;
    for (const LintFinding &f : findings)
        lines << severityName(f.severity) + u' ' + f.rule + u' ' + f.where;
    return lines;
}

QByteArray changed(QByteArray text, const QByteArray &from, const QByteArray &to)
{
    const qsizetype at = text.indexOf(from);
    return at < 0 ? QByteArray() : text.replace(at, from.size(), to);
}

} // namespace

class TestLaunchLines : public QObject {
    Q_OBJECT

private slots:
    void readsOptionsAsDockerDoes()
    {
        const QString line = u"sudo docker run -itdv /a:/b:ro -e A=1 --env B=2 -p80:8080 --net host --ipc=host -m 4g "
                             "--privileged=true --shm-size 1.5g --mount type=bind,src=/c,dst=/d,readonly "
                             "--ulimit nofile=65535 -w=/x img:1 bash -c 'a b' --device=/dev/davinci0"_s;
        const QList<ShellCommand> commands = shellCommands(line);
        QCOMPARE(commands.size(), 1);
        const std::optional<DockerRun> run = dockerRunOf(commands.first());
        QVERIFY(run);
        QVERIFY(run->complaints.isEmpty());
        QVERIFY(run->isOn("--detach") && run->isOn("--tty") && run->isOn("--interactive") && run->isOn("--privileged"));
        QCOMPARE(run->image.text, u"img:1"_s);
        QCOMPARE(run->command.size(), 4);
        QCOMPARE(run->value("--publish"), u"80:8080"_s);
        QCOMPARE(run->value("--workdir"), u"/x"_s);
        QCOMPARE(run->all("--env").size(), 2);
        const ContainerSpec spec = run->spec();
        QCOMPARE(spec.network, u"host"_s);
        QCOMPARE(spec.ipc, u"host"_s);
        QCOMPARE(spec.shmBytes, std::optional<qint64>(3 * (qint64(1) << 29)));
        QCOMPARE(spec.mounts, (QList<ContainerMount>{{u"/a"_s, u"/b"_s, true}, {u"/c"_s, u"/d"_s, true}}));
        QVERIFY(spec.devices.isEmpty()); // what follows the image is the command's
    }

    void theShellsWordsStayWhole()
    {
        const auto words = [](const QString &text) {
            const QList<ShellCommand> commands = shellCommands(text);
            return commands.isEmpty() ? QStringList() : commands.last().texts();
        };
        QCOMPARE(words(u"a $(b; c \"d e\") \"x $(y \"z w\") v\" ${q:-r s} `t | u`"_s),
                 (QStringList{u"a"_s, u"$(b; c \"d e\")"_s, u"x $(y \"z w\") v"_s, u"${q:-r s}"_s, u"`t | u`"_s}));
        QCOMPARE(words(u"{1..3}{a,b} p{08..10}s {c..a} \"{1,2}\" '{1..2}' {} {x} ${z}{,.old}"_s),
                 (QStringList{u"1a"_s, u"1b"_s, u"2a"_s, u"2b"_s, u"3a"_s, u"3b"_s, u"p08s"_s, u"p09s"_s, u"p10s"_s,
                              u"c"_s, u"b"_s, u"a"_s, u"{1,2}"_s, u"{1..2}"_s, u"{}"_s, u"{x}"_s, u"${z}"_s,
                              u"${z}.old"_s}));
        QCOMPARE(words(u"{0..99999999}"_s), QStringList{u"{0..99999999}"_s}); // not here
        QCOMPARE(words(u"```bash\ndocker run x\n"_s), (QStringList{u"docker"_s, u"run"_s, u"x"_s})); // Markdown
        QCOMPARE(words(u"$("_s.repeated(200'000)).size(), 1);
    }

    void aGoodLineHasNoFinding()
    {
        const Result<QList<LintFinding>> findings = lint(u"docker-run"_s, good);
        QVERIFY(findings);
        QCOMPARE(shortly(*findings), QStringList());
        const Result<KnownText> known = lintAnyText(good);
        QVERIFY(known);
        QCOMPARE(known->kind, u"docker-run"_s);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char *name, const char *from, const char *to, const QStringList &expected) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << expected;
        };
        row("no network", " --net=host", "", {u"warning docker.network line 2"_s});
        row("bridge", "--net=host", "--network bridge", {u"warning docker.network line 2"_s});
        row("published", "--net=host", "--net=host -p 8000:8000", {u"info docker.publish line 2"_s});
        const QString apart = u"warning docker.network line 2"_s, unreached = u"warning docker.publish line 11"_s;
        row("published to the service", "--net=host", "-p 127.0.0.1:9000:8000/tcp", {apart});
        row("published to some", "--net=host", "--net bridge -p 9000-9010:7995-8005", {apart});
        row("published to another port", "--net=host", "-p 8000:8001", {unreached, apart});
        row("published, filled in", "--net=host", "-p $PORT:$PORT", {apart});
        row("no shm", " --shm-size=16g", "", {u"error docker.shm line 2"_s});
        row("small shm", "16g", "512m", {u"error docker.shm line 2"_s});
        row("no size", "16g", "16gigs", {u"error docker.shm line 2"_s});
        row("both", "--shm-size=16g", "--shm-size=16g --ipc=host", {u"warning docker.shm-both line 2"_s});
        row("host ipc", "--shm-size=16g", "--ipc=host", {});
        row("no svm", " --device /dev/devmm_svm", "", {u"error docker.device-manager line 2"_s});
        row("misspelt", "/dev/hisi_hdc", "/dev/hisi_hdi",
            {u"error docker.device-name line 4"_s, u"error docker.device-manager line 2"_s});
        row("twice", "/dev/davinci3", "/dev/davinci2",
            {u"warning docker.device-twice line 3"_s, u"error docker.npus line 11"_s});
        row("too few NPUs", " --device=/dev/davinci3", "", {u"error docker.npus line 11"_s});
        row("groups", "--tensor-parallel-size 4", "-tp=4 -dp 2", {u"error docker.npus line 11"_s});
        row("groups of this node", "--tensor-parallel-size 4", "-tp 2 -dp 4 --data-parallel-size-local 2", {});
        row("groups of many", "--tensor-parallel-size 4", "-tp 4 -dp 4 --data-parallel-rank 1", {});
        row("over nodes", "--tensor-parallel-size 4", "-tp 16 --distributed-executor-backend ray", {});
        row("filled in", "--tensor-parallel-size 4", "--tensor-parallel-size $TP", {});
        row("in a shell",
            "vllm serve /data/weights/DeepSeek-V3.2-W8A8 --quantization ascend --port 8000 --tensor-parallel-size 4",
            "bash -c 'vllm serve /data/weights/DeepSeek-V3.2-W8A8 --quantization ascend --port 8000 -tp 8'",
            {u"error docker.npus line 11"_s});
        row("no driver",
            "  -v /usr/local/Ascend/driver/lib64/:/usr/local/Ascend/driver/lib64/ \\\n"
            "  -v /usr/local/Ascend/driver/version.info:/usr/local/Ascend/driver/version.info:ro \\\n",
            "", {u"error docker.driver line 2"_s});
        row("whole driver",
            "  -v /usr/local/Ascend/driver/lib64/:/usr/local/Ascend/driver/lib64/ \\\n"
            "  -v /usr/local/Ascend/driver/version.info:/usr/local/Ascend/driver/version.info:ro \\\n",
            "  -v /usr/local/Ascend/driver:/usr/local/Ascend/driver \\\n", {});
        row("no version", " \\\n  -v /usr/local/Ascend/driver/version.info:/usr/local/Ascend/driver/version.info:ro",
            "", {u"warning docker.driver line 2"_s});
        row("case", "/usr/local/Ascend/driver/lib64/:", "/usr/local/ascend/driver/lib64/:",
            {u"error docker.path-case line 6"_s});
        row("no npu-smi", " -v /usr/local/bin/npu-smi:/usr/local/bin/npu-smi", "", {u"info docker.npu-smi line 2"_s});
        row("weights elsewhere", "-v /data/weights:/data/weights:ro", "-v /data/weights:/models:ro",
            {u"error docker.weights line 11"_s});
        row("no weights", "  -v /data/weights:/data/weights:ro \\\n", "", {u"warning docker.weights line 2"_s});
        row("volume", "-v /data/weights:/data/weights:ro", "-v /data/weights:/data/weights:ro -v cache:/cache",
            {u"warning docker.mount line 8"_s});
        const char weights[] = "-v /data/weights:/data/weights:ro";
        row("a folder at home", weights, "-v /data/weights:/data/weights:ro -v ~/cache:/cache", {});
        row("a home that the shell leaves", weights, "-v /data/weights:/data/weights:ro --volume=~/cache:/cache",
            {u"error docker.mount line 8"_s});
        row("a home in quotes", weights, "-v /data/weights:/data/weights:ro -v '~/cache:/cache'",
            {u"error docker.mount line 8"_s});
        row("a home in --mount", weights,
            "-v /data/weights:/data/weights:ro --mount type=bind,source=~/cache,target=/cache",
            {u"error docker.mount line 8"_s});
        row("a home that bash fills in", weights,
            "-v /data/weights:/data/weights:ro --mount source=~/cache,type=bind,target=/cache", {});
        row("a mount from nowhere", weights, "-v /data/weights:/data/weights:ro --mount type=bind,src=cache,dst=/cache",
            {u"error docker.mount line 8"_s});
        row("a mount", weights, "-v /data/weights:/data/weights:ro --mount type=bind,src=/cache,dst=/cache", {});
        row("a folder from here", weights, "-v /data/weights:/data/weights:ro -v ./cache:/cache",
            {u"info docker.mount line 8"_s});
        row("no volume's name", weights, "-v /data/weights:/data/weights:ro -v models/cache:/cache",
            {u"error docker.mount line 8"_s});
        row("mounted twice", "-v /data/weights:/data/weights:ro",
            "-v /data/weights:/data/weights:ro -v /x:/data/weights/", {u"error docker.mount line 8"_s});
        row("latest", ":v0.18.0", ":latest", {u"warning docker.tag line 10"_s});
        row("no tag", ":v0.18.0", "", {u"warning docker.tag line 10"_s});
        // --async-scheduling is of 0.10.0
        const char before[] = ":v0.18.0 \\\n  vllm serve /data/weights/DeepSeek-V3.2-W8A8",
                   after[] = ":latest \\\n  vllm serve /data/weights/DeepSeek-V3.2-W8A8 --async-scheduling";
        row("latest, a flag of some releases", before, after,
            {u"warning docker.tag line 10"_s, u"info vllm.release line 11"_s});
        row("a flag that its vLLM has not yet", before,
            ":v0.9.1 \\\n  vllm serve /data/weights/DeepSeek-V3.2-W8A8 --enable-eplb",
            {u"error vllm.parser line 11"_s});
        row("privileged", "--net=host", "--net=host --privileged", {u"info docker.privileged line 2"_s});
        row("switch with a value", "--net=host", "--net=host --privileged true", {u"info docker.privileged line 2"_s});
        row("unknown flag", "--net=host", "--net=host --shmsize=4g", {u"error docker.flag line 2"_s});
        row("secret", "-e HCCL_BUFFSIZE=200", "-e HF_TOKEN=hf_abcdefghijklmnop", {u"warning docker.secret line 9"_s});
        row("variable", "HCCL_BUFFSIZE=200", "HCCL_BUFSIZE=200", {u"error env.misspelt line 9"_s});
        row("range", "HCCL_BUFFSIZE=200", "HCCL_CONNECT_TIMEOUT=20", {u"error env.range line 9"_s});
        row("cards by the host's numbers", "HCCL_BUFFSIZE=200", "ASCEND_RT_VISIBLE_DEVICES=4,5,6,7",
            {u"warning docker.visible-devices line 9"_s});
        row("a card too many", "HCCL_BUFFSIZE=200", "ASCEND_RT_VISIBLE_DEVICES=0,1,2,3,4",
            {u"warning docker.visible-devices line 9"_s});
        row("fewer cards than ranks", "HCCL_BUFFSIZE=200", "ASCEND_RT_VISIBLE_DEVICES=0,1",
            {u"error docker.npus line 11"_s});
        const char given[] = "--device=/dev/davinci0 --device=/dev/davinci1 --device=/dev/davinci2 "
                             "--device=/dev/davinci3 \\\n  --device /dev/davinci_manager --device /dev/devmm_svm "
                             "--device /dev/hisi_hdc";
        row("fewer cards of Ascend's runtime", given, "--runtime=ascend \\\n  -e ASCEND_VISIBLE_DEVICES=0-2",
            {u"error docker.npus line 11"_s});
        row("enough cards of Ascend's runtime", given, "--runtime=ascend \\\n  -e ASCEND_VISIBLE_DEVICES=0-1,6,7", {});
        row("cards of the container", "HCCL_BUFFSIZE=200", "ASCEND_RT_VISIBLE_DEVICES=3,2,1,0", {});
        row("cards of Ascend's runtime", "HCCL_BUFFSIZE=200", "ASCEND_VISIBLE_DEVICES=4,5,6,7", {});
        row("debugging", "HCCL_BUFFSIZE=200", "ASCEND_LAUNCH_BLOCKING=1",
            {u"warning env.debug line 9"_s, u"error vllm.rules line 11"_s});
        row("blank after backslash", "--shm-size=16g \\\n", "--shm-size=16g \\ \n",
            {u"error shell.backslash line 2"_s});
        row("dash", "--device /dev/devmm_svm", "\xE2\x80\x93-device /dev/devmm_svm", {u"error shell.dash line 4"_s});
        row("flag of vLLM", "--port 8000", "--port 8000 --max-model-length 4096", {u"error vllm.parser line 11"_s});
        const char cards[] = "--device=/dev/davinci0 --device=/dev/davinci1 --device=/dev/davinci2 "
                             "--device=/dev/davinci3";
        row("devices in braces", cards, "--device=/dev/davinci{0..3}", {});
        row("devices with commas", cards, "--device=/dev/davinci{0,1,2,3}", {});
        for (const char *filledIn : {"$DEVICES", "${DEVICES}", "\"${devices[@]}\"", "`cat devices`", "$A $B",
                                     "$(for i in $(seq 0 3); do echo --device=/dev/davinci$i; done)"})
            row(filledIn, cards, filledIn, {u"info docker.filled-in line 3"_s});
        row("all of it filled in",
            "--net=host --shm-size=16g \\\n  --device=/dev/davinci0 --device=/dev/davinci1 --device=/dev/davinci2 "
            "--device=/dev/davinci3 \\\n",
            "$OPTIONS \\\n", {u"info docker.filled-in line 2"_s});
        row("an image by its variable", "quay.io/ascend/vllm-ascend:v0.18.0", "$IMAGE", {});
        row("an image by any variable", "quay.io/ascend/vllm-ascend:v0.18.0", "\"$1\"", {});
        row("restart", "--net=host", "--net=host --rm --restart always", {u"error docker.restart line 2"_s});
        row("user", "--net=host", "--net=host -u 1000", {u"warning docker.user line 2"_s});
    }
    void saysWhatIsWrong()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QStringList, expected);
        const QByteArray text = changed(good, from, to);
        QVERIFY2(!text.isEmpty(), from.constData());
        const Result<QList<LintFinding>> findings = lint(u"docker-run"_s, text);
        QVERIFY(findings);
        const QStringList found = shortly(*findings);
        for (const QString &one : std::as_const(expected))
            QVERIFY2(found.contains(one), qPrintable(found.join(u'\n')));
        // A line that is cut short lacks all that followed; else nothing but the one thing is wrong.
        if (expected != QStringList{u"error shell.backslash line 2"_s}
            && !QByteArray(QTest::currentDataTag()).contains("dash")
            && !QByteArray(QTest::currentDataTag()).contains("switch"))
            QCOMPARE(found, expected);
        for (const LintFinding &finding : *findings)
            QVERIFY(!finding.message.isEmpty());
    }

    void aServiceOfTheContainerAloneIsSaid()
    {
        QByteArray text = changed(good, "--net=host", "-p 8001:8000");
        for (const char *host : {"127.0.0.1", "localhost"}) {
            const QStringList found = shortly(
                *lint(u"docker-run"_s, changed(text, "--port 8000", "--host "_ba + host)));
            QVERIFY2(found.contains(u"warning docker.publish line 11"_s), qPrintable(found.join(u'\n')));
        }
        QVERIFY(!shortly(*lint(u"docker-run"_s, changed(text, "--port 8000", "--host 0.0.0.0")))
                     .contains(u"warning docker.publish line 11"_s));
    }

    // env-vars.json: ASCEND_BUFFER_POOL is of vLLM-Ascend before 0.23, VLLM_ASCEND_ENABLE_DBO of v0.9.0rc1 to v0.11.0.
    void whatAReleaseReadsIsJudgedByIt()
    {
        const QByteArray serve = "export ASCEND_BUFFER_POOL=4:8\nvllm serve /w --quantization ascend\n";
        const auto removed = [](const QString &kind, const QByteArray &text, const QString &release) {
            LintContext context;
            context.release = release;
            const Result<QList<LintFinding>> findings = lint(kind, text, context);
            return findings ? shortly(*findings).filter(u"env.removed"_s).size() : -1;
        };
        for (const char *earlier : {"0.18.0", "v0.18.0"})
            QCOMPARE(removed(u"vllm-serve"_s, serve, QLatin1String(earlier)), 0);
        QCOMPARE(removed(u"vllm-serve"_s, serve, u"0.23.0"_s), 1);
        QCOMPARE(removed(u"vllm-serve"_s, serve, {}), 1);
        const QByteArray inContainer = changed(good, "HCCL_BUFFSIZE=200", "ASCEND_BUFFER_POOL=4:8");
        QCOMPARE(removed(u"docker-run"_s, inContainer, {}), 0); // as the image's tag says
        QCOMPARE(removed(u"docker-run"_s, changed(inContainer, "v0.18.0", "v0.23.0"), {}), 1);
        const QByteArray ofOld = changed(good, "HCCL_BUFFSIZE=200", "VLLM_ASCEND_ENABLE_DBO=1");
        QCOMPARE(removed(u"docker-run"_s, ofOld, {}), 1);
        QCOMPARE(removed(u"docker-run"_s, changed(ofOld, "v0.18.0", "v0.11.0"), {}), 0);
    }

    void officialLinesHaveNoErrors()
    {
        const QDir examples(QStringLiteral(ASC_SHARED_DIR "/reference/examples"));
        const QStringList names = examples.entryList({u"docker_run_*.sh"_s});
        if (names.isEmpty())
            QSKIP("the reference examples are not here");
        for (const QString &name : names) {
            QFile file(examples.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const Result<QList<LintFinding>> findings = lint(u"docker-run"_s, file.readAll());
            QVERIFY(findings);
            const QString said = shortly(*findings).join(u'\n');
            QVERIFY2(!hasErrors(*findings) && !said.contains(u"docker.filled-in"), qPrintable(name + u'\n' + said));
        }
    }

    void anImageBeforeTheOptionsIsSaid()
    {
        for (const char *image : {"mindie:2.2", "$IMAGE", "${VLLM_IMAGE:-x}", "$(docker images -q vllm)"}) {
            const Result<QList<LintFinding>> findings
                = lint(u"docker-run"_s, changed(good, "docker run", "docker run "_ba + image));
            QVERIFY(findings);
            QVERIFY2(shortly(*findings).contains(u"error docker.order line 2"_s), image);
        }
    }

    void aSwitchTakesNoWordForItself()
    {
        const Result<QList<LintFinding>> findings
            = lint(u"docker-run"_s, changed(good, "--net=host", "--net=host --privileged true"));
        QVERIFY(findings);
        QVERIFY(shortly(*findings).contains(u"error docker.switch line 2"_s));
        QVERIFY(shortly(*findings).contains(u"error docker.order line 2"_s));
    }

    // Every image of vLLM-Ascend, against the reference where it is.
    void everyImageIsJudgedByItsVllm()
    {
        QFile file(QStringLiteral(ASC_SHARED_DIR "/reference/vllm-ascend-compat.json"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the reference is not here");
        const Result<Json> reference = parseJson(file.readAll(), file.fileName());
        QVERIFY(reference);
        int count = 0;
        for (const Json &release : member(*reference, "releases")) {
            // "v0.11.0rc3": its parser is that of 0.11.0
            const QString vllm = stringAt(release, "image_vllm_tag").mid(1).section(u"rc"_s, 0, 0);
            if (!vllmReleases().contains(vllm)) // 0.7.1
                continue;
            for (const QString &tag : textsAt(release, "image_tags")) {
                ++count;
                const QString is = vllmInImage(u"quay.io/ascend/vllm-ascend:"_s + tag);
                QVERIFY2(is == vllm, qPrintable(tag + u": "_s + is + u", not "_s + vllm));
            }
        }
        QVERIFY(count > 100);
    }

    void anImageTellsItsVllmByItsTag_data()
    {
        QTest::addColumn<QString>("vllm");
        const auto row = [](const char *image, const char *vllm) { QTest::newRow(image) << QString::fromLatin1(vllm); };
        row("vllm-ascend:v0.9.1", "0.9.1");
        row("quay.io/ascend/vllm-ascend:v0.9.1-openeuler", "0.9.1");
        row("10.1.2.3:5000/a/vllm-ascend:v0.10.1rc1", "0.10.1.1");
        row("vllm-ascend:v0.14.0rc1-a3", "0.14.1");
        row("vllm-ascend:v0.23.0.post1", "0.23.0");
        row("vllm-ascend:v0.18.0rc7", "0.18.0"); // a tag that is not known here
        row("vllm-ascend:0.18", "0.18.0");
        row("vllm-ascend:latest", "");
        row("vllm-ascend:v99.1.0", "");
        row("mindie:2.2.RC1", "");
    }
    void anImageTellsItsVllmByItsTag()
    {
        QFETCH(QString, vllm);
        QCOMPARE(vllmInImage(QString::fromLatin1(QTest::currentDataTag())), vllm);
    }

    void judgesVllmByRelease()
    {
        const QByteArray line = "export HCCL_BUFFSIZE=200\nnohup vllm serve /w/ds -tp 8 --port 8000 \\\n"
                                "  --enable-reasoning > log 2>&1 &\n";
        LintContext old, now;
        old.release = u"0.8.5.post1"_s;
        now.release = u"0.18.0"_s;
        const Result<QList<LintFinding>> before = lint(u"vllm-serve"_s, line, old);
        const Result<QList<LintFinding>> after = lint(u"vllm-serve"_s, line, now);
        QVERIFY(before && after);
        QVERIFY2(shortly(*before).isEmpty(), qPrintable(shortly(*before).join(u'\n')));
        QVERIFY2(shortly(*after).contains(u"error vllm.parser line 3"_s), qPrintable(shortly(*after).join(u'\n')));
        const Result<QList<LintFinding>> any = lint(u"vllm-serve"_s, line);
        QVERIFY(any);
        QVERIFY2(shortly(*any).contains(u"info vllm.release line 2"_s), qPrintable(shortly(*any).join(u'\n')));
        QCOMPARE(lintAnyText(line)->kind, u"vllm-serve"_s);
        for (const QString &spelling : {u"v0.18.0"_s, u"0.18"_s, u"0.18.0rc1"_s, u"v0.18.0rc1"_s}) {
            now.release = spelling; // as tags of images have it
            const Result<QList<LintFinding>> tagged = lint(u"vllm-serve"_s, line, now);
            QVERIFY2(tagged, qPrintable(spelling));
            now.release = u"0.18.0"_s;
            QVERIFY2(shortly(*tagged) == shortly(*lint(u"vllm-serve"_s, line, now)), qPrintable(spelling));
        }
        for (const auto &spelling : {u"v0.14.0rc1"_s, u"v0.8.5rc1"_s, u"0.8.5.post1"_s, u"v0.10.1rc1"_s}) {
            now.release = spelling;
            QVERIFY2(lint(u"vllm-serve"_s, line, now), qPrintable(spelling));
        }
        now.release = u"9.9"_s;
        QCOMPARE(lint(u"vllm-serve"_s, line, now).error().kind, ErrorKind::Invalid);
    }

    void vllmLineByLine_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no model") << QByteArray("vllm serve --port 8000") << u"error vllm.model line 1"_s;
        QTest::newRow("module") << QByteArray("python3 -m vllm.entrypoints.openai.api_server --model /w/a --port x")
                                << u"error vllm.parser line 1"_s;
        QTest::newRow("the beginning of a flag, wrong")
            << QByteArray("vllm serve /w/DS \\\n --max-num-seq 0") << u"error vllm.parser line 2"_s;
        QTest::newRow("a part of JSON, wrong")
            << QByteArray("vllm serve /w/DS \\\n --port 1 \\\n --kv-transfer-config.kv_role both")
            << u"error vllm.rules line 3"_s;
        QTest::newRow("a switch with a value")
            << QByteArray("vllm serve /w/DS \\\n --enable_prefix_caching=False") << u"error vllm.parser line 2"_s;
        QTest::newRow("awq") << QByteArray("vllm serve /w/DS --quantization awq") << u"error vllm.rules line 1"_s;
        QTest::newRow("a key of the plugin's that is gone")
            << QByteArray("vllm serve /w/DS \\\n --additional-config '{\"ascend_scheduler_config\":{}}'")
            << u"error vllm.plugin-key line 2"_s;
        QTest::newRow("a key that no plugin has")
            << QByteArray("vllm serve /w/DS --additional-config '{\"own_key\":1}'")
            << u"warning vllm.plugin-key line 1"_s;
        QTest::newRow("a block that refuses it")
            << QByteArray("vllm serve /w/DS --additional-config '{\"eplb_config\":{\"own_key\":1}}'")
            << u"error vllm.rules line 1"_s;
        QTest::newRow("a connector that nobody has")
            << QByteArray("vllm serve /w/DS \\\n --kv-transfer-config "
                          "'{\"kv_connector\":\"MooncakeConnectorV2\",\"kv_role\":\"kv_producer\"}'")
            << u"warning vllm.connector line 2"_s;
        QTest::newRow("key") << QByteArray("vllm serve /w/DS \\\n--api-key abc") << u"warning vllm.secret line 2"_s;
        QTest::newRow("a port twice")
            << QByteArray("vllm serve /w/DS -dp 2 -dpl 1 \\\n --port 1 --data-parallel-rpc-port 1")
            << u"error vllm.rules line 2"_s;
        QTest::newRow("a rank without headless")
            << QByteArray("vllm serve /w/DS -dp 2 -dpl 1 \\\n --data-parallel-start-rank 1")
            << u"warning vllm.rules line 2"_s;
        QTest::newRow("tp told otherwise")
            << QByteArray("vllm serve /w/DS -tp 8 \\\n --kv-transfer-config "
                          "'{\"kv_connector\":\"MooncakeConnectorV1\",\"kv_role\":\"kv_producer\","
                          "\"kv_connector_extra_config\":{\"prefill\":{\"dp_size\":1,\"tp_size\":16},"
                          "\"decode\":{\"dp_size\":1,\"tp_size\":8}}}'")
            << u"warning vllm.kv-transfer line 2"_s;
        QTest::newRow("not continued") << QByteArray("vllm serve /w/DS\n--port 8000")
                                       << u"error shell.not-continued line 2"_s;
    }
    void vllmLineByLine()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, expected);
        LintContext context;
        context.release = u"0.18.0"_s;
        const Result<QList<LintFinding>> findings = lint(u"vllm-serve"_s, line, context);
        QVERIFY(findings);
        QVERIFY2(shortly(*findings).contains(expected), qPrintable(shortly(*findings).join(u'\n')));
    }

    // The tag of the image in the line says which release reads it.
    void theReleaseIsThatOfTheImageInTheLine()
    {
        const QByteArray flags = "vllm serve /w/DS --async-scheduling";
        for (const QByteArray &line :
             {QByteArray("docker run --rm --name q quay.io/ascend/vllm-ascend:v0.18.0 " + flags),
              QByteArray("docker run --rm quay.io/ascend/vllm-ascend:v0.18.0 bash -c '" + flags + "'")}) {
            const Result<QList<LintFinding>> findings = lint(u"vllm-serve"_s, line, {});
            QVERIFY(findings);
            QVERIFY2(!shortly(*findings).join(u'\n').contains(u"vllm.release"_s),
                     qPrintable(shortly(*findings).join(u'\n')));
        }
    }

    // `adopt` and bundles write "***" for a key that they may not tell.
    void aKeyThatWasTakenOutIsNoKey()
    {
        for (const QByteArray &flag : {QByteArray("--api-key '***'"), QByteArray("'--api-key=***'")}) {
            const Result<QList<LintFinding>> findings = lint(u"vllm-serve"_s, "vllm serve /w/DS " + flag, {});
            QVERIFY(findings);
            const bool isSaid = std::any_of(findings->cbegin(), findings->cend(), [](const LintFinding &one) {
                return one.rule == "vllm.secret"_L1 && one.message.contains(u"taken out"_s);
            });
            QVERIFY2(isSaid, flag.constData());
        }
    }

    // vllm_ascend/platform.py at each tag.
    void whatThePluginSetsBackIsSaid_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QByteArray>("flags");
        QTest::addColumn<QString>("says");              // empty: nothing
        const auto row = [](const char *name, const char *release, const QByteArray &flags, const char *says) {
            QTest::newRow(name) << QString::fromLatin1(release) << flags << QString::fromLatin1(says);
        };
        const char *const dbo = "--enable-dbo is ignored on Ascend: the plugin resets it to false";
        row("two batches", "0.23.0", "--enable-dbo", dbo);
        row("two batches, from then on", "v0.19.1rc1", "--enable-dbo", dbo);
        row("two batches before", "0.18.0", "--enable-dbo", "");
        row("two batches, switched off", "0.23.0", "--no-enable-dbo", "");
        row("small batches", "0.23.0", "--ubatch-size 2", "--ubatch-size 2 is ignored on Ascend");
        row("no small batches", "0.23.0", "--ubatch-size 0", "");
        row("cascades", "0.18.0", "--disable-cascade-attn", "--disable-cascade-attn is ignored on Ascend");
        row("cascades before", "v0.13.0rc1", "--disable-cascade-attn", "");
        row("scales", "0.23.0", "--calculate-kv-scales", "--calculate-kv-scales is ignored on Ascend");
        row("scales before", "0.22.1", "--calculate-kv-scales", "");
        const QByteArray mode = "--compilation-config '{\"cudagraph_mode\":\"FULL_AND_PIECEWISE\"}'";
        const char *const piecewise = "cudagraph_mode FULL_AND_PIECEWISE in --compilation-config is not run on Ascend: "
                                      "the plugin makes it PIECEWISE";
        row("both graphs", "0.18.0", mode, piecewise);
        row("both graphs, the first", "v0.11.0", mode, piecewise);
        row("both graphs, as a part", "0.18.0", "--compilation-config.cudagraph_mode FULL_AND_PIECEWISE", piecewise);
        row("both graphs later", "0.23.0", mode, "");
        row("no graphs at all", "0.18.0", mode + " --enforce-eager", "");
        row("one graph", "0.18.0", "--compilation-config '{\"cudagraph_mode\":\"FULL_DECODE_ONLY\"}'", "");
        row("a mode of the shell's", "0.18.0", "--compilation-config '{\"cudagraph_mode\":\"'$MODE'\"}'", "");
    }
    void whatThePluginSetsBackIsSaid()
    {
        QFETCH(QString, release);
        QFETCH(QByteArray, flags);
        QFETCH(QString, says);
        LintContext context;
        context.release = release;
        const Result<QList<LintFinding>> findings
            = lint(u"vllm-serve"_s, "vllm serve /w/DS \\\n " + flags + "\n", context);
        QVERIFY2(findings, findings ? "" : qPrintable(findings.error().message));
        const QStringList rules = shortly(*findings).filter(u"vllm.rules"_s);
        QCOMPARE(rules, says.isEmpty() ? QStringList() : QStringList{u"warning vllm.rules line 2"_s});
        const bool isSaid = std::any_of(findings->cbegin(), findings->cend(), [&](const LintFinding &finding) {
            return !says.isEmpty() && finding.message.contains(says);
        });
        QCOMPARE(isSaid, !says.isEmpty());
    }

    // vllm_ascend, maybe_auto_detect_quantization: v0.15.0rc1, and from v0.17.0rc1 on.
    void weightsOfModelSlimAreNamed()
    {
        const QStringList silent{u"0.15.0"_s, u"0.17.0"_s, u"0.18.0"_s, u"0.25.1"_s, QString()};
        for (const QString &release : silent + QStringList{u"0.11.0"_s, u"0.13.0"_s, u"0.14.1"_s, u"0.16.0"_s}) {
            LintContext context;
            context.release = release;
            const Result<QList<LintFinding>> findings
                = lint(u"vllm-serve"_s, "vllm serve /w/DS-W8A8 --port 1\n", context);
            QVERIFY2(findings, qPrintable(release));
            const bool isSaid = shortly(*findings).contains("warning vllm.quantization line 1"_L1);
            QVERIFY2(isSaid != silent.contains(release), qPrintable(release));
        }
    }

    // What the script sets for a service is judged with its line; what another one gets, or nobody knows, is not.
    void variablesOfTheScript_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QStringList>("expected");
        const QStringList none, second{u"error vllm.rules line 2"_s}, first{u"error vllm.rules line 1"_s};
        const auto row = [](const char *name, const QByteArray &script, const QStringList &expected) {
            QTest::newRow(name) << script << expected;
        };
        const QByteArray flash = "VLLM_ASCEND_ENABLE_FLASHCOMM1=1", serve = "vllm serve /w/DS --port 1\n";
        row("exported", "export A=1 " + flash + "\n" + serve, second);
        row("for the command", flash + " nohup " + serve, first);
        row("exported later", flash + "; export VLLM_ASCEND_ENABLE_FLASHCOMM1\n" + serve, second);
        row("in a container", "docker run -e " + flash + " image " + serve, first);
        row("with enough cards", "export " + flash + "\nvllm serve /w/DS -tp 4\n", none);
        row("off", "export VLLM_ASCEND_ENABLE_FLASHCOMM1=0\n" + serve, none);
        row("taken back", "export " + flash + "; unset VLLM_ASCEND_ENABLE_FLASHCOMM1\n" + serve, none);
        row("not exported", flash + "\n" + serve, none);
        row("on a condition", "if [ $1 = p ]; then export " + flash + "; fi\n" + serve, none);
        row("behind a test", "[ $1 = p ] && export " + flash + "\n" + serve, none);
        const QByteArray name = "VLLM_ASCEND_ENABLE_FLASHCOMM1";
        row("not for the command", "export " + flash + "\nA=1 env -u B -u " + name + " C=3 nohup " + serve, none);
        row("not for the command, in one word", "export " + flash + "\nenv --unset=" + name + " " + serve, none);
        row("another not for the command", "export " + flash + "\nenv -uA " + serve, second);
        row("another user's command", "sudo -u " + name + " env " + flash + " " + serve, first);
        row("nothing for the command", "export " + flash + "\nenv -i PATH=/bin " + serve, none);
        row("all but nothing", "env -i " + flash + " " + serve, first);
        row("filled in", "export VLLM_ASCEND_ENABLE_FLASHCOMM1=$FLASH\n" + serve, none);
        row("of the script before", "export " + flash + "\nvllm serve /w/DS -tp 4\n" + serve, none);
        row("not in the container", "export " + flash + "\ndocker run image " + serve, none);
        const QByteArray producer = "vllm serve /w/DS --kv-transfer-config "
                                    "'{\"kv_connector\":\"AscendStoreConnector\",\"kv_role\":\"kv_producer\"}'\n";
        row("balance of one role", "export VLLM_ASCEND_BALANCE_SCHEDULING=1\n" + producer, second);
        row("balance of both", "export VLLM_ASCEND_BALANCE_SCHEDULING=1\n" + serve, none);
        const QByteArray experts = "vllm serve /w/DS --additional-config '{\"eplb_config\":{\"dynamic_eplb\":true}}'\n";
        row("not set", experts, {u"warning vllm.variable line 1"_s});
        row("set otherwise", "export DYNAMIC_EPLB=false EXPERT_MAP_RECORD=false\n" + experts, second);
        row("set", "export DYNAMIC_EPLB=true\n" + experts, none);
        row("set for a map", "export EXPERT_MAP_RECORD=true\n" + experts, none);
        row("set in a file", "source ./env.sh\n" + experts, none);
        row("not set in CANN's", "source /usr/local/Ascend/ascend-toolkit/set_env.sh\n" + experts,
            {u"warning vllm.variable line 2"_s});
        row("set by the container", "docker exec a " + experts, none);
        const QByteArray blocking = "export ASCEND_LAUNCH_BLOCKING=1\n";
        row("graphs that wait for each operator", blocking + serve, second);
        row("waiting without graphs", blocking + "vllm serve /w/DS --enforce-eager\n", none);
        row("waiting, graphs switched off",
            blocking + "vllm serve /w/DS --compilation-config '{\"cudagraph_mode\":\"NONE\"}'\n", none);
        row("waiting without optimization", blocking + "vllm serve /w/DS -O0\n", none);
        row("not waiting", "export ASCEND_LAUNCH_BLOCKING=0\n" + serve, none);
    }
    void variablesOfTheScript()
    {
        QFETCH(QByteArray, script);
        QFETCH(QStringList, expected);
        for (const QString &release : {u"0.18.0"_s, u"0.23.0"_s}) {
            LintContext context;
            context.release = release;
            const Result<QList<LintFinding>> findings = lint(u"vllm-serve"_s, script, context);
            QVERIFY2(findings, findings ? "" : qPrintable(findings.error().message));
            QCOMPARE(shortly(*findings).filter(QRegularExpression(u"vllm\\.(rules|variable)"_s)), expected);
        }
    }

    // As of "NAME=VALUE vllm serve": what -e gives is the service's own.
    void variablesOfAContainer_data()
    {
        QTest::addColumn<QByteArray>("options");
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char *name, const QByteArray &options, const QByteArray &command,
                            const QStringList &expected) {
            QTest::newRow(name) << options << command << expected;
        };
        const QStringList none, refused{u"error vllm.rules line 1"_s}, missing{u"warning vllm.variable line 1"_s};
        const QByteArray flash = "VLLM_ASCEND_ENABLE_FLASHCOMM1=1", serve = "vllm serve /w/DS --port 1";
        row("not set", "", serve, none);
        row("set", "-e " + flash, serve, refused);
        row("in one word", "--env=" + flash, serve, refused);
        row("off", "-e VLLM_ASCEND_ENABLE_FLASHCOMM1=0", serve, none);
        row("of the caller", "-e VLLM_ASCEND_ENABLE_FLASHCOMM1", serve, none);
        row("filled in", "-e VLLM_ASCEND_ENABLE_FLASHCOMM1=$F", serve, none);
        row("the last counts", "-e " + flash + " -e VLLM_ASCEND_ENABLE_FLASHCOMM1=0", serve, none);
        row("for its script", "-e " + flash, "bash -c \"cd /w; " + serve + "\"", refused);
        row("of its script", "", "bash -c \"export " + flash + " && " + serve + "\"", refused);
        row("taken back there", "-e " + flash, "bash -c \"unset VLLM_ASCEND_ENABLE_FLASHCOMM1; " + serve + "\"",
            none);
        row("blocking", "-e ASCEND_LAUNCH_BLOCKING=1", serve, refused);
        row("blocking without graphs", "-e ASCEND_LAUNCH_BLOCKING=1", serve + " --enforce-eager", none);
        const QByteArray experts = "vllm serve /w/DS --additional-config '{\"eplb_config\":{\"dynamic_eplb\":true}}'";
        row("wanted", "", experts, missing);
        row("wanted and given", "-e DYNAMIC_EPLB=true", experts, none);
        row("wanted, and may be in a file", "--env-file a.env", experts, none);
        row("wanted, and may be filled in", "$OPTS", experts, none);
    }
    void variablesOfAContainer()
    {
        QFETCH(QByteArray, options);
        QFETCH(QByteArray, command);
        QFETCH(QStringList, expected);
        const QByteArray line = "docker run --rm " + options + " quay.io/ascend/vllm-ascend:v0.18.0 " + command + '\n';
        const Result<QList<LintFinding>> findings = lint(u"docker-run"_s, line);
        QVERIFY2(findings, findings ? "" : qPrintable(findings.error().message));
        QCOMPARE(shortly(*findings).filter(QRegularExpression(u"vllm\\.(rules|variable)"_s)), expected);
    }

    // Where --additional-config has a key for it, the line itself says that it is off.
    void aVariableThatOnlyStandsInForAKeyExcusesNothing()
    {
        const QByteArray line = "vllm serve /w/DeepSeek-V3.2-W8A8 -tp 4 --enable-expert-parallel --quantization ascend "
                                "--additional-config '{\"enable_dsa_cp\":true}'\n";
        const auto said = [&](const QByteArray &script, const QString &release) {
            LintContext context;
            context.release = release;
            const Result<QList<LintFinding>> findings = lint(u"vllm-serve"_s, script, context);
            return findings ? shortly(*findings).filter(QRegularExpression(u"vllm\\.(rules|variable)"_s))
                            : QStringList{findings.error().message};
        };
        for (const QString &release : {u"0.20.2"_s, u"0.23.0"_s}) {
            QCOMPARE(said(line, release), QStringList{u"error vllm.rules line 1"_s});
            QCOMPARE(said("export VLLM_ASCEND_ENABLE_FLASHCOMM1=1\n" + line, release), QStringList());
            QCOMPARE(said("source ./env.sh\n" + line, release), QStringList());
        }
    }

    void variablesThatAReleaseRefuses_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char *name, const char *release, const QByteArray &variable, const QByteArray &line,
                            bool isRefused) {
            QTest::addRow("%s in %s", name, release)
                << QString::fromLatin1(release) << variable << line
                << (isRefused ? QStringList{u"error vllm.rules line 2"_s} : QStringList());
        };
        const QByteArray old = "VLLM_USE_V1=0", flash = "VLLM_ASCEND_ENABLE_FLASHCOMM1=1",
                         fused = "VLLM_ASCEND_ENABLE_FUSED_MC2=2", plain = "vllm serve /w",
                         vision = "vllm serve /w/Qwen2.5-VL-72B-Instruct -tp 4",
                         sizes = "vllm serve /w -tp 4 --compilation-config '{\"cudagraph_capture_sizes\":[1,2,6]}'",
                         deepSeek = "vllm serve /w/DeepSeek-V3-W8A8 -tp 8";
        row("the old engine", "0.10.0", old, plain, true);
        row("the old engine", "0.11.0", old, plain, true);
        row("the old engine", "0.9.1", old, plain, false);
        row("the new engine", "0.11.0", "VLLM_USE_V1=1", plain, false);
        row("FlashComm1 with images", "0.11.0", flash, vision, true);
        row("FlashComm1 with images", "0.17.0", flash, vision, true);
        row("FlashComm1 with images", "0.18.0", flash, vision, false);
        row("no FlashComm1 with images", "0.17.0", "VLLM_ASCEND_ENABLE_FLASHCOMM1=0", vision, false);
        row("FlashComm1 without a size", "0.11.0", flash, sizes, true);
        row("fused MC2 of 2", "0.24.0", fused, plain, true);
        row("fused MC2 of 2", "0.23.0", fused, plain, false);
        row("DeepSeek in graphs", "0.9.1", "VLLM_USE_V1=1", deepSeek, true);
        row("DeepSeek of the old engine", "0.9.1", old, deepSeek, false);
        row("DeepSeek of either engine", "0.9.1", "TP=8", deepSeek, false);
    }
    void variablesThatAReleaseRefuses()
    {
        QFETCH(QString, release);
        QFETCH(QByteArray, variable);
        QFETCH(QByteArray, line);
        QFETCH(QStringList, expected);
        LintContext context;
        context.release = release;
        const Result<QList<LintFinding>> findings
            = lint(u"vllm-serve"_s, "export " + variable + '\n' + line + '\n', context);
        QVERIFY2(findings, findings ? "" : qPrintable(findings.error().message));
        QCOMPARE(shortly(*findings).filter(u"vllm.rules"_s), expected);
    }

    // What a script assigns is judged as if it stood in the line; what is not known is named.
    void whatAScriptAssignsIsFilledIn_data()
    {
        QTest::addColumn<QByteArray>("before"); // one line or more
        QTest::addColumn<QByteArray>("asked");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *before, const char *asked, const char *expected) {
            QTest::addRow("%s; %s", before, asked)
                << QByteArray(before) << QByteArray(asked) << QString::fromLatin1(expected);
        };
        const char *const refused = "error vllm.rules", *const unknown = "info vllm.filled-in";
        row("TP=8", "8", refused);
        row("TP=8", "$TP", refused);
        row("export TP=8", "${TP}", refused);
        row("TP=8", "\"${TP:-1}\"", refused);
        row("TP=", "${TP:-8}", refused);
        row("TP=2\nTP=8", "$TP", refused);
        row("N=8\nTP=$N", "$TP", refused);
        row("declare -x A=1 TP=8", "$TP", refused);
        row("TP=2", "$TP", "");
        row("cd /w", "$TP", unknown);
        row("TP=$(nproc)", "$TP", unknown);
        row("TP=$((4 * 2))", "$TP", unknown);
        row("TP=${1:-8}", "$TP", unknown);
        row("TP=8", "$1", unknown);
        row("TP=8", "$((TP / 2))", unknown);
        row("TP=8\nTP+=0", "$TP", unknown);
        row("TP=8\nunset TP", "$TP", unknown);
        row("TP=8\nread TP", "$TP", unknown);
        row("TP=8\nsource ./env.sh", "$TP", unknown);
        row("TP=2\nif [ $1 = a ]; then TP=8; fi", "$TP", unknown);
        row("for TP in 2 8; do", "$TP", unknown);
    }
    void whatAScriptAssignsIsFilledIn()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, asked);
        QFETCH(QString, expected);
        LintContext context;
        context.release = u"0.23.0"_s;
        const Result<QList<LintFinding>> findings
            = lint(u"vllm-serve"_s,
                   before + "\nvllm serve /w --enable-expert-parallel --cudagraph-capture-sizes 1 2 6 "
                            "--additional-config '{\"enable_flashcomm1\":true}' -tp " + asked + "\n", context);
        QVERIFY2(findings, findings ? "" : qPrintable(findings.error().message));
        const QString said
            = shortly(*findings).filter(QRegularExpression(u"vllm\\.(rules|filled-in)"_s)).join(u'\n');
        const qsizetype line = before.count('\n') + 2;
        QCOMPARE(said, expected.isEmpty() ? QString() : u"%1 line %2"_s.arg(expected).arg(line));
    }

    // A kv_role that the line does not tell is not taken for none.
    void rolesThatAreNotToldAreNotJudged()
    {
        LintContext context;
        context.release = u"0.18.0"_s;
        const auto said = [&](const QByteArray &config, const QByteArray &more) {
            const Result<QList<LintFinding>> findings
                = lint(u"vllm-serve"_s, "vllm serve /w --additional-config '" + config + "' " + more + "\n", context);
            return findings ? shortly(*findings).filter(u"vllm.rules"_s) : QStringList{findings.error().message};
        };
        for (const QByteArray config : {R"({"layer_sharding":["o_proj"]})", R"({"recompute_scheduler_enable":true})"}) {
            for (const QByteArray more :
                 {"--kv-transfer-config \"$KV\"", "--kv-transfer-config \"$1\"",
                  "--kv-transfer-config '{\"kv_connector\":\"AscendStoreConnector\",\"kv_role\":\"'$ROLE'\"}'",
                  "--kv-transfer-config '{kv_role: kv_producer}'", "--config c.yaml", "\"$@\"", "$EXTRA_ARGS",
                  "$(cat f)", "`cat f`"})
                QVERIFY2(said(config, more).isEmpty(), more.constData());
            QCOMPARE(said(config, "--port 1"), QStringList{u"error vllm.rules line 1"_s});
        }
    }

    // 20000 and 1000 for each NPU of the node: pd_disaggregation_mooncake_multi_node.md.
    void portsOfMooncakeGrowWithTheNode()
    {
        const auto said = [](int port, const QList<int> &npus) {
            LintContext context;
            context.release = u"0.18.0"_s;
            for (const int count : npus) {
                NodeFacts node;
                node.name = u"node%1"_s.arg(context.facts.size() + 1);
                node.reachable = true;
                for (int i = 0; i < count; ++i)
                    node.deviceIds << i;
                context.facts << node;
            }
            const Result<QList<LintFinding>> findings
                = lint(u"vllm-serve"_s,
                       "vllm serve /w/DS -tp 8 --kv-transfer-config '{\"kv_connector\":\"MooncakeConnectorV1\","
                       "\"kv_role\":\"kv_producer\",\"kv_port\":" + QByteArray::number(port)
                           + ",\"kv_connector_extra_config\":{\"prefill\":{\"dp_size\":1,\"tp_size\":8},"
                             "\"decode\":{\"dp_size\":1,\"tp_size\":8}}}'\n", context);
            if (!findings)
                return findings.error().message;
            QStringList all;
            for (const LintFinding &finding : *findings) {
                if (finding.rule == "vllm.kv-transfer"_L1)
                    all << severityName(finding.severity) + u' ' + finding.message.section(u": "_s, 1);
            }
            return all.join(u'\n');
        };
        QCOMPARE(said(20005, {}), u"warning kv_port 20005 is among the ports that Mooncake takes at random: 20000 to "
                                  "27999 with 8 NPUs on a node, to 35999 with 16."_s);
        QCOMPARE(said(30000, {}), u"info on a node with 16 NPUs kv_port 30000 is among the ports that Mooncake takes "
                                  "at random, 20000 to 35999; with 8 NPUs these end at 27999."_s);
        QCOMPARE(said(36000, {}), QString());
        QCOMPARE(said(19999, {}), QString());
        QCOMPARE(said(30000, {16, 16}), u"warning kv_port 30000 is among the ports that Mooncake takes at random: "
                                        "20000 to 35999 with 16 NPUs on a node."_s);
        QCOMPARE(said(30000, {8, 8}), QString());
        QVERIFY2(said(30000, {8, 16}).startsWith("info on a node with 16 NPUs kv_port 30000"_L1),
                 qPrintable(said(30000, {8, 16})));
        QCOMPARE(said(30000, {0}), said(30000, {})); // was not asked
        QCOMPARE(said(36000, {16}), QString());
    }

    // Without facts the line's own devices tell how many the node has.
    void portsOfMooncakeGrowWithTheDevicesOfTheLine()
    {
        const auto said = [](int port, const QByteArray &devices, int facts = 0) {
            LintContext context;
            NodeFacts node;
            for (int i = 0; i < facts; ++i)
                node.deviceIds << i;
            context.facts << node;
            const Result<QList<LintFinding>> findings
                = lint(u"docker-run"_s,
                       "docker run -d --net=host --shm-size=16g " + devices
                           + " quay.io/ascend/vllm-ascend:v0.18.0-a3 vllm serve /w/DS -tp 8 --kv-transfer-config "
                             "'{\"kv_connector\":\"MooncakeConnectorV1\",\"kv_role\":\"kv_producer\",\"kv_port\":"
                           + QByteArray::number(port)
                           + ",\"kv_connector_extra_config\":{\"prefill\":{\"dp_size\":1,\"tp_size\":8},"
                             "\"decode\":{\"dp_size\":1,\"tp_size\":8}}}'\n",
                       context);
            if (!findings)
                return findings.error().message;
            QStringList all;
            for (const LintFinding &finding : *findings) {
                if (finding.rule == "vllm.kv-transfer"_L1)
                    all << severityName(finding.severity) + u' ' + finding.message.section(u": "_s, 1)
                            + (finding.remedy.isEmpty() ? QString() : u" → "_s + finding.remedy);
            }
            return all.join(u'\n');
        };
        const QByteArray eight = "--device=/dev/davinci{0..7}", sixteen = "--device=/dev/davinci{0..15}";
        const QString taken = u"warning kv_port 30000 is among the ports that Mooncake takes at random: 20000 to 35999 "
                              "with 16 NPUs on a node."_s;
        QCOMPARE(said(30000, sixteen), taken);
        QCOMPARE(said(30000, "--device=/dev/davinci{8..15}"), taken);
        QCOMPARE(said(30000, eight), QString());
        QCOMPARE(said(20005, eight), u"warning kv_port 20005 is among the ports that Mooncake takes at random: 20000 "
                                     "to 27999 with 8 NPUs on a node."_s);
        QCOMPARE(said(30000, eight, 16), taken); // facts go first
        for (const QByteArray &untold : {QByteArray("--privileged"), "--privileged " + eight, QByteArray("$DEVICES"),
                                         "-e ASCEND_VISIBLE_DEVICES=0-7 " + eight})
            QVERIFY2(said(30000, untold).startsWith("info on a node with 16 NPUs kv_port 30000"_L1)
                         && said(30000, untold).contains("How many NPUs the node has is not known here"_L1),
                     qPrintable(QString::fromLatin1(untold) + said(30000, untold)));
    }

    void connectorsThatSomebodyHasAreTaken()
    {
        LintContext context;
        context.release = u"0.18.0"_s;
        const auto said = [&](const QByteArray &json) {
            const Result<QList<LintFinding>> findings
                = lint(u"vllm-serve"_s, "vllm serve /w --kv-transfer-config '" + json + "'\n", context);
            return findings ? shortly(*findings).join(u'\n') : findings.error().message;
        };
        for (const QByteArray &json :
             {QByteArray(R"({"kv_connector":"MooncakeLayerwiseConnector","kv_role":"kv_producer"})"),
              QByteArray(R"({"kv_connector":"NixlConnector","kv_role":"kv_both"})"),
              QByteArray(R"({"kv_connector":"$C","kv_role":"kv_both"})"),
              QByteArray(R"({"kv_connector":"Ours","kv_connector_module_path":"our.module","kv_role":"kv_both"})")})
            QCOMPARE(said(json), QString());
        const QByteArray one = R"({"kv_connector":"Ours"})";
        QCOMPARE(said("{\"kv_connector\":\"MultiConnector\",\"kv_role\":\"kv_both\","
                      "\"kv_connector_extra_config\":{\"connectors\":[" + one + ',' + one + "]}}"),
                 u"warning vllm.connector line 1"_s);
    }

    // Two services of one script, if that is run on one machine.
    void servicesOfOneScriptGetInEachOthersWay_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QStringList>("expected");
        const QStringList port{u"warning vllm.same-port line 2"_s}, both = port + QStringList{
            u"warning vllm.same-npus line 2"_s}, none;
        const auto row = [](const char *name, const char *script, const QStringList &expected) {
            QTest::newRow(name) << QByteArray(script) << expected;
        };
        row("ports and NPUs", "ASCEND_RT_VISIBLE_DEVICES=0,1 nohup vllm serve /w/a --port 8001 &\n"
                              "ASCEND_RT_VISIBLE_DEVICES=1,2 nohup vllm serve /w/b --port=8001 &\n", both);
        row("both the usual port", "vllm serve /w/a &\nvllm serve /w/b --port 8000 &\n", port);
        row("NPUs alone", "ASCEND_RT_VISIBLE_DEVICES=0,1 vllm serve /w/a --port 1 &\n"
                          "ASCEND_RT_VISIBLE_DEVICES=1 vllm serve /w/b --port 2 &\n",
            {u"warning vllm.same-npus line 2"_s});
        row("exported", "export ASCEND_RT_VISIBLE_DEVICES=0,1; vllm serve /w/a --port 1 &\n"
                        "vllm serve /w/b --port 2 &\n", {u"warning vllm.same-npus line 2"_s});
        row("each its own", "ASCEND_RT_VISIBLE_DEVICES=0,1 vllm serve /w/a --port 1 &\n"
                            "ASCEND_RT_VISIBLE_DEVICES=2,3 vllm serve /w/b --port 2 &\n", none);
        row("a card that two share",
            "export ASCEND_RT_VISIBLE_DEVICES=0\nvllm serve /w/a --port 1 --gpu-memory-utilization 0.4 &\n"
            "vllm serve /w/b --port 2 --gpu-memory-utilization=0.5 &\n", none);
        row("two addresses", "vllm serve /w/a --host 10.0.0.1 &\nvllm serve /w/b --host 10.0.0.2 &\n", none);
        row("one address by two names", "vllm serve /w/a --host localhost &\nvllm serve /w/b --host 127.0.0.1 &\n",
            port);
        row("another than the loopback's", "vllm serve /w/a --host localhost &\nvllm serve /w/b --host 10.0.0.2 &\n",
            none);
        row("one of all addresses", "vllm serve /w/a --host 0.0.0.0 &\nvllm serve /w/b --host 10.0.0.2 &\n", port);
        row("filled in", "vllm serve /w/a --port $A &\nvllm serve /w/b \"${ARGS[@]}\" &\nvllm serve /w/c --port 8000\n",
            none);
        row("two nodes", "vllm serve /w/a -dp 4 -dpl 2 --data-parallel-address 10.0.0.1\n"
                         "vllm serve /w/a -dp 4 -dpl 2 --data-parallel-start-rank 2 --data-parallel-address 10.0.0.1\n",
            none);
        row("one without an API", "vllm serve /w/a -dp 4 -dpl 2 --data-parallel-address 10.0.0.1\n"
                                  "vllm serve /w/a --headless -dp 4 -dpl 2 --data-parallel-start-rank 2 "
                                  "--data-parallel-address 10.0.0.1\n", none);
        row("one or the other", "if [ \"$1\" = a ]; then vllm serve /w/a; else\nvllm serve /w/b; fi\n", none);
        const char *const one = "vllm serve /w/a --port 8001", *const two = "vllm serve /w/b --port 8001";
        const auto pattern = [&](const char *name, const char *script, const QStringList &expected) {
            QTest::newRow(name) << QByteArray(script).replace('A', one).replace('B', two) << expected;
        };
        pattern("one test each", "[ \"$R\" = 0 ] && A &\n[ \"$R\" = 1 ] && B &\n", none);
        pattern("a test of two parts each", "[[ $R = 0 && -n $X ]] && A &\n[[ $R = 1 && -n $X ]] && B &\n", none);
        pattern("in the shell's place", "[[ $R = 0 ]] && exec A\nexec B\n", none);
        pattern("one after the other", "A\nB &\n", none);
        pattern("or else", "A ||\nB\n", none);
        pattern("ended before", "A &\nkill $!; wait; B &\n", none);
        pattern("asked whether it runs", "A &\nwhile ! kill -0 $!; do sleep 1; done; B &\n", {
            u"warning vllm.same-port line 2"_s});
        pattern("in the background of a pipe", "A 2>&1 | tee log &\nB &\n", port);
        pattern("waited for in a pipe", "A 2>&1 | tee log\nB &\n", none);
        pattern("a group in the background", "{ A; } & \nB\n", port);
        pattern("detached", "screen -dmS a A\nB\n", port);
        pattern("one behind a test", "A &\n[ -n \"$TWO\" ] && B &\n", port);
        pattern("behind each other's folder", "cd /x && A &\ncd /y && B &\n", port);
        pattern("of two machines", "ssh n1 <<EOF\nA &\nEOF\nssh n2 <<'EOF'\nB &\nEOF\n", none);
        pattern("of two files", "cat > p.sh <<-EOF\n\tA &\n\tEOF\ncat > d.sh << \"EOF\"\nB &\nEOF\n", none);
        pattern("of one file", "cat > p.sh <<EOF\nA & B &\nEOF\n", port);
        row("on other machines", "ssh n1 vllm serve /w/a\nssh n2 vllm serve /w/a\n", none);
        row("in containers", "docker exec a vllm serve /w/a\ndocker exec b vllm serve /w/a\n", none);
    }
    void servicesOfOneScriptGetInEachOthersWay()
    {
        QFETCH(QByteArray, script);
        QFETCH(QStringList, expected);
        LintContext context;
        context.release = u"0.18.0"_s;
        const Result<QList<LintFinding>> findings = lint(u"vllm-serve"_s, script, context);
        QVERIFY2(findings, findings ? "" : qPrintable(findings.error().message));
        QCOMPARE(shortly(*findings).filter(u"vllm.same-"_s), expected);
    }

    // The commands of several nodes in one text.
    void engineIdsOfSeveralNodes_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QString>("expected"); // empty: nothing of that
        const auto lineOf = [](const char *role, const char *id, const QByteArray &group,
                               const QByteArray &connector = "MooncakeConnectorV1") -> QByteArray {
            return "vllm serve /w/DS --data-parallel-size 2 " + group
                + " --kv-transfer-config '{\"kv_connector\":\"" + connector + "\",\"kv_role\":\"" + role
                + "\",\"kv_port\":36000" + id + "}'\n";
        };
        const auto line = [&](const char *role, const char *id, const char *address) {
            return lineOf(role, id, QByteArray("--data-parallel-rank 0 --data-parallel-address ") + address);
        };
        const char *const zero = ",\"engine_id\":\"0\"", *const one = ",\"engine_id\":\"1\"",
                         *const filledIn = ",\"engine_id\":\"$ID\"";
        const char *const producer = "kv_producer", *const consumer = "kv_consumer";
        QTest::newRow("prefill and decode") << line(producer, zero, "a") + line(consumer, zero, "b")
                                            << u"error vllm.engine-id line 2"_s;
        QTest::newRow("two prefill nodes") << line(producer, zero, "a") + line(producer, zero, "b")
                                           << u"warning vllm.engine-id line 2"_s;
        QTest::newRow("of one group") << line(producer, zero, "a") + line(producer, zero, "a") << QString();
        QTest::newRow("ranks of one group")
            << lineOf(producer, zero, "--data-parallel-rank 0") + lineOf(producer, zero, "--data-parallel-rank 1")
            << QString();
        QTest::newRow("two groups without addresses") << lineOf(producer, zero, "") + lineOf(producer, zero, "")
                                                      << u"warning vllm.engine-id line 2"_s;
        QTest::newRow("addresses that the shell knows") << line(producer, zero, "$A") + line(producer, zero, "$B")
                                                        << QString();
        QTest::newRow("decode nodes") << line(consumer, zero, "a") + line(consumer, zero, "b") << QString();
        QTest::newRow("each its own") << line(producer, zero, "a") + line(consumer, one, "b") << QString();
        const QByteArray layerwise = "MooncakeLayerwiseConnector";
        QTest::newRow("layerwise") << lineOf(producer, zero, "", layerwise) + lineOf(consumer, zero, "", layerwise)
                                   << u"error vllm.engine-id line 2"_s;
        QTest::newRow("layerwise prefill") // it is decode whose addresses are kept
            << lineOf(producer, zero, "", layerwise) + lineOf(producer, zero, "", layerwise) << QString();
        for (const char *other : {"LLMDataDistCMgrConnector", "MooncakeConnectorStoreV1", "SharedStorageConnector"})
            QTest::newRow(other) << lineOf(producer, zero, "", other) + lineOf(consumer, zero, "", other) << QString();
        const auto multi = [](const char *role) -> QByteArray {
            return "vllm serve /w/DS --kv-transfer-config '{\"kv_connector\":\"MultiConnector\","
                   "\"kv_role\":\"kv_both\",\"kv_connector_extra_config\":{\"connectors\":[{"
                   "\"kv_connector\":\"MooncakeConnectorV1\","
                   "\"kv_port\":36000,\"engine_id\":\"0\",\"kv_role\":\""
                + QByteArray(role) + "\"}]}}'\n";
        };
        QTest::newRow("within a MultiConnector") << multi(producer) + multi(consumer)
                                                 << u"error vllm.engine-id line 2"_s;
        QTest::newRow("by chance") << line(producer, "", "a") + line(consumer, "", "b") << QString();
        QTest::newRow("filled in") << line(producer, filledIn, "a") + line(consumer, filledIn, "b") << QString();
    }
    void engineIdsOfSeveralNodes()
    {
        QFETCH(QByteArray, lines);
        QFETCH(QString, expected);
        for (const QString &release : {u"0.11.0"_s, u"0.12.0"_s, u"0.18.0"_s, QString()}) {
            LintContext context;
            context.release = release;
            const Result<QList<LintFinding>> findings = lint(u"vllm-serve"_s, lines, context);
            QVERIFY(findings);
            const QStringList said = shortly(*findings).filter(u"vllm.engine-id"_s);
            const bool isSaid = release == "0.11.0"_L1 && !expected.isEmpty(); // later ones add a part by chance
            QCOMPARE(said, isSaid ? QStringList{expected} : QStringList());
        }
    }

    // What the shell fills in is whatever fits.
    void whatIsFilledInIsNotJudged()
    {
        LintContext context;
        context.release = u"0.18.0"_s;
        const Result<QList<LintFinding>> findings
            = lint(u"vllm-serve"_s,
                   "vllm serve /w --speculative-config \"$SPEC\" --max-model-len $LENGTH --kv-transfer-config.kv_role "
                   "$ROLE --quantization $Q --port ${PORT} --tensor-parallel-size=$TP $MORE\n",
                   context);
        QVERIFY(findings);
        QCOMPARE(shortly(*findings), QStringList{u"info vllm.filled-in line 1"_s});
        const QString said = findings->first().message;
        QVERIFY2(said.contains(u"$SPEC, $LENGTH, $ROLE, $Q, $PORT, $TP, $MORE"), qPrintable(said));
    }

    // What another shell reads, in its own line.
    void whatIsQuotedForAShellIsRead_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *script, const char *expected) {
            QTest::addRow("%s", script) << QByteArray(script) << QString::fromLatin1(expected);
        };
        row("ssh node1 'vllm serve /w --prot 1'\n", "error vllm.parser line 1");
        row("ssh -p 22 root@node1 \"cd /x && nohup vllm serve /w \\\n --prot 1 &\"\n", "error vllm.parser line 2");
        row("set -e\nbash -c \"vllm serve /w --prot 1\"\n", "error vllm.parser line 2");
        row("docker exec -it c /bin/bash -lc \"\nvllm serve /w \\\n  --port 1 \\\n  --prot 1\"\n",
            "error vllm.parser line 4");
        row("A=1 nohup sh -e -o pipefail -c 'echo; vllm serve /w --prot 1' &\n", "error vllm.parser line 1");
        row("ssh node1 'vllm serve /w --port <port>'\n", "error shell.placeholder line 1");
        row("ssh <node> 'vllm serve /w --prot 1'\n", "error shell.placeholder line 1");
        row("bash -c 'vllm serve /w --port 1' &\nbash -c 'vllm serve /w --port 1' &\n",
            "warning vllm.same-port line 2");
        row("ssh a 'vllm serve /w --port 1 &'\nssh b 'vllm serve /w --port 1 &'\n", "");
        row("bash -c 'vllm serve /w --port 1'\n", "");
    }
    void whatIsQuotedForAShellIsRead()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, expected);
        LintContext context;
        context.release = u"0.18.0"_s;
        const Result<QList<LintFinding>> findings = lint(u"vllm-serve"_s, script, context);
        QVERIFY2(findings, findings ? "" : qPrintable(findings.error().message));
        QCOMPARE(shortly(*findings).join(u'\n'), expected);
    }

    // As documentation has them: the shell takes "<" and ">" for redirections and loses the words behind them.
    void aPlaceholderIsSaidAndNothingElse_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("placeholder"); // empty: there is none
        const auto row = [](const char *script, const char *placeholder) {
            QTest::addRow("%s", script) << QByteArray(script) << QString::fromUtf8(placeholder);
        };
        row("vllm serve /w --host <host_ip> --port <port> --gpu-memory-utilization 0.9 -tp 8\n", "<host_ip>");
        row("vllm serve <path to the model> --port 1\n", "<path to the model>");
        row("vllm serve /w/<model>/x --data-parallel-address=<ip>\n", "<model>");
        row("VLLM_PORT=<port> vllm serve /w\n", "<port>");
        row("docker exec <container> vllm serve /w --tensor-parallel-sizes 2\n", "<container>");
        row("vllm serve /w --x <\u8282\u70b9IP> --kv-transfer-config '{\"a\": <x>}'\n", "<\u8282\u70b9IP>");
        row("vllm serve /w --served-model-name '<name>' \"<other>\" <in.txt >out 2>&1\n", "");
        row("vllm serve /w </dev/null >log 2>err\n", "");
        row("vllm serve /w <in 2>err\n", "");
        row("vllm serve /w <a>b\n", "");
        row("vllm serve /w <<EOF >log\nEOF\n", "");
    }
    void aPlaceholderIsSaidAndNothingElse()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, placeholder);
        const Result<QList<LintFinding>> findings = lint(u"vllm-serve"_s, script);
        QVERIFY(findings);
        const bool isSaid = shortly(*findings).contains(u"error shell.placeholder line 1"_s);
        QCOMPARE(isSaid, !placeholder.isEmpty());
        if (isSaid) {
            QVERIFY2(findings->first().message.startsWith(placeholder + u' '), qPrintable(findings->first().message));
            QVERIFY2(shortly(*findings).filter(u" vllm."_s).isEmpty(), qPrintable(shortly(*findings).join(u'\n')));
        }
        // In a container, too.
        const Result<QList<LintFinding>> contained
            = lint(u"docker-run"_s, "docker run -d --name a img:1 " + script.mid(script.indexOf("vllm serve")));
        QVERIFY(contained);
        const bool isInside = script.indexOf(placeholder.toUtf8()) > script.indexOf("vllm serve");
        QCOMPARE(shortly(*contained).contains(u"error shell.placeholder line 1"_s), isSaid && isInside);
    }

    void knowsTheKindOfAText_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("kind");
        QTest::newRow("table") << QByteArray(R"({"version": "1.0", "server_list": []})") << u"rank-table"_s;
        QTest::newRow("config") << QByteArray(R"({"ServerConfig": {}, "BackendConfig": {}})") << u"mindie-config"_s;
        QTest::newRow("deployment") << QByteArray(R"({"name": "a", "recipe": "b", "nodes": []})") << u"deployment"_s;
        QTest::newRow("env") << QByteArray("export HCCL_BUFFSIZE=200\n") << u"env"_s;
        QTest::newRow("script") << QByteArray("export A=1\r\nvllm serve /w \\\r\n --port 1\r\n") << u"vllm-serve"_s;
        QTest::newRow("prose") << QByteArray("Dear colleague, it does not start.") << QString();
        QTest::newRow("nothing") << QByteArray(" \n") << QString();
        QTest::newRow("binary") << QByteArray("\x7f"
                                              "ELF\0\1",
                                              6)
                                << QString();
    }
    void knowsTheKindOfAText()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, kind);
        const Result<KnownText> known = lintAnyText(text);
        QCOMPARE(known ? known->kind : QString(), kind);
        if (!known)
            QVERIFY(!known.error().message.isEmpty());
    }

    void aComposeFileIsNotJudgedByItsCommand()
    {
        const QByteArray compose = "# ours\nversion: \"3\"\nservices:\n  vllm:\n    image: "
                                   "quay.io/ascend/vllm-ascend:v0.18.0\n    environment:\n      - HCCL_BUFFSIZE=x\n"
                                   "    command: vllm serve /m/A -tp 2\nvolumes:\n  cache:\n";
        const Result<KnownText> known = lintAnyText(compose);
        QVERIFY(!known);
        QCOMPARE(known.error().kind, ErrorKind::Parse);
        QVERIFY2(known.error().message.contains(u"compose"), qPrintable(known.error().message));
        for (const QString &kind : {u"vllm-serve"_s, u"docker-run"_s, u"env"_s}) {
            const Result<QList<LintFinding>> findings = lint(kind, compose);
            QVERIFY(!findings);
            QVERIFY2(findings.error().message.contains(u"compose"), qPrintable(findings.error().message));
        }
        // A script that writes one is a script.
        QCOMPARE(lintAnyText("cat > c.yml <<EOF\n" + compose + "EOF\nvllm serve /m/A --port 1\n")->kind,
                 u"vllm-serve"_s);
    }
};

QTEST_GUILESS_MAIN(TestLaunchLines)
#include "tst_launchlines.moc"
