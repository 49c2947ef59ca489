import { describe, expect, it } from "vitest";
import { ClusterSurvey } from "../../../../analysis/read/objects/clusterSurvey.ts";
import { encode } from "../../chunks.ts";

function surveyOf(...objects: readonly object[]): ClusterSurvey {
  const survey = new ClusterSurvey();
  survey.take(encode(JSON.stringify({ kind: "List", items: objects })));
  return survey;
}

function inferred(...objects: readonly object[]): readonly object[] {
  const document = surveyOf(...objects).inferredReplicaSets;
  return document === null ? [] : JSON.parse(new TextDecoder().decode(document)).items;
}

function pod(owner: object, labels: object, more: object = {}, phase = "Running") {
  const metadata = { namespace: "shop", name: "p", labels, ...more };
  const ownerReferences = [{ apiVersion: "apps/v1", controller: true, ...owner }];
  return { kind: "Pod", metadata: { ...metadata, ownerReferences }, status: { phase } };
}

const WEB = { kind: "ReplicaSet", name: "web-5b9d7c", uid: "u" };
const LABELS = { app: "web", "pod-template-hash": "5b9d7c" };

describe("owners that only pods name", () => {
  it("are ReplicaSets of the pods that count, under the Deployment that the hash names", () => {
    const items = inferred(
      pod(WEB, { ...LABELS, canary: "a" }),
      pod(WEB, { ...LABELS, canary: "b" }),
      pod(WEB, LABELS, {}, "Failed"),
      pod(WEB, LABELS, { deletionTimestamp: "2026-11-25T12:00:00Z" }),
    );
    expect(items).toEqual([
      expect.objectContaining({
        kind: "ReplicaSet",
        metadata: expect.objectContaining({
          ...{ namespace: "shop", name: "web-5b9d7c", uid: "u" },
          ownerReferences: [
            { apiVersion: "apps/v1", kind: "Deployment", name: "web", controller: true },
          ],
        }),
        spec: { replicas: 2, selector: { matchLabels: LABELS } },
      }),
    ]);
  });

  it("have no Deployment where their name does not end in the hash", () => {
    const [set] = inferred(pod({ ...WEB, name: "web" }, LABELS));
    expect(set).toMatchObject({ metadata: { ownerReferences: [] } });
  });

  it.each<[string, readonly object[]]>([
    ["that is there", [{ kind: "ReplicaSet", metadata: { namespace: "shop", name: WEB.name } }]],
    ["of another group", [pod({ ...WEB, apiVersion: "example.com/v1" }, LABELS)]],
    ["that is not the controller", [pod({ ...WEB, controller: false }, LABELS)]],
  ])("are not one %s", (name, objects) => {
    const own = name === "that is there" ? [pod(WEB, LABELS)] : [];
    expect(inferred(...own, ...objects)).toEqual([]);
  });

  it("are named, and of the other kinds those that matter", () => {
    const database = { kind: "StatefulSet", name: "orders" };
    const survey = surveyOf(
      pod(WEB, LABELS),
      pod(database, {}),
      pod({ apiVersion: "batch/v1", kind: "Job", name: "load" }, {}),
    );
    const sets =
      "ReplicaSets that are not among the objects are inferred from their pods: shop/web-5b9d7c.";
    expect(survey.notes([])).toEqual([sets]);
    expect(survey.notes(["StatefulSet"])).toEqual([
      sets,
      "Owners that are not among the objects are assumed to exist: StatefulSet shop/orders.",
    ]);
  });
});

describe("the newest kubelet", () => {
  const node = (kubeletVersion: string, more: object = {}) => ({
    ...{ kind: "Node", status: { nodeInfo: { kubeletVersion } } },
    metadata: { name: `of-${kubeletVersion}` },
    ...more,
  });

  it("is that of a Node of Kubernetes", () => {
    const foreign = node("v1.36.0", { apiVersion: "longhorn.io/v1beta2" });
    const survey = surveyOf(node("v1.9.11"), node("v1.33.4+k3s1"), node("unknown"), foreign);
    expect(survey.newestKubelet).toBe("v1.33.4+k3s1");
    expect(survey.kubelets).toEqual(["v1.9.11", "v1.33.4+k3s1", "unknown"]);
  });

  it("counts a node once that is given twice", () => {
    expect(surveyOf(node("v1.35.1"), node("v1.35.1")).kubelets).toEqual(["v1.35.1"]);
  });

  it("is not known where no node says it", () => {
    expect(surveyOf({ kind: "Node", metadata: { name: "a" } }).newestKubelet).toBeNull();
  });
});
