import { ApiError, NEXT_STEP, transportError } from "../../../hosts/daemon/kubernetes/apiError.ts";
import { ApiClient } from "../../../hosts/daemon/kubernetes/client.ts";
import type { ApiRequest, ApiResponse } from "../../../hosts/daemon/kubernetes/exchange.ts";
import type { Random } from "../../documents/random.ts";
import { type Answer, type ApiServer, type Route, routeOf } from "./apiServer.ts";
import type { Process } from "./process.ts";
import type { World } from "./world.ts";

const LATENCY_MILLISECONDS = 20;
const TIMEOUT_MILLISECONDS = 10_000;
const ORIGIN = new URL("http://api.simulated");

/** What becomes of one request; `value` is seconds, a status or the number of a text. */
export type Effect =
  | "refuse connection"
  | "lose request"
  | "reset request"
  | "lose answer"
  | "reset answer"
  | "delay request"
  | "delay answer"
  | "repeat"
  | "garble"
  | "do and garble"
  | "status"
  | "do and status";

export interface NetworkFault {
  readonly effect: Effect;
  readonly value: number;
}

/** Answers of a proxy, or of another program on the same address. */
export const GARBLED = ["", "<html>", "null", "[1]", "{}", '{"metadata":{},"spec":7}'] as const;

/** An answer, or why there is none. */
export type Outcome = (ApiResponse & Pick<Answer, "shown">) | Error;

/** Called as requests are sent and answered; the first may change what becomes of them. */
export interface Watcher {
  sending(process: Process, route: Route, asked: ApiRequest): NetworkFault | null;
  /** Just before the process has the answer. */
  answering(process: Process, route: Route): void;
  /** As the process has it. */
  answered(process: Process, route: Route, asked: ApiRequest, outcome: Outcome): void;
}

const PROOFS: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 422, 429]);

/** Whether an answer proves that the server has not done what was asked. */
export function provesRefusal(outcome: Outcome): boolean {
  if (outcome instanceof ApiError) return !outcome.isSent;
  return !(outcome instanceof Error) && PROOFS.has(outcome.status);
}

export class Network {
  readonly #world: World;
  readonly #server: ApiServer;
  readonly #random: Random;
  readonly #watcher: Watcher;

  constructor(world: World, server: ApiServer, random: Random, watcher: Watcher) {
    this.#world = world;
    this.#server = server;
    this.#random = random;
    this.#watcher = watcher;
  }

  /** The client of one process: all of it is the real one but the connection. */
  client(process: Process): ApiClient {
    return new SimulatedClient((asked, signal) => this.#exchange(process, asked, signal));
  }

  #exchange(process: Process, asked: ApiRequest, signal?: AbortSignal): Promise<ApiResponse> {
    return new Promise((resolve, reject) => {
      if (process.isDead) return;
      const route = routeOf(asked);
      const what = `${asked.method} ${asked.path} at ${ORIGIN.origin}`;
      let isOver = false;
      const end = (outcome: Outcome) => {
        if (isOver) return;
        this.#watcher.answering(process, route);
        // The answer itself may be the moment at which the process is stopped or ended.
        process.deliver(() => {
          if (isOver) return;
          isOver = true;
          signal?.removeEventListener("abort", abort);
          this.#watcher.answered(process, route, asked, outcome);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        });
      };
      function abort() {
        end(new ApiError(`${what} was aborted before its response`, NEXT_STEP));
      }
      if (signal?.aborted === true) return abort();
      signal?.addEventListener("abort", abort);
      const sent = new Sent(route, asked, what, end);
      this.#send(process, sent, this.#watcher.sending(process, route, asked));
    });
  }

  #send(process: Process, sent: Sent, fault: NetworkFault | null): void {
    const to = 1 + this.#random.below(LATENCY_MILLISECONDS);
    const back = 1 + this.#random.below(LATENCY_MILLISECONDS);
    if (fault !== null) {
      EFFECTS[fault.effect](this.#wire(process, sent, { to, back, value: fault.value }));
      return;
    }
    this.#world.after(to, () => {
      const given = this.#server.handle(sent.route, sent.asked);
      process.after(back, () => sent.end(responseOf(given)));
    });
  }

