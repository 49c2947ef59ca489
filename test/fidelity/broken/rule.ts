/** A rule of a policy, and a way to break it. */
export interface Rule {
  readonly name: string;
  /** What the real code does. */
  readonly rule: string;
  /** Below assembly. */
  readonly file: string;
  /** Stands there once. */
  readonly right: string;
  readonly wrong: string;
}
