import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Decision, Eviction } from "../../../../analysis/engine/decision.ts";
import { INHERITED } from "../../../../hosts/daemon/actuators/command.ts";
import { ExecActuator, ReclaimingActuator } from "../../../../hosts/daemon/actuators/exec.ts";
import { OBSERVE } from "../../../../hosts/daemon/actuators/observe.ts";
import { layOut } from "../cgroup/tree.ts";

const DECISION = {
  step: 7,
  signal: "memory.available",
  resource: "memory",
  reclaim: ["DeleteAllUnusedContainers", "DeleteUnusedImages"],
} as unknown as Decision;

const EVICTION: Eviction = {
  namespace: "system.slice",
  name: "it's a leak.service",
  uid: "fce5aaa6-9",
  gracePeriodSeconds: 1,
  reason: "Evicted",
  message: "The node was low on resource: memory. ",
};

function exec(command: string, timeoutSeconds = 20) {
  return new ExecActuator({ command, timeoutSeconds }).evict(EVICTION, DECISION);
}

describe("the actuator exec", () => {
  it("has not evicted a pod with a name that no program can be given", async () => {
    const actuator = new ExecActuator({ command: "true", timeoutSeconds: 20 });
    const outcome = await actuator.evict({ ...EVICTION, name: "a\0b" }, DECISION);
    expect(outcome).toEqual({
      done: false,
      sentence: expect.stringMatching(/^true: it could not be started/),
    });
  });

  it("waits for longer than a timer can run", async () => {
    expect(await exec("sleep 0.1", 30 * 86_400)).toMatchObject({ done: true });
  });

  it("gives the command the decision, and the pod in its environment", async () => {
    const directory = layOut({ "empty/": "" });
    const file = join(directory, "written");
    const variables = ["ACT", "NAMESPACE", "POD", "UID", "GRACE_PERIOD_SECONDS", "SIGNAL"];
    const lines = variables.map((name) => `echo "$PLIMSOLL_${name}"`).join("; ");
    expect(await exec(`(${lines}; cat) > ${file}`)).toMatchObject({ done: true });
    expect(readFileSync(file, "utf8").split("\n")).toEqual([
      "evict",
      "system.slice",
      "it's a leak.service",
      "fce5aaa6-9",
      "1",
      "memory.available",
      JSON.stringify(DECISION),
    ]);
  });

  it("keeps this program's secrets from the command", async () => {
    const file = join(layOut({ "empty/": "" }), "environment");
    vi.stubEnv("PLIMSOLL_FORWARD_TOKEN", "a-secret");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "another");
    vi.stubEnv("TZ", "Europe/Zurich");
    try {
      expect(await exec(`env > ${file}`)).toMatchObject({ done: true });
    } finally {
      vi.unstubAllEnvs();
    }
    const names = readFileSync(file, "utf8").match(/^\w+(?==)/gm) ?? [];
    // The last three are the shell's own.
    const shell = ["PWD", "OLDPWD", "SHLVL", "_"];
    const more = names.filter((name) => !name.startsWith("PLIMSOLL_") && !shell.includes(name));
    expect(INHERITED).toEqual(expect.arrayContaining(more));
    expect(names).toEqual(expect.arrayContaining(["PATH", "TZ", "PLIMSOLL_POD"]));
    expect(names).not.toContain("PLIMSOLL_FORWARD_TOKEN");
  });

  it.each([
    { command: "exit 3", unknown: undefined },
    { command: "kill -9 $$", unknown: true },
  ])("knows what became of it only from an exit code: $command", async ({ command, unknown }) => {
    expect((await exec(command)).unknown).toBe(unknown);
  });

  it.each([
    { command: "true", done: true, sentence: "true: it ended with exit code 0." },
    { command: "exit 3", done: false, sentence: "exit 3: it ended with exit code 3." },
    {
      command: "echo one >&2; echo no such unit >&2; exit 5",
      done: false,
      sentence: /: it ended with exit code 5, saying "no such unit"\.$/,
    },
    { command: "kill -9 $$", done: false, sentence: /: it ended with SIGKILL\.$/ },
    // The decision is not read here, which is not an error.
    { command: "exec <&-; exit 0", done: true, sentence: /exit code 0\.$/ },
  ])("takes the exit code for the outcome: $command", async ({ command, done, sentence }) => {
    const outcome = await exec(command);
    expect(outcome.done).toBe(done);
    expect(outcome.sentence).toMatch(sentence);
  });

  it("ends a command that takes too long, with what it started", async () => {
    const file = join(layOut({ "empty/": "" }), "pid");
    const outcome = await exec(`sleep 1000 & echo $! > ${file}; wait`, 1);
    expect(outcome).toMatchObject({ done: false, unknown: true });
    expect(outcome.sentence).toMatch(/: it was killed after 1s\.$/);
    const pid = Number(readFileSync(file, "utf8"));
    // It may still be there as a process that has ended and was not yet asked for.
    const state = () => {
      try {
        return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0];
      } catch {
        return "gone";
      }
    };
    await expect.poll(state).toMatch(/gone|Z|X/);
  });

  it("does not wait for what a command left running", async () => {
    const outcome = await exec("sleep 5 & exit 0");
    expect(outcome.done).toBe(true);
  });

  it("sets no node conditions, and reclaims only by a command", async () => {
    const actuator = new ExecActuator({ command: "true", timeoutSeconds: 1 });
    expect((await actuator.reclaimNodeLevelResources()).sentence).toContain("--reclaim-exec");
    expect((await actuator.setNodeConditions()).sentence).toContain("no node conditions were set");
  });
});

describe("a command for node-level reclaim", () => {
  it("gets the kubelet's functions, and leaves everything else to the other", async () => {
    const file = join(layOut({ "empty/": "" }), "written");
    const command = `(echo "$PLIMSOLL_ACT $PLIMSOLL_RECLAIM") > ${file}`;
    const actuator = new ReclaimingActuator(OBSERVE, { command, timeoutSeconds: 20 });
    expect(actuator.acts).toBe(true);
    expect(await actuator.reclaimNodeLevelResources(DECISION)).toMatchObject({ done: true });
    expect(readFileSync(file, "utf8")).toBe(
      "reclaimNodeLevelResources DeleteAllUnusedContainers DeleteUnusedImages\n",
    );
    const expected = await OBSERVE.evict(EVICTION, DECISION);
    expect(await actuator.evict(EVICTION, DECISION)).toEqual(expected);
    expect(await actuator.setNodeConditions([], DECISION)).toEqual(
      await OBSERVE.setNodeConditions([], DECISION),
    );
  });
});
