/** Which pod or node the lines of a text are about. */
import { describedPod, printedPod } from "./describedPod.ts";
import type { ReportedMessage } from "./reportedMessage.ts";

export type Subject = Pick<ReportedMessage, "namespace" | "name" | "node">;

export const NOBODY: Subject = { namespace: null, name: null, node: null };
export const NAMED_NODE = /(?:^|\s)nodes?(?:\/|\s+(?=\S+ status is now: ))([a-z0-9][a-z0-9.-]*)/i;
const JSON_NAME = /^\s*"(name|namespace)": ?"([a-z0-9][a-z0-9.-]{0,252})",?\s*$/;

/** The pod or node whose description, status or event is read, from line to line. */
export class FollowedSubject {
  /** How many descriptions there are. */
  described = 0;
  /** The pod of a text about one. */
  readonly #asked: Subject;
  #subject: Subject;
  /** Whether a description has begun, and is not counted yet. */
  #isNamed = false;
  /** Whether the lines are those of an event's object. */
  #isInvolved = false;
  /** The name or namespace in the line of JSON before. */
  #jsonName: { readonly member: string; readonly value: string } | null = null;

  constructor(whole: string) {
    this.#asked = describedPod(whole) ?? NOBODY;
    this.#subject = this.#asked;
  }

  get subject(): Subject {
    return this.#subject;
  }

  /** A description without a namespace is that of a node. */
  get describedNode(): string | null {
    const { namespace, name } = this.#subject;
    return namespace === null ? name : null;
  }

  /** `other`: a subject that the line names in another way. */
  take(line: string, other: Subject | null): void {
    const printed = printedPod(line);
    if (printed !== null) this.#subject = { ...NOBODY, ...printed };
    // What follows the end of a block of code may be about another pod.
    if (/^\s*(?:`{3}|~{3})/.test(line)) this.#subject = this.#asked;
    if (this.#isNamed && /^(?:Containers|Conditions):\s*$/.test(line)) {
      this.described += 1;
      this.#isNamed = false;
    }
    const [, member, value = ""] = /^(Name|Namespace|Node):\s+(\S+)/.exec(line) ?? [];
    if (member === "Name") {
      this.#subject = { ...NOBODY, name: value };
      this.#isNamed = true;
    }
    if (member === "Namespace") this.#subject = { ...this.#subject, namespace: value };
    if (member === "Node") this.#subject = { ...this.#subject, node: boundNode(value) };
    this.#takeInvolved(line);
    this.#takeJson(line);
    if (other !== null) this.#subject = other;
  }

  /** The object of an event that is described itself: the name at the margin is the event's. */
  #takeInvolved(line: string): void {
    if (/^\S/.test(line)) this.#isInvolved = /^Involved Object:\s*$/.test(line);
    if (!this.#isInvolved) return;
    const [, member, value = ""] = /^\s+(Name|Namespace):\s+(\S+)/.exec(line) ?? [];
    if (member === "Name") this.#subject = { ...NOBODY, name: value };
    if (member === "Namespace") this.#subject = { ...this.#subject, namespace: value };
  }

  /** Both names of an object, in lines of JSON next to each other; a container has one alone. */
  #takeJson(line: string): void {
    const [, member, value = ""] = JSON_NAME.exec(line) ?? [];
    const before = this.#jsonName;
    this.#jsonName = member === undefined ? null : { member, value };
    if (member === undefined || before === null || before.member === member) return;
    const [name, namespace] = member === "name" ? [value, before.value] : [before.value, value];
    this.#subject = { ...NOBODY, namespace, name };
  }
}

/** The node without its address; kubectl writes <none> for a pod that is not scheduled. */
function boundNode(value: string): string | null {
  const [node = ""] = value.split("/", 1);
  return node === "" || node === "<none>" ? null : node;
}
