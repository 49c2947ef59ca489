import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { commandLine } from "./commandLine.ts";

const { Ok, Findings, Usage, Input } = ExitCode;
const schema = new URL("../../../schemas/drain-1.schema.json", import.meta.url);
const isDrain = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(schema, "utf8")));
const FLAGS = ["--ignore-daemonsets", "--delete-emptydir-data"];

function drain(...words: readonly string[]) {
  return commandLine(["drain", ...words], { columns: 100 });
}

const budgets = (...words: readonly string[]) => drain("--example", "budgets", ...words);
const flat = (text: string) => text.replaceAll(/\s+/g, " ");

describe("plimsoll drain", () => {
  it("says in kubectl's words why it evicts nothing", async () => {
    const { exitCode, stdout, stderr } = await budgets("worker-2");
    expect({ exitCode, stderr }).toEqual({ exitCode: Findings, stderr: "" });
    expect(stdout.split("\n")[0]).toBe(
      "worker-2 is not drained: kubectl evicts nothing with these flags.",
    );
    expect(flat(stdout)).toContain(
      "cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): " +
        "kube-system/node-exporter-",
    );
    expect(stdout).not.toContain("What happens");
  });

  it("says who blocks and why for ever, where pods go, and what finds no node", async () => {
    const { exitCode, stdout } = await budgets("worker-2", ...FLAGS);
    expect(exitCode).toBe(Findings);
    expect(stdout.split("\n")[0]).toBe(
      "worker-2 is not drained: of 6 pods, 3 stay for ever as things are. " +
        "1 pod then finds no node.",
    );
    for (const part of [
      "data/orders-1: This pod has more than one PodDisruptionBudget, which the eviction " +
        "subresource does not support (data/orders, data/stateful).",
      "The disruption budget payments needs 1 healthy pods and has 1 currently. " +
        "It selects 1 pod: it allows no eviction even while all of them are healthy.",
      "It selects 2 pods, of which 1 waits for a node and 0 more are not healthy.",
      "evicted; another goes to worker-3",
      "blocked by cart, tries again",
      "3 Insufficient memory",
      "ignoring DaemonSet-managed Pods: kube-system/node-exporter-",
    ]) {
      expect(flat(stdout)).toContain(part);
    }
  });

  it("ends with 0 when the node is drained and every pod has a place", async () => {
    const whatIf = ["--what-if", "copy node/worker-1 1"];
    const { exitCode, stdout } = await budgets("node/worker-3", ...FLAGS, ...whatIf);
    expect(stdout.split("\n")[0]).toBe("worker-3 is drained in 1 round: 2 pods go.");
    expect(exitCode).toBe(Ok);
  });

  it("prints what the schema says", async () => {
    for (const words of [[], FLAGS]) {
      const { stdout } = await budgets("worker-2", "--output", "json", ...words);
      expect([isDrain(JSON.parse(stdout)), isDrain.errors]).toEqual([true, null]);
    }
  });

  it.each<[readonly string[], ExitCode, string]>([
    [["worker-9", "--example", "budgets"], Input, "Node worker-9: no such node among the objects"],
    [[], Usage, "missing required argument 'node'"],
    [["a", "--example", "nowhere"], Usage, "choose one of budgets, shop."],
    [["a", "--objects", "b", "--example", "shop"], Usage, "are two clusters; give one."],
    [["a", "--objects", "-", "--config", "-"], Usage, "Standard input is named twice"],
    [["a", "--example", "budgets", "--what-if", "cordon"], Usage, "--what-if"],
    [["a", "--objects", "absent.json"], Input, "absent.json: there is no such file"],
  ])("is refused: %j", async (words, code, sentence) => {
    const { exitCode, stdout, stderr } = await drain(...words);
    expect(stderr).toContain(sentence);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
  });
});
