import { spawn } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";
import { Command, Option } from "commander";
import { writePage } from "../../daemon/server/pages.ts";
import type { Io } from "../../system/io.ts";
import { usageFailure } from "../exitCode.ts";
import { type EdgeCaptureOptions, withEdgeCapture } from "./playground/edgeCapture.ts";
import { servePlayground } from "./playground/server.ts";

interface PlaygroundOptions extends EdgeCaptureOptions {
  readonly port: string;
  readonly open: boolean;
  readonly write?: string;
}

const PORT_MAX = 65_535;
/** What opens an address in the browser a person uses. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  linux: ["xdg-open"],
  win32: ["cmd", "/c", "start", ""],
};

const EXAMPLES = `
Examples:
  plimsoll playground
  plimsoll playground worker-3.plimsoll.ndjson.gz
  plimsoll playground --no-open --port 8080
  plimsoll playground --edge https://edge.example --node worker-3 --edge-token-file token
  plimsoll playground --write site

The page decides by itself; nothing is sent anywhere. The server listens on this machine only.`;

export function playgroundCommand(io: Io): Command {
  return new Command("playground")
    .summary("explore a capture in the browser: change its configuration and see the effect")
    .description("Serves the playground on this machine and opens it in the browser.")
    .argument("[capture]", "a capture to show first, plain or gzip")
    .option("--port <number>", "the port to listen on; 0 picks a free one", "0")
    .option("--no-open", "only print the address")
    .option("--edge <url>", "show a node from this edge function; https, or loopback")
    .option("--node <name>", "with --edge: the node")
    .option("--edge-token-file <file>", "with --edge: its token (default: $PLIMSOLL_EDGE_TOKEN)")
    .addOption(
      new Option(
        "--write <folder>",
        "write the page to this folder, for any web server, and exit",
      ).conflicts(["port", "edge"]),
    )
    .addHelpText("after", EXAMPLES)
    .action((path: string | undefined, options: PlaygroundOptions) => {
      const alone = (["node", "edgeTokenFile"] as const).find(
        (name) => options[name] !== undefined,
      );
      if (alone !== undefined && options.edge === undefined) {
        const flag = alone === "node" ? "--node" : "--edge-token-file";
        throw usageFailure(`${flag} belongs to --edge; give the edge function's address as well.`);
      }
      if (options.write !== undefined) return writePlayground(path, options.write, io);
      if (options.edge === undefined) return runPlayground(path, options, io);
      return withEdgeCapture(options, io, (capture) => runPlayground(capture, options, io));
    });
}

async function writePlayground(
  capture: string | undefined,
  folder: string,
  { stdout }: Io,
): Promise<void> {
  if (capture !== undefined) {
    throw usageFailure(`--write: the page does not include a capture; omit ${capture}.`);
  }
  const count = await writePage(folder);
  await stdout.write(
    `The playground is in ${folder}, ${count} files; any server of files can serve it.\n`,
  );
}

/** Serves until the process is interrupted. */
async function runPlayground(
  path: string | undefined,
  { port, open }: PlaygroundOptions,
  io: Io,
): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > PORT_MAX) {
    throw usageFailure(`--port ${port}: give a number from 0 to ${PORT_MAX}.`);
  }
  const server = await servePlayground(Number(port), path);
  const capture = path === undefined ? "" : `?open=opened/${encodeURIComponent(basename(path))}`;
  const address = `http://127.0.0.1:${server.port}/${capture}`;
  const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await io.stdout.write(`The playground is at ${address}\n`);
  if (open && io.stdout.isTerminal) openInBrowser(address);
  await interrupted;
  await server.close();
}

/** Without a browser the address has been printed all the same. */
function openInBrowser(address: string): void {
  const [command, ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const opener = spawn(command, [...words, address], { stdio: "ignore", detached: true });
  opener.on("error", () => {});
  opener.unref();
}
