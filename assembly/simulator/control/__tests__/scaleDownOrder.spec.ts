/**
 * Which replica goes first. Spec: `ActivePods.Less` and `ActivePodsWithRanks.Less` in
 * pkg/controller/controller_utils.go of Kubernetes; the first rule that differs decides.
 */
import { clearObjects } from "../../../objects/documents/objects.ts";
import { appendPod, Pod, podAt } from "../../../objects/model/pod.ts";
import { internLiteral } from "../../../objects/model/text.ts";
import { SIMULATOR_END, SIMULATOR_OFFSET } from "../../memory.ts";
import { fillLifecycles, lifecycleAt, PodLifecycle, Stage } from "../../model/podLifecycle.ts";
import { SECOND } from "../../model/time.ts";
import { clock } from "../../model/timers.ts";
import { isDeletedBefore, NO_RANKS } from "../scaleDownOrder.ts";

const HOUR: i64 = 3600 * SECOND;
/** Two words, for two nodes: the first one has three pods of the Deployment, the second one two. */
const RANKS: usize = memory.data(8, 4);

/** Two pods alike: running and ready for an hour on different nodes, the first uid first. */
function givePair(): void {
  memory.fill(SIMULATOR_OFFSET, 0, SIMULATOR_END - SIMULATOR_OFFSET);
  clearObjects();
  clock.now = 10 * HOUR;
  store<u32>(RANKS, 3);
  store<u32>(RANKS, 2, 4);
  for (let row: u32 = 0; row < 2; row++) {
    const pod = changetype<Pod>(appendPod());
    pod.uid = internLiteral(row == 0 ? "uid-a" : "uid-b");
    pod.created = 8 * HOUR;
    pod.started = 9 * HOUR;
  }
  fillLifecycles();
  for (let row: u32 = 0; row < 2; row++) {
    const lifecycle = lifecycleAt(row);
    lifecycle.stage = Stage.Running;
    lifecycle.node = 2;
    lifecycle.started = 9 * HOUR;
  }
}

/** Which of the two is deleted: "first", "second", or "either" when no rule decides. */
function goner(ranks: usize): string {
  const first = isDeletedBefore(0, 1, ranks);
  const second = isDeletedBefore(1, 0, ranks);
  expect(first && second).toBe(false, "one of two goes before the other, not both");
  if (first == second) return "either";
  return first ? "first" : "second";
}

/** Changes to the second pod, by their names in the table below. */
function change(what: string, pod: Pod, lifecycle: PodLifecycle): void {
  if (what == "has no node") lifecycle.node = 0;
  else if (what == "does not run yet") {
    lifecycle.stage = Stage.Starting;
    lifecycle.started = -1;
  } else if (what == "runs without the API server's knowing") lifecycle.isStartUnreported = 1;
  else if (what == "is not ready") lifecycle.isUnready = 1;
  else if (what == "waits for a restart") {
    lifecycle.stage = Stage.BackOff;
    lifecycle.started = -1;
  } else if (what == "costs less") pod.deletionCost = -1;
  else if (what == "costs more") pod.deletionCost = 1;
  else if (what == "is on the node with more of them") lifecycle.node = 1;
  else if (what == "started a minute ago") pod.started = 10 * HOUR - 60 * SECOND;
  else if (what == "started five hours ago") pod.started = 5 * HOUR;
  else if (what == "started a second later") pod.started = 9 * HOUR + SECOND;
  else if (what == "was restarted by the kubelet before") pod.restarts = 1;
  else if (what == "was restarted") lifecycle.restarts = 1;
  else if (what == "was created a minute ago") pod.created = 10 * HOUR - 60 * SECOND;
  else if (what == "was created long ago") pod.created = -100 * HOUR;
  else expect(what).toBe("", "no such change");
}

function gonerWhen(whats: string[], ranks: usize): string {
  givePair();
  for (let index = 0; index < whats.length; index++) change(whats[index], podAt(1), lifecycleAt(1));
  return goner(ranks);
}

describe("of the pods of a ReplicaSet", () => {
  it("one without a node, that does not run, or is not ready goes first", () => {
    expect(gonerWhen([], RANKS)).toBe("either");
    expect(gonerWhen(["has no node"], RANKS)).toBe("second");
    expect(gonerWhen(["does not run yet"], RANKS)).toBe("second");
    expect(gonerWhen(["runs without the API server's knowing"], RANKS)).toBe("second");
    expect(gonerWhen(["is not ready"], RANKS)).toBe("second");
    expect(gonerWhen(["waits for a restart"], RANKS)).toBe("second");
  });

  it("one of a lower pod-deletion-cost goes first, if both are ready", () => {
    expect(gonerWhen(["costs less"], RANKS)).toBe("second");
    expect(gonerWhen(["costs more"], RANKS)).toBe("first");
    expect(gonerWhen(["costs more", "is not ready"], RANKS)).toBe("second");
  });

  it("one from the node with more of them goes first, if they cost the same", () => {
    expect(gonerWhen(["is on the node with more of them"], RANKS)).toBe("second");
    expect(gonerWhen(["is on the node with more of them", "costs more"], RANKS)).toBe("first");
  });

  it("one that runs for less long goes first, in powers of two; then the uid decides", () => {
    expect(gonerWhen(["started a minute ago"], RANKS)).toBe("second");
    expect(gonerWhen(["started five hours ago"], RANKS)).toBe("first");
    expect(gonerWhen(["started a second later"], RANKS)).toBe("first");
    const crowded = ["started five hours ago", "is on the node with more of them"];
    expect(gonerWhen(crowded, RANKS)).toBe("second");
  });

  it("one that was restarted more often goes first, then the younger one", () => {
    expect(gonerWhen(["was restarted"], RANKS)).toBe("second");
    expect(gonerWhen(["was restarted by the kubelet before"], RANKS)).toBe("second");
    expect(gonerWhen(["was created a minute ago"], RANKS)).toBe("second");
    expect(gonerWhen(["was created long ago"], RANKS)).toBe("first");
    expect(gonerWhen(["was created long ago", "was restarted"], RANKS)).toBe("second");
  });
});

describe("of the pods of a Job", () => {
  it("neither nodes nor costs count", () => {
    expect(gonerWhen(["costs less"], NO_RANKS)).toBe("either");
    expect(gonerWhen(["is on the node with more of them"], NO_RANKS)).toBe("either");
    expect(gonerWhen(["is not ready"], NO_RANKS)).toBe("second");
  });

  it("times count as they are", () => {
    expect(gonerWhen(["started a second later"], NO_RANKS)).toBe("second");
    expect(gonerWhen(["started five hours ago"], NO_RANKS)).toBe("first");
    expect(gonerWhen(["was created a minute ago"], NO_RANKS)).toBe("second");
  });
});
