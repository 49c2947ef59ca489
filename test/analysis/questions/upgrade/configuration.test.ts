import { describe, expect, it } from "vitest";
import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { comparedConfiguration } from "../../../../analysis/questions/upgrade/configuration.ts";
import type { Difference } from "../../../../analysis/questions/upgrade/difference.ts";
import { readConfiguration } from "../../../../analysis/read/kubelet/configuration.ts";
import { toModuleConfiguration } from "../../../../analysis/read/kubelet/module.ts";
import { formatReleases } from "../../../../analysis/text/release.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";
import { TYPED } from "../../../hosts/cli/workplace.ts";

const engines = {
  eviction: new EvictionEngine(await loadModule("eviction")),
  admission: new AdmissionEngine(await loadModule("admission")),
};

const compared = (text: string, from: string, to: string) => comparedText(TYPED + text, from, to);

function comparedText(text: string, from: string, to: string) {
  const source = { name: "kubelet.yaml", text };
  const inputOf = (kubeletVersion: string) => {
    const loaded = readConfiguration(source, { kubeletVersion });
    const json = toModuleConfiguration(loaded, { kubeletVersion });
    return { name: source.name, source, form: loaded.form, json, notes: [] };
  };
  return comparedConfiguration(
    engines,
    { before: inputOf(from), after: inputOf(to) },
    { from, to },
  );
}

const brief = ({ kind, subject, line, before, after, isWorse }: Difference) =>
  `${kind} ${subject}${line === undefined ? "" : `:${line}`}: ${before} → ${after}` +
  (isWorse ? " (worse)" : "");

