import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "../../../../../analysis/read/kubelet/configuration.ts";
import { readAll, readOne, sentences } from "./reading.ts";

describe("a Gardener Shoot", () => {
  const shoot = (kubelet: string, workers = "[]") =>
    `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: orders}
spec:
  kubernetes:
    version: 1.34.2
    kubelet: ${kubelet}
  provider: {type: aws, workers: ${workers}}
`;

  it("has Gardener's thresholds, hard and soft", () => {
    const loaded = readOne(shoot("{}"));
    expect(loaded).toMatchObject({ form: "Shoot", part: "every worker" });
    expect(loaded.configuration).toMatchObject({
      evictionHard: { "memory.available": "100Mi", "nodefs.available": "5%" },
      evictionSoft: { "memory.available": "200Mi", "imagefs.inodesFree": "10%" },
      evictionSoftGracePeriod: { "memory.available": "1m30s" },
      evictionMinimumReclaim: { "nodefs.inodesFree": "0Mi" },
      evictionPressureTransitionPeriod: "4m0s",
      evictionMaxPodGracePeriod: 90,
      kubeReserved: { cpu: "80m", memory: "1Gi" },
    });
    expect(sentences(loaded)).toContain("Gardener sets evictionHard memory.available=100Mi");
  });

  it("replaces them signal by signal, and all of them for a worker with its own kubelet", () => {
    const all = readAll(
      shoot(
        "{evictionHard: {memoryAvailable: 500Mi, nodeFSAvailable: 7%}, maxPods: 60}",
        "[{name: a}, {name: b, kubernetes: {kubelet: {kubeReserved: {memory: 2Gi}}}}]",
      ),
    );
    expect(all.map(({ part }) => part)).toEqual(["worker a", "worker b"]);
    expect(all[0]?.configuration).toMatchObject({
      evictionHard: {
        "memory.available": "500Mi",
        "nodefs.available": "7%",
        "imagefs.available": "5%",
      },
      maxPods: 60,
    });
    expect(all[1]?.configuration).toMatchObject({
      evictionHard: { "memory.available": "100Mi", "nodefs.available": "5%" },
      kubeReserved: { cpu: "80m", memory: "2Gi" },
    });
    expect(all[1]?.configuration).not.toHaveProperty("maxPods");
  });

  it("leaves a threshold out that depends on the machine, and says so", () => {
    const text = shoot("{evictionHard: {nodeFSAvailable: 7%}}");
    const unknown = readOne(text);
    expect(unknown.configuration.evictionHard).not.toHaveProperty("memory.available");
    expect(sentences(unknown)).toMatch(/1Gi on machines of more than 8Gi and 5% on others/);
    const soft = readOne(shoot("{evictionSoft: {nodeFSAvailable: 12%}}"));
    for (const member of ["evictionSoft", "evictionSoftGracePeriod"]) {
      expect(soft.configuration[member]).not.toHaveProperty("memory.available");
    }
    for (const [memory, threshold] of [
      ["8Gi", "5%"],
      ["16Gi", "1Gi"],
    ] as const) {
      const { configuration } = readOne(text, { capacity: { memory } });
      expect(configuration.evictionHard).toMatchObject({ "memory.available": threshold });
    }
  });
});

describe("an AKS customKubeletConfig", () => {
  it("has the thresholds of AKS, whose memory depends on the release", () => {
    const text = JSON.stringify({
      cpuCfsQuota: true,
      imageGcHighThreshold: 90,
      imageGcLowThreshold: 70,
      podMaxPids: 4096,
      containerLogMaxSizeMB: 20,
    });
    const loaded = readOne(text);
    expect(loaded.form).toBe("AKS");
    expect(loaded.configuration).toEqual({
      cpuCFSQuota: true,
      imageGCHighThresholdPercent: 90,
      imageGCLowThresholdPercent: 70,
      podPidsLimit: 4096,
      containerLogMaxSize: "20M",
      evictionHard: {
        "memory.available": "100Mi",
        "nodefs.available": "10%",
        "nodefs.inodesFree": "5%",
        "pid.available": "2000",
      },
    });
    expect(sentences(loaded)).toContain("before 1.29 memory.available is 750Mi");
    expect(sentences(loaded)).toContain("kubeReserved");
    const old = readOne(text, { kubeletVersion: "1.28" });
    expect(old.configuration.evictionHard).toMatchObject({ "memory.available": "750Mi" });
  });

  it("may set thresholds itself", () => {
    const { configuration } = readOne(`kubeletConfig:
  podMaxPids: 100
  hardEvictionThreshold: {memoryAvailable: 300Mi}
  softEvictionThreshold: {memoryAvailable: 500Mi}
  softEvictionGracePeriod: {memoryAvailable: 1m30s}
`);
    expect(configuration).toMatchObject({
      evictionHard: { "memory.available": "300Mi", "nodefs.available": "10%" },
      evictionSoft: { "memory.available": "500Mi" },
      evictionSoftGracePeriod: { "memory.available": "1m30s" },
    });
  });
});

