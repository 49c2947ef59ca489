import { type Command, InvalidArgumentError, Option } from "commander";
import type { PriorityClasses } from "../../../../analysis/read/objects/priorityClasses.ts";
import type { Directories } from "../../../../analysis/read/prometheus/nodeFigures.ts";
import { DIRECTORIES } from "../../../../analysis/read/prometheus/nodeFigures.ts";
import { type Matcher, matcherOf } from "../../../../analysis/read/prometheus/nodeNames.ts";
import { durationSeconds } from "../../../../analysis/text/duration.ts";
import { parseTime } from "../../../../analysis/text/time.ts";
import { secondsOf } from "../optionValues.ts";

/** Where series come from, which node they are of, and what setups have otherwise. */
export interface SeriesImportOptions {
  readonly prometheus?: string;
  readonly prometheusDump?: readonly string[];
  readonly node?: string;
  readonly from?: TimeChoice;
  readonly to?: TimeChoice;
  readonly nodeLabel?: string;
  readonly matcher?: readonly Matcher[];
  readonly priorityClass?: PriorityClasses;
  readonly rootDir?: string;
  readonly imageDir?: string;
  readonly tenant?: string;
  readonly tenantHeader: string;
  readonly username?: string;
  readonly passwordFile?: string;
  readonly bearerTokenFile?: string;
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly requestTimeout: number;
}

/** A time, or how long ago. */
export type TimeChoice = { readonly milliseconds: number } | { readonly secondsAgo: number };

export function addSeriesOptions(command: Command): Command {
  return command
    .option("--prometheus <url>", "Prometheus, Thanos or Mimir: the address before /api/v1")
    .option("--prometheus-dump <file...>", "saved answers of query or query_range, JSON or gzip")
    .addOption(
      new Option("--from <time>", "begin so long ago, or at an RFC 3339 time").argParser(timeOf),
    )
    .addOption(new Option("--to <time>", "end there (default: now)").argParser(timeOf))
    .option("--node-label <name>", "the label with the node's name (default: the usual ones)")
    .addOption(
      new Option(
        "--matcher <matcher>",
        "take only such series, as cluster=prod; repeatable",
      ).argParser(addMatcher),
    )
    .addOption(
      new Option(
        "--priority-class <name=value>",
        "the value of a priority class, which no series has; repeatable",
      ).argParser(addPriorityClass),
    )
    .option("--root-dir <path>", "the kubelet's root directory (default: /var/lib/kubelet)")
    .option("--image-dir <path>", "where the runtime keeps images (default: the usual ones)")
    .option("--tenant <id>", "send it as tenant, for Mimir")
    .option("--tenant-header <name>", "the header that takes the tenant", "X-Scope-OrgID")
    .option("--username <name>", "authenticate with a name and --password-file")
    .option("--password-file <file>", "the password of --username")
    .option("--bearer-token-file <file>", "authenticate with the token in it")
    .option("--ca-file <file>", "authorities to trust, PEM")
    .option("--cert-file <file>", "authenticate with a client certificate, PEM")
    .option("--key-file <file>", "its key, PEM")
    .addOption(
      new Option("--request-timeout <duration>", "time limit of one request")
        .argParser(secondsOf)
        .default(secondsOf("30s"), "30s"),
    );
}

function timeOf(text: string): TimeChoice {
  if (text === "now") return { secondsAgo: 0 };
  const seconds = durationSeconds(text);
  if (seconds > 0) return { secondsAgo: seconds };
  const time = parseTime(text);
  if (time !== null) return { milliseconds: Number(time / 1_000_000n) };
  throw new InvalidArgumentError("Write it as 2h, now or 2026-01-15T10:00:00Z.");
}

function addMatcher(text: string, before: readonly Matcher[] = []): readonly Matcher[] {
  const matcher = matcherOf(text);
  if (matcher !== null) return [...before, matcher];
  throw new InvalidArgumentError('Write it as cluster=prod or cluster=~"prod-.*".');
}

function addPriorityClass(text: string, before: PriorityClasses = {}): PriorityClasses {
  const [, name = "", value = ""] = /^([^=]+)=(-?\d{1,10})$/.exec(text) ?? [];
  if (name === "") throw new InvalidArgumentError("Write it as high=100000.");
  return { ...before, [name]: Number(value) };
}

/** Between two times, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export function instantOf(choice: TimeChoice, now: number): number {
  return "milliseconds" in choice ? choice.milliseconds : now - choice.secondsAgo * 1000;
}

export function directoriesOf({ rootDir, imageDir }: SeriesImportOptions): Directories {
  return {
    rootDirectory: rootDir ?? DIRECTORIES.rootDirectory,
    imageDirectories: imageDir === undefined ? DIRECTORIES.imageDirectories : [imageDir],
  };
}
