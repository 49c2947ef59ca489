/** Members that a decision, its alternatives and its counterfactuals share. */
import {
  beginArray,
  beginText,
  endArray,
  endText,
  itemPlace,
  key,
  literal,
  wrote,
} from "../../base/json/write.ts";
import { nanoOf } from "../../base/kubernetes/quantity/record.ts";
import { Quantity } from "../../base/kubernetes/quantity.ts";
import { writeHexadecimal } from "../../base/text.ts";
import { nanoMember } from "../../node/report/values.ts";
import { RECLAIM_FUNCTION_NAMES } from "../model/step.ts";
import { Threshold } from "../model/threshold.ts";
import { limitOf } from "../stages/thresholds.ts";

export const ACTION_NAMES: StaticArray<string> = [
  "None",
  "ReclaimNodeLevelResources",
  "EvictPod",
  "EvictPods",
];

const limit: Quantity = changetype<Quantity>(memory.data(64, 16));

export function limitMember(threshold: Threshold, capacity: i64): void {
  limitOf(limit, threshold, capacity);
  nanoMember("limit", nanoOf(limit));
}

export function reclaimMember(functions: u32): void {
  key("reclaim");
  beginArray();
  for (let index = 0; index < RECLAIM_FUNCTION_NAMES.length; index++) {
    if ((functions & (1 << u32(index))) == 0) continue;
    literal(unchecked(RECLAIM_FUNCTION_NAMES[index]));
  }
  endArray();
}

export function digestMember(digest: u64): void {
  key("digest");
  beginText();
  const place = itemPlace();
  if (place != 0) wrote(writeHexadecimal(place, digest, 16));
  endText();
}
