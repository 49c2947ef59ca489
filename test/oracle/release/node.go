// Package release is the only one that knows how Kubernetes releases differ in the names and the
// signatures this program uses. Without build tags it fits the pinned release and newer ones; for
// the release 1.N every tag before_1_M with N < M is set.
package release

import (
	"runtime/debug"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/record"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
)

// Node is all that the eviction loop sees of the machine it runs on.
type Node interface {
	record.EventRecorder
	DedicatedImageFs() (bool, error)
	SplitContainerFs() bool
	Summary() (*statsapi.Summary, error)
	ActivePods() []*v1.Pod
	DeleteAllUnusedContainers()
	DeleteUnusedImages()
	// Evict is given the status that the loop wants the pod to end with.
	Evict(gracePeriodOverride int64, status v1.PodStatus)
	// Refuse is told of a critical pod that came up for eviction.
	Refuse(refersTo func(*v1.Pod) bool)
}

// Kubernetes is the release that was built in, such as v1.35.8.
func Kubernetes() string {
	build, known := debug.ReadBuildInfo()
	if !known {
		return "unknown"
	}
	for _, module := range build.Deps {
		if module.Path == "k8s.io/kubernetes" {
			return module.Version
		}
	}
	return "unknown"
}
