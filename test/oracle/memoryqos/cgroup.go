//go:build !before_1_27

package main

import _ "unsafe" // For the link name.

// The kubelet asks the machine; this program is asked about any.
//
//go:linkname isCgroup2UnifiedMode k8s.io/kubernetes/pkg/kubelet/kuberuntime.isCgroup2UnifiedMode
var isCgroup2UnifiedMode func() bool

// Only older releases ask it for more than they are asked here.
var runtimeHelper any

func init() { isCgroup2UnifiedMode = func() bool { return true } }
