/** The rules of earlyoom, and the release in which each of them changed. */
import { describe, expect, it } from "vitest";
import { UnreadableError } from "../../analysis/read/unreadable.ts";
import { looksIn } from "./module.ts";

const MEMINFO = {
  MemTotal: 8_000_000,
  MemAvailable: 300_000,
  AnonPages: 7_000_000,
  SwapTotal: 1_000_000,
  SwapFree: 40_000,
};
const A = { pid: 100, name: "a", rssPages: 900_000, oomScore: 900, uid: 1000 };
const B = { pid: 101, name: "b", rssPages: 50_000, oomScore: 680 };

function scenario(processes: readonly object[], args: readonly string[] = [], meminfo = MEMINFO) {
  return { killer: "earlyoom", scenario: { args, meminfo, processes } };
}

function pid(processes: readonly object[], version = "1.9", args: readonly string[] = []) {
  return looksIn(scenario(processes, args), version)[0]?.pid;
}

function signal(meminfo: Partial<typeof MEMINFO>, args: readonly string[] = [], version = "1.9") {
  return looksIn(scenario([A], args, { ...MEMINFO, ...meminfo }), version)[0]?.signal;
}

describe("the signal", () => {
  it("needs memory and swap at or below their limits", () => {
    expect(signal({ MemAvailable: 700_000, AnonPages: 6_300_000 })).toBe("SIGTERM");
    expect(signal({ MemAvailable: 700_001, AnonPages: 6_300_000 })).toBe(null);
    expect(signal({ SwapFree: 100_001 })).toBe(null);
    expect(signal({ SwapFree: 50_000 })).toBe("SIGKILL");
    expect(signal({ SwapFree: 50_001 })).toBe("SIGTERM");
  });

  it("goes by memory alone without swap", () => {
    expect(signal({ SwapTotal: 0, SwapFree: 0 })).toBe("SIGKILL");
  });

  it("takes half of a limit for SIGKILL, and raises SIGTERM to it", () => {
    expect(signal({}, ["-m", "3"])).toBe(null);
    expect(signal({}, ["-m", "6"])).toBe("SIGTERM");
    expect(signal({}, ["-m10,3", "-s100"])).toBe("SIGTERM");
    expect(signal({}, ["-m", "2,6"])).toBe("SIGKILL");
  });
});

describe("a size in KiB", () => {
  it("is a part of all memory, though available memory is a part of less", () => {
    // 5 % of 8,000,000 kB; 300,000 of 7,300,000 are 4.1 %.
    expect(signal({}, ["-M", "400000", "-s", "100"])).toBe("SIGTERM");
    expect(signal({ MemAvailable: 400_000 }, ["-M", "400000", "-s", "100"])).toBe(null);
    expect(signal({ MemAvailable: 400_000 }, ["-M", "400000", "-s", "100"], "1.7")).toBe("SIGTERM");
  });

  it("counts where it is lower than the percentage", () => {
    expect(signal({}, ["-m", "10", "-M", "320000"])).toBe(null);
    expect(signal({}, ["-m", "10", "-M", "800000"])).toBe("SIGKILL");
    expect(signal({}, ["-S", "30000"])).toBe(null);
    expect(signal({}, ["-S", "40000,40000"])).toBe("SIGKILL");
  });
});

it("is none until 1.7 where the score is below -1 after --avoid", () => {
  const low = (oomScore: number, version: string) =>
    pid([{ ...A, oomScore }], version, ["--avoid", "^a$"]);
  expect(low(299, "1.7")).toBe(100);
  expect(low(298, "1.7")).toBe(null);
  expect(low(0, "1.8")).toBe(100);
});

it("says which of the two is above its limit", () => {
  const reason = (meminfo: Partial<typeof MEMINFO>) =>
    looksIn(scenario([A], [], { ...MEMINFO, ...meminfo }), "1.9")[0]?.reason;
  const swap = "free swap is above its SIGTERM limit of 10.00%";
  const memory = "available memory is above its SIGTERM limit of 10.00%";
  expect(reason({ SwapFree: 100_001 })).toBe(swap);
  expect(reason({ MemAvailable: 7_000_000 })).toBe(memory);
  expect(reason({ MemAvailable: 7_000_000, SwapFree: 900_000 })).toBe(`${memory}, and ${swap}`);
});

