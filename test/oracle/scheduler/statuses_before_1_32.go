//go:build before_1_32

package main

import (
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

func nodeStatuses(diagnosis framework.Diagnosis) framework.NodeToStatusMap {
	return diagnosis.NodeToStatusMap
}
