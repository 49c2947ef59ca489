import type { Decision } from "../../../analysis/engine/decision.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { sameBytes } from "../../../analysis/engine/sameBytes.ts";
import type { CaptureRecord } from "../../../analysis/read/capture/capture.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import { Detail, Part, Status } from "../../../assembly/abi.ts";
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
import {
  type EdgeNode,
  type HistoryQuery,
  type NodeStatus,
  type StatusListener,
  statusOf,
} from "../fleet.ts";
import type { StateKeys } from "../guard/stateKeys.ts";
import type { Limits } from "../limits.ts";
import { JSON_TYPE, NDJSON_TYPE } from "../openapi.ts";
import { podsDigestIn, podsDigestOf, unknownPods } from "../podsDigest.ts";
import { Problem } from "../problem.ts";
import { decidedText, jsonReply, type Reply, replyOf, textOf } from "../reply.ts";
import { captureOf, withPods } from "./captureOf.ts";
import { Decoded } from "./decoded.ts";
import { type NodePosition, positionBytes, positionOf } from "./position.ts";
import { markBytes, markOf, namedRecord, podsPut } from "./putPods.ts";
import { isWorthReporting, reportedBytes, reportedOf } from "./reported.ts";
import type { Changes, HistoryEntry, NodeStorage } from "./storage.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const BEGINS_ANEW =
  "The state was saved by another version of the module: its clocks begin again with this step.";
const NOT_KEPT = "The decision is too large for the history, which continues without it.";
/** The limit for a decision in the history: a row of the platform's storage has at most 2 MiB. */
const DECISION_BYTES_MAX = 2 ** 20;
/** The limit for a page of the history, and how many entries are read together. */
export const PAGE_BYTES_MAX = 16 * 2 ** 20;
const ENTRIES_AT_ONCE = 16;

