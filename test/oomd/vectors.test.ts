/** The rules of both programs as unmodified binaries of Debian confirmed them. */
import { describe, expect, it } from "vitest";
import {
  decisionsIn,
  EARLYOOM,
  type Expected,
  looksIn,
  picksIn,
  SYSTEMD,
  VECTORS,
  type Vector,
  vectorText,
} from "./module.ts";

function casesOf(killer: string, versions: Readonly<Record<string, string>>) {
  const vectors = VECTORS.filter((vector: Vector) => vector.killer === killer);
  return vectors.flatMap((vector) =>
    vector.releases.map((release) => ({ ...vector, release, version: versions[release] ?? "" })),
  );
}

describe.each(casesOf("earlyoom", EARLYOOM))(
  "$id in earlyoom $version: $title",
  ({ id, version, release, expect: all }) => {
    it("decides as the program does", () => {
      const { signal, pid } = all[`*${release}`] ?? all;
      const [look, ...others] = looksIn(vectorText(`${id}.json`), version);
      expect(others).toEqual([]);
      expect(look?.pid).toBe(pid);
      if (signal !== undefined) expect(look?.signal).toBe(signal);
    });
  },
);

describe.each(VECTORS.filter(({ killer }) => killer === "oomd"))(
  "$id in oomd 0.5.0: $title",
  ({ id, expect: wanted }) => {
    it("picks as the program does", () => {
      const [first, ...others] = picksIn(vectorText(`${id}.json`));
      expect(others).toEqual([]);
      expect(first?.picked).toBe(wanted.would ?? wanted.picked);
      if (wanted.why !== undefined) expect(first?.why).toBe(wanted.why);
    });
  },
);

describe.each(casesOf("systemd-oomd", SYSTEMD))(
  "$id in systemd $version: $title",
  ({ id, version, release, expect: all }) => {
    const wanted: Expected = all[`*${release}`] ?? all;
    const decisions = decisionsIn(vectorText(`${id}.json`), version);
    const [first] = decisions;
    const victim = decisions.find((decision) => decision.victim !== null)?.victim ?? null;

    it("decides as the program does", () => {
      const { by, target, considered, order } = first ?? {};
      if (wanted.by !== undefined) expect(by).toBe(wanted.by);
      if (wanted.target !== undefined) expect(target).toBe(wanted.target);
      if (wanted.victim !== undefined) expect(victim).toBe(wanted.victim);
      if (wanted.considered !== undefined) expect(considered).toBe(wanted.considered);
      if (wanted.first !== undefined) expect(order?.[0]).toBe(wanted.first);
      if (wanted.count !== undefined) expect(decisions).toHaveLength(wanted.count);
      if (wanted.marked !== undefined) expect(victim).toBe(wanted.marked);
    });

    it("logs what the program does", () => {
      if (wanted.line !== undefined) expect(first?.reason).toContain(wanted.line);
      if (wanted.killLine !== undefined) expect(first?.message).toContain(wanted.killLine);
      const dead = Object.values(wanted.dead ?? {}).reduce((sum, count) => sum + count, 0);
      if (wanted.dead !== undefined) expect(first?.processes).toBe(dead);
    });
  },
);
