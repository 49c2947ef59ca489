/** The answer for programs; schemas/upgrade-1.schema.json says what members mean. */
import type { CheckedFile } from "../check/annotations.ts";
import type { Compared, Difference } from "./difference.ts";
import { differencesOf, type Upgrade } from "./document.ts";

export function upgradeJson(upgrade: Upgrade): object {
  const { releases, compared, notes, rules } = upgrade;
  return {
    plimsoll: "upgrade/1",
    ...releases,
    notes,
    inputs: compared.filter(isAnswer).map(({ differences: _, ...input }) => input),
    differences: differencesOf(upgrade).map(({ rules: own, isWorse, instead, ...difference }) => ({
      ...difference,
      worse: isWorse,
      rules: own.map(({ name }) => name),
      ...(instead === undefined ? {} : { instead: instead.change, checked: instead.isChecked }),
    })),
    rules: rules.map(({ policies: _, ...rule }) => rule),
  };
}

/** A part of an input that has something to say, or an input without any. */
function isAnswer({ input, checked, notes }: Compared, _: number, all: readonly Compared[]) {
  const isAlone = all.every((each) => each.input !== input || each.checked === "");
  return checked !== "" || notes.length > 0 || isAlone;
}

/** As a check of each input, for what shows findings in a pipeline. */
export function upgradeFindings({ compared, releases }: Upgrade): readonly CheckedFile[] {
  const names = [...new Set(compared.map(({ input }) => input))];
  return names.map((input) => {
    const own = compared.filter((each) => each.input === input);
    const all = own.flatMap(({ differences }) => differences);
    const findings = (isWorse: boolean) =>
      all
        .filter((each) => each.isWorse === isWorse && each.kind !== "message")
        .map((each) => findingOf(each, releases));
    const checked = {
      name: input,
      errors: findings(true),
      warnings: findings(false),
      notes: own.flatMap(({ notes }) => notes),
    };
    return { path: input, checked };
  });
}

function findingOf(
  { kind, subject, before, after, line, instead }: Difference,
  { from, to }: Upgrade["releases"],
) {
  const advice = instead === undefined ? "" : `. ${instead.change}.`;
  const message = `with ${to}, ${after}; with ${from}, ${before}${advice}`;
  return {
    rule: `upgrade-${kind}`,
    path: subject,
    message,
    ...(line === undefined ? {} : { line }),
  };
}
