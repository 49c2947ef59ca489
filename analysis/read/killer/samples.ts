/** A capture of samples: files of cgroups over time, as killers in user space read them. */
import { shortened } from "../../text/shortened.ts";
import { isMembers, type Members } from "../json/untyped.ts";
import type { UnreadableError } from "../unreadable.ts";

const HEADER = /^\s*\{\s*"plimsoll"\s*:\s*"samples\//;
const VERSION = "samples/1";
/** The members of a scenario, of any killer, without its steps. */
const SETTINGS = [
  ...["conf", "rules", "managed", "dry", "uptime", "pressurePeriod", "swapPeriod"],
  ...["config", "dropIns", "devices", "interval", "args", "seconds"],
];
const KILLER = "systemd-oomd";
const NAME_LENGTH_MAX = 40;

export function isSamples(text: string): boolean {
  return HEADER.test(text);
}

/**
 * The same as a scenario: the header has its settings, each further line is a step. Without a
 * killer, it is systemd-oomd.
 */
export function samplesIn(
  text: string,
  refusal: (reason: string) => UnreadableError,
): { readonly killer: unknown; readonly scenario: Members } {
  const lines = text.split("\n").flatMap((line, index) => {
    return line.trim() === "" ? [] : [membersIn(line, index, refusal)];
  });
  const [header = {}, ...steps] = lines;
  if (header.plimsoll !== VERSION) throw refusal(`its version is not ${VERSION}`);
  const { plimsoll: _plimsoll, killer = KILLER, time: _time, node: _node, ...settings } = header;
  const other = Object.keys(settings).find((member) => !SETTINGS.includes(member));
  if (other !== undefined) {
    throw refusal(`a header has no member ${shortened(other, NAME_LENGTH_MAX)}`);
  }
  const last = steps.at(-1)?.at;
  return { killer, scenario: { seconds: last, ...settings, steps } };
}

/** A line that was cut off while it was written is refused as any other. */
function membersIn(
  line: string,
  index: number,
  refusal: (reason: string) => UnreadableError,
): Members {
  try {
    const value: unknown = JSON.parse(line);
    if (isMembers(value)) return value;
  } catch {
    // It is refused below.
  }
  throw refusal(`line ${index + 1} is not a JSON object; if it was cut off, remove it`);
}
