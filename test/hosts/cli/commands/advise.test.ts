import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { exportedText } from "../../../prometheus/exported.ts";
import { seriesOfText } from "../../../prometheus/openMetricsText.ts";
import { type AdvisedNode, advisedCapture, MIB } from "../advisedNode.ts";
import { type ClusterStandIn, GIBIBYTE, MEBIBYTE, startCluster, TOKEN } from "../clusterStandIn.ts";
import { commandLine } from "../commandLine.ts";
import { type QueryServer, queryServer } from "../queryServer.ts";

const ROOT = new URL("../../../../", import.meta.url);
const directory = mkdtempSync(join(tmpdir(), "plimsoll-advise-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let made = 0;
const captureOf = (node: AdvisedNode) =>
  advisedCapture(join(directory, `night-${++made}.plimsoll.ndjson`), node);

const schema = JSON.parse(readFileSync(new URL("schemas/advice-1.schema.json", ROOT), "utf8"));
const isAdvice = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

async function advise(...words: string[]) {
  const { stdout, stderr, exitCode } = await commandLine(["advise", ...words, "--output", "json"]);
  expect(stderr).toBe("");
  expect(exitCode).toBe(ExitCode.Ok);
  const advice = JSON.parse(stdout);
  expect(isAdvice(advice), JSON.stringify(isAdvice.errors)).toBe(true);
  return { ...advice, remedies: settingsOf(advice.remedies) };
}

interface Remedy {
  readonly changes: readonly { readonly member: string; readonly to: string }[];
}

/** Each remedy with the member that it sets, and what is set with it. */
function settingsOf(remedies: readonly Remedy[]) {
  return remedies.map(({ changes: [own, ...others], ...shown }) => {
    const further = others.map(({ member, to }) => ({ member, to }));
    return { member: "", from: null, ...own, ...shown, further };
  });
}

const memoryOf = (bytes: number) => `"usageBytes":${bytes},"workingSetBytes":${bytes}`;
const reserved = { kubeReserved: { memory: "512Mi" }, systemReserved: { memory: "512Mi" } };
const minutes = (count: number, of: number) => Array.from({ length: count * 6 }, () => of);

/** Its memory falls by 500 MiB every 10 s, which the usual threshold of 100Mi cannot see. */
const LEAK: AdvisedNode = {
  config: reserved,
  available: [...minutes(1, 3480), 2980, 2480, 1980, 1480, 980, 480, 20],
  pods: [
    { name: "web", request: "512Mi", use: [400] },
    { name: "leak", request: "4Gi", use: [...minutes(1, 3000), 3500, 4000, 4500, 5000, 5500] },
  ],
};

const QUIET: AdvisedNode = { config: reserved, available: minutes(10, 4000) };

describe("advice on a threshold", () => {
  it("is a higher one where memory falls faster than the kubelet looks", {
    tags: "long",
  }, async () => {
    const { remedies, evidence } = await advise(captureOf(LEAK));
    const memory = evidence.signals.find((each: { signal: string }) =>
      each.signal.startsWith("memory"),
    );
    expect(memory).toMatchObject({ lowest: 20 * MIB, couldReachZero: true });
    expect(memory.fall).toMatchObject({ amount: 500 * MIB, overSeconds: 10 });
    const [change] = remedies;
    // 512Mi is the next round amount above 500 MiB: the pod goes with 480 MiB left, not with 20.
    expect(change).toMatchObject({ member: "evictionHard.memory.available", from: "100Mi" });
    expect(change.to).toBe("512Mi");
    expect(change.reason).toMatch(
      /from just above 100Mi .* zero between two measurements, and the kernel's OOM killer/,
    );
    expect(change.replay).toMatchObject({
      evictionsAvoided: [],
      evictionsAdded: [],
      evictionsMoved: [
        {
          before: { pod: "shop/leak", available: 20 * MIB },
          after: { pod: "shop/leak", available: 480 * MIB },
          secondsEarlier: 10,
        },
      ],
      memoryGivenUpBytes: 412 * MIB,
    });
  });

  it("is none where the same fall ends far above zero", async () => {
    const available = [...minutes(1, 6000), 5500, 5000, 4500, ...minutes(5, 4500)];
    expect((await advise(captureOf({ config: reserved, available }))).remedies).toEqual([]);
  });

  it("is none where one would keep a quarter of the node from its pods", async () => {
    const available = [...minutes(1, 5000), 2500, 10, ...minutes(1, 5000)];
    const { remedies, notAdvised } = await advise(captureOf({ config: reserved, available }));
    expect(remedies).toEqual([]);
    expect(notAdvised).toMatchObject([
      { member: "evictionHard.memory.available", against: expect.stringMatching(/a quarter/) },
    ]);
  });

  it("is none where it would evict a pod that the node did without", async () => {
    const spike = [...minutes(1, 1500), 700];
    const available = [...spike, ...spike, ...spike, ...minutes(1, 1500)];
    const { remedies, notAdvised } = await advise(captureOf({ config: reserved, available }));
    expect(remedies).toEqual([]);
    // It fell by 800 MiB, to 700: the next round amount is 832Mi, under which web would go.
    expect(notAdvised).toMatchObject([
      {
        member: "evictionHard.memory.available",
        to: "832Mi",
        against: expect.stringMatching(
          /^It would evict 1 pod .*, first shop\/web at 2026-11-20T10:01:00Z/,
        ),
      },
    ]);
  });

  it("says that a fall between distant measurements is an average", async () => {
    const node = { ...LEAK, seconds: 30 };
    const { evidence } = await advise(captureOf(node));
    expect(evidence.signals[0].fall).toMatchObject({ overSeconds: 30 });
    expect(evidence.signals[0].fall.amount).toBe(Math.round((500 * MIB) / 3));
    const { stdout } = await commandLine(["advise", captureOf(node), "--all"]);
    expect(stdout).toMatch(/falls are averages and may have\s+been faster/);
  });
});

/** It falls to 1900 MiB slowly, below a hard threshold of 2Gi, and recovers by itself. */
const slope = [2400, 2350, 2300, 2250, 2200, 2150, 2100, 2050, 2000, 1950, 1900];
const HIGH: AdvisedNode = {
  config: { ...reserved, evictionHard: { "memory.available": "2Gi" } },
  available: [...minutes(1, 2400), ...slope, ...slope.toReversed(), ...minutes(1, 2400)],
};

describe("advice on a hard threshold that is higher than falls need", () => {
  it("is a lower one, where the recording has the pod to its end", async () => {
    const { remedies } = await advise(captureOf(HIGH));
    // Twice 50 MiB in 10 s are 100: the next round amount is 128Mi.
    expect(remedies).toMatchObject([
      { member: "evictionHard.memory.available", from: "2Gi", to: "128Mi" },
    ]);
    expect(remedies[0].replay).toMatchObject({
      evictionsAvoided: [{ pod: "shop/web" }],
      evictionsAdded: [],
      memoryGivenUpBytes: -(2048 - 128) * MIB,
    });
  });

  it("is none, where the node's own kubelet evicted the pod", async () => {
    const pods = [
      { name: "web", request: "512Mi", use: [600], goneFrom: 20 },
      { name: "idle", request: "512Mi", use: [400] },
    ];
    const { remedies, notAdvised } = await advise(captureOf({ ...HIGH, pods }));
    expect(remedies).toEqual([]);
    expect(notAdvised).toMatchObject([
      { against: expect.stringMatching(/^This cannot be verified: .* without shop\/web,/) },
    ]);
  });
});

/** Under 1Gi for 50 s, and above by itself; the pod is there to the end. */
const dip = [...Array.from({ length: 5 }, () => 900), ...minutes(3, 1500)];
const DIPS: AdvisedNode = {
  config: {
    ...reserved,
    evictionHard: { "memory.available": "100Mi" },
    evictionSoft: { "memory.available": "1Gi" },
    evictionSoftGracePeriod: { "memory.available": "30s" },
    evictionPressureTransitionPeriod: "30s",
  },
  available: [...minutes(2, 1500), ...dip, ...dip, ...dip],
  pods: [{ name: "cart", request: "512Mi", use: [512] }],
};

describe("advice on a soft threshold", () => {
  it("is a grace period that outlasts what came back by itself", async () => {
    const { remedies } = await advise(captureOf(DIPS));
    const grace = remedies.find((each: { member: string }) => /Grace/.test(each.member));
    expect(grace).toMatchObject({ from: "30s", to: "1m" });
    expect(grace.replay.evictionsAvoided).toMatchObject([{ pod: "shop/cart" }]);
    expect(grace.replay.evictionsAdded).toEqual([]);
  });

  it("is not given where the recording goes on without the pod", async () => {
    const pods = [{ name: "cart", request: "512Mi", use: [512], goneFrom: 20 }];
    const { remedies, notAdvised } = await advise(captureOf({ ...DIPS, pods }));
    expect(remedies.map(({ member }: { member: string }) => member)).not.toContain(
      "evictionSoftGracePeriod.memory.available",
    );
    expect(notAdvised).toContainEqual(
      expect.objectContaining({ against: expect.stringMatching(/continues without shop\/cart/) }),
    );
  });

  it("is a longer transition period where the condition comes and goes", async () => {
    // A condition does not wait for the grace period: nothing is evicted, and it comes and goes.
    const config = { ...DIPS.config, evictionSoftGracePeriod: { "memory.available": "2m" } };
    const { remedies } = await advise(captureOf({ ...DIPS, config }));
    const transition = remedies.find((each: { member: string }) => /Transition/.test(each.member));
    // Three minutes between two dips, of which the condition outlasts 30 s.
    expect(transition).toMatchObject({ from: "30s", to: "5m" });
    expect(transition.replay.conditionsBegun).toEqual({ before: 3, after: 1 });
  });
});

/** It falls by 90 MiB every 10 s, through soft 600Mi and, a minute later, hard 100Mi. */
const SLIDE: AdvisedNode = {
  config: {
    ...reserved,
    evictionHard: { "memory.available": "100Mi" },
    evictionSoft: { "memory.available": "600Mi" },
    evictionSoftGracePeriod: { "memory.available": "1m30s" },
    evictionMaxPodGracePeriod: 60,
  },
  available: Array.from({ length: 22 }, (_, step) => 1980 - 90 * step),
  pods: [{ name: "leak", request: "4Gi", use: [5000] }],
};

describe("advice on a soft threshold that is too low", () => {
  it("is one whose grace period ends before the hard threshold is met", async () => {
    const { remedies } = await advise(captureOf(SLIDE));
    // 110 s before 90 MiB there were 1080: the next round amount is 1088Mi.
    expect(remedies[0]).toMatchObject({
      member: "evictionSoft.memory.available",
      from: "600Mi",
      to: "1088Mi",
      replay: {
        evictionsAdded: [],
        evictionsMoved: [
          {
            before: { pod: "shop/leak", what: "hard memory.available" },
            after: { pod: "shop/leak", what: "soft memory.available" },
          },
        ],
      },
    });
  });
});

describe("advice on a soft threshold where there is none", () => {
  /** From 1980 MiB down by 20 MiB every 10 s: slower than any grace period. */
  const SLOW: AdvisedNode = {
    config: { ...reserved, evictionHard: { "memory.available": "100Mi" } },
    available: [...minutes(1, 1980), ...Array.from({ length: 96 }, (_, step) => 1980 - 20 * step)],
    pods: [{ name: "leak", request: "1Gi", use: [4000] }],
  };
  const member = "evictionSoft.memory.available";

  it("is one that evicts before the hard one does, with time for the pod to end", async () => {
    const { remedies, patch } = await advise(captureOf(SLOW));
    // 110 s before 80 MiB there were 300: the next round amount is 320Mi.
    expect(remedies).toMatchObject([
      {
        member,
        from: null,
        to: "320Mi",
        further: [
          { member: "evictionSoftGracePeriod.memory.available", to: "1m30s" },
          { member: "evictionMaxPodGracePeriod", to: "60" },
        ],
        replay: {
          evictionsAdded: [],
          evictionsMoved: [
            {
              before: { pod: "shop/leak", what: "hard memory.available" },
              after: { pod: "shop/leak", what: "soft memory.available" },
            },
          ],
        },
      },
    ]);
    expect(parse(patch)).toMatchObject({
      evictionSoft: { "memory.available": "320Mi" },
      evictionSoftGracePeriod: { "memory.available": "1m30s" },
      evictionMaxPodGracePeriod: 60,
    });
  });

  it("leaves the time for pods as it is, where there is one", async () => {
    const config = { ...SLOW.config, evictionMaxPodGracePeriod: 30 };
    const { remedies } = await advise(captureOf({ ...SLOW, config }));
    expect(remedies[0].further).toEqual([
      { member: "evictionSoftGracePeriod.memory.available", to: "1m30s" },
    ]);
  });

  it("has a shorter grace period where a longer one needs a quarter of the node", async () => {
    // By 180 MiB every 10 s: 110 s before the end there were 2060 MiB, and 80 s before it 1520.
    const fast = Array.from({ length: 15 }, (_, step) => 2600 - 180 * step);
    const { remedies } = await advise(captureOf({ ...SLOW, available: [...fast, 80, 80] }));
    const soft = remedies.find((each: { member: string }) => each.member === member);
    expect(soft.further[0]).toEqual({
      member: "evictionSoftGracePeriod.memory.available",
      to: "1m",
    });
  });

  it.each<[string, Partial<AdvisedNode>]>([
    ["memory fell to the hard threshold at once", { available: [...minutes(5, 1980), 80] }],
    ["it was never above one", { available: [...minutes(5, 300), 80] }],
    [
      "as low came back by itself, after longer than a grace period",
      {
        available: [
          ...minutes(1, 1980),
          ...minutes(3, 150),
          ...Array.from({ length: 96 }, (_, step) => 1980 - 20 * step),
        ],
      },
    ],
    [
      "nothing was evicted",
      { available: Array.from({ length: 90 }, (_, step) => 1980 - 20 * step) },
    ],
  ])("is none where %s", async (_, node) => {
    const { remedies } = await advise(captureOf({ ...SLOW, ...node }));
    expect(remedies.map((each: { member: string }) => each.member)).not.toContain(member);
  });
});

describe("a longer transition period", () => {
  it("is not given where the node would hardly be without pressure", async () => {
    const apart = [...Array.from({ length: 3 }, () => 900), ...minutes(15, 1500)];
    const config = { ...DIPS.config, evictionSoftGracePeriod: { "memory.available": "2m" } };
    const available = [...minutes(1, 1500), ...apart, ...apart, ...apart, ...apart];
    const { remedies, notAdvised } = await advise(captureOf({ ...DIPS, config, available }));
    expect(remedies).toEqual([]);
    expect(notAdvised).toMatchObject([
      {
        member: "evictionPressureTransitionPeriod",
        against: expect.stringMatching(/^The node would be under pressure for /),
      },
    ]);
  });
});

describe("published reservations", () => {
  it.each([80, 120])("have their formulas below the table, in %i columns", async (columns) => {
    const formula = "25% of 4 GiB, 20% to 8, 10% to 16, 6% to 128, then 2%";
    const { stdout } = await commandLine(["advise", captureOf(QUIET), "--all"], { columns });
    expect(stdout.replace(/\s+/g, " ")).toContain(`GKE, AKS before 1.29 ${formula}`);
    expect(stdout).not.toContain("…");
  });
});

describe("advice on a quiet node", () => {
  it("is that there is nothing to change", async () => {
    const path = captureOf(QUIET);
    const { remedies, requests, notAdvised } = await advise(path);
    expect({ remedies, requests, notAdvised }).toEqual({
      remedies: [],
      requests: [],
      notAdvised: [],
    });
    const { stdout } = await commandLine(["advise", path], { columns: 80 });
    expect(stdout).toMatch(/^✔ Nothing to change\n/);
    expect(stdout).not.toMatch(/The patch/);
    const yaml = (await commandLine(["advise", path, "--output", "yaml"])).stdout;
    expect(yaml).toMatch(/^# Nothing to change: /m);
    expect(parse(yaml)).toEqual({
      apiVersion: "kubelet.config.k8s.io/v1beta1",
      kind: "KubeletConfiguration",
    });
  });
});

describe("advice on requests", () => {
  it("is what the core says would have spared the pod", async () => {
    const pods = [
      { name: "greedy", request: "256Mi", use: [2000] },
      { name: "web", request: "512Mi", use: [600] },
    ];
    const available = [...minutes(1, 200), 90];
    const { requests } = await advise(captureOf({ config: reserved, available, pods }));
    // Over its request by less than web's 88 MiB: it is web that goes.
    expect(requests).toMatchObject([{ pod: "shop/greedy", from: "256Mi", to: "2000Mi" }]);
    expect(requests[0].verified).toMatch(
      /^2026-11-20T10:01:00Z: If shop\/greedy requested at least .* evict shop\/web instead/,
    );
  });

  it("is not verified for a pod that nothing evicts", async () => {
    const pods = [{ name: "greedy", use: [700] }];
    const { requests } = await advise(captureOf({ ...QUIET, pods }));
    expect(requests).toMatchObject([
      { pod: "shop/greedy", from: "0", to: "700Mi", verified: null },
    ]);
  });

  it("names a request that was never half used, and advises nothing on it", async () => {
    const pods = [{ name: "idle", request: "2Gi", use: [300] }];
    const { evidence, requests } = await advise(captureOf({ ...QUIET, pods }));
    expect(evidence.pods).toMatchObject([{ pod: "shop/idle", reading: "far below its request" }]);
    expect(requests).toEqual([]);
  });
});

describe("advice on reservations", () => {
  it.each([
    ["nothing, where they are enough", { kubelet: 100, runtime: 300, misc: 400 }, []],
    [
      "kubeReserved, where kubelet and runtime used more",
      { kubelet: 200, runtime: 350 },
      // 550 MiB, in steps of 64 MiB.
      [["kubeReserved.memory", "512Mi", "576Mi"]],
    ],
    [
      "systemReserved, where the rest used more",
      { kubelet: 100, runtime: 200, misc: 900 },
      // 1200 MiB less the 512 MiB of kubeReserved are 688.
      [["systemReserved.memory", "512Mi", "704Mi"]],
    ],
  ])("is %s", async (_, daemons, expected) => {
    const { remedies } = await advise(captureOf({ ...QUIET, daemons }));
    const members = remedies.map((each: Record<string, string>) => [
      ...[each.member, each.from, each.to],
    ]);
    expect(members).toEqual(expected);
    for (const { verification } of remedies) {
      expect(verification[0]).toMatch(/^Checked only by arithmetic: /);
    }
  });

  it("is what ran outside pods, where the kubelet's cgroup holds more than that", async () => {
    // The node's 4192 MiB less 4000 of pods are 192; the kubelet's cgroup says 1000.
    const daemons = { kubelet: 192 };
    const path = captureOf({ ...QUIET, config: {}, daemons });
    const kubelet = memoryOf(192 * MIB);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(kubelet, memoryOf(1000 * MIB)));
    const { evidence, remedies } = await advise(path);
    expect(evidence.daemons).toMatchObject({ kubernetes: 192 * MIB, holdsOthers: true });
    expect(remedies).toMatchObject([{ member: "kubeReserved.memory", to: "192Mi" }]);
  });

  it("is none for what more than doubled outside pods: it may be a leak", async () => {
    const path = captureOf({ ...QUIET, config: {}, daemons: { kubelet: 1000 } });
    const [header = "", ...records] = readFileSync(path, "utf8").trimEnd().split("\n");
    const grown = records.map((line, index) => {
      const record = JSON.parse(line);
      const { memory, systemContainers } = record.summary.node;
      const pods = systemContainers.find(({ name }: { name: string }) => name === "pods");
      const outside = (index < records.length / 2 ? 100 : 900) * MIB;
      const used = memory.workingSetBytes - outside;
      Object.assign(pods.memory, { usageBytes: used, workingSetBytes: used, rssBytes: used });
      return JSON.stringify(record);
    });
    writeFileSync(path, [header, ...grown].join("\n"));
    const { evidence, remedies, notAdvised } = await advise(path);
    expect(evidence.daemons).toMatchObject({
      outsidePods: 900 * MIB,
      outsidePodsRoseFrom: 100 * MIB,
    });
    expect(remedies).toEqual([]);
    expect(notAdvised).toMatchObject([{ member: "kubeReserved.memory" }]);
    expect(notAdvised[0].reason).toMatch(/^Everything outside pods used up to 900Mi/);
    expect(notAdvised[0].against).toMatch(/rose from 100Mi to 900Mi within the capture/);
    // The first screen says it: no setting helps before that.
    const { said } = await commandLine(["advise", path]);
    expect(said).toMatch(/First find what grew \(systemd-cgtop -m on the node\)/);
  });

  it("says what each of them takes from pods", async () => {
    const daemons = { kubelet: 200, runtime: 350 };
    const { remedies } = await advise(captureOf({ ...QUIET, daemons }));
    expect(remedies[0].replay.memoryGivenUpBytes).toBe(64 * MIB);
  });
});

describe("the patch", () => {
  it("is a configuration that does not wipe the other defaults, with the reasons", async () => {
    const path = captureOf(LEAK);
    const { stdout } = await commandLine(["advise", path, "--output", "yaml"]);
    expect(parse(stdout)).toEqual({
      apiVersion: "kubelet.config.k8s.io/v1beta1",
      kind: "KubeletConfiguration",
      evictionHard: {
        "memory.available": "512Mi",
        "nodefs.available": "10%",
        "nodefs.inodesFree": "5%",
        "imagefs.available": "15%",
        "imagefs.inodesFree": "5%",
      },
    });
    expect(stdout).toMatch(/# evictionHard\.memory\.available: 100Mi -> 512Mi\. memory/);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("gives the same when it is replayed: nothing is left to advise", async () => {
    const path = captureOf({ ...LEAK, config: { ...reserved, evictionHard: HARD } });
    expect((await advise(path)).remedies).toEqual([]);
  });
});

const HARD = { "memory.available": "512Mi", "nodefs.available": "10%" };

describe("several captures", () => {
  it("are one evidence: the lowest and the fastest of all", async () => {
    const { captures, remedies } = await advise(captureOf(QUIET), captureOf(LEAK));
    expect(captures).toHaveLength(2);
    expect(remedies).toMatchObject([{ member: "evictionHard.memory.available", to: "512Mi" }]);
  });

  it("are each replayed, whatever their order", { tags: "long" }, async () => {
    const paths = [QUIET, LEAK, QUIET].map(captureOf);
    const [one, other] = [await advise(...paths), await advise(...paths.reverse())];
    expect(other.remedies).toEqual(one.remedies);
    expect(other.evidence.steps).toBe(one.evidence.steps);
    expect(one.remedies[0].replay.evictionsMoved).toHaveLength(1);
  });

  it.each([
    ["other thresholds", [QUIET, DIPS], /has other thresholds or reservations than night-/],
    ["none", [], /No capture is given/],
  ])("end with one sentence where there are %s", async (_, nodes, sentence) => {
    const { stderr, exitCode } = await commandLine(["advise", ...nodes.map(captureOf)]);
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(exitCode).toBe(nodes.length === 0 ? ExitCode.Usage : ExitCode.Input);
  });
});

/** The example memory-leak as a capture whose configuration is not known. */
function bareExample(): string {
  const path = join(directory, "bare.ndjson");
  const example = readFileSync(new URL("examples/memory-leak.plimsoll.ndjson.gz", ROOT));
  const [header = "", ...records] = gunzipSync(example).toString().split("\n");
  const { config: _, ...without } = JSON.parse(header);
  writeFileSync(path, [JSON.stringify(without), ...records].join("\n"));
  return path;
}

describe("a capture without a configuration", () => {
  it("is evaluated by the kubelet's defaults, which is said", async () => {
    const path = captureOf(QUIET);
    const [header = "", ...records] = readFileSync(path, "utf8").split("\n");
    const { config: _, ...without } = JSON.parse(header);
    writeFileSync(path, [JSON.stringify(without), ...records].join("\n"));
    const { stdout } = await commandLine(["advise", path]);
    expect(stdout).toMatch(/Assumed .*no configuration in this capture: kubelet\s+defaults/is);
    expect(stdout).toMatch(/the hard threshold is\s+100Mi\s\(assumed\)/);
  });

  it("states no assumed setting as a fact, and names the option for the real ones", async () => {
    const text = await commandLine(["advise", bareExample(), "--all"]);
    expect(text.said).toContain("and 0 are reserved (assumed)");
    expect(text.said).toContain("Set systemReserved.memory to 832Mi (0 assumed)");
    expect(text.said).toContain("0 (assumed) is reserved");
    expect(text.said).toContain("The thresholds are the kubelet's defaults, which are assumed.");
    expect(text.stdout).toMatch(/kubeReserved, assumed +0\n +systemReserved, assumed +0\n/);
    expect(text.stdout).toMatch(/this node, assumed +0 +100Mi/);
    expect(text.said).toContain("give the node's own as --config.");
    const yaml = (await commandLine(["advise", bareExample(), "--output", "yaml"])).stdout;
    expect(yaml).toMatch(/# No configuration in this capture: kubelet defaults assumed; give the/);
  });
});

describe("an example", () => {
  const examples = JSON.parse(readFileSync(new URL("examples/index.json", ROOT), "utf8"));
  const names: string[] = examples.map(({ name }: { name: string }) => name);

  it.each(names)(
    "%s is answered, in a form the schema has and in 80 columns",
    { tags: "long" },
    async (name) => {
      const { remedies, patch } = await advise("--example", name);
      const { kubeReserved: _, systemReserved: __, ...members } = parse(patch);
      type Change = { readonly member: string; readonly further?: readonly Change[] };
      const named = (remedies as readonly Change[])
        .flatMap(({ further = [], ...change }) => [change, ...further])
        .map(({ member }) => member.split(".")[0]);
      for (const member of Object.keys(members).slice(2)) expect(named).toContain(member);
      const { stdout } = await commandLine(["advise", "--example", name], { columns: 80 });
      expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    },
  );
});

describe("advice as text", () => {
  it.each([80, 120])("fits %i columns", async (columns) => {
    const { stdout } = await commandLine(["advise", captureOf(LEAK), "--all"], { columns });
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
    for (const title of ["Available", "Changes", "The patch"]) {
      expect(stdout).toContain(`\n\n${title}\n`);
    }
    expect(stdout).toMatch(/shop\/leak is evicted 10s earlier, with 480Mi left instead of 20Mi/);
  });
});

describe("advice on nodes that run", () => {
  const GREEDY = { name: "greedy", usage: 3 * GIBIBYTE, request: "256Mi" };
  const LEAN = { name: "lean", usage: 100 * MEBIBYTE, request: "128Mi" };
  const small = { memoryAvailable: () => 4 * GIBIBYTE };
  const other = { ...small, evictionHard: { "memory.available": "1Gi" } };
  let cluster: ClusterStandIn;
  beforeAll(async () => {
    cluster = await startCluster([]);
  });
  afterAll(() => cluster.close());
  const asked = (words: string) =>
    commandLine(["advise", ...words.split(" "), "--kubeconfig", cluster.kubeconfig]);

  it("is given on each kind of node, and names those that could not be read", async () => {
    cluster.restart([
      { ...small, name: "worker-1", pods: [GREEDY] },
      { ...other, name: "worker-2", pods: [LEAN] },
      { ...small, name: "worker-3", pods: [LEAN] },
      { ...small, name: "worker-4", refused: { "stats/summary": 403 } },
    ]);
    const { stdout, stderr, exitCode } = await asked("--all-nodes --output json");
    expect(exitCode).toBe(ExitCode.Ok);
    const { kinds, unread } = JSON.parse(stdout);
    expect(isAdvice(JSON.parse(stdout)), JSON.stringify(isAdvice.errors)).toBe(true);
    const names = kinds.map(({ captures }: { captures: { name: string }[] }) =>
      captures.map(({ name }) => name),
    );
    expect(names).toEqual([["node worker-1", "node worker-3"], ["node worker-2"]]);
    expect(unread).toEqual([{ node: "worker-4", reason: expect.stringMatching(/403/) }]);
    expect(stderr).toContain("Node worker-4 is left out: ");
    expect(stderr + stdout).not.toContain(TOKEN);
  });

  it("says of one moment that it speaks of no threshold, though it evicts then", async () => {
    cluster.restart([{ name: "worker-1", memoryAvailable: () => 50 * MEBIBYTE, pods: [GREEDY] }]);
    const { stdout } = await asked("--all-nodes --output json");
    const [advice] = JSON.parse(stdout).kinds;
    expect(advice.limits[0]).toMatch(/^Each node was read once. .* no advice about thr/);
    const thresholds = [...settingsOf(advice.remedies), ...advice.notAdvised].filter(({ member }) =>
      member.startsWith("eviction"),
    );
    expect(thresholds).toEqual([]);
    expect(advice.requests).toMatchObject([{ pod: "shop/greedy", from: "256Mi", to: "3072Mi" }]);
    const text = (await asked("--all-nodes")).stdout;
    expect(text).toContain("Unknown");
  });

  it("is one document of YAML for each kind", async () => {
    cluster.restart([
      { ...small, name: "worker-1" },
      { ...other, name: "worker-2" },
    ]);
    const { stdout } = await asked("--all-nodes --output yaml");
    expect(parseAllDocuments(stdout)).toHaveLength(2);
    expect(stdout).toContain("# From node worker-1.");
    expect(stdout).toContain("# From node worker-2.");
  });

  it("is one report, with a section for each kind", async () => {
    cluster.restart([
      { ...small, name: "worker-1", pods: [GREEDY] },
      { ...other, name: "worker-2" },
    ]);
    const { stdout } = await asked("--all-nodes --output markdown");
    expect(stdout).toMatch(/^# ! 1 memory request to change\n\n\*2 nodes of 2 kinds\*\n/);
    const [, ...kinds] = stdout.split(/^## /m);
    expect(kinds[0]).toMatch(/^node worker-1\n\n1 memory request to change\..*### Changes/s);
    expect(kinds[1]).toMatch(/^node worker-2\n\nNothing to change\..*### Available/s);
  });

  it("is one answer, as of a capture, where one node is named", async () => {
    cluster.restart([{ ...small, name: "worker-1", pods: [LEAN] }]);
    const { stdout } = await asked("--node worker-1 --output json");
    expect(JSON.parse(stdout).captures).toMatchObject([{ name: "node worker-1", steps: 1 }]);
  });

  it.each([
    ["--all-nodes", "The cluster has no such node; check the selector."],
    ["--node worker-9", "None of 1 node could be read: "],
  ])("ends with a sentence where there is none to read: %s", async (words, sentence) => {
    cluster.restart([]);
    const { stderr, exitCode } = await asked(words);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(ExitCode.Input);
  });

  it.each([
    ["--example memory-leak --from 2h", "--from needs --prometheus or --prometheus-dump"],
    [
      "--prometheus http://127.0.0.1:9 --from 2h",
      "--prometheus needs --node, --all-nodes or --selector; add one.",
    ],
    ["--prometheus http://127.0.0.1:9 --node a", "--prometheus needs --from; add it."],
  ])("refuses what contradicts itself: %s", async (words, sentence) => {
    const { stderr, exitCode } = await commandLine(["advise", ...words.split(" ")]);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(ExitCode.Usage);
  });

  describe("with their series", () => {
    const SPAN = "--from 2026-01-15T08:00:00Z --to 2026-01-15T12:00:00Z";
    let server: QueryServer;
    beforeAll(async () => {
      server = await queryServer(seriesOfText(await exportedText("memory-leak")));
    });
    afterAll(() => server.close());
    const word = () => `--prometheus ${server.url} ${SPAN} --output json`;

    it("is the same as on the capture that an import makes of them", { tags: "long" }, async () => {
      const out = join(directory, "imported.plimsoll.ndjson");
      const of = `--prometheus ${server.url} ${SPAN} --node worker-3`;
      await commandLine(["capture", "import", ...of.split(" "), "--out", out]);
      const imported = JSON.parse((await commandLine(["advise", out, "-o", "json"])).stdout);
      const ended = await commandLine(["advise", ...`${word()} --node worker-3`.split(" ")]);
      expect(ended.exitCode).toBe(ExitCode.Ok);
      const { captures, limits, patch, ...advice } = JSON.parse(ended.stdout);
      expect(isAdvice(JSON.parse(ended.stdout)), JSON.stringify(isAdvice.errors)).toBe(true);
      expect(captures).toMatchObject([{ name: "series of worker-3" }]);
      expect(limits).toEqual([expect.stringMatching(/^Series have a sample every 10s: /)]);
      expect(parse(patch)).toEqual(parse(imported.patch));
      for (const [member, value] of Object.entries(advice)) {
        expect(value, member).toEqual(imported[member]);
      }
      expect(advice.evidence.steps).toBeGreaterThan(50);
    });

    it("judges the series of each node under that node's own configz", {
      tags: "long",
    }, async () => {
      cluster.restart([
        { ...small, name: "worker-3", evictionHard: { "memory.available": "300Mi" } },
        { ...small, name: "worker-4" },
      ]);
      const { stdout, exitCode } = await asked(`${word()} --all-nodes`);
      expect(exitCode).toBe(ExitCode.Ok);
      const { kinds, unread } = JSON.parse(stdout);
      expect(unread).toEqual([{ node: "worker-4", reason: expect.stringContaining("no series") }]);
      const memory = kinds[0].evidence.signals.find(
        ({ signal }: { signal: string }) => signal === "memory.available",
      );
      expect(memory.thresholds).toMatchObject([{ value: "300Mi" }]);
      expect(kinds[0].remedies.length).toBeGreaterThan(0);
    });
  });
});

it("speaks first of the signals that fell below a threshold", async () => {
  const { stdout } = await commandLine(["advise", "--example", "recorded-disk-nodefs"]);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("Lowest nodefs.available 362Mi;");
  expect(stdout).not.toContain("memory.available");
});
