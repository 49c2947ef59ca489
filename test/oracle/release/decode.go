//go:build !before_1_34

package release

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime/serializer"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/util/codec"
)

// DecodeConfiguration reads strictly, leniently as a second try, and defaults.
func DecodeConfiguration(
	codecs *serializer.CodecFactory, document []byte,
) (*kubeletconfig.KubeletConfiguration, error) {
	return codec.DecodeKubeletConfiguration(context.Background(), codecs, document)
}
