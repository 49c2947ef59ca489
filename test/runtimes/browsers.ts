/**
 * Browsers, without a driver: each is started on a page that plays the corpus and sends its report
 * back by itself.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { CHROMIUM_WORDS } from "../chromium.ts";
import { runUntil, versionOf } from "./process.ts";
import { type PlayedCorpus, type Runtime, readPlayed } from "./runtime.ts";
import type { Workspace } from "./workspace.ts";

interface Browser {
  readonly name: string;
  readonly engine: string;
  readonly commands: readonly string[];
  readonly install: string;
  /** The words that open a page, with a fresh profile. */
  readonly words: (profile: string, url: string) => readonly string[];
  /** Settings the profile begins with. */
  readonly preferences?: string;
}

const FIREFOX_PREFERENCES = [
  ["browser.shell.checkDefaultBrowser", false],
  ["browser.startup.homepage_override.mstone", "ignore"],
  ["datareporting.policy.dataSubmissionEnabled", false],
  ["toolkit.telemetry.reportingpolicy.firstRun", false],
  ["network.captive-portal-service.enabled", false],
  ["network.connectivity-service.enabled", false],
  ["app.normandy.enabled", false],
].map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);

const BROWSERS: readonly Browser[] = [
  {
    name: "chromium",
    engine: "V8",
    commands: ["chromium", "chromium-browser", "google-chrome"],
    install: "apt-get install chromium, or another Chrome on the PATH",
    words: (profile, url) => [...CHROMIUM_WORDS, `--user-data-dir=${profile}`, url],
  },
  {
    name: "firefox",
    engine: "SpiderMonkey",
    commands: ["firefox-esr", "firefox"],
    install: "apt-get install firefox-esr, or another Firefox on the PATH",
    words: (profile, url) => ["--headless", "--no-remote", "--profile", profile, url],
    preferences: FIREFOX_PREFERENCES.join(""),
  },
];

export const BROWSER_RUNTIMES: readonly Runtime[] = BROWSERS.map((browser) => ({
  name: browser.name,
  engine: browser.engine,
  install: browser.install,
  async find() {
    for (const command of browser.commands) {
      const version = await versionOf(command);
      if (version === null) continue;
      return { version, play: (workspace) => visit(browser, command, workspace) };
    }
    return null;
  },
}));

async function visit(
  browser: Browser,
  command: string,
  workspace: Workspace,
): Promise<PlayedCorpus> {
  const profile = mkdtempSync(join(tmpdir(), "plimsoll-profile-"));
  if (browser.preferences !== undefined) {
    writeFileSync(join(profile, "user.js"), browser.preferences);
  }
  const site = await serve(workspace);
  try {
    const words = browser.words(profile, site.url);
    const environment = { HOME: profile };
    return readPlayed(await runUntil(command, words, site.reported, { environment }));
  } finally {
    site.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Site {
  readonly url: string;
  readonly reported: Promise<string>;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
  ".gz": "application/octet-stream",
  ".calls": "application/octet-stream",
};
const SERVED = [
  "page.html",
  "page.js",
  "plimsoll-eviction.wasm",
  "corpus.ndjson.gz",
  "plimsoll-admission.wasm",
  "admissions.ndjson.gz",
  "plimsoll-scheduler.wasm",
  "clusters.ndjson.gz",
  "plimsoll-simulator.wasm",
  "scenarios.calls",
  "texts.calls",
];

function serve({ path }: Workspace): Promise<Site> {
  return new Promise((resolve) => {
    let report = (_: string): void => {};
    const reported = new Promise<string>((resolved) => {
      report = resolved;
    });
    const server = createServer((request, response) => answer(request, response, path, report));
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      resolve({ url: `http://127.0.0.1:${port}/page.html`, reported, close });
    });
  });
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: (name: string) => string,
  report: (text: string) => void,
): void {
  const name = request.url?.slice(1) ?? "";
  if (request.method === "POST" && name === "report") {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    request.on("end", () => {
      response.end();
      report(text);
    });
  } else if (SERVED.includes(name)) {
    response.setHeader("content-type", TYPES[extname(name)] ?? "");
    response.end(readFileSync(path(name)));
  } else {
    response.writeHead(404).end();
  }
}
