import { Announced } from "../../controls/announced.tsx";
import { useModel } from "../../state/context.ts";
import { ShownPods } from "./shownPods.ts";
import { EVICTABLE, SEARCH, SHOW_ALL } from "./words.ts";

/** The filters of the ranking; the number of listed pods is announced to screen readers. */
export function FilterFields() {
  const shownPods = useModel(ShownPods);
  const { search, namespace, namespaces, onlyEvictable, summary, hiddenEviction } = shownPods;
  return (
    <search class="pod-filter">
      <input
        type="search"
        aria-label={SEARCH}
        placeholder="Search pods"
        value={search.value}
        onInput={({ currentTarget }) => shownPods.filter({ search: currentTarget.value })}
      />
      <select
        aria-label="Namespace"
        value={namespace.value}
        onChange={({ currentTarget }) => shownPods.filter({ namespace: currentTarget.value })}
      >
        <option value="">All namespaces</option>
        {namespaces.value.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <label class="switch">
        <input
          type="checkbox"
          checked={onlyEvictable.value}
          onChange={({ currentTarget }) =>
            shownPods.filter({ onlyEvictable: currentTarget.checked })
          }
        />
        {EVICTABLE}
      </label>
      <Announced class="listed">
        {summary.value}. {hiddenEviction.value !== null && <strong>{hiddenEviction.value}</strong>}
      </Announced>
      {(shownPods.isFiltered.value || shownPods.isSorted.value) && (
        <button type="button" class="plain" onClick={() => shownPods.begin()}>
          {SHOW_ALL}
        </button>
      )}
    </search>
  );
}
