/** What the spec and the status of a Job say about how long it goes on. */
import {
  atElement,
  closeArray,
  closeObject,
  keyIs,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import { integerRead, readTimeInto, readTruth, truthRead } from "../../objects/documents/values.ts";
import { JobFlag, Owner, OwnerKind } from "../model/owner.ts";
import { NEVER, SECOND } from "../model/time.ts";
import { countRead, readCountInto } from "./values.ts";

const DEFAULT_BACKOFF_LIMIT: i32 = 6;

let parallelism: i32 = -1;
let completions: i32 = -1;
let backoffLimit: i32 = 0;
let deadline: i64 = NEVER;
let flags: u32 = 0;
let isOfOther: bool = false;
let succeeded: i32 = 0;
let failed: i32 = 0;
let startedAt: i64 = NEVER;

export function startJob(): void {
  parallelism = -1;
  completions = -1;
  backoffLimit = DEFAULT_BACKOFF_LIMIT;
  deadline = NEVER;
  flags = 0;
  isOfOther = false;
  succeeded = 0;
  failed = 0;
  startedAt = NEVER;
}

/** A member of a Job's spec; 0 when it says nothing to the loop. */
export function readJobMember(at: usize): usize {
  if (keyIs("parallelism")) {
    at = readCountInto(at);
    parallelism = countRead;
  } else if (keyIs("completions")) {
    at = readCountInto(at);
    completions = countRead;
  } else if (keyIs("backoffLimit")) {
    at = readCountInto(at);
    backoffLimit = countRead;
  } else if (keyIs("activeDeadlineSeconds")) {
    at = readCountInto(at);
    deadline = i64(countRead) * SECOND;
  } else if (keyIs("suspend")) {
    at = readTruth(at);
    if (truthRead) flags |= JobFlag.Suspended;
  } else if (keyIs("podReplacementPolicy")) {
    at = readWord(at);
    if (wordIs("Failed")) flags |= JobFlag.AwaitsEnds;
  } else if (keyIs("completionMode")) {
    at = readWord(at);
    if (wordIs("Indexed")) flags |= JobFlag.Unfollowed;
  } else if (keyIs("managedBy")) {
    at = readWord(at);
    isOfOther = !wordIs("kubernetes.io/job-controller");
  } else {
    const isPolicy = keyIs("podFailurePolicy");
    if (isPolicy) flags |= JobFlag.AwaitsEnds;
    if (isPolicy || keyIs("backoffLimitPerIndex") || keyIs("successPolicy")) {
      flags |= JobFlag.Unfollowed;
    }
    return skipValue(at);
  }
  return at;
}

export function readJobStatus(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("succeeded")) {
      at = readCountInto(at);
      succeeded = countRead;
    } else if (keyIs("failed")) {
      at = readCountInto(at);
      failed = countRead;
    } else if (keyIs("startTime")) {
      at = readTimeInto(at);
      startedAt = integerRead;
    } else at = keyIs("conditions") ? readConditions(at) : skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readConditions(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    let isEnd: bool = false;
    let isTrue: bool = false;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (keyIs("type")) {
        at = readWord(at);
        isEnd = wordIs("Complete") || wordIs("Failed");
      } else if (keyIs("status")) {
        at = readWord(at);
        isTrue = wordIs("True");
      } else at = skipValue(at);
      at = nextMember(at);
    }
    if (isEnd && isTrue) flags |= JobFlag.Over;
    at = nextElement(closeObject(at));
  }
  return closeArray(at);
}

/** What was read becomes the owner's; its times are still those of the documents. */
export function finishJob(owner: Owner): void {
  owner.backoffLimit = backoffLimit;
  owner.completions = completions;
  owner.deadline = deadline;
  owner.job = flags;
  owner.succeeded = succeeded;
  owner.failures = u32(failed);
  owner.startedAt = startedAt;
  if (owner.kind != OwnerKind.Job) return;
  owner.replicas = parallelism < 0 ? 1 : parallelism;
  // The API server's default where it says nothing of either.
  if (parallelism < 0 && completions < 0) owner.completions = 1;
  if (isOfOther) owner.kind = OwnerKind.Unknown;
}
