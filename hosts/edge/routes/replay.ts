import { createRoute, z } from "@hono/zod-openapi";
import {
  type Capture,
  CaptureError,
  type CaptureRecord,
  openCapture,
} from "../../../analysis/read/capture/capture.ts";
import { gunzipIfGzip } from "../../../analysis/read/capture/gzip.ts";
import { toModuleConfiguration } from "../../../analysis/read/kubelet/configuration.ts";
import { leftOutWords } from "../../../analysis/read/objects/nodePods.ts";
import { OneNode } from "../../../analysis/read/objects/oneNode.ts";
import { type Detail, Part } from "../../../assembly/abi.ts";
import type { Turn } from "../engines.ts";
import { largeConfiguration } from "../envelope.ts";
import { evaluateHeld, type KeptPods, type Position } from "../evaluate.ts";
import { timed } from "../guard/answer.ts";
import { bounded, chunksOf, refuseLarge } from "../guard/body.ts";
import type { Work } from "../guard/work.ts";
import type { Limits } from "../limits.ts";
import { body, NDJSON_TYPE, responses } from "../openapi.ts";
import { Problem, problemOf, TooManyRequests } from "../problem.ts";
import type { EdgeApp, Service } from "../service.ts";
import { detailOf, detailQuery } from "./evaluate.ts";

const query = detailQuery.extend({
  kubeletVersion: z.string().max(20).optional(),
  whatIf: z.enum(["true", "false"]).default("false"),
});

const route = createRoute({
  method: "post",
  path: "/v1/replay",
  operationId: "replay",
  summary: "A capture under the configuration in its header; decisions come as they are made",
  request: {
    query,
    body: body("A capture, plain or gzip.", {
      [NDJSON_TYPE]: "Capture",
      "application/gzip": "Capture",
    }),
  },
  responses: responses(
    { description: "A decision on each line", type: NDJSON_TYPE, schema: "ReplayLines" },
    413,
    422,
  ),
});

/** A replay ends by itself while its sender and reader go on; one that stalls is broken off. */
const STALLED_SECONDS = 5;
/** A replay that runs is not over at once. */
const BUSY_SECONDS = 5;
/** Named in the account of one replay; more of them say nothing new. */
const PROBLEMS_MAX = 100;
/** How long a replay keeps others waiting on Node, where sockets are looked at between tasks. */
const TASK_MILLISECONDS = 10;
const decoder = new TextDecoder();

export function addReplay(app: EdgeApp, service: Service): void {
  const { engines, limits } = service;
  const { captureBytesMax: bytesMax, configurationBytesMax, replaySecondsMax } = limits;
  app.openapi(route, async (context) => {
    const { tenant, work } = context.var;
    refuseLarge(context.req.raw, bytesMax);
    const end = work.beginReplay(replaySecondsMax);
    if (end === null) {
      throw new TooManyRequests(
        "This tenant has as many replays running as it may have; read one to its end first.",
        BUSY_SECONDS,
      );
    }
    try {
      const { detail, kubeletVersion, whatIf } = context.req.valid("query");
      const capture = await opened(chunksOf(context.req.raw.body, work), limits, (turn) =>
        engines.use(tenant, turn),
      );
      const configuration = toModuleConfiguration(
        { configuration: capture.header?.config ?? {}, replacedByFlags: [] },
        {
          ...capture.options,
          ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
          ...(whatIf === "true" ? { whatIf: true } : {}),
        },
      );
      if (configuration.length > configurationBytesMax) {
        throw largeConfiguration(configurationBytesMax);
      }
      // A configuration that is refused is a problem, not a line of a stream that has begun.
      engines.use(tenant, (engine) => engine.configure(configuration));
      const replay = new Replay(service, { tenant, work, configuration, detail: detailOf(detail) });
      const lines = encoded(replay.lines(capture));
      return new Response(timed(lines, replaySecondsMax + STALLED_SECONDS, end), {
        headers: { "content-type": NDJSON_TYPE },
      });
    } catch (error) {
      end();
      throw error;
    }
  });
}

async function opened(
  chunks: AsyncIterable<Uint8Array>,
  limits: Limits,
  inTurn: Turn,
): Promise<Capture> {
  const { bodyBytesMax, captureBytesMax, configurationBytesMax } = limits;
  try {
    const sent = gunzipIfGzip(bounded(chunks, captureBytesMax));
    return await openCapture(bounded(sent, captureBytesMax), {
      lineCapacity: bodyBytesMax,
      headerBytesMax: 2 * configurationBytesMax,
      // A Summary is not read ahead: each turn begins with the pods of its node.
      engine: { record: (line) => inTurn((engine) => engine.members(line)) },
    });
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    throw new Problem("refused-document", error.message, { document: "Capture" });
  }
}

interface Replayed {
  readonly tenant: string;
  readonly work: Work;
  readonly configuration: string;
  readonly detail: Detail;
}