export interface NodeContext {
  readonly tenant: string;
  readonly name: string;
  readonly storage: NodeStorage;
  readonly engines: SharedEngine;
  readonly limits: Limits;
  readonly states: StateKeys;
  /** Whether the tenant may have this node in addition to its others. */
  readonly admit: () => Promise<boolean>;
  readonly report: StatusListener;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface Posted {
  readonly record: CaptureRecord;
  /** What the step begins with; null for the state the node is in. */
  readonly state: Uint8Array | null;
  /** The digest of its own list, or of the list that must be in force; null if it names none. */
  readonly podsDigest: string | null;
  readonly bytes: Uint8Array;
}

interface Stepped {
  readonly answer: string;
  /** The decision without detail; null when nothing was decided now. */
  readonly brief: string | null;
  readonly repeated: boolean;
}

/**
 * A node whose policy, pods and state lie in a storage. From reading the position to storing the
 * next one nothing is awaited, so requests cannot come between each other; nothing is answered
 * before it is stored.
 */
export class StoredNode implements EdgeNode {
  readonly #context: NodeContext;
  readonly #positions = new Decoded(positionOf);
  readonly #reported = new Decoded(reportedOf);

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
      const podsDigest = await podsDigestOf(podList);
      const { put, count, kept } = engines.use(tenant, (engine) => {
        const put = podsPut(engine, podList, name);
        // The pod table does not depend on the policy.
        engine.configure({});
        return {
          put,
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
      const { engines, tenant } = this.#context;
      const inTurn: Turn = (turn) => engines.use(tenant, turn);
      const stepped = await answerSnapshot(bytes, JSON_TYPE, inTurn, async (envelope) => {
        const state = await this.#stateIn(envelope);
        const record = recordIn(envelope);
        const podsDigest = await podsDigestIn(envelope, record.pods);
        const posted = { record, state, podsDigest, bytes };
        const stepped = this.#step(posted, null, detail);
        return stepped ?? this.#step(posted, await digestOfBytes(bytes), detail);
      });
      const { answer, brief, repeated } = stepped;
      const status = brief === null ? null : this.#statusToReport(brief);
      if (status !== null) await this.#report(status);
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

  /**
   * Synchronous, from the position that was stored to the one that is. Null, and nothing has
   * changed, where the digest of the snapshot is needed and was not given: hashing is not
   * synchronous, and takes as long as a third of the step.
   */
  #step(posted: Posted, digest: string, detail: Detail): Stepped;
  #step(posted: Posted, digest: null, detail: Detail): Stepped | null;
  #step(posted: Posted, digest: string | null, detail: Detail): Stepped | null {
    const { engines, limits, name, storage, tenant } = this.#context;
    const position = this.#positions.of(storage.get("position"));
    const time = formatTime(posted.record.time);
    if (position?.time === time) {
      const isAgain = this.#isLast(posted.bytes, digest, position);
      if (isAgain === null) return null;
      if (isAgain) return { answer: position.answer, brief: null, repeated: true };
    }
    this.#refuseTime(posted.record.time, time, position);
    const mark = markOf(storage.get("podsPut"));
    const { podsDigest: named } = posted;
    const isListed = posted.record.pods !== undefined;
    const podsDigest = isListed ? named : ((mark ?? position)?.podsDigest ?? null);
    if (named !== null && named !== podsDigest) throw unknownPods(named);
    const staysWhole = this.#staysWhole(posted, time);
    if (!staysWhole && digest === null) return null;
    const { evaluation, brief, list, leftOut } = engines.use(tenant, (engine) => {
      const named = namedRecord(engine, posted.record, position?.node ?? null, name);
      const { record, node, leftOut } = named;
      const start = { state: posted.state ?? position?.state ?? null, node };
      const evaluation = this.#evaluate(engine, record, start, detail);
      const brief = briefOf(engine, evaluation.decision, detail);
      const list = evaluation.pods && keptPods(engine, evaluation.pods);
      return { evaluation, brief, list, leftOut };
    });
    const { decision, state } = evaluation;
    const kept = keptDecision(decision, brief);
    if (kept === null && digest === null) return null;
    const isLost = decision !== null && kept === null;
    const problems = [...leftOut, ...evaluation.problems, ...(isLost ? [NOT_KEPT] : [])];
    const text = textOf(decision);
    const answer = decidedText(text, { problems });
    const snapshot = staysWhole && kept !== null ? null : digest;
    const next = { time, snapshot, state, node: evaluation.node, podsDigest, answer };
    const written = positionBytes(next);
    storage.change({
      documents: [...(list ?? []), ["podsPut", null], ["position", written]],
      ...(kept === null ? {} : { entry: { time, decision: kept, ...this.#kept(posted) } }),
      historyMax: limits.historyMax,
    });
    this.#positions.know(written, next);
    const briefText = brief === decision ? text : textOf(brief);
    return { answer, brief: decision === null ? null : briefText, repeated: false };
  }

  /** Whether these bytes are the last snapshot, of the same time; null without their digest. */
  #isLast(bytes: Uint8Array, digest: string | null, position: NodePosition): boolean | null {
    if (position.snapshot !== null) return digest === null ? null : digest === position.snapshot;
    return sameBytes(bytes, this.#context.storage.record(position.time));
  }

  /** Whether the snapshot is kept with the position byte for byte, if a decision is. */
  #staysWhole({ record, bytes }: Posted, time: string): boolean {
    const { storage, limits } = this.#context;
    return (
      bytes.length <= limits.recordBytesMax && !this.#isPut(record) && storage.keepsRecord(time)
    );
  }

  /** Whether its list of pods came by itself. */
  #isPut({ pods }: CaptureRecord): boolean {
    return pods === undefined && this.#context.storage.get("podsPut") !== null;
  }

  /** What a replay of this step needs, unless it is large. */
  #kept({ record, bytes }: Posted): { readonly record?: Uint8Array } {
    const { storage, limits } = this.#context;
    const kept = this.#isPut(record) ? withPods(bytes, storage.get("pods")) : bytes;
    return kept.length <= limits.recordBytesMax ? { record: kept } : {};
  }

  #evaluate(
    engine: EvictionEngine,
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

  /** Times of a node increase and are not ahead of ours: else one wrong clock would block it. */
  #refuseTime(time: bigint, text: string, position: NodePosition | null): void {
    const { limits, now } = this.#context;
    if (position !== null && text <= position.time) {
      const isLast = text === position.time;
      const what = isLast ? "Another snapshot of this time" : "A later snapshot";
      throw new Problem(
        "conflict",
        `${what} was decided on already (${position.time}); send one from after it.`,
      );
    }
    const latest = (BigInt(now()) + BigInt(limits.aheadSecondsMax) * 1_000n) * 1_000_000n;
    if (time <= latest) return;
    const ahead = `more than ${limits.aheadSecondsMax} seconds ahead of this service's clock`;
    throw new Problem("bad-request", `The snapshot's time is ${ahead}; set the node's clock.`);
  }

  /** Null where the list of the fleet says nearly the same. */
  #statusToReport(brief: string): NodeStatus | null {
    const { name, storage } = this.#context;
    const status = statusOf(name, JSON.parse(brief) as Decision);
    const last = this.#reported.of(storage.get("reported"));
    return isWorthReporting(status, last) ? status : null;
  }

  /** The list may lag behind: a status that could not be sent is sent with a later step. */
  async #report(status: NodeStatus): Promise<void> {
    const { storage, report, limits } = this.#context;
    try {
      await report(status);
    } catch {
      return;
    }
    const reported = reportedBytes(status);
    storage.change({ documents: [["reported", reported]], historyMax: limits.historyMax });
  }

  #unknown(): Problem {
    return new Problem("not-found", "The node has decided nothing yet; POST a snapshot first.");
  }
}

/** The decision without detail, as the list of the fleet shows it. */
function briefOf(
  engine: EvictionEngine,
  decision: Uint8Array | null,
  detail: Detail,
): Uint8Array | null {
  if (decision === null || detail === Detail.Decision) return decision;
  return engine.report(Detail.Decision).bytes;
}

/** A decision with less detail where it is too large to be kept; null when it still is. */
function keptDecision(...decisions: readonly (Uint8Array | null)[]): Uint8Array | null {
  return decisions.find((each) => each !== null && each.length <= DECISION_BYTES_MAX) ?? null;
}

/** The pod list in force, as it is kept. */
function keptPods(engine: EvictionEngine, list: Uint8Array): Changes["documents"] {
  return [
    ["frozenPods", engine.freeze(Part.Pods)],
    ["pods", engine.reducePods(list)],
  ];
}

async function digestOfBytes(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as BufferSource);
  return toBase64(new Uint8Array(digest));
}
