import { Admission } from "../features/admission/admission.ts";
import { SideBySide } from "../features/compare/sideBySide.ts";
import { Trial } from "../features/counterfactual/trial.ts";
import { Fall } from "../features/headroom/headroom.ts";
import { Live } from "../features/live/live.ts";
import { Multiples } from "../features/multiples/multiples.ts";
import { Kernel } from "../features/oom/oom.ts";
import { PodChanges } from "../features/pods/podChanges.ts";
import { Prediction } from "../features/quiz/quiz.ts";
import { ShownPods } from "../features/ranking/shownPods.ts";
import { OpenIn } from "../features/share/openIn.ts";
import { Sharing } from "../features/share/sharing.ts";
import { Clusters } from "../features/simulator/clusters.ts";
import { Sweeping } from "../features/sweep/sweeping.ts";
import { ThresholdDrag } from "../features/threshold/drag.ts";
import { PodUsages } from "../features/usage/podUsages.ts";
import type { WorkerClient } from "../session/client.ts";
import type { Scenario } from "../session/scenario.ts";
import { Recorded } from "../state/recorded.ts";
import { Store } from "../state/store.ts";
import { ShownTime } from "../time/shownTime.ts";
import { Address } from "./address.ts";

/** The store and every feature over it: all that the page shows, and what a user can do. */
export class Playground extends Store {
  readonly time = new ShownTime(this);
  readonly drag = new ThresholdDrag(this);
  readonly trial = new Trial(this);
  readonly fall = new Fall(this);
  readonly podChanges = new PodChanges(this);
  readonly record = new Recorded(this);
  readonly multiples = new Multiples(this);
  readonly podUsage = new PodUsages(this, this.time, this.multiples);
  readonly kernel = new Kernel(this);
  readonly admission = new Admission(this);
  readonly shownPods = new ShownPods(this, this.kernel, this.admission);
  readonly live = new Live(this);
  readonly sideBySide = new SideBySide(this);
  readonly prediction = new Prediction(this);
  readonly sharing: Sharing;
  readonly address: Address;
  readonly openIn = new OpenIn(this);
  readonly clusters = new Clusters(
    () => {
      this.requested();
      this.live.stop();
      this.playing.value = false;
      this.failure.value = null;
    },
    (problem) => {
      this.failure.value = problem;
    },
  );
  readonly sweeping = new Sweeping(this);

  constructor(client: WorkerClient) {
    super(client);
    this.sharing = new Sharing(
      {
        store: this,
        sideBySide: this.sideBySide,
        admission: this.admission,
        prediction: this.prediction,
        time: this.time,
        multiples: this.multiples,
      },
      client,
    );
    this.address = new Address(this, this.sharing, this.clusters);
  }

  protected leave(isLive: boolean): void {
    if (isLive) return;
    this.live.stop();
    this.clusters.leave();
  }

  protected showing(scenario: Scenario | undefined): void {
    this.time.open(scenario?.window);
    this.multiples.open(scenario?.furtherSignals);
    this.podChanges.forget();
    this.fall.forget();
    this.kernel.forget();
    this.admission.begin(scenario?.admission);
    this.prediction.begin(scenario?.predict === true);
    this.shownPods.forget();
    this.record.forget();
    if (scenario?.comparedWith !== undefined) this.sideBySide.open(scenario.comparedWith);
  }
}
