/** `kubectl plimsoll`: kubectl runs the program `kubectl-plimsoll` with the words behind it. */
import { launch } from "../launch.ts";

await launch("kubectl plimsoll");
