import { Counter, Gauge, type Registry } from "prom-client";

/** The program and the core it decides with: equal digests decide alike. */
export interface Build {
  readonly version: string;
  /** SHA-256 of plimsoll-eviction.wasm. */
  readonly digest: string;
}

const MICROSECONDS = 1_000_000;

/**
 * The build, and the process under the names every exporter uses. prom-client's own set would keep
 * a timer running every ten milliseconds to measure the event loop.
 */
export function processMetrics(registry: Registry, { version, digest }: Build): void {
  const registers = [registry];
  new Gauge({
    name: "plimsoll_build_info",
    help: "The program's version and the SHA-256 of its core; the value is always 1.",
    labelNames: ["version", "core_sha256"] as const,
    registers,
  }).set({ version, core_sha256: digest }, 1);
  new Gauge({
    name: "process_start_time_seconds",
    help: "Start time of the process since the epoch.",
    registers,
  }).set(Math.round(Date.now() / 1000 - process.uptime()));
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process.",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Time the process spent on a processor, user and system.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / MICROSECONDS);
    },
  });
}