describe("a GKE node system configuration", () => {
  it("has soft thresholds in GKE's spelling over the hard ones that Google documents", () => {
    const loaded = readOne(`kubeletConfig:
  cpuManagerPolicy: static
  evictionSoft: {memoryAvailable: 500Mi, nodefsInodesFree: 10%}
  evictionSoftGracePeriod: {memoryAvailable: 30s, nodefsInodesFree: 1m}
  evictionMinimumReclaim: {memoryAvailable: 2%}
  evictionMaxPodGracePeriodSeconds: 60
linuxConfig:
  sysctl: {net.core.somaxconn: "2048"}
`);
    expect(loaded.form).toBe("GKE");
    expect(loaded.configuration).toEqual({
      evictionHard: { "memory.available": "100Mi", "nodefs.available": "10%" },
      cpuManagerPolicy: "static",
      evictionSoft: { "memory.available": "500Mi", "nodefs.inodesFree": "10%" },
      evictionSoftGracePeriod: { "memory.available": "30s", "nodefs.inodesFree": "1m" },
      evictionMinimumReclaim: { "memory.available": "2%" },
      evictionMaxPodGracePeriod: 60,
    });
    expect(sentences(loaded)).toContain("GKE may set further hard thresholds");
  });
});

describe("an AKSNodeClass", () => {
  it("has the one threshold that Karpenter sets", () => {
    const loaded = readOne(
      "apiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\nmetadata: {name: a}\n" +
        "spec: {kubelet: {podPidsLimit: 10}}\n",
    );
    expect(loaded.configuration).toEqual({
      evictionHard: { "memory.available": "750Mi" },
      podPidsLimit: 10,
    });
    expect(sentences(loaded)).toContain("neither is known here");
  });
});

describe("an OpenShift MachineConfig", () => {
  const KUBELET =
    "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 250\n" +
    'evictionHard: {memory.available: "3%"}\n';
  const machineConfig = (contents: object, path = "/etc/kubernetes/kubelet.conf") =>
    JSON.stringify({
      apiVersion: "machineconfiguration.openshift.io/v1",
      kind: "MachineConfig",
      metadata: { name: "99-worker" },
      spec: {
        config: { ignition: { version: "3.2.0" }, storage: { files: [{ path, contents }] } },
      },
    });
  const packed = (text: string) => gzipSync(text).toString("base64");
  const base64 = Buffer.from(KUBELET).toString("base64");

  it.each([
    ["percent-encoded", { source: `data:,${encodeURIComponent(KUBELET)}` }],
    ["base64", { source: `data:text/plain;charset=utf-8;base64,${base64}` }],
    ["inline", { inline: KUBELET }],
    ["gzip", { source: `data:;base64,${packed(KUBELET)}`, compression: "gzip" }],
  ])("is the kubelet.conf among its files (%s)", (_, contents) => {
    const loaded = readOne(machineConfig(contents));
    expect(loaded.form).toBe("MachineConfig");
    expect(loaded.configuration).toMatchObject({
      maxPods: 250,
      evictionHard: { "memory.available": "3%" },
    });
    expect(sentences(loaded)).toContain("systemReserved in another file");
  });

  it("may be a template of the operator", () => {
    const { configuration } = readOne(`mode: 0644
path: "/etc/kubernetes/kubelet.conf"
contents:
  inline: |
    kind: KubeletConfiguration
    apiVersion: kubelet.config.k8s.io/v1beta1
    clusterDNS:
      - {{.ClusterDNSIP}}
    tlsCipherSuites:
      {{- range .TLSCipherSuites }}
        - {{ . }}
      {{- end }}
    maxPods: 250
`);
    expect(configuration.maxPods).toBe(250);
  });

  it.each([
    ["other files", machineConfig({ source: "data:," }, "/etc/motd"), "no file that configures"],
    [
      "a file that stands elsewhere",
      machineConfig({ source: "https://files.example/kubelet.conf" }),
      "are not in the document",
    ],
    ["broken base64", machineConfig({ source: "data:;base64,%%%" }), "cannot be decoded"],
    [
      "gzip that is none",
      machineConfig({ source: `data:;base64,${base64}`, compression: "gzip" }),
      "cannot be decoded",
    ],
    [
      "gzip of more than 4 MiB",
      machineConfig({ source: `data:;base64,${packed("#".repeat(5 << 20))}`, compression: "gzip" }),
      "the texts inside the document have more than 4096 KiB together; give the file itself.",
    ],
  ])("with %s is refused by name", (_, text, reason) =>
    expect(() => readOne(text)).toThrow(reason),
  );

  it.each([
    ["packed", (text: string) => ({ source: `data:;base64,${packed(text)}`, compression: "gzip" })],
    ["plain", (text: string) => ({ inline: text })],
  ])("has texts inside it that are bounded and counted: %s", (_, contentsOf) => {
    const lengths: number[] = [];
    const readWithin = (innerLengthMax: number, text: string) =>
      readConfiguration(
        { name: "given", text: machineConfig(contentsOf(text)) },
        {},
        { innerLengthMax, onInnerText: (length) => lengths.push(length) },
      );
    readWithin(KUBELET.length, KUBELET);
    expect(lengths).toEqual([KUBELET.length]);
    const beyond = () => readWithin(65_536, `${KUBELET}#${"x".repeat(65_536)}`);
    expect(beyond).toThrow("the texts inside the document have more than 64 KiB together");
    expect(lengths).toHaveLength(1);
  });
});
