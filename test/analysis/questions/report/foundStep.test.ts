import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../../../hosts/cli/commandLine.ts";

const { Ok, Usage } = ExitCode;

function explain(words: string) {
  return commandLine(`explain --example memory-leak ${words}`.split(" "));
}

const flat = (text: string) => text.replaceAll(/\s+/g, " ");

describe("explain --pod", () => {
  it.each(["shop/orders-db-0", "orders-db-0", "orders", "shop/orders"])(
    "%s, which is never evicted, shows the first step that evicts another",
    async (pod) => {
      const { exitCode, stdout } = await explain(`--pod ${pod}`);
      expect(flat(stdout)).toContain(
        "shop/orders-db-0 is not evicted; this is the first step that evicts another.",
      );
      expect(stdout).toMatch(/^✖ shop\/cart-\S+ is evicted at 10:12:20: /);
      expect(exitCode).toBe(Ok);
    },
  );

  it("names the pods that begin alike, when they are several", async () => {
    const { exitCode, stderr } = await explain("--pod c");
    expect(stderr).toMatch(/--pod c: 2 pods match \(shop\/cart-\S+, kube-system\/coredns-/);
    expect(exitCode).toBe(Usage);
  });

  it("says that there is no such pod", async () => {
    const { exitCode, stderr } = await explain("--pod nobody");
    expect(stderr).toContain("--pod nobody: memory-leak has no such pod at step 112; omit --pod");
    expect(exitCode).toBe(Usage);
  });

  it.each(["orders", "shop/orders", "orders-db-0"])(
    "%s is found in a step under no pressure, too",
    async (pod) => {
      for (const where of ["--step 3", "--at 10:01:00"]) {
        const { exitCode, stdout, stderr } = await explain(`--pod ${pod} ${where}`);
        expect([exitCode, stderr]).toEqual([Ok, ""]);
        expect(stdout).toMatch(/\d {2}shop\/orders-db-0 /);
      }
    },
  );

  it("finds a pod in a capture without any pressure", async () => {
    const quiet = "--eviction-hard memory.available<1Mi";
    const { exitCode, stdout } = await explain(`--pod orders ${quiet}`);
    expect(exitCode).toBe(Ok);
    expect(flat(stdout)).toMatch(
      /No eviction of shop\/orders-db-0 .* Showing the last step \(112 of 112\)/,
    );
    expect(stdout).toMatch(/\d {2}shop\/orders-db-0 /);
  });

  it("means the pod of that name at the step that is shown, not one before it", async () => {
    const words = "explain --example daemonset-returns --pod log-agent --at 10:14:20";
    const { exitCode, stdout, stderr } = await commandLine(words.split(" "));
    expect([exitCode, stderr]).toEqual([Ok, ""]);
    expect(stdout).toMatch(/logging\/log-agent-sk626 /);
  });
});

describe("explain --signal", () => {
  it("ranks as for that signal, whatever the step decides", async () => {
    const { stdout, exitCode } = await explain("--signal nodefs.inodesFree --step 75 --all");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/^✖ shop\/cart-\S+ is evicted/);
    expect(stdout).toContain(
      "Ranking if nodefs.inodesFree were under its threshold, first to be evicted at the top",
    );
    const plain = await explain("--step 75 --all");
    expect(plain.stdout).toContain("\nRanking, first to be evicted at the top");
  });

  it("goes with a pod, and its answer names the signal and its resource", async () => {
    const { stdout } = await explain("--signal nodefs.available --pod orders --output json");
    expect(JSON.parse(stdout)).toMatchObject({
      rankingSignal: "nodefs.available",
      rankingResource: "ephemeral-storage",
      subject: { name: "orders-db-0" },
    });
  });

  it("names the signals that there are", async () => {
    const { stderr, exitCode } = await explain("--signal disk");
    expect(stderr).toMatch(/Allowed choices are memory\.available, .*pid\.available/);
    expect(exitCode).toBe(Usage);
  });
});

it("explain --at refuses a time after the capture", async () => {
  const { exitCode, stderr } = await explain("--at 23:59:00");
  expect(stderr).toContain("--at 23:59:00: the capture ends earlier, at 2026-01-15T10:18:30");
  expect(exitCode).toBe(Usage);
});

