import { Upgrade } from "./upgrade.ts";
import { UpgradeDialog } from "./upgradeDialog.tsx";
import { OPEN } from "./words.ts";

/** Shows the decisions about the open documents that differ between two releases. */
export const upgrade = { model: Upgrade, Dialog: UpgradeDialog, title: OPEN };
