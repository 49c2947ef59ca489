/** How `plimsoll` ends; the same numbers for every command. */
export enum ExitCode {
  Ok = 0,
  /** The command has answered, and FINDINGS says what that means. */
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

/** What each command ends with 1 for, by the words that name it. */
const FINDINGS: Readonly<Record<string, string>> = {
  check: "an invalid configuration, or a warning with --fail-on warning",
  "capture verify": "an invalid capture",
  diff: "a difference, with --exit-code",
  schedule: "a pod stays pending",
  drain: "the drain does not complete",
  admit: "the pod is rejected",
  simulate: "the cluster thrashes or cascades",
  "sweep merge": "a shard is missing",
  upgrade: "something is worse with the newer release",
};

/** The codes of a command, and what each means for it; of all commands without a name. */
export function exitCodes(name = ""): readonly (readonly [code: ExitCode, meaning: string])[] {
  const all = Object.entries(FINDINGS).map(([command, meaning]) => `${command}: ${meaning}`);
  const findings = name === "" ? all.join("; ") : FINDINGS[name];
  return [
    [ExitCode.Ok, "success"],
    ...(findings === undefined ? [] : [[ExitCode.Findings, `findings: ${findings}`] as const]),
    [ExitCode.Usage, "usage: the command line is not valid"],
    [
      ExitCode.Input,
      "an input cannot be read or has the wrong kind, or an output cannot be written",
    ],
    [ExitCode.Internal, "a bug in plimsoll"],
  ];
}
