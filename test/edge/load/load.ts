import autocannon from "autocannon";
import { formatTime } from "../../../hosts/entries/library/index.ts";
import { envelope, TOKENS } from "../client.ts";
import { Answers } from "./answers.ts";

const NANOSECONDS_PER_SECOND = 1_000_000_000n;

export interface Load {
  readonly url: string;
  readonly connections: number;
  /** How long, unless it is said how many. */
  readonly seconds?: number;
  readonly posts?: number;
}

export interface Loaded {
  readonly result: autocannon.Result;
  readonly answers: Answers;
}

/** Each connection sends its own request again and again, whenever the last one is answered. */
export async function loadWith(
  { url, connections, seconds = 1, posts }: Load,
  requestOf: (connection: number) => autocannon.Request,
): Promise<Loaded> {
  const answers = new Answers();
  const onResponse = (status: number, body: string) => answers.take(status, body);
  let connection = 0;
  const result = await autocannon({
    url,
    connections,
    headers: { authorization: `Bearer ${TOKENS.acme}` },
    setupClient: (client) => client.setRequests([{ ...requestOf(connection++), onResponse }]),
    ...(posts === undefined ? { duration: seconds } : { amount: posts }),
  });
  return { result, answers };
}

/** The posts of one node, a second apart. They are in order when one connection sends them all. */
export function snapshotsOf(
  node: string,
  begin: bigint,
  summary: Uint8Array,
  more: Readonly<Record<string, string>> = {},
): autocannon.Request {
  const rest = Buffer.from(envelope({ ...more, summary })).subarray(1);
  const bodyAt = (at: bigint) => Buffer.concat([Buffer.from(`{"time":"${formatTime(at)}",`), rest]);
  let sent = 0n;
  return {
    method: "POST",
    path: `/v1/nodes/${node}/snapshots`,
    body: bodyAt(begin),
    setupRequest: (request) => {
      return { ...request, body: bodyAt(begin + sent++ * NANOSECONDS_PER_SECOND) };
    },
  };
}
