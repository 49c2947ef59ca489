import { Command } from "commander";
import type { Io } from "../../../system/io.ts";
import { usageFailure } from "../../exitCode.ts";
import { addSeriesOptions, type SeriesImportOptions } from "../../input/prometheus/options.ts";
import { importJournal } from "./importJournal.ts";
import { importSeries } from "./importSeries.ts";
import { addWriteOptions, type WriteOptions } from "./options.ts";

interface ImportOptions extends WriteOptions, SeriesImportOptions {
  readonly journal?: string;
}

const EXAMPLES = `
Examples:
  plimsoll capture import --journal kubelet.log --config kubelet.yaml --out w.plimsoll.ndjson.gz
  journalctl -u kubelet -S -2h | plimsoll capture import --journal - --out w.plimsoll.ndjson
  plimsoll capture import --prometheus https://prometheus.example:9090 --node worker-3 \\
    --from 2h --config kubelet.yaml --out w.plimsoll.ndjson.gz
  plimsoll capture import --prometheus-dump a.json b.json.gz --node worker-3 --out w.plimsoll.ndjson

A log has the node's numbers (at --v=3) and the names of the pods that were ranked. It has no
stats of pods: they stand in the order of the log's ranking; the header says what is missing.
Series have what was scraped: a moment between two scrapes is in none of them. What is measured,
derived, assumed or missing is printed, and stands in the header (docs/prometheus.md).`;

const SOURCES = ["journal", "prometheus", "prometheusDump"] as const;

export function importCommand(io: Io): Command {
  const command = new Command("import")
    .summary("make a capture from a kubelet's log, or from series of Prometheus")
    .description("Makes a capture from a kubelet's log, or from series of Prometheus.")
    .option("--journal <file>", "a kubelet's log, plain or gzip; - is standard input")
    .option("--node <name>", "the node's name; for series, the node they are of")
    .addHelpText("after", EXAMPLES);
  addSeriesOptions(command);
  return addWriteOptions(command).action((options: ImportOptions) => runImport(options, io));
}

function runImport(options: ImportOptions, io: Io): Promise<void> {
  const given = SOURCES.filter((name) => options[name] !== undefined);
  if (given.length !== 1) {
    throw usageFailure("Give one of --journal FILE, --prometheus URL and --prometheus-dump FILE.");
  }
  const { journal } = options;
  if (journal !== undefined) return importJournal({ ...options, journal }, io);
  return importSeries(options, io);
}
