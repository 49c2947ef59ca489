import { describe, expect, it } from "vitest";
import {
  describedContainers,
  terminatedContainer,
  terminatedText,
} from "../../../../analysis/read/messages/terminatedContainer.ts";

const DESCRIBED = `Init Containers:
  wait:
    Exit Code:    0
Containers:
  search:
    State:          Running
      Started:      Thu, 15 Jan 2026 10:19:43 +0000
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
      Finished:     Thu, 15 Jan 2026 10:19:42 +0000
    Restart Count:  7
    Limits:
      cpu:     1
      memory:  512Mi
    Requests:
      memory:  256Mi
  proxy:
    Last State:     Terminated
      Reason:       OOMKilled
Conditions:
  Reason:  OOMKilled
`;

describe("a killed container", () => {
  it.each([
    ["as kubectl prints it", (line: string) => line],
    ["without its indentation", (line: string) => line.trimStart()],
  ])("is read from a description %s", (_, form) => {
    const lines = DESCRIBED.split("\n").map(form);
    const found = describedContainers(lines);
    const reasons = lines.flatMap((line, at) => (line.includes("OOMKilled") ? [at] : []));
    expect(reasons.map((at) => found.get(at)?.name)).toEqual(["search", "proxy", undefined]);
    expect(found.get(reasons[0] ?? -1)).toEqual({
      ...{ name: "search", exitCode: 137, restarts: 7, startedAt: null },
      finishedAt: "Thu, 15 Jan 2026 10:19:42 +0000",
      ...{ memoryRequest: "256Mi", memoryLimit: "512Mi" },
    });
  });

  it("is read from a part of a description without headings and its name", () => {
    const lines = DESCRIBED.split("\n").slice(5, 17);
    const found = describedContainers(lines);
    const at = lines.findIndex((line) => line.includes("OOMKilled"));
    expect(found.get(at)).toMatchObject({
      ...{ name: "?", exitCode: 137, restarts: 7, memoryRequest: "256Mi", memoryLimit: "512Mi" },
    });
  });

  const STATES = [
    "lastState:",
    "  terminated:",
    "    containerID: containerd://6",
    "    exitCode: 137",
    "    finishedAt: '2026-01-15T10:19:42Z'",
    "    reason: OOMKilled",
    '    startedAt: "2026-01-15T10:18:42Z"',
  ];
  const WAITING = ["state:", "  waiting:", "    message: back-off", "    reason: CrashLoopBackOff"];
  const COUNTED = ["name: search", "ready: false", "restartCount: 7", "started: false"];
  const BACK_OFF = "    message: back-off 5m0s restarting failed container=search pod=a_shop(6)";
  it.each([
    ["as kubectl writes it", [...STATES, ...COUNTED, ...WAITING], 7],
    ["without its count", [...WAITING.with(2, BACK_OFF), ...STATES], null],
  ])("is read from a part of a status in YAML %s", (_, lines, restarts) => {
    const at = lines.findIndex((line) => line.includes("OOMKilled"));
    const indented = lines.map((line) => `    ${line}`);
    expect(describedContainers(indented).get(at)).toEqual({
      ...{ name: "search", exitCode: 137, restarts, waiting: "CrashLoopBackOff" },
      ...{ startedAt: "2026-01-15T10:18:42Z", finishedAt: "2026-01-15T10:19:42Z" },
      ...{ memoryRequest: null, memoryLimit: null },
    });
  });

  it("has the request and the limit of its pod", () => {
    const resources = { requests: { memory: "256Mi" }, limits: { memory: 536870912 } };
    const pod = { spec: { containers: [{ name: "search", resources }] } };
    const status = { name: "search", restartCount: 1 };
    const terminated = terminatedContainer(pod, status, { exitCode: 137 });
    expect(terminated).toMatchObject({ memoryRequest: "256Mi", memoryLimit: "536870912" });
    expect(terminatedText(terminated)).toBe("container search, exit code 137, restarted 1 time");
  });

  it("waits as its status says", () => {
    const status = { name: "a", state: { waiting: { reason: "CrashLoopBackOff" } } };
    expect(terminatedContainer({}, status, {}).waiting).toBe("CrashLoopBackOff");
    expect(terminatedContainer({}, { name: "a", state: { running: {} } }, {}).waiting).toBe(
      undefined,
    );
  });

  it.each([{}, { spec: { containers: "none" } }, { spec: null }])(
    "is read from a pod of another form: %j",
    (pod) => {
      expect(terminatedContainer(pod, {}, {})).toMatchObject({ name: "?", memoryLimit: null });
    },
  );
});
