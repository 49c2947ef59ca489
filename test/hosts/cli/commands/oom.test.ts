import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as formats from "ajv-formats";
import { afterAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { DUMPS } from "../../../oom/module.ts";
import { commandLine } from "../commandLine.ts";

const { Ok, Usage, Input } = ExitCode;
const directory = mkdtempSync(join(tmpdir(), "plimsoll-oom-"));
afterAll(() => rmSync(directory, { recursive: true }));
const at = (name: string) => join(directory, name);
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
(formats.default as unknown as { default: (ajv: Ajv2020) => void }).default(ajv);
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../schemas/${name}`, import.meta.url), "utf8"));
const isReport = ajv.compile(schemaOf("oom-1.schema.json"));
const isNode = ajv.compile(schemaOf("oom-node-1.schema.json"));

function dump(file: string): string {
  return new URL(`../../../oom/dumps/${file}`, import.meta.url).pathname;
}

function oom(words: string, stdin = "") {
  return commandLine(["oom", ...words.split(" ")], { stdin, columns: 100 });
}

const flat = (text: string) => text.replaceAll(/\s+/g, " ");

describe("plimsoll oom", () => {
  it.each(DUMPS.map(({ file }) => file))("prints JSON as its schema has it: %s", async (file) => {
    const { stdout, exitCode } = await oom(`${dump(file)} --output json`);
    expect(exitCode).toBe(Ok);
    expect(isReport(JSON.parse(stdout)), JSON.stringify(isReport.errors)).toBe(true);
  });

  it("does not say in how many runs it killed where a log has kills alone", async () => {
    const killed = (pid: number) =>
      `[18026.2${pid}] Memory cgroup out of memory: Killed process ${pid} (mount) total-vm:22kB, ` +
      "anon-rss:16kB, file-rss:0kB, shmem-rss:0kB, UID:0 pgtables:80kB oom_score_adj:-997\n";
    writeFileSync(at("kills.log"), killed(1413) + killed(1414));
    const { stdout } = await oom(at("kills.log"));
    expect(flat(stdout)).toMatch(
      /killed 2 processes at a cgroup's limit .* does not show in how many runs/,
    );
  });

  it("lists what killers in user space did to the same processes before", async () => {
    const early = "Dec 01 10:00:00 n1 earlyoom[10]:";
    const lines = [
      `${early} mem avail:  100 of 13855 MiB ( 0.72%), swap free:    0 of    0 MiB ( 0.00%)`,
      `${early} low memory! at or below SIGTERM limits: mem 10.00%, swap 10.00%`,
      `${early} sending SIGTERM to process 77 uid 0 "web": badness 1100, VmRSS 11793 MiB`,
      "Dec 01 10:00:02 n1 kernel: Out of memory: Killed process 77 (web) total-vm:12438252kB, " +
        "anon-rss:12083484kB, file-rss:2368kB, shmem-rss:0kB, UID:0 pgtables:100kB oom_score_adj:0",
    ];
    writeFileSync(at("both.log"), `${lines.join("\n")}\n`);
    const { stdout } = await oom(at("both.log"));
    expect(flat(stdout)).toContain("The kernel killed web (pid 77)");
    expect(flat(stdout)).toContain(
      "Killers in user space, in the same log - earlyoom sent SIGTERM to web (pid 77)",
    );
    const json = JSON.parse((await oom(`${at("both.log")} --output json`)).stdout);
    expect(json.killers).toMatchObject([{ killer: "earlyoom", killed: "web (pid 77)" }]);
    expect(isReport(json), JSON.stringify(isReport.errors)).toBe(true);
  });

  it("says who was killed, why, who is next and what would have spared it", async () => {
    const { stdout } = await oom(`${dump("rpi-6.12-global.txt")} --all`);
    for (const part of [
      "The kernel killed python (pid 996): the whole machine was out of memory",
      "checked by running the choice again",
      "30557 rss + 31936 swap + 289 page tables = 62782",
      "Next would be python (pid 1025)",
      "Ranking, first to be killed at the top",
      "oom_score_adj of -49 or less (now 0): the kernel kills python (pid 1025) instead",
    ]) {
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(part);
    }
  });

  it("writes the time of a kill as people do", async () => {
    const { stdout } = await oom(`${dump("bash-4.x-global.txt")} --all`);
    expect(stdout).toMatch(/2026-11-12 12:30:02 UTC\n/);
    expect(stdout).toMatch(/T12:30:02Z: the kernel killed bash \(pid 4358\)/);
  });

  it("shows every task with --all", async () => {
    const { stdout } = await oom(`${dump("rpi-6.12-global.txt")} --all`);
    expect(stdout).toContain("ModemManager");
    expect(stdout).not.toContain("with --all");
  });

  it("reads gzip", async () => {
    const path = at("kern.log.1.gz");
    writeFileSync(path, gzipSync(readFileSync(dump("kvm-5.3-memcg.txt"))));
    const { stdout, exitCode } = await oom(`${path} --all`);
    expect(exitCode).toBe(Ok);
    expect(flat(stdout)).toContain(
      "qemu-system-x86 (pid 70870) of pod ef91e487-dec5-4613-800b-eb23e1a1617d",
    );
  });

  it("takes names from a pod list", async () => {
    const path = at("pods.json");
    const uid = "ef91e487-dec5-4613-800b-eb23e1a1617d";
    const items = [{ metadata: { namespace: "vms", name: "virt-launcher-1", uid } }];
    writeFileSync(path, JSON.stringify({ apiVersion: "v1", kind: "PodList", items }));
    const { stdout } = await oom(`${dump("kvm-5.3-memcg.txt")} --pods ${path}`);
    expect(stdout).toMatch(/^✖ The kernel killed qemu-system-x86 of vms\/virt-launcher-1: cgroup/);
    const all = await oom(`${dump("kvm-5.3-memcg.txt")} --pods ${path} --all`);
    expect(flat(all.stdout)).toContain("of pod vms/virt-launcher-1, container 100093783c22");
  });

  it("shows names that could play on a terminal with those characters replaced", async () => {
    const text = readFileSync(dump("rpi-6.12-global.txt"), "utf8");
    const evil = text.replaceAll("python", "py\u0007\u202ethon");
    writeFileSync(at("evil.txt"), evil);
    const { stdout } = await oom(at("evil.txt"));
    expect(stdout).toContain("py\ufffd\ufffdthon");
    expect(stdout.includes("\u0007") || stdout.includes("\u202e")).toBe(false);
  });

  it("says of a log without a kill what ran out, and proposes nothing", async () => {
    const whole = readFileSync(dump("k3s-4.x-memcg.txt"), "utf8").split("\n");
    const left = whole.filter(
      (line) => !/\[ *\d+\] +\d+ +\d+|[Kk]ill(?:ed)? process|oom-kill:|reaped/.test(line),
    );
    const path = at("no-kill.txt");
    writeFileSync(path, left.join("\n"));
    const { stdout } = await oom(path);
    expect(stdout).toMatch(/^\? A cgroup was at its limit of 123Mi; the log shows no kill\n/);
    expect(stdout).not.toMatch(/Fixes|checked/);
  });

  const NO_STEP = /-1000 or less|no process is left| at \S+ or less(?! \(now)/;
  const WITHIN = "Another oom_score_adj would only move the kill within this cgroup.";
  it.each<[file: string, fixes: readonly string[], sentence: string]>([
    ["lxc-3.x-memcg", ["Limit of /lxc/foo above 3Mi"], WITHIN],
    ["virt-launcher-5.14-memcg", ["Limit of the pod above 16.2Gi"], WITHIN],
    ["stress-5.4-memcg", [], WITHIN],
    ["bash-4.x-global", [], "No other process could be killed."],
    ["ltp-4.13-global", [], "highest badness"],
    ["openmanage-4.9-global", ["oom_score_adj of -2 or less (now 0)"], "highest badness"],
  ])("proposes only steps that a person would take: %s", async (file, fixes, sentence) => {
    const { stdout } = await oom(dump(`${file}.txt`));
    expect(stdout).not.toMatch(NO_STEP);
    expect(flat(stdout)).toContain(sentence);
    const [, proposed = ""] = flat(stdout).split("Fixes (checked by running the choice again)");
    const changes = proposed.matchAll(/ \d ([^:]+): (?:no kill|the kernel kills)/g);
    expect([...changes].map(([, change]) => change)).toEqual(fixes);
    const all = await oom(`${dump(`${file}.txt`)} --all`);
    expect(all.stdout).not.toMatch(NO_STEP);
  });

  it("has the size and the adjustment of the killed task where nothing is ranked", async () => {
    const line =
      "Out of memory: Killed process 7 (chromium) total-vm:6686908kB, anon-rss:647056kB, " +
      "file-rss:0kB, shmem-rss:7452kB, UID:1000 pgtables:5304kB oom_score_adj:300\n";
    const path = at("size.log");
    writeFileSync(path, `[1.5] 4194304 pages RAM\n[1.5] ${line}`);
    const { stdout } = await oom(path);
    // 647056 + 7452 kB
    expect(flat(stdout)).toContain(
      "chromium had 639Mi resident. Its oom_score_adj of 300 raised its badness by 30% of the " +
        "machine's memory and swap.",
    );
    writeFileSync(path, line.replace("adj:300", "adj:-500").replace("O", "Memory cgroup o"));
    expect(flat((await oom(`${path} --all`)).stdout)).toContain(
      "Its oom_score_adj of -500 lowered its badness by 50% of the cgroup's limit with swap.",
    );
  });

  it("proposes less memory only where at least half of it is left", async () => {
    const { stdout } = await oom(dump("rpi-6.12-global.txt"));
    expect(flat(stdout)).toMatch(/1 python at 79Mi or less \(now 119Mi\): the kernel kills python/);
    const { stdout: linode } = await oom(dump("linode-3.x-global.txt"));
    expect(flat(linode)).toMatch(/Fixes [^0-9]+ 1 oom_score_adj of -352 or less \(now 0\)/);
  });

  it("has the fixes of a single kill once", async () => {
    const { stdout } = await oom(`${dump("linode-3.x-global.txt")} --all`);
    expect(stdout.match(/^Fixes/gm)).toHaveLength(1);
  });

  it("proposes the first fixes of each of several kills, with what they cost", async () => {
    const logs = ["rpi-6.12-global.txt", "kvm-5.3-memcg.txt"].map((file) =>
      readFileSync(dump(file), "utf8"),
    );
    writeFileSync(at("two.log"), logs.join("\n"));
    const { stdout } = await commandLine(["oom", at("two.log")], { columns: 80 });
    expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(23);
    expect(stdout).toContain("Fixes (checked by running the choice again)");
    expect(flat(stdout)).toMatch(/1 python at \d+Mi or less/);
    expect(flat(stdout)).toMatch(/2 Limit of pod ef91e487-\S+ above 64.4Gi: no kill/);
    expect(flat(stdout)).toContain("cost: it may use more of the node's memory");
  });

  const POD = "0330b2c1-a15b-4cdd-b5e5-72d4a90bee82";
  const SLICE = "/kubepods.slice/kubepods-burstable.slice";
  const POD_SLICE = `${SLICE}/kubepods-burstable-pod${POD.replaceAll("-", "_")}.slice`;
  const SCOPE = `${POD_SLICE}/docker-${"b2".repeat(32)}.scope`;
  const ALL = "All pods together reached their limit (/kubepods.slice): what kubeReserved and";
  it.each<[cgroup: string, sentence: string, fix: string]>([
    [SCOPE, `Container b2b2b2b2b2b2 of pod ${POD} reached its own memory limit;`, "the container"],
    [POD_SLICE, `Pod ${POD} reached its own memory limit;`, "the pod"],
    [SLICE, `All Burstable pods together reached their limit (${SLICE}).`, "all Burstable pods"],
    ["/kubepods.slice", ALL, "all pods (/kubepods.slice)"],
    ["/user.slice", "The memory cgroup /user.slice was at its limit of 40Mi.", "/user.slice"],
  ])("names whose limit was reached, and in its fix: %s", async (cgroup, sentence, fix) => {
    const path = at("limit.txt");
    const lines = [
      `Task in ${SCOPE} killed as a result of limit of ${cgroup}`,
      "memory: usage 40960kB, limit 40960kB, failcnt 12",
      "[ pid ]   uid  tgid total_vm      rss nr_ptes swapents oom_score_adj name",
      "[   77]  1000    77    20000     9000      12        0             0 node",
      "Memory cgroup out of memory: Kill process 77 (node) score 900 or sacrifice child",
      "Killed process 77 (node) total-vm:80000kB, anon-rss:30000kB, file-rss:6000kB",
    ];
    writeFileSync(path, lines.map((line) => `[  123.456789] ${line}\n`).join(""));
    const { stdout } = await oom(path);
    expect(flat(stdout)).toContain(sentence);
    expect(flat(stdout)).toContain(`1 Limit of ${fix}`);
  });

  const TASK_IN = `Task in ${SCOPE} killed as a result of limit of ${POD_SLICE}`;
  const USAGE = "memory: usage 122880kB, limit 122880kB, failcnt 83";
  it.each<[name: string, lines: readonly string[]]>([
    ["lines of /dev/kmsg in a document", ["```text", `6,30574067,3816544225424,-;${TASK_IN}`]],
    ["lines below a sentence", ["On the nodes we see:", "", `Jun 29 07:24:44 n kernel: ${USAGE}`]],
    [
      "lines next to one of a kubelet",
      [
        `[198542.576728] ${TASK_IN}`,
        `[198542.576733] ${USAGE}`,
        "Dec 11 17:29:21 vm kubelet[10264]: E1211 17:29:21.519957   10264 pod_workers.go:191] " +
          'Error syncing pod 0f5eb28f ("a_default(0f5eb28f)"), skipping',
      ],
    ],
  ])("is the answer about a file with %s", async (_, lines) => {
    writeFileSync(at("paste.txt"), lines.map((line) => `${line}\n`).join(""));
    const { stdout } = await commandLine([at("paste.txt")], { columns: 100 });
    expect(stdout).toMatch(/^. (?:The kernel killed a task|A cgroup was at its limit)/);
    expect(stdout).toContain("paste.txt · kernel log · ");
  });

  it.each([
    ["of 1.20", (uid: string) => `MountVolume.SetUp failed for pod "cart-1_shop(${uid})"`],
    ["that is cut", (uid: string) => `Error syncing pod ${uid} ("cart-1_shop(${uid.slice(0, 20)}`],
    ["of 1.30", (uid: string) => `"Error syncing pod" pod="shop/cart-1" podUID="${uid}"`],
  ])("names the pod after a kubelet's line %s in the log", async (_, said) => {
    const uid = "9eb0e64e-6e1a-43e4-b372-2603a3cc2941";
    const pod = `/kubepods/burstable/pod${uid}`;
    const task = `Task in ${pod}/${"6".repeat(64)} killed as a result of limit of ${pod}`;
    const lines = [
      `Dec 11 17:29:20 vm kernel: ${task}`,
      "Dec 11 17:29:20 vm kernel: memory: usage 122880kB, limit 122880kB, failcnt 83",
      `Dec 11 17:29:21 vm kubelet[10264]: E1211 17:29:21.519957   10264 pod.go:191] ${said(uid)}`,
    ];
    writeFileSync(at("messages"), lines.map((line) => `${line}\n`).join(""));
    const { stdout } = await oom(at("messages"));
    expect(stdout).toContain("Pod shop/cart-1 reached its own memory limit");
    expect(stdout).not.toContain("adds the names of pods");
  });

  it("gives no release as the kernel's that the log does not state", async () => {
    const log = [
      "node invoked oom-killer: gfp_mask=0x6000c0(GFP_KERNEL), order=0, oom_score_adj=999",
      "Memory cgroup stats for /kubepods/burstable/podfe3f7a38/c7ebf4d7: cache:0KB rss:613460KB",
      "Tasks state (memory values in pages):",
      "[  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name",
      "[  19388]  1000 19388  5588434   138005  8069120        0           999 node",
    ];
    const path = at("no-release.txt");
    writeFileSync(path, log.map((line) => `[39291577.009363] ${line}\n`).join(""));
    const { stdout } = await oom(path);
    expect(stdout).toContain("The log does not state the kernel release");
    expect(stdout).toMatch(/kernel log/);
    expect(stdout).not.toMatch(/ · kernel \d/);
  });

  it("reads a line in the marks of code, and says no more of its cause than it shows", async () => {
    const path = at("code.txt");
    writeFileSync(
      path,
      "> ``` [Sun Feb 19 20:37:03 2023] Out of memory: Killed process 60498 (umeed-archival) " +
        "total-vm:106461536kB, anon-rss:102331548kB, file-rss:0kB, shmem-rss:0kB, UID:0 " +
        "pgtables:202744kB oom_score_adj:0```\n",
    );
    const { stdout } = await oom(path);
    expect(stdout).toContain("umeed-archival (pid 60498): not at a cgroup's limit\n");
    expect(stdout).toContain("2023-02-19 20:37:03");
  });

  it("notes times without a year", async () => {
    const { stderr } = await oom(`${dump("linode-3.x-global.txt")} --output json`);
    expect(stderr).toContain("timestamps lack year and zone");
  });
});

