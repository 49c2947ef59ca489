/** KubeSchedulerConfiguration, with Plimsoll's own member beside the scheduler's. */
import { Status } from "../../abi.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { fail } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { isDigit } from "../../base/text.ts";
import { startTexts } from "../../objects/documents/objects.ts";
import { integerRead, readInteger32 } from "../../objects/documents/values.ts";
import { setPercentage, useDefaultProfile } from "../model/profile.ts";
import { MINOR_DEFAULT, MINOR_MAX, MINOR_MIN, setRelease } from "../model/release.ts";
import { SchedulerReason } from "../reasons.ts";

const DOT: u8 = 0x2e;

let minor: i32 = MINOR_DEFAULT;
let percentage: i32 = 0;
export let startIndex: u32 = 0;

/** The scheduler's defaults, as the newest release that most clusters run has them. */
export function useDefaults(): void {
  startTexts();
  startIndex = 0;
  setRelease(MINOR_DEFAULT);
  useDefaultProfile();
}

/** Replaces the configuration; one that is refused leaves the old one. Answers a status. */
export function readConfiguration(size: i32): i32 {
  startTexts();
  minor = MINOR_DEFAULT;
  percentage = 0;
  let start: u32 = startIndex;
  startIndex = 0;
  const at = readMembers(startDocument(size));
  const status = finishDocument(at, size);
  if (status != Status.Ok) {
    startIndex = start;
    return status;
  }
  setRelease(minor);
  useDefaultProfile();
  setPercentage(percentage);
  return Status.Ok;
}

function readMembers(at: usize): usize {
  if (at == 0) return 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readMember(at));
  }
  return closeObject(at);
}

function readMember(at: usize): usize {
  if (keyIs("plimsoll")) return readOptions(at);
  if (keyIs("percentageOfNodesToScore")) {
    const start = at;
    at = readInteger32(at);
    percentage = i32(integerRead);
    if (at == 0 || (percentage >= 0 && percentage <= 100)) return at;
    return fail(Status.InvalidConfiguration, SchedulerReason.Percentage, start);
  }
  if (keyIs("profiles") || keyIs("extenders")) {
    return fail(Status.InvalidConfiguration, SchedulerReason.Profiles, at);
  }
  if (decidesNothing()) return skipValue(at);
  return fail(Status.InvalidConfiguration, SchedulerReason.Member, at);
}

/**
 * Members of KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1) that place no pod:
 * `parallelism` is 1 here, and retries wait for nothing.
 */
function decidesNothing(): bool {
  return (
    keyIs("apiVersion") ||
    keyIs("kind") ||
    keyIs("parallelism") ||
    keyIs("leaderElection") ||
    keyIs("clientConnection") ||
    keyIs("enableProfiling") ||
    keyIs("enableContentionProfiling") ||
    keyIs("podInitialBackoffSeconds") ||
    keyIs("podMaxBackoffSeconds") ||
    keyIs("delayCacheUntilActive")
  );
}

function readOptions(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("kubernetesVersion")) at = readVersion(at);
    else if (keyIs("startIndex")) {
      at = readInteger32(at);
      startIndex = u32(max(integerRead, 0));
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** `1.35`, or `v1.35.8`: the minor counts. */
function readVersion(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  let place = wordAt();
  const end = place + usize(wordSize());
  if (place < end && load<u8>(place) == 0x76) place++;
  let value: i32 = 0;
  if (place + 2 < end && load<u8>(place) == 0x31 && load<u8>(place, 1) == DOT) {
    for (place += 2; place < end && isDigit(load<u8>(place)); place++) {
      value = min(value * 10 + i32(load<u8>(place)) - 0x30, 1000);
    }
  }
  const isEnd = place == end || load<u8>(place) == DOT;
  if (!isEnd || value < MINOR_MIN || value > MINOR_MAX) {
    return fail(Status.InvalidConfiguration, SchedulerReason.Version, start);
  }
  minor = value;
  return at;
}
