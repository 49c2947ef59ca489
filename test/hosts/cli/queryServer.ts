/** The query API on loopback, over a few series: enough of it for what an import asks. */

import { createServer as createHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttps, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { TextSeries } from "../../prometheus/openMetricsText.ts";

export interface AskedQuery {
  readonly path: string;
  readonly expression: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
}

export interface QueryServer {
  readonly url: string;
  readonly asked: AskedQuery[];
  close(): Promise<void>;
}

/** Answers in the place of the series; undefined leaves the query to them. */
export type Instead = (asked: AskedQuery, response: ServerResponse) => true | undefined;

/** The samples of a series after one time and up to another, in seconds since the epoch. */
export type Within = (series: TextSeries, after: number, until: number) => TextSeries["values"];

const stored: Within = ({ values }, after, until) =>
  values.filter(([at]) => at > after && at <= until);

const SELECTION = /(\w+)\{([^}]*)\}\[(\d+)s\]/g;
const MATCHER = /(\w+)(=~|!~|!=|=)"((?:[^"\\]|\\.)*)"/g;

export async function queryServer(
  series: readonly TextSeries[],
  instead: Instead = () => undefined,
  tls?: ServerOptions,
  within: Within = stored,
): Promise<QueryServer> {
  const asked: AskedQuery[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://loopback");
    const query = {
      path: pathname,
      expression: searchParams.get("query") ?? "",
      time: Number(searchParams.get("time")),
      parameters: searchParams,
      headers: request.headers,
    };
    asked.push(query);
    if (instead(query, response) === true) return;
    const result = resultOf(query, series, within);
    const isMatrix = /^\w+\{[^}]*\}\[\d+s\]$/.test(query.expression);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        status: "success",
        data: {
          resultType: isMatrix ? "matrix" : "vector",
          result: isMatrix
            ? result
            : result.map(({ metric, values }) => ({
                metric,
                value: [query.time, values.at(-1)?.[1] ?? "0"],
              })),
        },
      }),
    );
  };
  const server = tls === undefined ? createHttp(handle) : createHttps(tls, handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The series that any selection of an expression has, with the samples of its range. */
function resultOf(
  { expression, time }: AskedQuery,
  series: readonly TextSeries[],
  within: Within,
): TextSeries[] {
  const found = new Map<TextSeries, TextSeries>();
  for (const [, name = "", matchers = "", range = ""] of expression.matchAll(SELECTION)) {
    const conditions = [...matchers.matchAll(MATCHER)].map(conditionOf);
    for (const each of series) {
      const { metric } = each;
      if (metric.__name__ !== name || !conditions.every((holds) => holds(metric))) continue;
      const values = within(each, time - Number(range), time);
      if (values.length > 0) found.set(each, { metric, values });
    }
  }
  return [...found.values()];
}

function conditionOf([, label = "", operator = "", quoted = ""]: RegExpMatchArray) {
  const value = quoted.replace(/\\(.)/g, "$1");
  const expression = new RegExp(`^(?:${value})$`);
  return (metric: TextSeries["metric"]) => {
    const text = metric[label] ?? "";
    const holds = operator.endsWith("~") ? expression.test(text) : text === value;
    return holds !== operator.startsWith("!");
  };
}
