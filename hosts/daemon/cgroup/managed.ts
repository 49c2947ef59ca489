/** Which cgroups systemd's manager reports to systemd-oomd, as `systemctl show` has them. */
import { execFile } from "node:child_process";
import type { Members } from "../../../analysis/read/json/untyped.ts";
import { secondsOfSpan } from "../../../analysis/read/killer/timeSpan.ts";

const MONITORS = ["ManagedOOMSwap", "ManagedOOMMemoryPressure"];
const PROPERTIES = [
  ...["ControlGroup", "OOMRules", ...MONITORS],
  ...["ManagedOOMMemoryPressureLimit", "ManagedOOMMemoryPressureDurationUSec"],
];
const WORDS = ["show", ...PROPERTIES.flatMap((name) => ["-p", name]), "--", "*"];
const LIMITS = { timeout: 5000, maxBuffer: 2 ** 24 };
const MICROSECONDS = 1e6;

/** Null where systemctl does not answer. */
export function managedUnits(): Promise<readonly Members[] | null> {
  return new Promise((resolve) => {
    execFile("systemctl", WORDS, LIMITS, (error, text) =>
      resolve(error === null ? managedIn(text) : null),
    );
  });
}

/** One for each unit and property that is set to kill. */
export function managedIn(text: string): readonly Members[] {
  return text.split(/\n\n+/).flatMap((unit) => {
    const values = new Map(
      unit.split("\n").map((line) => {
        const equals = line.indexOf("=");
        return [line.slice(0, equals), line.slice(equals + 1)] as const;
      }),
    );
    const path = values.get("ControlGroup") ?? "";
    if (path === "") return [];
    const rules = (values.get("OOMRules") ?? "").split(/\s+/).filter((name) => name !== "");
    const monitored = MONITORS.filter((property) => values.get(property) === "kill");
    return [
      ...monitored.map((property) => ({
        ...{ mode: "kill", path, property },
        ...(property === "ManagedOOMSwap" ? {} : pressureOf(values)),
      })),
      ...(rules.length === 0 ? [] : [{ mode: "kill", path, property: "OOMRules", rules }]),
    ];
  });
}

/** The manager has its limit as a share of 2^32 - 1; 0 and no duration are the defaults. */
function pressureOf(values: ReadonlyMap<string, string>): Members {
  const limit = values.get("ManagedOOMMemoryPressureLimit") ?? "";
  const seconds = secondsOfSpan(values.get("ManagedOOMMemoryPressureDurationUSec") ?? "");
  return {
    ...(/^[1-9]\d{0,9}$/.test(limit) ? { limit: Number(limit) } : {}),
    ...(/^[\d.]+%$/.test(limit) && limit !== "0%" ? { limit } : {}),
    ...(seconds === null || seconds === 0 || seconds === Infinity
      ? {}
      : { duration: Math.round(seconds * MICROSECONDS) }),
  };
}
