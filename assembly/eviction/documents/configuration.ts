/**
 * A KubeletConfiguration, with our options in the member `plimsoll`, → the policy in
 * force. Parsed into a second policy, which replaces the first only without errors. Spec 2.
 */

import { Document, Status } from "../../abi.ts";
import { hashBytes } from "../../base/arithmetic/hash.ts";
import { inputStart } from "../../base/input.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, failureStatus, Reason } from "../../base/json/failure.ts";
import {
  closeObject,
  keyAt,
  keySize,
  nextMember,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { readBoolean, readInteger, valuePresent } from "../../base/json/read.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { parseDuration, writeDurationError } from "../../base/kubernetes/duration.ts";
import { isKind } from "../../node/keys.ts";
import { Behavior, MINOR_DEFAULT } from "../../node/model/releaseTable.ts";
import {
  isCgroupsPerQOS,
  isEnforceNodeAllocatable,
  isEvictionHard,
  isEvictionMaxPodGracePeriod,
  isEvictionMinimumReclaim,
  isEvictionPressureTransitionPeriod,
  isEvictionSoft,
  isEvictionSoftGracePeriod,
  isFeatureGates,
  isKubeReserved,
  isKubeReservedCgroup,
  isLocalStorageCapacityIsolation,
  isMergeDefaultEvictionSettings,
  isPlimsoll,
  isSystemReserved,
  isSystemReservedCgroup,
} from "../keys.ts";
import { POLICY_REGION_BYTES, POLICY_STAGE_OFFSET } from "../memory.ts";
import {
  finishFinding,
  isKubeletAtFault,
  pathKey,
  Rule,
  said,
  say,
  sayingAt,
  startFinding,
} from "../model/findings.ts";
import {
  PolicyFlag,
  policy,
  policyTextStart,
  ReservedGroup,
  setPolicyFlag,
  stagedPolicy,
} from "../model/policy.ts";
import { behaviorsOf } from "../model/profile.ts";
import { EvictionReason } from "../reasons.ts";
import { usePolicyTexts } from "../used.ts";
import { assembleThresholds } from "./assembleThresholds.ts";
import {
  decodeEnforcement,
  finishEnforcement,
  noteReservedCgroup,
  setCgroupsPerQos,
  startEnforcement,
} from "./enforcement.ts";
import {
  applyFeatureGates,
  decodeFeatureGates,
  isIsolationGatedOff,
  startFeatureGates,
} from "./featureGates.ts";
import { decodeOptions, keepsDefaults, startOptions, transitionByFlag } from "./options.ts";
import { decodeReservations } from "./reservations.ts";
import {
  clearStatements,
  decodeStatements,
  graceStatements,
  hardStatements,
  reclaimStatements,
  softStatements,
} from "./statements.ts";

const DEFAULT_TRANSITION_NANOS: i64 = 300000000000;

const scalar: usize = memory.data(8, 8);
let mergeDefaults: bool = false;
/** The address of a member with a value that is not a boolean, or 0. */
let wrongIsolation: usize = 0;
let wrongMergeDefaults: usize = 0;

/** Decodes and parses into the staged policy; answers a status. */
export function decodeConfiguration(size: i32): i32 {
  clearFailure(Document.KubeletConfiguration);
  startPolicy();
  let at = startDocument(size);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = decodeMember(scanMember(at));
    at = nextMember(at);
  }
  const status = finishDocument(closeObject(at), size);
  if (status != Status.Ok) return status;
  finishPolicy();
  if (!hasRightTypes()) return failureStatus();
  if (stagedPolicy.errorCount > 0) {
    fail(
      Status.InvalidConfiguration,
      isKubeletAtFault() ? EvictionReason.Configuration : EvictionReason.Options,
      0,
    );
    return Status.InvalidConfiguration;
  }
  stagedPolicy.fingerprint = hashBytes(inputStart, size);
  setPolicyFlag(stagedPolicy, PolicyFlag.Configured, true);
  return Status.Ok;
}

/** What is in force when the document says nothing. Spec 2.7. */
function startPolicy(): void {
  memory.fill(POLICY_STAGE_OFFSET, 0, POLICY_REGION_BYTES);
  stagedPolicy.textHalf = 1 - policy.textHalf;
  const start = policyTextStart(stagedPolicy.textHalf);
  usePolicyTexts(start);
  stagedPolicy.kubeletMinor = MINOR_DEFAULT;
  stagedPolicy.pressureTransitionPeriodNanos = 0;
  setPolicyFlag(stagedPolicy, PolicyFlag.LocalStorageCapacityIsolation, true);
  startEnforcement();
  clearStatements();
  mergeDefaults = false;
  wrongIsolation = 0;
  wrongMergeDefaults = 0;
  startFeatureGates();
  startOptions();
}

