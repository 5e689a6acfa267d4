"""make bench: the program's figures, each against a peer in the same run, printed as one table with the ratio.

Runs of program and peer alternate, so that a change in the machine's mood hits both; the median of each is shown
with minimum and maximum. A ratio above 1 means that the program is ahead.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = sys.argv[1]
BIN = os.path.join(BUILD, "bin")
FIGURES = sys.argv[2:] or ["engine", "checks", "history", "start", "frames", "fleet", "idle"]
rows = []  # (figure, unit, ours, peer's, peer, ratio, remark)


def spread(values):
    return f"{statistics.median(values):.3g} ({min(values):.3g}-{max(values):.3g})"


def add(figure, unit, ours, theirs, peer, smaller_is_better, remark=""):
    a, b = statistics.median(ours), statistics.median(theirs)
    ratio = (b / a) if smaller_is_better else (a / b)
    rows.append((figure, unit, spread(ours), spread(theirs), peer, f"{ratio:.2f}", remark))


def skip(figure, why):
    rows.append((figure, "", "-", "-", "", "-", why))


def timed(argv, env=None, allowed=(0,)):
    start = time.monotonic()
    done = subprocess.run(argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=900)
    took = time.monotonic() - start
    if done.returncode not in allowed:
        raise RuntimeError(f"{argv[0]} ended with {done.returncode}: {done.stderr.decode(errors='replace')[-400:]}")
    return took, done.stdout


def until_usable(argv, env):
    """Seconds until the program says that its window can be used; what its end takes is nobody's wait."""
    start = time.monotonic()
    with subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        line = running.stdout.readline()
        took = time.monotonic() - start
        if line.strip() != b"usable" or running.wait(60) != 0:
            raise RuntimeError(f"{argv[0]} did not become usable")
    return took


