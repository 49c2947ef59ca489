/** The name of a process in a sentence of the kernel, which puts it in brackets. */

/**
 * A pattern for the brackets and the name, which is its one group. A name may contain any
 * character: systemd calls a process `(resolved)` until it starts its program. It therefore ends
 * where the kernel's next words are; where another program quotes the kernel without them, the
 * brackets are paired.
 */
export function bracketedName(nextWords: string): string {
  const known = `.{0,60}(?=\\)(?:${nextWords}))`;
  const paired = "(?:[^()]|\\([^()]{0,60}\\)){0,60}(?=\\))";
  return `\\((${known}|${paired}|.{0,60}?)\\)`;
}

/** What the kernel writes after the name of a process that it killed. */
const AMOUNTS = ",? (?:UID \\d{1,10}, ?)?total-vm:";
const SCORE = " score \\d";

export const KILLED = new RegExp(
  `Killed process (\\d{1,10}),? (?:UID \\d{1,10},? )?${bracketedName(AMOUNTS)}`,
);
/** A line that is cut within the name. */
export const CUT_KILL = /Killed process (\d{1,10}),? (?:UID \d{1,10},? )?\([^()]{0,15}$/;
/** What some kernels write before the kill. */
export const TO_KILL = new RegExp(`Kill process (\\d{1,10}) ${bracketedName(SCORE)}`, "i");
/** The task in the summary line before a kill, in kernels since 5.0. */
export const SUMMED_TASK = /task=(.{1,60}),pid=(\d{1,10}),uid=\d+/;
/** A kubelet's event SystemOOM. */
export const VICTIM = /victim process: (.{1,60}?), pid: (\d{1,10})/;
