import { SUMMARIES } from "../../../../analysis/questions/options/commands.ts";
import { commandRow, type OptionsOf, pairs } from "../../../../analysis/questions/options/row.ts";

export const TOKEN_VARIABLE = "PLIMSOLL_EDGE_TOKEN";

export const PLAYGROUND = commandRow({
  name: "playground",
  summary: SUMMARIES.playground,
  description: "Serves the playground on this machine and opens it in the browser.",
  arguments: { capture: { description: "a capture to show first, plain or gzip", value: "file" } },
  options: {
    port: {
      argument: "<number>",
      description: "the port to listen on; 0 picks a free one",
      default: "0",
    },
    open: { description: "only print the address", isNegated: true },
    edge: {
      argument: "<url>",
      description: "show a node from this edge function; https, or loopback",
      value: "url",
    },
    node: { argument: "<name>", description: "with --edge: the node to show", value: "node" },
    edgeTokenFile: {
      argument: "<file>",
      description: `with --edge: its token (default: $${TOKEN_VARIABLE})`,
      value: "file",
    },
    write: {
      argument: "<folder>",
      description: "write the page to this folder, for any web server, and exit",
      value: "folder",
    },
  },
  rules: {
    // The page that is written has no capture and no server.
    excludes: pairs(["write"], ["port", "edge", "capture"]),
    needs: [
      ["node", "edge"],
      ["edgeTokenFile", "edge"],
      ["edge", "node"],
    ],
  },
  examples: [
    "plimsoll playground",
    "plimsoll playground worker-3.plimsoll.ndjson.gz",
    "plimsoll playground --no-open --port 8080",
    "plimsoll playground --edge https://edge.example --node worker-3 --edge-token-file token",
    "plimsoll playground --write site",
  ],
  after:
    "All decisions are made in the page; nothing is sent anywhere. The server listens only on " +
    "this machine.",
});

export type PlaygroundOptions = OptionsOf<typeof PLAYGROUND.options>;
