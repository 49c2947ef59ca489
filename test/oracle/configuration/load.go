//go:build !before_1_34

package main

import (
	"context"

	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/configfiles"
)

// load reads the text of a configuration file with the kubelet's own loader.
func load(text []byte) (*kubeletconfig.KubeletConfiguration, error) {
	loader, err := configfiles.NewFsLoader(&memoryFile{text: text}, filePath)
	if err != nil {
		return nil, err
	}
	return loader.Load(context.Background())
}
