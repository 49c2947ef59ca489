import { describe, expect, it } from "vitest";
import { readAll, readOne, sentences } from "./reading.ts";

describe("a Talos machine configuration", () => {
  const machine = (type: string, kubelet: string) =>
    `version: v1alpha1
machine:
  type: ${type}
  kubelet:
    image: ghcr.io/siderolabs/kubelet:v1.35.0
${kubelet}cluster: {}
`;

  it("is its extraConfig and extraArgs over what Talos reserves", () => {
    const loaded = readOne(
      machine(
        "worker",
        `    extraConfig:
      evictionHard: {memory.available: 500Mi}
    extraArgs:
      eviction-soft: memory.available<1Gi
      feature-gates: [GracefulNodeShutdown=true]
`,
      ),
    );
    expect(loaded.form).toBe("Talos");
    expect(loaded.configuration).toMatchObject({
      evictionHard: { "memory.available": "500Mi" },
      evictionSoft: { "memory.available": "1Gi" },
      featureGates: { GracefulNodeShutdown: true },
      systemReserved: { cpu: "50m", memory: "384Mi", pid: "100", "ephemeral-storage": "256Mi" },
      failSwapOn: false,
    });
    expect(sentences(loaded)).toContain("Talos sets systemReserved cpu=50m");
  });

  it("reserves more on a control plane, and nothing beside a reservation of one's own", () => {
    expect(readOne(machine("controlplane", "")).configuration).toMatchObject({
      systemReserved: { memory: "512Mi" },
    });
    const own = "    extraConfig: {systemReserved: {memory: 1Gi}}\n";
    const { configuration } = readOne(machine("worker", own));
    expect(configuration.systemReserved).toEqual({ memory: "1Gi" });
    expect(configuration).not.toHaveProperty("evictionHard");
  });

  it("may be a KubeletConfig document beside the others", () => {
    const { configuration } = readOne(`apiVersion: v1alpha1
kind: KubeletConfig
image: ghcr.io/siderolabs/kubelet:v1.36.0
config: {evictionHard: {memory.available: 2%}}
---
apiVersion: v1alpha1
kind: HostnameConfig
hostname: worker-1
`);
    expect(configuration).toMatchObject({ evictionHard: { "memory.available": "2%" } });
  });
});

describe("a k3s or RKE2 config.yaml", () => {
  it("sets two thresholds of its own when no flag does, and none for memory", () => {
    const loaded = readOne('write-kubeconfig-mode: "0644"\ntls-san: [k3s.example]\n');
    expect(loaded.configuration).toEqual({
      evictionHard: { "imagefs.available": "5%", "nodefs.available": "5%" },
      evictionMinimumReclaim: { "imagefs.available": "10%", "nodefs.available": "10%" },
    });
    expect(sentences(loaded)).toContain("memory.available has no threshold");
  });

  it("keeps its minimum reclaim beside a flag for the thresholds", () => {
    const loaded = readOne(`kubelet-arg:
  - "eviction-hard=memory.available<500Mi"
kubelet-arg+: ["--kube-reserved=memory=1Gi"]
`);
    expect(loaded.configuration).toEqual({
      evictionHard: { "memory.available": "500Mi" },
      evictionMinimumReclaim: { "imagefs.available": "10%", "nodefs.available": "10%" },
      kubeReserved: { memory: "1Gi" },
    });
    expect(sentences(loaded)).not.toContain("no threshold");
  });
});

describe("an RKE cluster.yml", () => {
  it("is flags alone: no threshold and no enforcement but theirs", () => {
    const loaded = readOne(`nodes:
  - {address: 10.0.0.5, user: rke, role: [worker]}
services:
  kubelet:
    fail_swap_on: false
    extra_args:
      eviction-hard: "memory.available<300Mi,nodefs.available<10%"
`);
    expect(loaded.form).toBe("RKE");
    expect(loaded.configuration).toEqual({
      evictionHard: { "memory.available": "300Mi", "nodefs.available": "10%" },
      enforceNodeAllocatable: [],
    });
    const bare = readOne("nodes: []\nservices: {kubelet: {}}\n");
    expect(bare.configuration).toEqual({ evictionHard: {}, enforceNodeAllocatable: [] });
    expect(sentences(bare)).toContain("memory.available has no threshold");
  });
});

