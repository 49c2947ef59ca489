import { stringify } from "yaml";
import { PROFILES } from "../../../../analysis/engine/contract/profiles.ts";
import type { PodName } from "../../../../analysis/engine/decision.ts";
import type { Anonymizer } from "../../../../analysis/questions/capture/anonymize.ts";
import type {
  ContainerChange,
  PodChange,
} from "../../../../analysis/questions/change/podChange.ts";
import { CAPTURE_VERSION } from "../../../../analysis/read/capture/capture.ts";
import { isMembers } from "../../../../analysis/read/json/untyped.ts";
import {
  type ConfigurationText,
  readConfiguration,
} from "../../../../analysis/read/kubelet/configuration.ts";
import type { Scenario } from "../../session/scenario.ts";
import { CONFIGURATION_NAME } from "../../worker/policyJson.ts";

/** The members that are configurations, and what each goes by in sentences about it. */
const CONFIGURATIONS = [
  ["configuration", CONFIGURATION_NAME],
  ["comparedWith", "configuration A"],
] as const satisfies readonly (readonly [keyof Scenario, string])[];

/**
 * A scenario in the pseudonyms that an anonymizer gives the capture it belongs to. What has a name
 * is written as the document that the anonymizer knows, a PodList or a header, and read back: what
 * is kept and what is not is decided in one place. Throws ConfigurationError.
 */
export async function anonymousScenario(
  { name: _, pod, podChanges, ...rest }: Scenario,
  anonymizer: Anonymizer,
): Promise<Scenario> {
  const [anonymousPod] = pod === undefined ? [] : await podsOf([{ metadata: pod }], anonymizer);
  const changed = await podsOf((podChanges ?? []).map(podOf), anonymizer);
  return {
    ...(await anonymousConfigurations(rest, anonymizer)),
    ...(anonymousPod === undefined ? {} : { pod: anonymousPod.metadata as PodName }),
    ...(podChanges === undefined ? {} : { podChanges: changed.map(changeOf(podChanges)) }),
  };
}

/**
 * The scenario as it is but for its configurations, and without manifests of a question to
 * admission: they hold names of which no capture says what they are. Throws ConfigurationError.
 */
export async function anonymousConfigurations(
  { admission: _, ...scenario }: Scenario,
  anonymizer: Anonymizer,
): Promise<Scenario> {
  let anonymous: Scenario = scenario;
  for (const [member, name] of CONFIGURATIONS) {
    const text = scenario[member];
    if (typeof text !== "string") continue;
    const written = await anonymousConfiguration({ name, text }, anonymizer);
    anonymous = { ...anonymous, [member]: written };
  }
  return anonymous;
}

/** A configuration with the members that the policy reads; its comments and its form are lost. */
async function anonymousConfiguration(
  source: ConfigurationText,
  anonymizer: Anonymizer,
): Promise<string> {
  const { configuration, replacedByFlags } = readConfiguration(source);
  const { plimsoll, ...config } = configuration;
  const own = isMembers(plimsoll) ? plimsoll : {};
  const { kubeletVersion, profile, whatIf, ...places } = own;
  const header = await anonymizer.header({
    ...places,
    plimsoll: CAPTURE_VERSION,
    config,
    ...(kubeletVersion === undefined ? {} : { kubelet: String(kubeletVersion) }),
  });
  const { config: kept, layout, capacity, kubelet } = header;
  const options = {
    layout,
    capacity,
    kubeletVersion: kubelet,
    profile: PROFILES.some((known) => known === profile) ? profile : undefined,
    whatIf: typeof whatIf === "boolean" ? whatIf : undefined,
    replacedByFlags: replacedByFlags.length > 0 ? replacedByFlags : undefined,
  };
  const given = Object.entries(options).filter(([, option]) => option !== undefined);
  return stringify({
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    ...kept,
    ...(given.length > 0 ? { plimsoll: Object.fromEntries(given) } : {}),
  });
}

/** The part of a v1 Pod that a scenario holds. */
interface Pod {
  readonly metadata: PodName | Pick<PodName, "uid">;
  readonly spec?: { readonly priority?: number; readonly containers?: readonly Container[] };
}

interface Container {
  readonly name: string;
  readonly resources: { readonly requests: ContainerChange };
}

async function podsOf(items: readonly Pod[], anonymizer: Anonymizer): Promise<readonly Pod[]> {
  const pods = new TextEncoder().encode(JSON.stringify({ items }));
  const record = { time: 0n, line: 0, pods, summary: null, others: new Map() };
  const anonymous = await anonymizer.record(record);
  return JSON.parse(new TextDecoder().decode(anonymous.pods)).items;
}

function podOf({ uid, priority, containers = {} }: PodChange): Pod {
  return {
    metadata: { uid },
    spec: {
      ...(priority === undefined ? {} : { priority }),
      containers: Object.entries(containers).map(([name, requests]) => ({
        name,
        resources: { requests },
      })),
    },
  };
}

/** What is not a member of a Pod is not a name either. */
function changeOf(before: readonly PodChange[]) {
  return ({ metadata: { uid }, spec }: Pod, index: number): PodChange => {
    const { uid: _, containers: __, ...amounts } = before[index] as PodChange;
    const containers = (spec?.containers ?? []).map(
      ({ name, resources }) => [name, resources.requests] as const,
    );
    return {
      ...amounts,
      uid,
      ...(containers.length > 0 ? { containers: Object.fromEntries(containers) } : {}),
    };
  };
}
