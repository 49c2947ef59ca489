import { describe, expect, it } from "vitest";
import { LogClock } from "../../../../analysis/read/journal/clock.ts";
import type { LoggedPass } from "../../../../analysis/read/journal/pass.ts";
import { PassReader } from "../../../../analysis/read/journal/passes.ts";
import { podText } from "../../../../analysis/text/podText.ts";

const NOW = BigInt(Date.UTC(2026, 11, 31)) * 1_000_000n;

function passesOf(lines: readonly string[]): LoggedPass[] {
  const reader = new PassReader(new LogClock(NOW));
  const items = lines.flatMap((line, index) => reader.take(line, index + 1));
  return [...items, ...reader.end()].flatMap((item) => (item.kind === "pass" ? [item.pass] : []));
}

const klog = (time: string, rest: string) =>
  `I1126 ${time}.100000       1 eviction_manager.go:256] "Eviction manager: ${rest}`;
const observed = (time: string, signal: string, log = "observations") =>
  klog(time, `" log="${log}" signal="${signal}" available="1Gi" capacity="4Gi"`);
const crossed = (time: string, log: string) =>
  klog(
    time,
    `threshold observed resource" log="${log}" signal="memory.available" quantity="100Mi"`,
  );
const MET = "thresholds - ignoring grace period";
const reclaiming = (time: string) => klog(time, 'attempting to reclaim" resourceName="memory"');
const failed = (time: string) =>
  klog(time, 'unexpected error when attempting to reduce resource pressure" err="none freed"');
const unobserved = (time: string) =>
  klog(time, 'no observation found for eviction signal" signal="memory.available"');
const unconstructed = (time: string) =>
  klog(time, 'failed to construct signal" err="none" signal="memory.available"');
const must = (time: string) => klog(time, 'must evict pod(s) to reclaim" resourceName="memory"');
const ranked = (time: string) => klog(time, 'pods ranked for eviction" pods=["a/one","a/two"]');
const evicted = (time: string, pod: string) =>
  klog(time, `pod is evicted successfully" pod="a/${pod}"`);
const cleaned = (time: string) => klog(time, 'pods successfully cleaned up" pods=["a/one"]');

describe("the lines of a filtered log", () => {
  it.each([
    ["an eviction hours after another", [evicted("02:00:00", "one"), evicted("05:00:00", "two")]],
    [
      "a signal that was observed",
      [observed("10:00:00", "memory.available"), observed("10:00:10", "memory.available")],
    ],
    ["a ranking after a ranking", [ranked("10:00:00"), ranked("10:00:01")]],
    ["a need to evict after another", [must("10:00:00"), must("10:00:01")]],
    ["what is attempted after what is done", [must("10:00:00"), reclaiming("10:00:01")]],
    [
      "a threshold that is met after one that was",
      [crossed("10:00:00", MET), crossed("10:00:01", MET)],
    ],
    [
      "an observation after a threshold",
      [crossed("10:00:00", MET), observed("10:00:00", "pid.available")],
    ],
    [
      "a ranking long after an observation",
      [observed("10:00:00", "memory.available"), ranked("10:00:40")],
    ],
    [
      "what reclaiming came to, an hour after it began",
      [reclaiming("04:19:22"), failed("05:09:22")],
    ],
    ["a signal that was not observed", [unobserved("10:00:00"), unobserved("10:00:01")]],
    [
      "a signal that could not be constructed",
      [unconstructed("10:00:00"), unconstructed("10:00:01")],
    ],
    [
      "anything after what ended it",
      [klog("10:00:00", 'no resources are starved"'), evicted("10:00:00", "one")],
    ],
  ])("are two passes where one begins: %s", (_, lines) => {
    expect(passesOf(lines).map(({ line }) => line)).toEqual([1, 2]);
  });

  it.each([
    [
      "a signal that could not be constructed, and so was not observed",
      [unconstructed("10:00:00"), unobserved("10:00:00")],
    ],
    [
      "a signal that could not be constructed after reclaim either",
      [unconstructed("10:00:00"), reclaiming("10:00:00"), unconstructed("10:00:01")],
    ],
    [
      "signals that follow each other",
      [observed("10:00:00", "memory.available"), observed("10:00:00", "nodefs.available")],
    ],
    [
      "node-level reclaim that takes minutes",
      [reclaiming("10:00:00"), must("10:03:00"), ranked("10:03:00")],
    ],
    [
      "numbers after it",
      [
        observed("10:00:00", "nodefs.available"),
        reclaiming("10:00:00"),
        observed("10:02:00", "nodefs.available", "observations after resource reclaim"),
      ],
    ],
    [
      "a pod that ends in its grace period",
      [must("10:00:00"), ranked("10:00:00"), evicted("10:00:45", "one")],
    ],
    ["pods that are waited for", [evicted("10:00:00", "one"), cleaned("10:00:30")]],
    [
      "several pods over limits of their own",
      [evicted("10:00:00", "one"), evicted("10:00:02", "two")],
    ],
  ])("are one pass: %s", (_, lines) => {
    expect(passesOf(lines)).toHaveLength(1);
  });
});