describe("a configuration under two releases", () => {
  it.each([
    {
      what: "starts no kubelet that lacks a gate that it names",
      text: "featureGates: {CSIMigrationPortworx: true}\n",
      releases: ["1.35", "1.36"],
      differences: [
        'configuration featureGates["CSIMigrationPortworx"]:3: the kubelet starts → the kubelet ' +
          "does not start: unrecognized feature gate: CSIMigrationPortworx (worse)",
      ],
    },
    {
      what: "gets the hard default of a signal that came",
      text: "",
      releases: ["1.29", "1.30"],
      differences: ["threshold imagefs.inodesFree hard: none → 5%"],
    },
    {
      what: "is accepted by the release that knows its signal",
      text: 'evictionHard: {containerfs.available: "10%"}\n',
      releases: ["1.28", "1.29"],
      differences: [
        'configuration evictionHard["containerfs.available"]:3: the kubelet does not start: ' +
          "unsupported eviction signal containerfs.available → accepted",
      ],
    },
    {
      what: "is refused from the release on that looks for enforcements named twice",
      text: "enforceNodeAllocatable: [pods, pods]\n",
      releases: ["1.30", "1.31"],
      differences: [expect.stringMatching(/^configuration enforceNodeAllocatable.*\(worse\)$/)],
    },
    {
      what: "is the same to releases that read it alike",
      text: "evictionHard: {memory.available: 500Mi}\n",
      releases: ["1.35", "1.36"],
      differences: [],
    },
  ])("$what", ({ text, releases: [from = "", to = ""], differences }) => {
    const found = compared(text, from, to).differences.filter(({ kind }) => kind !== "warning");
    expect(found.map(brief)).toEqual(differences);
  });

  it("is not said to start a kubelet that stops on another error", () => {
    const other = "evictionSoft: {memory.available: 800Mi}\n";
    const text = `featureGates: {CSIMigrationPortworx: true}\n${other}`;
    const { differences, notes, startsWithNeither } = compared(text, "1.35", "1.36");
    expect(differences.map(brief)).toEqual([
      'configuration featureGates["CSIMigrationPortworx"]:3: the kubelet does not start: other ' +
        "errors → the kubelet does not start: unrecognized feature gate: CSIMigrationPortworx",
    ]);
    expect(startsWithNeither).toBe(true);
    expect(notes).toEqual([
      expect.stringMatching(/^kubelet\.yaml: the kubelet starts with neither 1\.35 nor 1\.36, /),
    ]);
  });

  it("is not said to be mended where the newer kubelet stops too", () => {
    const text =
      'evictionHard: {containerfs.available: "10%"}\nevictionSoft: {memory.available: 800Mi}\n';
    const found = compared(text, "1.28", "1.29");
    expect(found.differences).toEqual([]);
    expect(found.startsWithNeither).toBe(true);
  });

  it("has no thresholds to compare where one kubelet does not start", () => {
    const text = "enforceNodeAllocatable: [pods, pods-compressible]\n";
    const reserved = "enforceNodeAllocatable: [system-reserved-compressible]\n";
    const found = compared(`${reserved}systemReservedCgroup: /sys\n`, "1.29", "1.32");
    expect(found.differences.map(({ kind }) => kind)).toEqual(["configuration"]);
    expect(compared(text, "1.29", "1.31").startsWithNeither).toBe(true);
  });

  it.each([
    ["[pods, pods]", "Name each entry of enforceNodeAllocatable once"],
    ["[pods]\nevictionHard: {memory.available: 110%}", "Set evictionHard"],
  ])("has what to write instead of %s, with which the kubelet starts", (text, change) => {
    const found = compared(`enforceNodeAllocatable: ${text}\n`, "1.20", "1.31");
    const [stopped, ...others] = found.differences;
    expect(stopped?.instead?.change.startsWith(change)).toBe(true);
    expect(stopped?.instead?.isChecked).toBe(true);
    expect(others.some(({ kind }) => kind === "threshold")).toBe(true);
  });

  it("is accepted by an older release where the eviction manager alone decides", () => {
    const [stopped] = compared(
      "enforceNodeAllocatable: [pods, pods]\n",
      "1.30",
      "1.31",
    ).differences;
    expect(stopped).toMatchObject({ before: "accepted", isWorse: true });
  });

  it("has rules of thresholds only where a signal is not known", () => {
    const text = 'evictionHard: {memory.available: "5000%"}\n';
    const all = compared(text, "1.20", "1.31").differences;
    const rules = all.filter(({ kind }) => kind === "configuration").flatMap((each) => each.rules);
    expect(rules.map(({ name }) => name)).toContain("PercentageAtMostOne");
    expect(rules.map(({ name }) => name)).not.toContain("ContainerFs");
  });

  it("names the rule of a default", () => {
    const [difference] = compared("", "1.29", "1.30").differences;
    expect(difference?.rules.map(({ name }) => name)).toEqual(["ImageFsInodesDefault"]);
  });

  it("has the warnings that are known of the newer release alone", () => {
    const text = "failSwapOn: false\nmemorySwap: {swapBehavior: LimitedSwap}\n";
    const [found, ...more] = compared(text, "1.34", "1.35").differences;
    expect(found).toMatchObject({ kind: "warning", subject: "memorySwap.swapBehavior" });
    expect(found?.before).toBe("not checked");
    expect(more).toEqual([]);
    expect(compared(text, "1.35", "1.36").differences).toEqual([]);
  });

  it("says what to delete, and that the kubelet then starts", () => {
    const text = "featureGates: {CSIMigrationPortworx: true, NodeSwap: true}\n";
    const [difference] = compared(text, "1.35", "1.36").differences;
    expect(difference?.instead).toEqual({
      change: "Delete featureGates.CSIMigrationPortworx: from 1.36 on the feature is always on",
      isChecked: true,
    });
  });

  it("names the gates that 1.37 removed or locked", () => {
    const text =
      "featureGates: {GangScheduling: false, SidecarContainers: true, HostnameOverride: false}\n";
    const { differences } = compared(text, "1.36", "1.37");
    expect(differences.filter(({ isWorse }) => isWorse).map(({ subject }) => subject)).toEqual([
      'featureGates["GangScheduling"]',
      'featureGates["SidecarContainers"]',
      'featureGates["HostnameOverride"]',
    ]);
    expect(differences.map(({ instead }) => instead)).toEqual([
      {
        change: "Delete featureGates.GangScheduling: from 1.37 on the feature is gone",
        isChecked: true,
      },
      {
        change: "Delete featureGates.SidecarContainers: from 1.37 on the feature is always on",
        isChecked: true,
      },
      {
        change: "Delete featureGates.HostnameOverride: from 1.37 on it is locked to true",
        isChecked: true,
      },
    ]);
  });

  it("tells a removed gate from one that lacks another, which both stop the kubelet", () => {
    const text = "featureGates: {GangScheduling: true}\n";
    const { differences, notes } = compared(text, "1.36", "1.37");
    expect(differences.map(brief)).toEqual([
      'configuration featureGates["GangScheduling"]:3: the kubelet does not start: other errors ' +
        "→ the kubelet does not start: unrecognized feature gate: GangScheduling",
    ]);
    expect(differences.map(({ instead }) => instead?.isChecked)).toEqual([true]);
    expect(notes.at(-1)).toMatch(/First error with 1\.36: GangScheduling is enabled, but depends/);
  });

  it("says where pods are throttled because Memory QoS is now on", () => {
    const text = "memoryThrottlingFactor: 0.8\n";
    const { differences } = compared(text, "1.36", "1.37");
    expect(differences.map(({ kind, subject }) => `${kind}: ${subject}`)).toEqual([
      "memoryQos: a container that requests 1Gi with a limit of 4Gi",
      "memoryQos: a container that requests 1Gi without a limit",
      "memoryQos: a BestEffort container",
    ]);
    // 1Gi and four fifths of the way to 4Gi, in whole pages.
    expect(differences[0]?.before).toMatch(/^not protected; no throttling;/);
    expect(differences[0]?.after).toMatch(/^not protected; throttled above 3481Mi;/);
    expect(differences[0]?.rules.map(({ gate }) => gate)).toContain("MemoryQoS");
    expect(compared("", "1.36", "1.37").differences).toEqual([]);
    expect(compared(text, "1.35", "1.36").differences).toEqual([]);
  });

  it("takes the factor that a kubelet up to 1.36 fills in for one that is not set", () => {
    const ofKubelet = (members: object) =>
      comparedText(JSON.stringify({ kubeletconfig: members }), "1.36", "1.37").differences;
    expect(ofKubelet({ memoryThrottlingFactor: 0.9 })).toEqual([]);
    expect(ofKubelet({ memoryThrottlingFactor: 0.7 })).toHaveLength(3);
  });

  it.each([
    ["nothing is throttled any more without a factor of one's own", "1.36", "1.37", 2],
    ["nothing is protected any more without a policy of one's own", "1.35", "1.36", 3],
  ])("with the gate of Memory QoS on, %s", (_, from, to, count) => {
    const { differences } = compared("featureGates: {MemoryQoS: true}\n", from, to);
    expect(differences.map(({ kind }) => kind)).toEqual(Array(count).fill("memoryQos"));
  });

  it("says which gates have to be off with another that is", () => {
    const text = "featureGates: {PodLevelResources: false}\n";
    const [stopped] = compared(text, "1.35", "1.36").differences;
    expect(stopped?.instead).toEqual({
      change:
        "Set featureGates.InPlacePodLevelResourcesVerticalScaling: false: it needs " +
        "PodLevelResources, which is off",
      isChecked: true,
    });
    const resize = "InPlacePodLevelResourcesVerticalScaling";
    expect(compared(text, "1.36", "1.37").startsWithNeither).toBe(true);
    const off = `featureGates: {PodLevelResources: false, ${resize}: false}\n`;
    const gates = compared(off, "1.36", "1.37").differences.flatMap(({ instead }) => instead ?? []);
    expect(gates.map(({ change, isChecked }) => `${change.split(":")[0]} ${isChecked}`)).toEqual([
      "Set featureGates.PodLevelResourcesFixDefaulting true",
      "Set featureGates.PodLevelResourcesFixKubeletQOSClass true",
    ]);
  });

  it("is not checked without a gate that no release knows", () => {
    const text = "featureGates: {CSIMigrationPortworx: true, NoSuchGate: true}\n";
    const gates = compared(text, "1.35", "1.36").differences.flatMap((each) => each.instead ?? []);
    expect(gates).toEqual([expect.objectContaining({ isChecked: false })]);
  });

  it("does not say that the kubelet starts where another error remains", () => {
    const text =
      "featureGates: {CSIMigrationPortworx: true}\nevictionSoft: {memory.available: 800Mi}\n";
    const gates = compared(text, "1.35", "1.36").differences.flatMap((each) => each.instead ?? []);
    expect(gates).toEqual([expect.objectContaining({ isChecked: false })]);
  });

  it("claims nothing of a release whose validation is not known", () => {
    const text = "featureGates: {CSIMigrationPortworx: true}\n";
    const [old] = compared(text, "1.30", "1.36").differences.filter(({ isWorse }) => isWorse);
    expect(old?.before).toBe("not checked");
    const newer = `1.${RELEASES.check.newest + 1}`;
    const ahead = compared(text, "1.36", newer).differences;
    expect(ahead.filter(({ kind }) => kind === "configuration")).toEqual([]);
  });

  it("says what is not known of a release", () => {
    expect(compared("", "1.29", "1.36").notes).toEqual([
      "kubelet.yaml: members and gates that other parts of the kubelet read are known for " +
        `${formatReleases(RELEASES.check)}; of 1.29 only the eviction and reservation settings ` +
        "were checked.",
    ]);
  });
});
