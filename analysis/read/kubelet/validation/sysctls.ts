/** `defaultPodSysctls`, which came with 1.37: a sysctl of a namespace can be set for each pod. */
import { quoted } from "./goText.ts";
import { INVALID } from "./rule.ts";
import type { Settings } from "./settings.ts";

const PATH = "defaultPodSysctls";
const NAME_LENGTH_MAX = 253;
const NAME = /^(?:[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/;

/** As component-helpers/node/util/sysctl/namespace.go has them. */
const NAMESPACED: ReadonlySet<string> = new Set([
  "kernel.domainname",
  "kernel.sem",
  ...["shmall", "shmmax", "shmmni", "shm_rmid_forced", "shm"].map((name) => `kernel.${name}`),
  ...["msgmax", "msgmnb", "msgmni", "msg"].map((name) => `kernel.${name}`),
]);
const PREFIXES = ["net.", "fs.mqueue.", "user."];

export function sysctlErrors(settings: Settings): readonly string[] {
  const names = settings.keys(PATH);
  if (names.length === 0) return [];
  if (!settings.isGateOn("DefaultPodSysctls")) {
    return [
      `${INVALID}DefaultPodSysctls feature gate is required for Kubelet configuration option ` +
        PATH,
    ];
  }
  const seen = new Set<string>();
  return names.flatMap((name) => {
    if (name.length > NAME_LENGTH_MAX || !NAME.test(name)) {
      return [`${INVALID}${quoted(name)} is not a valid sysctl name for ${PATH}`];
    }
    const dotted = withDots(name);
    const isKnown = NAMESPACED.has(dotted) || PREFIXES.some((prefix) => dotted.startsWith(prefix));
    const isRepeated = seen.has(dotted);
    seen.add(dotted);
    return [
      ...(isKnown ? [] : [`${INVALID}${quoted(name)} is not known to be namespaced for ${PATH}`]),
      ...(isRepeated ? [`${INVALID}duplicate sysctl ${quoted(dotted)} found in ${PATH}`] : []),
    ];
  });
}

/** `net/ipv4/conf/eno2.100/rp_filter` is `net.ipv4.conf.eno2/100.rp_filter`. */
function withDots(name: string): string {
  if (!/^[^./]*\//.test(name)) return name;
  return name.replaceAll(/[./]/g, (separator) => (separator === "." ? "/" : "."));
}
