import type { Env, Hono } from "hono";
import { type PageFiles, servePage } from "./playgroundPage.ts";

/** What is there, for people; the same list for programs is README's. */
const PLACES: readonly (readonly [path: string, what: string])[] = [
  ["/v1/decision", "the last decision, with arithmetic and ranking"],
  ["/v1/decision?detail=2", "what would have changed it; ?pod=namespace/name asks about one pod"],
  ["/v1/stream?past=15m", "server-sent events: header, record, decision, from that long ago"],
  ["/v1/capture", "what was recorded lately, to be replayed"],
  ["/metrics", "for Prometheus"],
  ["/healthz", "whether the loop of the daemon turns"],
  ["/readyz", "whether it has seen the node lately"],
];

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>plimsoll</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem;
         color-scheme: light dark; }
  dt { font-family: ui-monospace, monospace; }
</style>
<h1>plimsoll</h1>
<p>The kubelet's node-pressure evictions on this node, as they are decided.</p>
<dl>
${PLACES.map(([path, what]) => `<dt><a href="${path}">${path}</a><dd>${what}`).join("\n")}
</dl>
`;

/** The playground, where it was built, and a plain page that says where else to look. */
export function servePages<E extends Env>(routes: Hono<E>, page: PageFiles | null): void {
  routes.get("/v1", (context) => context.html(PAGE));
  if (page === null) routes.get("/", (context) => context.redirect("v1"));
  else servePage(routes, page);
}
