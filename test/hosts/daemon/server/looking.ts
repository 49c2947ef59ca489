/** A client of the stream, with the events as they arrive. */
import type { IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import { open, type Serving } from "./serving.ts";

export interface StreamEvent {
  /** `comment` for what is not an event. */
  readonly name: string;
  readonly text: string;
  readonly id: string | null;
}

export interface Looking {
  readonly response: IncomingMessage;
  /** So many events, waiting for those that have not come. */
  take(count: number): Promise<StreamEvent[]>;
  /** Whether the stream ends here. */
  ended(): Promise<boolean>;
}

const BLOCK = /^(?:id: (?<id>.*)\n)?event: (?<name>.*)\ndata: (?<text>.*)$/;

async function* eventsOf(response: IncomingMessage): AsyncGenerator<StreamEvent, void, undefined> {
  let text = "";
  for await (const chunk of response) {
    text += chunk;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const found = BLOCK.exec(block)?.groups ?? { name: "comment", text: block };
      const { name = "", text: line = "", id = null } = found;
      if (!block.startsWith("retry:")) yield { name, text: line, id };
    }
  }
}

export interface LookingOptions {
  /** Such as `?past=5m`. */
  readonly query?: string;
  readonly lastEventId?: string;
}

export async function client(served: Serving, options: LookingOptions = {}): Promise<Looking> {
  const { query = "", lastEventId } = options;
  const headers = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
  const response = await open(served, `/v1/stream${query}`, { headers });
  onTestFinished(() => void response.destroy());
  response.setEncoding("utf8");
  const events = eventsOf(response);
  return {
    response,
    async take(count) {
      const taken: StreamEvent[] = [];
      while (taken.length < count) {
        const { value, done } = await events.next();
        if (done) throw new Error(`The stream ended after ${taken.length} events.`);
        taken.push(value);
      }
      return taken;
    },
    async ended() {
      return (await events.next()).done === true;
    },
  };
}

/** Takes so many steps of the node. */
export async function advance(served: Serving, steps: number): Promise<void> {
  for (let count = 0; count < steps; count++) {
    const step = await served.next();
    if (step !== null) served.server.step(step);
  }
}

export function names(events: readonly StreamEvent[]): string[] {
  return events.map(({ name }) => name);
}
