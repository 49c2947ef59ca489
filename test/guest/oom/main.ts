/**
 * The kernel's OOM killer itself, in an emulated machine, against `plimsoll-oom.wasm` and
 * `plimsoll oom`:
 *
 *     npm run oracle -- oom [--seed N --samples N --kills N --kernel FOLDER …]
 *
 * Scores of `/proc` under changing load; then memory runs out, of cgroups and of the machine, and
 * the one that dies must have been predicted from the state just before; then the kernel's own log
 * of every kill is evaluated. Each kernel boots twice: with cgroup v2, and with v1 where it has it.
 * `--kernel` names folders with an unpacked kernel package; without it, the one of .ci/guest-tools.
 */
import { parseArgs } from "node:util";
import { PROGRAMS } from "../emulator.ts";
import { toolsMissing } from "../tools.ts";
import { boot } from "./boot.ts";
import { type Kernel, kernelIn, packImage } from "./image.ts";
import type { Plan } from "./plan.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    samples: { type: "string", default: "100000" },
    kills: { type: "string", default: "20" },
    kernel: { type: "string", multiple: true },
  },
});

/** With the second version of a boot a tenth of the samples, and half of the kills. */
function plans(): readonly Plan[] {
  const seed = Number(values.seed);
  const samples = Number(values.samples);
  const kills = Number(values.kills);
  const half = Math.ceil(kills / 2);
  return [
    {
      seed,
      cgroupVersion: 2,
      samples,
      memcgKills: kills,
      globalKills: kills,
      tiedKills: Math.ceil(kills / 5),
      panicOnOom: 1,
    },
    {
      seed,
      cgroupVersion: 1,
      samples: Math.ceil(samples / 10),
      memcgKills: half,
      globalKills: Math.ceil(half / 2),
      tiedKills: Math.ceil(kills / 10),
      panicOnOom: 2,
    },
  ];
}

async function main(): Promise<number> {
  const reason = toolsMissing([...PROGRAMS, "gcc", "xz"]);
  if (reason !== null) {
    console.log(`oom: skipped, ${reason}`);
    return process.env.CI === "true" ? 1 : 0;
  }
  const kernels: readonly Kernel[] = values.kernel?.map((folder) => kernelIn(folder)) ?? [
    kernelIn(),
  ];
  let failures = 0;
  for (const kernel of kernels) {
    const image = await packImage(kernel);
    for (const plan of plans()) {
      const began = performance.now();
      const wrong = await boot(kernel, image, plan);
      for (const sentence of wrong) console.error(`${kernel.release}: ${sentence}`);
      failures += wrong.length;
      console.log(`  ${Math.round((performance.now() - began) / 1000)} s`);
    }
  }
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
