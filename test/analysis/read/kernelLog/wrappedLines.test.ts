import { describe, expect, it } from "vitest";
import { WrappedLines } from "../../../../analysis/read/kernelLog/wrappedLines.ts";

function whole(text: string): readonly string[] {
  const lines = new WrappedLines();
  const taken = text.split("\n").flatMap((line, index) => lines.take(line, index + 1));
  return [...taken, ...lines.end()].map((line) => line.text);
}

/** The text in lines of so many characters. */
function folded(text: string, width: number): string {
  return text.replace(new RegExp(`.{${width}}(?=.)`, "g"), "$&\n");
}

const POD = "/kubepods/burstable/pod0d5dfc29-f1b6-4e5d-8f0b-0123456789ab";
const CONSTRAINT =
  `oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=0123456789abcdef,mems_allowed=0,` +
  `oom_memcg=${POD},task_memcg=${POD}/0123456789abcdef,task=java,pid=4142,uid=0`;
const INVOKED =
  "java invoked oom-killer: gfp_mask=0x6200ca(GFP_HIGHUSER_MOVABLE), nodemask=(null), order=0, " +
  "oom_score_adj=968";
const ENDED =
  "Memory cgroup out of memory: Killed process 4142 (java) total-vm:493824kB, anon-rss:262144kB, " +
  "file-rss:0kB, shmem-rss:0kB, UID:0 pgtables:123kB oom_score_adj:968";

describe("a kernel's line that a terminal broke", () => {
  it.each([CONSTRAINT, INVOKED, ENDED])(
    "is whole again where its prefix is lost: %.30s",
    (line) => {
      expect(whole(folded(line, 80))).toEqual([line]);
      expect(whole(`${folded(`4.567890] ${line}`, 80)}\n[ 1234.567891] Tasks state`)).toEqual([
        `4.567890] ${line}`,
        "[ 1234.567891] Tasks state",
      ]);
    },
  );

  it.each([CONSTRAINT, INVOKED, ENDED])(
    "ends with its sentence where it is whole: %.30s",
    (line) => {
      const next = "CPU: 3 PID: 4142 Comm: java Not tainted 5.4.0";
      expect(whole(`${line}\n${next}`)).toEqual([line, next]);
    },
  );

  it("ends where the next sentence begins", () => {
    const text = `${folded(CONSTRAINT, 100)}\n${folded(ENDED, 100)}`;
    expect(whole(text)).toEqual([CONSTRAINT, ENDED]);
  });
});

describe("a kernel's line that a mail program broke between words", () => {
  const STAMP = "[93428.037332] ";
  it.each([
    ["Out of memory: Kill process 3714 (dsm_om_connsvcd)", "score 2 or sacrifice child"],
    ["Killed process 3714 (dsm_om_connsvcd)", "total-vm:3844004kB, anon-rss:49616kB"],
    ["oom_reaper: reaped process 3714 (dsm_om_connsvcd), now", "anon-rss:0kB, file-rss:20kB"],
    ["[ pid ]   uid  tgid total_vm      rss nr_ptes nr_pmds", "swapents oom_score_adj name"],
    [
      "[ 1912]     0  1912    10572     1903      27       3",
      "    58             0 systemd-journal",
    ],
    [
      "java invoked oom-killer: gfp_mask=0x6200ca(GFP_HIGHUSER_MOVABLE),",
      "order=0, oom_score_adj=0",
    ],
    ["Node 1 DMA free:15896kB min:40kB low:52kB high:64kB", "active_anon:0kB inactive_anon:0kB"],
  ])("is whole again: %s", (begin, rest) => {
    const longer = `${STAMP}Swap cache stats: add 609178, delete 606293, find 331548/559119 kB`;
    const next = `${STAMP}Tasks state`;
    const broken = [longer, `${STAMP}${begin}`, rest, next];
    const joined = [longer, `${STAMP}${begin} ${rest}`, next];
    const quoted = (lines: readonly string[]) => lines.map((line) => `> ${line}`);
    expect(whole(broken.join("\n"))).toEqual(joined);
    expect(whole(quoted(broken).join("\n"))).toEqual(quoted(joined));
  });

  it("ends where the next line is another sentence", () => {
    const lines = [
      `${STAMP}Killed process 3714 (java)`,
      "Out of memory: Kill process 3715 (java)",
      `${STAMP}[ 1912]     0  1912    10572     1903      27       3`,
      "[ 1913]     0  1913    10572     1903      27       3    58             0 sh",
    ];
    expect(whole(lines.join("\n"))).toEqual(lines);
  });
});
