/**
 * Work in proportion to the document: sizes at which comparing each with each took from 2 s to
 * many minutes end well inside the time that a test has.
 */
import { expect, test } from "vitest";
import { CONTAINERS_MAX, VOLUMES_MAX } from "../../assembly/abi.ts";
import { type Core, coreMaker } from "./forging/core.ts";

const NOW = 1_795_168_800_000_000_000n;
const make = coreMaker();
const json = (document: object) => Buffer.from(JSON.stringify(document));
const names = Array.from({ length: VOLUMES_MAX }, (_, index) => `v${index}`);

/** One pod with as many volumes as a list may have, each with a size limit. */
function manyVolumes(): Core {
  const core = make();
  core.exports.configure(core.write(Buffer.from("{}")));
  const volumes = names.map((name) => ({ name, emptyDir: { sizeLimit: "1Gi" } }));
  const pod = { metadata: { uid: "a", name: "web", namespace: "shop" }, spec: { volumes } };
  expect(core.exports.pods(core.write(json({ items: [pod] })))).toBe(1);
  return core;
}

function summary(pods: readonly object[]): Buffer {
  return json({ node: {}, pods: pods.map((stats) => ({ podRef: { uid: "a" }, ...stats })) });
}

test("stats of 24,576 volumes, in the other order, are tied to them", () => {
  const core = manyVolumes();
  const volume = names.toReversed().map((name) => ({ name, usedBytes: 1 }));
  expect(core.exports.observe(core.write(summary([{ volume }])), NOW)).toBe(0);
});

test("the volume over its limit is found among them, and the first in spec order counts", () => {
  const core = manyVolumes();
  const over = new Set(["v7", "v24575"]);
  const volume = names.map((name) => ({ name, usedBytes: over.has(name) ? 2 ** 31 : 1 }));
  expect(core.exports.observe(core.write(summary([{ volume }])), NOW)).toBe(3);
  core.exports.report(0);
  const [eviction] = JSON.parse(core.answer().toString()).evictions;
  expect(eviction.message).toBe('Usage of EmptyDir volume "v7" exceeds the limit "1Gi". ');
});

test("100,000 objects that only name a pod do not have its 12,288 containers copied each", () => {
  const core = make();
  core.exports.configure(core.write(Buffer.from("{}")));
  const items = ["U-0", "U-1"].map((uid) => ({ metadata: { uid, name: uid, namespace: "shop" } }));
  expect(
    core.exports.pods(core.write(json({ items: items.map((pod) => ({ ...pod, spec: {} })) }))),
  ).toBe(2);
  const containers = Array.from({ length: CONTAINERS_MAX }, () => ({ name: "c" }));
  const first = json({ node: {}, pods: [{ podRef: { uid: "U-0" }, containers }] });
  for (const named of [{ podRef: { uid: "A" } }, { x: { uid: "U-0" } }]) {
    expect(core.exports.observe(core.write(first), NOW)).toBe(0);
    core.keep();
    const pods = Array.from({ length: 100_000 }, () => named);
    expect(core.exports.observe(core.write(json({ node: {}, pods })), NOW)).toBe(0);
  }
});

test("20,000 objects of one pod cost what they are long, and the last one counts", () => {
  const core = manyVolumes();
  const over = { volume: [{ name: "v1", usedBytes: 2 ** 31 }] };
  const pods = [over, ...Array.from({ length: 20_000 }, () => ({}))];
  expect(core.exports.observe(core.write(summary(pods)), NOW)).toBe(0);
  expect(core.exports.observe(core.write(summary([...pods, over])), NOW)).toBe(3);
});
