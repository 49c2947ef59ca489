/** A pod as kubectl's users write it: `shop/cart-7d9`. */
export function podText({ namespace, name }: { namespace: string; name: string }): string {
  return `${namespace}/${name}`;
}

export function podTexts(
  pods: readonly { namespace: string; name: string }[],
  separator = ", ",
): string {
  return pods.map(podText).join(separator);
}
