"""
Asks an unmodified killer what it decides over invented files: a scenario a line, an answer a line.

    unshare -m -p -f --mount-proc python3 ask.py KILLER FOLDER [LIBRARY]

FOLDER has the files of a Debian release. It runs in namespaces of its own: its mounts are private,
and a killer reaches no process but those that were made here.
"""
import glob
import json
import os
import re
import select
import socket
import subprocess
import sys
import time

import tree as files

SOCKETS = ("/run/systemd/io.system.ManagedOOM", "/run/systemd/io.systemd.ManagedOOM")
SHARE = 0xFFFFFFFF
LOGGING = {
    "SYSTEMD_LOG_LEVEL": "debug", "SYSTEMD_LOG_TARGET": "console", "SYSTEMD_LOG_COLOR": "0",
    "LC_ALL": "C.UTF-8",
}
MACHINE = {
    "MemTotal": 8 << 20, "MemFree": 4 << 20, "MemAvailable": 4 << 20,
    "SwapTotal": 2 << 20, "SwapFree": 2 << 20,
}
SETTLED = 0.08
SENT = re.compile(rb"sending SIG\w+ to process .*\n")


def mount(*words):
    subprocess.run(["mount", *words], check=True)


def command_of(root, name):
    """Runs a program with the loader and the libraries of its own release."""
    names = [f"{root}/{folder}/{name}" for folder in ("usr/lib/systemd", "lib/systemd", "usr/bin")]
    program = next(path for path in names if os.path.exists(path))
    tails = ("x86_64-linux-gnu", "x86_64-linux-gnu/systemd", "systemd")
    folders = [f"{root}/{prefix}/{tail}" for prefix in ("lib", "usr/lib") for tail in tails]
    libraries = [folder for folder in folders if os.path.isdir(folder)]
    loaders = [path for folder in libraries for path in glob.glob(f"{folder}/ld-linux-*.so.2")]
    return [loaders[0], "--library-path", ":".join(libraries)], program


class Run:
    """One run of a program: its lines with their moments, until they are enough or time is up."""

    def __init__(self, command, environment=None):
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment
        )
        self.began = time.monotonic()
        self.lines = []
        self.rest = b""

    def read(self, seconds):
        ready, _, _ = select.select([self.process.stderr], [], [], seconds)
        if not ready:
            return
        part = os.read(self.process.stderr.fileno(), 1 << 16)
        if not part:
            time.sleep(seconds)
        *whole, self.rest = (self.rest + part).split(b"\n")
        at = round(time.monotonic() - self.began, 3)
        self.lines += [[at, line.decode(errors="replace")] for line in whole]

    def follow(self, scenario, apply, tick, enough):
        steps = sorted(scenario["steps"], key=lambda step: step["at"])[1:]
        last = scenario["seconds"]
        while time.monotonic() - self.began < last:
            self.read(0.05)
            tick()
            while steps and time.monotonic() - self.began >= steps[0]["at"]:
                apply(steps.pop(0))
            if enough and any(enough in line for _, line in self.lines):
                last = min(last, time.monotonic() - self.began + SETTLED)
        return self.end()

    def end(self):
        code = self.process.poll()
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()
        return {"lines": self.lines, "code": code}


