/** Which cgroups a plugin is about: patterns are matched at each look, part by part of a path. */
import { CANDIDATES_OFFSET } from "../memory.ts";
import { Cgroup, cgroupAt, isLiving, ROOT, rowOf } from "../model/cgroup.ts";
import { Plugin, patternAt } from "../model/oomd.ts";
import { program } from "../model/program.ts";
import { globMatches } from "./glob.ts";
import { rowAt } from "./places.ts";

const SLASH: u8 = 0x2f;

/** Rows of lists, which may be twice as many as there are cgroups. */
export function listedAt(index: u32): u32 {
  return load<u32>(CANDIDATES_OFFSET + 4 * usize(index));
}

export function setListed(index: u32, row: u32): void {
  store<u32>(CANDIDATES_OFFSET + 4 * usize(index), row);
}

let count: u32 = 0;
let first: u32 = 0;

/** Lists the cgroups of a plugin from `start` on, each once; answers how many. */
export function matchCgroups(plugin: Plugin, start: u32): u32 {
  program.gathering++;
  count = 0;
  first = start;
  for (let index: u32 = 0; index < plugin.patternCount; index++) {
    const pattern = patternAt(plugin.patternStart + index);
    if (pattern.size == 0) take(ROOT);
    else if (isPlain(pattern.text, pattern.size)) takePath(pattern.text, pattern.size);
    else matchTree(pattern.text, pattern.size);
  }
  return count;
}

/** Patterns begin with a slash, as paths do. */
function takePath(text: usize, size: i32): void {
  const row = rowOf(text, size);
  if (row >= 0 && isLiving(cgroupAt(u32(row)))) take(u32(row));
}

function isPlain(text: usize, size: i32): bool {
  for (let at = text; at < text + usize(size); at++) {
    const byte = load<u8>(at);
    if (byte == 0x2a || byte == 0x3f || byte == 0x5b || byte == 0x5c) return false;
  }
  return true;
}

/** Where the parts of a pattern begin, and the end of the last one; ends of cgroups above. */
const PARTS_MAX = 64;
const parts: usize = memory.data(264, 8);
const ends: usize = memory.data(264, 8);

function splitPattern(text: usize, size: i32): i32 {
  let count = 0;
  for (let at = text; at < text + usize(size) && count <= PARTS_MAX; at++) {
    if (load<u8>(at) == SLASH) store<u32>(parts + 4 * usize(count++), u32(at) + 1);
  }
  store<u32>(parts + 4 * usize(count), u32(text) + u32(size) + 1);
  return count;
}

/** Walks down the tree as far as the parts of a pattern match. */
function matchTree(text: usize, size: i32): void {
  const last = splitPattern(text, size) - 1;
  let depth = 0;
  let place: u32 = 1;
  store<u32>(ends, program.livingCount);
  while (place < program.livingCount) {
    while (place >= load<u32>(ends + 4 * usize(depth))) depth--;
    const row = rowAt(place);
    const cgroup = cgroupAt(row);
    if (!isNamed(cgroup, depth)) place = cgroup.end;
    else if (depth == last) {
      take(row);
      place = cgroup.end;
    } else {
      store<u32>(ends + 4 * usize(++depth), cgroup.end);
      place++;
    }
  }
}

function isNamed(cgroup: Cgroup, depth: i32): bool {
  const end = usize(cgroup.path) + usize(cgroup.pathSize);
  let name = end;
  while (load<u8>(name - 1) != SLASH) name--;
  const part = parts + 4 * usize(depth);
  return globMatches(load<u32>(part), usize(load<u32>(part, 4)) - 1, name, end);
}

function take(row: u32): void {
  const cgroup = cgroupAt(row);
  if (cgroup.gathering == program.gathering) return;
  cgroup.gathering = program.gathering;
  setListed(first + count++, row);
}
