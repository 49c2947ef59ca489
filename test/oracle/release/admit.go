//go:build !before_1_37

package release

import (
	"context"

	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
)

func Admit(
	handler lifecycle.PodAdmitHandler, asked *lifecycle.PodAdmitAttributes,
) lifecycle.PodAdmitResult {
	return handler.Admit(context.Background(), asked)
}
