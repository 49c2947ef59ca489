/** The rows that test/edge/programs/countedWorker.mjs counts. */
import { DEFAULT_LIMITS } from "../../../hosts/edge/limits.ts";
import { formatTime } from "../../../hosts/entries/library/index.ts";
import type { MeasuredNode } from "../../bench/node.ts";
import { envelope } from "../client.ts";
import { startWorkerd } from "../workerd.ts";
import { Poster } from "./post.ts";
import { POLICY } from "./simulatedNode.ts";

const POSTS = 60;
const NANOSECONDS_PER_SECOND = 1_000_000_000n;

export interface Rows {
  readonly read: number;
  readonly written: number;
}

/** What a post of a node costs in rows of its object, once its history is full. */
export async function rowsOfPost(
  { pods, moments: [moment] }: MeasuredNode,
  secondsBetween: number,
  settings: Readonly<Record<string, string>>,
): Promise<Rows> {
  if (moment === undefined) throw new RangeError("The node has no moment.");
  const entry = "test/edge/programs/countedWorker.mjs";
  const workerd = await startWorkerd({ settings, entry });
  const poster = new Poster(workerd.url, 1);
  const send = async (method: string, path: string, body?: Uint8Array | string) => {
    const { status, body: text } = await poster.send(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
    return text;
  };
  const rows = async () => JSON.parse(await send("GET", "/rows/acme/n")) as Rows;
  let sent = 0n;
  const post = async (times: number) => {
    for (let count = 0; count < times; count++) {
      const at = moment.time + sent++ * BigInt(secondsBetween) * NANOSECONDS_PER_SECOND;
      const body = envelope({ time: formatTime(at), summary: moment.summary });
      await send("POST", "/v1/nodes/n/snapshots", body);
    }
  };
  try {
    await send("PUT", "/v1/nodes/n/policy", POLICY);
    await send("PUT", "/v1/nodes/n/pods", pods);
    await post(DEFAULT_LIMITS.historyMax + 1);
    const before = await rows();
    await post(POSTS);
    const after = await rows();
    return {
      read: (after.read - before.read) / POSTS,
      written: (after.written - before.written) / POSTS,
    };
  } finally {
    poster.close();
    await workerd.stop();
  }
}