describe("lines that were not kept as the kubelet wrote them", () => {
  const RECLAIM = 'must evict pod(s) to reclaim" resourceName="memory"';
  it.each([
    ["without klog's header", `eviction_manager.go:392 "${RECLAIM}`],
    ["from the file's name on", `eviction_manager.go:392] "Eviction manager: ${RECLAIM}`],
    ["without anything before it", `"Eviction manager: ${RECLAIM}`],
    ["as the sentence of an old release", "eviction manager: must evict pod(s) to reclaim memory"],
    ["between back quotes", `\`${must("10:00:00")}\``],
    ["behind a bare time", `20:58:12 eviction_manager.go:392 "${RECLAIM}`],
    ["behind an ellipsis", `... eviction_manager.go:392] "Eviction manager: ${RECLAIM}`],
    [
      "without a time",
      `kubelet[27516]: W0216 eviction_manager.go:329] "Eviction manager: ${RECLAIM}`,
    ],
    ["behind another program's time", `7/29/2026 11:23:35 PM${must("10:00:00")}`],
    ["with escaped quotes", must("10:00:00").replaceAll('"', '\\"')],
    ["quoted in a mail", `> > ${must("10:00:00")}`],
    [
      "in the frame of k0s",
      `time="2026-11-26 10:00:00" level=info msg=${JSON.stringify(must("10:00:00"))} ` +
        "component=kubelet stream=stderr",
    ],
  ])("are read: %s", (_, line) => {
    expect(passesOf([line])).toMatchObject([{ reclaiming: "memory", mustEvict: true }]);
  });

  it("are not taken from others that speak of an eviction manager", () => {
    expect(passesOf(["the eviction manager: must evict pod(s) to reclaim memory"])).toEqual([]);
    expect(passesOf(['level=info msg="eviction manager: attempting to reclaim x"'])).toEqual([]);
  });
});

