//go:build before_1_24 && !before_1_23

package main

import (
	"k8s.io/component-base/logs"
	"k8s.io/component-base/logs/registry"
)

func prepareLogs() error { return registry.LogRegistry.Register(logs.JSONLogFormat, nil) }
