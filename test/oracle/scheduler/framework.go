//go:build !before_1_35

package main

import fwk "k8s.io/kube-scheduler/framework"

type (
	cycleState       = fwk.CycleState
	nodeInfo         = fwk.NodeInfo
	status           = fwk.Status
	nodePluginScores = fwk.NodePluginScores
	preFilterResult  = fwk.PreFilterResult
	scorePlugin      = fwk.ScorePlugin
	nominatingInfo   = fwk.NominatingInfo
)

// choosesByChance says whether the release draws lots among nodes with equal totals.
const choosesByChance = false
