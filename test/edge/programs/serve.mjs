/** The handler as a program: Node, Deno and Bun each bring a server of their own. */
import { serve as serveNode } from "@hono/node-server";
import { loadEviction } from "plimsoll";
import { createEdge, tenantsOf } from "plimsoll/edge";
import { FileFleet } from "plimsoll/edge/files";
import { loadScheduler } from "plimsoll/scheduler";

const { Bun, Deno, process } = globalThis;
const [directory, tenants, options] = process.argv.slice(2);
const { limits, stateKeys, work } = JSON.parse(options);
const core = await loadEviction();
const fleet = new FileFleet({ core, directory, limits, stateKeys });
const settings = { tenants: tenantsOf(tenants), limits, stateKeys, work };
const { fetch } = createEdge({ core, cluster: await loadScheduler(), fleet, ...settings });
const hostname = "127.0.0.1";
const listening = ({ port }) => console.log(JSON.stringify({ port }));

if (Deno !== undefined) Deno.serve({ port: 0, hostname, onListen: listening }, fetch);
else if (Bun !== undefined) listening(Bun.serve({ port: 0, hostname, fetch }));
else serveNode({ port: 0, hostname, fetch }, listening);