describe("what a pass says", () => {
  it.each([
    ["within a name", '"a/one","a/two","a/thr'],
    ["within a name without quotes", "a/one a/two a/thr"],
    ["after a name", '"a/one","a/two"'],
    ["after a comma", '"a/one","a/two",'],
  ])("counts what is missing from a ranking whose line was cut %s", (_, pods) => {
    const line = klog("02:00:00", `pods ranked for eviction" pods=[${pods}`);
    const [pass] = passesOf([must("02:00:00"), line]);
    expect(pass?.ranked?.map(podText)).toEqual(["a/one", "a/two"]);
    expect(pass?.rankedUnread).toBe(1);
  });

  it("counts entries of a ranking that are cut, or that are not a pod's name", () => {
    const list =
      "kube-proxy-[node IP]_kube-system(dc6b), config-88_ec-prod(aa), web-1_shop(bb), web-2_sho";
    const [pass] = passesOf([
      "I1126 10:00:00.000000 1 eviction_manager.go:380] eviction manager: " +
        `pods ranked for eviction: ${list}`,
    ]);
    // Without the first, the second would be number 1 in the log.
    const names = ["kube-system/kube-proxy-[node IP]", "ec-prod/config-88", "shop/web-1"];
    expect(pass?.ranked?.map(podText)).toEqual(names);
    expect(pass?.rankedUnread).toBe(1);
  });

  it("reads no more of a ranking than any node has", () => {
    const list = Array.from({ length: 10_003 }, (_, place) => `web-${place}_shop(bb)`).join(", ");
    const [pass] = passesOf([
      `I1126 10:00:00.000000 1 e.go:380] eviction manager: pods ranked for eviction: ${list}`,
    ]);
    expect([pass?.ranked?.length, pass?.rankedUnread]).toEqual([10_000, 3]);
  });

  it("has a ranking that is written as one text", () => {
    const [pass] = passesOf([
      klog("10:00:00", 'pods ranked for eviction" pods="[default/nginx kube-system/dns]"'),
    ]);
    expect(pass?.ranked?.map(podText)).toEqual(["default/nginx", "kube-system/dns"]);
    expect(pass?.rankedUnread).toBe(0);
  });

  it.each([
    klog(
      "10:00:00",
      'threshold observed resource" log="thresholds - ignoring grace period" ' +
        'signal="nodefs.available" quantity="150250452481" available="141453632Ki"',
    ),
    "I1126 10:00:00.000000 1 helpers.go:834] eviction manager: thresholds - ignoring grace " +
      "period: threshold [signal=nodefs.available, quantity=150250452481] observed 141453632Ki",
  ])("has what was observed next to a threshold: %s", (line) => {
    const met = [{ signal: "nodefs.available", quantity: "150250452481", observed: "141453632Ki" }];
    expect(passesOf([line])).toMatchObject([{ met }]);
  });

  it("has the eviction that its event alone says", () => {
    const event =
      'I1126 10:00:01.000000 1 event.go:217] Event(v1.ObjectReference{Kind:"Pod", Namespace:"a", ' +
      "Name:\"one\", UID:\"u\"}): type: 'Warning' reason: 'Evicted' The node was low on it";
    const passes = passesOf([ranked("10:00:00"), event]);
    expect(passes).toMatchObject([{ evicted: [{ namespace: "a", name: "one" }] }]);
  });

  it.each([
    ['no observation found for eviction signal" signal="nodefs.available"'],
    ["no observation found for eviction signal nodefs.available"],
  ])("has the signals that were not observed: %s", (rest) => {
    const line = rest.includes('"')
      ? klog("10:00:00", rest)
      : `I1126 10:00:00.000000 1 helpers.go:820] eviction manager: ${rest}`;
    expect(passesOf([line])).toMatchObject([{ unobserved: ["nodefs.available"] }]);
  });

  it.each([
    'unexpected error when attempting to reduce resource pressure" ' +
      'resourceName="ephemeral-storage" err="no GC"',
    "unexpected error when attempting to reduce ephemeral-storage pressure: no GC",
  ])("has why node-level reclaim failed: %s", (rest) => {
    const line = rest.includes('"')
      ? klog("10:00:00", rest)
      : `I1126 10:00:00.000000 1 eviction_manager.go:500] eviction manager: ${rest}`;
    expect(passesOf([line])).toMatchObject([
      { reclaiming: "ephemeral-storage", reclaimFailure: "no GC" },
    ]);
  });
});

