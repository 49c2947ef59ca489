import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import type { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { CheckInput } from "../../../../analysis/questions/check/check.ts";
import { comparedConfiguration } from "../../../../analysis/questions/upgrade/configuration.ts";
import type { UpgradeQuestion } from "../../../../analysis/questions/upgrade/question.ts";
import type { ComparedReleases } from "../../../../analysis/questions/upgrade/rules.ts";
import {
  distinctConfigurations,
  type FoundConfiguration,
} from "../../../../analysis/read/bundle/nodeConfiguration.ts";
import type { ConfigurationText } from "../../../../analysis/read/kubelet/configuration.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { Failure } from "../../exitCode.ts";
import { readBundle } from "../../input/bundle.ts";
import { hasMembers } from "../../input/formatOfFile.ts";
import { loadPolicies } from "../../input/policy.ts";
import { printWarnings } from "../../notes.ts";
import { groupName, readGroups } from "../check/nodes.ts";
import { clusterQuestion, type Reading } from "./clusters.ts";

/** `stated`: the release of the nodes that have the configuration, where it is known. */
export async function configurationQuestion(
  source: ConfigurationText,
  engine: EvictionEngine,
  io: Io,
  stated?: string,
): Promise<UpgradeQuestion> {
  return {
    stated: stated === undefined ? await statedIn(source) : [stated],
    isPassing: false,
    ask: (releases) => comparedSource(source, engine, releases, io),
  };
}

/** Documents of some systems name the release of their nodes. */
async function statedIn(source: ConfigurationText): Promise<readonly string[]> {
  const { readConfigurations } = await import("../../../../analysis/read/kubelet/configuration.ts");
  return readConfigurations(source).flatMap(({ release }) => release ?? []);
}

/** One for each kind of node that the text describes. */
async function comparedSource(
  source: ConfigurationText,
  engine: EvictionEngine,
  releases: ComparedReleases,
  io: Io,
) {
  const admission = new AdmissionEngine(await loadModule("admission"));
  const engines = { eviction: engine, admission };
  const before = await readAs(releases.from, source, io);
  const after = await readAs(releases.to, source, io);
  return before.flatMap((each, index) => {
    const other = after[index];
    if (other === undefined) return [];
    return [comparedConfiguration(engines, { before: each, after: other }, releases)];
  });
}

async function readAs(
  kubeletVersion: string,
  source: ConfigurationText,
  io: Io,
): Promise<readonly CheckInput[]> {
  const policies = await loadPolicies(source, { kubeletVersion }, io);
  return policies.map(({ part, form = "flags", json, notes, unread, flagNames = [] }) => {
    const name = part === undefined ? source.name : `${source.name} (${part})`;
    const input = { name, source, form, json, notes, flagNames };
    return unread === undefined ? input : { ...input, unread };
  });
}

/** The configurations that bundles hold, each text once. */
export async function bundledConfigurations(
  paths: readonly string[],
  io: Io,
): Promise<readonly ConfigurationText[]> {
  const found: FoundConfiguration[] = [];
  for (const path of paths) {
    if (path !== "-" && (await hasMembers(path))) found.push(...(await configurationsIn(path, io)));
  }
  return distinctConfigurations(found);
}

/** None in a folder or an archive that no tool has made. */
async function configurationsIn(path: string, io: Io) {
  try {
    return (await readBundle(path, io)).configurations;
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** The cluster of the kubeconfig, and what each of its nodes is configured with. */
export async function liveQuestions(
  engine: EvictionEngine,
  reading: Reading,
): Promise<readonly UpgradeQuestion[]> {
  const { options, io } = reading;
  const { groups, unread } = await readGroups(options, io);
  await printWarnings(
    unread.map(({ reason }) => reason),
    io,
  );
  const questions: UpgradeQuestion[] = [];
  for (const group of groups) {
    const source = { ...group.configz, name: groupName(group) };
    questions.push(await configurationQuestion(source, engine, io, group.release));
  }
  return [...questions, await clusterQuestion(undefined, reading)];
}