function decodeMember(at: usize): usize {
  if (isEvictionHard()) return decodeStatements(at, hardStatements);
  if (isEvictionSoft()) return decodeStatements(at, softStatements);
  if (isEvictionSoftGracePeriod()) return decodeStatements(at, graceStatements);
  if (isEvictionMinimumReclaim()) return decodeStatements(at, reclaimStatements);
  if (isEvictionPressureTransitionPeriod()) return decodeTransitionPeriod(at);
  if (isEvictionMaxPodGracePeriod()) return decodeMaxPodGracePeriod(at);
  if (isEnforceNodeAllocatable()) return decodeEnforcement(at);
  if (isLocalStorageCapacityIsolation()) return decodeIsolation(at);
  if (isMergeDefaultEvictionSettings()) return decodeMergeDefaults(at);
  if (isSystemReserved()) return decodeReservations(at, ReservedGroup.System);
  if (isKubeReserved()) return decodeReservations(at, ReservedGroup.Kube);
  if (isFeatureGates()) return decodeFeatureGates(at);
  if (isPlimsoll()) return decodeOptions(at);
  if (isKind()) return decodeKind(at);
  if (isCgroupsPerQOS()) return decodeCgroupsPerQos(at);
  if (isSystemReservedCgroup()) return decodeReservedCgroup(at, true);
  if (isKubeReservedCgroup()) return decodeReservedCgroup(at, false);
  noteUnknownMember();
  return skipValue(at);
}

/** Member names are case-sensitive: `evictionhard` is not a setting, and the kubelet only warns. */
function noteUnknownMember(): void {
  const EVICTION: u64 = 0x6e6f697463697665;
  if (keySize <= 8 || (load<u64>(keyAt) | 0x2020202020202020) != EVICTION) return;
  startFinding("KubeletConfiguration");
  pathKey(keyAt, keySize);
  say("is not a member the kubelet knows, so it has no effect; check its spelling and case");
  finishFinding(Rule.UnknownMember, false);
}

function decodeKind(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || wordSize() == 0 || wordIs("KubeletConfiguration")) return at;
  return fail(Status.WrongDocument, EvictionReason.NotConfiguration, start);
}

function decodeTransitionPeriod(at: usize): usize {
  at = readWord(at);
  if (at == 0) return 0;
  // null is the empty text to the kubelet, and that is not a duration.
  const code = parseDuration(scalar, wordAt(), wordSize());
  if (code == 0) {
    stagedPolicy.pressureTransitionPeriodNanos = load<i64>(scalar);
    return at;
  }
  startFinding("evictionPressureTransitionPeriod");
  said(writeDurationError(sayingAt(), code, wordAt(), min(wordSize(), 64)));
  finishFinding(Rule.InvalidDuration, true);
  return at;
}

function decodeMaxPodGracePeriod(at: usize): usize {
  const start = at;
  at = readInteger(at, scalar);
  if (at == 0 || !valuePresent) return at;
  const seconds = load<i64>(scalar);
  if (seconds != i64(i32(seconds))) return fail(Status.WrongType, Reason.ExpectedInteger, start);
  stagedPolicy.maxPodGracePeriodSeconds = seconds;
  return at;
}

function decodeCgroupsPerQos(at: usize): usize {
  at = readBoolean(at, scalar);
  if (at != 0 && valuePresent) setCgroupsPerQos(load<u8>(scalar) != 0);
  return at;
}

function decodeReservedCgroup(at: usize, system: bool): usize {
  at = readWord(at);
  if (at != 0 && wordSize() > 0) noteReservedCgroup(system);
  return at;
}

/** Checks members of later releases, which this release ignores whatever their value. */
function hasRightTypes(): bool {
  const behaviors = stagedPolicy.behaviors;
  const isolation = (behaviors & Behavior.IsolationConfigured) != 0 ? wrongIsolation : 0;
  const merge = (behaviors & Behavior.MergeDefaults) != 0 ? wrongMergeDefaults : 0;
  if (isolation != 0) fail(Status.WrongType, Reason.ExpectedBoolean, isolation);
  if (merge != 0) fail(Status.WrongType, Reason.ExpectedBoolean, merge);
  return isolation == 0 && merge == 0;
}

/** Whether a value begins like true, false or null. */
function isTruthValue(at: usize): bool {
  const byte = load<u8>(at);
  return byte == 0x74 || byte == 0x66 || byte == 0x6e;
}

function decodeIsolation(at: usize): usize {
  if (!isTruthValue(at)) {
    if (wrongIsolation == 0) wrongIsolation = at;
    return skipValue(at);
  }
  at = readBoolean(at, scalar);
  if (at == 0 || !valuePresent) return at;
  const on = load<u8>(scalar) != 0;
  setPolicyFlag(stagedPolicy, PolicyFlag.LocalStorageCapacityIsolation, on);
  return at;
}

function decodeMergeDefaults(at: usize): usize {
  if (!isTruthValue(at)) {
    if (wrongMergeDefaults == 0) wrongMergeDefaults = at;
    return skipValue(at);
  }
  at = readBoolean(at, scalar);
  if (at != 0 && valuePresent) mergeDefaults = load<u8>(scalar) != 0;
  return at;
}

/** Everything that needs the whole document. */
function finishPolicy(): void {
  stagedPolicy.behaviors = behaviorsOf(stagedPolicy.profile, stagedPolicy.kubeletMinor);
  applyFeatureGates();
  if (stagedPolicy.pressureTransitionPeriodNanos == 0 && !transitionByFlag) {
    stagedPolicy.pressureTransitionPeriodNanos = DEFAULT_TRANSITION_NANOS;
  }
  if ((stagedPolicy.behaviors & Behavior.IsolationConfigured) == 0) {
    const on = !isIsolationGatedOff();
    setPolicyFlag(stagedPolicy, PolicyFlag.LocalStorageCapacityIsolation, on);
  }
  finishEnforcement();
  const merges = (stagedPolicy.behaviors & Behavior.MergeDefaults) != 0;
  stagedPolicy.mergesDefaults = u32((mergeDefaults && merges) || keepsDefaults);
  assembleThresholds(stagedPolicy.mergesDefaults != 0);
}
