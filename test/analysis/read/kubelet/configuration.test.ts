import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  DEFAULT_CONFIGURATION,
  readConfiguration,
  toModuleConfiguration,
} from "../../../../analysis/read/kubelet/configuration.ts";

const read = (text: string) => readConfiguration({ name: "node.yaml", text });
const KUBELET = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
const FIELDS = "evictionHard: {memory.available: 500Mi}\n";
const PAIR = "memory.available<500Mi";
const EKS = "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\n";
const NODE_CONFIG = "kind: NodeConfig\nkubeletArguments:\n";
const HARD = { evictionHard: { "memory.available": "500Mi" } };

const templateOf = (text: string) =>
  JSON.stringify({ path: "/etc/kubernetes/kubelet.conf", contents: { inline: text } });

const letters = (count: number) =>
  Array.from({ length: count }, (_, index): [string, boolean] => [`n${index}`, true]);

const shootOf = (pools: number) =>
  JSON.stringify({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    spec: {
      kubernetes: { kubelet: { kubeReserved: Object.fromEntries(letters(pools)) } },
      provider: { workers: letters(pools).map(([name]) => ({ name })) },
    },
  });

function nestedMaps(depth: number): string {
  let text = "kind: KubeletConfiguration\n";
  for (let level = 0; level < depth; level++) {
    text = `kind: ConfigMap\ndata:\n  kubelet: |\n${text.replace(/^/gm, "    ")}\n`;
  }
  return text;
}

