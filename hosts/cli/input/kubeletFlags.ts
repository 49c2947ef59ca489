import { nameOfFlag } from "../../../analysis/questions/options/policy.ts";
import type { Flag } from "../../../analysis/read/kubelet/configuration.ts";
import { FLAGS } from "../../../analysis/read/kubelet/flagTable.ts";

/** The kubelet flags among the options of a command. */
export function flagsOfOptions(options: object): Flag[] {
  const given = options as Readonly<Record<string, readonly (string | true)[] | true | undefined>>;
  return [...FLAGS.keys()].flatMap((name) => {
    const values = given[nameOfFlag(name)];
    if (values === undefined) return [];
    return values === true ? [{ name }] : values.map((value) => ({ name, value }));
  });
}
