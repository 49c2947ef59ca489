import type { Decision } from "../../../../analysis/engine/decision.ts";
import { printed } from "../../../../analysis/present/terminal/controls.ts";
import { JournalTimeline } from "../../../../analysis/present/terminal/journal.ts";
import { styleOf } from "../../../../analysis/present/terminal/style.ts";
import type { JournalStep } from "../../../../analysis/read/journal/agreement.ts";
import type { LoggedPass } from "../../../../analysis/read/journal/passes.ts";
import { withMembers } from "../../../../analysis/read/json/compose.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import type { Detail } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import { type JournalOptions, type JournalSource, openJournal } from "../../input/journal.ts";
import { Progress } from "../../screen/progress.ts";

export interface JournalReplayOptions extends JournalOptions {
  readonly output: "text" | "json" | "ndjson";
  readonly onlyChanges?: boolean;
}

/** Replays a kubelet's log: its passes as a timeline, each beside what the policy decides. */
export async function replayJournal(
  source: JournalSource,
  options: JournalReplayOptions,
  detail: Detail,
  io: Io,
): Promise<void> {
  const journal = await openJournal(source, options, io);
  const progress = new Progress(io);
  const style = styleOf(io);
  const print = async (text: string) => {
    if (text === "") return;
    await progress.clear();
    await io.stdout.write(text);
  };
  if (options.output === "text") {
    const timeline = new JournalTimeline(
      journal.name,
      journal.basis,
      options.onlyChanges ?? false,
      style,
    );
    for await (const step of journal.steps) {
      await progress.step(formatTime(step.pass.time ?? 0n));
      await print(printed(timeline.step(step), style.isAscii));
    }
    await print(printed(timeline.end(), style.isAscii));
    return;
  }
  const [before, between, after] =
    options.output === "json" ? ["[\n", ",\n", "\n]\n"] : ["", "\n", "\n"];
  let count = 0;
  for await (const step of journal.steps) {
    const separator = count++ === 0 ? before : between;
    await print(separator + decisionText(step, detail));
  }
  await print(count === 0 ? "" : after);
}

/** The decision as the core wrote it, with what the log adds; or what the log alone says. */
function decisionText({ pass, engine, decision, agreement }: JournalStep, detail: Detail): string {
  const { agrees, differences } = agreement;
  const added = { source: "journal", agrees, ...(differences.length > 0 ? { differences } : {}) };
  const answer = engine.report<Decision>(detail);
  const text = decision === null ? JSON.stringify(logged(pass, answer.parse())) : answer.text;
  return withMembers(text, added);
}

/** A pass without numbers: nothing was decided, and the log says what the kubelet did. */
function logged(pass: LoggedPass, missed: Decision): object {
  const { evicted, reclaiming, ranked, ending } = pass;
  const isReclaiming = reclaiming !== null && evicted.length === 0;
  const action =
    evicted.length > 1
      ? "EvictPods"
      : evicted.length === 1
        ? "EvictPod"
        : isReclaiming && (ranked === null || ending === "reduced")
          ? "ReclaimNodeLevelResources"
          : "None";
  return {
    ...missed,
    action,
    ...(reclaiming === null ? {} : { resource: reclaiming }),
    ...(ending === "reduced" ? { reclaimSufficient: true } : {}),
    evictions: evicted.map(({ namespace, name, uid, message }) => ({
      ...{ namespace, name, uid },
      reason: "Evicted",
      ...(message === null ? {} : { message }),
    })),
  };
}
