package main

import (
	"container/heap"
	"errors"
	"reflect"
	"slices"
	"strings"

	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// From this many named nodes on, sampling depends on the order of a Go map.
const namedNodesSampled = 100

// schedule runs one pod through PreEnqueue and the scheduling cycle, as scheduleOne does up to
// the assumed pod; nil for a pod that is skipped because it is being deleted.
func (started *running) schedule(pod *framework.QueuedPodInfo, asked scenario) *decision {
	decided := decision{Pod: nameOf(pod.Pod), Start: started.nextStartNodeIndex()}
	profile := started.recorded[pod.Pod.Spec.SchedulerName]
	for _, plugin := range profile.PreEnqueuePlugins() {
		if answered := plugin.PreEnqueue(started.ctx, pod.Pod); !answered.IsSuccess() {
			decided.Result = "Gated"
			decided.Message = answered.Message()
			decided.Refused = &refusedBy{plugin.Name(), answered.Reasons()}
			return &decided
		}
	}
	if pod.Pod.DeletionTimestamp != nil {
		started.skip(pod)
		return nil
	}
	profile.begin()
	state := framework.NewCycleState()
	result, err := started.schedulePod(profile, state, pod)
	seen := profile.cycle
	decided.keepNodes(profile, &seen, result.FeasibleNodes)
	if err != nil {
		started.keepFailure(&decided, profile, state, pod, err, asked)
	} else {
		decided.Result = "Scheduled"
		decided.Evaluated = result.EvaluatedNodes
		decided.Feasible = result.FeasibleNodes
		decided.choose(&seen, result.SuggestedHost)
		place := decided.Node
		if choice := asked.Choices[decided.Pod.key()]; slices.Contains(decided.Alternatives, choice) {
			place = choice
			decided.Assumed = choice
		}
		err := started.assume(pod.Pod, place)
		mustBe(err == nil, "%s cannot be assumed: %v", decided.Pod.key(), err)
	}
	if asked.Detail == 0 {
		decided.Nodes = nil
	}
	return &decided
}

// nextStartNodeIndex is where the next walk through the nodes begins.
func (started *running) nextStartNodeIndex() int {
	return int(reflect.ValueOf(started.Scheduler).Elem().FieldByName("nextStartNodeIndex").Int())
}

func (started *running) keepFailure(
	decided *decision, profile *recordedFramework,
	state cycleState, pod *framework.QueuedPodInfo, err error, asked scenario,
) {
	decided.Result = "Error"
	decided.Message = err.Error()
	if errors.Is(err, scheduler.ErrNoNodesAvailable) {
		decided.Result = "Unschedulable"
		return
	}
	fitError, ok := err.(*framework.FitError)
	if !ok {
		return
	}
	decided.Result = "Unschedulable"
	if refused := profile.cycle.preFilter; !refused.IsSuccess() {
		decided.Refused = &refusedBy{refused.Plugin(), refused.Reasons()}
	} else {
		decided.Evaluated = len(decided.Nodes)
	}
	if asked.Preemption && profile.HasPostFilterPlugins() {
		started.preempt(decided, profile, state, pod, fitError)
	}
	decided.Message = err.Error()
}

// keepNodes keeps each node that counts as evaluated once, with what refused it: the node on which
// the walk ended because enough were found does not count.
func (decided *decision) keepNodes(profile *recordedFramework, seen *cycle, feasible int) {
	tried := seen.tried
	if seen.named != nil && len(seen.named) > 1 && len(seen.named) < namedNodesSampled {
		decided.OrderVaries = true
		tried = profile.inSnapshotOrder(tried, decided.Start)
		seen.totals = reorder(seen.totals, tried)
	}
	index := map[string]int{}
	for _, node := range tried {
		kept := nodeAnswer{Name: node.name}
		if node.status.IsSuccess() {
			if feasible == 0 {
				continue
			}
			feasible--
		} else {
			kept.Filter = &refusedBy{node.status.Plugin(), inOneOrder(node.status.Reasons())}
		}
		// A nominated node that does not fit is tried again with the others.
		if at, again := index[node.name]; again {
			decided.Nodes = slices.Delete(decided.Nodes, at, at+1)
		}
		index[node.name] = len(decided.Nodes)
		decided.Nodes = append(decided.Nodes, kept)
	}
	for _, scored := range seen.totals {
		at := slices.IndexFunc(decided.Nodes, func(node nodeAnswer) bool {
			return node.Name == scored.Name
		})
		if at < 0 {
			// Without filter plugins no node is tried.
			at = len(decided.Nodes)
			decided.Nodes = append(decided.Nodes, nodeAnswer{Name: scored.Name})
		}
		total := scored.TotalScore
		decided.Nodes[at].Total = &total
		decided.Nodes[at].Scores = map[string]score{}
		for _, plugin := range scored.Scores {
			weight := profile.weight(plugin.Name)
			decided.Nodes[at].Scores[plugin.Name] = score{
				Raw:        seen.raw[plugin.Name][scored.Name],
				Normalized: plugin.Score / weight,
				Weight:     weight,
			}
		}
	}
}

// inOneOrder sorts what NodeResourcesFit reports in the order of a Go map: the resources behind
// those that every node has.
func inOneOrder(reasons []string) []string {
	first := slices.IndexFunc(reasons, func(reason string) bool {
		resource, insufficient := strings.CutPrefix(reason, "Insufficient ")
		return insufficient && !slices.Contains(everyNodeHas, resource)
	})
	if first >= 0 {
		reasons = slices.Clone(reasons)
		slices.Sort(reasons[first:])
	}
	return reasons
}

var everyNodeHas = []string{"cpu", "memory", "ephemeral-storage"}

// inSnapshotOrder is the walk through named nodes as if the map had handed them out in the order
// of the snapshot.
func (recorded *recordedFramework) inSnapshotOrder(tried []triedNode, start int) []triedNode {
	all, err := recorded.SnapshotSharedLister().NodeInfos().List()
	mustBe(err == nil, "the snapshot has no list: %v", err)
	var ordered []triedNode
	for _, info := range all {
		at := slices.IndexFunc(tried, func(node triedNode) bool {
			return node.name == info.Node().Name
		})
		if at >= 0 {
			ordered = append(ordered, tried[at])
		}
	}
	if len(ordered) == 0 {
		return ordered
	}
	first := start % len(ordered)
	return append(slices.Clone(ordered[first:]), ordered[:first]...)
}

func reorder(totals []nodePluginScores, tried []triedNode) []nodePluginScores {
	var ordered []nodePluginScores
	for _, node := range tried {
		at := slices.IndexFunc(totals, func(scored nodePluginScores) bool {
			return scored.Name == node.name
		})
		if at >= 0 {
			ordered = append(ordered, totals[at])
		}
	}
	return ordered
}

// choose keeps the node that the scheduler chose, or, where it draws lots or walks a map, the one
// it chooses when the first in the heap is kept; the others are alternatives.
func (decided *decision) choose(seen *cycle, suggested string) {
	decided.Node = suggested
	if len(seen.totals) == 0 {
		return
	}
	top := heapRoot(seen.totals)
	var tied []string
	for _, scored := range seen.totals {
		if scored.TotalScore == top.TotalScore && scored.Name != top.Name {
			tied = append(tied, scored.Name)
		}
	}
	chance := choosesByChance || decided.OrderVaries
	mustBe(suggested == top.Name || chance && slices.Contains(tied, suggested),
		"%s went to %s, which is not among the nodes with the highest total",
		decided.Pod.key(), suggested)
	decided.Node = top.Name
	decided.Ties = tied
	if chance {
		decided.Alternatives = tied
	}
}

// totalsHeap orders as the scheduler's own heap of scores does.
type totalsHeap []nodePluginScores

func (h totalsHeap) Len() int           { return len(h) }
func (h totalsHeap) Less(i, j int) bool { return h[i].TotalScore > h[j].TotalScore }
func (h totalsHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *totalsHeap) Push(any)          { panic("the heap does not grow") }
func (h *totalsHeap) Pop() any          { panic("the heap does not shrink") }

func heapRoot(totals []nodePluginScores) nodePluginScores {
	sorted := totalsHeap(slices.Clone(totals))
	heap.Init(&sorted)
	return sorted[0]
}
