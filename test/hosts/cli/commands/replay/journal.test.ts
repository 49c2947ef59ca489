import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Decision } from "../../../../../analysis/engine/decision.ts";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { FORMS, type Form, logOf } from "../../../../analysis/read/messages/kubeletLog.ts";
import { type KeptRun, readKept } from "../../../../recorded/kept.ts";
import { commandLine } from "../../commandLine.ts";

const { Ok, Input } = ExitCode;
const NAMES = ["memory-hard", "memory-soft", "disk-nodefs"] as const;

type JournalDecision = Decision & {
  readonly source: string;
  readonly agrees: boolean | null;
  readonly differences?: readonly string[];
};

const TIMED_OUT = "timeout waiting to kill pod";
/** Without observations a log does not say its year. */
const NO_YEAR =
  / timestamps lack year and zone; assuming \d{4}, the latest year that is not in the future, /i;
const SCHEMA = new URL("../../../../../schemas/decision-1.schema.json", import.meta.url);
const isDecision = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  formats: {
    "date-time": true,
  },
}).compile(JSON.parse(readFileSync(SCHEMA, "utf8")));

const runs = new Map<string, KeptRun>();
let directory = "";
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
  for (const name of NAMES) {
    const run = await readKept(name);
    runs.set(name, run);
    writeFileSync(join(directory, `${name}.json`), run.config);
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

function runOf(name: string): KeptRun {
  const run = runs.get(name);
  if (run === undefined) throw new Error(`There is no run of ${name}.`);
  return run;
}

/** The whole answer: each pass, and what is said of all passes. */
async function replayed(log: string | Uint8Array, ...words: string[]) {
  const path = join(directory, "kubelet.log");
  writeFileSync(path, log);
  const all = words.includes("--output") ? [] : ["--all"];
  return commandLine(["replay", "--journal", path, ...words, ...all], {});
}

async function firstScreen(log: string, ...words: string[]): Promise<string> {
  const path = join(directory, "kubelet.log");
  writeFileSync(path, log);
  const { stdout } = await commandLine(["replay", "--journal", path, ...words], { columns: 80 });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.length, stdout).toBeLessThan(24);
  return stdout;
}

async function decisions(log: string | Uint8Array, ...words: string[]): Promise<JournalDecision[]> {
  const { stdout, stderr, exitCode } = await replayed(log, ...words, "--output", "ndjson");
  expect(exitCode).toBe(Ok);
  expect(stderr.split("\n").filter((line) => !NO_YEAR.test(line) && line !== "")).toEqual([]);
  const lines = stdout.trimEnd().split("\n");
  return lines.map((line) => {
    const decision = JSON.parse(line) as JournalDecision;
    expect(isDecision(decision), JSON.stringify(isDecision.errors)).toBe(true);
    return decision;
  });
}

const named = (pods: readonly { namespace: string; name: string }[] = []) =>
  pods.map(({ namespace, name }) => `${namespace}/${name}`);

/** Pods that went for limits of their own: no log has the numbers. */
const isLimit = ({ reclaiming, evicted }: KeptRun["passes"][number]) =>
  reclaiming === undefined && evicted !== undefined;

describe.each(NAMES)("the log of the real kubelet's run of %s", (name) => {
  const config = () => join(directory, `${name}.json`);

  it.each(Object.keys(FORMS) as Form[])(
    "agrees with the policy in every pass: %s",
    async (form) => {
      const { passes } = runOf(name);
      // The kubelet was of 1.35, whatever its lines are rewritten as.
      const words = ["--config", config(), "--kubelet-version", "1.35"];
      const decided = await decisions(logOf(passes, form), ...words);
      expect(decided).toHaveLength(passes.length);
      for (const [index, pass] of passes.entries()) {
        const decision = decided[index];
        expect(decision?.differences).toBeUndefined();
        expect(decision).toMatchObject({
          source: "journal",
          agrees: isLimit(pass) ? null : true,
          nodeConditions: pass.conditionsHeld ?? [],
        });
        if (!isLimit(pass)) expect(named(decision?.evictions)).toEqual(named(pass.evicted));
      }
    },
  );

  it("agrees under the thresholds that it names itself", async () => {
    const decided = await decisions(logOf(runOf(name).passes, "klog of 1.35"));
    expect(decided.filter(({ agrees }) => agrees === false)).toEqual([]);
  });

  it("disagrees with a policy of other thresholds, and says in what", async () => {
    const other = ["--eviction-hard", "memory.available<1Ki,nodefs.available<1Ki"];
    const decided = await decisions(logOf(runOf(name).passes, "klog of 1.35"), ...other);
    const under = runOf(name).passes.filter(({ thresholdsMet }) => thresholdsMet !== undefined);
    const differing = decided.filter(({ agrees }) => agrees === false);
    expect(differing.length).toBeGreaterThanOrEqual(under.length);
    expect(differing[0]?.differences?.[0]).toMatch(
      /^The log has \S+ below its threshold of \d+Mi; /,
    );
  });

  it("is read from gzip as well", async () => {
    const log = logOf(runOf(name).passes, "klog of 1.35");
    expect(await decisions(gzipSync(log))).toEqual(await decisions(log));
  });
});

