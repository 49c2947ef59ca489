import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SERIES } from "../../../../analysis/read/prometheus/catalog.ts";

const DOCUMENT = new URL("../../../../docs/reference/prometheus.md", import.meta.url);

describe("the catalog of series", () => {
  it("is the table of the documentation, in its order", () => {
    const rows = [...readFileSync(DOCUMENT, "utf8").matchAll(/^\| `(\w+)` \| ([\w-]+)/gm)]
      .map(([, metric, exporter]) => [metric, exporter?.toLowerCase()])
      .filter(([metric]) =>
        /^(?:container|machine|node|pod|kube|kubelet|ephemeral)_/.test(metric ?? ""),
      );
    expect(rows).toEqual(SERIES.map(({ metric, exporter }) => [metric, exporter]));
  });
});
