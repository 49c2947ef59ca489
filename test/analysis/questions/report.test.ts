import { createHash } from "node:crypto";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { drawing } from "../../../analysis/present/html/drawing.ts";
import { rendered } from "../../../analysis/present/rendered.ts";
import { plainStyle } from "../../../analysis/present/terminal/style.ts";
import { incidentSection } from "../../../analysis/questions/explain/incident.ts";
import { type ReplayStep, replay } from "../../../analysis/questions/replay/replay.ts";
import type { ReportSubject } from "../../../analysis/questions/report/assumptions.ts";
import { replayReport } from "../../../analysis/questions/report/document.ts";
import { ReportRecorder } from "../../../analysis/questions/report/recorder.ts";
import { loadModule } from "../../../hosts/system/modules.ts";
import { encode } from "../chunks.ts";

const core = await loadModule("eviction");
const MI = 1024 * 1024;
const CONFIGURATION = '{"evictionHard":{"memory.available":"100Mi"}}';

const HOSTILE = [
  "<script>alert(1)</script>",
  "a|b|c",
  "`code` **bold** _it_",
  "[link](https://example.com)",
  "![image](https://example.com/x.png)",
  "<img src=x onerror=alert(1)>",
  "@everyone closes #1",
  "https://example.com www.example.com",
  'x" onload="alert(1)',
  "line\nbreak\u001b[2J\u202e",
  "</style></title><b>",
  "&lt;script&gt;",
  "```\nfence",
  "\\",
] as const;

const HIDDEN = /\p{Cc}|\p{Bidi_Control}/gu;

interface Moment {
  readonly seconds: number;
  /** Mi; null for a record without a Summary. */
  readonly available: number | null;
}

function time(seconds: number): string {
  return new Date(Date.UTC(2026, 10, 20, 10) + seconds * 1000).toISOString();
}

function records(name: string, moments: readonly Moment[]) {
  const pods = encode(
    JSON.stringify({
      items: [
        {
          metadata: { name, namespace: name, uid: "u1" },
          spec: { containers: [{ name, resources: {} }] },
          status: { phase: "Running" },
        },
      ],
    }),
  );
  return moments.map(({ seconds, available }, line) => ({
    time: BigInt(Date.parse(time(seconds))) * 1_000_000n,
    line,
    pods,
    summary:
      available === null
        ? null
        : encode(
            JSON.stringify({
              node: {
                nodeName: name,
                memory: {
                  time: time(seconds),
                  availableBytes: available * MI,
                  workingSetBytes: (4096 - available) * MI,
                  usageBytes: (5000 - available) * MI,
                  rssBytes: 900 * MI,
                },
              },
              pods: [
                {
                  podRef: { name, namespace: name, uid: "u1" },
                  memory: { workingSetBytes: 500 * MI },
                  containers: [{ name, memory: { workingSetBytes: 500 * MI } }],
                },
              ],
            }),
          ),
    others: new Map(),
  }));
}

const FALL: readonly Moment[] = [
  { seconds: 0, available: 900 },
  { seconds: 10, available: null },
  { seconds: 20, available: 90 },
  { seconds: 30, available: 800 },
];

const SUBJECT = {
  name: "cart",
  origins: [],
  isConfigured: false,
  missing: [],
  closing: { input: null, inputTwice: null, thresholds: [], candidate: null },
} as const;

const engine = new EvictionEngine(core);

async function reported(name: string, form: "markdown" | "html", moments = FALL): Promise<string> {
  engine.clear();
  const policy = engine.configure(CONFIGURATION);
  const recorder = new ReportRecorder(5);
  for await (const step of replay(engine, CONFIGURATION, records(name, moments))) take(step);
  function take(step: ReplayStep): void {
    recorder.take(step);
  }
  const subject: ReportSubject = {
    ...SUBJECT,
    name,
    node: name,
    origins: [name],
    missing: [name],
    policy,
  };
  return rendered(replayReport(subject, recorder.record), form, { all: false }, plainStyle(100));
}

