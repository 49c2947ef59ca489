//go:build before_1_37

package main

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/cm"
)

// The kubelet writes memory.high of a whole pod since 1.37.
func applyPodLevelMemoryHigh(*v1.Pod, *cm.ResourceConfig, float64) {}
