package main

import (
	"context"
	"reflect"
	"unsafe"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// recordedFramework is a profile's framework that keeps what passed through it in one scheduling
// cycle. SchedulePod runs on it, so what is kept is what the decision was made from.
type recordedFramework struct {
	framework.Framework
	cycle cycle
}

// cycle is what one scheduling cycle did, in the order in which it was done.
type cycle struct {
	preFilter *status
	// named are the nodes that PreFilter left; nil when it left all.
	named sets.Set[string]
	// tried are the nodes that were filtered, in order; one status each, nil or success when it fits.
	tried []triedNode
	// totals are what the choice is made from, in the order of discovery.
	totals []nodePluginScores
	raw    map[string]map[string]int64
}

type triedNode struct {
	name   string
	status *status
}

func record(profile framework.Framework) *recordedFramework {
	recorded := &recordedFramework{Framework: profile}
	plugins := scorePlugins(profile)
	for index, plugin := range *plugins {
		(*plugins)[index] = rawScorePlugin{plugin, recorded}
	}
	return recorded
}

// scorePlugins reaches the framework's own list: no exported function hands out what a plugin
// answers before it is normalized.
func scorePlugins(profile framework.Framework) *[]scorePlugin {
	field := reflect.ValueOf(profile).Elem().FieldByName("scorePlugins")
	list := reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr()))
	return list.Interface().(*[]scorePlugin)
}

// weight is what the profile multiplies a plugin's normalized scores with.
func (recorded *recordedFramework) weight(plugin string) int64 {
	weights := reflect.ValueOf(recorded.Framework).Elem().FieldByName("scorePluginWeight")
	return weights.MapIndex(reflect.ValueOf(plugin)).Int()
}

func (recorded *recordedFramework) begin() {
	recorded.cycle = cycle{raw: map[string]map[string]int64{}}
}

func (recorded *recordedFramework) keepRaw(plugin, node string, value int64) {
	scores := recorded.cycle.raw[plugin]
	if scores == nil {
		scores = map[string]int64{}
		recorded.cycle.raw[plugin] = scores
	}
	scores[node] = value
}

func (recorded *recordedFramework) RunPreFilterPlugins(
	ctx context.Context, state cycleState, pod *v1.Pod,
) (*preFilterResult, *status, sets.Set[string]) {
	result, answered, plugins := recorded.Framework.RunPreFilterPlugins(ctx, state, pod)
	recorded.cycle.preFilter = answered
	if answered.IsSuccess() && !result.AllNodes() {
		recorded.cycle.named = result.NodeNames
	}
	return result, answered, plugins
}

func (recorded *recordedFramework) RunFilterPluginsWithNominatedPods(
	ctx context.Context, state cycleState, pod *v1.Pod, info nodeInfo,
) *status {
	answered := recorded.Framework.RunFilterPluginsWithNominatedPods(ctx, state, pod, info)
	recorded.cycle.tried = append(recorded.cycle.tried, triedNode{info.Node().Name, answered})
	return answered
}

func (recorded *recordedFramework) RunScorePlugins(
	ctx context.Context, state cycleState, pod *v1.Pod, nodes []nodeInfo,
) ([]nodePluginScores, *status) {
	scores, answered := recorded.Framework.RunScorePlugins(ctx, state, pod, nodes)
	// The choice reorders the list it is given.
	recorded.cycle.totals = append([]nodePluginScores(nil), scores...)
	return scores, answered
}
