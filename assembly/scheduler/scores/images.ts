/**
 * ImageLocality: images that a node has already, each by its size and by how many nodes have it.
 *
 * ```
 *  image: 0    4      8      16      20            holder: position, next holder
 *         ┌────┬──────┬──────┬───────┬───────┐
 *         │ 0  │ name │ size │ nodes │ first │
 *         └────┴──────┴──────┴───────┴───────┘
 * ```
 */

import { listCount, wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { ContainerWord, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { findRow, forgetIndex, indexRow, RowIndex } from "../../objects/model/rowIndex.ts";
import {
  appendRow,
  cutTable,
  forgetTable,
  NO_ROW,
  rowAt,
  Table,
} from "../../objects/model/table.ts";
import { NO_TEXT } from "../../objects/model/text.ts";
import { behavesAs } from "../model/release.ts";
import { Behavior } from "../model/releaseTable.ts";
import { nodeCount, positionOf } from "../model/snapshot.ts";
import { normalizeImage } from "./imageName.ts";

const MEBIBYTE: i64 = 1024 * 1024;
const SUM_MIN: i64 = 23 * MEBIBYTE;
const CONTAINER_MAX: i64 = 1000 * MEBIBYTE;
const IMAGE_BYTES: usize = 24;
const HOLDER_BYTES: usize = 8;

const images = changetype<Table>(memory.data(16, 4));
const holders = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));

export function forgetImages(): void {
  forgetTable(images);
  forgetTable(holders);
  forgetIndex(INDEX);
}

/** Which nodes have which images; false after a failure. */
export function startImages(): bool {
  cutTable(images, 0);
  cutTable(holders, 0);
  forgetIndex(INDEX);
  // An image is as large as the first node says, in the order in which nodes came.
  for (let row: u32 = 0; row < nodeCount; row++) {
    const list = nodeAt(row).images;
    for (let index: u32 = 0; index < listCount(list); index++) {
      if (!noteImage(wordOf(list, index), positionOf(row))) return false;
    }
  }
  return true;
}

function noteImage(image: u32, position: u32): bool {
  const names = wordOf(image, 2);
  for (let index: u32 = 0; index < listCount(names); index++) {
    const name = wordOf(names, index);
    let row = findRow(INDEX, images, 0, name);
    if (row == NO_ROW) {
      const at = appendRow(images, IMAGE_BYTES);
      if (at == 0) return false;
      row = images.count - 1;
      store<u32>(at, name, 4);
      store<u32>(at, wordOf(image, 0), 8);
      store<u32>(at, wordOf(image, 1), 12);
      if (!indexRow(INDEX, images, row)) return false;
    }
    if (!holdImage(row, position)) return false;
  }
  return true;
}

function holdImage(row: u32, position: u32): bool {
  const first = load<u32>(rowAt(images, row), 20);
  // A name that a node has twice counts once.
  if (first != 0 && load<u32>(rowAt(holders, first - 1)) == position) return true;
  const at = appendRow(holders, HOLDER_BYTES);
  if (at == 0) return false;
  store<u32>(at, position);
  store<u32>(at, first, 4);
  const image = rowAt(images, row);
  store<u32>(image, load<u32>(image, 16) + 1, 16);
  store<u32>(image, holders.count, 20);
  return true;
}

/** Writes the score of a spec's images for every node, a byte each by position. */
export function scoreImages(spec: u32, sums: usize, scores: usize): bool {
  memory.fill(scores, 0, nodeCount);
  const containers = specWord(spec, SpecWord.Containers);
  const initContainers = specWord(spec, SpecWord.InitContainers);
  if (images.count == 0) return false;
  memory.fill(sums, 0, usize(nodeCount) * 8);
  let found = addImages(initContainers, sums) + addImages(containers, sums);
  let count = listCount(containers) + listCount(initContainers);
  const volumes = specWord(spec, SpecWord.ImageVolumes);
  if (behavesAs(Behavior.ImageVolumesScore)) found += addImagesOfVolumes(volumes, sums);
  if (behavesAs(Behavior.ImageVolumesCount)) count += listCount(volumes);
  if (found == 0) return false;
  const most = CONTAINER_MAX * i64(count);
  for (let position: u32 = 0; position < nodeCount; position++) {
    const sum = min(max(load<i64>(sums + (usize(position) << 3)), SUM_MIN), most);
    const score = (100 * (sum - SUM_MIN)) / (most - SUM_MIN);
    store<u8>(scores + usize(position), u8(score));
  }
  return true;
}

/** How many of the containers' images some node has. */
function addImages(containers: u32, sums: usize): u32 {
  let found: u32 = 0;
  for (let index: u32 = 0; index < listCount(containers); index++) {
    found += addImage(wordOf(wordOf(containers, index), ContainerWord.Image), sums);
  }
  return found;
}

function addImagesOfVolumes(references: u32, sums: usize): u32 {
  let found: u32 = 0;
  for (let index: u32 = 0; index < listCount(references); index++) {
    found += addImage(wordOf(references, index), sums);
  }
  return found;
}

/** 1 for an image that some node has. */
function addImage(reference: u32, sums: usize): u32 {
  const name = normalizeImage(reference);
  const row = name == NO_TEXT ? NO_ROW : findRow(INDEX, images, 0, name);
  if (row == NO_ROW) return 0;
  const image = rowAt(images, row);
  const spread = f64(load<u32>(image, 16)) / f64(nodeCount);
  const score = i64(f64(load<i64>(image, 8)) * spread);
  for (let link = load<u32>(image, 20); link != 0; ) {
    const holder = rowAt(holders, link - 1);
    const place = sums + (usize(load<u32>(holder)) << 3);
    store<i64>(place, load<i64>(place) + score);
    link = load<u32>(holder, 4);
  }
  return 1;
}
