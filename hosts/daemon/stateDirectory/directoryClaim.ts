import { type FileHandle, open, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { InputError } from "../../system/errors.ts";

const NAME = "in-use.socket";
/** A stale socket is taken away once; who is there after that has just come. */
const ATTEMPTS = 2;

/** A directory that belongs to this process until it releases it or ends. */
export interface DirectoryClaim {
  release(): Promise<void>;
}

/**
 * Claims a directory by listening on a socket in it: however the process ends, the kernel closes
 * the socket, so a claim never outlives it, and processes in other namespaces also see it.
 * Throws an InputError while another process has the directory.
 */
export async function claimDirectory(directory: string): Promise<DirectoryClaim> {
  const { address, handle } = await addressIn(directory);
  const release = async (server: Server) => {
    await new Promise((closed) => server.close(closed));
    await handle?.close();
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const server = await listening(address);
    if (server !== null) return { release: () => release(server) };
    if (await answers(address)) break;
    await unlink(join(directory, NAME)).catch(ignoreMissing);
  }
  await handle?.close();
  throw new InputError(
    `${directory}: another plimsoll stores its state there`,
    "stop it, or give another --state-dir",
  );
}

/** A socket's path has 108 bytes at most, so Linux is asked by way of the open directory. */
async function addressIn(
  directory: string,
): Promise<{ readonly address: string; readonly handle?: FileHandle }> {
  if (process.platform === "win32") {
    return { address: join("\\\\?\\pipe", resolve(directory), NAME) };
  }
  if (process.platform !== "linux") return { address: join(directory, NAME) };
  const handle = await open(directory, "r");
  return { address: `/proc/self/fd/${handle.fd}/${NAME}`, handle };
}

/** Null when there is such a socket already, whether or not a process listens on it. */
function listening(address: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  // The claim alone keeps no process alive.
  server.unref();
  return new Promise((resolved, rejected) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolved(null);
      else rejected(error);
    });
    server.listen(address, () => resolved(server));
  });
}

function answers(address: string): Promise<boolean> {
  const socket = connect(address);
  return new Promise((resolved) => {
    socket.once("connect", () => resolved(true));
    socket.once("error", () => resolved(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
