import type { CaptureHeader, CaptureRecord } from "./capture.ts";

export interface AnonymizeOptions {
  /** The same key gives the same pseudonyms, in every capture; whoever has it can test a guess. */
  readonly key: string;
  /** Keep the names of Kubernetes' own namespaces (`kube-system` and its like). Default: no. */
  readonly keepSystemNamespaces?: boolean;
}

/** Reduces a capture and gives everything that has a name a pseudonym. */
export interface Anonymizer {
  header(header: CaptureHeader): Promise<CaptureHeader>;
  record(record: CaptureRecord): Promise<CaptureRecord>;
}

export declare function anonymizer(options: AnonymizeOptions): Promise<Anonymizer>;
