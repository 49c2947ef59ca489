import { COUNT_MAX, type Range } from "../../../../analysis/questions/sweep/range.ts";
import { useModel } from "../../state/context.ts";
import { Sweeping } from "./sweeping.ts";

interface AxisFieldsProps {
  readonly index: number;
  readonly legend: string;
}

/** Which setting, from where to where, and at how many values. */
export function AxisFields({ index, legend }: AxisFieldsProps) {
  const sweeping = useModel(Sweeping);
  const axis = sweeping.axes.value[index] ?? null;
  const taken = sweeping.axes.value[1 - index]?.choice.title;
  const choices = sweeping.choices.value.filter(({ title }) => title !== taken);
  const change = (part: Partial<Range>) => {
    if (axis !== null) sweeping.setRange(index, { ...axis.range, ...part });
  };
  return (
    <fieldset class="axis">
      <legend>{legend}</legend>
      <label class="which">
        <span class="visually-hidden">{legend}</span>
        <select
          value={axis?.choice.title ?? ""}
          onChange={({ currentTarget }) => sweeping.choose(index, currentTarget.value || null)}
        >
          {index > 0 && <option value="">none</option>}
          {choices.map(({ title }) => (
            <option key={title}>{title}</option>
          ))}
        </select>
      </label>
      {axis !== null && (
        <>
          <TextField name="From" value={axis.range.from} onText={(from) => change({ from })} />
          <TextField name="To" value={axis.range.to} onText={(to) => change({ to })} />
          <label>
            <span>Values</span>
            <input
              type="number"
              min={2}
              max={COUNT_MAX}
              value={axis.range.count}
              onInput={({ currentTarget }) => change({ count: currentTarget.valueAsNumber })}
            />
          </label>
        </>
      )}
    </fieldset>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

function TextField({ name, value, onText }: TextFieldProps) {
  return (
    <label>
      <span>{name}</span>
      <input
        type="text"
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    </label>
  );
}
