//go:build !before_1_33

package main

import (
	"context"

	v1 "k8s.io/api/core/v1"
)

// rawScorePlugin keeps what a score plugin answers, before it is normalized.
type rawScorePlugin struct {
	scorePlugin
	recorded *recordedFramework
}

func (plugin rawScorePlugin) Score(
	ctx context.Context, state cycleState, pod *v1.Pod, info nodeInfo,
) (int64, *status) {
	value, answered := plugin.scorePlugin.Score(ctx, state, pod, info)
	plugin.recorded.keepRaw(plugin.Name(), info.Node().Name, value)
	return value, answered
}
