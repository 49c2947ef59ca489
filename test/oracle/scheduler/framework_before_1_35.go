//go:build before_1_35

package main

import "k8s.io/kubernetes/pkg/scheduler/framework"

type (
	cycleState       = *framework.CycleState
	nodeInfo         = *framework.NodeInfo
	status           = framework.Status
	nodePluginScores = framework.NodePluginScores
	preFilterResult  = framework.PreFilterResult
	scorePlugin      = framework.ScorePlugin
	nominatingInfo   = framework.NominatingInfo
)

// choosesByChance says whether the release draws lots among nodes with equal totals.
const choosesByChance = true
