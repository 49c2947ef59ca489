/** A text that should hold Kubernetes objects cannot be read; the message is one sentence. */
export class ObjectsError extends Error {
  override readonly name = "ObjectsError";
  /** What is wrong, and where; without what to do, and without a full stop. */
  readonly problem: string;

  constructor(problem: string, advice: string) {
    super(`${problem}; ${advice}.`);
    this.problem = problem;
  }
}