/** A capture on its way through the engine, one turn for each record. */
class Replay {
  readonly #service: Service;
  readonly #replayed: Replayed;
  readonly #began: number;
  readonly #problems: string[] = [];
  readonly #node = new OneNode();
  #leftOut: string | null = null;
  #pods: KeptPods | undefined;
  #state: Uint8Array | null = null;
  #records = 0;
  #bytes = 0;

  constructor(service: Service, replayed: Replayed) {
    this.#service = service;
    this.#replayed = replayed;
    this.#began = service.now();
  }

  /**
   * A line for each decision, then the account. Every record is a separate turn in the engine, so
   * others are answered in between; a record with a refused document is left out and accounted for.
   */
  async *lines(capture: Capture): AsyncGenerator<string, void, undefined> {
    try {
      let began = this.#service.now();
      for await (const given of capture.records) {
        if (this.#service.now() - began >= TASK_MILLISECONDS) {
          await nextTask();
          began = this.#service.now();
        }
        const bound = this.#bound();
        if (bound !== null) {
          this.#problems.push(
            `${bound}: ${this.#records} records are replayed; shorten the capture.`,
          );
          break;
        }
        this.#records += 1;
        const decision = this.#decision(this.#ofOneNode(given));
        if (decision === null) continue;
        this.#bytes += decision.length;
        yield `${decoder.decode(decision)}\n`;
      }
    } catch (error) {
      // The stream has begun: what ends it can only be said in its last line.
      const problem = problemOf(error);
      if (!(problem instanceof Problem)) throw error;
      this.#problems.push(problem.message);
    }
    const problems = [...capture.problems.map(({ sentence }) => sentence), ...this.#problems];
    yield `${JSON.stringify({ plimsoll: "replay/1", records: this.#records, problems })}\n`;
  }

  /** Documents of another node end the replay: what follows would be true of neither. */
  #ofOneNode(given: CaptureRecord): CaptureRecord {
    const { engines } = this.#service;
    const { record, problems } = engines.use(this.#replayed.tenant, (engine) =>
      this.#node.take(engine, given),
    );
    const [other] = problems;
    if (other !== undefined) {
      throw new Problem("refused-document", `Line ${given.line}: ${other.sentence}`);
    }
    const words = leftOutWords(this.#node.leftOut);
    if (words !== null && this.#leftOut === null) {
      this.#problems.push(`Line ${given.line}: ${words}.`);
    }
    this.#leftOut ??= words;
    return record;
  }

  /** Why no further record is replayed; null while there is no reason. */
  #bound(): string | null {
    const { limits, now } = this.#service;
    const { recordsMax, replayBytesMax, replaySecondsMax } = limits;
    if (this.#records >= recordsMax) return `A replay has at most ${recordsMax} records`;
    if (this.#bytes >= replayBytesMax) return `An answer has at most ${replayBytesMax} bytes`;
    if (now() - this.#began >= 1_000 * replaySecondsMax) {
      return `A replay takes at most ${replaySecondsMax} seconds`;
    }
    if (this.#replayed.work.isSpent) return "The tenant has used up its processor time for now";
    return null;
  }

  #decision(record: CaptureRecord): Uint8Array | null {
    const { engines, limits } = this.#service;
    const { tenant, work, configuration, detail } = this.#replayed;
    this.#charge(record);
    try {
      const { decision, state } = engines.use(tenant, (engine) => {
        const kept = this.#pods === undefined ? {} : { pods: this.#pods };
        const position: Position = { configuration, state: this.#state, ...kept };
        const decided = evaluateHeld(engine, position, record, { detail, podsMax: limits.podsMax });
        if (record.pods !== undefined) {
          const list = record.pods;
          this.#pods = { frozen: engine.freeze(Part.Pods), list: () => list };
        }
        return decided;
      });
      this.#state = state;
      work.charge("writtenMebibyte", decision?.length ?? 0);
      return decision;
    } catch (error) {
      const problem = problemOf(error);
      if (!(problem instanceof Problem)) throw error;
      if (this.#problems.length < PROBLEMS_MAX) {
        this.#problems.push(`Line ${record.line}: ${problem.message}`);
      }
      return null;
    }
  }

  #charge({ pods, summary, reclaimed }: CaptureRecord): void {
    const { work, configuration } = this.#replayed;
    const documents = [pods, summary, reclaimed].map((bytes) => bytes?.length ?? 0);
    const read = documents.reduce((sum, bytes) => sum + bytes, configuration.length);
    work.charge("step", 1);
    work.charge("readMebibyte", read);
    work.charge("thawedMebibyte", this.#pods?.frozen.length ?? 0);
  }
}

/**
 * With promises alone, the whole replay would be one task. Timers of two replays keep Node from its
 * sockets for seconds: while one works, the timer of the other becomes due in the same round.
 */
function nextTask(): Promise<void> {
  const later = Reflect.get(globalThis, "setImmediate") ?? setTimeout;
  return new Promise((resolve) => later(resolve));
}

async function* encoded(
  lines: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
}