const FACTS = [
  /2026-11-20 10:00:20 UTC, step 2/,
  /The node was low on resource: memory\. Threshold quantity: 100Mi, available: 90Mi\./,
  /memory\.available is 90Mi, below its hard threshold 100Mi; this is the one to reclaim\./,
  /If the threshold of memory\.available were 90Mi \(now 100Mi\), this step would evict no pod\./,
  /Each fix was verified/,
  /Of the 4\.79Gi in use, the kubelet leaves out 904Mi of page cache/,
  /No configuration was given or recorded: the kubelet's defaults are assumed\./,
  /The kubelet's version is not recorded/,
  /The record has no Summary\./,
  /evictionshop|eviction:? *cart\/cart at /,
];

/** What a reader of the page sees. */
function textOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

describe("a report", () => {
  it.each(FACTS)("says in both forms: %s", async (fact) => {
    expect(textOf(await reported("cart", "html"))).toMatch(fact);
    const page = await marked.parse(await reported("cart", "markdown"));
    expect(textOf(page)).toMatch(fact);
  });

  it("is the same every time", async () => {
    expect(await reported("cart", "html")).toBe(await reported("cart", "html"));
  });

  it("says so when nothing happened", async () => {
    const quiet = [0, 10, 20].map((seconds) => ({ seconds, available: 900 }));
    expect(await reported("cart", "markdown", quiet)).toMatch(
      /^# ✔ No pod is evicted in 20s: no threshold is reached\n.*No threshold was crossed and no/s,
    );
  });
});

describe("a report of several days", () => {
  const days = [0, 40_000, 90_000].map((seconds) => ({
    seconds,
    available: seconds === 40_000 ? 90 : 900,
  }));

  it("has the date at each time of its charts", async () => {
    const text = await reported("cart", "markdown", days);
    expect(text).toMatch(/\n11-20 10:00 {2}█/);
    expect(text).toMatch(/\n11-20 21:06 {2}.*✖ evicts/);
    const page = await reported("cart", "html", days);
    expect(page).toMatch(/aria-label="memory\.available from 11-20 10:00 to 11-21 11:00 UTC"/);
    expect(page).toMatch(/>11-21 00:00<\/text>/);
  });

  it("of one day has the time of day alone", async () => {
    expect(await reported("cart", "markdown")).toMatch(/\n10:00:00 {2}█/);
  });
});

describe("a report of evictions for limits", () => {
  const limited = (names: readonly string[], more: object = {}) =>
    ({
      step: 3,
      time: "2026-11-20T10:00:20Z",
      action: "EvictPod",
      nodeConditions: [],
      reclaim: [],
      alternatives: [],
      evictions: names.map((name) => ({
        ...{ namespace: "shop", name, uid: name, gracePeriodSeconds: 1, reason: "Evicted" },
        cause: "emptyDirLimit",
        message: `Usage of EmptyDir volume "data" exceeds the limit "40Mi". `,
      })),
      ranking: names.map((name, index) => ({
        ...{ position: index + 1, namespace: "shop", name, uid: name, parts: [], hasStats: true },
        ...{ priority: 0, usage: 1, request: 0, usageMinusRequest: 1, exceedsRequest: true },
        sentence: `shop/${name} comes after another.`,
      })),
      ...more,
    }) as unknown as Decision;

  it("names the limit, and no ranking that did not choose the pod", () => {
    const { blocks } = incidentSection({ decision: limited(["cart"]), memory: null });
    const text = JSON.stringify(blocks);
    expect(text).toContain("an emptyDir holds more than its sizeLimit");
    expect(text).not.toMatch(/comes after|Ranking/);
  });

  it("counts in its title what the pods are evicted for", () => {
    const evictions = ["a", "b", "c"].map((name) => ({
      ...{ time: "2026-11-20T10:00:20Z", step: 3, pod: name, what: "limit", repeated: 0 },
      ...{ uid: name, signal: name === "c" ? ("memory.available" as const) : null },
    }));
    const incidents = [limited(["a", "b"]), limited(["c"])].map((decision) => ({
      ...{ decision, memory: null },
    }));
    const record = { ...new ReportRecorder(5).record, incidents };
    const { title } = replayReport(
      { ...SUBJECT, policy: new EvictionEngine(core).configure(CONFIGURATION) },
      { ...record, tally: { ...record.tally, evictions } },
    );
    expect(title).toBe(
      "3 pods are evicted: 2 for their own storage limits, 1 for memory.available",
    );
  });

  it("of a log has the places of pods and no keys", () => {
    const decision = limited(["cart"], { signal: "memory.available", resource: "memory" });
    const columns = (isOfLog: boolean) =>
      incidentSection({ decision, memory: null }, isOfLog).blocks.flatMap((block) =>
        block.is === "table" ? [block.columns.map(({ title }) => title)] : [],
      );
    expect(columns(true)[0]).toEqual(["", "#", "pod"]);
    expect(columns(false)[0]).toContain("priority");
  });
});

