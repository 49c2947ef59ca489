/**
 * One sequence of verbs on an engine whose memory another tenant has filled before. Whatever the
 * documents, the state and the frozen bytes are, no verb traps, none answers with more than it may
 * or with a byte of the earlier tenant, every report is JSON, what is accepted comes back as it
 * was, what is refused changes nothing, and a report says the same however often it was asked.
 */
import { type PackableStep, packSteps } from "../../../analysis/engine/packedSteps.ts";
import {
  Action,
  AGAIN,
  AHEAD,
  CONTAINERS_MAX,
  Document,
  NO_SUMMARY,
  Part,
  Status,
} from "../../../assembly/abi.ts";
import { mutate } from "../mutations.ts";
import type { Random } from "../random.ts";
import type { Checksum } from "./checksum.ts";
import type { Core } from "./core.ts";
import { forgeFrozen, forgeState } from "./forge.ts";
import { CREDIT_BYTES, CREDITS_MAX, STATE_HEAD_BYTES } from "./layouts.ts";
import { CANARY, type Supply } from "./supply.ts";

const STATE_BYTES_MAX = STATE_HEAD_BYTES + CREDIT_BYTES * CREDITS_MAX + 8;
/** Far more than documents of a few kilobytes need, far less than the memory. */
const ANSWER_BYTES_MAX = 0x100000;
const VERBS_MAX = 8;
const DETAILS = [0, 1, 2] as const;
const ODD_ARGUMENTS = [-(2 ** 31), -3, -2, -1, 0, 3, 7, CONTAINERS_MAX, 2 ** 31 - 1];
const START = 1_795_168_800_000_000_000n;
const ODD_TIMES = [-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n];
const decoder = new TextDecoder("utf-8", { fatal: true });

export class Wrong extends Error {
  override readonly name = "Wrong";
}

type DocumentVerb =
  | ("configure" | "pods" | "members" | "record" | "observe" | "reclaimed")
  | ("admit" | "explain" | "restore" | "thaw");

/** What a report depends on, and nothing else. */
interface Inputs {
  readonly configuration: Buffer;
  /** A PodList, or frozen pods. */
  pods: { readonly verb: "pods" | "thaw"; readonly bytes: Buffer };
  /** What `AGAIN` observes: a Summary, or a frozen one; absent when the last one was refused. */
  snapshot?: { readonly verb: "observe" | "thaw"; readonly bytes: Buffer } | undefined;
  /** What `AHEAD` observes: the Summary that `record` has read; absent when there is none. */
  ahead?: Buffer | undefined;
  /** The last step; absent when there was none since a document, a state or a part was taken. */
  step?: Step | undefined;
}

interface Step {
  readonly now: bigint;
  /** Before the step. */
  readonly state: Buffer;
  readonly isMissed: boolean;
  /** Once a suspended step went on: with this Summary, or without one. */
  readonly end?: Buffer | typeof NO_SUMMARY | typeof AGAIN;
}

export class Sequence {
  readonly #core: Core;
  readonly #other: Core;
  readonly #random: Random;
  readonly #checksum: Checksum;
  readonly #supply: Supply;
  /** Every call in words, on request. */
  readonly #trace: string[] | undefined;
  #now = START;
  #inputs!: Inputs;
  #state: Buffer | undefined;
  readonly #frozen: (Buffer | undefined)[] = [];

