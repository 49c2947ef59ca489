/** @module-tag long */
import { describe, expect, it } from "vitest";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { checkConfiguration } from "../../../../analysis/questions/check/check.ts";
import {
  readConfigurations,
  toModuleConfiguration,
} from "../../../../analysis/read/kubelet/configuration.ts";
import { ConfigurationError } from "../../../../analysis/read/kubelet/error.ts";
import { CORE } from "../../../edge/examples.ts";

/** Names that every object of JavaScript has, and that a document may have as its own. */
const NAMES = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "toJSON"];

const KUBELET = {
  kind: "KubeletConfiguration",
  apiVersion: "kubelet.config.k8s.io/v1beta1",
  evictionHard: { "memory.available": "1Gi" },
  featureGates: { GracefulNodeShutdown: true },
  kubeReserved: { memory: "1Gi" },
  registerWithTaints: [{ key: "a", effect: "NoSchedule" }],
  logging: { vmodule: [{ filePattern: "a", verbosity: 1 }] },
};
const ARGUMENTS = { kubeletExtraArgs: { "eviction-hard": "memory.available<1Gi" } };
const DOCUMENTS: readonly object[] = [
  KUBELET,
  { kind: "List", apiVersion: "v1", items: [KUBELET] },
  { kind: "InitConfiguration", apiVersion: "kubeadm.k8s.io/v1beta3", nodeRegistration: ARGUMENTS },
  {
    kind: "KubeadmConfig",
    apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1",
    spec: { joinConfiguration: { nodeRegistration: ARGUMENTS } },
  },
  {
    kind: "Shoot",
    apiVersion: "core.gardener.cloud/v1beta1",
    spec: {
      kubernetes: { kubelet: { evictionHard: { memoryAvailable: "1Gi" } } },
      provider: { workers: [{ name: "a" }, { name: "b", kubernetes: { kubelet: {} } }] },
    },
  },
  {
    kind: "Cluster",
    apiVersion: "kops.k8s.io/v1alpha2",
    spec: { kubelet: { featureGates: { GracefulNodeShutdown: "true" } } },
  },
  { settings: { kubernetes: { "eviction-hard": { "memory.available": "1Gi" } } } },
  { machine: { kubelet: { extraConfig: { evictionHard: {} }, extraArgs: {} } } },
];

type Write = (value: unknown) => string;

/** Every text in which one name or one value of a document is another one. */
function* changed(value: unknown, name: string): Generator<string, void, undefined> {
  const foreign = JSON.stringify(name);
  yield foreign;
  yield `{${foreign}:null}`;
  yield `[{${foreign}:"a"}]`;
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  const written: Write = JSON.stringify;
  const whole = (parts: readonly string[]) => (isList ? `[${parts}]` : `{${parts}}`);
  const parts = entries.map(([key, each]) =>
    isList ? written(each) : `${written(key)}:${written(each)}`,
  );
  if (!isList) yield whole([...parts, `${foreign}:{"a":1}`]);
  for (const [index, [key, each]] of entries.entries()) {
    const having = (part: string) => whole(parts.map((own, at) => (at === index ? part : own)));
    if (!isList) yield having(`${foreign}:${written(each)}`);
    for (const inner of changed(each, name)) {
      yield having(isList ? inner : `${written(key)}:${inner}`);
    }
  }
}

describe("names that objects of JavaScript have of their own", () => {
  const engine = new EvictionEngine(CORE);

  /** What `check` says, or why it refuses. */
  function checked(text: string): string {
    const source = { name: "node.json", text };
    try {
      const all = readConfigurations(source).map((loaded) => {
        const json = toModuleConfiguration(loaded);
        return checkConfiguration(engine, { name: "", source, form: loaded.form, json, notes: [] });
      });
      return JSON.stringify(all);
    } catch (error) {
      if (error instanceof ConfigurationError || error instanceof EngineError) return error.message;
      throw new Error(`${text} is answered with ${error}`);
    }
  }

  it.each(NAMES)("are names and values like others in every form: %s", (name) => {
    for (const document of DOCUMENTS) {
      for (const text of changed(document, name)) {
        expect(checked(text)).not.toMatch(/native code|\[object/);
      }
    }
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  it("are an apiVersion that is not registered", () => {
    const text = JSON.stringify({ ...KUBELET, apiVersion: "__proto__" });
    expect(checked(text)).toContain('no kind \\"KubeletConfiguration\\" is registered');
  });
});
