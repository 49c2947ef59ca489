/** The pods that admission would preempt, in the ranking of the page as in that of the command. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { NodeAdmission } from "../../analysis/questions/admit/nodeAdmission.ts";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { exampleLines } from "./documents.ts";
import { editorOf } from "./editor.ts";
import { decided, drop, linkOf, placesBy, visits } from "./visit.ts";

const COMMAND = fileURLToPath(new URL("../../dist/plimsoll.mjs", import.meta.url));

/** The pods that the command names, in their order. */
function preempted(example: string, ...options: string[]): string[] {
  const given = ["explain", "--example", example, ...options, "--output", "json"];
  const { admission } = JSON.parse(execFileSync("node", [COMMAND, ...given], { encoding: "utf8" }));
  const { answer } = admission as NodeAdmission;
  return (answer?.preempted ?? []).map(({ namespace, name }) => `${namespace}/${name}`);
}

const places = (page: Page) => placesBy(page, "admission");

/** What is said of its columns. */
async function caption(page: Page): Promise<string> {
  const choice = page.getByRole("radio", { name: "admission" });
  if ((await choice.count()) === 1) await choice.check();
  const said = page.locator(".ranking > .quiet, .ranking > .document > dl");
  return (await said.allTextContents()).join(" ");
}

describe.skipIf(MISSING !== null)("admission next to eviction and the kernel", () => {
  const { open, visit, forgive } = visits();

  it.each(["memory-leak", "recorded-memory-hard"])(
    "has the place of each pod that would be preempted, as explain does: %s",
    async (example) => {
      const expected = preempted(example).map((pod, index) => [pod, String(index + 1)]);
      expect(expected.length).toBeGreaterThan(0);
      const page = await visit({ width: 1440 });
      await page.getByLabel("Example").selectOption(example);
      await expect.poll(() => places(page)).toMatchObject(Object.fromEntries(expected));
      const others = async () =>
        Object.entries(await places(page)).flatMap(([pod, place]) =>
          expected.some(([name]) => name === pod) ? [] : [place],
        );
      // The same example is drawn once more when it is chosen.
      await expect.poll(async () => new Set(await others())).toEqual(new Set(["-"]));
      await expect
        .poll(() => caption(page))
        .toContain("256Mi more than is left; it compares requests");
      await page.locator(".admission-section summary").first().click();
      const sentences = await page.locator(".admission-section li").allInnerTexts();
      expect(sentences.join(" ")).toContain("not with usage");
      expect(await broken(page)).toEqual([]);
    },
  );

  it("has Memory QoS where the configuration turns it on", async () => {
    const page = await visit({ width: 1440 });
    await editorOf(page).fill(
      "evictionHard: {memory.available: 500Mi}\nfeatureGates: {MemoryQoS: true}\n" +
        "memoryThrottlingFactor: 0.9\n",
    );
    const summary = page.locator(".admission-section summary", { hasText: "Memory QoS" });
    await summary.click();
    const said = page.locator(".admission-section details[open]");
    await expect.poll(() => said.innerText()).toContain("Throttling starts at 0.9 of the way");
    await expect.poll(() => said.innerText()).toContain("throttled above");
    expect(await broken(page)).toEqual([]);
  });

  it("lists the pods in its order", async () => {
    const page = await visit();
    await expect.poll(async () => Object.values(await places(page))).toContain("1");
    expect(Object.values(await places(page))[0]).toBe("1");
  });

  it("is asked for after the first decision, and missed in words", async () => {
    forgive(/Failed to load resource/);
    const page = await open({
      prepare: async (each) => {
        await each.route("**/plimsoll-admission-*.wasm", (route) => route.abort());
      },
    });
    await expect.poll(() => caption(page)).toContain("The rules of admission cannot be loaded");
    await expect.poll(() => page.locator(".headline").innerText()).toMatch(/^Evicts shop\/cart-/);
    expect(await page.getByRole("radio", { name: "admission" }).count()).toBe(0);
    const html = await page.evaluate(async () => (await fetch(document.location.href)).text());
    expect(html).not.toMatch(/<link[^>]*plimsoll-admission/);
  });

  it("says why there is no column where it is not known what the node has", async () => {
    const lines = exampleLines("memory-leak").map((line, index) => {
      if (index === 0) return line;
      const record = JSON.parse(line);
      const [first] = record.pods?.items ?? [];
      // No API server takes such a label.
      if (first !== undefined) first.metadata.labels = { "-": "-" };
      return JSON.stringify(record);
    });
    const page = await visit();
    await drop(page, { name: "labels.ndjson.gz", bytes: gzipSync(`${lines.join("\n")}\n`) });
    await decided(page, "labels.ndjson.gz");
    await expect.poll(() => caption(page)).toMatch(/admission ?not evaluated: /);
    expect(await page.getByRole("radio", { name: "admission" }).count()).toBe(0);
  });
});

/** Made of by a DaemonSet's controller, and critical: it takes the place of others. */
const AGENT = `apiVersion: v1
kind: Pod
metadata: {name: agent, namespace: kube-system}
spec:
  priorityClassName: system-node-critical
  containers:
    - name: agent
      resources: {requests: {memory: 2Gi}}
`;
const NODE = JSON.stringify({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "worker-3" },
  status: { allocatable: { memory: "4Gi", cpu: "4", pods: "110" } },
});

