import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logOf } from "../analysis/read/messages/kubeletLog.ts";
import { readKept } from "../recorded/kept.ts";
import { broken } from "./accessibility.ts";
import { MISSING } from "./chromium.ts";
import { exampleGzip } from "./documents.ts";
import { decided, drop, visits } from "./visit.ts";

const MESSAGE =
  "The node was low on resource: memory. Threshold quantity: 100Mi, available: 91244Ki. " +
  "Container cart was using 2580184Ki, request is 256Mi, has larger consumption of memory. ";
const CONFIGURATION = "kind: KubeletConfiguration\nevictionHard: {memory.available: 500Mi}\n";

type Files = Readonly<Record<string, string | Uint8Array>>;

const event = (node: string, name: string) => ({
  kind: "Event",
  involvedObject: { kind: "Pod", namespace: "shop", name },
  ...{ reason: "Evicted", message: MESSAGE, source: { component: "kubelet", host: node } },
  lastTimestamp: "2026-01-15T10:12:20Z",
  metadata: { namespace: "shop", name: `${name}.1` },
});
const node = (name: string) => ({
  kind: "Node",
  metadata: { name },
  status: {
    allocatable: { memory: "7243320Ki", cpu: "4" },
    nodeInfo: { kubeletVersion: "v1.35.8" },
    conditions: [{ type: "Ready", status: "True" }],
  },
});
const list = (kind: string, items: readonly object[]) => JSON.stringify({ kind, items });

/** As installer-gather.sh packs it. */
function installerBundle(log: string): Files {
  const root = "log-bundle-20260115";
  const events = [event("worker-3", "cart-0"), event("worker-4", "cart-1")];
  return {
    [`${root}/resources/nodes.json`]: list("NodeList", [node("worker-3"), node("worker-4")]),
    [`${root}/resources/events.json`]: list("EventList", events),
    [`${root}/control-plane/worker-3/journals/kubelet.log`]: log,
    [`${root}/other.bin`]: "x",
  };
}

let root = "";
let bundle: Files = {};

function folderOf(name: string, files: Files): string {
  const folder = join(root, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Drops files and folders as a file manager does. */
async function dropPaths(page: Page, ...files: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const dragged = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data: dragged });
  }
}

const title = (page: Page) => page.locator(".answer .opened h1");

describe.skipIf(MISSING !== null)("folders and archives", () => {
  const { visit } = visits();

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "plimsoll-folders-"));
    const { passes } = await readKept("memory-hard");
    bundle = installerBundle(logOf(passes, "journalctl, short"));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it("are read when a folder is dropped: a bundle, with its nodes to choose from", async () => {
    const page = await visit();
    await dropPaths(page, folderOf("whole", bundle));
    await expect.poll(() => title(page).innerText()).toContain("evicted");
    const answer = page.locator(".answer");
    await expect.poll(() => answer.innerText()).toContain("a log bundle of openshift-install");
    expect(await answer.innerText()).toContain("shop/cart-1");
    await page.getByLabel("Node", { exact: true }).selectOption("worker-3");
    await expect.poll(() => answer.innerText()).toContain("kubelet.log");
    await expect.poll(() => answer.innerText()).not.toContain("shop/cart-1");
    expect(await broken(page)).toEqual([]);
  });

  it.each(["tar.gz", "tgz", "tar", "zip"])("are read when a %s is dropped", async (form) => {
    const folder = folderOf(form, bundle);
    const path = join(root, `log-bundle.${form}`);
    if (form === "zip") {
      const files = Object.entries(bundle).map(([name, content]) => [name, Buffer.from(content)]);
      writeFileSync(path, zipSync(Object.fromEntries(files)));
    } else {
      const flags = form === "tar" ? "-cf" : "-czf";
      execFileSync("tar", [flags, path, "-C", folder, "log-bundle-20260115"]);
    }
    const page = await visit();
    await drop(page, { name: `log-bundle.${form}`, bytes: readFileSync(path) });
    await expect.poll(() => title(page).innerText()).toContain("evicted");
    const answer = page.locator(".answer");
    expect(await answer.innerText()).toContain("a log bundle of openshift-install");
  });

  it("answer in the other views about their own objects, and not about the example", async () => {
    const pod = {
      ...{ kind: "Pod", metadata: { namespace: "shop", name: "cart-2", uid: "2" } },
      spec: { nodeName: "worker-3", containers: [{ name: "c" }] },
      status: { phase: "Running" },
    };
    const pods = { "log-bundle-20260115/resources/pods.json": list("PodList", [pod]) };
    const page = await visit();
    await dropPaths(page, folderOf("objects", { ...bundle, ...pods }));
    await expect.poll(() => title(page).innerText()).toContain("evicted");
    await page.keyboard.press("5");
    await page.getByText("Find out why the kernel killed a process").waitFor();
    await page.keyboard.press("4");
    await expect.poll(() => page.locator("h1").innerText()).toMatch(/worker-3 would not drain/);
  });

  it("are read file by file where someone put them together", async () => {
    const page = await visit();
    const files = { "night/c.ndjson.gz": exampleGzip("soft-oscillation"), "notes.txt": "hello" };
    await dropPaths(page, folderOf("incident", files));
    await decided(page, "incident/night/c.ndjson.gz");
    await expect
      .poll(() => page.locator(".notices").innerText())
      .toContain("incident/notes.txt is not recognized");
  });

  it("are chosen in a dialog", async () => {
    const page = await visit();
    await page.keyboard.press("3");
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a folder…" }).click();
    const files = { "kubelet.yaml": CONFIGURATION, "c.gz": exampleGzip("memory-leak") };
    await (await choosing).setFiles(folderOf("chosen", files));
    await decided(page, "chosen/c.gz");
    const notices = page.locator(".notices");
    await expect
      .poll(() => notices.innerText())
      .toContain("chosen/kubelet.yaml is a kubelet configuration");
  });

  it("are refused with the reason: other files, and an archive in xz", async () => {
    const page = await visit();
    const bytes = zipSync({ "a.txt": Buffer.from("hello") });
    await drop(page, { name: "other.zip", bytes });
    const failure = page.locator(".notice.failure");
    await expect.poll(() => failure.innerText()).toContain("other.zip is not recognized as a");
    const xz = Buffer.from("fd377a585a0000", "hex");
    await drop(page, { name: "dump.tar.xz", bytes: xz });
    await expect.poll(() => failure.innerText()).toContain("dump.tar.xz is compressed with xz");
  });

  it("have the objects of a cluster for the view that asks about one", async () => {
    const page = await visit();
    await page.keyboard.press("4");
    const objects = {
      "nodes.json": list("NodeList", [node("worker-3"), node("worker-4")]),
      "shop/pods.json": list("PodList", []),
    };
    await dropPaths(page, folderOf("dump", objects));
    await expect.poll(() => page.locator("h1").innerText()).toContain("worker-3");
  });
});
