//go:build before_1_35

package release

import (
	"fmt"
	"io"
	"regexp"
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
)

// criticalPod matches the log line that is the only trace of a refused eviction, in its form since
// 1.21 and in the older one, and finds how it names the pod.
var criticalPod = regexp.MustCompile(`(?s)eviction manager: cannot evict a critical pod (.*)\n$|` +
	`Eviction manager: cannot evict a critical pod".*? pod=(".*")\n$`)

// hearRefusals reads the kubelet's log until the function it returns is called.
func hearRefusals(node Node) (stop func()) {
	// Errors are written to the outputs of lower severities as well.
	klog.SetOutputBySeverity("ERROR", refusals{node})
	return func() { klog.SetOutputBySeverity("ERROR", io.Discard) }
}

type refusals struct{ node Node }

func (r refusals) Write(line []byte) (int, error) {
	if match := criticalPod.FindSubmatch(line); match != nil {
		named := string(match[1]) + string(match[2])
		r.node.Refuse(func(pod *v1.Pod) bool { return names(named, pod) })
	}
	return len(line), nil
}

// names tells whether a text of the log is a pod's name: some releases escape it, some do not.
func names(text string, pod *v1.Pod) bool {
	reference := klog.KObj(pod).String()
	return text == `"`+reference+`"` || text == strconv.Quote(reference) ||
		text == fmt.Sprintf("%s_%s(%s)", pod.Name, pod.Namespace, pod.UID)
}
