/** What the default constraints count: from kube-scheduler's own scores for this cluster. */
import { expect, test } from "vitest";
import { loadModule } from "../../hosts/system/modules.ts";
import { CONTRADICTING_OWNERS } from "./contradictingOwners.ts";
import { Player } from "./play.ts";

const player = new Player(await loadModule("scheduler"));

test("what a ReplicationController asks of a label replaces what a Service asks of it", () => {
  const { decisions } = player.play({ ...CONTRADICTING_OWNERS, release: "1.36" });
  const scores = decisions[0]?.nodes?.map(({ scores }) => scores?.PodTopologySpread);
  expect(scores).toEqual([
    { raw: 12, normalized: 50, weight: 2 },
    { raw: 6, normalized: 100, weight: 2 },
  ]);
});
