//go:build before_1_34

package release

import (
	"k8s.io/apimachinery/pkg/runtime/serializer"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/util/codec"
)

func DecodeConfiguration(
	codecs *serializer.CodecFactory, document []byte,
) (*kubeletconfig.KubeletConfiguration, error) {
	return codec.DecodeKubeletConfiguration(codecs, document)
}
