import { describe, expect, it } from "vitest";
import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import type { ObjectTree } from "../../../../analysis/questions/change/change.ts";
import { comparedAdmissions } from "../../../../analysis/questions/upgrade/admissions.ts";
import type { Compared } from "../../../../analysis/questions/upgrade/difference.ts";
import { comparedDrains, loadBoth } from "../../../../analysis/questions/upgrade/drains.ts";
import { comparedPlacements } from "../../../../analysis/questions/upgrade/placements.ts";
import { memberAt, objectOf } from "../../../../analysis/read/json/untyped.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";
import {
  bothSchedulers,
  CONFIGURATIONS,
  configurationOf,
  node,
  OBJECTS,
  pod,
  RELEASES,
} from "./cluster.ts";

const engines = await bothSchedulers();
const admission = new AdmissionEngine(await loadModule("admission"));

const brief = ({ differences }: Compared) =>
  differences.map(
    ({ kind, subject, before, after, isWorse, rules }) =>
      `${kind} ${subject}: ${before} → ${after}${isWorse ? " (worse)" : ""} ` +
      `[${rules.map(({ name }) => name).join()}]`,
  );

function placements(releases = RELEASES, objects = OBJECTS) {
  const configurations = [configurationOf(releases.from), configurationOf(releases.to)] as const;
  const documents = objects.map((object) => JSON.stringify(object));
  loadBoth({ engines, configurations, documents });
  return comparedPlacements("dump.json", objects, engines, releases);
}

function drains(objects: readonly ObjectTree[], nodes: readonly string[]) {
  const documents = objects.map((object) => JSON.stringify(object));
  const cluster = { name: "dump.json", engines, configurations: CONFIGURATIONS };
  const draining = comparedDrains({ ...cluster, documents, nodes }, RELEASES);
  const drained: string[] = [];
  let step = draining.next();
  for (; !step.done; step = draining.next()) drained.push(step.value);
  return { drained, compared: step.value };
}

const created = "2026-01-01T00:00:00Z";
/** Its sidecar listens, which counts since 1.33. */
const proxied = pod("proxied", { created, on: "a", listens: "sidecar", priority: 1 });
const filler = pod("filler", { created, on: "a", listens: "none", cpu: "3500m", priority: 1 });

