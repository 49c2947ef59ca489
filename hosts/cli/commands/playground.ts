import { spawn } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";
import type { Command } from "commander";
import { writePage } from "../../daemon/server/pages.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { usageFailure } from "../exitCode.ts";
import { withEdgeCapture } from "./playground/edgeCapture.ts";
import { PLAYGROUND, type PlaygroundOptions } from "./playground/options.ts";
import { servePlayground } from "./playground/server.ts";

const PORT_MAX = 65_535;
/** What opens an address in the browser a person uses. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  linux: ["xdg-open"],
  win32: ["cmd", "/c", "start", ""],
};

export function playgroundCommand(io: Io): Command {
  return commandOf(PLAYGROUND, ({ capture }, options) => {
    const { write, edge } = options;
    if (write !== undefined) return writePlayground(write, io);
    if (edge === undefined) return runPlayground(capture, options, io);
    return withEdgeCapture(edge, options, io, (path) => runPlayground(path, options, io));
  });
}

async function writePlayground(folder: string, { stdout }: Io): Promise<void> {
  const count = await writePage(folder);
  await stdout.write(
    `The playground is in ${folder}, ${count} files; any web server can serve it.
`,
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

/** Without a browser the address has been printed nevertheless. */
function openInBrowser(address: string): void {
  const [command, ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const opener = spawn(command, [...words, address], { stdio: "ignore", detached: true });
  opener.on("error", () => {});
  opener.unref();
}
