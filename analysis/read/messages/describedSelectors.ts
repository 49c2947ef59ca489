import { endedBy } from "./message.ts";
import type { FoundMessage } from "./reportedMessage.ts";
import type { Subject } from "./subject.ts";

/** The labels that a described pod needs of its node, which its rejection does not name. */
export class DescribedSelectors {
  readonly #labels = new Map<string, string[]>();
  #last: string[] | null = null;

  take(line: string, pod: Subject): void {
    const [, first] = /^Node-Selectors:\s+(\S{1,400})\s*$/.exec(line) ?? [];
    const [, next] = /^\s{8,}([^\s:]{1,300}=\S{0,63})\s*$/.exec(line) ?? [];
    if (first !== undefined && first !== "<none>") {
      this.#last = [first];
      this.#labels.set(keyOf(pod), this.#last);
    } else if (next !== undefined && this.#last !== null) this.#last.push(next);
    else this.#last = null;
  }

  addedTo(found: readonly FoundMessage[]): readonly FoundMessage[] {
    return found.map((each) => {
      const { otherEnd } = each.message;
      const labels = this.#labels.get(keyOf(each));
      if (otherEnd?.kind !== "node-affinity" || labels === undefined) return each;
      const words = labels.length === 1 ? "the label" : "the labels";
      const detail = `needs ${words} ${labels.join(", ")}`;
      return { ...each, message: endedBy({ ...otherEnd, detail }) };
    });
  }
}

function keyOf({ namespace, name }: Subject): string {
  return `${namespace}/${name}`;
}
