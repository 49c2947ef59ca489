//go:build before_1_32 && !before_1_31

package main

import kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"

func forgetOOMKill(*kubeletconfig.KubeletConfiguration) {}
