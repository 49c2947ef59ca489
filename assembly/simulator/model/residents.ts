/** The pods that a node's kubelet knows: linked through their lives. */
import { agentAt } from "./agent.ts";
import { lifeAt } from "./life.ts";

export function joinNode(row: u32, node: u32): void {
  const life = lifeAt(row);
  const agent = agentAt(node);
  life.node = node + 1;
  life.previous = 0;
  life.next = agent.first;
  if (agent.first != 0) lifeAt(agent.first - 1).previous = row + 1;
  agent.first = row + 1;
  agent.podCount++;
}

export function leaveNode(row: u32): void {
  const life = lifeAt(row);
  if (life.node == 0) return;
  const agent = agentAt(life.node - 1);
  if (life.next != 0) lifeAt(life.next - 1).previous = life.previous;
  if (life.previous != 0) lifeAt(life.previous - 1).next = life.next;
  else agent.first = life.next;
  agent.podCount--;
  life.node = 0;
  life.next = 0;
  life.previous = 0;
}
