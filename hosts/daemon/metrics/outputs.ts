import { Counter, Gauge, type Registry } from "prom-client";
import type { Dropping } from "../boundedOutput.ts";
import type { Forwarder } from "../forward/forwarder.ts";
import type { Stream } from "../stream/stream.ts";

/** What the outputs count themselves. */
export interface OutputCounts {
  readonly stream: Pick<Stream, "clients" | "dropped">;
  /** Absent when nothing is forwarded. */
  readonly forwarding?: Pick<Forwarder, "outcomes" | "failures" | "waiting">;
  /** Whatever drops what it cannot write in time. */
  readonly droppings: readonly Dropping[];
}

/** Read from the outputs when Prometheus asks. */
export function outputMetrics(registry: Registry, counts: OutputCounts): void {
  const { stream, forwarding, droppings } = counts;
  const registers = [registry];

  function gauge(name: string, help: string, read: () => number): void {
    const collect = () => made.set(read());
    const made: Gauge = new Gauge({ name, help, registers, collect });
  }

  /** By the values of a label; the label "" is none. */
  function counter(
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [value: string, count: number]>,
  ): void {
    const collect = () => {
      made.reset();
      for (const [value, count] of read()) made.inc(label === "" ? {} : { [label]: value }, count);
    };
    const labelNames = label === "" ? [] : [label];
    const made: Counter = new Counter({ name, help, labelNames, registers, collect });
  }

  gauge("plimsoll_stream_clients", "Clients of /v1/stream.", () => stream.clients);
  counter(
    "plimsoll_stream_dropped_total",
    "Clients of /v1/stream that were dropped because they read too slowly.",
    "",
    () => [["", stream.dropped]],
  );
  counter(
    "plimsoll_dropped_total",
    "Lines of an output, and steps of the recorder, dropped because they waited too long.",
    "output",
    () => droppings.map(({ name, dropped }) => [name, dropped]),
  );
  if (forwarding === undefined) return;
  counter(
    "plimsoll_forwarded_steps_total",
    "Steps for the edge function: done, refused by it, or dropped because too many waited.",
    "outcome",
    () => Object.entries(forwarding.outcomes),
  );
  counter("plimsoll_forward_failures_total", "Failed attempts that are retried.", "", () => [
    ["", forwarding.failures],
  ]);
  gauge(
    "plimsoll_forward_waiting_steps",
    "Steps that wait to be forwarded.",
    () => forwarding.waiting,
  );
}
