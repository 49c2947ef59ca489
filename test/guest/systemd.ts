/** A guest whose first program is systemd, in which `/scenario.mjs` is a service. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIRECTORY } from "./emulator.ts";
import { ROOT, Tree } from "./tree.ts";

const UNITS = "/lib/systemd/system";
const PROGRAMS = [
  "/lib/systemd/systemd",
  "/lib/systemd/systemd-journald",
  "/lib/systemd/systemd-shutdown",
  "/usr/bin/systemctl",
  "/usr/bin/journalctl",
  "/usr/bin/systemd-run",
];
/** Users that systemd makes up for a unit are looked up through this. */
const DYNAMIC_USERS = "/lib/x86_64-linux-gnu/libnss_systemd.so.2";

const FILES: Readonly<Record<string, string>> = {
  "/etc/passwd": "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n",
  "/etc/group": "root:x:0:\nnogroup:x:65534:\n",
  "/etc/nsswitch.conf": "passwd: files systemd\ngroup: files systemd\n",
  "/etc/machine-id": "",
  "/etc/os-release": "ID=guest\n",
  "/etc/systemd/system/default.target": `[Unit]
Requires=basic.target
After=basic.target
Wants=systemd-journald.service systemd-journald.socket scenario.service
`,
  "/etc/systemd/system/scenario.service": `[Unit]
After=systemd-journald.service
[Service]
ExecStart=/usr/bin/node /scenario.mjs
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
`,
};

/** With the programs of systemd, Node and `plimsoll`, as `npm install --global` puts it there. */
export async function systemdTree(name: string, scenario: string): Promise<Tree> {
  const tree = new Tree(join(DIRECTORY, name));
  tree.shell(["sh", "env"]);
  for (const program of [...PROGRAMS, "node", "stress-ng"]) tree.program(program);
  tree.copy(DYNAMIC_USERS);
  for (const unit of readdirSync(UNITS, { withFileTypes: true }).filter((e) => e.isFile())) {
    tree.copy(join(UNITS, unit.name));
  }
  for (const [path, text] of Object.entries(FILES)) tree.write(path, text);
  tree.link("/init", "/lib/systemd/systemd");
  const library = "/usr/local/lib/plimsoll";
  tree.write(
    `${library}/plimsoll-eviction.wasm`,
    readFileSync(join(ROOT, "dist/plimsoll-eviction.wasm")),
  );
  await tree.script("hosts/cli/main.ts", `${library}/plimsoll.mjs`);
  tree.link("/usr/local/bin/plimsoll", `${library}/plimsoll.mjs`);
  await tree.script(scenario, "/scenario.mjs");
  return tree;
}
