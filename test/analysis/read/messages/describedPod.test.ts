import { describe, expect, it } from "vitest";
import {
  describedPod,
  listedNamespace,
  printedPod,
} from "../../../../analysis/read/messages/describedPod.ts";

const assigned = (pod: string) =>
  `  Normal  Scheduled  3m  default-scheduler  Successfully assigned shop/${pod} to worker-2\n`;
const BACK_OFF = "back-off 5m0s restarting failed container=a\n  pod=cart-1_shop(8ff0-5b)";

describe("the pod of a description without its first lines", () => {
  it.each([
    ["kubectl describe pod cart-1\n", null, "cart-1", null],
    ["$ kubectl describe pods -n shop cart-1\n", "shop", "cart-1", null],
    ["# kubectl -n=shop describe po/cart-1\n", "shop", "cart-1", null],
    [`Events:\n${assigned("cart-1")}`, "shop", "cart-1", "worker-2"],
    ["Command **kubectl describe pod cart-1 -n shop**\n", "shop", "cart-1", null],
    ["As `kubectl describe pod cart-1` says\n", null, "cart-1", null],
    [BACK_OFF, "shop", "cart-1", null],
  ])("is that of the command or of the scheduler: %j", (text, namespace, name, node) => {
    expect(describedPod(text)).toEqual({ namespace, name, node });
  });

  it.each([
    ["kubectl describe pod cart-1 cart-2\n"],
    ["kubectl describe pod -l app=cart\n"],
    ["kubectl describe pods\n"],
    [`Events:\n${assigned("cart-1")}${assigned("cart-2")}`],
    [`Events:\n${assigned("cart-1")}Events:\n`],
    [assigned("cart-1")],
    [`kubectl describe pod cart-2\nEvents:\n${assigned("cart-1")}`],
  ])("is none where several are named, or none: %j", (text) => {
    expect(describedPod(text)).toBeNull();
  });
});

describe("the namespace of a list", () => {
  it.each([
    ["`kubectl get pods --namespace shop -o wide`", "shop"],
    ["[root@w1 ~]# kubectl -n shop get all", "shop"],
    ["$ oc get pods -n=shop", "shop"],
    ["$ kubectl get pods -A", null],
    ["$ kubectl get pods my-n shop", null],
    ["$ kubectl describe pod cart-1 -n shop", undefined],
    ["web-1   1/1   Running   0   5d", undefined],
  ])("is that of the command above it: %s", (line, namespace) => {
    expect(listedNamespace(line)).toBe(namespace);
  });
});

describe("the pod that a command prints", () => {
  it.each([
    ["$ kubectl get po cart-1 -n shop -o json | jq .status", { namespace: "shop", name: "cart-1" }],
    ["% k get pod/cart-1 -oyaml", { namespace: null, name: "cart-1" }],
    ["$ kubectl get pods --namespace=shop -o wide | grep Evicted | wc -l", null],
    ["$ kubectl get po cart-1", null],
    ["$ kubectl get pods -o json", null],
  ])("is the only one that it names: %s", (line, pod) => {
    expect(printedPod(line)).toEqual(pod);
  });
});
