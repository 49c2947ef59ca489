/** Why a verb was refused. */
import { REASONS_END } from "../base/json/failure.ts";

/** Continues `Reason`. */
export enum OomdReason {
  NotConfigured = 32,
  Killer,
  Version,
  Setting,
  Percentage,
  TimeSpan,
  TooShort,
  Decimal,
  Path,
  Cgroups,
  Monitored,
  Mode,
  Property,
  Earlier,
  NotRun,
  Past,
  NothingDecided,
  Detail,
  State,
  OtherState,
  Pressure,
  Processes,
  Period,
  Count,
  Option,
  Limits,
  ProcessTable,
  ProcessMembers,
}

const OOMD_REASON_TEXTS: StaticArray<string> = [
  "call configure first; a refused document ends what was configured",
  "killer is systemd-oomd or earlyoom; oomd is not supported yet",
  "version is a release: of systemd from 247 to 262, such as 252; of earlyoom from 1.6 to 1.9",
  "no setting of oomd.conf in this release is called so",
  "a percentage is from 0% to 100% with up to two decimals, such as 60%",
  "a time span is a number with a unit, such as 30s or 1min 30s",
  "systemd-oomd 250 to 256 ends when the duration is below 1s; set 1s or more",
  "a number from 0 to 604800 is expected here, without an exponent",
  "a cgroup's path begins with / and has no empty part, no . and no ..",
  "more than 131072 cgroups",
  "more than 4096 cgroups are monitored, or reported in one step",
  "mode is kill or auto",
  "property is ManagedOOMSwap or ManagedOOMMemoryPressure; OOMRules are not supported yet",
  "a step is earlier than the one before it; order steps by at",
  "run up to this step first: a look of the program is due before it",
  "run ends before the moment that was reached",
  "nothing was decided yet; call run",
  "no such detail; use 0, 1 or 2",
  "not a saved state of this version",
  "the state was saved with another configuration",
  "full is avg10, avg60, avg300 and total",
  "a cgroup has fewer than 4194304 processes, and an owner below 4294967296",
  "a period is at least 0.1",
  "a number of bytes or pages is below 2^52; one of /proc/meminfo, in kB, below 2^40",
  "this release of earlyoom does not know the option; it came with 1.8",
  "limits are percentages from 0 to 100, that of SIGTERM and that of SIGKILL, and not both 0",
  "more than 65536 processes",
  "a process has pid, name, rssPages and oomScore",
];

export function oomdReasonText(reason: i32): string {
  return unchecked(OOMD_REASON_TEXTS[reason - REASONS_END]);
}
