/**
 * The filters that scheduler and kubelet share, on the examples of the pages "Assigning Pods to
 * Nodes" and "Taints and Tolerations" of the Kubernetes documentation.
 */
import { give } from "../../base/__tests__/input.ts";
import { clearObjects, readObjects } from "../../objects/documents/objects.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { ResourceKind } from "../../objects/model/resourceName.ts";
import { RequestRule } from "../../objects/requests/podRequests.ts";
import { matchesNodeAffinity, preferenceOf } from "../nodeAffinity.ts";
import {
  addPod,
  noteScalars,
  removePod,
  requestsAt,
  startRequests,
  startScalars,
} from "../nodeRequests.ts";
import { hasFreePorts } from "../ports.ts";
import { countInsufficient, fits, insufficiencyAt, isUnresolvable } from "../resourcesFit.ts";
import {
  countUnpreferred,
  NO_EXECUTE_EFFECT,
  NO_SCHEDULE_EFFECTS,
  toleratesUnschedulable,
  untoleratedTaint,
} from "../taints.ts";
import { startUses, useAt, useOf } from "../uses.ts";

const NODE =
  '{"kind":"Node","metadata":{"name":"n","labels":{"disk":"ssd","cores":"8"}},' +
  '"spec":{"taints":[{"key":"k","value":"v","effect":"NoSchedule"},{"key":"x",' +
  '"effect":"NoExecute"},{"key":"y","effect":"PreferNoSchedule"}]},"status":{' +
  '"allocatable":{"cpu":"2","memory":"10","pods":"2","example.com/gpu":"1"}}}';

/** Members of a spec, and whether the node satisfies them. */
const AFFINITIES: string[][] = [
  ["", "yes"],
  ['"nodeSelector":{"disk":"ssd"}', "yes"],
  ['"nodeSelector":{"disk":"hdd"}', "no"],
  ['"nodeSelector":{"disk":"ssd","zone":"a"}', "no"],
  [required(""), "no"],
  [required("{}"), "no"],
  [required(expression('"key":"disk","operator":"In","values":["hdd","ssd"]')), "yes"],
  [required(expression('"key":"disk","operator":"NotIn","values":["ssd"]')), "no"],
  [required(expression('"key":"zone","operator":"NotIn","values":["a"]')), "yes"],
  [required(expression('"key":"zone","operator":"Exists"')), "no"],
  [required(expression('"key":"zone","operator":"DoesNotExist"')), "yes"],
  [required(expression('"key":"cores","operator":"Gt","values":["7"]')), "yes"],
  [required(expression('"key":"cores","operator":"Gt","values":["8"]')), "no"],
  [required(expression('"key":"cores","operator":"Lt","values":["9"]')), "yes"],
  [required(expression('"key":"disk","operator":"Lt","values":["9"]')), "no"],
  // A term with a value that no label can have matches nothing (labels.NewRequirement).
  [required(expression('"key":"cores","operator":"Gt","values":["-5"]')), "no"],
  [required(expression('"key":"disk","operator":"In","values":["ssd","a b"]')), "no"],
  [required(expression('"key":"disk","operator":"NotIn","values":["hdd/"]')), "no"],
  [required(expression('"key":"disk","operator":"NotIn","values":[""]')), "yes"],
  [required('{"matchFields":[{"key":"metadata.name","operator":"In","values":["n"]}]}'), "yes"],
  [required('{"matchFields":[{"key":"metadata.name","operator":"In","values":["m"]}]}'), "no"],
  // Terms are alternatives, the expressions of one are not.
  [
    required(
      expression('"key":"zone","operator":"Exists"') +
        "," +
        expression('"key":"disk","operator":"Exists"'),
    ),
    "yes",
  ],
];

/** Tolerations, and the first taint of NoSchedule and NoExecute that is left. */
const TOLERATIONS: string[][] = [
  ["", "0"],
  ['{"key":"k","value":"v","effect":"NoSchedule"}', "1"],
  ['{"key":"k","operator":"Equal","value":"v"}', "1"],
  ['{"key":"k","operator":"Equal","value":"w"}', "0"],
  ['{"key":"k","operator":"Exists","effect":"NoExecute"}', "0"],
  ['{"operator":"Exists"}', "-1"],
  ['{"key":"k","operator":"Exists"},{"key":"x","operator":"Exists"}', "-1"],
  ['{"key":"k","operator":"Gt","value":"1"}', "0"],
];

function expression(members: string): string {
  return '{"matchExpressions":[{' + members + "}]}";
}

function required(terms: string): string {
  return (
    '"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{' +
    '"nodeSelectorTerms":[' +
    terms +
    "]}}}"
  );
}

function readPod(name: string, spec: string): void {
  readObjects(give('{"kind":"Pod","metadata":{"name":"' + name + '"},"spec":{' + spec + "}}"));
}

function prepare(): void {
  startUses(RequestRule.UseStatus, false, true);
  startRequests();
  noteScalars(nodeAt(0).scalars);
  startScalars();
}

function requests(list: string): string {
  return '"containers":[{"resources":{"requests":{' + list + "}}}]";
}

