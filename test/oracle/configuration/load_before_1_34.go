//go:build before_1_34

package main

import (
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/configfiles"
)

func load(text []byte) (*kubeletconfig.KubeletConfiguration, error) {
	loader, err := configfiles.NewFsLoader(&memoryFile{text: text}, filePath)
	if err != nil {
		return nil, err
	}
	return loader.Load()
}
