import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, it } from "vitest";
import { FixCard } from "../../../../hosts/browser/document/fixCard.tsx";

it("goes on in the next line between the parts of a taint, and not within its words", () => {
  const taint = "{node.cloudprovider.kubernetes.io/uninitialized: true}";
  const parts = "{node.<wbr/>cloudprovider.<wbr/>kubernetes.<wbr/>io/<wbr/>uninitialized: true}";
  const fix = { change: `Remove the taint ${taint}`, effect: `pods tolerate ${taint}` };
  const card = renderToString(h(FixCard, { fix, isBare: true }));
  expect(card).toContain(`<h3>Remove the taint ${parts} </h3>`);
  expect(card).toContain(`<p>Pods tolerate ${parts}.</p>`);
});
