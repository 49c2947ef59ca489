import { build, type Metafile } from "esbuild";
import { describe, expect, it } from "vitest";

/** What a program loads when it starts, and not only when it asks for more: files and packages. */
async function loadedBy(entry: string): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    entryPoints: { entry },
    outdir: "dist",
    ...{ bundle: true, splitting: true, write: false, metafile: true },
    ...{ format: "esm", platform: "node", packages: "external" },
  });
  const loaded = new Set<string>();
  const waiting = ["dist/entry.js"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    const { inputs = {}, imports = [] }: Partial<Metafile["outputs"][string]> =
      metafile.outputs[path] ?? {};
    for (const input of Object.keys(inputs)) loaded.add(input);
    const asked = imports.filter(({ kind }) => kind !== "dynamic-import");
    waiting.push(...asked.map((each) => each.path));
  }
  return loaded;
}

describe("a daemon keeps in memory what it has loaded, and starts without", async () => {
  const loaded = await loadedBy("hosts/cli/commands/run.ts");

  it.each([
    ["a reader of YAML", "yaml"],
    ["a reader of TOML", "smol-toml"],
    ["a reader of archives", "fflate"],
    ["a reader of gzip that is not Node's", "pako"],
    ["the forms in which other systems write a configuration", "analysis/read/kubelet/read.ts"],
    ["the tables of what the kubelet's releases know", "analysis/read/kubelet/validation/facts.ts"],
    ["the rules by which a kubelet checks", "analysis/read/kubelet/validation/rules.ts"],
    ["the screen", "hosts/cli/screen/screen.ts"],
    ["the client of an API server", "hosts/daemon/kubernetes/client.ts"],
    ["the reader of cgroups", "hosts/daemon/cgroup/machine.ts"],
    ["what other commands are about", "analysis/read/messages/message.ts"],
  ])("%s", (_, name) => {
    expect(loaded).not.toContain(name);
  });

  it("but does load what each daemon needs", () => {
    for (const name of ["commander", "prom-client", "hosts/daemon/loop/daemon.ts"]) {
      expect(loaded).toContain(name);
    }
  });
});
