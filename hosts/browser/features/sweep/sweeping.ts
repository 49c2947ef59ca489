import { batch, computed, signal } from "@preact/signals";
import type { PodChange } from "../../../../analysis/questions/change/podChange.ts";
import { METRICS, type Metric } from "../../../../analysis/questions/sweep/metrics.ts";
import { defaultRange, type Range, valuesOf } from "../../../../analysis/questions/sweep/range.ts";
import {
  type Choice,
  choicesOf,
  type SettingChange,
  settingTitle,
  withSettings,
} from "../../../../analysis/questions/sweep/setting.ts";
import type { CaptureOutline, SweepAxis, Swept } from "../../session/protocol.ts";
import type { Store } from "../../state/store.ts";

/** What the user chose for an axis; the page chooses what is null. */
interface AxisForm {
  readonly title: string | null;
  readonly range: Range | null;
}

/** An axis as it is shown: a setting of the policy in force, and its values or what is wrong. */
export interface ShownAxis {
  readonly choice: Choice;
  readonly range: Range;
  readonly values: readonly string[] | string;
}

/** What a sweep was made of: when one of these is another, its numbers are of the past. */
interface Subject {
  readonly capture: CaptureOutline | null;
  readonly pods: readonly PodChange[];
  readonly whatIf: boolean;
  /** The configuration that was swept, or one of its cells once that is applied. */
  readonly text: string;
}

const EMPTY: AxisForm = { title: null, range: null };

/** One or two settings at many values over the whole capture. */
export class Sweeping {
  readonly #forms = signal<readonly [AxisForm, AxisForm]>([EMPTY, EMPTY]);
  readonly #subject = signal<Subject | null>(null);
  readonly #store: Store;
  readonly metric = signal<Metric>(METRICS[0]);
  readonly swept = signal<Swept | null>(null);
  /** Configurations that are done, while a sweep is under way. */
  readonly done = signal<number | null>(null);
  readonly refusal = signal<string | null>(null);

  readonly choices = computed(() => {
    const policy = this.#store.decided.value?.policy;
    return policy === undefined ? [] : choicesOf(policy);
  });
  /** The first always has a setting, the second only when one is chosen. */
  readonly axes = computed<readonly (ShownAxis | null)[]>(() =>
    this.#forms.value.map((form, index) => this.#shown(form, index === 0)),
  );
  /** What would be swept now; a sentence when that cannot be. */
  readonly plan = computed<readonly SweepAxis[] | string>(() => {
    const plan: SweepAxis[] = [];
    for (const axis of this.axes.value) {
      if (axis === null) continue;
      if (typeof axis.values === "string") return axis.values;
      plan.push({ setting: axis.choice.setting, values: axis.values });
    }
    return plan;
  });
  /** Whether the numbers are of another capture or configuration than what is shown now. */
  readonly isPast = computed(() => {
    const [was, is] = [this.#subject.value, this.#present()];
    return (Object.keys(is) as (keyof Subject)[]).some((name) => was?.[name] !== is[name]);
  });

  constructor(store: Store) {
    this.#store = store;
  }

  choose(index: number, title: string | null): void {
    this.#change(index, { title, range: null });
  }

  setRange(index: number, range: Range): void {
    const title = this.axes.peek()[index]?.choice.title ?? null;
    this.#change(index, { title, range });
  }

  start(): void {
    const axes = this.plan.peek();
    if (typeof axes === "string" || axes.length === 0) return;
    const subject = this.#present();
    // What is applied later must not move the ranges that were swept.
    this.axes.peek().forEach((axis, index) => {
      if (axis !== null) this.setRange(index, axis.range);
    });
    batch(() => {
      this.done.value = 0;
      this.refusal.value = null;
    });
    const policy = { text: subject.text, options: { whatIf: subject.whatIf } };
    this.#store.ask({ kind: "sweep", policy, axes }, (answer) => {
      if (answer.kind === "progress") {
        this.done.value = answer.done;
        return;
      }
      batch(() => {
        this.done.value = null;
        if (answer.kind === "swept") {
          this.swept.value = answer.swept;
          this.#subject.value = subject;
        } else if (answer.kind === "refused") this.refusal.value = answer.refusal.sentence;
        else if (answer.kind === "failed") this.refusal.value = answer.sentence;
      });
    });
  }

  stop(): void {
    this.#store.ask({ kind: "stopSweep" }, () => {});
  }

  /** Takes the settings of a cell; everything else of the configuration stays as it is. */
  apply(index: number): void {
    const policy = this.#store.decided.peek()?.policy;
    const swept = this.swept.peek();
    if (policy === undefined || swept === null) return;
    const changes = this.changesOf(swept, index);
    const wasPast = this.isPast.peek();
    const text = withSettings(this.#store.configuration.peek(), policy, changes);
    this.#store.configure(text);
    const subject = this.#subject.peek();
    if (!wasPast && subject !== null) this.#subject.value = { ...subject, text };
  }

  /** The settings of a cell, and the value that each has there. */
  changesOf({ axes }: Swept, index: number): readonly SettingChange[] {
    const columns = axes[1]?.values.length ?? 1;
    const places = [Math.floor(index / columns), index % columns];
    return axes.map(({ setting, values }, axis) => ({
      setting,
      value: values[places[axis] ?? 0] ?? "",
    }));
  }

  /** Whether all these settings are as they are in force. */
  isInForce(changes: readonly SettingChange[]): boolean {
    return changes.every(({ setting, value }) => {
      const title = settingTitle(setting);
      return this.choices.value.find((each) => each.title === title)?.present === value;
    });
  }

  #change(index: number, form: AxisForm): void {
    const [first, second] = this.#forms.peek();
    this.#forms.value = index === 0 ? [form, second] : [first, form];
  }

  #shown({ title, range: chosen }: AxisForm, isFirst: boolean): ShownAxis | null {
    const choices = this.choices.value;
    const choice =
      choices.find((each) => each.title === title) ?? (isFirst ? choices[0] : undefined);
    if (choice === undefined) return null;
    const range = (choice.title === title ? chosen : null) ?? defaultRange(choice);
    return { choice, range, values: valuesOf(choice, range) };
  }

  #present(): Subject {
    const { capture, whatIfChoice, configuration } = this.#store;
    return {
      capture: capture.value,
      pods: this.#store.changes.value,
      // A different setting matters because of what its evictions free.
      whatIf: whatIfChoice.value ?? true,
      text: configuration.value,
    };
  }
}
