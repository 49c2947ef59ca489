/** The kinds of scalars: reducing keeps them all, anonymizing treats each kind differently. */
export type LeafKind =
  | "number"
  | "time"
  | "quantity"
  | "threshold" // a quantity, a percentage or a duration of a configuration
  | "presence" // only whether it is there, not null and not empty, is read
  | "evictionMessage" // of a pod's status: sentences with names and amounts
  | NameKind
  | WordKind;

/** Names, which a capture leaves a cluster with. */
export type NameKind = "node" | "namespace" | "pod" | "uid" | "container" | "volume";

/** Words out of a small vocabulary. */
export type WordKind =
  | "phase"
  | "statusReason"
  | "qosClass"
  | "medium"
  | "restartPolicy"
  | "configSource"
  | "priorityClass"
  | "systemContainer"
  | "kind"
  | "kubeletVersion"
  | "profile"
  | "configurationMember"
  | "enforcement"
  | "missing"
  | "seriesMember"
  | "origin"
  | "seriesOrigin"
  | "happening"
  | "signal"
  | "condition";

/** The part of a document that is kept: everything a shape does not name is dropped. */
export type Shape =
  | { readonly is: "leaf"; readonly leaf: LeafKind }
  | {
      readonly is: "object";
      readonly member: (name: string) => Member | undefined;
      /** The shapes its members may have. */
      readonly shapes: readonly Shape[];
    }
  | { readonly is: "list"; readonly item: Shape };

/** A member that is kept. */
export interface Member {
  readonly shape: Shape;
  /** What an anonymous capture calls it, when the name itself may say something. */
  readonly anonymous?: string;
}

export function leaf(kind: LeafKind): Shape {
  return { is: "leaf", leaf: kind };
}

export function list(item: Shape): Shape {
  return { is: "list", item };
}

/** An object of which these members are kept. */
export function object(members: Readonly<Record<string, Shape>>): Shape {
  const kept = new Map(Object.entries(members).map(([name, shape]) => [name, { shape }]));
  return { is: "object", member: (name) => kept.get(name), shapes: Object.values(members) };
}

/**
 * An object of which every member is kept, all of one shape. A name that is not among `names` is
 * called `otherwise` in an anonymous capture, or dropped where there is no such name.
 */
export function mapOf(
  names: RegExp,
  shape: Shape,
  otherwise: string | ((name: string) => string) | undefined,
): Shape {
  const member = (name: string): Member | undefined => {
    if (names.test(name)) return { shape };
    if (otherwise === undefined) return undefined;
    return { shape, anonymous: typeof otherwise === "string" ? otherwise : otherwise(name) };
  };
  return { is: "object", member, shapes: [shape] };
}
