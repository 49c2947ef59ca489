import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { RELEASES } from "../../../../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../../../../analysis/text/release.ts";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../../commandLine.ts";
import { workplace } from "../../workplace.ts";

const { Ok, Input } = ExitCode;
const { directory, run } = workplace();

const NEWEST = formatRelease(RELEASES.messages.newest);
const MESSAGE =
  "The node was low on resource: ephemeral-storage. Threshold quantity: 3141254678, available: " +
  "2632184Ki. Container build was using 1639680Ki, request is 0, has larger consumption of " +
  "ephemeral-storage. ";

const explain = (...words: string[]) => commandLine(["explain", ...words], {});

describe("explain --message", () => {
  it("says the signal, how far under its threshold, the usage and the next question", async () => {
    const { stdout, stderr, exitCode } = await explain("--message", MESSAGE);
    expect([exitCode, stderr]).toEqual([Ok, ""]);
    expect(stdout).toMatch(
      /^✖ A pod was evicted: its node had 2\.51Gi of disk left, threshold 2\.93Gi\n/,
    );
    expect(stdout).toMatch(new RegExp(`eviction message · kubelet 1\\.26 to ${NEWEST}\n`));
    expect(stdout).toMatch(/likely\s+imagefs\.available<15%/);
    expect(stdout).toMatch(/container build +1\.56Gi +0 +\+1\.56Gi\n/);
    expect(stdout).toMatch(/enlarge it: 425Mi are missing\n/);
    expect(stdout).toMatch(/Unknown +nodefs\.available, imagefs/i);
    expect(stdout).toMatch(/\nNext +plimsoll explain --message - --config configz\.json #/);
    const all = await explain("--message", MESSAGE, "--all");
    expect(all.stdout).toMatch(/available +2\.51Gi, 425Mi under the threshold\n/);
  });

  const lowOnMemory = (available: string, usages: readonly string[]) => {
    const container = (usage: string, at: number) =>
      `Container c${at} was using ${usage}, request is 0, has larger consumption of memory. `;
    return (
      `The node was low on resource: memory. Threshold quantity: 100Mi, available: ${available}. ` +
      usages.map(container).join("")
    );
  };
  const SHORT = "Container c0 was using 92Ki, which exceeds its request of 0. ";

  it.each([
    [lowOnMemory("94688Ki", ["92Ki"]), "The node lacked 7.53Mi, more than c0 used"],
    [lowOnMemory("102380Ki", ["92Ki"]), "No node is short by 92Ki"],
    [`The node was low on resource: memory. ${SHORT}`, "No node is short by 92Ki"],
  ])("proposes no request for a pod that used less than was missing: %s", async (text, why) => {
    const { stdout } = await explain("--message", text);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      `${why}: something else filled the node, and a larger request would only move the eviction ` +
        "to another pod.",
    );
    expect(stdout).not.toMatch(/Fixes|Raise|set a memory limit|likely at the top/);
  });

  const lowOnDisk = (usage: string, threshold = "") =>
    `The node was low on resource: ephemeral-storage. ${threshold}Container c0 was using ` +
    `${usage}, which exceeds its request of 0. `;

  it.each([
    [lowOnDisk("92Ki"), "The containers' layers and logs hold 92Ki, too little to fill a disk."],
    [lowOnDisk("81Mi"), "The containers' layers and logs hold 81Mi, too little to fill a disk."],
    [
      lowOnDisk("92Ki", "Threshold quantity: 3Gi, available: 1Gi. "),
      "The node lacked 2Gi; the containers' layers and logs hold 92Ki.",
    ],
  ])(
    "says that emptyDirs, which are in no message, may have filled the disk: %s",
    async (...of) => {
      const [text, why] = of;
      const { stdout } = await explain("--message", text);
      expect(stdout.replace(/\s+/g, " ")).toContain(
        `${why} What the pod's emptyDirs hold is in no message: they, or something else, filled ` +
          "it, and a larger request would free nothing.",
      );
      expect(stdout).not.toMatch(/Raise|likely at the top/);
    },
  );

  it("proposes a request for a pod whose containers hold much of a disk", async () => {
    const { stdout } = await explain("--message", lowOnDisk("12Gi"));
    expect(stdout).toContain("Raise c0's ephemeral-storage request toward 12Gi");
  });

  it("proposes a request for a pod whose containers together used what was missing", async () => {
    const { stdout } = await explain("--message", lowOnMemory("94688Ki", ["5Mi", "3Mi"]));
    expect(stdout).toContain("Raise the containers' memory requests by 8Mi in all");
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "being 8Mi above the requests of all its containers, its pod was likely at the top",
    );
  });

  it("does not name a resource that the message leaves out", async () => {
    const { stdout } = await explain("--message", "The node was low on compute resources.");
    expect(stdout).toContain("The message names no resource; it can be memory, nodefs or imagefs.");
  });

  it("says of the event EvictionThresholdMet that nothing is evicted yet", async () => {
    const { stdout, exitCode } = await explain(
      "--message",
      "Attempting to reclaim ephemeral-storage",
    );
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(
      /^! No eviction yet: a threshold is met, the kubelet reclaims ephemeral-storage\n/,
    );
    expect(stdout).toMatch(/nodefs\.available,\s+imagefs\.available\s+or\s+containerfs\.available/);
    expect(stdout).toMatch(/\nNext +Was a pod evicted\?/);
  });

  describe("with the node's configuration", () => {
    const MEMORY =
      "The node was low on resource: memory. Threshold quantity: 100Mi, available: 94688Ki. " +
      "Container cart was using 2580184Ki, request is 256Mi, has larger consumption of memory. ";
    const configured = async (configuration: object, message: string) => {
      writeFileSync(
        join(directory(), "configz.json"),
        JSON.stringify({ kubeletconfig: configuration }),
      );
      const config = join(directory(), "configz.json");
      return (await explain("--message", message, "--config", config)).stdout;
    };

    it("settles hard or soft, and leaves open what two thresholds share", async () => {
      const stdout = await configured({ evictionHard: { "memory.available": "100Mi" } }, MEMORY);
      expect(stdout).toMatch(/92\.5Mi of memory left, hard threshold 100Mi\n/);
      expect(stdout).toMatch(/The threshold is hard: this node has no soft one\./);
      expect(stdout).toMatch(/Unknown +Memory\.available or/i);
      expect(stdout).not.toMatch(/hard or soft/);
    });

    it("settles the signal where one threshold alone fits", async () => {
      const disk =
        "The node was low on resource: ephemeral-storage. Threshold quantity: 30Gi, available: " +
        "29884416Ki. ";
      const soft = {
        evictionHard: { "nodefs.available": "10%" },
        evictionSoft: { "imagefs.available": "30Gi" },
        evictionSoftGracePeriod: { "imagefs.available": "2m" },
      };
      const stdout = await configured(soft, disk);
      expect(stdout).toMatch(
        /^✖ A pod was evicted: 28\.5Gi left, soft threshold imagefs\.available/,
      );
      expect(stdout).toMatch(/it was met for 2m before the\s+eviction/);
      expect(stdout).toMatch(/enlarge the image file system: 1\.5Gi are missing/);
      expect(stdout).not.toMatch(/nodefs\.available/);
    });

    it("says that no threshold of the node fits", async () => {
      const stdout = await configured({ evictionHard: { "memory.available": "1Gi" } }, MEMORY);
      expect(stdout).toMatch(
        /No threshold in \S+configz\.json for\s+memory.* or alloc.* is\s+100Mi/,
      );
      expect(stdout).toMatch(/hard\s+or\s+soft/);
    });
  });

  it("says who else ended a pod", async () => {
    const { stdout } = await explain("--message", "OOMKilled");
    expect(stdout).toMatch(/^✖ Not an eviction: the kernel's OOM killer killed a process\n/);
    expect(stdout).toMatch(/\nNext +Was it the container's own limit/);
    expect(stdout).not.toMatch(/Unknown/);
  });

  it("refuses the name of a file, and says how it is given", async () => {
    writeFileSync(join(directory(), "events.txt"), MESSAGE);
    const { stderr, exitCode } = await run("explain --message @events.txt");
    expect(exitCode).toBe(Input);
    expect(stderr).toMatch(/events\.txt is a file; give .* as --events .*events\.txt, or /);
  });

  it("reads the message from standard input as -", async () => {
    const piped = await commandLine(["explain", "--message", "-"], { stdin: MESSAGE });
    expect(piped).toEqual(await explain("--message", MESSAGE));
  });

  it("prints one JSON object", async () => {
    const { stdout } = await explain("--message", MESSAGE, "--output", "json");
    expect(stdout).toMatch(/^\{"kind":"node-pressure".*\}\n$/);
    expect(Object.keys(JSON.parse(stdout))).toEqual([
      ...["kind", "resource", "signals", "threshold", "available", "containers", "release"],
      "unknown",
    ]);
  });

  it("notes other messages of the text, and not the same one again", async () => {
    const other = "Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ";
    const repeated = await explain("--message", MESSAGE + MESSAGE);
    expect(repeated.said).not.toContain("The text has");
    const { said } = await explain("--message", MESSAGE + other);
    expect(said).toContain(" The text has 1 other message; the first one is explained.");
  });

  it("says of another text that no kubelet writes it", async () => {
    const { stdout, exitCode } = await explain("--message", "hello");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(
      new RegExp(`^\\? Not an eviction message of a kubelet 1\\.3 to ${NEWEST}\n`),
    );
  });

  it.each([{ words: ["--message", " "], exitCode: Input, stderr: /--message is empty; / }])(
    "is refused in one sentence: $words",
    async ({ words, ...refused }) => {
      const ended = await explain(...words);
      expect(ended.stdout).toBe("");
      expect(ended.exitCode).toBe(refused.exitCode);
      expect(ended.stderr).toMatch(refused.stderr);
    },
  );
});

describe("explain --events and --pod-status", () => {
  const event = (name: string, message: string) => ({
    kind: "Event",
    reason: "Evicted",
    message,
    involvedObject: { kind: "Pod", namespace: "shop", name },
    lastTimestamp: "2026-01-15T10:00:00Z",
  });
  const place = (name: string, content: unknown) => {
    writeFileSync(join(directory(), name), JSON.stringify(content));
  };

  it("reads gzip, and refuses it when it is damaged", async () => {
    const packed = gzipSync(JSON.stringify(event("build-1", MESSAGE)));
    writeFileSync(join(directory(), "events.json.gz"), packed);
    writeFileSync(join(directory(), "cut.json.gz"), packed.subarray(0, 40));
    const { stdout, exitCode } = await run("explain --events @events.json.gz");
    expect([exitCode, stdout]).toEqual([Ok, expect.stringMatching(/^✖ shop\/build-1 was evicted/)]);
    const cut = await run("explain --events @cut.json.gz");
    expect(cut.exitCode).toBe(Input);
    expect(cut.stderr).toMatch(
      /cut\.json\.gz: it is gzip that is damaged, or longer than 256 MiB;/,
    );
  });

  it("explains each message once, under the pods that have it", async () => {
    const rejected = "The node had condition: [DiskPressure]. ";
    const names = Array.from({ length: 8 }, (_, at) => `cart-${at}`);
    const items = [event("build-1", MESSAGE), ...names.map((name) => event(name, rejected))];
    place("events.json", { kind: "List", items });
    const { stdout, stderr } = await run("explain --events @events.json --all");
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      /^✖ shop\/build-1 was evicted for disk\n.* 9 objects [\s\S]*\nA pod was evicted: its/,
    );
    expect(stdout).toMatch(/threshold 2\.93Gi\n {2}shop\/build-1 at 2026-01-15T10:00:00Z\n/);
    expect(stdout).toMatch(
      /A pod was rejected, not .*\n.*cart-0 at [\s\S]*cart-4 at .*\n {2}and 3 other/,
    );
    const json = JSON.parse((await run("explain --events @events.json --output json")).stdout);
    expect(json.explained).toHaveLength(9);
    const [first] = json.explained;
    expect(first).toMatchObject({ namespace: "shop", pod: "build-1", kind: "node-pressure" });
    expect(json.other).toEqual({});
  });

  it("says once what messages in a row leave open", async () => {
    const other = MESSAGE.replace("2632184Ki", "2532184Ki");
    place("two.json", { kind: "List", items: [event("a-1", MESSAGE), event("a-2", other)] });
    const { stdout } = await run("explain --events @two.json --all");
    expect(stdout.match(/do(?:es)? not say/g)).toEqual(["do not say"]);
    expect(stdout).toMatch(/shop\/a-2 at[\s\S]*These messages do not say:\n[\s\S]*Run next: /);
    expect(stdout.match(/Run next/g)).toHaveLength(1);
  });

  it("writes Markdown and a page with the same sections", async () => {
    place("both.json", { kind: "List", items: [event("build-1", MESSAGE)] });
    const markdown = (await run("explain --events @both.json --output markdown")).stdout;
    expect(markdown).toMatch(/^# ✖ shop\/build-1 was evicted for disk\n/);
    expect(markdown).toMatch(/\n## A pod was evicted: .*\n\nshop\/build-1 at /);
    expect(markdown).toMatch(/\| container build \| 1\.56Gi \| 0 \| \+1\.56Gi \|/);
    const page = (await run("explain --events @both.json --output html")).stdout;
    expect(page).toMatch(/<h2>A pod was evicted: [^<]*<\/h2>/);
  });

  it("explains what else happened, and counts the rest by its reasons", async () => {
    const scheduling =
      "0/12 nodes are available: 3 node(s) had untolerated taint " +
      "{node.kubernetes.io/disk-pressure: }, 9 Insufficient memory. preemption: 0/12 nodes are " +
      "available: 12 Preemption is not helpful for scheduling.";
    const items = [
      event("build-1", MESSAGE),
      { ...event("web-1", scheduling), reason: "FailedScheduling", count: 7 },
      { ...event("web-2", "Container image is present"), reason: "Pulled" },
      { ...event("web-3", "Container image is present"), reason: "Pulled" },
    ];
    place("mixed.json", { kind: "List", items });
    const { stdout } = await run("explain --events @mixed.json --all");
    expect(stdout).toMatch(/\n +1 +Evicted +shop\/build-1 was evicted\n +7 +FailedScheduling +/);
    expect(stdout).toMatch(/shop\/web-1 at \S+ \(7 times\): 0\/12 nodes: 9 Insufficient memory; 3/);
    expect(stdout).toMatch(/Other reasons, not explained here\n.*\n +Pulled +2\n\n/);
    const json = JSON.parse((await run("explain --events @mixed.json --output json")).stdout);
    expect(json.explained.map(({ kind }: { kind: string }) => kind)).toEqual([
      "node-pressure",
      "failed-scheduling",
    ]);
    expect(json.other).toEqual({ Pulled: 2 });
  });

  it("says that there was no eviction", async () => {
    const { stdout, exitCode } = await run("explain --pod-status @pods1.json");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/^✔ No pod was evicted, killed or rejected in \d+ objects\n/);
  });

  it.each([
    ["explain --events @nothing", /nothing: there is no such file/],
    [
      "explain --events @summary1.json",
      /a stats Summary, which holds no events.*kubectl get events/,
    ],
    ["explain --pod-status @example.gz", /example\.gz: this is a capture, not a document with/],
  ])("refuses another file: %s", async (words, sentence) => {
    const { stderr, exitCode } = await run(words);
    expect(exitCode).toBe(Input);
    expect(stderr).toMatch(sentence);
  });
});

describe("a document that is longer than any is", () => {
  it.each([
    ["explain --events FILE"],
    ["explain --pod-status FILE"],
    ["replay --summary FILE --pods FILE"],
  ])("is refused before all of it is read: %s", { tags: "long" }, async (words) => {
    const path = join(directory(), "long.json");
    writeFileSync(path, "{");
    // A hole takes no room on the disk, and would take all memory.
    truncateSync(path, 2 ** 36);
    const { stderr, exitCode } = await commandLine(words.replaceAll("FILE", path).split(" "));
    rmSync(path);
    expect(stderr).toMatch(/it is longer than 256 MiB; give a document of one node or namespace/);
    expect(exitCode).toBe(Input);
  });
});
