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
