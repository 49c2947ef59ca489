/**
 * Something from outside cannot be used: a file, a directory, an address, a member of a document.
 * What to do about it is a separate part, for callers that build another sentence.
 */
export class InputError extends Error {
  override readonly name: string = "InputError";
  /** What is wrong, and where; without a full stop. */
  readonly problem: string;
  /** What to do now; without a full stop. */
  readonly advice: string;

  constructor(problem: string, advice: string) {
    super(`${problem}; ${advice}.`);
    this.problem = problem;
    this.advice = advice;
  }

  /** The message without its full stop, for use inside another sentence. */
  get clause(): string {
    return `${this.problem}; ${this.advice}`;
  }
}

/** What was asked for cannot be done, whatever the files and servers say. */
export class SettingError extends InputError {
  override readonly name = "SettingError";
}

/** A file that ships with the program is not there. */
export class InstallationError extends Error {
  override readonly name = "InstallationError";
}
