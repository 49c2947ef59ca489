import { FLAG_ROWS } from "../../engine/contract/configuration.ts";

/** How the text of a flag becomes a value; the kubelet's own kinds of flags. */
export type FlagKind =
  | "langleMap" // signal<value,…
  | "map" // name=value,…
  | "booleanMap" // name=true,…
  | "text"
  | "integer"
  | "boolean"
  | "list";

export interface FlagRow {
  /** The member of the KubeletConfiguration it replaces, or the option of the module it sets. */
  readonly member: string;
  /** There is no such member: it is an option outside the configuration. */
  readonly isOption: boolean;
  readonly kind: FlagKind;
  /** An example of its use, for errors. */
  readonly example: string;
}

/** The kubelet's flags that decide about eviction, by name. */
export const FLAGS: ReadonlyMap<string, FlagRow> = new Map(
  FLAG_ROWS.map(({ flag, form, ...row }) => [flag, { ...row, kind: form }]),
);
