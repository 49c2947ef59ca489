import { memberName, memberNamed } from "../../../analysis/read/json/members.ts";
import { ApiError } from "./apiError.ts";
import type { ApiClient } from "./client.ts";

/**
 * Nodes name up to fifty images, and pods carry what every manager of theirs owns. A million pods
 * are several times what Kubernetes is made for.
 */
const PAGES = { limit: 250, pagesMax: 4_000 };
const METADATA = memberName("metadata");
const CONTINUE = memberName("continue");
const decoder = new TextDecoder();

export interface ListOptions {
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  /** Objects of a page. */
  readonly limit?: number;
  readonly pagesMax?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Every object of a resource, page by page, as the API server writes them: typed lists. */
export async function* listPages(
  client: ApiClient,
  path: string,
  options: ListOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal, limit, pagesMax, ...selectors } = { ...PAGES, ...options };
  let next = "";
  for (let pages = 1; ; pages++) {
    const query = new URLSearchParams({
      ...selectors,
      limit: String(limit),
      ...(next === "" ? {} : { continue: next }),
    });
    const page = await client.get(`${path}?${query}`, signal);
    yield page;
    next = continuedAt(page, `GET ${path} at ${client.origin}`);
    if (next === "") return;
    if (pages < pagesMax) continue;
    throw new ApiError(
      `GET ${path} at ${client.origin} is answered with page after page, and no end`,
      "check the address",
    );
  }
}

/** Where the next page begins; empty behind the last one. */
function continuedAt(page: Uint8Array, what: string): string {
  try {
    const metadata = memberNamed(page, METADATA);
    const token = metadata === undefined ? undefined : memberNamed(metadata, CONTINUE);
    return token === undefined ? "" : String(JSON.parse(decoder.decode(token)) ?? "");
  } catch {
    throw new ApiError(`${what} is not answered with a list of JSON`, "check the address");
  }
}
