/** The arguments of a plugin, into the draft of a profile, with what the scheduler refuses. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readNodeAffinity } from "../../objects/documents/affinity.ts";
import {
  impossibleCount,
  impossiblePlace,
  impossibleReason,
} from "../../objects/documents/selectors.ts";
import { clearSpecWords, hasSpecFlag, specWordRead } from "../../objects/documents/specWords.ts";
import {
  integerRead,
  readInteger32,
  readTruth,
  truthRead,
} from "../../objects/documents/values.ts";
import { SpecFlag, SpecWord } from "../../objects/model/podSpec.ts";
import { Plugin } from "../model/plugin.ts";
import { Profile } from "../model/profile.ts";
import { endInvalidNumber, refuse } from "./argumentRefusals.ts";
import { readType } from "./argumentsType.ts";
import { readBalancedArguments, readFitArguments } from "./resourceArguments.ts";
import { readSpreadArguments } from "./spreadArguments.ts";

/** Reads what `args` of a plugin's configuration is; of other plugins nothing. */
export function readArguments(at: usize, profile: Profile, plugin: i32, behaviors: u32): usize {
  switch (plugin) {
    case Plugin.NodeResourcesFit:
      return readFitArguments(at, profile, behaviors);
    case Plugin.NodeResourcesBalancedAllocation:
      return readBalancedArguments(at, profile);
    case Plugin.PodTopologySpread:
      return readSpreadArguments(at, profile);
    case Plugin.InterPodAffinity:
      return readAffinityArguments(at, profile);
    case Plugin.NodeAffinity:
      return readNodeArguments(at, profile);
    case Plugin.DefaultPreemption:
      return readPreemptionArguments(at, profile);
    default:
      return skipValue(at);
  }
}

function readAffinityArguments(at: usize, profile: Profile): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("hardPodAffinityWeight") && !isNull(at)) {
      at = readInteger32(at);
      profile.hardPodAffinityWeight = i32(integerRead);
    } else if (keyIs("ignorePreferredTermsOfExistingPods") && !isNull(at)) {
      at = readTruth(at);
      profile.ignoresPreferredTerms = u32(truthRead);
    } else at = readType(at, Plugin.InterPodAffinity, "");
    at = nextMember(at);
  }
  const weight = profile.hardPodAffinityWeight;
  if (weight < 0 || weight > 100) {
    refuse("hardPodAffinityWeight", 0);
    endInvalidNumber(weight, "not in valid range [0, 100]");
  }
  return closeObject(at);
}

function readNodeArguments(at: usize, profile: Profile): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("addedAffinity") && !isNull(at)) {
      clearSpecWords();
      const impossibleBefore = impossibleCount;
      at = readNodeAffinity(at);
      if (at != 0 && impossibleCount != impossibleBefore) {
        return fail(Status.WrongType, impossibleReason, impossiblePlace);
      }
      profile.hasAddedAffinity = u32(hasSpecFlag(SpecFlag.HasRequiredNodeAffinity));
      profile.addedTerms = specWordRead(SpecWord.RequiredNodeTerms);
      profile.addedPreferredTerms = specWordRead(SpecWord.PreferredNodeTerms);
      profile.hasAddedPreferredTerms = u32(hasSpecFlag(SpecFlag.HasPreferredNodeAffinity));
    } else at = readType(at, Plugin.NodeAffinity, "");
    at = nextMember(at);
  }
  return closeObject(at);
}

function readPreemptionArguments(at: usize, profile: Profile): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("minCandidateNodesPercentage") && !isNull(at)) {
      at = readInteger32(at);
      profile.minCandidateNodesPercentage = i32(integerRead);
    } else if (keyIs("minCandidateNodesAbsolute") && !isNull(at)) {
      at = readInteger32(at);
      profile.minCandidateNodesAbsolute = i32(integerRead);
    } else at = readType(at, Plugin.DefaultPreemption, "");
    at = nextMember(at);
  }
  validatePreemption(profile);
  return closeObject(at);
}

function validatePreemption(profile: Profile): void {
  const percentage = profile.minCandidateNodesPercentage;
  const absolute = profile.minCandidateNodesAbsolute;
  if (percentage < 0 || percentage > 100) {
    refuse("minCandidateNodesPercentage", 0);
    endInvalidNumber(percentage, "not in valid range [0, 100]");
  }
  if (absolute < 0) {
    refuse("minCandidateNodesAbsolute", 0);
    endInvalidNumber(absolute, "not in valid range [0, inf)");
  }
  if (percentage != 0 || absolute != 0) return;
  refuse("minCandidateNodesPercentage", 0);
  endInvalidNumber(0, "cannot be zero at the same time as minCandidateNodesAbsolute");
  refuse("minCandidateNodesAbsolute", 0);
  endInvalidNumber(0, "cannot be zero at the same time as minCandidateNodesPercentage");
}
