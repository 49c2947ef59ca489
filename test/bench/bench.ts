/**
 * `npm run bench -- core`: what the policy costs, against the least a program in TypeScript could
 * do, against the kubelet's own code and against native simdjson, all in one run on one machine. It
 * judges, it never fails.
 *
 *     npm run bench -- core                                everything
 *     npm run bench -- core decode steps                   these parts; --list names all
 *     npm run bench -- core consecutive --capture FILE     also on the Summaries of a capture
 *     npm run bench -- core --times 9 --json
 */
import { cpus, loadavg, platform, release } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { GROUPS, type Group } from "./groups.ts";
import { Oracle } from "./oracle.ts";
import type { Row } from "./row.ts";
import type { Run } from "./run.ts";
import { formatTable } from "./table.ts";

const EXAMPLE = fileURLToPath(
  new URL("../../examples/recorded-memory-hard.plimsoll.ndjson.gz", import.meta.url),
);

const { values, positionals } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    times: { type: "string", default: "5" },
    capture: { type: "string", multiple: true, default: [EXAMPLE] },
  },
  allowPositionals: true,
});

if (values.list) {
  console.log(
    formatTable(
      GROUPS.map(({ name, about }) => [name, about]),
      ["left", "left"],
    ),
  );
} else {
  await bench(chosen(positionals));
}

function chosen(names: readonly string[]): readonly Group[] {
  const unknown = names.find((name) => GROUPS.every((group) => group.name !== name));
  if (unknown !== undefined) {
    const known = GROUPS.map(({ name }) => name).join(", ");
    throw new Error(`There is no part ${unknown}; the parts are ${known}.`);
  }
  return names.length === 0 ? GROUPS : GROUPS.filter(({ name }) => names.includes(name));
}

async function bench(groups: readonly Group[]): Promise<void> {
  let built: Oracle | null | undefined;
  const run: Run = {
    times: Number(values.times),
    captures: values.capture,
    oracle: () => {
      if (built === undefined) console.error("bench: building the kubelet's code");
      built ??= Oracle.build();
      return built;
    },
    onProgress: (what) => console.error(`bench: ${what}`),
  };
  const rows: Row[] = [];
  for (const group of groups) rows.push(...(await group.measure(run)));
  const machine = machineWords(built ?? null, run.times);
  built?.close();
  console.log(values.json ? JSON.stringify({ machine, rows }, null, 2) : page(machine, rows));
}

function machineWords(oracle: Oracle | null, times: number): string {
  const [processor] = cpus();
  const load = loadavg()[0]?.toFixed(1);
  return [
    `${cpus().length} cores of ${processor?.model.trim()}, ${platform()} ${release()}`,
    `Node ${process.version}`,
    ...(oracle === null ? [] : [`Kubernetes ${oracle.kubernetes}`]),
    `load ${load}; medians of ${times} runs`,
  ].join(", ");
}

function page(machine: string, rows: readonly Row[]): string {
  const table = formatTable(
    [
      ["", "", "rival", "", "budget", "", ""],
      ...rows.map(({ work, took, rival, rivalTook, budget, found, met }) => [
        work,
        took,
        rival,
        rivalTook,
        budget,
        budget === "" || found === took ? "" : found,
        met === null ? "" : met ? "met" : "MISSED",
      ]),
    ],
    ["left", "right", "left", "right", "right", "right", "left"],
  );
  return `${machine}\n\n${table}`;
}
