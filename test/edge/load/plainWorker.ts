/**
 * The handler a competent author would write without the module: `JSON.parse`, decide, answer. It
 * keeps no state, checks no token and no bound, and leaves out what the fused policy leaves out.
 */
import { FusedPolicy } from "../../bench/fused.ts";

const policy = new FusedPolicy({ "memory.available": "100Mi", "nodefs.available": "10%" });
let step = 0n;

interface Body {
  readonly pods?: Parameters<FusedPolicy["pods"]>[0];
  readonly summary?: Parameters<FusedPolicy["observe"]>[0];
}

const worker = {
  async fetch(request: Request): Promise<Response> {
    const { pods, summary } = JSON.parse(await request.text()) as Body;
    if (pods !== undefined) policy.pods(pods);
    const decision = summary === undefined ? null : policy.observe(summary, step++);
    const headers = { "content-type": "application/json" };
    return new Response(decision ?? '{"action":"None"}', { headers });
  },
};

// The platform looks for the handler under this name.
export { worker as default };
