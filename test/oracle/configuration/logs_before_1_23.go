//go:build before_1_23 && !before_1_22

package main

import "k8s.io/component-base/logs"

func prepareLogs() error { return logs.LogRegistry.Register(logs.JSONLogFormat, nil) }
