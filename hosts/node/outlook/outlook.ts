import type { Clock } from "../../shared/clock.ts";
import type { Onlooker } from "../daemon/step.ts";
import { usageFailure } from "../exitCode.ts";
import type { PageFiles } from "../playgroundPage.ts";
import { type Address, addressText, DEFAULT_PORT } from "./address.ts";
import { Freshness } from "./freshness.ts";
import type { Inquiry, Recording } from "./inquiry.ts";
import { type Build, type ForwardCounts, Metrics } from "./metrics.ts";
import { OnlookerGroup } from "./onlookerGroup.ts";
import { routesOf } from "./routes.ts";
import { type Listening, listen } from "./server.ts";
import { Stream, type StreamLimits } from "./stream.ts";
import { Token } from "./token.ts";

export interface OutlookOptions {
  readonly address: Address;
  readonly tokenFile?: string;
  readonly clock: Clock;
  readonly build: Build;
  /** Whether the daemon's actuator acts, or only observes. */
  readonly acts: boolean;
  readonly inquiry: Inquiry;
  /** Null when nothing is recorded. */
  readonly recording: Recording | null;
  /** Absent when nothing is forwarded. */
  readonly forwarding?: ForwardCounts;
  /** The built playground; null for a plain page. */
  readonly page: PageFiles | null;
  /** The daemon counts as seeing the node this long after an observation. */
  readonly freshSeconds: number;
  readonly streamLimits?: StreamLimits;
  /** Where a sentence goes when a request fails on our side. */
  trouble(sentence: string): void;
}

/** What the daemon sees and decides, served over HTTP. */
export class Outlook extends OnlookerGroup {
  readonly #stream: Stream;
  readonly #listening: Listening;
  #closed: Promise<void> | null = null;

  private constructor(onlookers: readonly Onlooker[], stream: Stream, listening: Listening) {
    super(onlookers);
    this.#stream = stream;
    this.#listening = listening;
  }

  /** Throws a Failure when the address is taken, or reachable from elsewhere without a token. */
  static async open(options: OutlookOptions): Promise<Outlook> {
    const token = await tokenFor(options);
    const freshness = new Freshness(options.clock, options.freshSeconds);
    const stream = new Stream(options.streamLimits);
    const metrics = new Metrics(options.build, options.acts, stream, options.forwarding ?? null);
    const routes = routesOf(
      {
        freshness,
        metrics,
        stream,
        inquiry: options.inquiry,
        recording: options.recording,
        page: options.page,
        trouble: options.trouble,
      },
      options.address,
      token,
    );
    const listening = await listen(routes.fetch, options.address);
    return new Outlook([freshness, metrics, stream], stream, listening);
  }

  /** Such as `http://127.0.0.1:10350`. */
  get url(): string {
    return this.#listening.url;
  }

  close(): Promise<void> {
    this.#closed ??= this.#stream.close().then(() => this.#listening.close());
    return this.#closed;
  }
}

async function tokenFor({ address, tokenFile }: OutlookOptions): Promise<Token | null> {
  if (tokenFile !== undefined) return Token.open(tokenFile);
  if (address.loopback) return null;
  const where = addressText(address.host, address.ports[0] ?? DEFAULT_PORT);
  throw usageFailure(
    `--listen ${where}: other machines can reach this; give --token-file with the secret that ` +
      `callers must send, or listen on 127.0.0.1.`,
  );
}
