import type { Decision } from "../../analysis/engine/decision.ts";
import type { CheckedConfiguration } from "../../analysis/questions/check/check.ts";
import { type Played, type PlayedStep, recordsOf } from "../fidelity/play.ts";
import { configurationText } from "../fidelity/question.ts";
import type { Scenario } from "../fidelity/scenario.ts";
import { type Ask, bytesOf } from "./client.ts";
import { snapshotOf } from "./examples.ts";

interface Evaluation {
  readonly decision: Decision | null;
  readonly state: string;
}

/** Scenarios leave out what every file of a kubelet begins with. */
function typed(configuration: string): string {
  const names = '"kind":"KubeletConfiguration","apiVersion":"kubelet.config.k8s.io/v1beta1"';
  if (/"(?:kind|apiVersion)"\s*:/.test(configuration)) return configuration;
  return configuration.replace(/^\s*\{\s*(\}?)/, (_, end) => `{${names}${end === "" ? "," : end}`);
}

/**
 * Plays a scenario by requests that bring everything they need; what is not served is not asked.
 * Null when its configuration is another document: that is said before the engine sees it.
 */
export async function playOverHttp(ask: Ask, scenario: Scenario): Promise<Played | null> {
  const configuration = configurationText(scenario);
  const checked = await ask("/v1/check", { body: typed(configuration) });
  if (checked.status === 422) return null;
  const { configurations } = (await checked.json()) as { configurations: CheckedConfiguration[] };
  const [{ policy, errors } = { policy: undefined, errors: [] }] = configurations;
  if (policy === undefined) {
    return { errors: errors.map(({ message }) => message), problems: [], steps: [] };
  }
  const steps: PlayedStep[] = [];
  let pods: Uint8Array | undefined;
  let state: string | undefined;
  for (const record of recordsOf(scenario)) {
    pods = record.pods ?? pods;
    const body = snapshotOf(
      { ...record, ...(pods === undefined ? {} : { pods }) },
      { configuration: bytesOf(configuration), ...(state === undefined ? {} : { state }) },
    );
    const response = await ask("/v1/evaluate?detail=arithmetic", { body });
    if (!response.ok) return { policy, problems: [await detailOf(response)], steps };
    const evaluation = (await response.json()) as Evaluation;
    state = evaluation.state;
    steps.push({ decision: evaluation.decision, admit: [] });
  }
  return { policy, problems: [], steps };
}

async function detailOf(response: Response): Promise<string> {
  const { detail } = (await response.json()) as { detail: string };
  return detail;
}
