// Prints `passed failed` over the reports that `npm test` left in build/, and on standard error
// what failed and why. A test that was skipped, and a report that is missing, count as failed.
import { readFileSync } from "node:fs";

function report(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    console.error(`${path} cannot be read: ${error.message}`);
    return undefined;
  }
}

function fromVitest(result) {
  if (result === undefined) return { passed: 0, failed: 1 };
  const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed");
  for (const { fullName, status, failureMessages = [] } of tests) {
    if (status !== "passed")
      console.error([`${status}: ${fullName}`, ...failureMessages].join("\n"));
  }
  // A file that cannot be loaded fails without having a test that does.
  const broken = result.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  for (const { name, message } of broken) console.error(`${name}: ${message}`);
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + skipped.length + broken.length,
  };
}

const core = report("build/core-tests.json") ?? { passed: 0, failed: 1 };
const hosts = fromVitest(report("build/vitest.json"));
console.log(core.passed + hosts.passed, core.failed + hosts.failed);
