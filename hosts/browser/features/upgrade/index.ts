import { Upgrade } from "./upgrade.ts";
import { UpgradeDialog } from "./upgradeDialog.tsx";
import { OPEN } from "./words.ts";

/** What two releases decide otherwise about what is open. */
export const upgrade = { model: Upgrade, Dialog: UpgradeDialog, title: OPEN };
