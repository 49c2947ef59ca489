/** Objects with their members in every order, and documents cut off at every byte. */
import { statusName } from "../../../base/__tests__/input.ts";

/** The object of `members` in the n-th of their orders. */
export function inOrder(members: string[], n: i32): string {
  const rest = members.slice(0);
  const taken: string[] = [];
  for (let left = members.length; left > 0; left--) {
    taken.push(rest.splice(n % left, 1)[0]);
    n /= left;
  }
  return `{${taken.join(",")}}`;
}

export function orders(members: string[]): i32 {
  let count = 1;
  for (let factor = 2; factor <= members.length; factor++) count *= factor;
  return count;
}

/** Every beginning of the document but the whole is refused as not being JSON. */
export function expectWhole(document: string, decode: (text: string) => i32): void {
  expect(statusName(decode(document))).toBe("Ok", document);
  for (let size = 0; size < document.length; size++) {
    const cut = document.slice(0, size);
    expect(statusName(decode(cut))).toBe("InvalidJson", cut);
  }
}
