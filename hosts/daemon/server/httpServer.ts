import type { Clock } from "../../../analysis/engine/clock.ts";
import { SettingError } from "../../system/errors.ts";
import type { Dropping } from "../boundedOutput.ts";
import type { StepHistory } from "../history/stepHistory.ts";
import { Freshness } from "../loop/freshness.ts";
import type { Liveness } from "../loop/liveness.ts";
import { ObserverGroup } from "../loop/observers.ts";
import { type Build, Metrics, type OutputCounts } from "../metrics/metrics.ts";
import type { Observer } from "../step.ts";
import { Stream, type StreamLimits } from "../stream/stream.ts";
import { type Address, addressText, DEFAULT_PORT } from "./address.ts";
import type { DecisionQuery, Recording } from "./decisionQuery.ts";
import { type Listening, listen } from "./listen.ts";
import type { PageFiles } from "./pages.ts";
import { listenForProbes } from "./probes.ts";
import { routesOf } from "./routes.ts";
import { Token } from "./token.ts";

export interface HttpServerOptions {
  readonly address: Address;
  readonly tokenFile?: string;
  readonly clock: Clock;
  readonly build: Build;
  /** Whether the daemon's actuator acts, or only observes. */
  readonly acts: boolean;
  readonly decisionQuery: DecisionQuery;
  readonly history: StepHistory;
  /** Null when nothing is recorded. */
  readonly recording: Recording | null;
  /** Absent when nothing is forwarded. */
  readonly forwarding?: NonNullable<OutputCounts["forwarding"]>;
  /** The built playground; null for a plain page. */
  readonly page: PageFiles | null;
  /** The daemon counts as seeing the node this long after an observation. */
  readonly freshSeconds: number;
  readonly liveness: Pick<Liveness, "standstill">;
  /** The separate listener of the probes; absent when they have none. */
  readonly probeAddress?: Address;
  /** Whatever drops what it cannot write in time. */
  readonly droppings: readonly Dropping[];
  readonly streamLimits?: StreamLimits;
  /** Where a sentence goes when a request fails on our side. */
  reportError(sentence: string): void;
}

/** What the daemon sees and decides, served over HTTP. */
export class HttpServer extends ObserverGroup {
  readonly #stream: Stream;
  readonly #listeners: readonly Listening[];
  #closed: Promise<void> | null = null;

  private constructor(
    observers: readonly Observer[],
    stream: Stream,
    listeners: readonly Listening[],
  ) {
    super(observers);
    this.#stream = stream;
    this.#listeners = listeners;
  }

  /** Throws an InputError when the address is taken, or needs a token and has none. */
  static async open(options: HttpServerOptions): Promise<HttpServer> {
    const token = await tokenFor(options);
    const freshness = new Freshness(options.clock, options.freshSeconds);
    const stream = new Stream(options.history, options.streamLimits);
    const metrics = new Metrics({ ...options, stream });
    const context = { ...options, freshness, metrics, stream };
    const routes = routesOf(context, options.address, token);
    const listeners = [await listen(routes.fetch, options.address)];
    try {
      const { probeAddress } = options;
      if (probeAddress !== undefined) listeners.push(await listenForProbes(context, probeAddress));
    } catch (error) {
      for (const each of listeners) await each.close();
      throw error;
    }
    return new HttpServer([freshness, metrics, stream], stream, listeners);
  }

  /** Such as `http://127.0.0.1:10350`. */
  get url(): string {
    return this.#listeners[0]?.url ?? "";
  }

  /** The address of the probes' own listener; null when they have none. */
  get probeUrl(): string | null {
    return this.#listeners[1]?.url ?? null;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#stream.close();
    await Promise.all(this.#listeners.map((each) => each.close()));
  }
}

async function tokenFor({ address, tokenFile }: HttpServerOptions): Promise<Token | null> {
  if (tokenFile !== undefined) return Token.open(tokenFile);
  if (address.loopback) return null;
  const where = addressText(address.host, address.ports[0] ?? DEFAULT_PORT);
  throw new SettingError(
    `--listen ${where}: other machines can reach this`,
    "give --token-file with the token that clients must send, or listen on 127.0.0.1",
  );
}
