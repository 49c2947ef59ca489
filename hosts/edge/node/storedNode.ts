import { Detail, Part, Status } from "../../../assembly/abi.ts";
import type { CaptureRecord } from "../../shared/capture.ts";
import type { Decision } from "../../shared/decision.ts";
import type { Engine } from "../../shared/engine.ts";
import { formatTime, parseTime } from "../../shared/time.ts";
import { toBase64 } from "../base64.ts";
import type { SharedEngine, Turn } from "../engines.ts";
import { answerSnapshot, type Envelope, recordIn, savedStateIn, stateTextIn } from "../envelope.ts";
import {
  type Evaluation,
  evaluate,
  isRefusal,
  type KeptPods,
  type Position,
  takePods,
} from "../evaluate.ts";
import { type EdgeNode, type HistoryQuery, type StatusListener, statusOf } from "../fleet.ts";
import type { StateKeys } from "../guard/stateKeys.ts";
import type { Limits } from "../limits.ts";
import { JSON_TYPE, NDJSON_TYPE } from "../openapi.ts";
import { podsDigestIn, podsDigestOf, unknownPods } from "../podsDigest.ts";
import { Problem } from "../problem.ts";
import { decidedText, jsonReply, type Reply, replyOf } from "../reply.ts";
import { captureOf, withPods } from "./captureOf.ts";
import { type NodePosition, positionBytes, positionOf } from "./position.ts";
import { markBytes, markOf, namedRecord, podsPut } from "./putPods.ts";
import { isWorthReporting } from "./reported.ts";
import type { Changes, HistoryEntry, NodeStorage } from "./storage.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const BEGINS_ANEW =
  "The state was saved by another version of the module: its clocks begin again with this step.";
const NOT_KEPT = "The decision is too large for the history, which goes on without it.";
/** Of a decision in the history: a row of the platform's storage has at most 2 MiB. */
const DECISION_BYTES_MAX = 2 ** 20;
/** Of a page of the history, and how many entries are read at once. */
export const PAGE_BYTES_MAX = 16 * 2 ** 20;
const ENTRIES_AT_ONCE = 16;

export interface NodeContext {
  readonly tenant: string;
  readonly name: string;
  readonly storage: NodeStorage;
  readonly engines: SharedEngine;
  readonly limits: Limits;
  readonly states: StateKeys;
  /** Whether the tenant may have this node beside those it has. */
  readonly admit: () => Promise<boolean>;
  readonly report: StatusListener;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface Posted {
  readonly record: CaptureRecord;
  /** What the step begins with; null for the state the node is in. */
  readonly state: Uint8Array | null;
  /** Of its own list, or of the list that has to be in force; null when it names none. */
  readonly podsDigest: string | null;
  readonly bytes: Uint8Array;
}

interface Stepped {
  readonly answer: string;
  /** Null when nothing was decided now. */
  readonly decision: Uint8Array | null;
  readonly repeated: boolean;
}

/**
 * A node whose policy, pods and state lie in a storage. From reading the position to storing the
 * next one nothing is awaited, so requests cannot come between each other; nothing is answered
 * before it is stored.
 */
export class StoredNode implements EdgeNode {
  readonly #context: NodeContext;
  /** The position that was written last, and as what: not read again while it is the same. */
  #written: { readonly bytes: Uint8Array; readonly position: NodePosition } | null = null;

  constructor(context: NodeContext) {
    this.#context = context;
  }

  putPolicy(configuration: string): Promise<Reply> {
    return replyOf(async () => {
      const { engines, limits, storage, tenant } = this.#context;
      const policy = engines.use(tenant, (engine) => engine.configure(configuration));
      await this.#admitted();
      const before = storage.get("configuration");
      // Another policy has other thresholds, and the clocks of the old ones mean nothing to it.
      if (before === null || decoder.decode(before) !== configuration) {
        storage.change({
          documents: [
            ["configuration", encoder.encode(configuration)],
            ["position", null],
          ],
          historyMax: limits.historyMax,
        });
      }
      return jsonReply(policy);
    });
  }

  putPods(podList: Uint8Array): Promise<Reply> {
    return replyOf(async () => {
      const { engines, limits, name, storage, tenant } = this.#context;
      const put = podsPut(podList, name);
      const podsDigest = await podsDigestOf(podList);
      const { count, kept } = engines.use(tenant, (engine) => {
        // The pod table does not depend on the policy.
        engine.configure({});
        return {
          count: takePods(engine, put.list, limits.podsMax),
          kept: keptPods(engine, put.list),
        };
      });
      await this.#admitted();
      const documents = [...kept, ["podsPut", markBytes({ node: put.node, podsDigest })]] as const;
      storage.change({ documents, historyMax: limits.historyMax });
      return jsonReply({ pods: count, problems: put.problems });
    });
  }

