/** What the page says of a pod of the user's own. */

export const RULES = "The rules of admission";
export const OWN_POD = "Admission of a pod of your own";
export const POD = "The new pod";
export const NODE = "Its Node";
export const POD_HINT =
  "A Pod or what makes pods, in YAML or JSON; without one, a critical pod that does not fit.";
export const NODE_HINT =
  "What `kubectl get node NAME -o json` prints; without it, what the configuration leaves to " +
  "allocate.";
export const BACK = "Back to the critical pod";
export const CHOOSE_FILE = "Choose a file";
/** What a manifest is called in sentences. */
export const MANIFEST = "the new pod";
