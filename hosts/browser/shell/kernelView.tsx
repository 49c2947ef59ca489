import { useModel, useStore } from "../state/context.ts";
import { FEATURES } from "./features.ts";
import { TimelineFigure } from "./timeline.tsx";
import { KERNEL_UNKNOWN, kernelTitle } from "./words.ts";

/** What the kernel's OOM killer has done and would do on the node of the capture. */
export function KernelView() {
  const { capture } = useStore();
  const { view } = useModel(FEATURES.oom.model);
  return (
    <main>
      <section class="opened">
        <h1 id="decision" tabIndex={-1}>
          {kernelTitle(capture.value?.node)}
        </h1>
        <FEATURES.oom.Terminations />
      </section>
      <TimelineFigure />
      <section class="panel">
        {view.value === null ? <p role="status">{KERNEL_UNKNOWN}</p> : <FEATURES.oom.Section />}
      </section>
    </main>
  );
}