describe("the page of a report", () => {
  it("needs nothing from elsewhere, and its policy allows its own style alone", async () => {
    const page = await reported("cart", "html");
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? "";
    const digest = createHash("sha256").update(style).digest("base64");
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${digest}'; ` +
        `base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|<link|<img|<iframe| style=| on\w+=|https?:|url\(|@import/i);
  });

  it.each(HOSTILE)("shows the name %j and does nothing else with it", async (name) => {
    const page = await reported(name, "html");
    const tags = new Set([...page.matchAll(/<\/?([a-z][\w-]*)/gi)].map(([, tag = ""]) => tag));
    const plain = await reported("cart", "html");
    const known = new Set([...plain.matchAll(/<\/?([a-z][\w-]*)/gi)].map(([, tag = ""]) => tag));
    expect([...tags].filter((tag) => !known.has(tag))).toEqual([]);
    expect(page.match(/<[a-z][^>]* on\w+=/gi)).toBeNull();
    const shown = name.replace(/\s+/g, " ").replace(HIDDEN, "\ufffd");
    expect(page.replaceAll("\n", "")).not.toMatch(HIDDEN);
    expect(textOf(page)).toContain(shown);
  });

  it("draws a curve with a gap where nothing was observed", async () => {
    const page = await reported("cart", "html");
    expect(page.match(/<polyline/g)).toHaveLength(2);
    expect(page).toContain("hard 100Mi");
  });

  it("draws a capture of one point, and of amounts of any size", () => {
    for (const available of [0, 1, 1e18]) {
      const points = [
        { at: 0, available },
        { at: 10_000, available: 0 },
      ];
      const chart = { signal: "pid.available", points, limits: [], bands: [], marks: [] } as const;
      expect(drawing(chart)).not.toMatch(/NaN|Infinity/);
      expect(drawing({ ...chart, points: points.slice(0, 1) })).not.toMatch(/NaN|Infinity/);
      expect(drawing(chart).length).toBeLessThan(4000);
    }
  });
});

describe("the Markdown of a report", () => {
  it.each(HOSTILE)("shows the name %j and makes nothing of it", async (name) => {
    const page = await marked.parse(await reported(name, "markdown"));
    const plain = await marked.parse(await reported("cart", "markdown"));
    const tags = (text: string) => [...text.matchAll(/<\/?[a-z][\w-]*/gi)].map(([tag]) => tag);
    expect(tags(page)).toEqual(tags(plain));
    // Trackers leave code alone.
    expect(page.replace(/<(code|pre)>.*?<\/\1>/gs, "")).not.toMatch(/@everyone|#1\b/);
  });
});

describe("a long report", () => {
  it("is bounded, and keeps the lowest of each stretch", async () => {
    const moments = Array.from({ length: 3000 }, (_, index) => ({
      seconds: index * 10,
      available: index === 1501 ? 90 : 900,
    }));
    const page = await reported("cart", "html", moments);
    expect(page.length).toBeLessThan(40_000);
    const points = /<polyline class="curve" points="([^"]*)"/.exec(page)?.[1]?.split(" ") ?? [];
    expect(points.length).toBeLessThanOrEqual(481);
    expect(new Set(points.map((point) => point.split(",")[1])).size).toBe(2);
  });
});
