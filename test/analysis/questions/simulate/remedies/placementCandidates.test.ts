import { describe, expect, it } from "vitest";
import type { ObjectTree } from "../../../../../analysis/questions/change/change.ts";
import { podSpecOf } from "../../../../../analysis/questions/simulate/remedies/draft.ts";
import { separatingCandidates } from "../../../../../analysis/questions/simulate/remedies/placementCandidates.ts";

const WORKLOAD = { kind: "Deployment", namespace: "shop", name: "cart" };
const LABELS = { matchLabels: { app: "cart" } };

function specsOf(spec: ObjectTree, pod: ObjectTree = {}) {
  const owner = {
    kind: "Deployment",
    metadata: { namespace: "shop", name: "cart" },
    spec: { ...spec, template: { metadata: { labels: { app: "cart" } }, spec: podOf(pod) } },
  };
  const draft = { objects: [owner], scenario: {} };
  return separatingCandidates({ draft, workload: WORKLOAD, spec: podOf(pod) }).map((candidate) => {
    const changed = candidate.changed(1);
    return changed === null ? null : podSpecOf(changed.draft, WORKLOAD);
  });
}

function podOf(pod: ObjectTree): ObjectTree {
  return { containers: [{ name: "cart" }], ...pod };
}

describe("rules that keep pods apart", () => {
  it("are a spread over nodes and an anti-affinity, by the owner's selector", () => {
    const [spread, apart] = specsOf({ replicas: 2, selector: LABELS });
    const topologyKey = "kubernetes.io/hostname";
    expect(spread?.topologySpreadConstraints).toEqual([
      { maxSkew: 1, topologyKey, whenUnsatisfiable: "DoNotSchedule", labelSelector: LABELS },
    ]);
    const rule = "requiredDuringSchedulingIgnoredDuringExecution";
    const terms = [{ topologyKey, labelSelector: LABELS }];
    expect(apart?.affinity).toEqual({ podAntiAffinity: { [rule]: terms } });
  });

  it("know the pods by their labels where an owner has no selector", () => {
    const [spread] = specsOf({ replicas: 2 });
    expect(spread?.topologySpreadConstraints).toMatchObject([{ labelSelector: LABELS }]);
  });

  it.each([
    ["of one pod", specsOf({ replicas: 1, selector: LABELS })],
    [
      "of pods that are spread already",
      specsOf({ replicas: 3, selector: LABELS }, { topologySpreadConstraints: [{ maxSkew: 2 }] }),
    ],
  ])("are none %s", (_, specs) => expect(specs).toEqual([]));
});
