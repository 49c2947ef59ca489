/** Owners beyond the colors that there are share the last one. */
const COLORS = 8;

export function ownerClass(owner: number): string {
  return `owner-${Math.min(owner, COLORS - 1) + 1}`;
}

/** `shop/cart-2` without its namespace, which the picture has no room for. */
export function shortName(pod: string): string {
  return pod.slice(pod.indexOf("/") + 1);
}
