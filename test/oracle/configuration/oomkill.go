//go:build !before_1_32

package main

import kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"

func forgetOOMKill(config *kubeletconfig.KubeletConfiguration) { config.SingleProcessOOMKill = nil }
