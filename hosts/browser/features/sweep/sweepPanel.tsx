import { METRICS } from "../../../../analysis/questions/sweep/metrics.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { Announced } from "../../controls/announced.tsx";
import { useModel } from "../../state/context.ts";
import { AxisFields } from "./axisFields.tsx";
import { HeatMap } from "./heatMap.tsx";
import { Sweeping } from "./sweeping.ts";
import { doneText, IS_PAST, SWEPT, TITLE } from "./words.ts";

/** One or two settings with many values: the counts of each over the whole capture. */
export function SweepPanel() {
  const sweeping = useModel(Sweeping);
  const { swept, refusal, done, plan } = sweeping;
  const problem = typeof plan.value === "string" ? plan.value : refusal.value;
  return (
    <section class="panel sweep" aria-labelledby="sweep-title">
      <h2 id="sweep-title">{TITLE}</h2>
      <p class="quiet">{SWEPT}</p>
      <div class="axes">
        <AxisFields index={0} legend="Setting" />
        <AxisFields index={1} legend="And another" />
      </div>
      <Announced class="refused">
        {problem !== null && <p class="notice failure">{problem}</p>}
      </Announced>
      {done.value === null ? <Start /> : <Progress done={done.value} />}
      {swept.value !== null && <Result />}
    </section>
  );
}

function configurations(axes: readonly { readonly values: readonly string[] }[]): number {
  return axes.reduce((product, { values }) => product * values.length, 1);
}

function Start() {
  const sweeping = useModel(Sweeping);
  const plan = sweeping.plan.value;
  const isReady = typeof plan !== "string" && plan.length > 0;
  return (
    <button
      type="button"
      class="start"
      aria-disabled={!isReady}
      onClick={() => isReady && sweeping.start()}
    >
      {isReady ? `Sweep ${plural(configurations(plan), "configuration")}` : "Sweep"}
    </button>
  );
}

function Progress({ done }: { readonly done: number }) {
  const sweeping = useModel(Sweeping);
  const plan = sweeping.plan.value;
  const total = typeof plan === "string" ? 1 : configurations(plan);
  return (
    <div class="under-way">
      <progress aria-label="Configurations swept" value={done} max={total} />
      <span>
        {done} of {plural(total, "configuration")}
      </span>
      <button type="button" onClick={() => sweeping.stop()}>
        Cancel
      </button>
    </div>
  );
}

function Result() {
  const sweeping = useModel(Sweeping);
  const { swept, metric, isPast } = sweeping;
  const shown = swept.value;
  if (shown === null) return null;
  return (
    <>
      <div class="shows">
        <label>
          Show{" "}
          <select
            value={metric.value.title}
            onChange={({ currentTarget: { value } }) => {
              metric.value = METRICS.find(({ title }) => title === value) ?? METRICS[0];
            }}
          >
            {METRICS.map(({ title }) => (
              <option key={title}>{title}</option>
            ))}
          </select>
        </label>
        <p class="quiet" role="status">
          {doneText(shown)}
        </p>
      </div>
      {isPast.value && <p class="notice">{IS_PAST}</p>}
      <HeatMap swept={shown} metric={metric.value} />
    </>
  );
}
