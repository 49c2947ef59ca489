/** A guest under QEMU without acceleration, and the ends of its pipes on the host. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { KERNEL_WORDS } from "../guest/tools.ts";
import type { Image } from "./image.ts";
import { BEGIN_PORT, READ_ONLY_PORT } from "./nodeFiles.ts";

const MEMORY_MEBIBYTES = 2048;

export interface Listeners {
  readonly machine: number;
  readonly log: number;
  readonly calls: number;
  close(): void;
}

/** Takes what the guest sends: `kubelet.log` and `cri-calls.ndjson` in `directory`. */
export async function listen(
  directory: string,
  images: Readonly<Record<string, number>>,
): Promise<Listeners> {
  const machine = createHttpServer((_request, response) => {
    response.end(JSON.stringify({ unixNano: `${BigInt(Date.now()) * 1_000_000n}`, images }));
  });
  const log = fileServer(join(directory, "kubelet.log"));
  const calls = fileServer(join(directory, "cri-calls.ndjson"));
  const ports = await Promise.all([machine, log, calls].map(portOf));
  const [machinePort = 0, logPort = 0, callsPort = 0] = ports;
  const close = () => {
    for (const server of [machine, log, calls]) server.close();
    machine.closeAllConnections();
  };
  return { machine: machinePort, log: logPort, calls: callsPort, close };
}

function fileServer(path: string): Server {
  return createServer((connection) => {
    connection.on("error", () => undefined).pipe(createWriteStream(path));
  });
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

export interface Guest {
  /** URLs of the kubelet's read-only server, and of the address that starts the loads. */
  readonly kubelet: string;
  readonly begin: string;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

interface Kernel {
  readonly kernel: string;
  /** What its command line has in addition. */
  readonly words: string | undefined;
}

export function startGuest(
  { kernel, words: more = "" }: Kernel,
  { initial, disk }: Image,
  [kubeletPort = 0, beginPort = 0]: readonly number[],
): Guest {
  const forwards = [
    `hostfwd=tcp:127.0.0.1:${kubeletPort}-:${READ_ONLY_PORT}`,
    `hostfwd=tcp:127.0.0.1:${beginPort}-:${BEGIN_PORT}`,
  ];
  const words = [
    ...["-accel", "tcg", "-cpu", "max", "-m", String(MEMORY_MEBIBYTES), "-smp", "1"],
    ...["-display", "none", "-serial", "stdio", "-monitor", "none", "-no-reboot"],
    ...["-netdev", `user,id=net,${forwards.join(",")}`, "-device", "virtio-net-pci,netdev=net"],
    ...["-drive", `file=${disk},if=virtio,format=raw,cache=unsafe`],
    ...["-kernel", kernel, "-initrd", initial],
    ...["-append", `${KERNEL_WORDS} ${more}`.trim()],
  ];
  const child = spawn("qemu-system-x86_64", words, { stdio: ["ignore", "inherit", "inherit"] });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    kubelet: `http://127.0.0.1:${kubeletPort}`,
    begin: `http://127.0.0.1:${beginPort}/`,
    hasEnded,
    async stop() {
      process.off("exit", end);
      if (hasEnded()) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