  postSnapshot(bytes: Uint8Array, detail: Detail): Promise<Reply> {
    return replyOf(async () => {
      const snapshot = await digestOfBytes(bytes);
      const { engines, tenant } = this.#context;
      const inTurn: Turn = (turn) => engines.use(tenant, turn);
      const stepped = await answerSnapshot(bytes, JSON_TYPE, inTurn, async (envelope) => {
        const state = await this.#stateIn(envelope);
        const record = recordIn(envelope);
        const podsDigest = await podsDigestIn(envelope, record.pods);
        return this.#step({ record, state, podsDigest, bytes }, snapshot, detail);
      });
      const { answer, decision, repeated } = stepped;
      if (decision !== null) await this.#report(decision);
      return { ...jsonReply(answer), repeated };
    });
  }

  decision(): Promise<Reply> {
    return replyOf(() => {
      const [newest] = this.#context.storage.history(null, 1);
      if (newest === undefined) throw this.#unknown();
      return jsonReply(newest.decision);
    });
  }

  history({ before, limit }: HistoryQuery): Promise<Reply> {
    return replyOf(() => {
      const entries = this.#page(before, limit);
      const decisions = entries.map(({ decision }) => decoder.decode(decision)).join(",");
      const last = entries.at(-1)?.time ?? null;
      const next = last !== null && this.#page(last, 1).length > 0 ? last : null;
      return jsonReply(`{"decisions":[${decisions}],"next":${JSON.stringify(next)}}`);
    });
  }

  capture(): Promise<Reply> {
    return replyOf(() => {
      const { name, storage } = this.#context;
      return { status: 200, type: NDJSON_TYPE, body: captureOf(name, storage) };
    });
  }

  forget(): Promise<Reply> {
    return replyOf(async () => {
      this.#context.storage.clear();
      await this.#context.report(null);
      return { status: 204, type: JSON_TYPE, body: null };
    });
  }

  /** The newest entries from before a time, as many as one answer may hold. */
  #page(before: string | null, limit: number): readonly HistoryEntry[] {
    const page: HistoryEntry[] = [];
    let bytes = 0;
    while (page.length < limit) {
      const count = Math.min(ENTRIES_AT_ONCE, limit - page.length);
      const from = page.at(-1)?.time ?? before;
      const entries = this.#context.storage.history(from, count);
      for (const entry of entries) {
        bytes += entry.decision.length;
        if (bytes > PAGE_BYTES_MAX) return page;
        page.push(entry);
      }
      if (entries.length < count) break;
    }
    return page;
  }

