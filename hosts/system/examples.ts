import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SettingError } from "./errors.ts";
import { shippedFile } from "./shipped.ts";

/** An example capture that is shipped with the program. */
export interface Example {
  readonly name: string;
  /** Path of the capture, relative to the index. */
  readonly file: string;
  readonly title: string;
  /** What happens in it, in a sentence or two. */
  readonly description: string;
}

/** In the package, next to the bundle of a checkout, or next to the sources. */
const FOLDERS = ["./", "../", "../../"];

export async function listExamples(): Promise<readonly Example[]> {
  return (await shelf()).examples;
}

/** The example of that name and the path of its capture. */
export async function findExample(name: string): Promise<Example & { readonly path: string }> {
  const { examples, folder } = await shelf();
  const found = examples.find((example) => example.name === name);
  if (found === undefined) {
    throw noSuchExample(
      "example",
      name,
      examples.map((example) => example.name),
    );
  }
  return { ...found, path: join(folder, found.file) };
}

/** The paths of the index, of every capture it names, and of the objects of clusters. */
export async function exampleFiles(): Promise<readonly string[]> {
  const { examples, folder } = await shelf();
  const clusters = (await clusterNames(folder)).map((name) => `${name}${CLUSTER_ENDING}`);
  const names = ["index.json", ...examples.map(({ file }) => file), ...clusters];
  return names.map((name) => join(folder, name));
}

interface Shelf {
  readonly folder: string;
  readonly examples: readonly Example[];
}

async function shelf(): Promise<Shelf> {
  const path = shippedFile("examples/index.json", "The folder of examples", FOLDERS);
  return { folder: dirname(path), examples: JSON.parse(await readFile(path, "utf8")) };
}

/** The objects of an example cluster. */
export async function exampleCluster(name: string): Promise<string> {
  const { folder } = await shelf();
  const names = await clusterNames(folder);
  if (names.includes(name)) return join(folder, `${name}${CLUSTER_ENDING}`);
  throw noSuchExample("cluster", name, names);
}

/** `what` has that name, in the sentence; an empty name was not given. */
export function noSuchExample(what: string, name: string, names: readonly string[]): SettingError {
  const problem =
    name === "" ? "--example has no name" : `--example ${name}: there is no such ${what}`;
  return new SettingError(problem, `choose one of ${names.join(", ")}`);
}

const CLUSTER_ENDING = ".cluster.json.gz";

async function clusterNames(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((each) => each.endsWith(CLUSTER_ENDING)).sort();
  return files.map((each) => each.slice(0, -CLUSTER_ENDING.length));
}

/** The names of all example clusters, those that are simulated as well. */
export async function exampleClusterNames(): Promise<readonly string[]> {
  const { folder } = await shelf();
  const scenarios = await scenarioNames(join(folder, SCENARIOS));
  return [...new Set([...(await clusterNames(folder)), ...scenarios])].sort();
}

/** The files of an example cluster that is simulated. */
export interface ExampleScenario {
  readonly objects: readonly string[];
  readonly scenario: string;
}

const SCENARIOS = "clusters";

/** The objects and the scenario of a cluster that is simulated. */
export async function exampleScenario(name: string): Promise<ExampleScenario> {
  const folder = join((await shelf()).folder, SCENARIOS);
  const names = await scenarioNames(folder);
  if (!names.includes(name)) throw noSuchExample("scenario", name, names);
  const of = join(folder, name);
  return { objects: [join(of, "objects.yaml")], scenario: join(of, "scenario.yaml") };
}

async function scenarioNames(folder: string): Promise<readonly string[]> {
  const clusters = await clustersIn(folder);
  return clusters.filter(({ files }) => files.includes("scenario.yaml")).map(({ name }) => name);
}

/** What the page asks for: the objects and the scenario of each cluster, by their addresses. */
export async function clusterFiles(): Promise<ReadonlyMap<string, string>> {
  const folder = join((await shelf()).folder, SCENARIOS);
  const clusters = await clustersIn(folder);
  return new Map(
    clusters.flatMap(({ name, files }) =>
      files.map((file) => [`examples/${SCENARIOS}/${name}/${file}`, join(folder, name, file)]),
    ),
  );
}

async function clustersIn(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, files: await readdir(join(folder, name)) })),
  );
}
