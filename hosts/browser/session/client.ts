import type { GivenDocument } from "../../../analysis/read/recognize/given.ts";
import type { Answer, Envelope, Message, Request } from "./protocol.ts";

type OnAnswer<A> = (answer: A) => void;

interface Waiting<Q, A> {
  readonly request: Q;
  readonly onAnswer: OnAnswer<A>;
}

/**
 * A page's requests to a worker. Of each kind one is under way at a time, and of those that wait
 * only the newest is sent: a slider never outruns the engine.
 */
export class WorkerClient<Q extends Message, A extends Message> {
  readonly #worker: Worker;
  readonly #callbacks = new Map<number, OnAnswer<A>>();
  readonly #busy = new Set<string>();
  readonly #waiting = new Map<string, Waiting<Q, A>>();
  #id = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data: envelope }: MessageEvent<Envelope<A>>) =>
      this.#callbacks.get(envelope.id)?.(envelope.message);
  }

  send(request: Q, onAnswer: OnAnswer<A>): void {
    if (this.#busy.has(request.kind)) this.#waiting.set(request.kind, { request, onAnswer });
    else this.#post({ request, onAnswer });
  }

  close(): void {
    this.#worker.terminate();
  }

  #post({ request, onAnswer }: Waiting<Q, A>): void {
    const id = ++this.#id;
    this.#busy.add(request.kind);
    this.#callbacks.set(id, (answer) => {
      onAnswer(answer);
      if (!UNDER_WAY.includes(answer.kind)) this.#goOn(request.kind);
    });
    for (const old of this.#callbacks.keys())
      if (old < id - CALLBACKS_MAX) this.#callbacks.delete(old);
    this.#worker.postMessage({ id, message: request } satisfies Envelope<Q>);
  }

  #goOn(kind: string): void {
    const next = this.#waiting.get(kind);
    this.#busy.delete(kind);
    this.#waiting.delete(kind);
    if (next !== undefined) this.#post(next);
  }
}

/** Kinds of answers that others follow. */
const UNDER_WAY: readonly string[] = ["progress", "reading"];

/** Requests whose callbacks are kept: a request can get several answers. */
const CALLBACKS_MAX = 100;

interface Ahead {
  readonly documents: readonly GivenDocument[];
  readonly answers: Answer[];
  onAnswer: OnAnswer<Answer> | null;
}

/** The requests about a capture, which begin before the page is there. */
export class CaptureClient extends WorkerClient<Request, Answer> {
  /** What was asked before the page was there, and what has come of it. */
  #ahead: Ahead | null = null;

  /** Opens documents that the page is going to `send` for, in this very array, in a moment. */
  openAhead(documents: readonly GivenDocument[]): void {
    const ahead: Ahead = { documents, answers: [], onAnswer: null };
    this.#ahead = ahead;
    super.send({ kind: "open", documents }, (answer) => {
      if (ahead.onAnswer === null) ahead.answers.push(answer);
      else ahead.onAnswer(answer);
    });
  }

  override send(request: Request, onAnswer: OnAnswer<Answer>): void {
    const ahead = this.#ahead;
    if (request.kind === "open" && ahead !== null) {
      this.#ahead = null;
      if (ahead.documents === request.documents) {
        ahead.onAnswer = onAnswer;
        for (const answer of ahead.answers) onAnswer(answer);
        return;
      }
    }
    super.send(request, onAnswer);
  }
}