  /** Throws when this is a node more than the tenant may have. */
  async #admitted(): Promise<void> {
    const { admit, limits, storage } = this.#context;
    const isKnown = storage.get("configuration") !== null || storage.get("podsPut") !== null;
    if (isKnown || (await admit())) return;
    throw new Problem(
      "too-many-nodes",
      `The tenant has as many nodes as it may have (${limits.nodesMax}); DELETE one first.`,
    );
  }

  /** A state that was handed out here, or one that the sender's own engine has saved. */
  async #stateIn(envelope: Envelope): Promise<Uint8Array | null> {
    const { states, tenant } = this.#context;
    const text = stateTextIn(envelope);
    const saved = savedStateIn(envelope);
    if (text === null) return saved;
    if (saved === null) return states.verified(text, tenant);
    throw new Problem("bad-request", "The body has a state and a savedState; leave out one.");
  }

  /** Synchronous, from the position that was stored to the one that is. */
  #step(
    { record: posted, state: given, podsDigest: named, bytes }: Posted,
    snapshot: string,
    detail: Detail,
  ): Stepped {
    const { engines, limits, name, storage, tenant } = this.#context;
    const position = this.#position();
    const time = formatTime(posted.time);
    if (position !== null && position.time === time && position.snapshot === snapshot) {
      return { answer: position.answer, decision: null, repeated: true };
    }
    this.#refuseTime(posted.time, position);
    const mark = markOf(storage.get("podsPut"));
    const podsDigest = posted.pods === undefined ? ((mark ?? position)?.podsDigest ?? null) : named;
    if (named !== null && named !== podsDigest) throw unknownPods(named);
    const { record, node, leftOut } = namedRecord(posted, position?.node ?? null, name);
    const { evaluation, kept, list } = engines.use(tenant, (engine) => {
      const start = { state: given ?? position?.state ?? null, node };
      const evaluation = this.#evaluate(engine, record, start, detail);
      const kept = keptDecision(engine, evaluation.decision);
      return { evaluation, kept, list: evaluation.pods && keptPods(engine, evaluation.pods) };
    });
    const { decision, state } = evaluation;
    const isLost = decision !== null && kept === null;
    const problems = [...leftOut, ...evaluation.problems, ...(isLost ? [NOT_KEPT] : [])];
    const answer = decidedText(decision, { problems });
    const next = { time, snapshot, state, node: evaluation.node, podsDigest, answer };
    const written = { bytes: positionBytes(next), position: next };
    storage.change({
      documents: [...(list ?? []), ["podsPut", null], ["position", written.bytes]],
      ...(kept === null ? {} : { entry: { time, decision: kept, ...this.#kept(bytes, record) } }),
      historyMax: limits.historyMax,
    });
    this.#written = written;
    return { answer, decision, repeated: false };
  }

  #position(): NodePosition | null {
    const bytes = this.#context.storage.get("position");
    return bytes === this.#written?.bytes ? this.#written.position : positionOf(bytes);
  }

  /** What a replay of this step needs, unless it is large. */
  #kept(bytes: Uint8Array, { pods }: CaptureRecord): { readonly record?: Uint8Array } {
    const { storage, limits } = this.#context;
    const isPut = pods === undefined && storage.get("podsPut") !== null;
    const record = isPut ? withPods(bytes, storage.get("pods")) : bytes;
    return record.length <= limits.recordBytesMax ? { record } : {};
  }

  #evaluate(
    engine: Engine,
    record: CaptureRecord,
    from: Pick<Position, "state" | "node">,
    detail: Detail,
  ): Evaluation {
    const bounds = { detail, podsMax: this.#context.limits.podsMax };
    const pods = record.pods === undefined ? { pods: this.#pods() } : {};
    const start = { configuration: this.#configuration(), ...from, ...pods };
    try {
      return evaluate(engine, start, record, bounds);
    } catch (error) {
      if (!isRefusal(error, Status.InvalidState)) throw error;
      const evaluation = evaluate(engine, { ...start, state: null }, record, bounds);
      return { ...evaluation, problems: [...evaluation.problems, BEGINS_ANEW] };
    }
  }

  #configuration(): Uint8Array {
    const configuration = this.#context.storage.get("configuration");
    if (configuration !== null) return configuration;
    throw new Problem("unprepared", "The node has no policy yet; PUT one to its policy first.");
  }

  #pods(): KeptPods {
    const { storage } = this.#context;
    const frozen = storage.get("frozenPods");
    const node = markOf(storage.get("podsPut"))?.node ?? null;
    const list = () => storage.get("pods") ?? new Uint8Array(0);
    if (frozen !== null) return { frozen, list, node };
    throw new Problem("unprepared", "The node has no pods yet; PUT a PodList to its pods first.");
  }

  /** A node's time goes forwards, and not ahead of ours: one wrong clock would stop it for good. */
  #refuseTime(time: bigint, position: NodePosition | null): void {
    const { limits, now } = this.#context;
    const last = position === null ? null : parseTime(position.time);
    if (last !== null && time <= last) {
      const what = time === last ? "Another snapshot of this time" : "A later snapshot";
      throw new Problem(
        "conflict",
        `${what} was decided on already (${position?.time}); send one from after it.`,
      );
    }
    const latest = (BigInt(now()) + BigInt(limits.aheadSecondsMax) * 1_000n) * 1_000_000n;
    if (time <= latest) return;
    const ahead = `more than ${limits.aheadSecondsMax} seconds ahead of this service's clock`;
    throw new Problem("bad-request", `The snapshot's time is ${ahead}; set the node's clock.`);
  }

  /** The list may lag behind: a status that could not be sent is sent with a later step. */
  async #report(decision: Uint8Array): Promise<void> {
    const { name, storage, report, limits } = this.#context;
    const status = statusOf(name, JSON.parse(decoder.decode(decision)) as Decision);
    if (!isWorthReporting(status, storage.get("reported"))) return;
    try {
      await report(status);
    } catch {
      return;
    }
    const reported = encoder.encode(JSON.stringify(status));
    storage.change({ documents: [["reported", reported]], historyMax: limits.historyMax });
  }

  #unknown(): Problem {
    return new Problem("not-found", "The node has decided nothing yet; POST a snapshot first.");
  }
}

/** A decision with less detail where it is too large to be kept; null when it still is. */
function keptDecision(engine: Engine, decision: Uint8Array | null): Uint8Array | null {
  if (decision === null || decision.length <= DECISION_BYTES_MAX) return decision;
  const { bytes } = engine.report(Detail.Decision);
  return bytes.length <= DECISION_BYTES_MAX ? bytes : null;
}

/** The pod list in force, as it is kept. */
function keptPods(engine: Engine, list: Uint8Array): Changes["documents"] {
  return [
    ["frozenPods", engine.freeze(Part.Pods)],
    ["pods", engine.reducePods(list)],
  ];
}

async function digestOfBytes(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as BufferSource);
  return toBase64(new Uint8Array(digest));
}
