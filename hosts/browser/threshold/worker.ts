import { Detail } from "../../../assembly/abi.ts";
import { toModuleConfiguration } from "../../shared/configuration.ts";
import type { Signal } from "../../shared/decision.ts";
import type { Engine } from "../../shared/engine.ts";
import type { FrozenCapture } from "../../shared/frozen/frozenCapture.ts";

/** What the core makes of a threshold written so, at one step; null where nothing was observed. */
export function limitsOf(
  engine: Engine,
  capture: FrozenCapture,
  {
    position,
    signal,
    values,
  }: {
    readonly position: number;
    readonly signal: Signal;
    readonly values: readonly string[];
  },
): readonly (number | null)[] {
  const step = capture.steps[position];
  const pods = capture.podLists[step?.podList ?? 0];
  if (step === undefined || step.summary === null || pods === undefined)
    return values.map(() => null);
  const { summary, time } = step;
  return values.map((value) => {
    const source = { configuration: { evictionHard: { [signal]: value } }, replacedByFlags: [] };
    engine.configure(toModuleConfiguration(source, capture.options));
    engine.thaw(pods);
    engine.thaw(summary);
    engine.observe(null, time);
    const { thresholds = [] } = engine.report(Detail.Arithmetic).parse();
    return thresholds.find((threshold) => threshold.signal === signal)?.limit ?? null;
  });
}