describe("plimsoll oom refuses in a sentence", () => {
  it.each([
    [
      "a log without an OOM",
      "Nov 23 10:04:40 n kernel: eth0 up\n",
      "none of 1 line is from the kernel's OOM killer",
    ],
    ["nothing", "", "none of 0 lines is from the kernel's OOM killer"],
  ])("%s", async (_, text, sentence) => {
    writeFileSync(at("other.txt"), text);
    const { stderr, stdout, exitCode } = await oom(at("other.txt"));
    expect({ exitCode, stdout }).toEqual({ exitCode: Input, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("a file that is not there, and a pod list that is something else", async () => {
    expect(await oom(at("absent.txt"))).toMatchObject({ exitCode: Input });
    writeFileSync(at("summary.json"), '{"node":{"nodeName":"a"},"pods":[]}');
    const ended = await oom(`${dump("kvm-5.3-memcg.txt")} --pods ${at("summary.json")}`);
    expect(ended).toMatchObject({ exitCode: Input, stdout: "" });
    expect(ended.stderr).toContain("not a PodList");
  });

  it("both from standard input", async () => {
    expect(await oom("- --pods -")).toMatchObject({ exitCode: Usage });
  });

  it("a table of another kernel, using the rest", async () => {
    writeFileSync(
      at("old.txt"),
      "[ pid ]   uid  tgid total_vm      rss cpu oom_adj name\n" +
        "[  10]  0 10 9000 8000 1 0 mysqld\n" +
        "Out of memory: Kill process 10 (mysqld) score 80 or sacrifice child\n" +
        "Killed process 10 (mysqld)\n",
    );
    const { stdout, stderr, exitCode } = await oom(at("old.txt"));
    expect(exitCode).toBe(Input);
    expect(stdout).toContain("The kernel killed mysqld (pid 10)");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("lacks the column oom_score_adj");
    expect(stderr).toMatch(/old\.txt: 1 report of it is incomplete, as the notes say; get the log/);
  });

  it.each(["text", "json"])("a table that is cut off, using the rest, in %s", async (form) => {
    const lines = readFileSync(dump("kvm-5.3-memcg.txt"), "utf8").split("\n");
    const titles = lines.findIndex((line) => line.includes("oom_score_adj name"));
    writeFileSync(at("cut.txt"), lines.slice(0, titles + 3).join("\n"));
    const { stdout, stderr, exitCode } = await oom(`${at("cut.txt")} --output ${form}`);
    expect(exitCode).toBe(Input);
    expect(flat(stdout)).toContain(
      "The log ends within this report and does not name the killed process.",
    );
    if (form === "json") expect(JSON.parse(stdout).kills[0].ranking.length).toBeGreaterThan(0);
    expect(stderr).toContain("cut.txt: 1 report of it is incomplete");
  });
});

describe("plimsoll oom of a node", () => {
  const example = new URL("../../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);
  const capture = example.pathname;

  it.each([
    ["an example", "--example memory-leak --at 10:12:10"],
    ["a capture at a time", `${capture} --at 10:12:10`],
    ["a capture at a step", `${capture} --step 75`],
    ["the last step of a capture", capture],
  ])("prints JSON as its schema has it: %s", async (_, words) => {
    const { stdout, exitCode } = await oom(`${words} --output json`);
    expect(exitCode).toBe(Ok);
    expect(isNode(JSON.parse(stdout)), JSON.stringify(isNode.errors)).toBe(true);
  });

  it("says what is killed first and next, and which pod the kubelet would evict", async () => {
    const { stdout } = await oom(`${capture} --at 10:12:10 --all`);
    for (const part of [
      "! Out of memory, the kernel would kill cart of shop/cart-p89ncn6dqk-8t8pl",
      "968 (oom_score_adj) x 2033 = 2604105 pages, the highest badness of 8 containers",
      "After that: container report of batch/report-cplsh",
      "The kubelet would evict the same pod first",
      "The kubelet acts first: it evicts in 10s",
      "Each container counts as one process",
    ]) {
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(part);
    }
  });

  it("drops columns where a terminal is narrow, and breaks no name of a container", async () => {
    const { stdout } = await commandLine(["oom", "--example", "memory-leak", "--all"], {
      columns: 80,
    });
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/\n {2}# {2}pod +container +oom_score_adj +badness +kubelet\n/);
    expect(stdout).toMatch(/node-exporter +992/);
  });

  it("follows the rules of the kernel that is given", async () => {
    const { stdout } = await oom(`${capture} --at 10:12:10 --kernel 5.4.0 --output json`);
    // Badness below zero counts as 1 before 5.9.
    expect(JSON.parse(stdout).ranking.at(-1).badness).toBe(1);
  });

  it.each([
    [`${capture} --at 09:00`, Usage, "--at 09:00"],
    [`${capture} --step 500`, Usage, "--step 500"],
    ["--example memory-leak --kernel six", Usage, "--kernel"],
    [`${dump("rpi-6.12-global.txt")} --at 10:00`, Usage, "is a kernel's log."],
    ["--pods pods.json", Usage, "--pods needs --summary, the log or --source; add one."],
  ])("refuses %s", async (words, code, part) => {
    const { stderr, exitCode } = await oom(words);
    expect(exitCode).toBe(code);
    expect(stderr).toContain(part);
  });
});

describe("plimsoll explain", () => {
  it("has the kernel's side as the schema of a node has it", async () => {
    const words = ["explain", "--example", "memory-leak", "--output", "json"];
    const { stdout } = await commandLine(words, { stdin: "", columns: 100 });
    const { time, oom } = JSON.parse(stdout);
    const { ranking, race } = oom;
    expect(isNode({ time, race, ...ranking }), JSON.stringify(isNode.errors)).toBe(true);
  });

  it.each(["text", "markdown", "html"])(
    "shows the kernel's place of each pod: %s",
    async (form) => {
      const words = ["explain", "--example", "memory-leak", "--all", "--output", form];
      const { stdout } = await commandLine(words, { stdin: "", columns: 100 });
      for (const part of [
        "kernel",
        "Kubelet or kernel",
        "Available memory fell by 32Mi within 10s",
      ]) {
        expect(stdout).toContain(part);
      }
    },
  );

  it("says nothing of the kernel in a step about a disk", async () => {
    const words = ["explain", "--example", "inode-storm", "--all"];
    const { stdout } = await commandLine(words, { stdin: "", columns: 100 });
    expect(stdout).not.toContain("Kubelet or kernel");
  });
});

describe("plimsoll oom --source cgroup", () => {
  const isMachine = ajv.compile(schemaOf("oom-machine-1.schema.json"));

  it("ranks the processes of this machine, as its schema has it", async () => {
    const { stdout, exitCode } = await oom("--source cgroup --output json");
    expect(exitCode).toBe(Ok);
    const record = JSON.parse(stdout);
    expect(isMachine(record), JSON.stringify(isMachine.errors)).toBe(true);
    const own = record.ranking.find(({ pid }: { pid: number }) => pid === process.pid);
    expect(own.rssPages).toBeGreaterThan(1000);
  });

  it("says how the kernel's own scores compare", async () => {
    const { stdout } = await oom("--source cgroup --all");
    expect(stdout).toMatch(/^[!?] (If this machine ran out of memory now|Out of memory), /);
    expect(stdout).toContain("The kernel's own oom_score is the same for");
  });
});
