import { describe, expect, it } from "vitest";
import { lineFinder } from "../../../../analysis/read/kubelet/position.ts";

const BARE = `kind: KubeletConfiguration
evictionHard:
  memory.available: 100Mi
  "nodefs.available": 10%
evictionSoft: { memory.available: 1Gi }
`;
const ESCAPED = `kind: KubeletConfiguration
evictionHard:
  "a\\"b\\t": 1
  "caf\\xe9": 2
"a[b].c": 1
$x: 1
`;
const CONFIGZ = `{"kubeletconfig": {
  "kind": "KubeletConfiguration",
  "evictionHard": {
    "pid.available": "0"
  }
}}`;
const OPENSHIFT = `kind: ConfigMap
---
kind: KubeletConfig
spec:
  kubeletConfig:
    evictionHard:
      memory.available: 1Gi
`;

describe("a finding has its line", () => {
  it.each([
    ["a member", BARE, "evictionHard", 2],
    ["a key of a map", BARE, 'evictionHard["memory.available"]', 3],
    ["a quoted key", BARE, 'evictionHard["nodefs.available"]', 4],
    ["a key with escapes", ESCAPED, 'evictionHard["a\\"b\\t"]', 3],
    ["a key with the escapes of a character", ESCAPED, 'evictionHard["café"]', 4],
    ["a name with the signs of a path", ESCAPED, "a[b].c", 5],
    ["a name that begins like a path", ESCAPED, "$x", 6],
    ["a key on the line of its map", BARE, 'evictionSoft["memory.available"]', 5],
    ["a JSON path, whose dots may be the key's", BARE, "$.evictionHard.nodefs.available", 4],
    ["the member around a key that is not there", BARE, 'evictionHard["pid.available"]', 2],
    ["a member that is not there at all", BARE, "evictionMinimumReclaim", undefined],
    ["inside the answer of configz", CONFIGZ, 'evictionHard["pid.available"]', 4],
    ["inside a KubeletConfig behind another document", OPENSHIFT, "evictionHard", 6],
    ["a text that is not a map", "- a\n- b\n", "evictionHard", undefined],
    ["a command line", "--eviction-hard=memory.available<1Gi", "evictionHard", undefined],
  ])("%s", (_, text, path, line) => {
    expect(lineFinder(text)(path)).toBe(line);
  });
});