  constructor(
    cores: readonly [Core, Core],
    random: Random,
    checksum: Checksum,
    supply: Supply,
    trace?: string[],
  ) {
    [this.#core, this.#other] = cores;
    this.#random = random;
    this.#checksum = checksum;
    this.#supply = supply;
    this.#trace = trace;
  }

  play(): void {
    this.#core.exports.clear();
    this.#fillWithCanaries();
    this.#begin();
    const verbs = [
      ...[() => this.#observe(), () => this.#observe(), () => this.#report()],
      ...[() => this.#restoreForged(), () => this.#thawForged(), () => this.#thawForged()],
      ...[() => this.#explain(), () => this.#pods(), () => this.#admit(), () => this.#save()],
      ...[() => this.#freeze(), () => this.#reclaimed(), () => this.#oddArgument()],
      ...[() => this.#record(), () => this.#record(), () => this.#members(), () => this.#reduce()],
      ...[() => this.#podsOfNode(), () => this.#steps()],
    ];
    for (let left = 1 + this.#random.below(VERBS_MAX); left > 0; left--) this.#random.pick(verbs)();
    this.#save();
    this.#report();
  }

  /** Both halves of the texts, all tables, the policy's texts, the output. */
  #fillWithCanaries(): void {
    const { exports } = this.#core;
    const { configuration, podLists, summary } = this.#supply.canaries;
    exports.configure(this.#core.write(configuration));
    for (const list of podLists) exports.pods(this.#core.write(list));
    exports.observe(this.#core.write(summary), START);
    exports.freeze(Part.Pods);
    // A report takes as long as the rest of a sequence; frozen pods are in the output already.
    if (this.#random.oneIn(8)) exports.report(2);
  }

  /** Without `configure` and a pod list the earlier tenant's would still be in force. */
  #begin(): void {
    const chosen = this.#random.pick(this.#supply.configurations);
    const isRefused = this.#call("configure", chosen) < 0;
    const configuration = isRefused ? this.#supply.plain : chosen;
    if (isRefused) this.#call("configure", configuration);
    const podList = this.#random.pick(this.#supply.podLists);
    if (this.#call("pods", podList) < 0) throw new Wrong("a pod list of the supply is refused");
    this.#inputs = { configuration, pods: { verb: "pods", bytes: podList } };
  }

  #pods(): void {
    const document = this.#spoilt(this.#random.pick(this.#supply.podLists));
    if (this.#call("pods", document) < 0) return;
    this.#takePods("pods", document);
  }

  #observe(): void {
    const random = this.#random;
    // Now and then long after the Summary was read, when there is nothing to keep.
    if (random.oneIn(2)) {
      this.#note("keep");
      this.#core.keep();
    }
    this.#now += BigInt(random.below(40)) * 1_000_000_000n;
    const now = random.oneIn(24) ? random.pick(ODD_TIMES) : this.#now;
    const state = this.#bytesOf("save");
    const kind = random.below(12);
    if (kind === 3) {
      this.#observeAhead(state, now);
      return;
    }
    if (kind < 3) {
      const size = kind === 0 ? NO_SUMMARY : AGAIN;
      this.#note(`observe ${size === AGAIN ? "AGAIN" : "NO_SUMMARY"} at ${now}`);
      const action = this.#answered("observe", this.#core.exports.observe(size, now));
      if (action >= 0) this.#inputs.step = { state, now, isMissed: size === NO_SUMMARY };
      else if (this.#inputs.snapshot !== undefined) throw new Wrong("a Summary is gone");
      return;
    }
    const summary = this.#spoilt(random.pick(this.#supply.summaries));
    const isTaken = this.#call("observe", summary, now) >= 0;
    this.#inputs.snapshot = isTaken ? { verb: "observe", bytes: summary } : undefined;
    // Another Summary takes the place of one that was read ahead.
    this.#inputs.ahead = undefined;
    this.#inputs.step = isTaken ? { state, now, isMissed: false } : undefined;
    if (!isTaken && !this.#bytesOf("save").equals(state)) {
      throw new Wrong("a refused Summary changed the state");
    }
  }

  #observeAhead(state: Buffer, now: bigint): void {
    const { ahead } = this.#inputs;
    this.#note(`observe AHEAD at ${now}`);
    const action = this.#answered("observe", this.#core.exports.observe(AHEAD, now));
    if (action >= 0 !== (ahead !== undefined)) throw new Wrong(`observe AHEAD answers ${action}`);
    this.#inputs.ahead = undefined;
    if (ahead === undefined) return;
    this.#inputs.snapshot = { verb: "observe", bytes: ahead };
    this.#inputs.step = { state, now, isMissed: false };
  }

  /** A record whose Summary is read ahead, or not: what was observed before is there as it was. */
  #record(): void {
    const { exports } = this.#core;
    const before = [exports.save(), this.#core.answer(), exports.freeze(Part.Summary)];
    const frozen = this.#core.answer();
    const summary = this.#spoilt(this.#random.pick(this.#supply.summaries));
    const pods = this.#random.oneIn(3) ? this.#random.pick(this.#supply.podLists) : null;
    const podsMember = pods === null ? "" : `"pods":${pods.toString("latin1")},`;
    const text = `{"time":"t",${podsMember}"summary":${summary.toString("latin1")},"x":[1]}`;
    const line = this.#spoilt(Buffer.from(text, "latin1"));
    const size = this.#call("record", line);
    const isRead = size >= 0 && this.#core.output().includes('"readAhead":true');
    this.#inputs.ahead = isRead ? this.#memberOf(line, "summary") : undefined;
    const after = [exports.save(), this.#core.answer(), exports.freeze(Part.Summary)];
    if (String(before) !== String(after)) throw new Wrong("a record changed the state");
    if (!this.#core.answer().equals(frozen)) throw new Wrong("a record changed what is there");
    exports.report(0);
  }

  /** The state that the core has just reported. */
  #memberOf(line: Buffer, wanted: string): Buffer {
    const { members } = this.#json() as { members: { name: string; start: number; end: number }[] };
    const last = members.findLast(({ name }) => name === wanted);
    if (last === undefined) throw new Wrong(`a record has no ${wanted}`);
    return Buffer.from(line.subarray(last.start, last.end));
  }

  #members(): void {
    this.#call("members", this.#spoilt(this.#random.pick(this.#supply.summaries)));
  }

  /** A document of either kind as either kind, and as one that there is not. */
  #reduce(): void {
    const { exports } = this.#core;
    const { summaries, podLists } = this.#supply;
    const document = this.#spoilt(this.#random.pick([...summaries, ...podLists]));
    const kind = this.#random.pick([Document.Summary, Document.PodList, Document.Pod]);
    this.#note(`reduce ${kind} ${document.toString("latin1")}`);
    const size = this.#answered("reduce", exports.reduce(this.#core.write(document), kind));
    if (size > document.length) throw new Wrong("a reduced document is longer than it was");
  }

  /** Of a list with a name behind it that has the given size, and of any other size. */
  #podsOfNode(): void {
    const { exports } = this.#core;
    const list = this.#spoilt(this.#random.pick(this.#supply.podLists));
    const name = Buffer.from(this.#random.pick(["", "n1", "worker-1", "}", "]}"]));
    const nameSize = this.#random.pick([name.length, name.length, ...ODD_ARGUMENTS]);
    this.#note(`podsOfNode ${nameSize} ${list.toString("latin1")} ${name}`);
    const given = this.#core.write(Buffer.concat([list, name]));
    const size = this.#answered("podsOfNode", exports.podsOfNode(given, nameSize));
    if (size > Math.max(0, given - nameSize))
      throw new Wrong("a list of one node's pods is longer than it was");
  }

  /** Many steps leave the state that the same steps leave one by one, whichever is refused. */
  #steps(): void {
    const { exports } = this.#core;
    const { podLists, summaries } = this.#supply;
    const podList = this.#random.pick(podLists);
    if (this.#call("pods", podList) < 0) throw new Wrong("a pod list of the supply is refused");
    const before = this.#bytesOf("save");
    const given = Array.from({ length: this.#random.below(4) }, () => {
      const summary = this.#random.oneIn(5) ? null : this.#spoilt(this.#random.pick(summaries));
      this.#now += BigInt(this.#random.below(40)) * 1_000_000_000n;
      return { time: this.#now, summary, afterReclaim: this.#afterReclaim() };
    });
    const packed = Buffer.from(packSteps(given, this.#random.oneIn(2) ? null : START));
    const document = this.#spoilt(packed);
    this.#note(`steps ${document.toString("latin1")}`);
    const taken = this.#answered("steps", exports.steps(this.#core.write(document)));
    if (taken >= 0) JSON.parse(this.#core.output().toString());
    if (document === packed) {
      const after = this.#singly(podList, before, given.slice(0, Math.max(taken, 0)));
      if (!this.#bytesOf("save").equals(after)) throw new Wrong("steps leave another state");
    }
    // What the last of them observed is not followed here.
    this.#call("pods", podList);
    this.#takePods("pods", podList);
  }

  #afterReclaim(): Buffer | null | undefined {
    const kind = this.#random.below(3);
    if (kind === 0) return undefined;
    return kind === 1 ? null : this.#spoilt(this.#random.pick(this.#supply.summaries));
  }

  #singly(podList: Buffer, before: Buffer, steps: readonly PackableStep[]): Buffer {
    const { exports } = this.#other;
    exports.clear();
    exports.configure(this.#other.write(this.#inputs.configuration));
    exports.pods(this.#other.write(podList));
    exports.restore(this.#other.write(before));
    for (const { time, summary, afterReclaim } of steps) {
      const size = summary === null ? NO_SUMMARY : this.#other.write(summary);
      if (exports.observe(size, time) !== Action.ReclaimNodeLevelResources) continue;
      const after = afterReclaim === undefined ? AGAIN : NO_SUMMARY;
      const given = afterReclaim instanceof Buffer ? this.#other.write(afterReclaim) : after;
      if (exports.reclaimed(given) < 0) exports.reclaimed(NO_SUMMARY);
    }
    exports.save();
    return this.#other.answer();
  }

  #reclaimed(): void {
    const { step } = this.#inputs;
    const kind = this.#random.below(6);
    const none = kind < 2 ? NO_SUMMARY : AGAIN;
    const end = kind < 3 ? none : this.#spoilt(this.#random.pick(this.#supply.summaries));
    const action =
      typeof end === "number"
        ? this.#answered("reclaimed", this.#core.exports.reclaimed(end))
        : this.#call("reclaimed", end);
    if (action >= 0 && step !== undefined) this.#inputs.step = { ...step, end };
  }

  #admit(): void {
    if (this.#call("admit", this.#random.pick(this.#supply.singlePods)) >= 0) {
      this.#inputs.step = undefined;
    }
  }

  #explain(): void {
    this.#call("explain", this.#random.pick(this.#supply.queries));
  }

  /** One detail, and now and then the same from an engine that was asked nothing else. */
  #report(): void {
    const detail = this.#random.pick(DETAILS);
    const { step } = this.#inputs;
    this.#note(`report ${detail}`);
    const size = this.#answered("report", this.#core.exports.report(detail));
    if (step === undefined || size < 0 || !this.#random.oneIn(4)) return;
    const text = this.#core.answer();
    if (text.includes('"error/1"') || !this.#repeat(step, detail).equals(text)) {
      if (text.includes('"error/1"')) return;
      throw new Wrong(`report ${detail} is another one in an engine that was asked nothing else`);
    }
  }

  #repeat(step: Step, detail: number): Buffer {
    const { exports } = this.#other;
    const { configuration, pods, snapshot } = this.#inputs;
    exports.clear();
    exports.configure(this.#other.write(configuration));
    exports[pods.verb](this.#other.write(pods.bytes));
    if (snapshot?.verb === "thaw") exports.thaw(this.#other.write(snapshot.bytes));
    exports.restore(this.#other.write(step.state));
    if (step.isMissed) exports.observe(NO_SUMMARY, step.now);
    else if (snapshot?.verb === "thaw") exports.observe(AGAIN, step.now);
    else if (snapshot) exports.observe(this.#other.write(snapshot.bytes), step.now);
    if (typeof step.end === "number") exports.reclaimed(step.end);
    else if (step.end !== undefined) exports.reclaimed(this.#other.write(step.end));
    exports.report(detail);
    return this.#other.output();
  }

  #save(): void {
    this.#state = this.#bytesOf("save");
  }

  #freeze(): void {
    const part = this.#random.below(2);
    this.#note(`freeze ${part}`);
    if (this.#answered("freeze", this.#core.exports.freeze(part)) >= 0) {
      this.#frozen[part] = this.#core.answer();
    }
  }

  #restoreForged(): void {
    const before = this.#bytesOf("save");
    const base = this.#random.oneIn(4) ? (this.#state ?? before) : before;
    const isHonest = this.#random.oneIn(8);
    const { bytes, how } = isHonest
      ? { bytes: base, how: ["as it was saved"] }
      : forgeState(base, this.#random, this.#checksum);
    this.#note(`restore with ${how.join(", ")}`);
    const status = this.#call("restore", bytes);
    const expected = status < 0 ? before : bytes;
    if (status >= 0) this.#inputs.step = undefined;
    if (this.#bytesOf("save").equals(expected)) return;
    throw new Wrong(status < 0 ? "a refused state changed the state" : "a state came back changed");
  }

  #thawForged(): void {
    const part = this.#random.below(2);
    const size = this.#core.exports.freeze(part);
    if (size < 0) return;
    const before = this.#core.answer();
    const base = this.#random.oneIn(4) ? (this.#frozen[part] ?? before) : before;
    const isHonest = this.#random.oneIn(8);
    const { bytes, how } = isHonest
      ? { bytes: base, how: ["as it was frozen"] }
      : forgeFrozen(base, this.#random, this.#checksum);
    this.#note(`thaw ${Part[part]} with ${how.join(", ")}`);
    const status = this.#call("thaw", bytes);
    // What says of itself that it is the other part is that part.
    const thawed = status < 0 ? part : bytes.readUInt32LE(8);
    if (status >= 0) {
      if (thawed === Part.Pods) this.#takePods("thaw", bytes);
      else this.#inputs.snapshot = { verb: "thaw", bytes };
      this.#inputs.step = undefined;
    }
    this.#core.exports.freeze(thawed);
    if (this.#core.output().equals(status < 0 ? before : bytes)) return;
    throw new Wrong(
      status < 0 ? "a refused part changed what is there" : "a part came back changed",
    );
  }

  #oddArgument(): void {
    const { exports } = this.#core;
    const argument = this.#random.pick(ODD_ARGUMENTS);
    const verb = this.#random.pick(["report", "freeze", "pods", "thaw", "restore"] as const);
    this.#note(`${verb} ${argument}`);
    const isSize = verb !== "report" && verb !== "freeze";
    // Sizes that a document may have would read what the host wrote before.
    if (isSize && argument >= 0 && argument < 2 ** 31 - 1) return;
    this.#answered(verb, exports[verb](argument));
  }

  #takePods(verb: "pods" | "thaw", bytes: Buffer): void {
    this.#inputs = { configuration: this.#inputs.configuration, pods: { verb, bytes } };
  }

  #spoilt(document: Buffer): Buffer {
    return this.#random.oneIn(6) ? mutate(document, this.#random).bytes : document;
  }

  #bytesOf(verb: "save"): Buffer {
    this.#answered(verb, this.#core.exports[verb]());
    return this.#core.answer();
  }

  #call(verb: DocumentVerb, document: Buffer, now = 0n): number {
    if (verb !== "restore" && verb !== "thaw") this.#note(`${verb} ${document.toString("latin1")}`);
    const size = this.#core.write(document);
    const { exports } = this.#core;
    const returned = verb === "observe" ? exports.observe(size, now) : exports[verb](size);
    return this.#answered(verb, returned);
  }

  /** What holds for every call. */
  #answered(verb: string, returned: number): number {
    const { exports } = this.#core;
    if (returned < 0) {
      if (Status[returned] === undefined) throw new Wrong(`${verb} answers ${returned}`);
      if (exports.report(0) < 0) throw new Wrong(`${verb} gives no reason for ${returned}`);
      const reason = this.#json() as { status?: number; reason?: string };
      if (reason.status !== returned) throw new Wrong(`${verb} refuses with another status`);
      if (!reason.reason) throw new Wrong(`${verb} refuses without a reason`);
      return returned;
    }
    const size = exports.outputSize();
    const most = verb === "save" ? STATE_BYTES_MAX : ANSWER_BYTES_MAX;
    if (size < 0 || size > most) throw new Wrong(`${verb} leaves an answer of ${size} bytes`);
    if (verb === "report" || verb === "explain") this.#json();
    else if (this.#core.output().includes(CANARY)) throw new Wrong(`${verb} tells a canary`);
    return returned;
  }

  #json(): unknown {
    const output = this.#core.output();
    if (output.includes(CANARY)) throw new Wrong("a report tells a canary");
    const text = decoder.decode(output);
    return JSON.parse(text);
  }

  #note(call: string): void {
    this.#trace?.push(call);
  }
}