describe("the release that a document names", () => {
  const KUBELET = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
  const cluster = (version: string) =>
    "apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\n" +
    `kubernetesVersion: ${version}\n`;

  it.each([
    [
      "kops",
      "apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nspec: {kubernetesVersion: 1.28.4}\n",
      "1.28",
    ],
    ["kubeadm", `${cluster("v1.28.0")}---\n${KUBELET}`, "1.28"],
    ["none", KUBELET, undefined],
    ["several", `${cluster("v1.28.0")}---\n${cluster("v1.29.0")}---\n${KUBELET}`, undefined],
    ["no release", `${cluster("stable-1")}---\n${KUBELET}`, undefined],
  ])("is kept, where it is one: %s", (_, text, release) => {
    expect(readAll(text)[0]?.release).toBe(release);
  });
});

describe("a kops Cluster", () => {
  const cluster = (spec: string) =>
    `apiVersion: kops.k8s.io/v1alpha2
kind: Cluster
metadata: {name: c.example}
spec:
${spec}`;
  const group = (name: string, role: string, kubelet: string) =>
    `---
apiVersion: kops.k8s.io/v1alpha2
kind: InstanceGroup
metadata: {name: ${name}}
spec:
  role: ${role}
  kubelet: ${kubelet}
`;

  it("has the thresholds of kops, and its own as the text of a flag", () => {
    const loaded = readOne(cluster("  kubelet: {anonymousAuth: false, maxPods: 150}\n"));
    expect(loaded.configuration).toEqual({
      evictionHard: {
        "memory.available": "100Mi",
        "nodefs.available": "10%",
        "nodefs.inodesFree": "5%",
        "imagefs.available": "10%",
        "imagefs.inodesFree": "5%",
      },
      maxPods: 150,
    });
    expect(sentences(loaded)).toContain("kops sets evictionHard memory.available=100Mi");
    const own = readOne(
      cluster(`  kubelet:
    evictionHard: memory.available<1Gi,nodefs.available<5%
    evictionSoft: memory.available<2Gi
    evictionSoftGracePeriod: memory.available=30s
    evictionMinimumReclaim: ""
    enforceNodeAllocatable: pods,kube-reserved
    featureGates: {UserNamespacesSupport: "true"}
`),
    );
    expect(own.configuration).toEqual({
      evictionHard: { "memory.available": "1Gi", "nodefs.available": "5%" },
      evictionSoft: { "memory.available": "2Gi" },
      evictionSoftGracePeriod: { "memory.available": "30s" },
      evictionMinimumReclaim: {},
      enforceNodeAllocatable: ["pods", "kube-reserved"],
      featureGates: { UserNamespacesSupport: true },
    });
  });

  it("is one configuration for each of its InstanceGroups", () => {
    const all = readAll(
      cluster(`  kubelet: {evictionHard: memory.available<1Gi}
  masterKubelet: {evictionHard: memory.available<2Gi}
`) +
        group("nodes", "Node", "{evictionMaxPodGracePeriod: 30}") +
        group("masters", "Master", "{}"),
    );
    expect(all.map(({ part, configuration }) => [part, configuration])).toEqual([
      [
        "InstanceGroup nodes",
        { evictionHard: { "memory.available": "1Gi" }, evictionMaxPodGracePeriod: 30 },
      ],
      ["InstanceGroup masters", { evictionHard: { "memory.available": "2Gi" } }],
    ]);
    expect(sentences(readOne(group("nodes", "Node", "{}").slice(4)))).toContain(
      "the Cluster is not in it",
    );
  });
});

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

  it("stands in the objects of the Cluster API", () => {
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
