/** Flags that a kubelet does not have: it exits at the first of them. */
import { describe, expect, it } from "vitest";
import { flagFindings } from "../../../../analysis/questions/check/flags.ts";
import { flagNamesOf } from "../../../../analysis/read/kubelet/flags.ts";

describe("a flag", () => {
  // As `cmd/kubelet/app/options` of each release has them.
  it.each([
    ["network-plugin", 23, "known"],
    ["network-plugin", 24, "removed-flag"],
    ["container-runtime", 26, "known"],
    ["container-runtime", 27, "removed-flag"],
    ["pod-infra-container-image", 34, "known"],
    ["pod-infra-container-image", 35, "removed-flag"],
    ["experimental-kernel-memcg-notification", 24, "known"],
    ["experimental-kernel-memcg-notification", 25, "removed-flag"],
    ["register-schedulable", 33, "known"],
    ["register-schedulable", 34, "removed-flag"],
    ["low-diskspace-threshold-mb", 20, "removed-flag"],
    ["outofdisk-transition-frequency", 36, "removed-flag"],
    ["config-dir", 27, "unknown-flag"],
    ["config-dir", 28, "known"],
    ["nonsense", 36, "unknown-flag"],
    ["eviction-hard", 20, "known"],
    ["eviction-hard", 36, "known"],
    ["v", 36, "known"],
    ["nonsense", 19, "known"],
  ] as const)("--%s of 1.%i is %s", (name, release, rule) => {
    const { errors } = flagFindings([name], release);
    expect(errors.map((error) => error.rule)).toEqual(rule === "known" ? [] : [rule]);
    for (const { path, message } of errors) {
      expect(path).toBe(`--${name}`);
      expect(message).toContain(`exits with "unknown flag: --${name}"`);
    }
  });

  it.each([
    ["network-plugin", 36, "The flag was removed in 1.24."],
    ["config-dir", 25, "The flag came with 1.28."],
    ["low-diskspace-threshold-mb", 36, "set nodefs.available of evictionHard."],
  ])("--%s of 1.%i says what to do", (name, release, sentence) => {
    expect(flagFindings([name], release).errors[0]?.message).toContain(sentence);
  });

  it.each(["maximum-dead-containers", "minimum-container-ttl-duration"])(
    "--%s is a warning, as kubelets still have it",
    (name) => {
      const { errors, warnings } = flagFindings([name], 36);
      expect(errors).toEqual([]);
      expect(warnings[0]).toMatchObject({ rule: "deprecated-flag", path: `--${name}` });
      expect(warnings[0]?.message).toContain("evictionHard or evictionSoft");
    },
  );
});

it("is found among the words of a command line, and no value is", () => {
  const words = "kubelet --v=2 --eviction_hard --nonsense --config /a --b=1 --b=2 -- --c";
  expect(flagNamesOf(words.split(" "))).toEqual(["v", "eviction-hard", "config", "b"]);
});
