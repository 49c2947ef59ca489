import { Address } from "../address/address.ts";
import { Admission } from "../admission/admission.ts";
import type { WorkerClient } from "../client.ts";
import { Clusters } from "../clusters/clusters.ts";
import { SideBySide } from "../compare/sideBySide.ts";
import { Trial } from "../counterfactual/trial.ts";
import { Fall } from "../fall/fall.ts";
import { Kernel } from "../kernel/kernel.ts";
import { Live } from "../live/live.ts";
import { Multiples } from "../multiples/multiples.ts";
import { PodChanges } from "../pods/podChanges.ts";
import { Prediction } from "../predict/prediction.ts";
import { ShownPods } from "../ranking/shownPods.ts";
import { OpenIn } from "../share/openIn.ts";
import type { Scenario } from "../share/scenario.ts";
import { Sharing } from "../share/sharing.ts";
import { Sweeping } from "../sweep/sweeping.ts";
import { ThresholdDrag } from "../threshold/drag.ts";
import { ShownTime } from "../time/shownTime.ts";
import { PodUsages } from "../usage/podUsages.ts";
import { Recorded } from "./recorded.ts";
import { Store } from "./store.ts";

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
