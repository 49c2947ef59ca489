/** Texts of settings, which stay as long as the settings do. */
import { Status } from "../../abi.ts";
import { fail, Reason } from "../../base/json/failure.ts";
import { readText, valuePresent } from "../../base/json/read.ts";
import { SETTINGS_TEXT_BYTES, SETTINGS_TEXT_OFFSET } from "../memory.ts";
import { oomd } from "../model/oomd.ts";

const span: usize = memory.data(8, 4);

/** Copies a text, and stores its address and size as two u32 at `target`. */
export function keepSetting(at: usize, target: usize): usize {
  const start = at;
  at = readText(at, span);
  if (at == 0 || !valuePresent) return at;
  const size = load<u32>(span, 4);
  if (usize(oomd.textBytes) + usize(size) > SETTINGS_TEXT_BYTES) {
    return fail(Status.TableFull, Reason.Text, start);
  }
  const copy = SETTINGS_TEXT_OFFSET + usize(oomd.textBytes);
  memory.copy(copy, load<u32>(span), usize(size));
  oomd.textBytes += size;
  store<u32>(target, u32(copy));
  store<u32>(target, size, 4);
  return at;
}
