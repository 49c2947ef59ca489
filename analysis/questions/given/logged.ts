/** A kubelet's log that was given, with what the policy decides on its numbers. */

import type { JournalStep } from "../../read/journal/agreement.ts";
import type { GivenJournal } from "../../read/journal/journalItems.ts";
import {
  type ConfigurationText,
  readConfiguration,
  toModuleConfiguration,
} from "../../read/kubelet/configuration.ts";
import { type LoggedNode, loggedSteps } from "../replay/loggedSteps.ts";
import type { Context } from "./asked.ts";

/** `configuration`: null where the log's own thresholds count. */
export async function* stepsOfLog(
  log: Omit<GivenJournal, "notices">,
  configuration: ConfigurationText | null,
  { asking, notices }: Context,
): AsyncGenerator<JournalStep, void, undefined> {
  const load = async (known: LoggedNode) => {
    const source = configuration ?? { name: known.origin, text: logged(known) };
    const loaded = readConfiguration(source);
    return {
      json: toModuleConfiguration(loaded, known.options),
      notes: loaded.notes.map(({ sentence }) => sentence),
    };
  };
  const core = await asking.module("eviction");
  const basis = configuration === null ? "log" : "given";
  const journal = { ...log, notices };
  for await (const step of loggedSteps({ journal, core, basis, isReleaseGiven: false, load })) {
    yield step;
    await asking.rest();
  }
}

/** The configuration that a log shows. */
function logged({ header }: LoggedNode): string {
  return JSON.stringify({ kind: "KubeletConfiguration", ...header?.config });
}
