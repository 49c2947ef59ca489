import { describe, expect, it } from "vitest";
import { readAll, readOne, sentences } from "./reading.ts";

describe("kubeadm's configuration", () => {
  const registration = (args: string) =>
    `apiVersion: kubeadm.k8s.io/v1beta4
kind: JoinConfiguration
nodeRegistration:
  kubeletExtraArgs: ${args}
`;

  it.each([
    ["{eviction-hard: memory.available<500Mi}"],
    ["[{name: eviction-hard, value: memory.available<500Mi}]"],
  ])("has flags in the form %s", (args) => {
    const loaded = readOne(registration(args));
    expect(loaded.form).toBe("kubeadm");
    expect(loaded.configuration).toEqual({ evictionHard: { "memory.available": "500Mi" } });
    expect(sentences(loaded)).toContain("ConfigMap kubelet-config");
  });

  it("is a KubeletConfiguration with those flags over it", () => {
    const { configuration } = readOne(
      `${registration("{eviction-soft: memory.available<1Gi}")}---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
evictionHard: {memory.available: 300Mi}
`,
    );
    expect(configuration).toMatchObject({
      evictionHard: { "memory.available": "300Mi" },
      evictionSoft: { "memory.available": "1Gi" },
    });
  });

  it("is found in the objects of the Cluster API", () => {
    const [plane] = readAll(`apiVersion: controlplane.cluster.x-k8s.io/v1beta1
kind: KubeadmControlPlane
metadata: {name: cp}
spec:
  kubeadmConfigSpec:
    initConfiguration: {nodeRegistration: {kubeletExtraArgs: {eviction-hard: memory.available<1Gi}}}
    joinConfiguration: {nodeRegistration: {kubeletExtraArgs: {eviction-hard: memory.available<1Gi}}}
`);
    expect(plane).toMatchObject({ form: "Cluster API", part: "KubeadmControlPlane cp" });
    expect(plane?.configuration).toEqual({ evictionHard: { "memory.available": "1Gi" } });
    const [template] = readAll(`apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
kind: KubeadmConfigTemplate
metadata: {name: md-0}
spec:
  template:
    spec:
      files:
        - path: /etc/kubernetes/patches/kubeletconfiguration0+strategic.yaml
          content: |
            apiVersion: kubelet.config.k8s.io/v1beta1
            kind: KubeletConfiguration
            evictionHard: {memory.available: 700Mi}
      joinConfiguration:
        nodeRegistration:
          kubeletExtraArgs: [{name: system-reserved, value: memory=1Gi}]
`);
    expect(template?.configuration).toMatchObject({
      evictionHard: { "memory.available": "700Mi" },
      systemReserved: { memory: "1Gi" },
    });
    expect(sentences(template ?? readOne(""))).toContain("the patch /etc/kubernetes/patches");
  });

  it("differs between the first node and the others where its flags do", () => {
    const all = readAll(`apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
kind: KubeadmConfig
metadata: {name: k}
spec:
  initConfiguration: {nodeRegistration: {kubeletExtraArgs: {eviction-hard: memory.available<1Gi}}}
  joinConfiguration: {nodeRegistration: {kubeletExtraArgs: {eviction-hard: memory.available<2Gi}}}
`);
    expect(all.map(({ part }) => part)).toEqual([
      "KubeadmConfig k initConfiguration",
      "KubeadmConfig k joinConfiguration",
    ]);
  });
});
