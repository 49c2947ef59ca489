import { Overview } from "./overview.tsx";
import { ZoneField } from "./zoneField.tsx";

/** What the charts show of the time. */
export const zoom = { Overview, ZoneField };
