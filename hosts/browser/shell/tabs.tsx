import { TabList } from "../controls/tabs.tsx";
import { useStore } from "../state/context.ts";
import type { Tab } from "../state/store.ts";
import { PART_TITLES } from "./words.ts";

const NAMES = ["decision", "ranking", "configuration", "signals", "compare", "sweep"] as const;
const TABS = NAMES.map((name): readonly [Tab, string] => [name, PART_TITLES[name]]);

/** Where there is room for one part at a time, which one it is. */
export function Tabs() {
  const { tab } = useStore();
  return <TabList tabs={TABS} tab={tab} />;
}
