/** Runs in the guest with the load that it starts; its plan is on the kernel's command line. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Random } from "../../documents/random.ts";
import { Cgroups } from "./cgroups.ts";
import { tell } from "./findings.ts";
import { globalRound, kill, memcgRound, nobodyRound, panicRound, tiedRound } from "./killing.ts";
import { kernelRelease, memory, setSwap } from "./machine.ts";
import { planOf } from "./plan.ts";
import { sampled } from "./sampling.ts";

export type { Finding } from "./findings.ts";

const MIB = 2 ** 20;
/** Independent runs of one seed. */
enum Stream {
  Samples = 1,
  Memcg,
  Global,
  Tied,
  Last,
}

const plan = planOf(readFileSync("/proc/cmdline", "utf8"));
/** Kernels since 6.12 may have been built without v1. */
const cgroupVersion = existsSync("/sys/fs/cgroup/cgroup.controllers") ? 2 : plan.cgroupVersion;
const cgroups = new Cgroups(cgroupVersion);

/** What reads must not die, and must not wait for its own memory to come from swap. */
function prepare(): void {
  writeFileSync("/proc/self/oom_score_adj", "-1000");
  const own = "/reader";
  cgroups.make(own);
  for (const pid of [1, process.pid]) cgroups.enter(own, pid);
  const [file, value] = cgroupVersion === 2 ? ["swap.max", "0"] : ["swappiness", "0"];
  writeFileSync(`/sys/fs/cgroup${own}/memory.${file}`, value);
  // So that processes that do the same use the same.
  writeFileSync("/proc/sys/kernel/randomize_va_space", "0");
  setSwap(true);
}

async function run(): Promise<void> {
  const { seed, panicOnOom } = plan;
  tell({
    kind: "begun",
    kernel: kernelRelease(),
    cgroupVersion,
    ramMebibytes: Math.round(memory("MemTotal") / MIB),
    swapMebibytes: Math.round(memory("SwapTotal") / MIB),
  });
  if (plan.samples > 0) {
    tell(await sampled(plan.samples, new Random(seed, Stream.Samples), cgroups));
  }
  const kills = [
    [plan.memcgKills, memcgRound, Stream.Memcg],
    [plan.globalKills, globalRound, Stream.Global],
    [plan.tiedKills, tiedRound, Stream.Tied],
  ] as const;
  for (const [count, round, stream] of kills) {
    const random = new Random(seed, stream);
    for (let index = 0; index < count; index++) await kill(round(index), random, cgroups);
  }
  const random = new Random(seed, Stream.Last);
  await kill(nobodyRound(), random, cgroups);
  // With 1 a cgroup's end of memory is a kill like any other.
  if (panicOnOom === 1) await kill(panicRound("memcg", 1), random, cgroups);
  tell({ kind: "ended" });
  writeFileSync("/proc/sys/kernel/printk", "8");
  await kill(panicRound(panicOnOom === 1 ? "global" : "memcg", panicOnOom), random, cgroups);
}

try {
  prepare();
  await run();
} catch (error) {
  // The power is off before Node would print it.
  console.log(`\n${error instanceof Error ? error.stack : error}`);
}
process.exit(0);
