/** What systemd's manager reports, put in force once the cgroups of the step are known. */
import { cgroupAt, isLiving, rowOf } from "../model/cgroup.ts";
import { forgetMonitored, Message, messageAt, monitor } from "../model/monitored.ts";
import { forgetRules, giveRules, replaceRules } from "../model/oomRule.ts";
import { follows, NOT_DUE, program } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { notePgscan } from "./pressure.ts";
import { canSample } from "./sample.ts";

/** Answers whether all that is to be monitored has room. */
export function receiveMessages(): bool {
  for (let index: u32 = 0; index < program.messageCount; index++) {
    if (!receive(messageAt(index))) return false;
  }
  return true;
}

/** Skips a cgroup that is not there, or cannot be sampled. */
function receive(message: Message): bool {
  const row = rowOf(message.path, message.pathSize);
  if (row < 0 || !isLiving(cgroupAt(u32(row)))) return true;
  if (message.isRules != 0) return receiveRules(message, u32(row));
  const isSwap = message.isSwap != 0;
  if (message.isKill == 0) {
    forgetMonitored(isSwap, u32(row));
    return true;
  }
  if (!canSample(u32(row))) return true;
  const known = isSwap ? program.swapCount : program.pressureCount;
  const entry = monitor(isSwap, u32(row));
  if (entry === null) return false;
  entry.limit = message.limit != 0 ? message.limit : program.pressureLimit;
  const hasDuration = follows(Rule.UnitDuration) && message.durationUs != 0;
  entry.durationUs = hasDuration ? message.durationUs : program.pressureDurationUs;
  // All that was ever scanned counts as new at the first look.
  if (!isSwap && known != program.pressureCount) notePgscan(entry);
  return true;
}

/** The first cgroup with rules starts their timer, which looks at once. */
function receiveRules(message: Message, row: u32): bool {
  if (!follows(Rule.OomRules)) return true;
  if (message.isKill == 0) {
    forgetRules(row);
    return true;
  }
  if (!canSample(row)) return true;
  const ruled = giveRules(row);
  if (ruled === null) return false;
  replaceRules(
    ruled,
    changetype<usize>(message) + offsetof<Message>("first"),
    u32(message.ruleCount),
  );
  if (program.nextRulesMs == NOT_DUE) program.nextRulesMs = program.nowMs;
  return true;
}