describe("the process", () => {
  it("is none of init, kthreadd, exempt and unreadable ones", () => {
    const left = [
      { ...A, pid: 1 },
      { ...A, pid: 2 },
      { ...A, oomScoreAdj: -1000 },
      { ...A, pid: 102, missing: ["oom_score"] },
      B,
    ];
    expect(pid(left)).toBe(101);
    expect(pid([{ ...A, oomScoreAdj: -1000 }, B], "1.6")).toBe(100);
  });

  it("does not belong to the kernel: by its parent since 1.8, by its size before", () => {
    const swapped = { ...A, rssPages: 0 };
    expect(pid([swapped, B], "1.7")).toBe(101);
    expect(pid([swapped, B], "1.8")).toBe(100);
    expect(pid([{ ...A, ppid: 2 }, B], "1.8")).toBe(101);
  });

  it("is the larger of two with the same score, and then the first", () => {
    expect(pid([{ ...B, oomScore: 900 }, A])).toBe(100);
    expect(pid([{ ...A, pid: 99 }, A])).toBe(99);
  });

  it("needs no stat before 1.8", () => {
    const without = { ...A, missing: ["stat"] };
    expect(pid([without, B], "1.7")).toBe(100);
    expect(pid([without, B], "1.8")).toBe(101);
  });

  it("counts as large as its mark makes it, also without resident memory", () => {
    const empty = { ...B, name: "web", rssPages: 0, oomScore: 999 };
    const args = ["--sort-by-rss", "--prefer", "^web$"];
    expect(pid([{ ...A, name: "web" }, empty], "1.8", args)).toBe(100);
    expect(pid([{ ...A, name: "web" }, empty], "1.8", args.slice(0, 1))).toBe(101);
  });

  it("is chosen by its size where it is asked for, since 1.8", () => {
    const large = { ...B, rssPages: 950_000 };
    expect(pid([A, large], "1.8", ["--sort-by-rss"])).toBe(101);
    expect(pid([A, large], "1.8")).toBe(100);
    expect(() => pid([A], "1.7", ["--sort-by-rss"])).toThrow("came with 1.8");
    expect(() => pid([A], "1.7", ["--ignore", "x"])).toThrow("came with 1.8");
  });

  it("is not one of root where root is ignored", () => {
    expect(pid([A, { ...B, oomScore: 950 }], "1.9", ["--ignore-root-user"])).toBe(100);
  });

  it("goes by patterns of names as POSIX has them", () => {
    const named = (name: string) => ({ ...B, name, pid: 7 });
    const preferred = (name: string, pattern: string) =>
      pid([A, named(name)], "1.9", ["--prefer", pattern]) === 7;
    expect(preferred("web", "^web$")).toBe(true);
    expect(preferred("web2", "^web$")).toBe(false);
    expect(preferred("web2", "^[[:alpha:]]+[[:digit:]]$")).toBe(true);
    expect(preferred("a\\b", "[\\]")).toBe(true);
    expect(pid([A, B], "1.9", ["--ignore=^a$"])).toBe(101);
    expect(pid([A, B], "1.9", ["--avoid", "a"])).toBe(101);
  });
});

it.each([
  [["--prefer", "("], "fatal: could not compile regexp '('"],
  [["-m", "x"], "takes one or two percentages"],
  [["-m", "0"], "fatal: -m: both SIGTERM and SIGKILL values are zero"],
  [["-m", "100"], "fatal: -m: value 100.000000 exceeds limit 99"],
  [["-M", "8080809"], "above what the machine has"],
  [["-M", "4,x"], "one or two sizes in KiB"],
  [["-v"], "prints a text and ends"],
  [["--kernel-oom"], "needs a value, or is unknown"],
])("refuses the arguments %j in one sentence", (args, sentence) => {
  expect(() => looksIn(scenario([A], args))).toThrow(UnreadableError);
  expect(() => looksIn(scenario([A], args))).toThrow(sentence);
});

it("looks once at each step", () => {
  const steps = [
    { at: 0, meminfo: { ...MEMINFO, SwapFree: 900_000 }, processes: [A] },
    { at: 2.5, meminfo: MEMINFO, processes: [A, B] },
  ];
  const looks = looksIn({ killer: "earlyoom", scenario: { steps } }, "1.9");
  expect(looks.map(({ at, pid: chosen }) => [at, chosen])).toEqual([
    [0, null],
    [2.5, 100],
  ]);
});
