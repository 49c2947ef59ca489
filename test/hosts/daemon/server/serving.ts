/** A server on loopback, for the time of a test, and requests as a client sends them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { StepHistory } from "../../../../hosts/daemon/history/stepHistory.ts";
import { parseAddress } from "../../../../hosts/daemon/server/address.ts";
import { HttpServer, type HttpServerOptions } from "../../../../hosts/daemon/server/httpServer.ts";
import type { Observer } from "../../../../hosts/daemon/step.ts";
import { core, type Watch, watch } from "./watch.ts";

const SECOND = 1_000_000_000n;

export const SECRET = "3f9c0d6c1b7f4c1d8f1f6a1f";

/** A file with a token, for the time of a test. */
export function secretFile(secret = SECRET): string {
  const directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "token");
  writeFileSync(path, `${secret}\n`);
  return path;
}

/** A clock that is moved by hand. */
export class HandClock {
  #now = 1_800_000_000n * SECOND;

  now(): bigint {
    return this.#now;
  }

  pass(seconds: number): void {
    this.#now += BigInt(seconds) * SECOND;
  }

  async sleep(): Promise<void> {}
}

export interface Serving extends Watch {
  /** The server, behind the history that it reads. */
  readonly server: Pick<HttpServer, "url" | "probeUrl" | "close"> &
    Required<Pick<Observer, "configured" | "step" | "reportError">>;
  readonly clock: HandClock;
  readonly errors: string[];
}

/** What a server needs in addition to a node. */
export function optionsOf(
  watched: Watch,
  more: Partial<HttpServerOptions> = {},
): HttpServerOptions {
  return {
    address: parseAddress("127.0.0.1:0"),
    clock: new HandClock(),
    build: { version: "1.2.3", digest: "ab12" },
    acts: false,
    decisionQuery: watched.decisionQuery,
    history: new StepHistory(core()),
    freshSeconds: 30,
    liveness: { standstill: () => null },
    droppings: [],
    recording: null,
    page: null,
    reportError: () => {},
    ...more,
  };
}

/** Serves the example `memory-leak`; no step has been taken yet. */
export async function serving(more: Partial<HttpServerOptions> = {}): Promise<Serving> {
  const watched = await watch("memory-leak");
  const clock = new HandClock();
  const errors: string[] = [];
  const reportError = (sentence: string) => void errors.push(sentence);
  const options = optionsOf(watched, { clock, reportError, ...more });
  const http = await HttpServer.open(options);
  onTestFinished(() => http.close());
  const observers = [options.history, http];
  const server: Serving["server"] = {
    url: http.url,
    probeUrl: http.probeUrl,
    close: () => http.close(),
    reportError: (sentence) => http.reportError(sentence),
    configured(...args) {
      for (const each of observers) each.configured(...args);
    },
    step(step) {
      for (const each of observers) each.step(step);
    },
  };
  server.configured(watched.policy, ["a file"], watched.header, watched.configuration);
  return { ...watched, server, clock, errors };
}

/** Serves the same, up to the step that evicts. */
export async function servingEviction(more: Partial<HttpServerOptions> = {}): Promise<Serving> {
  const served = await serving(more);
  for (const step of await served.untilEviction()) served.server.step(step);
  return served;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function ask({ server }: Serving, path: string, asked: Asked = {}) {
  const response = await open({ server }, path, asked);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString(),
    bytes: Buffer.concat(chunks),
  } satisfies Answered;
}

/** The answer as it begins to arrive. */
export function open(
  { server }: Pick<Serving, "server">,
  path: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, headers, agent: false }, resolve);
    sent.once("error", reject);
    sent.end(body);
  });
}