class Systemd:
    def __init__(self, root, library):
        loader, program = command_of(root, "systemd-oomd")
        self.command = [*loader, "--preload", library, program]
        for folder in ("/run/systemd/oom", "/run/dbus", "/run/systemd/oomd/rules.d"):
            os.makedirs(folder)
        self.tree = files.Tree("/run/cgroup")
        files.rewrite("/run/meminfo", "")
        mount("--bind", "/run/cgroup", "/sys/fs/cgroup")
        mount("--bind", "/run/meminfo", "/proc/meminfo")
        mount("-t", "tmpfs", "none", "/etc/systemd")

    def ask(self, scenario):
        self.tree.clear()
        files.rewrite("/run/meminfo", files.meminfo(MACHINE))
        self.peer = None
        self.apply(scenario["steps"][0])
        settings = "".join(f"{name}={value}\n" for name, value in scenario.get("conf", {}).items())
        files.replace("/etc/systemd/oomd.conf", f"[OOM]\n{settings}")
        for path in glob.glob("/run/systemd/oomd/rules.d/*"):
            os.unlink(path)
        for name, rule in scenario.get("rules", {}).items():
            own = "".join(f"{member}={value}\n" for member, value in rule.items())
            files.replace(f"/run/systemd/oomd/rules.d/{name}.oomrule", f"[Rule]\n{own}")
        listeners = [self.listen(path) for path in SOCKETS]
        dry = ["--dry-run"] if scenario.get("dry", True) else []
        run = Run([*self.command, *dry], LOGGING)
        managed = scenario["managed"] + scenario["steps"][0].get("managed", [])

        def tick():
            self.tree.grow()
            ready, _, _ = select.select(listeners, [], [], 0) if self.peer is None else ([], [], [])
            if ready:
                self.peer, _ = ready[0].accept()
                asked = b""
                while not asked.endswith(b"\0"):
                    asked += self.peer.recv(1 << 16)
                self.send(managed)

        answer = run.follow(scenario, self.apply, tick, scenario.get("enough"))
        for listener in listeners:
            listener.close()
        if self.peer:
            self.peer.close()
        return {**answer, "dead": self.tree.end()}

    @staticmethod
    def listen(path):
        if os.path.exists(path):
            os.unlink(path)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen(4)
        return listener

    def send(self, managed):
        """What systemd's manager would report."""
        cgroups = []
        for own in managed:
            limit = own.get("limit")
            if isinstance(limit, str):
                share = (round(float(limit.rstrip("%")) * 100) * SHARE + 5000) // 10000
                own = {**own, "limit": share}
            cgroups.append(own)
        reply = {"parameters": {"cgroups": cgroups}, "continues": True}
        self.peer.sendall(json.dumps(reply).encode() + b"\0")

    def apply(self, step):
        if "meminfo" in step:
            files.rewrite("/run/meminfo", files.meminfo(step["meminfo"]))
        for path, given in step.get("cgroups", {}).items():
            self.tree.change(path, given)
        if self.peer and "managed" in step:
            self.send(step["managed"])


class Oomd:
    FACTS = {
        "meminfo": "/proc/meminfo", "swaps": "/proc/swaps", "vmstat": "/proc/vmstat",
        "memory": "/proc/pressure/memory", "io": "/proc/pressure/io",
    }

    def __init__(self, root, library):
        loader, program = command_of(root, "oomd")
        words = ["--config", "/run/oomd.json", "--runtime-dir", "/run/oomd"]
        self.command = [*loader, program, *words]
        self.tree = files.Tree("/run/cgroup")
        # It asks whether its folder is below a mount of cgroup v2.
        subprocess.run(["umount", "-R", "-l", "/sys/fs/cgroup"], stderr=subprocess.DEVNULL)
        mount("-t", "cgroup2", "none", "/sys/fs/cgroup")
        mount("--bind", "/run/cgroup", "/sys/fs/cgroup")
        for name, path in self.FACTS.items():
            files.rewrite(f"/run/{name}", "")
            mount("--bind", f"/run/{name}", path)
        mount("-t", "tmpfs", "none", "/sys/dev/block")

    def ask(self, scenario):
        self.tree.clear()
        self.apply({
            "meminfo": MACHINE, "swaps": [[MACHINE["SwapTotal"], 0]],
            "rootPressure": {"full": [0, 0, 0, 0]}, **scenario["steps"][0],
        })
        files.rewrite("/run/vmstat", "pswpout 0\n")
        files.rewrite("/run/io", files.pressure([0, 0, 0, 0]))
        files.replace("/run/oomd.json", json.dumps(scenario["config"]))
        files.rewrite("/run/kmsg", "")
        words = ["--interval", str(scenario.get("interval", 5)), "--kmsg-override", "/run/kmsg"]
        devices = scenario.get("devices", {})
        for name, kind in devices.items():
            os.makedirs(f"/sys/dev/block/{name}/queue", exist_ok=True)
            files.replace(f"/sys/dev/block/{name}/queue/rotational", f"{int(kind == 'hdd')}\n")
        if devices:
            words += ["--device", ",".join(devices)]
        run = Run([*self.command, *words])
        answer = run.follow(scenario, self.apply, self.tree.grow, scenario.get("enough"))
        return {**answer, "dead": self.tree.end()}

    def apply(self, step):
        if "meminfo" in step:
            files.rewrite("/run/meminfo", files.meminfo(step["meminfo"]))
        if "swaps" in step:
            files.rewrite("/run/swaps", files.swaps(step["swaps"]))
        if "rootPressure" in step:
            files.rewrite("/run/memory", files.pressure(step["rootPressure"]["full"]))
        for path, given in step.get("cgroups", {}).items():
            self.tree.change(path, given)


