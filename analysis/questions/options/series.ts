/** Where series come from, which node they belong to, and how setups differ. */
import { type Matcher, matcherOf } from "../../read/prometheus/nodeNames.ts";
import { durationSeconds } from "../../text/duration.ts";
import { parseTime } from "../../text/time.ts";
import { OptionError, type OptionRows, type OptionsOf, pairs, type Rules } from "./row.ts";
import { readSeconds } from "./values.ts";

/** A time, or how long ago. */
export type TimeChoice = { readonly milliseconds: number } | { readonly secondsAgo: number };

export const SERIES = {
  prometheus: {
    argument: "<url>",
    description: "Prometheus, Thanos or Mimir: the address before /api/v1",
    value: "url",
  },
  prometheusDump: {
    argument: "<file...>",
    description: "saved responses of query or query_range, JSON or gzip",
    value: "input",
    repeats: true,
  },
  from: {
    argument: "<time>",
    description: "start of the time range: a duration before now, or an RFC 3339 time",
    parse: readTimeChoice,
  },
  to: {
    argument: "<time>",
    description: "end of the time range (default: now)",
    parse: readTimeChoice,
  },
  nodeLabel: {
    argument: "<name>",
    description: "the label with the node's name (default: the common ones)",
  },
  matcher: {
    argument: "<matcher>",
    description: "use only series that match, such as cluster=prod; repeatable",
    repeats: true,
    parse: readMatcher,
  },
  priorityClass: {
    argument: "<name=value>",
    description: "the value of a priority class, which no series has; repeatable",
    repeats: true,
    parse: readPriorityClass,
  },
  rootDir: {
    argument: "<path>",
    description: "the kubelet's root directory (default: /var/lib/kubelet)",
  },
  imageDir: {
    argument: "<path>",
    description: "the directory of the runtime's images (default: the common ones)",
  },
  tenant: { argument: "<id>", description: "the tenant to send, for Mimir" },
  tenantHeader: {
    argument: "<name>",
    description: "the header for the tenant",
    default: "X-Scope-OrgID",
  },
  username: { argument: "<name>", description: "authenticate with this name and --password-file" },
  passwordFile: {
    argument: "<file>",
    description: "the password of --username",
    value: "file",
  },
  bearerTokenFile: {
    argument: "<file>",
    description: "authenticate with the token in this file",
    value: "file",
  },
  caFile: {
    argument: "<file>",
    description: "certificate authorities to trust, PEM",
    value: "file",
  },
  certFile: {
    argument: "<file>",
    description: "authenticate with a client certificate, PEM",
    value: "file",
  },
  keyFile: {
    argument: "<file>",
    description: "the key of the client certificate, PEM",
    value: "file",
  },
  requestTimeout: {
    argument: "<duration>",
    description: "time limit of one request",
    default: "30s",
    parse: readSeconds,
  },
} as const satisfies OptionRows;

/** `node`: the node that they belong to. */
export type SeriesOptions = OptionsOf<typeof SERIES> & { readonly node?: string };

const SOURCES = ["prometheus", "prometheusDump"] as const;

export const SERIES_RULES = {
  excludes: [
    ["prometheus", "prometheusDump"],
    ["username", "bearerTokenFile"],
  ],
  needs: [
    ["from", ...SOURCES],
    ["to", ...SOURCES],
    ...pairs(
      ["tenant", "username", "passwordFile", "bearerTokenFile", "caFile", "certFile", "keyFile"],
      ["prometheus"],
    ),
    ["username", "passwordFile"],
    ["passwordFile", "username"],
    ["certFile", "keyFile"],
    ["keyFile", "certFile"],
  ],
} as const satisfies Rules;

function readTimeChoice(text: string): TimeChoice {
  if (text === "now") return { secondsAgo: 0 };
  const seconds = durationSeconds(text);
  if (seconds > 0) return { secondsAgo: seconds };
  const time = parseTime(text);
  if (time !== null) return { milliseconds: Number(time / 1_000_000n) };
  throw new OptionError("Write it as 2h, now or 2026-01-15T10:00:00Z.");
}

function readMatcher(text: string): Matcher {
  const matcher = matcherOf(text);
  if (matcher !== null) return matcher;
  throw new OptionError('Write it as cluster=prod or cluster=~"prod-.*".');
}

function readPriorityClass(text: string): readonly [name: string, value: number] {
  const [, name = "", value = ""] = /^([^=]+)=(-?\d{1,10})$/.exec(text) ?? [];
  if (name !== "") return [name, Number(value)];
  throw new OptionError("Write it as high=100000.");
}
