import { kubectlOf, manifestsOf } from "../../../../analysis/questions/change/changeTexts.ts";
import type { Store } from "../../state/store.ts";

/** The change on show for a cluster; empty where there is nothing to write. */
export interface ChangeTexts {
  readonly kubectl: string;
  readonly yaml: string;
}

/** A configuration is a file of the node, which no command of kubectl changes. */
export function changeTexts(store: Store): ChangeTexts {
  const { changes, configuration, recordedConfiguration, decision } = store;
  const ranking = decision.value?.ranking ?? [];
  const named = changes.value.flatMap((change) => {
    const pod = ranking.find(({ uid }) => uid === change.uid);
    return pod === undefined ? [] : [{ pod, change }];
  });
  const isOther = configuration.value !== recordedConfiguration.value;
  const manifests = [manifestsOf(named), isOther ? configuration.value : ""];
  return {
    kubectl: isOther ? "" : kubectlOf(named),
    yaml: manifests.filter((text) => text !== "").join("---\n"),
  };
}
