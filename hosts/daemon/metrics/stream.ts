import { Counter, Gauge, type Registry } from "prom-client";
import type { Stream } from "../stream/stream.ts";

/** Read from the stream when Prometheus asks. */
export function streamMetrics(
  registry: Registry,
  stream: Pick<Stream, "clients" | "dropped">,
): void {
  new Gauge({
    name: "plimsoll_stream_clients",
    help: "Clients of /v1/stream.",
    registers: [registry],
    collect() {
      this.set(stream.clients);
    },
  });
  new Counter({
    name: "plimsoll_stream_dropped_total",
    help: "Clients of /v1/stream that were dropped because they read too slowly.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(stream.dropped);
    },
  });
}
