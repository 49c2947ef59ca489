//go:build !before_1_35

package release

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
)

// NewPredicates makes the handler of admission that checks a pod against its node, without device
// plugins.
func NewPredicates(
	node func() *v1.Node, failures lifecycle.AdmissionFailureHandler,
) lifecycle.PodAdmitHandler {
	get := func(context.Context, bool) (*v1.Node, error) { return node(), nil }
	return lifecycle.NewPredicateAdmitHandler(get, failures, noPluginResources)
}
