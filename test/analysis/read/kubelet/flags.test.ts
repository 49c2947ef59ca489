import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyFlags,
  ConfigurationError,
  DEFAULT_CONFIGURATION,
  FLAG_NAMES,
  type Flag,
  flagsOfWords,
  type LoadedConfiguration,
} from "../../../../analysis/read/kubelet/configuration.ts";

const apply = (words: readonly string[], configuration = {}): LoadedConfiguration =>
  applyFlags({ ...DEFAULT_CONFIGURATION, configuration }, flagsOfWords(words));

describe("the flags of a command line", () => {
  it.each<[string[], Flag[]]>([
    [["--eviction-hard=a<1"], [{ name: "eviction-hard", value: "a<1" }]],
    [["--eviction-hard", "a<1"], [{ name: "eviction-hard", value: "a<1" }]],
    [["--eviction_hard=a<1"], [{ name: "eviction-hard", value: "a<1" }]],
    [["--eviction-hard="], [{ name: "eviction-hard", value: "" }]],
    [["--eviction-hard", "--v"], [{ name: "eviction-hard", value: "--v" }]],
    [["--cgroups-per-qos", "false"], [{ name: "cgroups-per-qos" }]],
    [["/usr/bin/kubelet", "--v=2", "--node-ip", "1.2.3.4", "-v", "2"], []],
    [["--", "--eviction-hard=a<1"], []],
    [["--config=/etc/kubelet.yaml"], [{ name: "config", value: "/etc/kubelet.yaml" }]],
  ])("%j", (words, flags) => expect(flagsOfWords(words)).toEqual(flags));

  it("need a value where the kubelet's do", () =>
    expect(() => flagsOfWords(["--eviction-hard"])).toThrow(
      new ConfigurationError("--eviction-hard is last and has no value; give it one."),
    ));
});

describe("a flag with thresholds", () => {
  it.each([
    ["memory.available<100Mi", { "memory.available": "100Mi" }],
    [
      " memory.available < 100Mi ,nodefs.available<10%",
      {
        "memory.available": "100Mi",
        "nodefs.available": "10%",
      },
    ],
    ["a<1<2", { a: "1<2" }],
    ["a<1,,b<2,", { a: "1", b: "2" }],
    ["a<1,a<2", { a: "2" }],
    ["<1", { "": "1" }],
    ["a<", { a: "" }],
    ["", {}],
  ])("%j splits at commas and at the first '<'", (value, evictionHard) => {
    expect(apply([`--eviction-hard=${value}`]).configuration).toEqual({ evictionHard });
  });

  it("grows with every use, and the first use clears what the file said", () => {
    const words = ["--eviction-hard=a<1,d<4", "--eviction-hard=b<2,a<3"];
    const { configuration, replacedByFlags } = apply(words, { evictionHard: { c: "9" } });
    expect(configuration).toEqual({ evictionHard: { a: "3", b: "2", d: "4" } });
    expect(replacedByFlags).toEqual(["evictionHard"]);
  });

  it.each([
    ["--eviction-hard=memory.available", "malformed pair, expect string<string"],
    ["--eviction-soft=memory.available=1Gi", "malformed pair, expect string<string"],
    ["--eviction-hard=a<1, ,b<2", "malformed pair, expect string<string"],
    ["--eviction-soft-grace-period=memory.available<1m", "malformed pair, expect string=string"],
    ["--eviction-minimum-reclaim=x", "malformed pair, expect string=string"],
    ["--system-reserved=memory", "malformed pair, expect string=string"],
    ["--feature-gates=A", "malformed pair, expect string=bool"],
    ["--feature-gates=A=maybe", '"maybe" is neither true nor false'],
    ["--local-storage-capacity-isolation=yes", '"yes" is neither true nor false'],
    ['--enforce-node-allocatable="pods', "do not match"],
    ['--enforce-node-allocatable=po"ds', "do not match"],
    ['--enforce-node-allocatable="a"b', "do not match"],
    ["--eviction-max-pod-grace-period=60s", '"60s" is not an integer'],
    ["--eviction-max-pod-grace-period=2147483648", "out of the range of 32 bits"],
  ])("%s is refused in the kubelet's words, with an example", (word, reason) => {
    const failure = () => apply([word]);
    expect(failure).toThrow(ConfigurationError);
    expect(failure).toThrow(reason);
    expect(failure).toThrow(/write it like --[a-z-]+='[^']+'\.$/);
  });
});

