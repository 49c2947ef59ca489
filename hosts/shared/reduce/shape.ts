/** What a scalar says; reducing keeps it as it is, anonymizing treats each kind in its own way. */
export type LeafKind =
  | "number"
  | "time"
  | "quantity"
  | "threshold" // a quantity, a percentage or a duration of a configuration
  | "anything" // only whether it is there, and not null, is read
  | NameKind
  | WordKind;

/** Names, which a capture leaves a cluster with. */
export type NameKind = "node" | "namespace" | "pod" | "uid" | "container" | "volume";

/** Words out of a small vocabulary. */
export type WordKind =
  | "phase"
  | "qosClass"
  | "medium"
  | "restartPolicy"
  | "configSource"
  | "priorityClass"
  | "systemContainer"
  | "kind"
  | "kubeletVersion"
  | "enforcement";

/** The part of a document that is kept: everything a shape does not name is dropped. */
export type Shape =
  | { readonly is: "leaf"; readonly leaf: LeafKind }
  | { readonly is: "object"; readonly member: (name: string) => Shape | undefined }
  | { readonly is: "list"; readonly item: Shape };

export function leaf(kind: LeafKind): Shape {
  return { is: "leaf", leaf: kind };
}

export function list(item: Shape): Shape {
  return { is: "list", item };
}

/** An object of which these members are kept. */
export function object(members: Readonly<Record<string, Shape>>): Shape {
  const shapes = new Map(Object.entries(members));
  return { is: "object", member: (name) => shapes.get(name) };
}

/** An object of which the members with these names are kept, all of one shape. */
export function mapOf(names: RegExp, value: Shape): Shape {
  return { is: "object", member: (name) => (names.test(name) ? value : undefined) };
}
