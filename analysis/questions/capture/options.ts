import { isVersion } from "../../read/capture/header.ts";
import { CAPTURE_ARGUMENT, EXAMPLE, PAIR_RULES, PAIRS } from "../options/capture.ts";
import { outputRow } from "../options/output.ts";
import {
  commandRow,
  OptionError,
  type OptionRow,
  type OptionRows,
  type OptionsOf,
  pairs,
  pairsAmong,
} from "../options/row.ts";
import { SERIES, SERIES_RULES } from "../options/series.ts";
import { readSeconds, readSecondsOrZero } from "../options/values.ts";

/** A new file. */
export const OUT = {
  short: "o",
  argument: "<file>",
  description: "a new file, gzip when it ends in .gz; - is standard output",
  value: "file",
  isRequired: true,
} as const satisfies OptionRow;

const WRITE = {
  out: OUT,
  config: {
    argument: "<file>",
    description: "store this kubelet configuration in the header of the capture",
    value: "input",
  },
} as const satisfies OptionRows;

export type WriteOptions = OptionsOf<typeof WRITE>;

const REWRITTEN = { ...CAPTURE_ARGUMENT, isRequired: true } as const;

export const PACK = commandRow({
  name: "pack",
  summary: "make a capture from /stats/summary documents and pod lists",
  description: "Makes a capture from /stats/summary documents and pod lists.",
  arguments: { directory: { description: "a directory with pairs of both", value: "folder" } },
  options: {
    ...PAIRS,
    node: { argument: "<name>", description: "the node's name, for the header", value: "node" },
    kubelet: {
      argument: "<version>",
      description: "the kubelet's version, for the header: v1.35.2",
      parse: readVersion,
    },
    ...WRITE,
  },
  rules: {
    excludes: [["directory", "summary"]],
    needs: PAIR_RULES.needs,
    oneOf: [
      [
        ["directory", "summary"],
        "Give a directory of pairs, or --summary FILE --pods FILE for each pair.",
      ],
    ],
  },
  examples: [
    "plimsoll capture pack --summary s.json --pods p.json --out worker-3.plimsoll.ndjson.gz",
    "plimsoll capture pack ./collected --config kubelet.yaml --out worker-3.plimsoll.ndjson.gz",
  ],
  after: `\
In a directory every file with "summary" in its name belongs to the one that has "pods" there
instead. The records come in the order of the times inside the Summaries.`,
});

export type PackOptions = OptionsOf<typeof PACK.options>;

const SERIES_SOURCES = ["prometheus", "prometheusDump"] as const;
const IMPORTED = ["journal", ...SERIES_SOURCES] as const;

export const IMPORT = commandRow({
  name: "import",
  summary: "make a capture from a kubelet's log, or from series of Prometheus",
  description: "Makes a capture from a kubelet's log, or from series of Prometheus.",
  options: {
    journal: {
      argument: "<file>",
      description: "a kubelet's log, plain or gzip; - is standard input",
      value: "input",
    },
    node: {
      argument: "<name>",
      description: "the node's name; for series, the node to read",
      value: "node",
    },
    ...SERIES,
    ...WRITE,
  },
  rules: {
    excludes: [...pairsAmong(IMPORTED), ...SERIES_RULES.excludes],
    needs: [
      // Series are of many nodes, and of no end.
      ...pairs(SERIES_SOURCES, ["node"]),
      ["prometheus", "from"],
      ...SERIES_RULES.needs,
    ],
    oneOf: [[IMPORTED, "Give one of --journal FILE, --prometheus URL and --prometheus-dump FILE."]],
  },
  examples: [
    "plimsoll capture import --journal kubelet.log --config kubelet.yaml " +
      "--out w.plimsoll.ndjson.gz",
    "journalctl -u kubelet -S -2h | plimsoll capture import --journal - --out w.plimsoll.ndjson",
    `plimsoll capture import --prometheus https://prometheus.example:9090 --node worker-3 \\
    --from 2h --config kubelet.yaml --out w.plimsoll.ndjson.gz`,
    "plimsoll capture import --prometheus-dump a.json b.json.gz --node " +
      "worker-3 --out w.plimsoll.ndjson",
  ],
  after: `\
A log has the node's numbers (at --v=3) and the names of the pods that were ranked. It has no
stats of pods: they stand in the order of the log's ranking; the header says what is missing.
Series have what was scraped: a moment between two scrapes is in none of them. What is measured,
derived, assumed or missing is printed, and is in the header (docs/prometheus.md).`,
});

