import type { Answer, Envelope, Request } from "./protocol.ts";

type Hear = (answer: Answer) => void;

interface Waiting {
  readonly request: Request;
  readonly hear: Hear;
}

/**
 * The page's end of the line to its worker. Of each kind of request one is under way at a time, and
 * of those that wait only the newest is sent: a slider never outruns the engine.
 */
export class WorkerClient {
  readonly #worker: Worker;
  readonly #hearing = new Map<number, Hear>();
  readonly #busy = new Set<Request["kind"]>();
  readonly #waiting = new Map<Request["kind"], Waiting>();
  #id = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data: envelope }: MessageEvent<Envelope<Answer>>) =>
      this.#hearing.get(envelope.id)?.(envelope.message);
  }

  send(request: Request, hear: Hear): void {
    if (this.#busy.has(request.kind)) this.#waiting.set(request.kind, { request, hear });
    else this.#post({ request, hear });
  }

  close(): void {
    this.#worker.terminate();
  }

  #post({ request, hear }: Waiting): void {
    const id = ++this.#id;
    this.#busy.add(request.kind);
    this.#hearing.set(id, (answer) => {
      hear(answer);
      if (answer.kind !== "progress") this.#goOn(request.kind);
    });
    for (const old of this.#hearing.keys()) if (old < id - HEARD_MAX) this.#hearing.delete(old);
    this.#worker.postMessage({ id, message: request } satisfies Envelope<Request>);
  }

  #goOn(kind: Request["kind"]): void {
    const next = this.#waiting.get(kind);
    this.#busy.delete(kind);
    this.#waiting.delete(kind);
    if (next !== undefined) this.#post(next);
  }
}

/** Answers to requests older than this are late repeats: nobody waits for them. */
const HEARD_MAX = 100;
