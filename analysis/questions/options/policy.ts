/** Which policy decides: a kubelet's configuration, its flags, and what they are about. */
import { PROFILES } from "../../engine/contract/profiles.ts";
import { RELEASES } from "../../engine/contract/releases.ts";
import type { Layout } from "../../read/capture/capture.ts";
import { FLAGS } from "../../read/kubelet/flagTable.ts";
import { isZeroQuantity, quantityError } from "../../read/kubelet/validation/quantity.ts";
import { formatReleases } from "../../text/release.ts";
import { releaseIn } from "./release.ts";
import {
  type ExampleTable,
  inGroup,
  OptionError,
  type OptionRow,
  type OptionRows,
  type OptionsOf,
} from "./row.ts";

/** How the file systems of a node are laid out. Spec 1.5. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  single: { dedicatedImageFs: false, splitContainerFs: false },
  imagefs: { dedicatedImageFs: true, splitContainerFs: false },
  split: { dedicatedImageFs: true, splitContainerFs: true },
};

const FOLLOWED = formatReleases(RELEASES.eviction);

/** `--config`, which some commands take once and some twice. */
export const CONFIG = {
  argument: "<file>",
  description:
    "the kubelet configuration, in any supported format (default: the one in the capture)",
  value: "input",
  repeats: true,
} as const satisfies OptionRow;

/** The rule of a command that takes only one configuration. */
export const ONE_CONFIG = ["config", 1, "compare two with plimsoll diff"] as const;

export const POLICY = inGroup("Policy", {
  configDir: {
    argument: "<dir>",
    description: "merge the *.conf files of this directory into the configuration",
    value: "folder",
  },
  profile: {
    argument: "<name>",
    description: "the eviction policy to follow",
    choices: PROFILES,
  },
  kubeletVersion: {
    argument: "<version>",
    description: `the kubelet release to follow, ${FOLLOWED}`,
    parse: releaseIn(RELEASES.eviction),
  },
  layout: {
    argument: "<name>",
    description: "the file-system layout: single, imagefs or split",
    parse: readLayout,
  },
  capacity: {
    argument: "<list>",
    description: "the capacity of the node, such as memory=8Gi,cpu=4",
    parse: readCapacity,
  },
} as const satisfies OptionRows);

export type PolicyOptions = OptionsOf<typeof POLICY> & {
  /** Evicted pods are removed from all later steps. */
  readonly whatIf?: boolean;
};

export const WHAT_IF = {
  description: "remove evicted pods from all later steps",
} as const satisfies OptionRow;

/** The kubelet's own flags, under its own names; one that is repeated is handed on so. */
export const KUBELET_FLAGS: ExampleTable = {
  title: "Kubelet flags (they override a configuration file, as in the kubelet):",
  rows: Object.fromEntries(
    [...FLAGS].map(([flag, { kind, example }]) => [
      nameOfFlag(flag),
      {
        argument: kind === "boolean" ? "[boolean]" : "<value>",
        description: "",
        repeats: true as const,
        example,
      },
    ]),
  ),
};

/** `eviction-hard` → `evictionHard`. */
export function nameOfFlag(flag: string): string {
  return flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function readLayout(name: string): Layout {
  const layout = LAYOUTS[name];
  if (layout !== undefined) return layout;
  throw new OptionError(`Allowed choices are ${Object.keys(LAYOUTS).join(", ")}.`);
}

function readCapacity(list: string): Readonly<Record<string, string>> {
  const pairs = list.split(",").map((pair) => pair.split("=").map((side) => side.trim()));
  if (pairs.some(([name, quantity, ...more]) => !name || !quantity || more.length > 0)) {
    throw new OptionError("Write it as memory=8Gi,ephemeral-storage=100Gi.");
  }
  for (const [name, quantity = ""] of pairs) {
    const isAmount = quantityError(quantity) === undefined && !quantity.startsWith("-");
    if (isAmount && !isZeroQuantity(quantity)) continue;
    throw new OptionError(
      `${name}=${quantity} is not a size; write a quantity above zero, such as ${name}=8Gi.`,
    );
  }
  return Object.fromEntries(pairs.map(([name = "", quantity = ""]) => [name, quantity]));
}
