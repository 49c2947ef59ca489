/** The pods that a node's kubelet knows: linked through their lifecycles. */
import { kubeletAt } from "./kubelet.ts";
import { lifecycleAt } from "./podLifecycle.ts";

export function joinNode(row: u32, node: u32): void {
  const lifecycle = lifecycleAt(row);
  const kubelet = kubeletAt(node);
  lifecycle.node = node + 1;
  lifecycle.previous = 0;
  lifecycle.next = kubelet.first;
  if (kubelet.first != 0) lifecycleAt(kubelet.first - 1).previous = row + 1;
  kubelet.first = row + 1;
  kubelet.podCount++;
}

export function leaveNode(row: u32): void {
  const lifecycle = lifecycleAt(row);
  if (lifecycle.node == 0) return;
  const kubelet = kubeletAt(lifecycle.node - 1);
  if (lifecycle.next != 0) lifecycleAt(lifecycle.next - 1).previous = lifecycle.previous;
  if (lifecycle.previous != 0) lifecycleAt(lifecycle.previous - 1).next = lifecycle.next;
  else kubelet.first = lifecycle.next;
  kubelet.podCount--;
  lifecycle.node = 0;
  lifecycle.next = 0;
  lifecycle.previous = 0;
}