it("diff counts pods, and says why one is evicted in many steps", async () => {
  const words = "diff --example memory-leak --eviction-hard memory.available<500Mi --all";
  const { stdout } = await commandLine(words.split(" "));
  expect(stdout).toMatch(/pods evicted +1 +1\n +evictions +1 +13\n +MemoryPressure +5m +7m\n/);
  expect(stdout).toMatch(/Use\s+--what-if to remove evicted pods from later steps\./);
  const closed = await commandLine([...words.split(" "), "--what-if"]);
  expect(closed.stdout).toMatch(/evictions +1 +1\n/);
});

it("help of a command that there is not is refused", async () => {
  const { exitCode, stderr } = await commandLine(["help", "bogus"]);
  const sentence = "unknown command 'bogus'; the commands are explain, replay, next";
  expect([exitCode, stderr]).toEqual([Usage, expect.stringContaining(sentence)]);
});

describe("explain of a pod whose status says that it was evicted", () => {
  const EXAMPLE = new URL("../../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);
  /** The record in which the policy evicts it. */
  const EVICTED_AT = 75;
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
    writeFileSync(join(folder, "gone.ndjson"), `${evictedBefore(EVICTED_AT).join("\n")}\n`);
    writeFileSync(join(folder, "quiet.ndjson"), `${evictedBefore(EVICTED_AT - 3).join("\n")}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** From this record on the pod has failed, and its stats are gone. */
  function evictedBefore(record: number): string[] {
    interface Pod {
      readonly metadata: { readonly name: string; readonly uid: string };
    }
    let pods: { readonly items: readonly Pod[] } = { items: [] };
    const isCart = (pod: Pod | undefined) => pod?.metadata.name.startsWith("cart-");
    const uidOf = ({ podRef }: { podRef: { uid: string } }) => podRef.uid;
    return gunzipSync(readFileSync(EXAMPLE))
      .toString()
      .trimEnd()
      .split("\n")
      .slice(0, EVICTED_AT + 2)
      .map((line, index) => {
        const parsed = JSON.parse(line);
        pods = parsed.pods ?? pods;
        if (index < record) return line;
        const items = pods.items.map((pod) =>
          isCart(pod)
            ? { ...pod, status: { phase: "Failed", reason: "Evicted", message: "low on memory" } }
            : pod,
        );
        const cart = pods.items.find(isCart)?.metadata.uid;
        const stats = parsed.summary.pods.filter((each: never) => uidOf(each) !== cart);
        const summary = { ...parsed.summary, pods: stats };
        return JSON.stringify({ ...parsed, pods: { ...pods, items }, summary });
      });
  }

  it("shows the numbers around it, with the pod still there", async () => {
    const words = ["explain", join(folder, "gone.ndjson"), "--pod", "shop/cart"];
    const { exitCode, stdout } = await commandLine(words);
    expect(flat(stdout)).toContain("was evicted between 10:12:10 and 10:12:20. Showing");
    expect(flat(stdout)).toContain(
      "with the pod still present: on them, the policy evicts it too.",
    );
    expect(stdout).toMatch(/^✖ shop\/cart-\S+ is evicted at 10:12:20: /);
    expect(exitCode).toBe(Ok);
  });

  it.each(["explain --pod cart", "explain --step 75", "replay"])(
    "%s reports the recorded eviction, and marks the one of the policy alone",
    async (words) => {
      const [command = "", ...options] = words.split(" ");
      const given = [command, join(folder, "gone.ndjson"), ...options, "--output", "markdown"];
      const { stdout } = await commandLine(given);
      const evicted =
        stdout.match(/(?<!the policy )(?:policy only: )?evicts [a-z]+\/[a-z]+/g) ?? [];
      expect([...new Set(evicted)].sort()).toEqual([
        "evicts shop/cart",
        "policy only: evicts batch/report",
      ]);
      expect(stdout).toMatch(/✖ evicts shop\/cart-\S+; recorded; the policy agrees/);
      expect(stdout).toMatch(/recorded:\*\* shop\/cart-\S+ at 10:12:20; the policy agrees/);
      expect(stdout).toMatch(/policy only:\*\* 1 eviction/);
      expect(stdout).not.toMatch(/further eviction|kubelet of \S+ evicted (?!shop\/cart)/);
      expect(stdout).not.toContain("The recorded stats still include");
    },
  );

  it("marks each line of the timeline on a terminal, with the reason of the policy", async () => {
    const { stdout } = await commandLine(["replay", join(folder, "gone.ndjson"), "--all"]);
    const lines = stdout.split("\n");
    const evicts = lines.filter((line) => /(?<!the policy )evicts [a-z]+\//.test(line));
    expect(evicts).toEqual([
      expect.stringMatching(/policy only: evicts batch\/report-\S+; it keeps running: /),
      expect.stringMatching(/✖ evicts shop\/cart-\S+; recorded; the policy agrees/),
    ]);
    const own = lines.findIndex((line) => line.includes("policy only: evicts batch/report"));
    const after = lines.slice(own).join("\n");
    expect(after).toMatch(/The node was low on resource.*why: batch\/report.*✖ evicts shop/s);
    expect(flat(stdout)).toMatch(/recorded +shop\/cart-\S+ at 10:12:20; the policy agrees/);
    expect(stdout).not.toContain("The recorded stats still include");
  });

  it("claims nothing about a policy that spares a pod with the status Evicted", async () => {
    const lower = ["--eviction-hard", "memory.available<1Mi"];
    const { stdout } = await commandLine(["replay", join(folder, "gone.ndjson"), ...lower]);
    expect(stdout).toMatch(/^! This policy spares .* at 10:12:20; what follows is unknown\n/);
    expect(stdout).toMatch(/shop\/cart-\S+ .* recorded only\n/);
  });

  it.each([
    [
      "--eviction-hard memory.available<500Mi --at 10:11:40",
      /^! shop\/cart-\S+ was evicted at 10:12:20, not at 10:11:40\n/,
      /evicts it already on the numbers of 10:11:40; the record of 10:12:10 still has it\./,
    ],
    [
      "--step 75",
      /^! batch\/report-\S+ is evicted by the policy alone, on the numbers of 10:12:20\n/,
      /The capture records 1 eviction, none of this pod\./,
    ],
  ])("%s tells what the policy alone decides from what is recorded", async (where, title, what) => {
    const words = ["explain", join(folder, "gone.ndjson"), ...where.split(" ")];
    const { exitCode, stdout } = await commandLine(words);
    expect(stdout).toMatch(title);
    expect(flat(stdout)).toMatch(what);
    expect(flat(stdout)).toMatch(/[mM]emory\.available is .*, below its hard threshold/);
    expect(exitCode).toBe(Ok);
  });

  it("says that the policy evicts no pod where the numbers do not explain it", async () => {
    const words = ["explain", join(folder, "quiet.ndjson"), "--pod", "cart"];
    const { exitCode, stdout, stderr } = await commandLine(words);
    expect(stdout).toMatch(/^✖ shop\/cart-\S+ was evicted; on these numbers, the policy evicts no/);
    expect(flat(stdout)).toMatch(
      /between 10:11:40 and 10:11:50\. .*: on them, the policy evicts no pod\./,
    );
    expect(stderr).toBe("");
    expect(exitCode).toBe(Ok);
    expect(stdout).not.toContain("configz");
    const { stderr: noted } = await commandLine([...words, "--output", "json"]);
    expect(noted).toContain("was evicted between 10:11:40 and 10:11:50.");
    const { stdout: report } = await commandLine([...words, "--output", "markdown"]);
    expect(report).toMatch(
      /^# ✖ shop\/cart-\S+ was evicted; on these numbers, the policy evicts no/,
    );
  });

  it("asks for the node's configuration where none is there to explain it", async () => {
    const [first = "", ...records] = evictedBefore(EVICTED_AT - 3);
    const { config: _, ...header } = JSON.parse(first);
    const path = join(folder, "bare.ndjson");
    writeFileSync(path, `${[JSON.stringify(header), ...records].join("\n")}\n`);
    const { stdout } = await commandLine(["explain", path, "--pod", "cart"]);
    const commands = flat(stdout).split(" Next ")[1];
    expect(commands).toMatch(
      /^plimsoll explain .*--config configz\.json .*configz > configz\.json/,
    );
  });

  it("shows the first of them where no pod is named and the policy evicts none", async () => {
    const { exitCode, stdout } = await commandLine(["explain", join(folder, "quiet.ndjson")]);
    expect(stdout).toMatch(/^✖ shop\/cart-\S+ was evicted; on these numbers, the policy evicts no/);
    expect(stdout).not.toMatch(/\bstays\b/);
    expect(exitCode).toBe(Ok);
  });
});
