import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "../../../../../analysis/read/kubelet/configuration.ts";
import { readOne, sentences } from "./reading.ts";

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
      "a file at another path",
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
