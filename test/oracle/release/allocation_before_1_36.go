//go:build before_1_36 && !before_1_33

package release

import v1 "k8s.io/api/core/v1"

// allocatePodLevel has nothing to do: pod-level resources cannot be resized.
func allocatePodLevel(*v1.Pod) {}
