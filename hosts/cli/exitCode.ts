/** How `plimsoll` ends; the same numbers for every command. */
export enum ExitCode {
  Ok = 0,
  /**
   * `check` found errors, `capture verify` found problems, `diff --exit-code` a difference,
   * `schedule` a pod that stays pending, `drain` a pod that stays or finds no node, `admit` a pod
   * that is rejected, `simulate` a cluster that thrashes or cascades.
   */
  Findings = 1,
  /** The command line itself cannot be understood. */
  Usage = 2,
  /** An input cannot be read or has the wrong kind, or an output cannot be written. */
  Input = 3,
  /** A defect of this program. */
  Internal = 4,
}

/** Ends a command with one sentence on stderr. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, sentence: string) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** Ends a command with `ExitCode.Findings`, when what was found has been printed. */
export class Findings extends Error {
  override readonly name = "Findings";
}

export function usageFailure(sentence: string): Failure {
  return new Failure(ExitCode.Usage, sentence);
}

export function inputFailure(sentence: string): Failure {
  return new Failure(ExitCode.Input, sentence);
}

export const EXIT_CODE_LINES: readonly string[] = [
  "0  success",
  "1  findings: an invalid configuration or capture, a difference (diff --exit-code), a pod that",
  "   is rejected or stays pending, a drain that does not complete, a cluster that thrashes or",
  "   cascades",
  "2  usage: the command line is not valid",
  "3  an input cannot be read or has the wrong kind, or an output cannot be written",
  "4  a bug in plimsoll",
];
