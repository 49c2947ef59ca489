//go:build before_1_29

package release

import (
	"unsafe"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
)

//go:linkname synchronize k8s.io/kubernetes/pkg/kubelet/eviction.(*managerImpl).synchronize
func synchronize(
	loop unsafe.Pointer,
	layout eviction.DiskInfoProvider,
	activePods eviction.ActivePodsFunc,
) []*v1.Pod

func Synchronize(loop unsafe.Pointer, node Node) {
	defer hearRefusals(node)()
	synchronize(loop, surroundings{node}, node.ActivePods)
}
