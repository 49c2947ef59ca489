import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { drop, openOwn, paste, visits } from "./visit.ts";

/** A kubelet of 1.37 does not know the gate any more. */
const CONFIGURATION =
  "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" +
  "featureGates: {SidecarContainers: true}\nevictionHard: {memory.available: 10%}\n";
const SHOP = readFileSync(new URL("../../examples/shop.cluster.json.gz", import.meta.url));

const opener = (page: Page) => page.getByRole("button", { name: "Compare two releases…" });
const verdict = (page: Page) => page.locator("dialog.upgrade h3");

describe.skipIf(MISSING !== null)("two releases", () => {
  const { visit } = visits();

  it("are compared on a capture, from the release that it states", async () => {
    const page = await visit();
    await opener(page).click();
    await expect
      .poll(() => verdict(page).innerText())
      .toBe("Nothing changes from 1.35 to 1.37 in what was checked");
    expect(await broken(page)).toEqual([]);
    await page.locator("dialog.upgrade").getByLabel("From").selectOption("1.30");
    await expect.poll(() => verdict(page).innerText()).toContain("from 1.30 to 1.37");
    await page.keyboard.press("Escape");
    await expect.poll(() => verdict(page).count()).toBe(0);
  });

  it("are compared on the objects of a cluster", async () => {
    const page = await visit();
    await drop(page, { name: "shop.cluster.json.gz", bytes: SHOP });
    await expect.poll(() => page.locator("h1").innerText()).toContain("pending");
    await opener(page).click();
    const dialog = page.locator("dialog.upgrade");
    await expect.poll(() => dialog.innerText()).toContain("drain of 12 nodes compared");
  });

  it("are compared on a simulated cluster", async () => {
    const page = await visit();
    const name = "A pod returns to the node that evicts it";
    await page.getByLabel("Example").selectOption({ label: name });
    await opener(page).click();
    const dialog = page.locator("dialog.upgrade");
    await expect.poll(() => dialog.innerText()).toContain("1 cluster simulated");
  });

  it("are compared on a configuration with which the newer kubelet does not start", async () => {
    const page = await visit();
    await openOwn(page);
    await drop(page, { name: "kubelet.yaml", bytes: Buffer.from(CONFIGURATION) });
    await expect.poll(() => page.locator(".notices").innerText()).toContain("kubelet.yaml is a");
    await opener(page).click();
    await expect
      .poll(() => verdict(page).innerText())
      .toContain("1.37 brings 1 error that stops the kubelet");
    const dialog = page.locator("dialog.upgrade");
    expect(await dialog.innerText()).toContain("the edited configuration");
    expect(await broken(page)).toEqual([]);
  });

  it("are not offered where a message has nothing to decide again", async () => {
    const page = await visit();
    await paste(page, "0/12 nodes are available: 3 Insufficient memory.");
    await expect.poll(() => page.locator(".answer h1").count()).toBe(1);
    expect(await opener(page).count()).toBe(0);
  });
});
