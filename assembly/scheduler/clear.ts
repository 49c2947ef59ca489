/** What the scheduler forgets with the objects that it was asked about. */
import { forgetRequests } from "../filters/nodeRequests.ts";
import { startWalks } from "./cycle/cycle.ts";
import { forgetBudgets } from "./cycle/preemption/budgets.ts";
import { forgetCandidates } from "./cycle/preemption/candidates.ts";
import { outdate } from "./cycle/prepare.ts";
import { forgetQueue } from "./cycle/queue.ts";
import { forgetTemplates } from "./cycle/template.ts";
import { useDefaults } from "./documents/configuration.ts";
import { forgetDecision } from "./model/decision.ts";
import { forgetNominations } from "./model/nominations.ts";
import { forgetSnapshot } from "./model/snapshot.ts";
import { forgetImages } from "./scores/images.ts";
import { forgetTopology } from "./topology/topology.ts";

/** Forgets everything; the configuration is the default one again. */
export function clearScheduler(): void {
  forgetRequests();
  forgetSnapshot();
  forgetTemplates();
  forgetImages();
  forgetTopology();
  forgetQueue();
  forgetNominations();
  forgetBudgets();
  forgetCandidates();
  forgetDecision();
  useDefaults();
  startWalks(0);
  outdate();
}