def engine():
    """Decode and prefill of the embedded engine against llama-bench: same build, model, threads."""
    cache = os.environ.get("ASCEND_CONSOLE_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "ascend-console")
    model = os.path.join(cache, "models", "SmolLM2-135M-Instruct-Q4_1.gguf")
    program = os.path.join(BIN, "asc-bench-engine")
    _, out = timed([program, "--model", model, "--json"])
    for row in json.loads(out)["rows"]:
        add(f"engine {row['figure']}", "tokens/s", row["ours"], row["peer"], "llama-bench", False, row.get("remark", ""))


def checks():
    """The checks on 16 simulated nodes behind real sshd against Ansible's raw module running the same commands: with the tools
    as fast as they are, where their own CPU is the floor, and with the time that they take on a real node (sim up --latency)."""
    measure_checks([], "")
    measure_checks(["--latency", "real"], ", real latency")


def measure_checks(latency, remark):
    nodes = int(os.environ.get("BENCH_NODES", "16"))
    ctl = os.path.join(BIN, "ascendctl")
    folder = tempfile.mkdtemp(prefix="asc-bench-")
    deployment = os.path.join(folder, "bench.deployment.json")
    try:
        timed([ctl, "sim", "up", "--nodes", str(nodes), "--ssh", "--dir", folder + "/sim", "--deployment", deployment] + latency)
        # The whole of it has no peer: Ansible would take minutes for the pings alone.
        whole = [timed([ctl, "check", deployment, "--json"], allowed=(0, 1)) for _ in range(3)]
        out = whole[-1][1]
        asked = {f["check"] for node in json.loads(out)["nodes"] for f in node["findings"]} | {f["check"] for f in json.loads(out)["cluster"]}
        rows.append((f"all {len(asked)} checks, {nodes} nodes", "s", spread([took for took, _ in whole]), "-", "", "-", "both meshes among neighbours" + remark))
        check = [ctl, "check", deployment, "--json", "--only", ",".join(sorted(asked - {"network.ping"}))]
        _, out = timed(check, allowed=(0, 1))
        report = json.loads(out)
        figure = f"{len(asked) - 1} checks, {nodes} nodes"
        ansible = shutil.which("ansible")
        if not ansible:
            ours = [timed(check, allowed=(0, 1))[0] for _ in range(3)]
            rows.append((figure, "s", spread(ours), "-", "Ansible raw", "-", "Ansible is not installed: no peer"))
            return
        inventory, playbook = ansible_files(folder, deployment, report)
        env = dict(os.environ, ANSIBLE_CONFIG=folder + "/ansible.cfg")
        ours, theirs = [], []
        for _ in range(3):
            ours.append(timed(check, allowed=(0, 1))[0])
            theirs.append(timed([os.path.join(os.path.dirname(ansible), "ansible-playbook"), "-i", inventory, playbook], env, (0, 2, 4))[0])
        add(figure, "s", ours, theirs, "Ansible raw", True, "all but the ping mesh; forks 32, pipelining, ControlPersist" + remark)
    finally:
        subprocess.run([ctl, "sim", "down", "--dir", folder + "/sim"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)


def ansible_files(folder, deployment, report):
    """The commands that `check` shows as evidence on each node, once each, as one raw task looped over that host's list."""
    spec = {node["name"]: node for node in json.load(open(deployment))["nodes"]}
    lines = ["all:", "  hosts:"]
    for told in report["nodes"]:
        node = spec[told["name"]]
        commands = dict.fromkeys(e["command"] for finding in told["findings"] for e in finding["evidence"])
        lines += [f"    {node['name']}:", f"      ansible_host: {node['host']}", f"      ansible_port: {node.get('port', 22)}",
                  f"      ansible_user: {node.get('user', 'root')}",
                  f"      ansible_ssh_private_key_file: {os.path.expanduser(node.get('auth', {}).get('identityFile', ''))}",
                  "      commands:"]
        lines += ["      - !unsafe " + json.dumps(command) for command in commands]  # a JSON string is one of YAML
    task = {"ansible.builtin.raw": "{{ item }}", "loop": "{{ commands }}", "ignore_errors": True, "changed_when": False}
    with open(folder + "/hosts.yml", "w") as f:
        f.write("\n".join(lines) + "\n")
    with open(folder + "/play.yml", "w") as f:
        json.dump([{"hosts": "all", "gather_facts": False, "strategy": "free", "tasks": [task]}], f)
    with open(folder + "/ansible.cfg", "w") as f:
        f.write("[defaults]\nforks = 32\nhost_key_checking = False\n[ssh_connection]\npipelining = True\n"
                "ssh_args = -o ControlMaster=auto -o ControlPersist=60s -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null\n")
    return folder + "/hosts.yml", folder + "/play.yml"


def history():
    """The monitor's history: bytes of a sample on disk against a row of SQLite each and Prometheus' own blocks, memory of
    a fleet, a month of 256 chips for a chart."""
    program = os.path.join(BIN, "asc-bench-history")
    folder = tempfile.mkdtemp(prefix="asc-bench-")
    try:
        told = json.loads(timed([program, "disk", folder])[1])
        remark = "16 chips, 8 metrics, 4 h; ours with its roll-ups"
        add("history on disk", "B/sample", [told["ours"]], [told["rows"]], "SQLite rows", True, remark)
        add("history taken in", "samples/s", [told["ourPerSecond"]], [told["rowsPerSecond"]], "SQLite rows", False,
            "the same; ours makes its roll-ups meanwhile, the rows are one transaction")
        cache = os.environ.get("ASCEND_CONSOLE_CACHE") or os.path.join(
            os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "ascend-console")
        promtool = shutil.which("promtool") or os.path.join(cache, "prometheus", "promtool")
        if os.path.exists(promtool):
            took, _ = timed([promtool, "tsdb", "create-blocks-from", "openmetrics", folder + "/samples.txt", folder + "/tsdb"])
            add("history taken in", "samples/s", [told["ourPerSecond"]], [told["samples"] / took], "Prometheus TSDB", False,
                "the same; it reads them as text")
            size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder + "/tsdb") for name in names)
            add("history on disk", "B/sample", [told["ours"]], [size / told["samples"]], "Prometheus TSDB", True, remark)
        told = json.loads(timed([program, "memory"])[1])
        rows.append(("2048 chips, 8 metrics", "MB", f"{told['mb']:.0f}", "-", "", "-", "in memory, every span full"))
        told = json.loads(timed([program, "window", folder])[1])
        add("30 days of 256 chips", "ms", told["ours"], told["rows"], "SQLite rows", True, "read and thinned for 1000 columns")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def start():
    """From process start to a painted, usable window, against a bare QMainWindow."""
    env = without_display()
    settings = tempfile.mkdtemp(prefix="asc-bench-home-")
    env.update(XDG_CONFIG_HOME=settings, XDG_STATE_HOME=settings)
    ours, theirs = [], []
    for _ in range(9):
        ours.append(until_usable([os.path.join(BIN, "ascend-console"), "--quit-when-usable"], env))
        theirs.append(until_usable([os.path.join(BIN, "asc-bench-window")], env))
    shutil.rmtree(settings, ignore_errors=True)
    add("start to usable window", "s", ours, theirs, "bare QMainWindow", True, "display" if env.get("DISPLAY") else "offscreen")


