/** @module-tag long */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Clock } from "../../../../analysis/engine/clock.ts";
import { EventsSensor } from "../../../../hosts/daemon/cgroup/eventsSensor.ts";
import { Machine } from "../../../../hosts/daemon/cgroup/machine.ts";
import { MachineNotifier, notifierOf } from "../../../../hosts/daemon/cgroup/notifier.ts";
import { PressureSensor } from "../../../../hosts/daemon/cgroup/pressureSensor.ts";
import type { Sensor } from "../../../../hosts/daemon/cgroup/sensor.ts";
import { HandClock, settled } from "./handClock.ts";
import { makeCgroup, objectionTo, startIn, UNIFIED } from "./realCgroup.ts";
import { CLOCK, layOut, PROC } from "./tree.ts";

describe("the sensor of memory events", () => {
  it("tells when the kernel counts something new, and not for another number", async () => {
    const directory = layOut({ "memory.events": "low 0\nhigh 1\nmax 0\noom 0\noom_kill 0" });
    const path = join(directory, "memory.events");
    const sensor = new EventsSensor([path, join(directory, "none")]);
    onTestFinished(() => sensor.close());
    let notified: () => void = () => undefined;
    let count = 0;
    sensor.watch(() => {
      count += 1;
      notified();
    });
    const next = () =>
      new Promise<void>((resolve) => {
        notified = resolve;
      });
    const first = next();
    const text = readFileSync(path, "utf8");
    writeFileSync(path, `${text}sock_throttled 5\n`, { flag: "r+" });
    writeFileSync(path, text.replace("high 1", "high 2"), { flag: "r+" });
    await first;
    expect(count).toBe(1);
  });
});

describe("a notifier over sensors", () => {
  function over(gapMilliseconds = 1000) {
    const clock = new HandClock();
    let sense: () => void = () => undefined;
    let closed = false;
    const sensor: Sensor = {
      name: "test",
      watch: (sensed) => {
        sense = sensed;
      },
      close: () => {
        closed = true;
      },
    };
    const notifier = new MachineNotifier([sensor], clock, gapMilliseconds);
    const next = async () => {
      let notified = false;
      const { signal } = new AbortController();
      void notifier.next(signal).then(() => {
        notified = true;
      });
      await settled();
      return () => notified;
    };
    return { clock, notifier, next, sense: () => sense(), closed: () => closed };
  }

  it("tells at once, then at most once in a gap, and loses nothing", async () => {
    const { clock, next, sense } = over();
    const first = await next();
    expect(first()).toBe(false);
    sense();
    await settled();
    expect(first()).toBe(true);
    for (let swarm = 0; swarm < 50; swarm++) sense();
    const second = await next();
    expect(second()).toBe(false);
    await clock.forward(999);
    expect(second()).toBe(false);
    await clock.forward(1);
    expect(second()).toBe(true);
    const third = await next();
    await clock.forward(5000);
    expect(third()).toBe(false);
  });

  it("gives up when it is no longer waited for, and tells the next one who waits", async () => {
    const { notifier, sense, next } = over();
    const stop = new AbortController();
    const waiting = notifier.next(stop.signal);
    stop.abort();
    await waiting;
    sense();
    expect((await next())()).toBe(true);
  });

  it("closes its sensors", async () => {
    const { notifier, closed } = over();
    await notifier.close();
    expect(closed()).toBe(true);
  });
});

const objection = objectionTo(UNIFIED);
if (objection !== null) console.warn(objection);

describe.skipIf(objection !== null && !process.env.CI)("on this machine", () => {
  const root = UNIFIED ?? "";
  const clock: Clock = {
    now: () => BigInt(Date.now()) * 1_000_000n,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        const wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) wake();
        else signal.addEventListener("abort", wake);
      }),
  };

  it("a stall in a cgroup is noticed, again after a pause, and a quiet cgroup is not", async () => {
    // Without a memory controller no memory can be made scarce here; the processor can, and the
    // kernel notifies of both in the same way.
    const busy = makeCgroup(root);
    const quiet = makeCgroup(root);
    const sensorOf = (path: string) => {
      const options = { path: join(root, path, "cpu.pressure"), clock, pauseMilliseconds: 100 };
      const sensor = new PressureSensor({ ...options, stallMicroseconds: 20_000 });
      onTestFinished(() => sensor.close());
      return sensor;
    };
    let quietNotified = 0;
    sensorOf(quiet).watch(() => {
      quietNotified += 1;
    });
    const sensor = sensorOf(busy);
    let notified: () => void = () => undefined;
    sensor.watch(() => notified());
    const spin = "echo ready; while :; do :; done";
    for (let shell = 0; shell < 4; shell++) await startIn(join(root, busy), spin);
    for (let time = 0; time < 2; time++) {
      await new Promise<void>((resolve) => {
        notified = resolve;
      });
    }
    expect(quietNotified).toBe(0);
  });

  it("refuses a file that grants no trigger", () => {
    const directory = layOut({ "empty/": "" });
    const options = { path: join(directory, "none"), clock };
    expect(() => new PressureSensor(options)).toThrow("ENOENT");
  });

  it("has every sensor that its cgroups grant", async () => {
    const cgroupParent = makeCgroup(root);
    const machine = new Machine({ clock: CLOCK, cgroupParent });
    const said: string[] = [];
    const notifier = notifierOf(machine, clock, (sentence) => said.push(sentence));
    onTestFinished(() => notifier.close());
    expect(notifier.name).toMatch(/^memory usage at a threshold; stalls over 100ms in .*pressure/);
    expect(said).toEqual([]);
  });
});

describe("a machine without the files of the kernel", () => {
  it("still looks at usage, and says what it lacks", async () => {
    const directory = layOut({
      ...PROC,
      "cgroup/cgroup.controllers": "memory",
      "cgroup/memory.pressure/": "",
      "cgroup/system.slice/memory.events": "low 0",
    });
    const cgroupRoot = join(directory, "cgroup");
    const machine = new Machine({ clock: CLOCK, cgroupRoot, procRoot: join(directory, "proc") });
    const said: string[] = [];
    const notifier = notifierOf(machine, new HandClock(), (sentence) => said.push(sentence));
    onTestFinished(() => notifier.close());
    expect(notifier.name).toMatch(/^memory usage at a threshold; .*system\.slice\/memory\.events$/);
    expect(said).toEqual([
      expect.stringMatching(/memory\.pressure: the kernel allows no pressure trigger/),
    ]);
  });
});
