//go:build !before_1_37

package main

import "k8s.io/kubernetes/pkg/kubelet/cm"

var applyPodLevelMemoryHigh = cm.ApplyPodLevelMemoryHigh
