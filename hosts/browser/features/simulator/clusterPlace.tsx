import type { ComponentChildren, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Headline } from "../../controls/headline.tsx";
import { addressOf } from "../../session/modules.ts";
import { useModel } from "../../state/context.ts";
import type { ClusterPlace } from "./clusters.ts";
import { Clusters } from "./clusters.ts";
import { VIEW_NOT_LOADED } from "./words.ts";

interface ClusterProps {
  readonly place: ClusterPlace;
  /** In the line that says what is on show. */
  readonly children: ComponentChildren;
}

type View = FunctionComponent<ClusterProps>;

let loading: Promise<View> | null = null;

/** A cluster in place of a capture; its scripts and its style come when the first is opened. */
export function ClusterMain({ place, children }: ClusterProps) {
  const clusters = useModel(Clusters);
  const [view, setView] = useState<{ readonly View: View } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    loading ??= loaded();
    loading.then(
      (View) => setView({ View }),
      () => {
        loading = null;
        setProblem(VIEW_NOT_LOADED);
      },
    );
  }, []);
  if (view !== null) {
    return (
      <view.View key={clusters.opened.value} place={place}>
        {children}
      </view.View>
    );
  }
  return (
    <main>
      <section class="opened" aria-busy={problem === null}>
        <Headline title={place.example.title} />
        <p role="status">{problem ?? "Loading…"}</p>
      </section>
    </main>
  );
}

async function loaded(): Promise<View> {
  const [{ ClusterView }] = await Promise.all([import("./clusterView.tsx"), styled()]);
  return ClusterView;
}

function styled(): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = addressOf("cluster-style").href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error("The style of clusters did not come."));
    document.head.append(link);
  });
}
