import { addressOf } from "../../session/modules.ts";
import type { Envelope } from "../../session/protocol.ts";
import type { ClusterAnswer, ClusterRequest } from "./protocol.ts";

type OnAnswer = (answer: ClusterAnswer) => void;

/** The page's requests to the worker of its clusters, which is there while one is on show. */
export class ClusterClient {
  readonly #worker = new Worker(addressOf("cluster-worker"), { type: "module" });
  readonly #callbacks = new Map<number, OnAnswer>();
  #id = 0;

  constructor(onFailure: (sentence: string) => void) {
    this.#worker.onmessage = ({ data: { id, message } }: MessageEvent<Envelope<ClusterAnswer>>) => {
      const onAnswer = this.#callbacks.get(id);
      if (message.kind !== "tried") this.#callbacks.delete(id);
      onAnswer?.(message);
    };
    this.#worker.onerror = () => onFailure("The simulator cannot be loaded; reload the page.");
  }

  send(request: ClusterRequest, onAnswer: OnAnswer): void {
    const id = ++this.#id;
    this.#callbacks.set(id, onAnswer);
    this.#worker.postMessage({ id, message: request } satisfies Envelope<ClusterRequest>);
  }

  close(): void {
    this.#worker.terminate();
  }
}