  #wire(
    process: Process,
    sent: Sent,
    { to, back, value }: Pick<Wire, "to" | "back" | "value">,
  ): Wire {
    return {
      ...{ to, back, value },
      isOnce: sent.asked.once === true,
      arrive: (milliseconds, then) =>
        this.#world.after(milliseconds, () => then(this.#server.handle(sent.route, sent.asked))),
      answer: (milliseconds, given) =>
        process.after(milliseconds, () => sent.end(responseOf(given))),
      timeOut: () =>
        process.after(TIMEOUT_MILLISECONDS, () => {
          const seconds = TIMEOUT_MILLISECONDS / 1000;
          const problem = `${sent.what} got no complete response within ${seconds} s`;
          sent.end(new ApiError(problem, NEXT_STEP));
        }),
      resend: () => {
        if (process.isDead) return;
        this.#send(process, sent, this.#watcher.sending(process, sent.route, sent.asked));
      },
      fail: (code, syscall) =>
        process.after(to + back, () => {
          sent.end(transportError(sent.what, Object.assign(new Error(code), { code, syscall })));
        }),
    };
  }
}

/** What one request goes through. */
interface Wire {
  /** Milliseconds to the server, and back. */
  readonly to: number;
  readonly back: number;
  readonly value: number;
  readonly isOnce: boolean;
  arrive(milliseconds: number, then: (answer: Answer) => void): void;
  answer(milliseconds: number, given: Answer): void;
  timeOut(): void;
  resend(): void;
  fail(code: string, syscall?: string): void;
}

const garbled = (value: number): Answer => ({ status: 200, body: GARBLED[value] ?? "" });
const refused = (status: number): Answer => ({ status, body: `{"message":"it says ${status}"}` });

const EFFECTS: Readonly<Record<Effect, (wire: Wire) => void>> = {
  "refuse connection": ({ fail }) => fail("ECONNREFUSED", "connect"),
  "lose request": ({ timeOut }) => timeOut(),
  "reset request": ({ fail }) => fail("ECONNRESET"),
  "lose answer": ({ to, arrive, timeOut }) => {
    arrive(to, () => {});
    timeOut();
  },
  "reset answer": ({ to, arrive, fail }) => arrive(to, () => fail("ECONNRESET")),
  "delay request": ({ to, back, value, arrive, answer, timeOut }) => {
    arrive(to + value * 1000, (given) => answer(back, given));
    timeOut();
  },
  "delay answer": ({ to, back, value, arrive, answer, timeOut }) => {
    arrive(to, (given) => answer(back + value * 1000, given));
    timeOut();
  },
  // A connection that was kept is closed as it is used again: the real client sends again what may
  // be sent again.
  repeat: ({ to, isOnce, arrive, fail, resend }) =>
    arrive(to, () => (isOnce ? fail("ECONNRESET") : resend())),
  garble: ({ to, back, value, answer }) => answer(to + back, garbled(value)),
  "do and garble": ({ to, back, value, arrive, answer }) =>
    arrive(to, () => answer(back, garbled(value))),
  status: ({ to, back, value, answer }) => answer(to + back, refused(value)),
  "do and status": ({ to, back, value, arrive, answer }) =>
    arrive(to, () => answer(back, refused(value))),
};

/** One request on its way. */
class Sent {
  readonly route: Route;
  readonly asked: ApiRequest;
  readonly what: string;
  readonly end: (outcome: Outcome) => void;

  constructor(route: Route, asked: ApiRequest, what: string, end: (outcome: Outcome) => void) {
    this.route = route;
    this.asked = asked;
    this.what = what;
    this.end = end;
  }
}

function responseOf({ status, body, ...shown }: Answer): Exclude<Outcome, Error> {
  return { status, body: Buffer.from(body), ...shown };
}

class SimulatedClient extends ApiClient {
  readonly #exchange: (asked: ApiRequest, signal?: AbortSignal) => Promise<ApiResponse>;

  constructor(exchange: (asked: ApiRequest, signal?: AbortSignal) => Promise<ApiResponse>) {
    super({
      server: ORIGIN,
      insecureSkipTlsVerify: false,
      credentials: async () => ({}),
    });
    this.#exchange = exchange;
  }

  override answer(asked: ApiRequest, signal?: AbortSignal): Promise<ApiResponse> {
    return this.#exchange(asked, signal);
  }
}
