/** What systemd-oomd logs of a decision, word for word. */
import { addInteger, addLiteral, addText } from "../../base/json/write.ts";
import { cgroupAt, ROOT } from "../model/cgroup.ts";
import { By, decision } from "../model/decision.ts";
import { oomRuleAt, RuleAction } from "../model/oomRule.ts";
import { follows, program } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { addPercentage, addTimeSpan } from "./amounts.ts";

const SECOND_US: u64 = 1_000_000;

export function addPath(row: u32): void {
  const cgroup = cgroupAt(row);
  addText(cgroup.path, cgroup.pathSize);
}

export function actionName(action: RuleAction): string {
  if (action == RuleAction.KillAll) return "kill-all";
  return action == RuleAction.KillByPgscan ? "kill-by-pgscan" : "kill-by-swap";
}

function addRule(): void {
  const rule = oomRuleAt(decision.rule);
  addLiteral("Rule '");
  addText(rule.name, rule.nameSize);
  addLiteral("' conditions met for cgroup ");
  addPath(u32(decision.target));
  if (rule.lastingUs != 0) {
    addLiteral(" (lasting ");
    addTimeSpan(rule.lastingUs);
    addLiteral(")");
  }
  addLiteral(", taking action ");
  addLiteral(actionName(rule.action));
}

/** Which limit was passed. */
export function addReason(): void {
  if (decision.by == By.Rule) return addRule();
  if (decision.by == By.Swap) {
    addLiteral(follows(Rule.MemoryToo) ? "Memory" : "Swap");
    addUsed();
    addLiteral(" is more than ");
    return addSwapLimit();
  }
  addLiteral("Memory pressure for ");
  addPath(u32(decision.target));
  if (follows(Rule.WholePercents)) {
    addLiteral(" is greater than ");
    addInteger(decision.limit / 100);
    addLiteral(" for more than ");
    addInteger(i64(decision.durationUs / SECOND_US));
    return addLiteral(" seconds and there was reclaim activity");
  }
  addLiteral(" is ");
  addPressure();
}

/** What is said of the candidate that is killed. */
export function addKill(): void {
  if (program.isDryRun != 0) return addDryRun();
  addLiteral(follows(Rule.Marks) ? "Marked " : "Killed ");
  addPath(u32(decision.victim));
  if (follows(Rule.Marks)) addLiteral(" for killing");
  addLiteral(" due to ");
  if (decision.by == By.Swap) {
    addLiteral(follows(Rule.MemoryToo) ? "memory" : "swap");
    addUsed();
    addLiteral(" being more than ");
    return addSwapLimit();
  }
  addLiteral("memory pressure for ");
  addPath(u32(decision.target));
  addLiteral(" being ");
  addPressure();
}

function addDryRun(): void {
  addLiteral("oomd dry-run: Would have tried to kill /sys/fs/cgroup");
  if (u32(decision.victim) != ROOT) addPath(u32(decision.victim));
  addLiteral(follows(Rule.Marks) ? " and all its descendants" : " with recurse=true");
}

function addPressure(): void {
  addPercentage(decision.pressure);
  addLiteral(" > ");
  addPercentage(decision.limit);
  addLiteral(" for > ");
  addTimeSpan(decision.durationUs);
  addLiteral(" with reclaim activity");
}

/** ` used (B) / total (B)` of memory and of swap, or of swap alone. */
function addUsed(): void {
  if (follows(Rule.MemoryToo)) {
    addAmounts(decision.memoryUsed, decision.memoryTotal);
    addLiteral(" and swap");
  }
  addAmounts(decision.swapUsed, decision.swapTotal);
}

function addAmounts(used: u64, total: u64): void {
  addLiteral(" used (");
  addInteger(i64(used));
  addLiteral(") / total (");
  addInteger(i64(total));
  addLiteral(")");
}

function addSwapLimit(): void {
  if (!follows(Rule.WholePercents)) return addPercentage(decision.limit);
  addInteger(decision.limit / 100);
  addLiteral("%");
}
