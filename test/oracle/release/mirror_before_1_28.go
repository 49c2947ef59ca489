//go:build before_1_28

package release

import v1 "k8s.io/api/core/v1"

// noMirrorPod is asked for and never called.
func noMirrorPod(*v1.Pod) (*v1.Pod, bool) { return nil, false }
