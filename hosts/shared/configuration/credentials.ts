import type { KubeletConfiguration } from "./loaded.ts";

/** Members that hold credentials: a header to authorize with, and a URL that may name a user. */
const MEMBERS: ReadonlySet<string> = new Set(["staticpodurl", "staticpodurlheader"]);

/** A configuration without what no capture may hold; the policy reads none of it. */
export function withoutCredentials(configuration: KubeletConfiguration): KubeletConfiguration {
  const members = Object.entries(configuration);
  return Object.fromEntries(members.filter(([name]) => !MEMBERS.has(name.toLowerCase())));
}
