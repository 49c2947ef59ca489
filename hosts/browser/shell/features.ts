import { admission } from "../features/admission/index.ts";
import { compare } from "../features/compare/index.ts";
import { counterfactual } from "../features/counterfactual/index.ts";
import { decision } from "../features/decision/index.ts";
import { editor } from "../features/editor/index.ts";
import { evictions } from "../features/evictions/index.ts";
import { exporting } from "../features/export/index.ts";
import { given } from "../features/given/index.ts";
import { headroom } from "../features/headroom/index.ts";
import { live } from "../features/live/index.ts";
import { memory } from "../features/memory/index.ts";
import { multiples } from "../features/multiples/index.ts";
import { offline } from "../features/offline/index.ts";
import { oom } from "../features/oom/index.ts";
import { openIn } from "../features/openIn/index.ts";
import { pods } from "../features/pods/index.ts";
import { quiz } from "../features/quiz/index.ts";
import { ranking } from "../features/ranking/index.ts";
import { share } from "../features/share/index.ts";
import { signals } from "../features/signals/index.ts";
import { simulator } from "../features/simulator/index.ts";
import { sweep } from "../features/sweep/index.ts";
import { threshold } from "../features/threshold/index.ts";
import { upgrade } from "../features/upgrade/index.ts";
import { usage } from "../features/usage/index.ts";
import { zoom } from "../features/zoom/index.ts";

/**
 * Every feature of the page: the one place where the shell meets them. In the order in which their
 * models are made, and so ask the worker when a capture is decided.
 */
export const FEATURES = {
  threshold,
  counterfactual,
  headroom,
  pods,
  multiples,
  usage,
  oom,
  admission,
  ranking,
  live,
  compare,
  quiz,
  share,
  openIn,
  simulator,
  sweep,
  decision,
  editor,
  evictions,
  exporting,
  given,
  memory,
  offline,
  signals,
  upgrade,
  zoom,
};