class Earlyoom:
    def __init__(self, root, library):
        loader, program = command_of(root, "earlyoom")
        self.command = [*loader, program, "--dryrun", "-d", "-r", "0.1"]
        os.makedirs("/run/proc")
        mount("-t", "tmpfs", "none", "/run/proc")
        mount("--bind", "/run/proc", "/proc")

    def ask(self, scenario):
        for name in os.listdir("/proc"):
            if name.isdigit():
                files.shutil.rmtree(f"/proc/{name}")
        files.rewrite("/proc/meminfo", files.meminfo(scenario["meminfo"]))
        # The kernel lists processes by their numbers; a tmpfs, the newest first.
        for process in sorted(scenario["processes"], key=lambda process: -process["pid"]):
            self.make(process)
        words = scenario.get("args", [])
        command = [*self.command, *words]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = b""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            ready, _, _ = select.select([process.stdout], [], [], 1)
            part = os.read(process.stdout.fileno(), 1 << 16) if ready else b""
            text += part
            looked = b"adaptive sleep time" in text or SENT.search(text)
            if looked or (ready and not part):
                break
        process.kill()
        process.wait()
        process.stdout.close()
        lines = text.decode(errors="replace").split("\n")
        return {"lines": [[0, line] for line in lines], "code": process.returncode}

    @staticmethod
    def make(process):
        folder = f"/proc/{process['pid']}"
        os.mkdir(folder)
        name, rss = process["name"], process["rssPages"]
        # Threads are the 20th field, resident pages the 24th.
        first = [process["pid"], f"({name})", process.get("state", "S"), process.get("ppid", 1)]
        stat = [*first, *[0] * 15, 1, 0, 0, 0, rss, *[0] * 28]
        texts = {
            "stat": " ".join(str(field) for field in stat) + "\n",
            "oom_score": f"{process['oomScore']}\n",
            "oom_score_adj": f"{process.get('oomScoreAdj', 0)}\n",
            "comm": f"{name}\n",
            "cmdline": f"{name}\0",
            "statm": f"0 {rss} 0 0 0 0 0\n",
        }
        for file, text in texts.items():
            if file not in process.get("missing", []):
                files.rewrite(f"{folder}/{file}", text)
        os.chown(folder, process.get("uid", 0), process.get("uid", 0))


def main():
    killer, root, library = sys.argv[1:]
    mount("-t", "tmpfs", "none", "/run")
    program = {"systemd-oomd": Systemd, "oomd": Oomd, "earlyoom": Earlyoom}[killer](root, library)
    for line in sys.stdin:
        try:
            answer = program.ask(json.loads(line))
        except Exception as error:  # One case must not end the others.
            answer = {"error": repr(error)}
        print(json.dumps(answer), flush=True)


main()
