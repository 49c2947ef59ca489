import { Breakable } from "./breakable.tsx";

interface HeadlineProps {
  /** What happened, and why after a colon. */
  readonly title: string;
  readonly tone?: string;
}

/** The answer of a view. Focus comes here when what had it gives way to an answer. */
export function Headline({ title, tone = "" }: HeadlineProps) {
  const [what, ...why] = withoutPeriod(title).split(": ");
  const hasReason = why.length > 0;
  return (
    <h1 class={tone} id="answer" tabIndex={-1}>
      <span class="what">
        <Breakable text={hasReason ? `${what}:` : (what ?? "")} />
      </span>
      {hasReason && (
        <span class="rest">
          {" "}
          <Breakable text={why.join(": ")} />
        </span>
      )}
    </h1>
  );
}

/** A title has none, unless it is several sentences. */
function withoutPeriod(title: string): string {
  return title.includes(". ") ? title : title.replace(/\.$/, "");
}
