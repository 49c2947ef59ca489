//go:build before_1_35

package release

import (
	"io"
	"regexp"
	"strconv"
	"strings"

	"k8s.io/klog/v2"
)

// criticalPod matches the log line that is the only trace of a refused eviction, in its form since
// 1.21, which has a quoted reference, and in the older one.
var criticalPod = regexp.MustCompile(`[Ee]viction manager: cannot evict a critical pod` +
	`(?:".*? pod=("(?:[^"\\]|\\.)*")| ([^_]*)_([^(]*)\()`)

// hearRefusals reads the kubelet's log until the function it returns is called.
func hearRefusals(node Node) (stop func()) {
	// Errors are written to the outputs of lower severities as well.
	klog.SetOutputBySeverity("ERROR", refusals{node})
	return func() { klog.SetOutputBySeverity("ERROR", io.Discard) }
}

type refusals struct{ node Node }

func (r refusals) Write(line []byte) (int, error) {
	match := criticalPod.FindSubmatch(line)
	if match == nil {
		return len(line), nil
	}
	if reference, err := strconv.Unquote(string(match[1])); err == nil {
		name := reference[strings.LastIndex(reference, "/")+1:]
		r.node.Refuse(strings.TrimSuffix(strings.TrimSuffix(reference, name), "/"), name)
		return len(line), nil
	}
	r.node.Refuse(string(match[3]), string(match[2]))
	return len(line), nil
}
