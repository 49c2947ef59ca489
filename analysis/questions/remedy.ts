/** Changes that help, as every question answers them. */
import type { SearchExtent } from "./search.ts";

/** A change in words, and in forms that people and programs can apply. */
export interface RemedyChange<Kind extends string = string> {
  readonly kind: Kind;
  /** What is changed: `Deployment shop/cart`, `Node worker-1`. */
  readonly objects: readonly string[];
  /** The change in words, without a full stop. */
  readonly change: string;
  /** Such as `memory`, `memory.available`, `spec.nodeName`. */
  readonly member?: string;
  readonly container?: string;
  readonly from?: string;
  readonly to?: string;
  /** What it costs, in a sentence; absent where the change says it. */
  readonly cost?: string;
  readonly kubectl?: string;
  /** Texts of `--change`. */
  readonly whatIf?: readonly string[];
}

/** Changes that help when they are made together. A question adds what then happens. */
export interface Remedy<Kind extends string = string> {
  readonly changes: readonly RemedyChange<Kind>[];
  /** The question was asked again with the changes. */
  readonly verified: true;
}

/** The smallest remedies first. */
export interface Remedies<Some extends Remedy = Remedy> {
  readonly remedies: readonly Some[];
  readonly search: SearchExtent;
}

/** What is changed. */
export function changeSentence({ changes }: Pick<Remedy, "changes">): string {
  const [first = "", ...others] = changes.map(({ change }) => change);
  const rest = others.map((each) => each[0]?.toLowerCase() + each.slice(1));
  return `${[first, ...rest].join("; ")}.`;
}
