import { TabList } from "../controls/tabs.tsx";
import { useStore } from "../state/context.ts";
import type { Tab } from "../state/store.ts";

const TABS: readonly (readonly [Tab, string])[] = [
  ["decision", "Decision"],
  ["ranking", "Ranking"],
  ["configuration", "Configuration"],
  ["signals", "Signals"],
  ["compare", "Compare"],
  ["sweep", "Sweep"],
];

/** Where there is room for one part at a time, which one it is. */
export function Tabs() {
  const { tab } = useStore();
  return <TabList tabs={TABS} tab={tab} />;
}
