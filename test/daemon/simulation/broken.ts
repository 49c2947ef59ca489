/** Ways to break acting, one at a time: the simulation finds each of them within a minute. */
import type { Rule } from "../../fidelity/broken/rule.ts";

const ACTING = "hosts/daemon/acting/acting.ts";
const RAILS = "hosts/daemon/acting/guardRails.ts";
const JOURNAL = "hosts/daemon/stateDirectory/journalFile.ts";
const ACTUATOR = "hosts/daemon/actuators/kubernetes.ts";
const CLUSTER = "hosts/daemon/actuators/kubernetes/cluster.ts";
const OUTCOME = "hosts/daemon/actuators/kubernetes/outcome.ts";
const BREAKER = "hosts/daemon/actuators/kubernetes/cluster/breaker.ts";
const METHODS = "hosts/daemon/actuators/kubernetes/methods.ts";

/** Their files are below the root. */
export const BREAKAGES: readonly Rule[] = [
  {
    name: "sync",
    rule: "what is announced is on the disk before it is done",
    file: JOURNAL,
    right: "    await this.#file.datasync();\n",
    wrong: "",
  },
  {
    name: "directory-sync",
    rule: "the name of a new journal is on the disk before it is written to",
    file: "hosts/daemon/stateDirectory/fileStore.ts",
    right: '  await synced(await disk.open(path, "r"));\n',
    wrong: '  await disk.open(path, "r");\n',
  },
  {
    name: "announcement",
    rule: "an eviction is announced before it is made",
    file: ACTING,
    right: "intended = await journal.intend(eviction, step.time);",
    wrong:
      "await actuator.evict(eviction, step.decision);\n" +
      "      intended = await journal.intend(eviction, step.time);",
  },
  {
    name: "lease",
    rule: "the Lease is renewed before each act",
    file: "hosts/daemon/kubernetes/lease.ts",
    right: "    if (before !== null && (await this.#renew(before))) return null;",
    wrong:
      "    this.#held = before;\n" +
      "    if (before !== null) this.#renewedAt = this.#options.clock.elapsed();\n" +
      "    if (before !== null) return null;",
  },
  {
    name: "refusal",
    rule: "what the server refuses in the dry run is not asked for",
    file: ACTUATOR,
    right: "await client.request({ ...asked, path: withDryRun(asked.path, true) });",
    wrong:
      "await client.request({ ...asked, path: withDryRun(asked.path, true) }).catch(() => {});",
  },
  {
    name: "dry-run",
    rule: "the server is asked for a dry run first",
    file: ACTUATOR,
    right: "await client.request({ ...asked, path: withDryRun(asked.path, true) });",
    wrong: "",
  },
  {
    name: "cap",
    rule: "no more pods an hour than the cap",
    file: RAILS,
    right: "return made < evictionsPerHour ? null",
    wrong: "return made <= evictionsPerHour ? null",
  },
  {
    name: "stale",
    rule: "stats that are too old are not acted upon",
    file: RAILS,
    right: "if (now - time > nanosecondsOf(bounds.staleAfterSeconds))",
    wrong: "if (now - time > nanosecondsOf(100 * bounds.staleAfterSeconds))",
  },
  {
    name: "future",
    rule: "stats of the future are not acted upon",
    file: RAILS,
    right: "if (time - now > nanosecondsOf(FUTURE_SECONDS))",
    wrong: "if (time - now > nanosecondsOf(100 * FUTURE_SECONDS))",
  },
  {
    name: "breaker",
    rule: "the breaker is read before each act",
    file: BREAKER,
    right: "export async function readBreaker(",
    wrong:
      "let known: Permission | null = null;\n" +
      "export async function readBreaker(client: ApiClient, of: string): Promise<Permission> {\n" +
      "  known ??= await readOnce(client, of);\n" +
      "  return known;\n}\n" +
      "async function readOnce(",
  },
  {
    name: "missing-breaker",
    rule: "a breaker that says anything but allow stops all acting",
    file: BREAKER,
    right: 'if (acting !== "allow") return',
    wrong: 'if (acting === "never") return',
  },
  {
    name: "restart",
    rule: "the journal is read at the start",
    file: JOURNAL,
    right: "return { entries, file, sentences };",
    wrong: "return { entries: [], file, sentences };",
  },
  {
    name: "unknown-outcome",
    rule: "an eviction with an unknown outcome counts as made",
    file: ACTING,
    right: 'outcome.unknown === true ? "presumed" : made',
    wrong: 'outcome.unknown === true ? "failed" : made',
  },
  {
    name: "proof",
    rule: "only an answer that proves a refusal counts as one",
    file: OUTCOME,
    right: "new Set([400, 401, 403, 404, 409, 422, 429])",
    wrong: "new Set([400, 401, 403, 404, 409, 422, 429, 500, 503, 504])",
  },
  {
    name: "once",
    rule: "an eviction is not sent again on another connection",
    file: METHODS,
    right: 'path: podPath(eviction, "eviction"), body, once: true }',
    wrong: 'path: podPath(eviction, "eviction"), body }',
  },
  {
    name: "kubelet",
    rule: "nothing is evicted next to a kubelet that evicts",
    file: CLUSTER,
    right: "if (met.length > 0) return",
    wrong: "if (met.length > 9) return",
  },
  {
    name: "places",
    rule: "no more nodes act than the ConfigMap allows",
    file: CLUSTER,
    right: "return this.#slots.take(permission.maxNodes);",
    wrong: "return this.#slots.take(permission.maxNodes + 1);",
  },
];
