/** What the stats Summary says about the node. Specification 1.2. */
import { formatTime } from "../../../analysis/text/time.ts";
import type { Json, JsonObject } from "../../vectors/notation.ts";
import type { NodeScale, SignalName } from "./node.ts";
import type { Source, Wildness } from "./source.ts";

const SECOND = 1_000_000_000n;
/** The zero time, and times that 64 bits of nanoseconds do not hold. */
const FAR_TIMES: readonly string[] = [
  "0001-01-01T00:00:00Z",
  "0001-01-01T00:00:00.000000001Z",
  "1500-06-15T12:00:00Z",
  "1969-12-31T23:59:59Z",
  "9999-12-31T23:59:59.999999999Z",
];

/** Draws from the node's amounts and times, and remembers the times it gave. */
export class NodeStats {
  readonly #source: Source;
  readonly #scale: NodeScale;
  readonly #wild: Wildness;
  /** Percent of amounts close to a threshold. */
  readonly #pressure: number;
  readonly #times = new Map<string, Json | undefined>();

  constructor(source: Source, scale: NodeScale, wild: Wildness) {
    this.#source = source;
    this.#scale = scale;
    this.#wild = wild;
    this.#pressure = source.pick([5, 20, 50, 95]);
  }

  draw(now: bigint): JsonObject {
    return {
      memory: this.#maybe(this.#memory("memory.available", now)),
      systemContainers: this.#systemContainers(now),
      fs: this.#maybe(this.#filesystem("nodefs", now)),
      runtime: this.#maybe({
        imageFs: this.#maybe(this.#filesystem("imagefs", now)),
        containerFs: this.#maybe(this.#filesystem("containerfs", now)),
      }),
      rlimit: this.#maybe(this.#processes(now)),
    };
  }

  #maybe(value: Json | undefined): Json | undefined {
    if (!this.#source.chance(4)) return value;
    return this.#source.pick([undefined, undefined, null]);
  }

  #systemContainers(now: bigint): Json | undefined {
    if (this.#source.chance(15)) return this.#source.pick([undefined, [], null]);
    const pods = {
      name: "pods",
      memory: this.#maybe(this.#memory("allocatableMemory.available", now)),
    };
    const others = { name: "kubelet", memory: { workingSetBytes: 1, availableBytes: 1 } };
    return this.#source.pick<Json>([[pods], [pods], [others, pods], [pods, others], [others]]);
  }

  #memory(signal: SignalName, now: bigint): JsonObject {
    const available = this.#available(signal);
    // The kubelet adds the two to get the capacity.
    const workingSet = BigInt.asUintN(64, this.#scale.capacity[signal] - available);
    return {
      time: this.#time(signal, now),
      availableBytes: this.#maybe(available),
      workingSetBytes: this.#maybe(workingSet),
    };
  }

  #filesystem(name: "nodefs" | "imagefs" | "containerfs", now: bigint): JsonObject {
    const bytes = `${name}.available` as const;
    const inodes = `${name}.inodesFree` as const;
    return {
      time: this.#time(name, now),
      availableBytes: this.#maybe(this.#available(bytes)),
      capacityBytes: this.#maybe(this.#scale.capacity[bytes]),
      inodesFree: this.#maybe(this.#available(inodes)),
      inodes: this.#maybe(this.#scale.capacity[inodes]),
    };
  }

  #processes(now: bigint): JsonObject {
    const capacity = BigInt.asIntN(64, this.#scale.capacity["pid.available"]);
    const available = BigInt.asIntN(64, this.#available("pid.available"));
    return {
      time: this.#time("pid", now),
      maxpid: this.#maybe(capacity),
      curproc: this.#maybe(BigInt.asIntN(64, capacity - available)),
    };
  }

  #available(signal: SignalName): bigint {
    const source = this.#source;
    const capacity = this.#scale.capacity[signal];
    const lines = this.#scale.lines[signal];
    if (this.#wild.numbers && source.chance(30)) return source.uint64();
    if (lines.length === 0 || !source.chance(this.#pressure)) {
      return source.share(capacity, 0, 1000);
    }
    if (source.chance(60)) return source.near(BigInt.asUintN(64, source.pick(lines)));
    // Memory used beyond its limit wraps. Specification 1.2.
    if (source.chance(10)) return BigInt.asUintN(64, -source.share(capacity, 1, 300));
    return source.share(BigInt.asUintN(64, source.pick(lines)), 0, 1000);
  }

  /** RFC 3339; the same again makes stats that are not updated. Specification 3.7. */
  #time(name: string, now: bigint): Json | undefined {
    const time = this.#source.chance(78) ? formatTime(now) : this.#oddTime(name, now);
    this.#times.set(name, time);
    return time;
  }

  #oddTime(name: string, now: bigint): Json | undefined {
    const source = this.#source;
    const whole = `${formatTime(now).slice(0, 19)}Z`;
    switch (source.weighted({ again: 50, whole: 15, earlier: 10, later: 10, zone: 5, none: 10 })) {
      case "again":
        return this.#times.get(name) ?? whole;
      case "whole":
        return whole;
      case "earlier":
        return formatTime(now - source.pick([1n, SECOND, 3600n * SECOND]));
      case "later":
        return formatTime(now + source.pick([1n, SECOND, 3600n * SECOND]));
      case "zone":
        return `${formatTime(now + 7200n * SECOND).slice(0, 29)}+02:00`;
      default:
        return source.pick([undefined, null, ...FAR_TIMES]);
    }
  }
}
