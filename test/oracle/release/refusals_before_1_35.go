//go:build before_1_35

package release

import (
	"io"
	"regexp"

	"k8s.io/klog/v2"
)

// criticalPod matches the log line that is the only trace of a refused eviction, in its form since
// 1.21 and in the older one.
var criticalPod = regexp.MustCompile(
	`[Ee]viction manager: cannot evict a critical pod(?:" pod="([^/"]*)/([^"]*)"| ([^_]*)_([^(]*)\()`)

// hearRefusals reads the kubelet's log until the function it returns is called.
func hearRefusals(node Node) (stop func()) {
	// Errors are written to the outputs of lower severities as well.
	klog.SetOutputBySeverity("ERROR", refusals{node})
	return func() { klog.SetOutputBySeverity("ERROR", io.Discard) }
}

type refusals struct{ node Node }

func (r refusals) Write(line []byte) (int, error) {
	if match := criticalPod.FindSubmatch(line); match != nil {
		r.node.Refuse(string(match[1])+string(match[4]), string(match[2])+string(match[3]))
	}
	return len(line), nil
}