describe("hostile lines", () => {
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const member = (value: string) =>
    `{"ts":1768471200000,"msg":"Eviction manager: synchronize housekeeping","x":${value}}`;
  it.each([
    ["a million quotes before its end", `eviction manager: ${"`".repeat(2 ** 20)}x`],
    ["a million quotes", "`".repeat(2 ** 20)],
    ["lists in lists", member(deep(100_000))],
    ["objects in objects", member(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)],
  ])("are read without a stack or a time that ends: %s", (_, line) => {
    expect(passesOf([line]).length).toBeLessThanOrEqual(1);
  });

  it("have no time where it is beyond what nanoseconds hold", () => {
    const passes = passesOf([
      "__REALTIME_TIMESTAMP=9999999999999999999",
      'eviction_manager.go:10] "Eviction manager: must evict pod(s) to reclaim" resourceName="a"',
    ]);
    expect(passes).toMatchObject([{ time: null }]);
  });

  it("are of one pass where its lists are long, in a time that grows with them", () => {
    const lines = Array.from({ length: 30_000 }, (_, index) =>
      klog(
        "10:00:00",
        'threshold observed resource" log="thresholds - ignoring grace period" ' +
          `signal="s${index}" quantity="1Gi"`,
      ),
    );
    expect(passesOf(lines)).toHaveLength(1);
  });
});

describe("a log that was pasted twice", () => {
  it("has each pass once", () => {
    const lines = [must("10:00:00"), ranked("10:00:01"), evicted("10:00:02", "one")];
    const passes = passesOf([...lines, ...lines]);
    expect(passes.map((pass) => pass.evicted.map(podText))).toEqual([["a/one"]]);
  });

  it("and one of which each line is folded is read like the log itself", () => {
    const lines = [must("10:00:00"), ranked("10:00:01"), evicted("10:00:02", "one")];
    const folded = lines.flatMap((line) => line.match(/.{1,80}/g) ?? []);
    const outcomeOf = ({ ranked, evicted }: LoggedPass) => ({ ranked, evicted });
    expect(passesOf(folded).map(outcomeOf)).toEqual(passesOf(lines).map(outcomeOf));
  });
});

describe("the manager's own words about images, up to 1.6", () => {
  it("are a pass that reclaims", () => {
    const line = "Apr 26 08:59:27 n kubelet-wrapper[1]: I0426 08:59:27.4     1 helpers.go:996] ";
    const [pass] = passesOf([`${line}eviction manager: attempting to delete unused images`]);
    expect(pass?.reclaiming).toBe("disk");
  });
});

describe("a line that is cut after its first words", () => {
  it("says that a pod had to be evicted", () => {
    const [pass] = passesOf([
      reclaiming("10:00:00"),
      klog("10:00:00", "must evict pod(s) to recla"),
    ]);
    expect(pass?.mustEvict).toBe(true);
  });
});

describe("what the kernel says near a pass", () => {
  const KERNEL = "Nov 26 10:00:00 node-1 kernel: [ 8523.347168] ";
  const asked = `${KERNEL}java invoked oom-killer: gfp_mask=0x1100cca, order=0, oom_score_adj=1000`;
  const chosen = `${KERNEL}oom-kill:constraint=CONSTRAINT_MEMCG,task=java,pid=42,uid=0`;
  const ended = `${KERNEL}Memory cgroup out of memory: Killed process 42 (java) total-vm:9kB`;
  const quoted = `Nov 26 10:00:00 node-1 npd[3]: I1126 10:00:00.884452    3 a.go:160] ${ended}`;

  it.each([
    ["a kill in four lines", [asked, chosen, ended, quoted], ["the kernel killed java (pid 42)"]],
    ["the summary alone", [chosen], ["the kernel killed java (pid 42)"]],
    ["who asked for memory, alone", [asked], ["java invoked the OOM killer"]],
    ["no sentence about it", ["- https://example.org: killed by ‘oom-killer’ [OUT-OF-MEMORY]"], []],
  ])("is said once: %s", (_, lines, texts) => {
    const [pass] = passesOf([...lines, evicted("10:00:01", "one")]);
    expect(pass?.nearby.map(({ text }) => text)).toEqual(texts);
  });
});

describe("lines that a person shortened and folded by hand", () => {
  it("are read with what syslog says and what the indented lines add", () => {
    const head = (time: string, line: number) =>
      `Apr 28 ${time} k3master k3s: eviction_manager.go:${line}`;
    const lines = [
      head("11:00:04", 376),
      '  "Eviction manager: attempting to reclaim" resourceName="ephemeral-storage"',
      "",
      head("11:00:05", 405),
      '  "pods ranked for eviction" pods=[',
      '    "shop/cart-745c868597-qd6h2",',
      '    "default/loki-0"',
      "  ]",
      "",
      head("11:00:07", 629),
      '  "pod is evicted successfully" pod="shop/cart-745c868597-qd6h2"',
    ];
    const [pass, ...others] = passesOf(lines);
    expect(others).toEqual([]);
    expect(pass?.time).toBe(BigInt(Date.UTC(2026, 3, 28, 11, 0, 4)) * 1_000_000n);
    expect(pass?.ranked?.map(podText)).toEqual(["shop/cart-745c868597-qd6h2", "default/loki-0"]);
    expect(pass?.evicted.map(podText)).toEqual(["shop/cart-745c868597-qd6h2"]);
    const at = BigInt(Date.UTC(2026, 3, 28, 11, 0, 7)) * 1_000_000n;
    expect(pass?.evicted.map(({ time }) => time)).toEqual([at]);
  });
});
