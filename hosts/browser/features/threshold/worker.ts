import type { Signal } from "../../../../analysis/engine/decision.ts";
import type { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { FrozenCapture } from "../../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { toModuleConfiguration } from "../../../../analysis/read/kubelet/configuration.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { Handlers } from "../../worker/handlers.ts";

export const HANDLERS: Handlers<"limits"> = {
  limits: (session, request, reply) => {
    const limits = limitsOf(session.questionEngine, session.inForce, request);
    reply({ kind: "limits", limits });
  },
};

/** What the core makes of a threshold written so, at one step; null where nothing was observed. */
export function limitsOf(
  engine: EvictionEngine,
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