describe.skipIf(MISSING !== null)("a question to admission about a pod of one's own", () => {
  const { visit } = visits();
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-admission-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const pod = (page: Page) => page.getByRole("textbox", { name: "The new pod" });
  const node = (page: Page) => page.getByRole("textbox", { name: "Its Node" });
  const ask = (page: Page) => page.getByRole("button", { name: "Ask", exact: true }).click();
  const problems = (page: Page) => page.locator(".asked .field-problem").allInnerTexts();
  const placed = async (page: Page) =>
    Object.entries(await places(page)).flatMap(([name, place]) =>
      place === "-" || place === "…" ? [] : [[name, place]],
    );
  const visitQuestion = async () => {
    const page = await visit({ width: 1440 });
    await page.getByText("Admission of a pod of your own").click();
    return page;
  };

  it("is answered as --admit and --node-object are, and comes back with the address", async () => {
    const options = ["--admit", written("agent.yaml", AGENT)];
    const expected = preempted("memory-leak", ...options).map((each, index) => [
      each,
      String(index + 1),
    ]);
    expect(expected.length).toBeGreaterThan(0);
    const page = await visitQuestion();
    await pod(page).fill(AGENT);
    await ask(page);
    const asksFor =
      "critical pod kube-system/agent that requests 2Gi of memory; it compares requests";
    await expect.poll(() => caption(page)).toContain(asksFor);
    expect((await placed(page)).sort()).toEqual(expected.sort());
    await page.locator(".admission-section summary").first().click();
    expect(await page.locator(".admission-section li").first().innerText()).toContain("agent");

    const withNode = preempted(
      "memory-leak",
      ...options,
      "--node-object",
      written("node.json", NODE),
    ).map((each, index) => [each, String(index + 1)]);
    expect(withNode).not.toEqual(expected);
    await node(page).fill(NODE);
    await ask(page);
    await expect.poll(async () => (await placed(page)).sort()).toEqual(withNode.sort());
    expect(await broken(page)).toEqual([]);

    await expect.poll(() => new URL(page.url()).hash.length).toBeGreaterThan(400);
    await page.reload();
    await expect.poll(() => caption(page)).toContain(asksFor);
    await expect.poll(async () => (await placed(page)).sort()).toEqual(withNode.sort());
    expect(await pod(page).inputValue()).toBe(AGENT);
    const hash = new URL(page.url()).hash;
    // An anonymous link does not tell the manifests.
    const anonymous = await linkOf(page);
    expect(anonymous.length).toBeLessThan(hash.length);
    await page.getByRole("button", { name: "Back to the critical pod" }).click();
    await expect.poll(() => caption(page)).toContain("256Mi more than is left");
  });

  it.each([
    ["no manifest", "pod", "metadata: [", /^the new pod:\d+:\d+: .*\.$/],
    ["no pod", "pod", "kind: Service\n", /it describes no pod; give a Pod, or a Deployment/],
    ["two pods", "pod", `${AGENT}---\n${AGENT}`, /it describes several pods/],
    ["an amount that is none", "pod", AGENT.replace("2Gi", "lots"), /^Not asked: .*memory/],
    ["a Node without amounts", "node", "kind: Node\n", /its Node has no status.allocatable; give/],
    ["no Node", "node", AGENT, /it has no Node; give what kubectl get node NAME -o json prints/],
  ] as const)("is refused under its field for %s, and nothing else changes", async (...given) => {
    const [, name, text, says] = given;
    const page = await visitQuestion();
    await expect.poll(async () => Object.values(await places(page))).toContain("1");
    const before = await placed(page);
    const field = name === "pod" ? pod(page) : node(page);
    await field.fill(text);
    await ask(page);
    await expect.poll(() => problems(page)).toEqual([expect.stringMatching(says)]);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.inputValue()).toBe(text);
    expect(await caption(page)).toContain("256Mi more than is left");
    expect(await placed(page)).toEqual(before);
    expect(await broken(page)).toEqual([]);
    await field.fill(name === "pod" ? AGENT : NODE);
    await ask(page);
    await expect.poll(() => problems(page)).toEqual([]);
  });

  it("takes a file, and says what the pod was made of", async () => {
    const page = await visitQuestion();
    const deployment = `kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {spec: {priorityClassName: gold, containers: [{name: web}]}}}
`;
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file: The new pod" }).click();
    await (await chosen).setFiles(written("web.yaml", deployment));
    await expect.poll(() => caption(page)).toContain("pod shop/web that requests nothing");
    expect(await pod(page).inputValue()).toBe(deployment);
    await page.locator(".admission-section summary").first().click();
    const said = (await page.locator(".admission-section li").allInnerTexts()).join(" ");
    expect(said).toContain("from the template of Deployment shop/web");
    expect(said).toContain("PriorityClass gold is not known");
  });
});

describe.skipIf(MISSING !== null)("whole numbers of bytes in the ranking", () => {
  const { visit } = visits();

  it.each([1280, 1440, 1920])("leave none of its columns out of sight at %d px", async (width) => {
    const page = await visit({ width });
    await expect.poll(async () => Object.values(await places(page))).toContain("1");
    await page.getByRole("radio", { name: "kubelet" }).check();
    await page.getByRole("radio", { name: "kubelet" }).blur();
    await page.keyboard.press("e");
    const scroller = page.locator(".ranking .scroller");
    await expect.poll(() => scroller.innerText()).toContain("268,435,456 B");
    const widths = await scroller.evaluate(({ scrollWidth, clientWidth }) => ({
      scrollWidth,
      clientWidth,
    }));
    expect(widths.scrollWidth).toBe(widths.clientWidth);
    const right =
      (await scroller.boundingBox().then((box) => (box?.x ?? 0) + (box?.width ?? 0))) + 1;
    const request = page.locator(".ranking tr.bad data", { hasText: "268,435,456 B" }).first();
    const box = await request.boundingBox();
    expect((box?.x ?? Number.POSITIVE_INFINITY) + (box?.width ?? 0)).toBeLessThan(right);
  });
});
