/** Paths of cgroups: from the root, without empty, `.` or `..` parts. */

const SLASH: u8 = 0x2f;
const DOT: u8 = 0x2e;
const PATH_BYTES_MAX: i32 = 4096;

export function isPath(path: usize, size: i32): bool {
  if (size < 1 || size > PATH_BYTES_MAX || load<u8>(path) != SLASH) return false;
  if (size == 1) return true;
  const end = path + usize(size);
  let start = path + 1;
  for (let at = start; at <= end; at++) {
    if (at < end && load<u8>(at) == 0) return false;
    if (at < end && load<u8>(at) != SLASH) continue;
    if (at == start) return false;
    if (load<u8>(start) == DOT) {
      if (at == start + 1) return false;
      if (at == start + 2 && load<u8>(start, 1) == DOT) return false;
    }
    start = at + 1;
  }
  return true;
}
