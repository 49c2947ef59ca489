/** What the spec and the status of a Job say about its end. */
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
import { JOB_OFFSET, NUMBER_OFFSET } from "../memory.ts";
import { JobFlag, Owner, OwnerKind } from "../model/owner.ts";
import { NEVER, SECOND } from "../model/time.ts";
import { readCount } from "./values.ts";

const DEFAULT_BACKOFF_LIMIT: i32 = 6;

/** What the document says; -1 and NEVER where it does not. */
@unmanaged
export class JobDocument {
  deadline: i64;
  startedAt: i64;
  parallelism: i32;
  completions: i32;
  backoffLimit: i32;
  succeeded: i32;
  failed: i32;
  /** `JobFlag` flags. */
  flags: u32;
  /** Another controller than that of Kubernetes has it. */
  isOfOther: bool;
}

const job = changetype<JobDocument>(JOB_OFFSET);
const SECONDS: usize = NUMBER_OFFSET;
const PARALLELISM: usize = JOB_OFFSET + offsetof<JobDocument>("parallelism");
const COMPLETIONS: usize = JOB_OFFSET + offsetof<JobDocument>("completions");
const BACKOFF_LIMIT: usize = JOB_OFFSET + offsetof<JobDocument>("backoffLimit");
const SUCCEEDED: usize = JOB_OFFSET + offsetof<JobDocument>("succeeded");
const FAILED: usize = JOB_OFFSET + offsetof<JobDocument>("failed");

export function startJob(): void {
  memory.fill(JOB_OFFSET, 0, offsetof<JobDocument>());
  job.parallelism = -1;
  job.completions = -1;
  job.backoffLimit = DEFAULT_BACKOFF_LIMIT;
  job.deadline = NEVER;
  job.startedAt = NEVER;
}

/** A member of a Job's spec; 0 when it says nothing to the simulator. */
export function readJobMember(at: usize): usize {
  if (keyIs("parallelism")) at = readCount(at, PARALLELISM);
  else if (keyIs("completions")) at = readCount(at, COMPLETIONS);
  else if (keyIs("backoffLimit")) at = readCount(at, BACKOFF_LIMIT);
  else if (keyIs("activeDeadlineSeconds")) {
    at = readCount(at, SECONDS);
    job.deadline = i64(load<i32>(SECONDS)) * SECOND;
  } else if (keyIs("suspend")) {
    at = readTruth(at);
    if (truthRead) job.flags |= JobFlag.Suspended;
  } else if (keyIs("podReplacementPolicy")) {
    at = readWord(at);
    if (wordIs("Failed")) job.flags |= JobFlag.AwaitsEnds;
  } else if (keyIs("completionMode")) {
    at = readWord(at);
    if (wordIs("Indexed")) job.flags |= JobFlag.Unfollowed;
  } else if (keyIs("managedBy")) {
    at = readWord(at);
    job.isOfOther = !wordIs("kubernetes.io/job-controller");
  } else {
    const isPolicy = keyIs("podFailurePolicy");
    if (isPolicy) job.flags |= JobFlag.AwaitsEnds;
    if (isPolicy || keyIs("backoffLimitPerIndex") || keyIs("successPolicy")) {
      job.flags |= JobFlag.Unfollowed;
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
    else if (keyIs("succeeded")) at = readCount(at, SUCCEEDED);
    else if (keyIs("failed")) at = readCount(at, FAILED);
    else if (keyIs("startTime")) {
      at = readTimeInto(at);
      job.startedAt = integerRead;
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
    if (isEnd && isTrue) job.flags |= JobFlag.Over;
    at = nextElement(closeObject(at));
  }
  return closeArray(at);
}

/** What was read becomes the owner's; its times are still those of the documents. */
export function finishJob(owner: Owner): void {
  owner.backoffLimit = job.backoffLimit;
  owner.completions = job.completions;
  owner.deadline = job.deadline;
  owner.job = job.flags;
  owner.succeeded = job.succeeded;
  owner.failures = u32(job.failed);
  owner.startedAt = job.startedAt;
  if (owner.kind != OwnerKind.Job) return;
  owner.replicas = job.parallelism < 0 ? 1 : job.parallelism;
  // The API server's default where it says nothing of either.
  if (job.parallelism < 0 && job.completions < 0) owner.completions = 1;
  if (job.isOfOther) owner.kind = OwnerKind.Unknown;
}
