/**
 * Compares the files that the kubelet's own code writes for Memory QoS with those of the module:
 *
 *     npm run oracle -- memoryqos --seed 1 --pods 20000 [--release 1.37] [--minutes 2]
 *
 * Exits with 1 on a difference, with 2 when the kubelet's code cannot be had.
 */
import { parseArgs } from "node:util";
import { loadModule } from "../../hosts/system/modules.ts";
import {
  LineProcess,
  MEMORY_QOS,
  oraclePath,
  statusWithOracle,
} from "../fidelity/oracleProcess.ts";
import { PINNED_RELEASE } from "../fidelity/scenario.ts";
import { type KubeletFiles, memoryDifference } from "./compare.ts";
import { drawMemoryCase } from "./generate.ts";
import { MemoryPlayer } from "./play.ts";

const BATCH = 64;
const SHOWN_MAX = 5;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      pods: { type: "string", default: "20000" },
      release: { type: "string", default: PINNED_RELEASE },
      minutes: { type: "string", default: "60" },
    },
  });
  const seed = Number(values.seed);
  const release = values.release;
  const minor = Number(release.split(".")[1]);
  const deadline = Date.now() + Number(values.minutes) * 60_000;
  const player = new MemoryPlayer(await loadModule("admission"));
  const kubelet = new LineProcess(oraclePath(release, MEMORY_QOS));
  let pods = 0;
  let different = 0;
  let number = 0;
  while (pods < Number(values.pods) && Date.now() < deadline) {
    const cases = Array.from({ length: BATCH }, () => drawMemoryCase(seed, number++, minor));
    // The factor keeps its digits on the way to the kubelet's code, too.
    const lines = cases.map(({ factor, ...rest }) =>
      JSON.stringify({ ...rest, factor: "FACTOR" }).replace('"FACTOR"', factor ?? "null"),
    );
    const answers = await kubelet.ask(lines);
    for (const [index, asked] of cases.entries()) {
      pods += asked.pods.length;
      const theirs = JSON.parse(answers[index] as string) as KubeletFiles;
      const found = memoryDifference(asked, theirs, player.play(asked, release));
      if (found === null) continue;
      if (different++ < SHOWN_MAX) console.log(`${found}\n  ${lines[index]}`);
    }
  }
  kubelet.close();
  console.log(
    `seed ${seed}, kubelet ${release}: ${pods} pods on ${number} nodes, ${different} different`,
  );
  return different === 0 ? 0 : 1;
}

process.exitCode = await statusWithOracle(main);