describe("the story of a log", () => {
  const log = () => logOf(runOf("memory-hard").passes, "klog of 1.35");

  it("is a timeline of passes, with what was next to and whether the policy agrees", async () => {
    const { passes, evictions } = runOf("memory-hard");
    const oom =
      "Nov 22 01:20:03 worker-3 kernel: Memory cgroup out of memory: Killed process 4242 (java)\n";
    const [first = "", ...rest] = log().split(/(?<=memory"\n)(?=I.*pods ranked)/);
    const { stdout } = await replayed(
      first + oom + rest.join(""),
      "--config",
      join(directory, "memory-hard.json"),
    );
    expect(stdout).toMatch(/^ {2}kubelet\.log · kubelet log · \d+ passes of .* · 2026-11-22$/m);
    expect(stdout).toMatch(/01:20:02 {2}● the node reports MemoryPressure\n/);
    expect(stdout).toMatch(/memory\.available 467Mi under 500Mi\n/);
    expect(stdout).toMatch(
      /⟳ reclaims memory; that does not suffice\n +✖ evicts default\/nightly\n/,
    );
    expect(stdout).toMatch(/ranked: default\/nightly, team-a\/with-sidecar,[\s\S]*and 7 more/);
    expect(stdout).toMatch(/01:20:03 {2}· out of memory: the kernel killed java \(pid 4242\)/);
    expect(stdout).toMatch(/kube-system\/node-agent is critical and is not evicted/);
    expect(stdout).toContain(`${passes.length} passes, ${evictions.length} evictions\n`);
    expect(stdout).toContain(`agree in ${passes.length} of ${passes.length} passes.\n`);
  });

  it("answers first, with what decided each eviction and whether the policy agrees", async () => {
    const { passes, evictions } = runOf("memory-hard");
    const config = join(directory, "memory-hard.json");
    const configured = await firstScreen(log(), "--config", config);
    expect(configured).toMatch(
      /^✖ 11 pods were evicted for memory between 01:20:02 and 01:22:06\n/,
    );
    expect(configured).toMatch(
      /memory\.available was below 500Mi in 11 of \d+ passes; lowest 235Mi/,
    );
    expect(configured).toMatch(/\n {2}01:20:02 +467Mi +default\/nightly .*agrees\n/);
    expect(configured).toContain(`… ${evictions.length - 8} more with --all\n`);
    expect(configured).toContain(`in ${passes.length} of ${passes.length} passes.\n`);
    expect(configured).not.toMatch(/\n(Assumed|Unknown)/);
    expect(await firstScreen(log())).toMatch(
      /\nAssumed {2}Thresholds as named in the log\.\nUnknown {2}Minimum reclaim and the trans/,
    );
  });

  it.each([
    {
      title: "the evictions alone",
      kept: /must evict|evicted successfully/,
      verdict: /^✖ 11 pods were evicted .*between 01:20:02 and 01:22:06\n/,
      unknown: /\nUnknown {2}Available amounts, thresholds, and passes that evict no pod\.\n/,
    },
    {
      title: "the measurements alone",
      kept: /log="observations"/,
      verdict: /^\? \d+ passes with measurements; lowest memory\.available 235Mi \(01:20:46\)\n/,
      unknown: /\nUnknown {2}Whether pods were evicted: lines about the outcome are missing\.\n/,
    },
  ])("does not take a log that has $title for a whole one", async ({ kept, verdict, unknown }) => {
    const lines = log().split("\n");
    const screen = await firstScreen(lines.filter((line) => kept.test(line)).join("\n"));
    expect(screen).toMatch(verdict);
    expect(screen).toMatch(unknown);
    expect(screen).toMatch(/\nNext +journalctl -u kubelet -S -2h \| plimsoll # has everything\n/);
  });

  it("says of a log without evictions whether anything was starved", async () => {
    const quiet = "I1122 01:20:02.000000     812 eviction_manager.go:1] ";
    const none = `${quiet}"Eviction manager: no resources are starved"\n`;
    expect(await firstScreen(none)).toMatch(
      /^✔ No pod was evicted in 1 pass: no resource was starved\n/,
    );
  });

  it("names the pods of a log without numbers, and compares nothing", async () => {
    const terse = log()
      .split("\n")
      .filter(
        (line) =>
          !/ "Eviction manager:( threshold obs| node cond| synchronize| no res|")/.test(line),
      )
      .join("\n");
    const decided = await decisions(terse);
    const { passes } = runOf("memory-hard");
    const evicting = passes.filter(({ evicted }) => evicted !== undefined);
    expect(decided.every(({ agrees }) => agrees === null)).toBe(true);
    expect(decided.flatMap(({ evictions }) => named(evictions))).toEqual(
      evicting.flatMap(({ evicted }) => named(evicted)),
    );
    const { stdout } = await replayed(terse);
    expect(stdout).toMatch(/passes have no observations: the kubelet logs them with --v=3\.\n/);
  });

  it("reads thresholds from what the kubelet printed when it started", async () => {
    const thresholds =
      "HardEvictionThresholds:[{Signal:memory.available Operator:LessThan Value:{Quantity:500Mi " +
      "Percentage:0} GracePeriod:0s MinReclaim:<nil>} {Signal:nodefs.available Operator:LessThan " +
      "Value:{Quantity:<nil> Percentage:0.1} GracePeriod:0s MinReclaim:<nil>}]";
    const start =
      "I1122 01:18:00.000000     812 server.go:416] Version: v1.20.2\n" +
      "I1122 01:18:00.100000     812 container_manager_linux.go:270] Creating Container Manager " +
      `object based on Node Config: {CgroupsPerQOS:true NodeAllocatableConfig:{${thresholds}}}\n`;
    const decided = await decisions(
      start + logOf(runOf("memory-hard").passes, "klog of 1.20"),
      "--detail",
      "1",
    );
    const values = decided[0]?.thresholds?.map(({ signal, value }) => `${signal}<${value}`);
    expect(values).toContain("nodefs.available<10%");
    expect(values).toContain("memory.available<500Mi");
    expect(decided.every(({ agrees }) => agrees === true)).toBe(true);
  });

  // The beginning of a log in kubernetes/minikube#4084, and of one in kubernetes/kubernetes#107024.
  it("takes year and zone from journalctl's first line, or says which ones it takes", async () => {
    const begins = "-- Logs begin at Thu 2019-04-11 23:51:07 +0430, end at Fri 2019-04-12. --\n";
    const line =
      "Apr 12 09:28:14 A kubelet[14260]: W0412 09:28:14.744599   14260 eviction_manager.go:333] " +
      "eviction manager: attempting to reclaim ephemeral-storage\n";
    expect((await decisions(begins + line))[0]?.time).toBe("2019-04-12T04:58:14.744599Z");
    expect((await replayed(begins + line)).said).not.toMatch(/timestamps/i);
    const named = "-- Journal begins at Thu 2019-04-11 23:51:07 CEST, ends at Fri 2019-04-12. --\n";
    expect((await replayed(named + line)).said).toMatch(/timestamps lack a zone; assuming UTC/i);
    expect((await replayed(line)).said).toMatch(NO_YEAR);
  });

  it.each([
    ["2024-01-14T11:00:01+0100 edge-01 k3s[812]: W0114 11:00:01.100000", "10:00:01.100Z"],
    ["2024-01-14T11:00:01.123456+0100 edge-01 k3s[812]: W0114 11:00:01.1", "10:00:01.100Z"],
    ["2024-01-14T16:30:01+05:30 edge-01 kubelet[812]: W0114 11:00:01.1", "11:00:01.100Z"],
  ])("takes year and zone from journalctl's ISO times: %s", async (start, time) => {
    const line = `${start}     812 eviction_manager.go:344] eviction manager: must evict pod(s)`;
    const { stdout, stderr } = await replayed(`${line} to reclaim memory\n`, "--output", "ndjson");
    expect(stderr).toBe("");
    expect(Date.parse(JSON.parse(stdout).time)).toBe(Date.parse(`2024-01-14T${time}`));
  });

  // kubernetes/kubernetes#52336: a kubelet of 1.7.7.
  it("names a signal that the policy has not, and does not configure it", async () => {
    const at = "I1005 12:14:37.267478   21251 helpers.go:812] eviction manager:";
    const log =
      `${at} observations: signal=allocatableNodeFs.available, available: -9112137624, ` +
      "capacity: 200765316Ki\n" +
      `${at} observations: signal=memory.available, available: 10Ki, capacity: 30887036Ki\n` +
      `${at} thresholds - ignoring grace period: threshold [signal=allocatableNodeFs.available, ` +
      "quantity=0] observed -9112137624\n" +
      `${at} thresholds - ignoring grace period: threshold [signal=memory.available, ` +
      "quantity=100Mi] observed 10Ki\n" +
      `${at} attempting to reclaim memory\n${at} must evict pod(s) to reclaim memory\n`;
    const [decision] = await decisions(log, "--kubelet-version", "1.20");
    expect(decision?.differences?.[0]).toBe(
      "The log has allocatableNodeFs.available below its threshold of 0; this policy has no such " +
        "signal.",
    );
  });

  it("is a report in Markdown and a page, with what is said of all passes first", async () => {
    const log = logOf(runOf("memory-hard").passes, "klog of 1.35");
    const markdown = (await replayed(log, "--output", "markdown")).stdout;
    expect(markdown).toMatch(
      /^# ✖ 11 pods were evicted for memory between 01:20:02 and 01:22:06\n/,
    );
    expect(markdown).toMatch(/\n- \d+ passes, \d+ evictions?\n- The log and the policy agree in /);
    expect(markdown).toMatch(/\n## What happened\n\n\| UTC \| what happened \|\n/);
    expect(markdown).toMatch(/✖ evicts \S+\/\S+/);
    const page = (await replayed(log, "--output", "html")).stdout;
    expect(page).toMatch(/<h2>What happened<\/h2>/);
  });

  // kubernetes/kubernetes#51516: verbosity 2 of a kubelet of 1.5.7.
  it("shows a grace period that runs, in a pass of its own", async () => {
    const at = (time: string) => `I0904 ${time}.419841   12394 helpers.go:734] eviction manager:`;
    const waits =
      "eviction criteria not yet met for threshold(signal=nodefs.available, " +
      "operator=80.000000%, value=LessThan, gracePeriod=2m0s), duration:";
    const { stdout } = await replayed(
      `${at("17:24:52")} ${waits} 0s\n${at("17:26:42")} ${waits} 1m50s\n` +
        `${at("17:26:52")} attempting to reclaim nodefs\n`,
    );
    expect(stdout).toMatch(/17:24:52 {2}nodefs\.available under 80\S*%, grace period 2m0s runs\n/);
    expect(stdout).toMatch(/17:26:42 {2}nodefs/);
    expect(stdout).toMatch(/17:26:52 {2}⟳ reclaims nodefs\n/);
    expect(stdout).not.toContain("no threshold met");
  });

  // The first form is of kubelets before 1.21, as in many reports of Docker that hangs.
  it.each([
    `eviction manager: pod batch-1_reports(9ea6) failed to evict ${TIMED_OUT}`,
    `"Eviction manager: pod failed to evict" err="${TIMED_OUT}" pod="reports/batch-1"`,
  ])("has an eviction whose containers were not ended: %s", async (failed) => {
    const at = "E0411 04:21:22.097740   22453 eviction_manager.go:571]";
    const log = `${at} eviction manager: attempting to reclaim memory\n${at} ${failed}\n`;
    const [decision] = await decisions(log);
    expect(named(decision?.evictions)).toEqual(["reports/batch-1"]);
    const { stdout } = await replayed(log);
    expect(stdout).toMatch(
      /✖ evicts reports\/batch-1\n +its containers were not stopped: timeout waiting to kill pod\n/,
    );
  });

  // kubernetes/kubernetes#101167 and containerd/cri#443.
  it("counts the eviction manager's lines that it does not understand", async () => {
    const at = "W0411 04:19:22.000250   22453 eviction_manager.go:335] eviction manager:";
    const { said } = await replayed(
      `${at} attempting to reclaim memory\n` +
        `${at} no ranking function for signal allocatableNodeFs.available\n` +
        `${at} error while waiting for memcg events: interrupted system call\n` +
        `${at} pods a_b(c) evicted, waiting for pod to be cleaned up\n`,
    );
    expect(said).toMatch(
      /2 lines of the eviction manager are not understood and left out; the first is line 2: evi/,
    );
  });

  it("quotes a line that it does not understand up to the end of a word", async () => {
    const at = "W0411 04:19:22.000250   22453 eviction_manager.go:335] eviction manager: ";
    const unknown = `no ranking function for signal ${"somewhere ".repeat(12)}`;
    const { said } = await replayed(`${at}attempting to reclaim memory\n${at}${unknown}\n`);
    expect(said).toMatch(/: eviction manager: no ranking [a-z ]+ somewhere… /);
  });

  // Kubelets before 1.21 whose log was filtered: the lines about thresholds have the numbers.
  it("shows what was available where lines about thresholds alone have it", async () => {
    const at = "I0716 11:00:06.665560   19815 helpers.go:786] eviction manager:";
    const said = await firstScreen(
      `${at} thresholds - reclaim not satisfied: threshold [signal=nodefs.available, ` +
        "quantity=3141254678] observed 2632184Ki\n" +
        `${at} attempting to reclaim nodefs\n` +
        `${at} pod web-1_shop(3c1d1a62) is evicted successfully\n`,
    );
    expect(said).toMatch(/nodefs\.available was below 2\.93Gi in the only pass; lowest 2\.51Gi/);
    expect(said).toMatch(/11:00:06 {5}2\.51Gi {2}shop\/web-1/);
    expect(said).toMatch(/Timestamps lack year and zone; assuming \d{4}, the latest year/);
  });

  it("reads a threshold that is in the line about reclaiming", async () => {
    const at = "W0716 11:00:06.665560   19815 eviction_manager.go:331] eviction manager:";
    const said = await firstScreen(
      `${at} attempting to reclaim memory, quantity=100Mi, observed=92Mi\n`,
    );
    expect(said).toMatch(/memory was below 100Mi in the only pass; lowest 92Mi/);
  });

  it("says that no pod could be evicted", async () => {
    const at = "E0716 11:00:06.665560   19815 eviction_manager.go:331] eviction manager:";
    const said = await firstScreen(
      `${at} attempting to reclaim nodefs\n` +
        `${at} eviction thresholds have been met, but no pods are active to evict\n`,
    );
    expect(said).toMatch(
      /^✖ Nodefs was short, and the kubelet had no pod to evict, in the only pass$/m,
    );
  });

  it("says which signal was not observed, and why reclaiming failed", async () => {
    const at = "W0411 04:19:22.000250   22453 eviction_manager.go:335] eviction manager:";
    const { stdout, said } = await replayed(
      `${at} no observation found for eviction signal allocatableNodeFs.available\n` +
        `${at} attempting to reclaim ephemeral-storage\n` +
        `${at} unexpected error when attempting to reduce ephemeral-storage pressure: wanted to ` +
        "free 5 bytes\n",
    );
    expect(said).toMatch(NO_YEAR);
    expect(stdout).toMatch(
      /\? no observation of allocatableNodeFs\.available\n.*⟳ reclaims ephemeral-storage\n +rec/,
    );
    expect(stdout).toContain("reclaiming failed: wanted to free 5 bytes\n");
  });

  it("does not say of a filtered log that nothing was starved", async () => {
    const seen = (time: string) =>
      `I0411 ${time}.000250   22453 helpers.go:819] eviction manager: observations: ` +
      "signal=memory.available, available: 2Gi, capacity: 4Gi, " +
      `time: 2026-04-11 ${time} +0000 UTC m=+5\n`;
    const { stdout } = await replayed(
      `${seen("04:19:22")}${seen("04:19:32")}${seen("04:19:42")}` +
        "I0411 04:19:42.000250   22453 eviction_manager.go:371] eviction manager: no resources " +
        "are starved\n",
    );
    expect(stdout).toMatch(/04:19:22 {2}2 passes whose ends are not in the log until 04:19:32\n/);
    expect(stdout).toMatch(/until 04:19:32\n +lowest: memory\.available 2Gi of 4Gi\n/);
    expect(stdout).toMatch(/04:19:42 {2}1 pass, no resource starved\n/);
  });

  it("has the numbers after reclaim where a cut log has them alone", async () => {
    const at = "I1215 19:22:59.485565   77158 helpers.go:814] eviction manager: ";
    const { stdout } = await replayed(
      `${at}observations after resource reclaim: signal=nodefs.available, available: 3Gi, ` +
        "capacity: 4Gi, time: 2026-12-15 19:22:59.46 +0800 CST m=+78880.8\n",
    );
    expect(stdout).toMatch(/\n +after reclaim: nodefs\.available 3Gi of 4Gi\n/);
    expect(stdout).not.toContain("no observations");
  });

  it("leaves out an observation that is cut within its capacity, and says so", async () => {
    const at = "I1215 19:22:27.124118   77158 helpers.go:814] eviction manager: ";
    const { stdout, said } = await replayed(
      `${at}observations: signal=memory.available, available: 2Gi, capacity: 4Gi\n` +
        `${at}observations: signal=imagefs.inodesFree, available: 104732769, capacity: 1`,
    );
    expect(stdout).not.toContain("imagefs.inodesFree 100");
    expect(said).toMatch(/1 line of the eviction manager is not understood and left out/);
  });

  it("says of a pass that was cut off after its ranking that its end is not known", async () => {
    const { stdout } = await replayed(
      "I0411 04:19:22.000250   22453 eviction_manager.go:335] eviction manager: pods ranked for " +
        "eviction: web-1_shop(aa)\n",
    );
    expect(stdout).toMatch(/1 pass had to evict a pod; the log does not contain the outcome\./);
  });

  it("claims no ranking and no count of evictions where it only says it must evict", async () => {
    const { stdout } = await replayed(
      'I0411 04:19:22.000250   22453 eviction_manager.go:380] "Eviction manager: must evict ' +
        'pod(s) to reclaim" resourceName="memory"\n',
    );
    expect(stdout).toMatch(/1 pass had to evict a pod; the log does not contain the outcome\./);
    expect(stdout).not.toMatch(/ranked pods|0 evictions/);
  });

  const AT = "I0411 04:19:22.000250   22453 eviction_manager.go:335] eviction manager:";
  const AFTER = "observations after resource reclaim: signal=memory.available,";
  const NO_STATS = 'failed to get summary stats: failed to get node info: node "a" not found';

  it.each([
    {
      log: `${AT} ${AFTER} available: 60687100Ki, capacity: 65973468Ki`,
      first: "? 1 pass whose end is not in the log",
      lead: "After reclaim: memory.available 57.9Gi of 62.9Gi.",
    },
    {
      log: `${AT} pods web-1_shop(aa) successfully cleaned up`,
      first: "✖ shop/web-1 was evicted at 04:19:22",
      lead: "The kubelet's lines in this log lack the available amounts and the thresholds.",
    },
    {
      log: `${AT} ${NO_STATS}\n${AT.replace("04:19:22", "04:19:32")} ${NO_STATS}`,
      first: "? The kubelet could not read the node's stats in 2 passes",
      lead: 'A pass without stats evicts no pod: failed to get node info: node "a" not found.',
    },
    {
      log: `${AT} ${NO_STATS.slice(0, NO_STATS.indexOf("failed to get node") + 4)}>`,
      first: "? The kubelet could not read the node's stats in 1 pass",
      lead: "A pass without stats evicts no pod.",
    },
    {
      log:
        `${AT} must evict pod(s) to reclaim ephemeral-storage\n` +
        `${AT} pods ranked for eviction: web-1_shop(aa), db-0_shop(bb)`,
      first: "? 1 pass had to evict a pod; the log does not contain the outcome",
      lead: "The node was low on ephemeral-storage. Ranked: shop/web-1, shop/db-0.",
    },
    {
      log:
        `${AT} pods ranked for eviction: web-1_shop(aa), db-0_shop(bb), db-1_shop(cc)\n` +
        `${AT} pod web-1_shop(aa) is evicted successfully`,
      first: "✖ shop/web-1 was evicted at 04:19:22",
      lead: "Ranked after it: shop/db-0, shop/db-1.",
    },
    {
      log: `${AT} no observation found for eviction signal nodefs.inodesFree`,
      first: "? 1 pass whose end is not in the log",
      lead: "The kubelet had no observation of nodefs.inodesFree.",
    },
    {
      log:
        `${AT} failed to construct signal: "allocatableMemory.available" error: system container ` +
        '"pods" not found\nin metrics',
      first: "? 1 pass whose end is not in the log",
      lead:
        "The kubelet could not observe allocatableMemory.available: system container " +
        '"pods" not found in metrics.',
    },
  ])("answers with what a part of a pass shows: $first", async ({ log, first, lead }) => {
    const screen = (await firstScreen(`${log}\n`)).replace(/\s+/g, " ");
    expect(screen.startsWith(first), screen).toBe(true);
    expect(screen).toContain(lead);
  });

  const K3S = "Jun 17 16:18:42 node-1 k3s[3814]: ";
  const RANKED_ONE =
    `${K3S}I0617 16:18:42.212966    3814 eviction_manager.go:410] "Eviction manager: pods ` +
    'ranked for eviction" pods=["flux/kustomize-1","kube-system/coredns-1"]\n';
  const refused = (pod: string) =>
    `${K3S}E0617 16:18:42.213132    3814 eviction_manager.go:616] "Eviction manager: cannot ` +
    `evict a critical pod" pod="${pod}"\n`;

  it("names pods that were refused, and the program that runs the kubelet", async () => {
    const { stdout } = await replayed(RANKED_ONE + refused("flux/kustomize-1"));
    expect(stdout).toContain("1 pass had to evict a pod; the log does not contain the outcome");
    expect(stdout).toContain("flux/kustomize-1 is critical, so the kubelet did not evict it.");
    expect(stdout).toContain("journalctl -t k3s -S -2h | plimsoll");
  });

  it("knows that no pod was left where each of the ranking was refused", async () => {
    const log = RANKED_ONE + refused("flux/kustomize-1") + refused("kube-system/coredns-1");
    const { stdout } = await replayed(log);
    expect(stdout).toContain("the kubelet had no pod to evict, in the only pass");
    expect(stdout).not.toContain("does not contain the outcome");
  });

  it("takes the message of an eviction from a text among the lines", async () => {
    const { stdout } = await replayed(
      "cart-1\t\tEvicted\t\tThe node was low on resource: ephemeral-storage. Threshold " +
        "quantity: 30Gi, available: 24094024Ki. Container cart was using 2456Ki, request is 0, " +
        "has larger consumption of ephemeral-storage. \n" +
        'I0528 16:05:54.802914    3814 eviction_manager.go:627] "Eviction manager: pod is ' +
        'evicted successfully" pod="shop/cart-1"\n',
    );
    expect(stdout).toContain(
      "The node was low on ephemeral-storage: 23Gi were available; the threshold is 30Gi.",
    );
    expect(stdout).not.toContain("that are not in this log");
  });

  it("takes year and zone from a line of the container runtime", async () => {
    const { stdout, said } = await replayed(
      'May 29 15:30:02 node-1 crio[23]: time="2025-05-29T15:30:02.526033867+08:00" level=info\n' +
        "May 29 15:30:03 node-1 kubelet[18]: I0529 15:30:03.406317  18 eviction_manager.go:458] " +
        '"Eviction manager: pods successfully cleaned up" pods=["shop/cart-1"]\n',
    );
    expect(stdout).toContain("2025-05-29");
    expect(stdout).toContain("07:30:03");
    expect(said).not.toMatch(/assuming/);
  });

  it("takes the nearest release for a kubelet that is too old to be followed", async () => {
    const at = "I0411 04:19:22.000250   22453";
    const { stdout, said, exitCode } = await replayed(
      `${at} server.go:417] Version: v1.14.3\n` +
        `${at} container_manager_linux.go:248] Creating Container Manager object based on Node ` +
        "Config: {RuntimeCgroupsName: SystemCgroupsName:}\n" +
        `${at} eviction_manager.go:335] eviction manager: attempting to reclaim memory\n`,
    );
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/⟳ reclaims memory\n/);
    expect(said).toMatch(/The kubelet is 1\.14; the nearest supported release, 1\.20, is followed/);
  });

  it("counts entries of a ranking that it cannot read", async () => {
    const { stdout } = await replayed(
      "I0411 04:19:22.000250   22453 eviction_manager.go:335] eviction manager: pods ranked for " +
        "eviction: web-1_shop(aa), web-2_shop(b\n",
    );
    expect(stdout).toMatch(/ranked: shop\/web-1; 1 entry is not a pod's name, or cut\n/);
  });

  it("lets no color of a log reach the terminal", async () => {
    const { stdout } = await replayed(
      'I0411 04:19:22.000250   22453 eviction_manager.go:627] "Eviction manager: pod is evicted ' +
        'successfully" pod="n/p\\u001b[31mx"\n',
    );
    expect(stdout).toContain("evicts n/p\ufffd[31mx");
    expect(stdout).not.toContain("\u001b");
  });

  it("has the date before the lines of another day", async () => {
    const line = (day: string, second = "01.1") =>
      `W${day} 03:00:${second}00000     812 eviction_manager.go:344] ` +
      "eviction manager: attempting to reclaim memory\n";
    const { stdout } = await replayed(
      line("1120") + line("1121") + line("1121", "01.2") + line("1123"),
    );
    const lines = stdout.split("\n").filter((each) => /^ {2}\d\d.*[⟳U]/.test(each));
    expect(lines.map((each) => each.slice(6, 21))).toEqual([
      ...["0:01  ⟳ reclaim", "-11-21 UTC", "0:01  ⟳ reclaim", "0:01  ⟳ reclaim"],
      ...["-11-23 UTC", "0:01  ⟳ reclaim"],
    ]);
  });

  it("compares nothing while the log has named no threshold", async () => {
    const quiet = log().slice(0, log().indexOf("threshold observed resource"));
    const decided = await decisions(quiet);
    expect(decided.length).toBeGreaterThan(1);
    expect(decided.every(({ agrees }) => agrees === null)).toBe(true);
    const { stdout } = await replayed(quiet);
    expect(stdout).toMatch(/cannot be compared: no threshold that the log has named by then/);
    expect(stdout).not.toContain("agree in");
  });

  it("does not say that the policy evicts no pod in a pass that is not compared", async () => {
    const lines = log()
      .split("\n")
      .filter((line) => /evict/i.test(line));
    const filtered = lines.filter((line) => !/threshold/.test(line)).join("\n");
    const path = join(directory, "filtered.log");
    writeFileSync(path, filtered);
    const { stdout } = await commandLine(["replay", "--journal", path], {});
    expect(stdout).toMatch(/^✖ \d+ pods were evicted /);
    expect(stdout).not.toContain("evicts no pod");
    expect((await decisions(filtered)).every(({ agrees }) => agrees === null)).toBe(true);
  });

  it("takes the zone from an observation, and compares nothing where one is left out", async () => {
    const at = "I1215 19:22:59.485628   77158 helpers.go:814] eviction manager:";
    const log =
      `${at} observations: signal=imagefs.available, available: 143150240Ki, capacity: ` +
      "204700Mi, time: 2021-12-15 19:22:59.462702674 +0800 CST m=+78880.835736331\n" +
      `${at} no resources are starved\n`;
    const [decision] = await decisions(log, "--kubelet-version", "1.20");
    expect(decision?.time).toBe("2021-12-15T11:22:59.485628Z");
    expect(decision?.agrees).toBeNull();
  });

  // The numbers of a recorded kubelet 1.20.2: after a reclaim it asked for the threshold alone.
  it("of the sentences of 1.20 is followed by the rules of 1.20, and says so", async () => {
    const at = (second: number) => `I1120 18:49:${second}.399395     140 helpers.go:814] `;
    const says = "eviction manager: ";
    const observed = (second: number, list: string, available: string) =>
      ["nodefs", "imagefs"].map(
        (name) =>
          `${at(second)}${says}${list}: signal=${name}.available, available: ${available}, ` +
          `capacity: 1776088Ki, time: 2026-11-20 18:49:${second}.1 +0000 UTC\n`,
      );
    const holds = `${says}node conditions - transition period not met: [DiskPressure]\n`;
    const reclaims = `${says}attempting to reclaim ephemeral-storage\n`;
    const log = [
      `${at(10)}${says}synchronize housekeeping\n`,
      ...observed(10, "observations", "457000Ki"),
      `${at(10)}${says}thresholds - ignoring grace period: threshold `,
      "[signal=nodefs.available, quantity=500Mi] observed 457000Ki\n",
      `${at(10)}${holds}${at(10)}${reclaims}`,
      `${at(11)}${says}must evict pod(s) to reclaim ephemeral-storage\n`,
      `${at(11)}${says}pods ranked for eviction: a_b(c)\n`,
      `${at(12)}${says}pod a_b(c) is evicted successfully\n`,
      `${at(12)}${says}pods a_b(c) successfully cleaned up\n`,
      `${at(16)}${says}synchronize housekeeping\n`,
      ...observed(16, "observations", "548228Ki"),
      `${at(16)}${says}thresholds - reclaim not satisfied: threshold `,
      "[signal=nodefs.available, quantity=500Mi] observed 548228Ki\n",
      `${at(16)}${holds}${at(16)}${reclaims}`,
      ...observed(18, "observations after resource reclaim", "543884Ki"),
      `${at(18)}${says}able to reduce ephemeral-storage pressure without evicting pods.\n`,
    ].join("");
    const words = ["--eviction-hard", "nodefs.available<500Mi"].concat([
      ...["--eviction-minimum-reclaim", "nodefs.available=40Mi", "--output", "ndjson"],
      ...["--eviction-pressure-transition-period", "1s"],
    ]);
    const own = await replayed(log, ...words);
    expect(own.said).toMatch(/the format is that of kubelets up to 1\.20; assuming 1\.20/i);
    const agree = (ended: string) =>
      ended
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).agrees);
    expect(agree(own.stdout)[1]).toBe(true);
    const newer = await replayed(log, ...words, "--kubelet-version", "1.36");
    expect(newer.said).not.toMatch(/assuming 1\.20/i);
    expect(agree(newer.stdout)[1]).toBe(false);
  });

  it.each([
    [
      'event.go:291] "Event occurred" object="shop/scratch-0" kind="Pod" apiVersion="v1" ' +
        'type="Warning" reason="Evicted" message="Usage of EmptyDir volume \\"data\\" exceeds ' +
        'the limit \\"30Mi\\". "',
      "before",
    ],
    [
      'event.go:255] Event(v1.ObjectReference{Kind:"Pod", Namespace:"shop", Name:"scratch-0", ' +
        "UID:\"u1\", APIVersion:\"v1\"}): type: 'Warning' reason: 'Evicted' Usage of EmptyDir " +
        'volume "data" exceeds the limit "30Mi". ',
      "after",
    ],
  ])("has the message of an eviction from its event: %s", async (event, place) => {
    const at = "I1120 18:47:31.969263     140 ";
    const evicted =
      `${at}eviction_manager.go:589] eviction manager: pod scratch-0_shop(u1) is evicted ` +
      "successfully\n";
    const logged = `${at}${event}\n`;
    const { stdout } = await replayed(place === "before" ? logged + evicted : evicted + logged);
    expect(stdout).toMatch(
      /✖ evicts shop\/scratch-0\n +Usage of EmptyDir volume "data" exceeds the limit "30Mi"\.\n/,
    );
    expect(stdout.match(/✖ evicts/g)).toHaveLength(1);
  });

  it.each([
    "Failed to admit pod net-3svfg_kube-system(e5a5d474) - node has conditions: [DiskPressure]",
    '"Failed to admit pod to node" pod="kube-system/net-3svfg" nodeCondition=["DiskPressure"]',
  ])("says which pod was rejected, and for what: %s", async (sentence) => {
    const at = "W1016 09:54:14.823152   12844 eviction_manager.go:142] ";
    const { stdout } = await replayed(
      `${at}eviction manager: attempting to reclaim nodefs\n${at}${sentence}\n`,
    );
    expect(stdout).toMatch(/· rejected: kube-system\/net-3svfg, as the node has DiskPressure\n/);
  });

  it("says a condition of the node once, and no event that says what the pass does", async () => {
    const at = "I1120 18:48:13.018213     140 ";
    const event = (reason: string, message: string) =>
      `${at}event.go:291] "Event occurred" object="kguest" kind="Node" type="Normal" ` +
      `reason="${reason}" message="${message}"\n`;
    const has = event("NodeHasDiskPressure", "Node kguest status is now: NodeHasDiskPressure");
    const met = event("EvictionThresholdMet", "Attempting to reclaim nodefs");
    const reclaims = `${at}e.go:331] eviction manager: attempting to reclaim nodefs\n`;
    const { stdout } = await replayed(reclaims + met + has + has);
    expect(stdout.match(/(?<= ) · .*/g)).toEqual([" · node condition: NodeHasDiskPressure"]);
  });

  it("says of a pass that the log cuts off that it cannot be compared", async () => {
    const cut = log().slice(0, log().lastIndexOf("no resources are starved"));
    const decided = await decisions(cut);
    expect(decided.at(-1)?.agrees).toBeNull();
    expect(decided.at(-2)?.agrees).toBe(true);
  });
});

describe("replay --journal", () => {
  it.each([
    ["hello\n", /its only line is not from a kubelet's eviction manager; give the kubelet's log/],
    ["", /none of 0 lines is from/],
    [
      "W0317 12:44:49.953485    2278 eviction_manager.go:159] Failed to admit pod a_b(c) - node " +
        "has conditions: [DiskPressure]\n",
      /: this is a document with eviction messages, not a kubelet's log; explain them with /,
    ],
    [
      "W0317 12:44:49.953485    2278 kubelet.go:159] soft memory eviction threshold crossed\n",
      /: memory notification: .* \(1 related line found\); its only/,
    ],
    [new Uint8Array(5000).fill(255), /its only line is not/],
    ["x".repeat(3_000_000), /1 line of more than 1 MiB left out/],
  ])("refuses another text in one sentence", async (log, sentence) => {
    const { stdout, stderr, exitCode } = await replayed(log);
    expect(stdout).toBe("");
    expect(exitCode).toBe(Input);
    expect(stderr).toMatch(sentence);
  });

  it.each([
    [
      1,
      "! The kubelet reclaimed enough ephemeral-storage without an eviction",
      "Available amounts,",
    ],
    [
      2,
      "? The kubelet reclaimed enough ephemeral-storage without an eviction in 1 of 2 passes",
      "How 1 of 2 passes ended, available amounts,",
    ],
  ])("says what sufficed in the first of %i passes", async (passes, title, unknown) => {
    const line = (second: number, text: string) =>
      `W1225 13:16:${second}.939242     794 eviction_manager.go:344] eviction manager: ${text}\n`;
    const reclaiming = "attempting to reclaim ephemeral-storage";
    const reduced = "able to reduce ephemeral-storage pressure without evicting pods.";
    const first = line(17, reclaiming) + line(18, reduced);
    const stdout = await firstScreen(passes === 1 ? first : first + line(28, reclaiming));
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(`${title} kubelet.log`);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(`Unknown ${unknown}`);
  });

  it("says that an amount which no machine can lack is wrong", async () => {
    const line = (text: string) =>
      `I0913 15:20:47.000000    1 helpers.go:754] eviction manager: ${text}\n`;
    const log = (available: string) =>
      line(
        "thresholds - ignoring grace period: threshold [signal=memory.available, " +
          `quantity=100Mi] observed ${available}`,
      );
    const wrong = "which no machine can lack: the kubelet's own statistic is wrong";
    const [broken, real] = [log("-2097758044639028Ki"), log("-204800Ki")];
    expect((await firstScreen(broken)).replaceAll(/\s+/g, " ")).toContain(wrong);
    expect((await firstScreen(real)).replaceAll(/\s+/g, " ")).not.toContain(wrong);
  });

  it("goes through any order of any lines", async () => {
    const lines = logOf(runOf("disk-nodefs").passes, "klog of 1.35").trimEnd().split("\n");
    let state = 20261122;
    const shuffled = [...lines, ...lines].map((line) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return { line: state % 7 === 0 ? line.slice(0, state % line.length) : line, key: state };
    });
    const text = shuffled
      .sort((a, b) => a.key - b.key)
      .map(({ line }) => line)
      .join("\n");
    const { exitCode, stdout } = await replayed(text);
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/In all/);
  });
});
