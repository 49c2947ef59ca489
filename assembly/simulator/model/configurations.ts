/** Configurations of kubelets, each kept once as it was written. */
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { CONFIGURATIONS_OFFSET } from "../memory.ts";

/** Texts of KubeletConfigurations. */
const configurations = changetype<Table>(CONFIGURATIONS_OFFSET);

export function configurationCount(): u32 {
  return configurations.count;
}

/** The row of a text; NO_ROW of `table.ts` after a failure. */
export function configurationRow(text: u32): u32 {
  for (let row: u32 = 0; row < configurations.count; row++) {
    if (configurationText(row) == text) return row;
  }
  const place = appendRow(configurations, 4);
  if (place == 0) return 0;
  store<u32>(place, text);
  return configurations.count - 1;
}

export function configurationText(row: u32): u32 {
  return load<u32>(rowAt(configurations, row));
}
