import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, type TestContext } from "vitest";
import { parse, stringify } from "yaml";
import { ask, servingEviction } from "../server/serving.ts";

const MONITORING = fileURLToPath(
  new URL("../../../../hosts/daemon/deploy/monitoring/", import.meta.url),
);
const RULES = join(MONITORING, "rules.yaml");
const TESTS = fileURLToPath(new URL("rules.yaml", import.meta.url));

interface Rule {
  readonly name: string;
  /** Records a series without an alert. */
  readonly records: boolean;
  readonly expr: string;
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: {
    readonly h: number;
    readonly w: number;
    readonly x: number;
    readonly y: number;
  };
  readonly targets?: readonly { readonly expr: string }[];
}

type Written = Readonly<Record<string, string>>;

/** Prometheus' own words, which are not ours. */
const [TELLS, CASES, EXPECTED, TOLD] = [
  "alert",
  "alert_rule_test",
  "exp_alerts",
  "alertname",
] as const;

const rules: readonly Rule[] = parse(readFileSync(RULES, "utf8"))
  .groups.flatMap((group: { rules: readonly Written[] }) => group.rules)
  .map((rule: Written) => ({
    name: rule.record ?? rule[TELLS] ?? "",
    records: "record" in rule,
    expr: rule.expr,
  }));
const dashboard = JSON.parse(readFileSync(join(MONITORING, "dashboard.json"), "utf8"));
const panels: readonly Panel[] = dashboard.panels;

/** Names of others, by who serves them. */
const FOREIGN = [
  // The kubelet, pkg/kubelet/metrics.
  ...["kubelet_evictions", "kubelet_eviction_stats_age_seconds_bucket"],
  // Its cAdvisor.
  ...["machine_memory_bytes", "container_memory_working_set_bytes"],
  // kube-state-metrics.
  ...["kube_node_status_condition", "kube_pod_status_reason"],
  // Prometheus itself.
  "up",
];

/** Served only under options that these tests' daemon does not have. */
const OPTIONAL = ["plimsoll_forwarded_steps_total"];

const WORDS = new Set("and or unless by on group_left group_right offset bool".split(" "));

/** The metrics that an expression reads. */
function metricsOf(expression: string): readonly string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '""')
    .replace(/\{[^}]*\}/g, "")
    .replace(/\[[^\]]*\]/g, "")
    .replace(/\b(by|on|group_left|group_right)\s*\([^)]*\)/g, "")
    .replace(/\boffset\s+\w+/g, "");
  const found = bare.matchAll(/(?<![\w:.])([a-zA-Z_:][\w:]*)(?!\s*\()(?![\w:])/g);
  return [...found].map(([, name = ""]) => name).filter((name) => !WORDS.has(name));
}

async function knownNames(): Promise<ReadonlySet<string>> {
  const { text } = await ask(await servingEviction({ acts: true }), "/metrics");
  const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)];
  const own = declared.flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const recorded = rules.filter(({ records }) => records).map(({ name }) => name);
  return new Set([...own, ...recorded, ...FOREIGN, ...OPTIONAL]);
}

function promtool(context: TestContext, ...words: readonly string[]) {
  const ended = spawnSync("promtool", words, { encoding: "utf8" });
  if (ended.error !== undefined && process.env.CI !== "true") {
    context.skip("apt-get install prometheus brings promtool.");
  }
  return { status: ended.status, text: ended.stdout + ended.stderr };
}

const expressions = [
  ...rules.map(({ name, expr }) => [name, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

describe("the metrics of an expression", () => {
  it.each([
    ['sum by (a) (rate(x_total{b="c"}[5m])) > 0', ["x_total"]],
    ["a:b - on (job) group_left (node) c offset 15m", ["a:b", "c"]],
    ["histogram_quantile(0.99, sum by (le) (d_bucket)) or vector(0)", ["d_bucket"]],
    ["time() - e and predict_linear(f[15m], 1800) < 0", ["e", "f"]],
  ])("%s", (expression, names) => {
    expect(metricsOf(expression)).toEqual(names);
  });
});

describe("rules and dashboard", () => {
  it("read only what the daemon, the kubelet or kube-state-metrics serve", async () => {
    const known = await knownNames();
    const unknown = expressions.flatMap(([title, expr]) =>
      metricsOf(expr)
        .filter((name) => !known.has(name))
        .map((name) => `${title}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it("name each alert and each recorded series once", () => {
    const names = rules.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the rules", () => {
  it("are what promtool takes", (context) => {
    const { status, text } = promtool(context, "check", "rules", RULES);
    expect(text).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(status).toBe(0);
  });

  it("record and tell what their tests say", (context) => {
    const { status, text } = promtool(context, "test", "rules", TESTS);
    expect(text).toContain("SUCCESS");
    expect(status).toBe(0);
  });

  it("have a test in which each of those that tell somebody does", () => {
    const { tests } = parse(readFileSync(TESTS, "utf8"));
    const tested = tests
      .flatMap((test: Record<string, unknown>) => test[CASES] ?? [])
      .filter((test: Record<string, unknown[]>) => (test[EXPECTED]?.length ?? 0) > 0)
      .map((test: Written) => test[TOLD]);
    const untested = rules.filter(({ name, records }) => !records && !tested.includes(name));
    expect(untested).toEqual([]);
  });
});

describe("the dashboard", () => {
  it("has panels with ids of their own that do not overlap, within its 24 columns", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const [index, { gridPos: a, title }] of panels.entries()) {
      expect(a.x + a.w, title).toBeLessThanOrEqual(24);
      for (const { gridPos: b, title: other } of panels.slice(index + 1)) {
        const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
        expect(apart, `${title} and ${other}`).toBe(true);
      }
    }
  });

  it("uses no variable that it does not have", () => {
    const own = dashboard.templating.list.map(({ name }: { name: string }) => name);
    const used = [...JSON.stringify(dashboard).matchAll(/\$\{?(\w+)/g)].map(([, name]) => name);
    expect(used.filter((name) => name !== "__rate_interval" && !own.includes(name))).toEqual([]);
  });

  it("has expressions that Prometheus parses", (context) => {
    const folder = mkdtempSync(join(tmpdir(), "plimsoll-dashboard-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const targets = panels.flatMap(({ targets = [] }) => targets);
    const recorded = targets.map(({ expr }, index) => ({
      record: `dashboard:${index}`,
      expr: expr.replaceAll("$__rate_interval", "5m"),
    }));
    const path = join(folder, "rules.yaml");
    writeFileSync(path, stringify({ groups: [{ name: "dashboard", rules: recorded }] }));
    const { text } = promtool(context, "check", "rules", path);
    expect(text).toContain(`SUCCESS: ${targets.length} rules found`);
  });
});
