/** Releases of Kubernetes. */
import { isDigit } from "../text.ts";

/** The minor of a release such as `1.36`, `v1.35.8` or `v1.31.2+k3s1`; -1 for none of 1.x. */
export function minorOf(text: usize, size: i32): i32 {
  const end = text + usize(size);
  if (load<u8>(text) == 0x76) text++;
  if (load<u8>(text) != 0x31 || load<u8>(text, 1) != 0x2e || !isDigit(load<u8>(text, 2))) return -1;
  let minor = 0;
  for (let at = text + 2; at < end && isDigit(load<u8>(at)) && minor < 1000; at++) {
    minor = minor * 10 + (i32(load<u8>(at)) - 0x30);
  }
  return minor;
}
