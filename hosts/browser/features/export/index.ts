import { PictureButton } from "./picture.tsx";

/** The timeline as a picture. */
export const exporting = { Picture: PictureButton };
