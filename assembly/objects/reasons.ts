/** Why objects of a cluster were refused. */
import { REASONS_END } from "../base/json/failure.ts";

/** Continues `Reason`. */
export enum ObjectsReason {
  Memory = 32,
  Words,
  Resources,
  Name,
  Operator,
  Values,
  Quantity,
  Time,
  FieldName,
  Int32,
  Protocol,
  Action,
  Policy,
  Weight,
  Kind,
  Port,
  LabelKey,
  LabelValue,
  NegativeQuantity,
  Requirements,
  Pod,
  Share,
}

const OBJECTS_REASON_TEXTS: StaticArray<string> = [
  "the objects take more memory than the module may have",
  "a value has more than 65536 parts",
  "more than 64 resource names in one pod",
  "an object has metadata.name",
  "the operator is In, NotIn, Exists or DoesNotExist; of nodes also Gt or Lt",
  "In and NotIn take values, Exists and DoesNotExist take none, Gt and Lt take one integer",
  "a resource quantity is expected here",
  "an RFC 3339 time is expected here",
  "matchFields select metadata.name, by In or NotIn with one value",
  "an integer from -2147483648 to 2147483647 is expected here",
  "the protocol is TCP, UDP or SCTP",
  "whenUnsatisfiable is DoNotSchedule or ScheduleAnyway",
  "a node inclusion policy is Honor or Ignore",
  "a weight is from 1 to 100",
  "the document is not a Kubernetes object: it has no kind",
  "a port is from 0 to 65535",
  "a label key is a name of 1 to 63 letters, digits and '-_.', alone or behind 'domain/'",
  "a label value is empty, or 1 to 63 letters, digits and '-_.' that begin and end without these",
  "a resource quantity is not negative",
  "more than 512 requirements of labels, terms and constraints in one object",
  "a Pod is expected here",
  "a number of pods, or a percentage of them such as 50%, is expected here",
];

/** Rooms above begin their own reasons here. */
export const OBJECTS_REASONS_END: i32 = 64;

export function objectsReasonText(reason: i32): string {
  return unchecked(OBJECTS_REASON_TEXTS[reason - REASONS_END]);
}
