// Prints `passed failed` over the reports that `npm test` and `npm run suite -- long` left in
// build/, and on standard error what failed and why. A test that neither ran, and a report that is
// missing, count as failed.
import { readFileSync } from "node:fs";

function report(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    console.error(`${path} cannot be read: ${error.message}`);
    return undefined;
  }
}

/** Each run leaves out what belongs to the other, so a test is over when one of them ran it. */
function fromVitest(results) {
  let passed = 0;
  let failed = 0;
  const waiting = new Map();
  for (const { testResults } of results) {
    for (const { name: file, status, message, assertionResults } of testResults) {
      // A file that cannot be loaded fails without having a test that does.
      if (status === "failed" && assertionResults.length === 0) {
        failed += 1;
        console.error(`${file}: ${message}`);
      }
      for (const test of assertionResults) {
        const key = `${file}: ${test.fullName}`;
        const ran = test.status === "passed" || test.status === "failed";
        if (!waiting.has(key)) waiting.set(key, { ran: 0, left: 0 });
        waiting.get(key)[ran ? "ran" : "left"] += 1;
        if (test.status === "passed") passed += 1;
        if (test.status !== "failed") continue;
        failed += 1;
        console.error([`failed: ${key}`, ...(test.failureMessages ?? [])].join("\n"));
      }
    }
  }
  for (const [key, { ran, left }] of waiting) {
    const skipped = left - (results.length - 1) * ran;
    if (skipped <= 0) continue;
    failed += skipped;
    console.error(`skipped: ${key}`);
  }
  return { passed, failed };
}

const core = report("build/core-tests.json") ?? { passed: 0, failed: 1 };
const hosts = ["build/quick.json", "build/long.json"].map(report);
const missing = hosts.filter((result) => result === undefined).length;
const { passed, failed } = fromVitest(hosts.filter((result) => result !== undefined));
console.log(core.passed + passed, core.failed + failed + missing);
