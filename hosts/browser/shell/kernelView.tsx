import { Headline } from "../controls/headline.tsx";
import { useModel, useStore } from "../state/context.ts";
import { FEATURES } from "./features.ts";
import { Kept } from "./kept.tsx";
import { TimelineFigure } from "./timeline.tsx";
import { kernelTitle } from "./words.ts";

/** What the kernel's OOM killer has done and would do on the node of the capture. */
export function KernelView() {
  const { capture, example, decision } = useStore();
  const { view, problem } = useModel(FEATURES.oom.model);
  const { name, node } = capture.value ?? {};
  const isKnown = view.value !== null || problem.value !== null;
  return (
    <main>
      <section class="opened">
        <div class="context">
          <b class="name">{example.value?.title ?? name}</b>
          {node !== undefined && <span>node {node}</span>}
          <Kept />
        </div>
        <Headline title={kernelTitle(view.value, decision.value, isKnown)} />
        <FEATURES.oom.Terminations />
      </section>
      <TimelineFigure isOfKernel />
      <section class="panel">
        <FEATURES.oom.Section />
      </section>
    </main>
  );
}
