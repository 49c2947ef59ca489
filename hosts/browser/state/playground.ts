import type { WorkerClient } from "../client.ts";
import { SideBySide } from "../compare/sideBySide.ts";
import { Live } from "../live/live.ts";
import { PodChanges } from "../pods/podChanges.ts";
import { OpenIn } from "../share/openIn.ts";
import type { Scenario } from "../share/scenario.ts";
import { Sharing } from "../share/sharing.ts";
import { Sweeping } from "../sweep/sweeping.ts";
import { ThresholdDrag } from "../threshold/drag.ts";
import { Store } from "./store.ts";

/** The store and every feature over it: all that the page shows, and what a user can do. */
export class Playground extends Store {
  readonly drag = new ThresholdDrag(this);
  readonly podChanges = new PodChanges(this);
  readonly live = new Live(this);
  readonly sideBySide = new SideBySide(this);
  readonly sharing: Sharing;
  readonly openIn = new OpenIn(this);
  readonly sweeping = new Sweeping(this, this.podChanges);

  constructor(client: WorkerClient) {
    super(client);
    const { sideBySide, podChanges } = this;
    this.sharing = new Sharing({ store: this, sideBySide, podChanges }, client);
  }

  protected leave(isLive: boolean): void {
    if (!isLive) this.live.stop();
    this.sharing.leaveLink();
  }

  protected showing(scenario: Scenario | undefined): void {
    this.podChanges.forget();
    if (scenario?.comparedWith !== undefined) this.sideBySide.open(scenario.comparedWith);
  }

  protected shown(scenario: Scenario | undefined): void {
    if (scenario?.podChanges === undefined) this.decide();
    else this.podChanges.restore(scenario.podChanges);
  }
}
