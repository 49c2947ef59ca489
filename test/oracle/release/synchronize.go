//go:build !before_1_35

package release

import (
	"context"
	"unsafe"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
)

//go:linkname synchronize k8s.io/kubernetes/pkg/kubelet/eviction.(*managerImpl).synchronize
func synchronize(
	loop unsafe.Pointer,
	ctx context.Context,
	layout eviction.DiskInfoProvider,
	activePods eviction.ActivePodsFunc,
) ([]*v1.Pod, error)

// Synchronize is one step of the kubelet's control loop. The kubelet only runs it from an endless
// loop with a real sleep, so it is reached by its link name. That loop logs errors and goes on.
func Synchronize(loop unsafe.Pointer, node Node) {
	ctx := klog.NewContext(context.Background(), logr.New(refusals{node}))
	_, _ = synchronize(loop, ctx, surroundings{node}, node.ActivePods)
}

// refusals is a log sink that drops everything but refused evictions.
type refusals struct{ node Node }

func (r refusals) Init(logr.RuntimeInfo)             {}
func (r refusals) Enabled(int) bool                  { return false }
func (r refusals) Info(int, string, ...any)          {}
func (r refusals) WithValues(...any) logr.LogSink    { return r }
func (r refusals) WithName(name string) logr.LogSink { return r }

// Error is given the line that is the only trace of a refused eviction.
func (r refusals) Error(_ error, message string, keysAndValues ...any) {
	if message != "Eviction manager: cannot evict a critical pod" {
		return
	}
	for _, value := range keysAndValues {
		if reference, ok := value.(klog.ObjectRef); ok {
			r.node.Refuse(func(pod *v1.Pod) bool { return klog.KObj(pod) == reference })
		}
	}
}
