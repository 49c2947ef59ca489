/** What becomes of the image when it is started as hosts/daemon/deploy/observing starts it. */
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { freePorts } from "../cluster/program.ts";
import { DIRECTORY, LIMITS, podman, ROOT, tryPodman } from "./podman.ts";

const USER = 65_532;
const TOKEN = "token-of-the-test";
const STARTING_MILLISECONDS = 60_000;
const LOOK_MILLISECONDS = 200;

/** The securityContext of the DaemonSet, in Podman's words; the user is the image's own. */
const RESTRICTED: readonly string[] = [
  ...["--read-only", "--read-only-tmpfs=false", "--cap-drop=all"],
  ...["--security-opt=no-new-privileges", "--network=host", "--log-driver=k8s-file", ...LIMITS],
];

interface Findings {
  readonly name: string;
  readonly found: unknown;
  readonly expected: unknown;
}

/** What is wrong with the image, one sentence each. */
export async function whatIsWrong(image: string): Promise<string[]> {
  const findings = [...commands(image), ...(await daemon(image))];
  return findings
    .filter(({ found, expected }) => !isDeepStrictEqual(found, expected))
    .map(({ name, found, expected }) => {
      return `${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}.`;
    });
}

function commands(image: string): Findings[] {
  const run = (...words: string[]) => tryPodman("run", "--rm", ...RESTRICTED, image, ...words);
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const [first] = run("--version").stdout.split("\n");
  return [
    { name: "--version", found: first, expected: `plimsoll ${version}` },
    { name: "the exit code of a usage error", found: run("run", "--odd").status, expected: 2 },
  ];
}

/** A directory that belongs to the image's user, as the manifests' volumes do. */
function ownDirectory(name: string): string {
  const path = join(DIRECTORY, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, USER, USER);
  return path;
}

async function daemon(image: string): Promise<Findings[]> {
  const [port = 0, healthPort = 0] = await freePorts(2);
  const state = ownDirectory("state");
  const secrets = ownDirectory("secrets");
  writeFileSync(join(secrets, "token"), TOKEN);
  chownSync(join(secrets, "token"), USER, USER);
  const container = podman(
    ...["run", "--detach", ...RESTRICTED],
    ...["--volume", `${state}:/var/lib/plimsoll`, "--volume", `${secrets}:/etc/plimsoll:ro`],
    ...[image, "run", "--source=capture", "--example=memory-leak", "--pace=1x", "--output=log"],
    ...["--state-dir=/var/lib/plimsoll", "--token-file=/etc/plimsoll/token"],
    ...[`--listen=:${port}`, `--health-listen=:${healthPort}`],
  );
  try {
    return [
      { name: "/healthz", found: await answer(healthPort, "healthz"), expected: 200 },
      { name: "/readyz", found: await answer(healthPort, "readyz"), expected: 200 },
      { name: "/metrics", found: await answer(port, "metrics", TOKEN), expected: 200 },
      { name: "/v1/decision", found: await answer(port, "v1/decision", TOKEN), expected: 200 },
      { name: "/metrics without the token", found: await status(port, "metrics"), expected: 401 },
      ...process(podman("inspect", "--format", "{{.State.Pid}}", container)),
      ...ended(container),
    ];
  } finally {
    podman("rm", "--force", "--time=1", container);
  }
}

/** Asks until the answer is 200, or for a minute. */
async function answer(port: number, path: string, token?: string): Promise<number> {
  const deadline = Date.now() + STARTING_MILLISECONDS;
  for (;;) {
    const found = await status(port, path, token);
    if (found === 200 || Date.now() > deadline) return found;
    await pause(LOOK_MILLISECONDS);
  }
}

async function status(port: number, path: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, { headers });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** What the kernel says of it. */
function process(pid: string): Findings[] {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  const member = (name: string) => new RegExp(`^${name}:\\s+(\\w+)`, "m").exec(text)?.[1];
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, "utf8").split("\n");
  // Of each mount: its id, its parent's, its device, what of it is mounted, where, and how.
  const root = mounts.map((line) => line.split(" ")).find((fields) => fields[4] === "/")?.[5];
  const none = "0".repeat(16);
  return [
    { name: "its user", found: member("Uid"), expected: String(USER) },
    { name: "its effective capabilities", found: member("CapEff"), expected: none },
    { name: "the capabilities it may have", found: member("CapBnd"), expected: none },
    { name: "no new privileges", found: member("NoNewPrivs"), expected: "1" },
    { name: "its root", found: root?.split(",")[0], expected: "ro" },
  ];
}

/** As the kubelet ends a pod. */
function ended(container: string): Findings[] {
  podman("kill", "--signal=TERM", container);
  const exitCode = podman("wait", container);
  const lines = podman("logs", container).split("\n");
  const { event } = JSON.parse(lines.at(-1) ?? "{}");
  return [
    { name: "its exit code after SIGTERM", found: exitCode, expected: "0" },
    { name: "the last event of its log", found: event, expected: "stopped" },
  ];
}
