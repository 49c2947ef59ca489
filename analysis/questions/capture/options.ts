import { isVersion } from "../../read/capture/header.ts";
import { DOCUMENT_FORMS } from "../../text/document.ts";
import { CAPTURE_ARGUMENT, EXAMPLE, PAIR_RULES, PAIRS } from "../options/capture.ts";
import { SUMMARIES } from "../options/commands.ts";
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

/** The commands about captures, as a group. */
export const CAPTURE = {
  name: "capture",
  summary: SUMMARIES.capture,
  description: "Records, creates and processes captures.",
} as const;

/** A new file. */
export const OUT = {
  argument: "<file>",
  description: "a new file, gzip if the name ends in .gz; - is standard output",
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
  arguments: {
    directory: {
      description: "a directory with pairs of Summaries and pod lists",
      value: "folder",
    },
  },
  options: {
    ...PAIRS,
    node: { argument: "<name>", description: "the node's name, for the header", value: "node" },
    kubeletVersion: {
      argument: "<version>",
      description: "the kubelet's version, for the header, such as v1.35.2",
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
In a directory, each file with "summary" in its name is paired with the file that has "pods" in its
place. The records are in the order of the times in the Summaries.`,
});

export type PackOptions = OptionsOf<typeof PACK.options>;

const SERIES_SOURCES = ["prometheus", "prometheusDump"] as const;
const IMPORTED = ["journal", ...SERIES_SOURCES] as const;

export const IMPORT = commandRow({
  name: "import",
  summary: "make a capture from a kubelet's log, or from Prometheus",
  description: "Makes a capture from a kubelet's log, or from Prometheus series.",
  options: {
    journal: {
      argument: "<file>",
      description: "a kubelet's log, plain or gzip; - is standard input",
      value: "input",
    },
    node: {
      argument: "<name>",
      description: "the name of the node; with Prometheus, the node to read",
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
A log contains the numbers of the node (at --v=3) and the names of the ranked pods. It contains no
stats of pods: the capture keeps them in the order of the log's ranking, and its header says what is
missing. Prometheus series contain one sample for each scrape, and nothing in between. The output
and the header say which numbers are measured, derived, assumed or missing:
docs/reference/prometheus.md.`,
});

export type ImportOptions = OptionsOf<typeof IMPORT.options>;

export const EXPORT = commandRow({
  name: "export",
  summary: "write a capture as OpenMetrics text, for Prometheus",
  description: "Writes a capture as the Prometheus series that a cluster would have had.",
  arguments: { capture: CAPTURE_ARGUMENT },
  options: {
    openmetrics: { description: "write OpenMetrics text with timestamps", isRequired: true },
    out: { ...OUT, description: "a new file; - is standard output" },
    example: { ...EXAMPLE.example, description: "export an example capture" },
    node: {
      argument: "<name>",
      description: "the name of the node, if the capture has none",
      value: "node",
    },
    scrapeInterval: {
      argument: "<duration>",
      description: "the scrape interval (default: one scrape for each record)",
      parse: readSeconds,
    },
    scrapeOffset: {
      argument: "<duration>",
      description: "time of the first scrape after the first record",
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
Writes the series that cAdvisor, kubelet, node-exporter and kube-state-metrics would have exported
for the node: docs/reference/prometheus.md. The policy decides evictions and node conditions.`,
});

export type ExportOptions = OptionsOf<typeof EXPORT.options>;

export const VERIFY = commandRow({
  name: "verify",
  summary: "validate a capture and list the records that cannot be used",
  description: "Validates a capture and lists the records that cannot be used.",
  arguments: { capture: REWRITTEN },
  options: {
    all: { description: "show every problem" },
    output: outputRow([...DOCUMENT_FORMS, "json"]),
  },
  examples: ["plimsoll capture verify worker-3.plimsoll.ndjson.gz"],
  after: "Reads every record as a replay does. The exit code is 1 if it finds a problem.",
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
  summary: "replace every name with a pseudonym",
  description: "Writes a reduced capture in which every name is replaced with a stable pseudonym.",
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
Also reduces the capture. Without --key, a random key is used and printed on stderr. Anyone with the
key can test whether a name is in the capture.`,
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
