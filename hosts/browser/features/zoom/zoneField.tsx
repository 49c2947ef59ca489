import { useModel } from "../../state/context.ts";
import { ShownTime } from "../../time/shownTime.ts";
import { type ZoneChoice, zoneNamed } from "../../time/zone.ts";
import { zoneTitle } from "./words.ts";

const TITLES: Readonly<Record<ZoneChoice, string>> = {
  utc: "UTC",
  local: `Local: ${zoneNamed("local")}`,
};

/** The zone in which the page writes times; the browser remembers it. */
export function ZoneField() {
  const time = useModel(ShownTime);
  return (
    <select
      class="zone"
      aria-label="Time zone"
      title={zoneTitle(time.zone.value)}
      value={time.zoneChoice.value}
      onChange={({ currentTarget }) => {
        time.setZone(currentTarget.value === "local" ? "local" : "utc");
      }}
    >
      {Object.entries(TITLES).map(([choice, title]) => (
        <option key={choice} value={choice}>
          {title}
        </option>
      ))}
    </select>
  );
}
