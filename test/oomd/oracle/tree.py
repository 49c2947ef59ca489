"""A cgroup v2 hierarchy, and files of /proc, as ordinary files."""
import os
import shutil
import subprocess
import time

MARKS = ("oomd_avoid", "oomd_omit", "oomd_prefer")
DEFAULTS = {
    "full": [0, 0, 0, 0], "io": [0, 0, 0, 0], "current": 0, "min": 0, "low": 0, "swap": 0,
    "pgscan": 0, "pgscanRate": 0, "oomGroup": 0, "uid": 0, "xattrs": {}, "dying": 0,
    "populated": True, "missing": [], "anon": None, "ioStat": {}, "sleeps": 0,
}


def replace(path, text):
    """No reader sees half of a file."""
    with open(path + "~", "w") as file:
        file.write(text)
    os.replace(path + "~", path)


def rewrite(path, text):
    """A file that is mounted over another one is written in place, at once."""
    with open(path, "r+" if os.path.exists(path) else "w") as file:
        file.write(text)
        file.truncate()


def meminfo(given):
    memory = ("MemTotal", "MemFree", "MemAvailable", "Buffers", "Cached", "AnonPages")
    names = (*memory, "SwapTotal", "SwapFree")
    values = {**dict.fromkeys(names, 0), **given}
    return "".join(f"{name}:{value:>16} kB\n" for name, value in values.items())


def pressure(full):
    avg10, avg60, avg300, total = (list(full) + [0, 0, 0, 0])[:4]
    line = f"avg10={avg10:.2f} avg60={avg60:.2f} avg300={avg300:.2f} total={int(total)}\n"
    return f"some {line}full {line}"


def swaps(devices):
    rows = (
        f"/dev/sd{chr(97 + index)}1{' ' * 31}partition\t{size}\t{used}\t-2\n"
        for index, (size, used) in enumerate(devices)
    )
    return "Filename\t\t\t\tType\t\tSize\tUsed\tPriority\n" + "".join(rows)


class Tree:
    def __init__(self, top):
        self.top = top
        os.makedirs(top)
        self.clear()

    def clear(self):
        for name in os.listdir(self.top):
            path = f"{self.top}/{name}"
            if os.path.isdir(path):
                shutil.rmtree(path)
            else:
                os.unlink(path)
        self.cgroups = {}
        self.sleeping = {}
        self.grown = time.monotonic()
        for name in ("cgroup.controllers", "cgroup.subtree_control"):
            replace(f"{self.top}/{name}", "cpu io memory pids\n")
        self.change("/", {})

    def folder(self, path):
        return self.top if path == "/" else self.top + path

    def change(self, path, given):
        if given is None:
            shutil.rmtree(self.folder(path))
            for other in [other for other in self.cgroups if (other + "/").startswith(path + "/")]:
                del self.cgroups[other]
            return
        cgroup = {**DEFAULTS, **self.cgroups.get(path, {}), **given}
        self.cgroups[path] = cgroup
        folder = self.folder(path)
        os.makedirs(folder, exist_ok=True)
        for name, text in self.files(path, cgroup).items():
            if name not in cgroup["missing"]:
                replace(f"{folder}/{name}", text)
            elif os.path.exists(f"{folder}/{name}"):
                os.unlink(f"{folder}/{name}")
        for name in os.listxattr(folder):
            if name.split(".")[-1] in MARKS and name not in cgroup["xattrs"]:
                os.removexattr(folder, name)
        for name, value in cgroup["xattrs"].items():
            os.setxattr(folder, name, str(value).encode())
        os.chown(folder, cgroup["uid"], cgroup["uid"])

    def files(self, path, cgroup):
        files = {
            "cgroup.controllers": "cpu io memory pids\n",
            "cgroup.procs": "".join(f"{pid}\n" for pid in self.processes(path, cgroup)),
            "cgroup.events": f"populated {int(cgroup['populated'])}\nfrozen 0\n",
            "cgroup.stat": f"nr_descendants 0\nnr_dying_descendants {cgroup['dying']}\n",
            "memory.pressure": pressure(cgroup["full"]),
            "io.pressure": pressure(cgroup["io"]),
        }
        if path == "/":
            return files
        sizes = {
            "current": "current", "min": "min", "low": "low", "swap": "swap.current",
            "oomGroup": "oom.group",
        }
        return {
            **files,
            **{f"memory.{file}": f"{cgroup[member]}\n" for member, file in sizes.items()},
            "memory.high": "max\n",
            "memory.max": "max\n",
            "memory.swap.max": "max\n",
            "memory.stat": self.stat(cgroup),
            "io.stat": "".join(self.device(name, own) for name, own in cgroup["ioStat"].items()),
        }

    @staticmethod
    def stat(cgroup):
        anon = cgroup["current"] if cgroup["anon"] is None else cgroup["anon"]
        return f"anon {anon}\nfile 0\npgscan {int(cgroup['pgscan'])}\n"

    @staticmethod
    def device(name, own):
        counters = ("rbytes", "wbytes", "rios", "wios", "dbytes", "dios")
        return f"{name} {' '.join(f'{counter}={own.get(counter, 0)}' for counter in counters)}\n"

    def processes(self, path, cgroup):
        """Processes that only sleep: they may be killed."""
        own = self.sleeping.setdefault(path, [])
        while len(own) < cgroup["sleeps"]:
            own.append(subprocess.Popen(["sleep", "600"]))
        return [process.pid for process in own if process.poll() is None]

    def grow(self):
        """Adds the pages that were scanned since the last time."""
        now = time.monotonic()
        for path, cgroup in self.cgroups.items():
            if cgroup["pgscanRate"] and "memory.stat" not in cgroup["missing"]:
                cgroup["pgscan"] += cgroup["pgscanRate"] * (now - self.grown)
                replace(f"{self.folder(path)}/memory.stat", self.stat(cgroup))
        self.grown = now

    def end(self):
        """Ends what still sleeps; answers how many of each cgroup were killed before."""
        killed = {}
        for path, own in self.sleeping.items():
            count = sum(process.poll() == -9 for process in own)
            if count:
                killed[path] = count
            for process in own:
                process.kill()
                process.wait()
        return killed
