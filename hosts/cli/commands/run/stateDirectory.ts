import type { ConfiguredEngine } from "../../../../analysis/engine/configuredEngine.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import { ActJournal } from "../../../daemon/stateDirectory/actJournal.ts";
import { claimDirectory } from "../../../daemon/stateDirectory/directoryClaim.ts";
import { limitedFile, limitedStore } from "../../../daemon/stateDirectory/diskLimit.ts";
import { FileStore } from "../../../daemon/stateDirectory/fileStore.ts";
import { openJournal } from "../../../daemon/stateDirectory/journalFile.ts";
import { StateKeeping } from "../../../daemon/stateDirectory/stateKeeping.ts";
import { makeWritableDirectory } from "../../../system/directory.ts";
import { writing } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import type { CloseStack } from "../../closeStack.ts";
import { usageFailure } from "../../exitCode.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions } from "./options.ts";

/** What a run remembers of those before it. */
export interface OpenedStateDirectory {
  readonly state: StateKeeping;
  readonly journal: ActJournal;
}

/** Restores the engine, where a run before left something to restore. */
export async function openStateDirectory(
  options: RunOptions,
  {
    configured,
    opened,
    node,
    acts,
  }: {
    readonly configured: ConfiguredEngine;
    readonly opened: OpenedSource;
    readonly node: string;
    readonly acts: boolean;
  },
  opening: CloseStack,
  io: Io,
): Promise<OpenedStateDirectory> {
  const directory = options.stateDir ?? io.environment.STATE_DIRECTORY ?? null;
  if (directory === null) {
    if (!acts) return forgetful(node);
    throw usageFailure(
      `--act ${options.act} needs --state-dir, so that no pod is evicted twice after a ` + "crash.",
    );
  }
  await makeWritableDirectory(directory);
  const claim = await writing(directory, () => claimDirectory(directory));
  opening.add({ close: () => claim.release() });
  const state = new StateKeeping(limitedStore(new FileStore(directory), SYSTEM_CLOCK), node);
  const now = opened.setsThePace ? null : SYSTEM_CLOCK.now();
  const { time, sentences } = await state.resume(configured.engine, now);
  await printWarnings(sentences, io);
  if (time !== null && opened.resumeAfter !== undefined) {
    opened.resumeAfter(time);
    await printNotes([`Resuming after ${formatTime(time)}, the last time in ${directory}.`], io);
  }
  // What was only observed need not be known to those who act.
  if (!acts) return { state, journal: new ActJournal() };
  const kept = await openJournal(directory, now);
  await printWarnings(kept.sentences, io);
  return {
    state,
    journal: opening.add(new ActJournal(kept.entries, limitedFile(kept.file, SYSTEM_CLOCK))),
  };
}

function forgetful(node: string): OpenedStateDirectory {
  return { state: new StateKeeping(null, node), journal: new ActJournal() };
}
