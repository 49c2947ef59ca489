import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  readConfiguration,
} from "../../../../analysis/read/kubelet/configuration.ts";
import { readKubeletJson } from "../../../../analysis/read/kubelet/kubeletJson.ts";

const NAME = "configz of node worker-3";
const fast = (text: string) => readKubeletJson({ name: NAME, text });
const whole = (text: string) => readConfiguration({ name: NAME, text });

/** By which other forms know their documents, or might. */
const NAMES_OF_FORMS = [
  ...["kind", "apiVersion", "items", "metadata", "spec", "data", "kubeletconfig", "plimsoll"],
  ...["kubeletConfig", "customKubeletConfig", "linuxConfig", "machine", "services", "kubelet-arg"],
  ...["properties", "hardEvictionThreshold", "evictionHard", "settings", "path", "contents"],
];

describe("JSON of a kubelet, read without the readers of other forms", () => {
  it.each([
    '{"kubeletconfig":{"evictionHard":{"memory.available":"500Mi"},"maxPods":110}}',
    '{"kubeletconfig":{}}',
    '{"kind":"KubeletConfiguration","evictionHard":{"memory.available":"5%"},"address":"0.0.0.0"}',
    '{"kind":"KubeletConfiguration","kubeletCgroups":"/kubelet"}',
    '{"kind":"KubeletConfiguration","apiVersion":"kubelet.config.k8s.io/v1beta1","maxPods":1}',
    '{"kind":"KubeletConfiguration","<<":{"a":1},"null":null,"a.b":1e+21,"c":1e-7,"d":[true,-0.5]}',
  ])("is what readConfiguration reads: %s", (text) => {
    const read = fast(text);
    expect(read).not.toBeNull();
    expect(read).toEqual(whole(text));
  });

  it.each([
    [
      "a key that is given twice",
      '{"kind":"KubeletConfiguration","podsPerCore":1,"podsPerCore":2}',
    ],
    ["a number that JSON writes otherwise", '{"kubeletconfig":{"podsPerCore":1e400}}'],
    ["an integer that is not exact", '{"kubeletconfig":{"podsPerCore":9007199254740993}}'],
    ["blanks between members", '{ "kubeletconfig": {} }'],
    ["both at once", '{"kind":"KubeletConfiguration","kubeletconfig":{"evictionHard":{}}}'],
    ["members other than those of the answer", '{"kubeletconfig":{},"kind":"List"}'],
    ["fields without a kind", '{"evictionHard":{"memory.available":"500Mi"}}'],
    ["another kind", '{"kind":"Shoot"}'],
    ["another group", '{"kind":"KubeletConfiguration","apiVersion":"karpenter.sh/v1"}'],
    ["an answer that is a list", '{"kubeletconfig":[]}'],
    ["a list", '[{"kubeletconfig":{}}]'],
    ["YAML", "kind: KubeletConfiguration\n"],
    ["JSON that is cut off", '{"kubeletconfig":{'],
    ["a page", "<html></html>"],
    ["a text like a command line", '{"kubeletconfig":{"a":"kubelet --config=/etc/kubelet.yaml"}}'],
    ["lists inside each other", `{"kubeletconfig":{"a":${"[".repeat(99)}${"]".repeat(99)}}}`],
    ["a text beyond the bound", `{"kubeletconfig":{"a":"${"a".repeat(4 * 2 ** 20)}"}}`],
  ])("leaves to the others: %s", (_, text) => {
    expect(fast(text)).toBeNull();
  });

  it("never reads other than readConfiguration", { tags: "long" }, () => {
    const names = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...NAMES_OF_FORMS));
    const members = fc.dictionary(names, fc.jsonValue());
    const texts = fc.oneof(
      members.map((fields) => JSON.stringify({ ...fields, kind: "KubeletConfiguration" })),
      members.map((fields) => JSON.stringify({ kubeletconfig: fields })),
      members.map((fields) => JSON.stringify(fields)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const read = fast(text);
        if (read !== null) expect(read).toEqual(attempted(text));
      }),
      { numRuns: 2000 },
    );
  });
});

function attempted(text: string): unknown {
  try {
    return whole(text);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}