export type ImportOptions = OptionsOf<typeof IMPORT.options>;

export const EXPORT = commandRow({
  name: "export",
  summary: "write a capture as OpenMetrics text, for a Prometheus",
  description: "Writes a capture as the series that a cluster would have had of it.",
  arguments: { capture: CAPTURE_ARGUMENT },
  options: {
    openmetrics: { description: "as OpenMetrics text with timestamps", isRequired: true },
    out: { ...OUT, description: "a new file; - is standard output" },
    example: { ...EXAMPLE.example, description: "export an example capture" },
    node: {
      argument: "<name>",
      description: "the node's name, where the capture has none",
      value: "node",
    },
    scrapeInterval: {
      argument: "<duration>",
      description: "scrape so often (default: once a record)",
      parse: readSeconds,
    },
    scrapeOffset: {
      argument: "<duration>",
      description: "begin that long after the first record",
      default: "0s",
      parse: readSecondsOrZero,
    },
  },
  rules: {
    excludes: [["capture", "example"]],
    needs: [["scrapeOffset", "scrapeInterval"]],
    oneOf: [[["capture", "example"], "No capture is given; give a capture, or --example NAME."]],
  },
  examples: [
    "plimsoll capture export --openmetrics worker-3.plimsoll.ndjson.gz --out worker-3.om",
    "promtool tsdb create-blocks-from openmetrics worker-3.om ./prometheus",
  ],
  after: `\
Writes the series that cAdvisor, kubelet, node-exporter and kube-state-metrics would have had of
the node (docs/prometheus.md). Evictions and node conditions are those that the policy decides.`,
});

export type ExportOptions = OptionsOf<typeof EXPORT.options>;

export const VERIFY = commandRow({
  name: "verify",
  summary: "validate a capture and list the records that cannot be used",
  description: "Validates a capture and lists the records that cannot be used.",
  arguments: { capture: REWRITTEN },
  options: { output: outputRow(["text", "json"]) },
  examples: ["plimsoll capture verify worker-3.plimsoll.ndjson.gz"],
  after: "Reads every record as a replay would. Ends with 1 when it finds a problem.",
});

export const REDUCE = commandRow({
  name: "reduce",
  summary: "keep only what eviction depends on",
  description: "Writes a capture with only what eviction depends on; all decisions stay the same.",
  arguments: { capture: REWRITTEN },
  options: WRITE,
  examples: ["plimsoll capture reduce worker-3.plimsoll.ndjson.gz --out small.plimsoll.ndjson.gz"],
});

export const ANONYMIZE = commandRow({
  name: "anonymize",
  summary: "replace every name by a pseudonym",
  description: "Writes a reduced capture in which every name is replaced by a stable pseudonym.",
  arguments: { capture: REWRITTEN },
  options: {
    ...WRITE,
    key: {
      argument: "<text>",
      description: "use this key: the same key gives the same pseudonyms in every capture",
      parse: readKey,
    },
    keepSystemNamespaces: {
      description: "keep the names of kube-system and other system namespaces",
    },
  },
  examples: [
    "plimsoll capture anonymize worker-3.plimsoll.ndjson.gz --out public.plimsoll.ndjson.gz",
  ],
  after: `\
Reduces the capture as well. Without --key a random key is used and printed on stderr: anyone with
the key can test whether a name is in the capture.`,
});

export type AnonymizeOptions = OptionsOf<typeof ANONYMIZE.options>;

function readVersion(text: string): string {
  if (isVersion(text)) return text;
  throw new OptionError("Give a version such as v1.35.2.");
}

/** A variable that is not set gives an empty text, which is not a key. */
function readKey(text: string): string {
  if (text !== "") return text;
  throw new OptionError("It is empty; give a text, or omit --key for a random key.");
}
