/** Writes `outcome.json` next to the recording in a folder. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { outcomeOf } from "./outcome/outcome.ts";

export function extractOutcome(scenario: string, folder: string): void {
  const file = (name: string): Buffer => readFileSync(join(folder, name));
  const items = (name: string) => JSON.parse(file(name).toString()).items;
  const lines = gunzipSync(file("capture.ndjson.gz")).toString().trimEnd().split("\n");
  const outcome = outcomeOf({
    scenario,
    log: file("kubelet.log").toString(),
    samples: lines.map((line) => JSON.parse(line)),
    pods: items("pods.json"),
    events: items("events.json"),
  });
  writeFileSync(join(folder, "outcome.json"), `${JSON.stringify(outcome)}\n`);
}
