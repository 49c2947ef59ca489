package plimsoll_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"plimsoll.dev/plimsoll"
)

// The documents of a node with 1000 MiB of memory and two pods; greedy exceeds its request.
const (
	configuration = `{"evictionHard": {"memory.available": "100Mi"}}`
	podList       = `{"kind": "PodList", "apiVersion": "v1", "items": [` +
		`{"metadata": {"namespace": "shop", "name": "modest", "uid": "1"}, "spec": {"containers": [` +
		`{"name": "a", "resources": {"requests": {"memory": "500Mi"}}}]}, ` +
		`"status": {"phase": "Running"}},` +
		`{"metadata": {"namespace": "shop", "name": "greedy", "uid": "2"}, "spec": {"containers": [` +
		`{"name": "b", "resources": {"requests": {"memory": "10Mi"}}}]}, ` +
		`"status": {"phase": "Running"}}]}`
)

var begin = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// summaryWith is a Summary of that node with this many MiB available, at a time.
func summaryWith(availableMebibytes int, at time.Time) []byte {
	const mebibyte = 1 << 20
	taken := at.Format(time.RFC3339)
	memory := func(workingSet int) string {
		return fmt.Sprintf(`{"time": %q, "workingSetBytes": %d}`, taken, workingSet*mebibyte)
	}
	pod := func(name, uid, container string, workingSet int) string {
		return fmt.Sprintf(`{"podRef": {"namespace": "shop", "name": %q, "uid": %q}, "memory": %s,`+
			`"containers": [{"name": %q, "memory": %s}]}`,
			name, uid, memory(workingSet), container, memory(workingSet))
	}
	available, used := availableMebibytes*mebibyte, (1000-availableMebibytes)*mebibyte
	return fmt.Appendf(nil,
		`{"node": {"nodeName": "worker-3", "memory": {"time": %q, "availableBytes": %d,`+
			`"workingSetBytes": %d}}, "pods": [%s, %s]}`, taken, available, used,
		pod("modest", "1", "a", 300), pod("greedy", "2", "b", 200))
}

var loaded = sync.OnceValues(func() (*plimsoll.Core, error) {
	return plimsoll.Load(context.Background())
})

// load returns the policy that all tests share.
func load(t testing.TB) *plimsoll.Core {
	t.Helper()
	core, err := loaded()
	must(t, err)
	return core
}

// newEngine returns an engine with the node's configuration and pods.
func newEngine(t testing.TB, core *plimsoll.Core) *plimsoll.Engine {
	t.Helper()
	engine, err := core.New(context.Background(), []byte(configuration), plimsoll.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, engine.Close()) })
	count, err := engine.Pods([]byte(podList))
	must(t, err)
	if count != 2 {
		t.Fatalf("the list has %d pods", count)
	}
	return engine
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