describe("a kubelet configuration", () => {
  it.each([
    ["KubeletConfiguration", `${KUBELET}evictionHard: {memory.available: "500Mi"}\n`],
    [
      "KubeletConfiguration",
      '{"kind":"KubeletConfiguration","evictionHard":{"memory.available":"500Mi"}}',
    ],
    ["KubeletConfiguration", 'evictionHard:\n  memory.available: "500Mi"\n'],
    ["kubeadm", `kind: ClusterConfiguration\n---\n${KUBELET}${FIELDS}---\n`],
    [
      "KubeletConfiguration",
      `kind: List\nitems:\n- kind: Node\n- kind: KubeletConfiguration\n  ${FIELDS}`,
    ],
    ["configz", '{"kubeletconfig":{"evictionHard":{"memory.available":"500Mi"}}}'],
    [
      "ConfigMap",
      `kind: ConfigMap\ndata:\n  kubelet: |\n    kind: KubeletConfiguration\n    ${FIELDS}`,
    ],
    [
      "KubeletConfig",
      "apiVersion: machineconfiguration.openshift.io/v1\nkind: KubeletConfig\n" +
        `spec:\n  kubeletConfig:\n    ${FIELDS}`,
    ],
    ["NodeConfig", `${NODE_CONFIG}  eviction-hard:\n  - "${PAIR}"\n`],
    ["NodeConfig", `kubeletArguments:\n  eviction-hard:\n  - "${PAIR}"\n`],
    ["flags", `eviction-hard: ${PAIR}\nmax-pods: "70"\n`],
    ["NodeConfig", `${EKS}spec:\n  kubelet:\n    config:\n      ${FIELDS}`],
    ["NodeConfig", `${EKS}spec:\n  kubelet:\n    flags:\n    - --eviction-hard=${PAIR}\n`],
    ["kubelet-arg", `kubelet-arg:\n- "eviction-hard=${PAIR}"\n`],
    ["flags", `--eviction-hard=${PAIR}`],
    ["flags", `# a comment\n/usr/bin/kubelet --v=2 --eviction-hard '${PAIR}'`],
    ["flags", `root 1 0.0 /usr/bin/kubelet --eviction-hard=${PAIR}`],
    ["flags", `KUBELET_KUBEADM_ARGS="--eviction-hard=${PAIR} --v=2"\n`],
    [
      "flags",
      `[Service]\nEnvironment="KUBELET_EXTRA_ARGS=--eviction-hard=${PAIR}"\n` +
        "ExecStart=\nExecStart=/usr/bin/kubelet $KUBELET_EXTRA_ARGS\n",
    ],
    ["flags", `kubelet\0--eviction-hard=${PAIR}\0`],
  ])("is read from the form %s: %j", (form, text) => {
    const loaded = read(text);
    expect(loaded.form).toBe(form);
    expect(loaded.configuration).toMatchObject(HARD);
    const flags = text.includes("eviction-hard") ? ["evictionHard"] : [];
    expect(loaded.replacedByFlags).toEqual(flags);
  });

  it("passes on what it does not know, for the core to judge", () => {
    const { configuration } = read(`${KUBELET}evictionhard: {a: 1}\nevictionSoft: 7\n`);
    expect(configuration).toMatchObject({ evictionhard: { a: 1 }, evictionSoft: 7 });
  });

  it("is OpenShift's list of arguments in the order given", () => {
    const { configuration } = read(
      `${NODE_CONFIG}  eviction-soft: ["a<1", "b<2,a<3"]\n  max-pods: ["250"]\n`,
    );
    expect(configuration).toEqual({ evictionSoft: { a: "3", b: "2" } });
  });

  it.each([
    ["a: on", { a: true }],
    ["a: 1_000", { a: 1000 }],
    ["a: 010", { a: 8 }],
    ["a: 0o36", { a: 30 }],
    ["a: 0O36", { a: 30 }],
    ["a: -0o3_6", { a: -30 }],
    ["a: 0o8", { a: "0o8" }],
    ["a: 089", { a: 89 }],
    ["a: 0X1f", { a: 31 }],
    ["a: 0B11", { a: 3 }],
    ["a: e2", { a: "e2" }],
    ["a: .", { a: "." }],
    ["a: -.E5", { a: "-.E5" }],
    ["a: 1e999", { a: "1e999" }],
    ["a: 5.", { a: 5 }],
    ["a: 1_0e3", { a: 10000 }],
    [".: 1", { ".": 1 }],
    ['a: "0o36"', { a: "0o36" }],
    ["a: 1:30", { a: "1:30" }],
    ["a: 2026-11-20", { a: "2026-11-20" }],
    ["a: &x {b: 1}\nc: {<<: *x, d: 2}", { a: { b: 1 }, c: { b: 1, d: 2 } }],
  ])("is YAML as the kubelet reads it: %j", (text, configuration) => {
    expect(read(`kind: KubeletConfiguration\n${text}`).configuration).toEqual({
      kind: "KubeletConfiguration",
      ...configuration,
    });
  });

  it("is the first document of a file, as to the kubelet", () => {
    const { configuration, notes } = read(`${KUBELET}maxPods: 5\n---\n${KUBELET}maxPods: 6\n`);
    expect(configuration.maxPods).toBe(5);
    expect(notes.map(({ sentence }) => sentence)).toEqual([
      "node.yaml: it holds 2 documents; the kubelet reads only the first.",
    ]);
    const second = read(`kind: Namespace\n---\n${KUBELET}maxPods: 6\n`);
    expect(second.configuration.maxPods).toBe(6);
    expect(second.notes[0]?.sentence).toContain("would stop there");
  });

  it("lets the last of two equal keys count, and says so", () => {
    const { configuration, notes } = read(
      `${KUBELET}evictionMaxPodGracePeriod: 1\nevictionMaxPodGracePeriod: 2\n`,
    );
    expect(configuration.evictionMaxPodGracePeriod).toBe(2);
    expect(notes).toEqual([
      {
        origin: "node.yaml",
        sentence: "node.yaml:4:1: this key is written twice; the last one counts.",
      },
    ]);
  });

  it("says what is missing from a form that is only a part", () => {
    const sentences = (text: string) =>
      read(text)
        .notes.map(({ sentence }) => sentence)
        .join(" ");
    expect(sentences("kind: KubeletConfig\nspec: {}")).toContain("OpenShift");
    expect(sentences("evictionHard: {}")).toContain("has no kind");
    expect(sentences("--v=2")).toContain("names no --config");
    expect(sentences("kubelet --config=/a.yaml")).toContain("--config names /a.yaml");
  });
});

