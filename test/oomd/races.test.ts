/** Races between memory.high, systemd-oomd, earlyoom and the kernel, recorded in a guest. */
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { RACE_NAMES } from "./raceNames.ts";
import { FIRST, keptFile, raceComplaints } from "./races.ts";

describe("samples of a real machine, replayed for each killer on it", () => {
  it.each(RACE_NAMES.map((name) => [name, FIRST[name]] as const))(
    "say what was killed there, by whom and when: %s, by %s",
    (name) => {
      const samples = gunzipSync(keptFile(name, "ndjson.gz")).toString();
      const log = gunzipSync(keptFile(name, "log.gz")).toString();
      expect(raceComplaints(name, { samples, log })).toEqual([]);
    },
  );
});
