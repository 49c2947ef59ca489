import { describe, expect, it } from "vitest";
import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import { comparedAdmissions } from "../../../../analysis/questions/upgrade/admissions.ts";
import type { Compared } from "../../../../analysis/questions/upgrade/difference.ts";
import { comparedDrains, loadBoth } from "../../../../analysis/questions/upgrade/drains.ts";
import { comparedPlacements } from "../../../../analysis/questions/upgrade/placements.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";
import {
  bothSchedulers,
  CONFIGURATIONS,
  configurationOf,
  DOCUMENTS,
  OBJECTS,
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

function placements(releases = RELEASES) {
  const configurations = [configurationOf(releases.from), configurationOf(releases.to)] as const;
  loadBoth({ engines, configurations, documents: DOCUMENTS });
  return comparedPlacements("dump.json", OBJECTS, engines, releases);
}

describe("a cluster under two releases", () => {
  it("has a pending pod that the newer release places nowhere, and a further pod", () => {
    const compared = placements();
    expect(compared.checked).toBe("1 pending pod placed; a further pod of 1 owner placed");
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
    expect(compared.checked).toBe("3 running pods admitted again");
    expect(brief(compared)).toEqual([
      expect.stringMatching(
        /^admission shop\/late: admitted .* → rejected: NodePorts, .* \(worse\) \[.*SidecarPorts/,
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
    const nodes = ["a", "b"];
    const cluster = { name: "dump.json", engines, configurations: CONFIGURATIONS };
    const draining = comparedDrains({ ...cluster, documents: DOCUMENTS, nodes }, RELEASES);
    const drained: string[] = [];
    let step = draining.next();
    for (; !step.done; step = draining.next()) drained.push(step.value);
    expect(drained).toEqual(nodes);
    expect(step.value.checked).toBe("2 nodes drained");
    expect(brief(step.value)).toEqual([
      expect.stringMatching(/^drain drain of a: a would drain .* → a would drain .*finds no node/),
    ]);
  });
});
