/** What the page says of the editor. */

export const NOT_IN_FORCE = "Not in force: what is shown was decided before this text was changed.";
export const BACK_TO_RECORDED = "Back to the recorded configuration";
export const BACK_TO_DEFAULTS = "Back to the kubelet's defaults";
export const EDITED = "KubeletConfiguration or kubelet flags";
export const EDITOR_KEYS =
  "Ctrl+Space lists what can be written here, Ctrl+F searches, Ctrl+/ comments a line out. " +
  "Tab leaves the editor; while a list is open, Esc and then Tab.";
export const DEFAULTS_IN_FORCE = "Defaults in force";
export const WRITE_DEFAULTS = "Write the defaults down";
