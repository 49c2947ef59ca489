/** The rules of systemd-oomd as unmodified programs of four Debian releases confirmed them. */
import { describe, expect, it } from "vitest";
import { decisionsIn, type Expected, SYSTEMD, VECTORS, vectorText } from "./module.ts";

const cases = VECTORS.flatMap((vector) =>
  vector.releases.map((release) => ({ ...vector, release, version: SYSTEMD[release] ?? "" })),
);

describe.each(cases)("$id in systemd $version: $title", ({ id, version, release, expect: all }) => {
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
});