describe("a text without one kubelet configuration", () => {
  it.each([
    ["", "node.yaml is empty; write {} to mean the defaults."],
    ["\n# nothing\n", "node.yaml is empty; write {} to mean the defaults."],
    ["a: [1, 2\nb: 3\n", "node.yaml:2:1: "],
    ["a:\n\t- b\n", "node.yaml:2:1: "],
    ["kind: Node\nmetadata: {name: n1}\n", "it holds Node n1"],
    ["- a\n- b\n", "it holds no object"],
    ["just words", "it holds no object"],
    [
      `kind: InitConfiguration\n---\n${KUBELET}---\n${KUBELET}`,
      "holds 2 documents of kind KubeletConfiguration",
    ],
    [
      "kind: InitConfiguration\n---\nkind: JoinConfiguration\n",
      "holds 2 kubelet configurations (InitConfiguration, JoinConfiguration)",
    ],
    ["kind: KubeletConfig\nspec: {kubeletConfig: 5}\n", "kubeletConfig is not an object"],
    ['{"foo":1}', "it holds an object with foo"],
    ["apiVersion: v2\nname: shop\nversion: 1.0.0\n", "it holds an object with apiVersion, name"],
    ["Name: worker-1\nRoles: <none>\nLabels: a=b\n", "it holds an object with Name, Roles, Labels"],
    ['{"status":"success","data":{"resultType":"vector","result":[]}}', "an answer of Prometheus"],
    ['{"node":{"nodeName":"n1"},"pods":[]}', "it holds a stats Summary"],
    ['{"kind":"PodList","items":[]}', "it holds PodList"],
    ["kind: KubeSchedulerConfiguration\n", "give it to schedule --scheduler-config."],
    ['{"kind":"Status","status":"Failure","code":403}', "it holds Status"],
    ["[Resolve]\nDNS=10.0.0.2\n", "starts no kubelet"],
    ["[Service]\nSlice=runtime.slice\nLimitNOFILE=infinity\n", "starts no kubelet"],
    ["HTTP_PROXY=http://10.0.0.9:3128\n", "starts no kubelet"],
    ["version = 2\n[plugins]\nroot = '/run'\n", "a TOML document without settings.kubernetes"],
    ["#!/bin/sh\necho hello\n", "neither a NodeConfig nor a call of bootstrap.sh"],
    ["a: &a [*a]\n", "alias *a contains itself"],
    ["--eviction-hard=a", "malformed pair, expect string<string"],
  ])("%j is refused in one sentence", (text, part) => {
    expect(() => read(text)).toThrow(ConfigurationError);
    expect(() => read(text)).toThrow(part);
    expect(() => read(text)).toThrow(/^[^\n]*[^.]\.$/);
  });

  // Each of these takes minutes when a reader looks at the same piece again and again.
  it.each([
    ["open braces of a template", templateOf("{".repeat(1 << 19))],
    ["commas", `--enforce-node-allocatable=${",".repeat(1 << 17)}`],
    ["boundaries", `Content-Type: multipart/mixed; boundary=b\n\n${"--b\n".repeat(1 << 15)}`],
    ["worker pools", shootOf(4000)],
    ["configurations in each other", nestedMaps(40)],
  ])("%s get an answer at once", (_, text) => {
    try {
      expect(toModuleConfiguration(read(text))).toContain("{");
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError);
    }
  });

  it("any text gets an answer", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "kind: KubeletConfiguration\n",
        "---\n",
        "a: b\n",
        "- ",
        "--eviction-hard=",
        "<",
        "&a",
        "*a",
        "{",
        "[",
        "'",
        '"',
        ": ",
        "\n  ",
        "\t",
        "!!set",
        "%YAML 1.1\n",
        "|",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        try {
          expect(typeof toModuleConfiguration(read(pieces.join("")))).toBe("string");
        } catch (error) {
          if (!(error instanceof ConfigurationError)) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the configuration for the module", () => {
  it("has Plimsoll's options next to the kubelet's fields", () => {
    const json = toModuleConfiguration(read("--eviction-hard=a<1"), {
      kubeletVersion: "1.35",
      layout: { dedicatedImageFs: true, splitContainerFs: false },
    });
    expect(JSON.parse(json)).toEqual({
      evictionHard: { a: "1" },
      plimsoll: {
        replacedByFlags: ["evictionHard"],
        kubeletVersion: "1.35",
        layout: { dedicatedImageFs: true, splitContainerFs: false },
      },
    });
    expect(JSON.parse(toModuleConfiguration(DEFAULT_CONFIGURATION))).toEqual({ plimsoll: {} });
  });

  it("keeps options written into the configuration, unless they are given again", () => {
    const source = read("plimsoll: {profile: proposal-2016, whatIf: true}\n");
    expect(JSON.parse(toModuleConfiguration(source, { whatIf: false }))).toEqual({
      plimsoll: { profile: "proposal-2016", whatIf: false },
    });
  });
});
