import type { DaemonStep, Observer } from "../../../daemon/step.ts";
import type { Io } from "../../../system/io.ts";
import { printWarnings } from "../../notes.ts";

/** One JSON line per decision on standard output; what is not as it should be on standard error. */
export function stepLines(io: Io): Observer {
  return {
    async step({ decisionText, problems, acts }: DaemonStep) {
      await printWarnings(
        problems.map(({ sentence }) => sentence),
        io,
      );
      if (decisionText === null) return;
      const line = `${decisionText.slice(0, -1)},"acts":${JSON.stringify(acts)}}\n`;
      await io.stdout.write(line);
    },
    trouble: (sentence) => printWarnings([sentence], io),
  };
}
