import { describe, expect, it } from "vitest";
import type { SimulatorEvent } from "../../../../analysis/engine/simulatorEvent.ts";
import { eventRows } from "../../../../analysis/questions/simulate/eventRows.ts";

const SHORTAGE = "The node was low on resource: memory.";
const owner = { kind: "Deployment", name: "cart" };
const cart = (count: number) => ({ namespace: "shop", name: `cart-${count}`, uid: `u${count}` });

function evicted(time: number, count: number, quantity: string): SimulatorEvent {
  const message = `${SHORTAGE} Threshold quantity: ${quantity}.`;
  return { time, kind: "Evicted", node: "worker-1", pod: cart(count), owner, message };
}

function scheduled(time: number, count: number): SimulatorEvent {
  return { time, kind: "Scheduled", node: "worker-1", pod: cart(count), owner };
}

const shown = (events: readonly SimulatorEvent[], all = false) =>
  eventRows(events, { all }).map(({ cells }) => cells.join(" | "));

describe("the events of a simulated cluster", () => {
  it("have a message in full the first time, and then its first sentence", () => {
    expect(shown([evicted(60, 1, "500Mi"), evicted(180, 2, "500Mi")])).toEqual([
      `+1m00s | worker-1 | Evicted shop/cart-1: ${SHORTAGE} Threshold quantity: 500Mi.`,
      `+3m00s | worker-1 | Evicted shop/cart-2: ${SHORTAGE}`,
    ]);
  });

  it("are one row where the same happens to pods of one owner within a second", () => {
    expect(shown([scheduled(1, 1), scheduled(1.5, 2), scheduled(3, 3)])).toEqual([
      "+1s | worker-1 | Scheduled 2 pods of Deployment shop/cart",
      "+3s | worker-1 | Scheduled shop/cart-3",
    ]);
  });

  it("are counted after they were shown once, where they repeat", () => {
    const three = [1, 2, 3].flatMap((round) => [
      scheduled(round * 60, round),
      evicted(round * 60 + 30, round, "1Gi"),
    ]);
    expect(shown(three)).toEqual([
      "+1m00s | worker-1 | Scheduled shop/cart-1",
      expect.stringMatching(/^\+1m30s \| worker-1 \| Evicted shop\/cart-1/),
      " |  | … 2 more rounds like this, until +3m30s",
    ]);
    expect(shown(three, true)).toHaveLength(6);
  });

  it("have a tone where a pod ends or finds no node", () => {
    const pending: SimulatorEvent = { time: 0, kind: "FailedScheduling", pod: cart(1) };
    const rows = eventRows([pending, scheduled(2, 1), evicted(60, 1, "1Gi")], { all: true });
    expect(rows.map(({ tone }) => tone)).toEqual(["low", undefined, "bad"]);
  });
});
