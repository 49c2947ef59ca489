import type { Members } from "../../json/untyped.ts";
import { isKubeletField } from "../fieldNames.ts";
import type { UnreadMembers } from "../loaded.ts";

/** A name that has to do with eviction, spelt as badly as may be. */
const EVICTION = /evi?c?i?t|(?:hard|soft).*thr?e?s?h/i;

/**
 * The members of a document of `system` that are not read, none of them in silence. Those that the
 * kubelet has as well, and those of `others`, are known to say nothing about eviction.
 */
export function unreadMembers(
  system: string,
  given: Members,
  isRead: (name: string) => boolean,
  others: ReadonlySet<string> = new Set(),
): UnreadMembers {
  const names = Object.keys(given).filter((name) => !isRead(name));
  const thresholds = names.filter((name) => EVICTION.test(name));
  const unknown = names.filter(
    (name) => !EVICTION.test(name) && !others.has(name) && !isKubeletField(name),
  );
  return {
    errors: thresholds.map((path) => ({
      rule: "unknown-threshold",
      path,
      message:
        `${system} has no such member, so the intended setting has no effect; check spelling ` +
        "and case",
    })),
    warnings: unknown.map((path) => ({
      rule: "unread-member",
      path,
      message:
        `${system} may have this member, but its effect is not known here; ` + "check its spelling",
    })),
  };
}