describe("flags over a file", () => {
  it.each([
    ["--eviction-soft=a<1", { evictionSoft: { a: "1" } }],
    [
      "--eviction-soft-grace-period=a=1m30s,b=0s",
      { evictionSoftGracePeriod: { a: "1m30s", b: "0s" } },
    ],
    ["--eviction-minimum-reclaim=a=1Gi", { evictionMinimumReclaim: { a: "1Gi" } }],
    ["--eviction-pressure-transition-period=0s", { evictionPressureTransitionPeriod: "0s" }],
    ["--eviction-max-pod-grace-period=-1", { evictionMaxPodGracePeriod: -1 }],
    ["--eviction-max-pod-grace-period=0x10", { evictionMaxPodGracePeriod: 16 }],
    ["--eviction-max-pod-grace-period=010", { evictionMaxPodGracePeriod: 8 }],
    ["--system-reserved=memory=500Mi,cpu=1", { systemReserved: { memory: "500Mi", cpu: "1" } }],
    ["--kube-reserved=memory=1Gi", { kubeReserved: { memory: "1Gi" } }],
    [
      "--enforce-node-allocatable=pods,kube-reserved",
      { enforceNodeAllocatable: ["pods", "kube-reserved"] },
    ],
    ["--enforce-node-allocatable=", { enforceNodeAllocatable: [] }],
    ['--enforce-node-allocatable="pods"', { enforceNodeAllocatable: ["pods"] }],
    [
      '--enforce-node-allocatable="pods","kube-reserved"',
      { enforceNodeAllocatable: ["pods", "kube-reserved"] },
    ],
    ['--enforce-node-allocatable="a,b"', { enforceNodeAllocatable: ["a,b"] }],
    ['--enforce-node-allocatable="a""b",,c', { enforceNodeAllocatable: ['a"b', "", "c"] }],
    ["--enforce-node-allocatable='pods'", { enforceNodeAllocatable: ["'pods'"] }],
    ['--eviction-hard="memory.available<1Gi"', { evictionHard: { '"memory.available': '1Gi"' } }],
    ["--local-storage-capacity-isolation=F", { localStorageCapacityIsolation: false }],
    ["--local-storage-capacity-isolation", { localStorageCapacityIsolation: true }],
    ["--feature-gates=A=false", { featureGates: { A: false } }],
  ])("%s", (word, configuration) => expect(apply([word]).configuration).toEqual(configuration));

  it("replace whole members and leave the others alone", () => {
    const file = {
      evictionHard: { a: "1", b: "2" },
      evictionSoft: { a: "3" },
      cgroupsPerQOS: true,
    };
    const { configuration } = apply(["--eviction-hard=a<9"], file);
    expect(configuration).toEqual({ ...file, evictionHard: { a: "9" } });
  });

  it("merge feature gates, and theirs win", () => {
    const { configuration } = apply(["--feature-gates=A=true"], {
      featureGates: { A: false, B: true },
    });
    expect(configuration).toEqual({ featureGates: { A: true, B: true } });
  });

  it("say where a member comes from, and which files are not read", () => {
    const { notes } = apply(["--config=/etc/kubelet.yaml", "--eviction-hard=a<9"], {
      evictionHard: {},
    });
    expect(notes).toEqual([
      {
        member: "evictionHard",
        origin: "--eviction-hard",
        sentence: "evictionHard: --eviction-hard replaces what the file says.",
      },
      {
        origin: "--config",
        sentence:
          "--config names /etc/kubelet.yaml, which is not read here; also give that configuration.",
      },
    ]);
  });

  it("name the cgroups without which a kubelet enforces no reservation", () => {
    const { configuration } = apply([
      "--system-reserved-cgroup=/system.slice",
      "--kube-reserved-cgroup=/kubelet.service",
    ]);
    expect(configuration).toMatchObject({
      ...{ systemReservedCgroup: "/system.slice", kubeReservedCgroup: "/kubelet.service" },
    });
  });

  it("may stand for no member, and reach the policy all the same", () => {
    const { configuration, replacedByFlags } = apply([
      "--experimental-allocatable-ignore-eviction",
    ]);
    expect(configuration.plimsoll).toEqual({ experimentalAllocatableIgnoreEviction: true });
    expect(replacedByFlags).toEqual([]);
  });

  it("get an answer whatever their value is", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...FLAG_NAMES),
        fc.string({ unit: fc.constantFrom(..."ab<=,.%0x1-TFtrue ") }),
        (name, value) => {
          try {
            expect(apply([`--${name}=${value}`]).notes).toHaveLength(1);
          } catch (error) {
            expect(error).toBeInstanceOf(ConfigurationError);
          }
        },
      ),
      { numRuns: 1000 },
    ));
});
