//go:build before_1_33

package release

import v1 "k8s.io/api/core/v1"

// AllocatedPod is the pod itself: without resizes the specification is what is allocated.
func AllocatedPod(pod *v1.Pod) *v1.Pod { return pod }