describe("filters", () => {
  beforeEach(() => {
    clearObjects();
    readObjects(give(NODE));
  });

  it("match node selectors and node affinity", () => {
    for (let row = 0; row < AFFINITIES.length; row++) {
      readPod("a", AFFINITIES[row][0]);
      const matches = matchesNodeAffinity(podAt(0).spec, nodeAt(0));
      expect(matches ? "yes" : "no").toBe(AFFINITIES[row][1], AFFINITIES[row][0]);
    }
  });

  it("add up the weights of preferred terms that match", () => {
    readPod(
      "a",
      '"affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{' +
        '"weight":5,"preference":' +
        expression('"key":"disk","operator":"Exists"') +
        '},{"weight":7,"preference":' +
        expression('"key":"zone","operator":"Exists"') +
        '},{"weight":9,"preference":{}}]}}',
    );
    expect(preferenceOf(specWord(podAt(0).spec, SpecWord.PreferredNodeTerms), nodeAt(0))).toBe(5);
  });

  it("find the first taint that is not tolerated", () => {
    for (let row = 0; row < TOLERATIONS.length; row++) {
      readPod("a", '"tolerations":[' + TOLERATIONS[row][0] + "]");
      const tolerations = specWord(podAt(0).spec, SpecWord.Tolerations);
      const taint = untoleratedTaint(nodeAt(0).taints, tolerations, NO_SCHEDULE_EFFECTS, false);
      expect(taint.toString()).toBe(TOLERATIONS[row][1], TOLERATIONS[row][0]);
    }
    expect(untoleratedTaint(nodeAt(0).taints, 0, NO_EXECUTE_EFFECT, false)).toBe(1);
    expect(countUnpreferred(nodeAt(0).taints, 0, false)).toBe(1);
  });

  it("take a cordon for a taint", () => {
    readObjects(give('{"kind":"Node","metadata":{"name":"n"},"spec":{"unschedulable":true}}'));
    expect(toleratesUnschedulable(nodeAt(0), 0, false)).toBe(false);
    readPod("a", '"tolerations":[{"key":"node.kubernetes.io/unschedulable","operator":"Exists"}]');
    const tolerations = specWord(podAt(0).spec, SpecWord.Tolerations);
    expect(toleratesUnschedulable(nodeAt(0), tolerations, false)).toBe(true);
  });

  it("name every resource that does not suffice, and whether it ever could", () => {
    readPod("a", requests('"cpu":"1500m","memory":"10"'));
    readPod("b", requests('"cpu":"1","memory":"11","example.com/gpu":"1","other.com/x":"1"'));
    prepare();
    expect(addPod(0, 0)).toBe(true);
    const use = useAt(useOf(podAt(1).spec, 0));
    expect(fits(use, 0, nodeAt(0), requestsAt(0))).toBe(false);
    expect(countInsufficient(use, 0, requestsAt(0), 0, 0)).toBe(3);
    expect(insufficiencyAt(0).kind).toBe(ResourceKind.CPU);
    expect(insufficiencyAt(0).used).toBe(1500);
    expect(isUnresolvable(insufficiencyAt(0))).toBe(false);
    expect(insufficiencyAt(1).kind).toBe(ResourceKind.Memory);
    expect(isUnresolvable(insufficiencyAt(1))).toBe(true);
    expect(insufficiencyAt(2).kind).toBe(ResourceKind.Scalar);
    removePod(0);
    expect(requestsAt(0).milliCPU).toBe(0);
    expect(requestsAt(0).podCount).toBe(0);
  });

  it("hold a pod that asks for nothing to the number of pods alone", () => {
    readPod("a", "");
    readPod("b", requests('"cpu":"3"'));
    prepare();
    addPod(1, 0);
    const use = useAt(useOf(podAt(0).spec, 0));
    expect(countInsufficient(use, 0, requestsAt(0), 0, 0)).toBe(0);
    addPod(0, 0);
    expect(countInsufficient(use, 0, requestsAt(0), 0, 0)).toBe(1);
    expect(insufficiencyAt(0).kind).toBe(ResourceKind.Pods);
  });

  it("keep host ports apart by protocol and address", () => {
    readPod("a", '"containers":[{"ports":[{"hostPort":80,"hostIP":"10.0.0.1"}]}]');
    readPod("b", '"containers":[{"ports":[{"hostPort":80}]}]');
    readPod("c", '"containers":[{"ports":[{"hostPort":80,"protocol":"UDP"}]}]');
    readPod("d", '"containers":[{"ports":[{"hostPort":80,"hostIP":"10.0.0.2"}]}]');
    prepare();
    addPod(0, 0);
    expect(hasFreePorts(podAt(0).spec, requestsAt(0))).toBe(false);
    expect(hasFreePorts(podAt(1).spec, requestsAt(0))).toBe(false);
    expect(hasFreePorts(podAt(2).spec, requestsAt(0))).toBe(true);
    expect(hasFreePorts(podAt(3).spec, requestsAt(0))).toBe(true);
    removePod(0);
    expect(hasFreePorts(podAt(1).spec, requestsAt(0))).toBe(true);
  });
});
