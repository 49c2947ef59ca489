import { describe, expect, it } from "vitest";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { schedulerRelease } from "../../../../analysis/read/objects/schedulerRelease.ts";
import { formatRelease } from "../../../../analysis/text/release.ts";

const ASSUMED = `kube-scheduler ${formatRelease(RELEASES.scheduler.default)} is assumed`;

describe("the scheduler's release", () => {
  it.each([
    [null, `No node states its kubelet's release; ${ASSUMED} (--kubernetes-version).`],
    ["devel", `The newest kubelet is devel; ${ASSUMED} (--kubernetes-version).`],
  ])("is assumed where no node states one: %s", (kubelet, note) => {
    expect(schedulerRelease(undefined, kubelet)).toEqual({
      release: undefined,
      notes: [note],
      warnings: [],
    });
  });

  it("is the API server's without a word", () => {
    const release = { release: "1.35", notes: [], warnings: [] };
    expect(schedulerRelease("v1.35.1", null)).toEqual(release);
  });
});
