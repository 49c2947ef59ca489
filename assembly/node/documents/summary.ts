/** A stats Summary → observations and stats tables. Spec 1.2, 1.3. */

import { Document, Status } from "../../abi.ts";
import { arenaPosition } from "../../base/arena.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, failureStatus } from "../../base/json/failure.ts";
import { closeObject, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { INPUT_OFFSET } from "../../base/memory.ts";
import { isNode, isPods } from "../keys.ts";
import { POD_STATS_OFFSET, POD_STATS_SIZE, STATS_TEXT_OFFSET } from "../memory.ts";
import { clearObservations, RECORDED } from "../model/observation.ts";
import { statsHeader } from "../model/stats.ts";
import { tables } from "../model/tables.ts";
import { NodeReason } from "../reasons.ts";
import { noteStats, useStatsTexts } from "../used.ts";
import { matchNames } from "./matchNames.ts";
import { decodeNode } from "./nodeStats.ts";
import { decodePodStats } from "./podStats.ts";

/** Decodes the whole Summary; answers a status. */
export function decodeSummary(size: i32): i32 {
  clearFailure(Document.Summary);
  statsHeader.present = 0;
  statsHeader.containerCount = 0;
  statsHeader.volumeCount = 0;
  statsHeader.unknownPods = 0;
  memory.fill(POD_STATS_OFFSET, 0, POD_STATS_SIZE * usize(tables.podCount));
  useStatsTexts();
  let status = decodeMembers(size, RECORDED, true);
  if (status == Status.Ok && !matchNames()) status = failureStatus();
  noteStats(statsHeader.containerCount, statsHeader.volumeCount);
  if (status != Status.Ok) return status;
  statsHeader.textBytes = u32(arenaPosition() - STATS_TEXT_OFFSET);
  statsHeader.present = 1;
  return Status.Ok;
}

/** Decodes the node's observations alone: all that the check after reclaim looks at. */
export function decodeNodeOnly(size: i32, table: usize): i32 {
  clearFailure(Document.Summary);
  return decodeMembers(size, table, false);
}

function decodeMembers(size: i32, table: usize, withPods: bool): i32 {
  clearObservations(table);
  let at = startDocument(size);
  let hasNode = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNode()) {
      hasNode = true;
      at = decodeNode(at, table);
    } else if (withPods && isPods()) at = decodePodStats(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at != 0 && !hasNode) at = fail(Status.WrongDocument, NodeReason.NotSummary, INPUT_OFFSET);
  return finishDocument(at, size);
}
