import { ShareButton } from "./shareDialog.tsx";
import { Sharing } from "./sharing.ts";

/** What is on show, as a link or a file. */
export const share = { model: Sharing, Button: ShareButton };
