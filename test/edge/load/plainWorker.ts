/**
 * The handler a competent author would write without the module: `JSON.parse`, decide, answer. It
 * keeps no state, checks no token and no bound, and leaves out what the fused policy leaves out.
 */
import { membersOf } from "../../../hosts/shared/json/members.ts";
import { FusedPolicy } from "../../bench/fused.ts";

const policy = new FusedPolicy({ "memory.available": "100Mi", "nodefs.available": "10%" });
let step = 0n;

const worker = {
  async fetch(request: Request): Promise<Response> {
    const members = membersOf(new Uint8Array(await request.arrayBuffer()));
    const pods = members.get("pods");
    const summary = members.get("summary");
    if (pods !== undefined) policy.pods(pods);
    const decision = summary === undefined ? null : policy.observe(summary, step++);
    const headers = { "content-type": "application/json" };
    return new Response(decision ?? '{"action":"None"}', { headers });
  },
};

// The platform looks for the handler under this name.
export { worker as default };
