/**
 * Writes the `keys.ts` of each room: one exact test per member name that the room reads, against
 * the key that `scanMember` left. Run after changing a list: `node tools/keys.mjs`.
 */
import { readFileSync, writeFileSync } from "node:fs";

/** Members of a Summary, read at every step: compared by words, for speed. */
const SUMMARY_MEMBERS = namesIn(`
node pods systemContainers name memory time availableBytes workingSetBytes usageBytes fs runtime
imageFs containerFs capacityBytes usedBytes inodesFree inodes inodesUsed rlimit maxpid curproc
podRef namespace uid containers volume ephemeral-storage process_stats process_count rootfs logs
`);
/** Members of a PodList, which changes rarely: compared with a literal, for a fifth of the code. */
const POD_MEMBERS = namesIn(`
kind apiVersion items metadata spec status annotations
priority priorityClassName terminationGracePeriodSeconds initContainers ephemeralContainers
volumes tolerations overhead resources requests limits restartPolicy cpu
hostPath emptyDir gitRepo configMap downwardAPI medium sizeLimit key operator value effect
phase qosClass containerStatuses initContainerStatuses state running deletionTimestamp
`);
/** Members of a KubeletConfiguration, and of what may stand beside it. */
const CONFIGURATION_MEMBERS = namesIn(`
evictionHard evictionSoft evictionSoftGracePeriod evictionMinimumReclaim
evictionPressureTransitionPeriod evictionMaxPodGracePeriod enforceNodeAllocatable
localStorageCapacityIsolation mergeDefaultEvictionSettings systemReserved kubeReserved
cgroupsPerQOS featureGates systemReservedCgroup kubeReservedCgroup plimsoll profile
kubeletVersion layout dedicatedImageFs splitContainerFs whatIf capacity signal
`);

const WORD_BYTES = 8;

function namesIn(text) {
  return text.trim().split(/\s+/);
}

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

function functionText(member, test) {
  const head = `/** \`${member}\` */\nexport function ${functionName(member)}(): bool {`;
  return `${head}\n  return ${test(member)};\n}\n`;
}

function wordTest(member) {
  const bytes = Buffer.from(member);
  const tests = [`keySize == ${bytes.length}`, `keyWord == ${word(bytes, 0)}`];
  for (let offset = WORD_BYTES; offset + WORD_BYTES < bytes.length; offset += WORD_BYTES) {
    tests.push(`load<u64>(keyAt, ${offset}) == ${word(bytes, offset)}`);
  }
  if (bytes.length > WORD_BYTES) {
    tests.push(`keyTail == ${word(bytes, bytes.length - WORD_BYTES)}`);
  }
  return tests.length === 2 ? tests.join(" && ") : `(\n    ${tests.join(" &&\n    ")}\n  )`;
}

function literalTest(member) {
  return `keyIs("${member}")`;
}

function fileText(imports, functions) {
  const head = [
    "/**",
    " * Exact tests of the key that `scanMember` left. Written by tools/keys.mjs; change it there.",
    " */",
    `import { ${imports.join(", ")} } from "../base/json/member.ts";`,
    "",
    "",
  ].join("\n");
  return head + functions.join("\n");
}

const byWord = (member) => functionText(member, wordTest);
const byLiteral = (member) => functionText(member, literalTest);
const keyWords = ["keyAt", "keyIs", "keySize", "keyTail", "keyWord"];

/** Each generated file, by its path in the repository. */
export const KEY_FILES = {
  "assembly/node/keys.ts": fileText(keyWords, [
    ...SUMMARY_MEMBERS.map(byWord),
    ...POD_MEMBERS.map(byLiteral),
  ]),
  "assembly/eviction/keys.ts": fileText(["keyIs"], CONFIGURATION_MEMBERS.map(byLiteral)),
};

function fileOf(path) {
  return new URL(`../${path}`, import.meta.url);
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split("/").pop())) {
  for (const [path, text] of Object.entries(KEY_FILES)) {
    if (!process.argv.includes("--check")) writeFileSync(fileOf(path), text);
    else if (readFileSync(fileOf(path), "utf8") !== text) {
      console.error(`${path} is stale: run node tools/keys.mjs`);
      process.exitCode = 1;
    }
  }
}
