/** Members of every decision. */
import { HASH_START, hashOnward } from "../../base/arithmetic/hash.ts";
import {
  beginText,
  beginValue,
  endText,
  endValue,
  itemPlace,
  key,
  outputEnd,
  wrote,
} from "../../base/json/write.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import { writeHexadecimal } from "../../base/text.ts";
import { addHundredths, addSeconds } from "./amounts.ts";

export function secondsMember(name: string, ms: i64): void {
  key(name);
  beginValue();
  addSeconds(ms);
  endValue();
}

export function percentMember(name: string, hundredths: u32): void {
  key(name);
  beginValue();
  addHundredths(hundredths);
  endValue();
}

export function writeDigest(): void {
  const digest = hashOnward(HASH_START, OUTPUT_OFFSET, i32(outputEnd() - OUTPUT_OFFSET));
  key("digest");
  beginText();
  const place = itemPlace();
  if (place != 0) wrote(writeHexadecimal(place, digest, 16));
  endText();
}