def without_display():
    env = dict(os.environ)
    if not env.get("DISPLAY"):
        env["QT_QPA_PLATFORM"] = "offscreen"
    return env


def frames():
    """The Monitor page while samples come: how long the window's thread is busy for a frame, and what it costs in all."""
    program = os.path.join(BIN, "asc-bench-monitor")
    for nodes, chips, what in ((16, 8, "16 lines, 1 h, a moving cursor"), (128, 16, "grid of 2048 chips, 1 h, a moving cursor")):
        told = json.loads(timed([program, str(nodes), str(chips), "60"], without_display())[1])
        rows.append(("frame p99", "ms", f"{told['p99']:.1f} (median {told['p50']:.1f}, longest event {told['longest']:.1f})", "-", "", "-",
                     f"{what}; {told['frames']} frames"))
        rows.append(("Monitor page", "% of a core", f"{100 * told['cpu']:.0f}", "-", "", "-", f"{what}; {told['mb']} MB"))


def fleet():
    """A fleet watched every second over real SSH, each node by its npu-exporter: the console's share of a core and memory
    (its own, without the nodes'), and the seconds of which a node told nothing."""
    nodes, chips, seconds = int(os.environ.get("BENCH_FLEET", "128")), 16, int(os.environ.get("BENCH_SECONDS", "60"))
    ctl = os.path.join(BIN, "ascendctl")
    folder = tempfile.mkdtemp(prefix="asc-bench-")
    deployment = os.path.join(folder, "fleet.deployment.json")
    sim = ["--dir", folder + "/sim"]
    try:
        timed([ctl, "sim", "up", "--nodes", str(nodes), "--chips", str(chips), "--ssh", "--deployment", deployment] + sim)
        for node in json.load(open(deployment))["nodes"]:
            timed([ctl, "sim", "fault", node["name"], "npu-exporter"] + sim)
        with open(folder + "/samples", "w") as samples:
            watch = subprocess.Popen([ctl, "monitor", deployment, "--for", f"{seconds}s"], stdout=samples, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(watch.pid, 0)
        if status != 0:
            raise RuntimeError(f"ascendctl monitor ended with {status}")
        heard = {}
        with open(folder + "/samples") as samples:
            for line in samples:
                sample = json.loads(line)
                if sample.get("metric") == "npu.aicore" and sample.get("device") == "0/0":
                    heard[sample["node"]] = heard.get(sample["node"], 0) + 1
        told = sorted(heard.values()) or [0]
        what = f"{nodes} nodes of {chips} chips, every second, over SSH; nodes on the same machine"
        rows.append(("fleet", "% of a core", f"{100 * (usage.ru_utime + usage.ru_stime) / seconds:.0f}", "-", "", "-", what))
        rows.append(("fleet", "MB", f"{usage.ru_maxrss / 1024:.0f}", "-", "", "-", what))
        rows.append(("fleet", "readings of a node", f"{statistics.median(told):.0f} ({told[0]}-{told[-1]})", f"{seconds}", "asked", "-",
                     f"{len(heard)} of {nodes} nodes heard"))
    finally:
        subprocess.run([ctl, "sim", "down"] + sim, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)


def idle():
    """The open window, left alone for a minute."""
    home = tempfile.mkdtemp(prefix="asc-bench-home-")
    env = dict(without_display(), XDG_CONFIG_HOME=home, XDG_STATE_HOME=home)
    console = subprocess.Popen([os.path.join(BIN, "ascend-console")], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        def spent():
            fields = open(f"/proc/{console.pid}/stat").read().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        time.sleep(10)
        before = spent()
        time.sleep(60)
        rows.append(("idle window", "% of a core", f"{100 * (spent() - before) / 60:.2f}", "-", "", "-", "no deployment open"))
    finally:
        console.terminate()
        console.wait(30)
        shutil.rmtree(home, ignore_errors=True)


for figure in FIGURES:
    print(f"bench: {figure} ...", file=sys.stderr)
    try:
        globals()[figure]()
    except Exception as problem:  # one figure that cannot be had does not hide the others
        skip(figure, f"could not be measured: {problem}")

header = ("figure", "unit", "ours: median (min-max)", "peer", "peer is", "ratio", "remark")
widths = [max(len(str(r[i])) for r in [header] + rows) for i in range(len(header))]
for row in [header, tuple("-" * w for w in widths)] + rows:
    print("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip())
