/**
 * Profiles: which plugins run, in which order, with which weights and arguments. Those of a
 * configuration that is being read are drafts; they replace the others when all of it is valid.
 */
import { beginList, endList, internList, push } from "../../objects/model/list.ts";
import { SpreadWord } from "../../objects/model/podSpec.ts";
import { internLiteral } from "../../objects/model/text.ts";

export enum Strategy {
  LeastAllocated = 0,
  MostAllocated,
  RequestedToCapacityRatio,
}

export const PROFILES_MAX: u32 = 16;
/** Not set for a profile: the configuration's own counts. */
export const NO_PERCENTAGE: i32 = -1;

@unmanaged
export class Profile {
  schedulerName: u32;
  percentageOfNodesToScore: i32;
  filterCount: u32;
  /** Scorers that this policy runs. */
  scoreCount: u32;
  /** Whether any plugin scores, also one that has nothing to say here. */
  hasScores: u32;
  strategy: Strategy;
  /** Pairs of resource name and weight. */
  fitResources: u32;
  balancedResources: u32;
  /** Pairs of utilization and score. */
  shape: u32;
  /** Names of extended resources, and of their groups, that do not count. */
  ignoredResources: u32;
  ignoredGroups: u32;
  /** Lists of node selector terms, and pairs of weight and term. */
  hasAddedAffinity: u32;
  addedTerms: u32;
  addedPreferredTerms: u32;
  hasAddedPreferredTerms: u32;
  /** Lists of `SpreadWord`. */
  defaultConstraints: u32;
  isSystemDefaulted: u32;
  hardPodAffinityWeight: i32;
  ignoresPreferredTerms: u32;
  /** Whether the plugins are there at all. */
  hasGates: u32;
  hasPreemption: u32;
  minCandidateNodesPercentage: i32;
  minCandidateNodesAbsolute: i32;
  /** Bits of plugins that run PreFilter, and of those that run PreScore. */
  preFilters: u32;
  preScores: u32;
  /** Bits of plugins that run nowhere before a node is chosen. */
  absent: u32;
  /** Bits of plugins that fail each pod: they filter or score without their preparation. */
  failing: u32;
  /** Names of plugins that are not the scheduler's own. */
  foreign: u32;
}

const _PROFILE_SIZE: usize = offsetof<Profile>();
/** A profile, its filters in order, its scorers in order, and the weight of each. */
const ROW_BYTES: usize = 320;
const FILTERS: usize = 128;
const SCORERS: usize = 160;
const WEIGHTS: usize = 224;
const PROFILES: usize = memory.data(320 * 16, 8);
const DRAFTS: usize = memory.data(320 * 16, 8);

export let profileCount: u32 = 0;
export let draftCount: u32 = 0;
/** The value for all profiles without their own. */
export let percentageOfNodesToScore: i32 = 0;
/** Whether pods preempt at all: a question may leave it out. */
export let preempts: bool = true;

export function profileAt(index: u32): Profile {
  return changetype<Profile>(PROFILES + usize(index) * ROW_BYTES);
}

export function filterAt(profile: Profile, index: u32): i32 {
  return load<u8>(changetype<usize>(profile) + FILTERS + usize(index));
}

export function scorerAt(profile: Profile, index: u32): i32 {
  return load<u8>(changetype<usize>(profile) + SCORERS + usize(index));
}

/** The weight of a plugin; 0 when it does not score. */
export function weightOf(profile: Profile, plugin: i32): i32 {
  return load<i32>(changetype<usize>(profile) + WEIGHTS + (usize(plugin) << 2));
}

export function addFilter(profile: Profile, plugin: i32): void {
  store<u8>(changetype<usize>(profile) + FILTERS + usize(profile.filterCount++), u8(plugin));
}

export function addScorer(profile: Profile, plugin: i32, weight: i32): void {
  store<u8>(changetype<usize>(profile) + SCORERS + usize(profile.scoreCount++), u8(plugin));
  store<i32>(changetype<usize>(profile) + WEIGHTS + (usize(plugin) << 2), weight);
}

/** The place of a filter in the order, or -1. */
export function filterOrder(profile: Profile, plugin: i32): i32 {
  for (let index: u32 = 0; index < profile.filterCount; index++) {
    if (filterAt(profile, index) == plugin) return i32(index);
  }
  return -1;
}

export function startDrafts(): void {
  memory.fill(DRAFTS, 0, ROW_BYTES * usize(PROFILES_MAX));
  draftCount = 0;
}

export function setPreempts(value: bool): void {
  preempts = value;
}

export function draftAt(index: u32): Profile {
  return changetype<Profile>(DRAFTS + usize(index) * ROW_BYTES);
}

/** A new draft with the arguments that plugins have by default, and no plugin yet. */
export function startDraft(): Profile {
  const profile = draftAt(draftCount++);
  profile.percentageOfNodesToScore = NO_PERCENTAGE;
  profile.fitResources = defaultResources();
  profile.balancedResources = profile.fitResources;
  profile.defaultConstraints = systemConstraints();
  profile.isSystemDefaulted = 1;
  profile.hardPodAffinityWeight = 1;
  profile.minCandidateNodesPercentage = 10;
  profile.minCandidateNodesAbsolute = 100;
  return profile;
}

/** Puts the drafts in force. */
export function adoptDrafts(percentage: i32): void {
  memory.copy(PROFILES, DRAFTS, ROW_BYTES * usize(PROFILES_MAX));
  profileCount = draftCount;
  percentageOfNodesToScore = percentage;
}

/** The profile that schedules for a name, or -1. */
export function profileNamed(schedulerName: u32): i32 {
  const name = schedulerName == 0 ? internLiteral("default-scheduler") : schedulerName;
  for (let index: u32 = 0; index < profileCount; index++) {
    if (profileAt(index).schedulerName == name) return i32(index);
  }
  return -1;
}

export function defaultResources(): u32 {
  const list = beginList();
  push(internLiteral("cpu"));
  push(1);
  push(internLiteral("memory"));
  push(1);
  return endList(list);
}

const CONSTRAINT: usize = memory.data(4 * SpreadWord.End, 4);

/** The default constraints of the scheduler: nodes within 3, zones within 5. */
export function systemConstraints(): u32 {
  const list = beginList();
  push(systemConstraint("kubernetes.io/hostname", 3));
  push(systemConstraint("topology.kubernetes.io/zone", 5));
  return endList(list);
}

function systemConstraint(topologyKey: string, maxSkew: u32): u32 {
  memory.fill(CONSTRAINT, 0, 4 * SpreadWord.End);
  store<u32>(CONSTRAINT + (SpreadWord.MaxSkew << 2), maxSkew);
  store<u32>(CONSTRAINT + (SpreadWord.TopologyKey << 2), internLiteral(topologyKey));
  store<u32>(CONSTRAINT + (SpreadWord.MinDomains << 2), 1);
  store<u32>(CONSTRAINT + (SpreadWord.HonorsAffinity << 2), 1);
  return internList(CONSTRAINT, SpreadWord.End);
}
