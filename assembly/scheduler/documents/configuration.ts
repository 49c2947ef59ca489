/** KubeSchedulerConfiguration, with the member `plimsoll` for our options. */
import { Status } from "../../abi.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { minorOf } from "../../base/kubernetes/minor.ts";
import { startTexts } from "../../objects/documents/objects.ts";
import {
  integerRead,
  readInteger32,
  readInteger64,
  readTruth,
  truthRead,
} from "../../objects/documents/values.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { adoptExtenders, startExtenders } from "../model/extenders.ts";
import { buildProfile } from "../model/framework.ts";
import { NO_PARALLELISM, useParallelism } from "../model/parallelism.ts";
import { forgetSets } from "../model/pluginSets.ts";
import { adoptDrafts, draftCount, setPreempts, startDraft, startDrafts } from "../model/profile.ts";
import {
  beginRefusal,
  endRefusal,
  hasRefusals,
  keepFirstStep,
  keepLastRefusal,
  Step,
  say,
  sayNumber,
  startRefusals,
} from "../model/refusals.ts";
import { setRelease } from "../model/release.ts";
import { behaviorsOfRelease, MINOR_DEFAULT, nearestMinor } from "../model/releaseTable.ts";
import { SchedulerReason } from "../reasons.ts";
import { readExtenders, startExtenderMembers, validateExtenders } from "./extenders.ts";
import { readProfiles } from "./profiles.ts";

/** What comes behind the profiles in the scheduler's validation. */
enum Order {
  Parallelism = 0,
  Percentage = 0x3000000,
  Backoff,
  Extenders,
}

let minor: i32 = MINOR_DEFAULT;
let percentage: i32 = 0;
let initialBackoff: i64 = 1;
let maxBackoff: i64 = 10;
let parallelism: i32 = NO_PARALLELISM;
let profilesAt: usize = 0;
let preemption: bool = true;
export let startIndex: u32 = 0;

/** The scheduler's defaults of the newest release, which is also the kubelets' default. */
export function useDefaults(): void {
  startTexts();
  startIndex = 0;
  setRelease(MINOR_DEFAULT);
  setPreempts(true);
  startReading();
  startDraft().schedulerName = internLiteral("default-scheduler");
  buildProfile(0, behaviorsOfRelease(MINOR_DEFAULT));
  adoptDrafts(0);
  useParallelism(NO_PARALLELISM);
  adoptExtenders();
}

function startReading(): void {
  minor = MINOR_DEFAULT;
  percentage = 0;
  preemption = true;
  initialBackoff = 1;
  maxBackoff = 10;
  profilesAt = 0;
  parallelism = NO_PARALLELISM;
  startRefusals();
  startDrafts();
  forgetSets();
  startExtenders();
  startExtenderMembers();
}

/** Replaces the configuration; one that is refused leaves the old one. Answers a status. */
export function readConfiguration(size: i32): i32 {
  startTexts();
  const start: u32 = startIndex;
  startReading();
  startIndex = 0;
  const at = readMembers(startDocument(size));
  const status = finishDocument(at, size);
  if (status == Status.Ok) judge();
  if (failureStatus() != Status.Ok) {
    startIndex = start;
    return failureStatus();
  }
  setRelease(minor);
  setPreempts(preemption);
  adoptDrafts(percentage);
  useParallelism(parallelism);
  adoptExtenders();
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

/** Reads the profiles once the release is known, and makes them, as the scheduler does. */
function judge(): void {
  if (profilesAt != 0 && readProfiles(profilesAt, behaviorsOfRelease(minor)) == 0) return;
  if (draftCount == 0) startDraft().schedulerName = internLiteral("default-scheduler");
  validate();
  if (!hasRefusals(Step.Decode) && !hasRefusals(Step.Validate)) {
    for (let draft: u32 = 0; draft < draftCount; draft++) {
      if (buildProfile(draft, behaviorsOfRelease(minor))) continue;
      keepLastRefusal();
      fail(Status.InvalidConfiguration, SchedulerReason.Refused, 0);
      return;
    }
    // What is left is about a plugin that no profile has.
    startRefusals();
    return;
  }
  keepFirstStep();
  fail(Status.InvalidConfiguration, SchedulerReason.Refused, 0);
}

function validate(): void {
  if (parallelism != NO_PARALLELISM && parallelism <= 0) {
    beginRefusal(Step.Validate, Order.Parallelism);
    say("parallelism: Invalid value: ");
    sayNumber(parallelism);
    say(": should be an integer value greater than zero");
    endRefusal();
  }
  if (percentage < 0 || percentage > 100) {
    beginRefusal(Step.Validate, Order.Percentage);
    say("percentageOfNodesToScore: Invalid value: ");
    sayNumber(percentage);
    say(": not in valid range [0-100]");
    endRefusal();
  }
  if (initialBackoff <= 0) {
    beginRefusal(Step.Validate, Order.Backoff);
    say("podInitialBackoffSeconds: Invalid value: ");
    sayNumber(initialBackoff);
    say(": must be greater than 0");
    endRefusal();
  }
  if (maxBackoff < initialBackoff) {
    beginRefusal(Step.Validate, Order.Backoff);
    say("podMaxBackoffSeconds: Invalid value: ");
    sayNumber(maxBackoff);
    say(": must be greater than or equal to PodInitialBackoffSeconds");
    endRefusal();
  }
  validateExtenders(Order.Extenders);
}

function readMember(at: usize): usize {
  if (keyIs("plimsoll")) return readOptions(at);
  if (keyIs("profiles")) {
    profilesAt = at;
    return skipValue(at);
  }
  if (keyIs("extenders")) return readExtenders(at);
  if (keyIs("percentageOfNodesToScore")) {
    at = readInteger32(at);
    percentage = i32(integerRead);
  } else if (keyIs("parallelism")) {
    at = readInteger32(at);
    parallelism = i32(integerRead);
  } else if (keyIs("podInitialBackoffSeconds")) {
    at = readInteger64(at);
    initialBackoff = integerRead;
  } else if (keyIs("podMaxBackoffSeconds")) {
    at = readInteger64(at);
    maxBackoff = integerRead;
  } else if (keyIs("apiVersion")) return readApiVersion(at);
  else if (keyIs("kind")) return readKind(at);
  else if (decidesNothing()) return skipValue(at);
  else return fail(Status.InvalidConfiguration, SchedulerReason.Member, at);
  return at;
}

function readKind(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || wordIs("KubeSchedulerConfiguration")) return at;
  return fail(Status.WrongDocument, SchedulerReason.Kind, start);
}

function readApiVersion(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || wordIs("kubescheduler.config.k8s.io/v1")) return at;
  return fail(Status.InvalidConfiguration, SchedulerReason.ApiVersion, start);
}

/** Members of KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1) that place no pod. */
function decidesNothing(): bool {
  return (
    keyIs("leaderElection") ||
    keyIs("clientConnection") ||
    keyIs("enableProfiling") ||
    keyIs("enableContentionProfiling") ||
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
    } else if (keyIs("preemption")) {
      at = readTruth(at);
      preemption = truthRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** `1.X`, or `v1.X.8`: the minor counts. */
function readVersion(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  minor = minorOf(wordAt(), wordSize());
  if (minor == nearestMinor(minor)) return at;
  return fail(Status.InvalidConfiguration, SchedulerReason.Version, start);
}
