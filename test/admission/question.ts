import { isObject, type Json, type JsonObject, writeJson } from "../vectors/notation.ts";
import type { AdmissionCase } from "./admissionCase.ts";

/** The line that asks the oracle about a case. */
export function question({ node, pods, pod }: AdmissionCase, id = "0"): string {
  return writeJson({ kind: "admission", id, node, pods: pods.map(stored), pod: stored(pod) });
}

/** A pod as an API server stores it: what is limited and not requested is requested as well. */
function stored(pod: Json): Json {
  if (!isObject(pod) || !isObject(pod.spec)) return pod;
  const { containers, initContainers } = pod.spec;
  const spec = {
    ...pod.spec,
    ...(Array.isArray(containers) ? { containers: containers.map(storedContainer) } : {}),
    ...(Array.isArray(initContainers)
      ? { initContainers: initContainers.map(storedContainer) }
      : {}),
  };
  return { ...pod, spec };
}

function storedContainer(container: Json): Json {
  if (!isObject(container) || !isObject(container.resources)) return container;
  const { limits, requests } = container.resources;
  if (!isObject(limits) || !(isObject(requests) || requests == null)) return container;
  const completed: JsonObject = { ...limits, ...requests };
  return { ...container, resources: { ...container.resources, requests: completed } };
}
