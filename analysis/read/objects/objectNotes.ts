/** What there is to say of the objects of a cluster before a question about them is answered. */
import type { EffectiveConfiguration, SchedulerSummary } from "../../engine/schedulerEngine.ts";
import { formatCount, plural } from "../../text/amount.ts";
import { formatNames } from "../../text/names.ts";
import { ObjectsError } from "./objectsError.ts";

export interface ObjectNotes {
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/** Objects of a kind, as counted by a module. */
interface CountedKind {
  readonly kind: string;
  readonly count: number;
}

export const NODES_ADVICE = "add what kubectl get nodes prints";
export const NO_NODES = `No node is among the objects; ${NODES_ADVICE}.`;
const KINDS_SHOWN = 5;

/** The refusal of objects that have neither a node nor a pod: `kinds` are theirs, or empty. */
export function noCluster(kinds: string, advice: string): ObjectsError {
  const what = kinds === "" ? "nothing is in them" : `they are ${kinds}`;
  return new ObjectsError(`The objects have no node and no pod: ${what}`, advice);
}

const LEFT_OUT_SHOWN = 5;

/** Warnings of flawed files among others, each of which is left out from its problem on. */
export function leftOutNotes(problems: readonly string[]): readonly string[] {
  const shown = problems.slice(0, LEFT_OUT_SHOWN);
  const more = problems.length - shown.length;
  return [
    ...shown.map((problem) => `${problem}; the file is left out from there.`),
    ...(more > 0 ? [`${plural(more, "more file")} ${more === 1 ? "is" : "are"} left out.`] : []),
  ];
}

/** What there is to say of files that are not read, by the name of what they are in. */
export function notDocuments(name: string, files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const those = formatNames(files, { max: LEFT_OUT_SHOWN });
  const are = files.length === 1 ? "is" : "are";
  return [`${name}: ${plural(files.length, "file")} ${are} neither .json nor .yaml: ${those}.`];
}

/** `3 CronJob, 1 Secret`. */
export function formatKinds(kinds: readonly CountedKind[], max = KINDS_SHOWN): string {
  const names = kinds.map(({ kind, count }) => `${formatCount(count)} ${kind}`);
  return formatNames(names, { max, noun: "kind" });
}

/** Kinds that plugins for volumes and claims read, which are not supported. */
const CLAIM_KINDS: ReadonlySet<string> = new Set([
  "PersistentVolumeClaim",
  "PersistentVolume",
  "StorageClass",
  "CSINode",
  "CSIDriver",
  "CSIStorageCapacity",
  "VolumeAttachment",
  "ResourceClaim",
  "ResourceClaimTemplate",
  "ResourceSlice",
  "DeviceClass",
]);

/**
 * What was read and is not used, and what of the configuration has no effect here. Throws for
 * objects without a node and a pod; `advice` is what to do then.
 */
export function clusterNotes(summary: Summary, advice: string): ObjectNotes {
  if (Object.keys(summary.objects).length > 0) return schedulingNotes(summary);
  throw noCluster(formatKinds(summary.passedOver), advice);
}

type Summary = Pick<SchedulerSummary, "objects" | "passedOver" | "configuration">;

function schedulingNotes({ objects, passedOver, configuration }: Summary): ObjectNotes {
  const limits = configurationNotes(configuration);
  const others = formatKinds(passedOver.filter(({ kind }) => !CLAIM_KINDS.has(kind)));
  const ofClaims = formatKinds(passedOver.filter(({ kind }) => CLAIM_KINDS.has(kind)));
  return {
    notes: [
      ...(others === "" ? [] : [`Scheduling does not depend on ${others}.`]),
      ...(ofClaims === ""
        ? []
        : [`Not used: ${ofClaims}. Volume and claim plugins are not supported.`]),
      ...limits.notes,
    ],
    warnings: [...(objects.Node === undefined ? [NO_NODES] : []), ...limits.warnings],
  };
}

/** What of a configuration is followed differently here, or prevents a decision. */
function configurationNotes({
  configuredParallelism = 1,
  extenders,
  profiles,
}: EffectiveConfiguration): ObjectNotes {
  const note =
    `The configuration's parallelism is ${configuredParallelism}; decisions are those of 1, ` +
    "the only one with which the scheduler places pods the same way each time.";
  const unknown = profiles.flatMap(({ schedulerName, notEvaluated = [] }) =>
    notEvaluated.length === 0
      ? []
      : [`No pod of ${schedulerName} can be evaluated: it needs ${notEvaluated.join(", ")}.`],
  );
  const extended =
    extenders.length === 0
      ? []
      : [`No pod can be evaluated: it needs the extender ${extenders.join(", ")}.`];
  return { notes: configuredParallelism > 1 ? [note] : [], warnings: [...unknown, ...extended] };
}