describe("a cluster under two releases", () => {
  it("has a pending pod that the newer release places nowhere, and a further pod", () => {
    const compared = placements();
    expect(compared.checked).toBe(
      "placement of 1 pending pod compared; placement of a further pod of 1 owner compared",
    );
    const rules = "[SidecarPorts,InPlaceResize,SkipsBestEffort]";
    expect(brief(compared)).toEqual([
      "placement shop/front: placed on a → pending: 1 host port in use, 1 node selector or " +
        `affinity (worse) ${rules}`,
      "placement a further pod of ReplicaSet shop/web: placed on a → pending: 2 host port in use " +
        `(worse) ${rules}`,
    ]);
  });

  it("is placed alike by releases that count alike", () => {
    expect(placements({ from: "1.35", to: "1.36" }).differences).toEqual([]);
  });

  it("has a pod that the restarted kubelet rejects: the one that came last", () => {
    const compared = comparedAdmissions("dump.json", OBJECTS, admission, RELEASES);
    expect(compared.checked).toBe("admission of 3 running pods compared");
    expect(brief(compared)).toEqual([
      expect.stringMatching(
        /^admission shop\/late: admitted → rejected: NodePorts, .* \(worse\) \[.*SidecarPorts/,
      ),
    ]);
  });

  it("says which release is followed where admission is not known of one", () => {
    const releases = { from: "1.27", to: "1.33" };
    expect(comparedAdmissions("dump.json", OBJECTS, admission, releases).notes).toEqual([
      "The kubelet is 1.27; the nearest supported release, 1.29, is followed.",
    ]);
  });

  it("has a node that does not drain completely any more", () => {
    const { drained, compared } = drains(OBJECTS, ["a", "b"]);
    expect(drained).toEqual(["a", "b"]);
    expect(compared.checked).toBe("drain of 2 nodes compared");
    expect(brief(compared)).toEqual([
      expect.stringMatching(/^drain drain of a: a would drain .* → a would drain .*finds no node/),
    ]);
  });

  it("counts no drain of a node that is not there", () => {
    const { compared } = drains(OBJECTS, ["a", "nosuch"]);
    expect(compared.checked).toBe("drain of 1 node compared");
    expect(compared.notes).toEqual([
      "dump.json: the drain of 1 node is not compared: no such node among the objects.",
    ]);
  });

  it("has at most 50 nodes drained, which is said of the others", () => {
    const nodes = Array.from({ length: 52 }, (_, index) => `node-${100 + index}`);
    const { compared } = drains(nodes.map(node), nodes);
    expect(compared.checked).toBe("drain of 50 nodes compared");
    expect(compared.notes).toEqual([
      "dump.json: the drain of 2 nodes is not compared: no more than 50 nodes are drained.",
    ]);
  });

  it("counts the running pods that no kubelet admits, with the reason", () => {
    const own = { created, on: "a", listens: "none" } as const;
    const flawed = pod("flawed", { ...own, cpu: "much" });
    const astray = pod("astray", { ...own, on: "gone" });
    const objects = [...OBJECTS, flawed, astray];
    const compared = comparedAdmissions("dump.json", objects, admission, RELEASES);
    expect(compared.checked).toBe("admission of 3 running pods compared");
    const refused = "dump.json: the admission of 1 running pod is not compared: ";
    expect(compared.notes).toEqual([
      expect.stringMatching(new RegExp(`^${refused}.*quantity`)),
      `${refused}the node is not among the objects.`,
    ]);
  });

  it("names the pods that a drain preempts under one release alone", () => {
    const vital = { created, on: "b", owner: "vital", listens: "container" } as const;
    const objects = [node("a"), node("b"), proxied, filler];
    const moved = pod("vital", { ...vital, cpu: "3", priority: 9 });
    const { compared } = drains([...objects, moved], ["b"]);
    expect(brief(compared)).toEqual([
      expect.stringMatching(
        /^drain .* b: preempted: shop\/filler → preempted: shop\/filler, shop\/proxied \[/,
      ),
    ]);
  });

  it("has a further pod of an owner whose first pod is being deleted", () => {
    const deleting = { deletionTimestamp: created, deletionGracePeriodSeconds: 30 };
    const objects = OBJECTS.map((object) =>
      memberAt(object, "metadata", "name") === "web"
        ? { ...object, metadata: { ...objectOf(object.metadata), ...deleting } }
        : object,
    );
    const subjects = placements(RELEASES, objects).differences.map(({ subject }) => subject);
    expect(subjects).toContain("a further pod of ReplicaSet shop/web");
  });

  it("counts the owners whose pods another scheduler places", () => {
    const other = {
      created,
      on: "a",
      owner: "batch",
      listens: "none",
      scheduler: "other",
    } as const;
    const { notes, differences } = placements(RELEASES, [...OBJECTS, pod("batch", other)]);
    expect(notes).toEqual([
      expect.stringMatching(/^dump\.json: a further pod of 1 owner is not placed: .*other/),
    ]);
    expect(differences).toHaveLength(2);
  });

  it("has a pod that preempts for its node, which is not worse", () => {
    const front = pod("front", { created, listens: "container", priority: 9 });
    expect(brief(placements(RELEASES, [node("a"), proxied, front]))).toEqual([
      expect.stringMatching(
        /^placement shop\/front: placed on a → preempts shop\/proxied on a \[SidecarPorts/,
      ),
    ]);
  });

  it("has a pod that preempts others on the same node", () => {
    const front = pod("front", { created, listens: "container", cpu: "3", priority: 9 });
    expect(brief(placements(RELEASES, [node("a"), proxied, filler, front]))).toEqual([
      expect.stringMatching(
        /front: preempts shop\/filler on a → preempts shop\/\w+, shop\/\w+ on a \[SidecarPorts/,
      ),
    ]);
  });
});

describe("a kubelet that restarts under two releases", () => {
  const releases = { from: "1.33", to: "1.34" };
  const admissions = (...pods: readonly ObjectTree[]) =>
    brief(comparedAdmissions("dump.json", [node("a"), ...pods], admission, releases));

  it("preempts a pod whose own requests count now", () => {
    const wide = pod("wide", { created, on: "a", listens: "none", podRequests: { cpu: "3500m" } });
    const critical = { on: "a", listens: "none", cpu: "1", priority: 2_000_000_000 } as const;
    const dns = pod("dns", { ...critical, created: "2026-01-02T00:00:00Z" });
    expect(admissions(wide, dns)).toEqual([
      expect.stringMatching(
        /^admission shop\/wide: admitted → preempted by shop\/dns \(worse\) \[.*PodLevelResources/,
      ),
    ]);
  });

  it("rejects a pod for another reason, which is more than another message", () => {
    const own = { created, on: "a", listens: "none", cpu: "5" } as const;
    const wide = pod("wide", { ...own, podRequests: { cpu: "1", memory: "100Gi" } });
    expect(admissions(wide)).toEqual([
      expect.stringMatching(
        /^admission shop\/wide: rejected: OutOfcpu, .* → rejected: OutOfmemory/,
      ),
    ]);
  });
});

describe("releases that follow the same one", () => {
  it("are not compared, which is said", () => {
    const releases = { from: "1.26", to: "1.28" };
    const compared = comparedAdmissions("dump.json", OBJECTS, admission, releases);
    expect(compared).toMatchObject({ checked: "", differences: [] });
    expect(compared.notes).toEqual([
      "Admission is not compared: for 1.26 and 1.28 alike, 1.29 would be followed.",
    ]);
  });
});
