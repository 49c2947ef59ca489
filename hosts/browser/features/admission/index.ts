import { Admission } from "./admission.ts";
import { AdmissionSection } from "./admissionSection.tsx";

/** What the kubelet's admission would do if a pod came. */
export const admission = { model: Admission, Section: AdmissionSection };
