import type { Answer, Envelope, Request } from "./protocol.ts";

type OnAnswer = (answer: Answer) => void;

type OpenRequest = Extract<Request, { readonly kind: "open" }>;

interface Ahead {
  readonly documents: OpenRequest["documents"];
  readonly answers: Answer[];
  onAnswer: OnAnswer | null;
}

interface Waiting {
  readonly request: Request;
  readonly onAnswer: OnAnswer;
}

/**
 * The page's requests to its worker. Of each kind one is under way at a time, and of those that
 * wait only the newest is sent: a slider never outruns the engine.
 */
export class WorkerClient {
  readonly #worker: Worker;
  /** What was asked before the page was there, and what has come of it. */
  #ahead: Ahead | null = null;
  readonly #callbacks = new Map<number, OnAnswer>();
  readonly #busy = new Set<Request["kind"]>();
  readonly #waiting = new Map<Request["kind"], Waiting>();
  #id = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data: envelope }: MessageEvent<Envelope<Answer>>) =>
      this.#callbacks.get(envelope.id)?.(envelope.message);
  }

  /** Opens documents that the page is going to `send` for, in this very array, in a moment. */
  openAhead(documents: OpenRequest["documents"]): void {
    const ahead: Ahead = { documents, answers: [], onAnswer: null };
    this.#ahead = ahead;
    this.#post({
      request: { kind: "open", documents },
      onAnswer: (answer) => {
        if (ahead.onAnswer === null) ahead.answers.push(answer);
        else ahead.onAnswer(answer);
      },
    });
  }

  send(request: Request, onAnswer: OnAnswer): void {
    const ahead = this.#ahead;
    if (request.kind === "open" && ahead !== null) {
      this.#ahead = null;
      if (ahead.documents === request.documents) {
        ahead.onAnswer = onAnswer;
        for (const answer of ahead.answers) onAnswer(answer);
        return;
      }
    }
    if (this.#busy.has(request.kind)) this.#waiting.set(request.kind, { request, onAnswer });
    else this.#post({ request, onAnswer });
  }

  close(): void {
    this.#worker.terminate();
  }

  #post({ request, onAnswer }: Waiting): void {
    const id = ++this.#id;
    this.#busy.add(request.kind);
    this.#callbacks.set(id, (answer) => {
      onAnswer(answer);
      if (answer.kind !== "progress") this.#goOn(request.kind);
    });
    for (const old of this.#callbacks.keys())
      if (old < id - CALLBACKS_MAX) this.#callbacks.delete(old);
    this.#worker.postMessage({ id, message: request } satisfies Envelope<Request>);
  }

  #goOn(kind: Request["kind"]): void {
    const next = this.#waiting.get(kind);
    this.#busy.delete(kind);
    this.#waiting.delete(kind);
    if (next !== undefined) this.#post(next);
  }
}

/** Requests whose callbacks are kept: a request can get several answers. */
const CALLBACKS_MAX = 100;
