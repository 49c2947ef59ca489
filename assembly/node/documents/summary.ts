/** A stats Summary → observations and stats tables. Spec 1.2, 1.3. */

import { Document, Status } from "../../abi.ts";
import { arenaPosition } from "../../base/arena.ts";
import { documentsTaken, forgetText, inputStart, isTextKept } from "../../base/input.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail } from "../../base/json/failure.ts";
import { closeObject, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { isNode, isPods } from "../keys.ts";
import { POD_STATS_SIZE, POD_TEXT_SIZE } from "../memory.ts";
import { clearObservations, RECORDED } from "../model/observation.ts";
import { noteRows, podTextAt } from "../model/podTexts.ts";
import { aheadHeader, podStatsAt, statsHeader, statsTextStart, turnStats } from "../model/stats.ts";
import { tables } from "../model/tables.ts";
import { NodeReason } from "../reasons.ts";
import { useStatsTexts } from "../used.ts";
import { matchNames } from "./matchNames.ts";
import { decodeNode } from "./nodeStats.ts";
import { decodePodStats } from "./podStats.ts";

/** Whether the text of the Summary before is kept, in force or not. */
let isCompared: bool = false;

/** Decodes the whole Summary; answers a status. */
export function decodeSummary(size: i32): i32 {
  clearFailure(Document.Summary);
  turnStats();
  const at = decodeStats(startDocument(size));
  const status = finishDocument(at, size);
  if (status != Status.Ok) statsHeader.present = 0;
  // The half with the Summary before is not one that was read ahead.
  aheadHeader.present = 0;
  return status;
}

/**
 * Decodes the Summary at `at` into the half of the stats that is not in force, whatever follows it;
 * answers its end, or 0 when it is refused.
 */
export function readAhead(at: usize): usize {
  turnStats();
  at = decodeStats(at);
  turnStats();
  return at;
}

function decodeStats(at: usize): usize {
  statsHeader.present = 0;
  statsHeader.containerCount = 0;
  statsHeader.volumeCount = 0;
  statsHeader.unknownPods = 0;
  statsHeader.placeCount = 0;
  isCompared = isTextKept;
  forgetText();
  memory.fill(changetype<usize>(podStatsAt(0)), 0, POD_STATS_SIZE * usize(tables.podCount));
  memory.fill(changetype<usize>(podTextAt(0)), 0, POD_TEXT_SIZE * usize(tables.podCount));
  useStatsTexts(statsTextStart());
  at = decodeMembers(at, RECORDED, true);
  if (at != 0 && !matchNames()) at = 0;
  noteRows();
  if (at == 0) return 0;
  statsHeader.textBytes = u32(arenaPosition() - statsTextStart());
  statsHeader.document = documentsTaken;
  statsHeader.present = 1;
  return at;
}

/** Decodes the node's observations alone: all that the check after reclaim looks at. */
export function decodeNodeOnly(size: i32, table: usize): i32 {
  clearFailure(Document.Summary);
  return finishDocument(decodeMembers(startDocument(size), table, false), size);
}

function decodeMembers(at: usize, table: usize, withPods: bool): usize {
  clearObservations(table);
  let hasNode = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNode()) {
      hasNode = true;
      at = decodeNode(at, table);
    } else if (withPods && isPods()) at = decodePodStats(at, isCompared);
    else at = skipValue(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at != 0 && !hasNode) return fail(Status.WrongDocument, NodeReason.NotSummary, inputStart);
  return at;
}
