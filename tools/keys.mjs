/**
 * Writes assembly/json/keys.ts: one exact test per member name that the core reads, as word
 * comparisons against the key that `scanMember` left. Run after changing the list:
 * `node tools/keys.mjs`; a test fails when the file is stale.
 */
import { readFileSync, writeFileSync } from "node:fs";

export const MEMBERS = `
node pods systemContainers name memory time availableBytes workingSetBytes usageBytes fs runtime
imageFs containerFs capacityBytes usedBytes inodesFree inodes inodesUsed rlimit maxpid curproc
podRef namespace uid containers volume ephemeral-storage process_stats process_count rootfs logs
kind apiVersion items metadata spec status annotations
priority priorityClassName terminationGracePeriodSeconds initContainers ephemeralContainers
volumes tolerations overhead resources requests limits restartPolicy cpu
hostPath emptyDir gitRepo configMap downwardAPI medium sizeLimit key operator value effect
phase qosClass containerStatuses initContainerStatuses state running deletionTimestamp
evictionHard evictionSoft evictionSoftGracePeriod evictionMinimumReclaim
evictionPressureTransitionPeriod evictionMaxPodGracePeriod enforceNodeAllocatable
localStorageCapacityIsolation mergeDefaultEvictionSettings systemReserved kubeReserved
cgroupsPerQOS systemReservedCgroup kubeReservedCgroup plimsoll profile kubeletVersion layout
dedicatedImageFs splitContainerFs whatIf capacity
`
  .trim()
  .split(/\s+/);

const WORD_BYTES = 8;

/** The eight bytes at `offset`, NUL-padded, as a little-endian literal. */
function word(bytes, offset) {
  const padded = Buffer.alloc(WORD_BYTES);
  bytes.copy(padded, 0, offset, offset + WORD_BYTES);
  return `0x${padded.readBigUInt64LE().toString(16).padStart(16, "0")}`;
}

function functionName(member) {
  const words = member.split(/[-_]/);
  return `is${words.map((part) => part[0].toUpperCase() + part.slice(1)).join("")}`;
}

function functionText(member) {
  const bytes = Buffer.from(member);
  const tests = [`keySize == ${bytes.length}`, `keyWord == ${word(bytes, 0)}`];
  for (let offset = WORD_BYTES; offset + WORD_BYTES < bytes.length; offset += WORD_BYTES) {
    tests.push(`load<u64>(keyAt, ${offset}) == ${word(bytes, offset)}`);
  }
  if (bytes.length > WORD_BYTES) {
    tests.push(`keyTail == ${word(bytes, bytes.length - WORD_BYTES)}`);
  }
  const body = tests.length === 2 ? tests.join(" && ") : `(\n    ${tests.join(" &&\n    ")}\n  )`;
  const head = `/** \`${member}\` */\nexport function ${functionName(member)}(): bool {`;
  return `${head}\n  return ${body};\n}\n`;
}

export function keysText() {
  const head = [
    "/**",
    " * Exact tests of the key that `scanMember` left, as 64-bit comparisons. Written by",
    " * tools/keys.mjs; change the list there.",
    " */",
    'import { keyAt, keySize, keyTail, keyWord } from "./member.ts";',
    "",
    "",
  ].join("\n");
  return head + MEMBERS.map(functionText).join("\n");
}

export const KEYS_FILE = new URL("../assembly/json/keys.ts", import.meta.url);

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split("/").pop())) {
  if (process.argv.includes("--check")) {
    const fresh = readFileSync(KEYS_FILE, "utf8") === keysText();
    if (!fresh) console.error("assembly/json/keys.ts is stale: run node tools/keys.mjs");
    process.exitCode = fresh ? 0 : 1;
  } else {
    writeFileSync(KEYS_FILE, keysText());
  }
}
