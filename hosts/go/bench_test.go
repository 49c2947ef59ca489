package plimsoll_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"plimsoll.dev/plimsoll"
)

// served is a Summary of 110 pods with all that a kubelet serves, some 240 KB.
func served() []byte {
	const pod = `{"podRef": {"name": "pod-%[1]d", "namespace": "default", "uid": "%[1]d"},
      "startTime": "2026-01-02T03:04:05Z",
      "containers": [{"name": "main", "startTime": "2026-01-02T03:04:05Z",
        "cpu": {"time": "2026-01-02T03:04:05Z", "usageNanoCores": 153270},
        "memory": {"time": "2026-01-02T03:04:05Z", "usageBytes": 9318400,
          "workingSetBytes": 7442432, "rssBytes": 4239360, "pageFaults": 3410},
        "rootfs": %[2]s,
        "logs": %[2]s,
        "swap": {"time": "2026-01-02T03:04:05Z", "swapUsageBytes": 0}}],
      "cpu": {"time": "2026-01-02T03:04:05Z", "usageNanoCores": 153270, "usageCoreNanoSeconds": 1},
      "memory": {"time": "2026-01-02T03:04:05Z", "usageBytes": 9703424,
        "workingSetBytes": 7827456, "rssBytes": 4280320, "pageFaults": 4366, "majorPageFaults": 29},
      "network": {"time": "2026-01-02T03:04:05Z", "name": "eth0", "rxBytes": 1, "txBytes": 2,
        "interfaces": [{"name": "eth0", "rxBytes": 1, "rxErrors": 0, "txBytes": 2, "txErrors": 0}]},
      "volume": [%[3]s, %[3]s],
      "ephemeral-storage": %[2]s,
      "process_stats": {"process_count": 1}}`
	const fileSystem = `{"time": "2026-01-02T03:04:05Z",
          "availableBytes": 81923842048, "capacityBytes": 105089261568, "usedBytes": 73728,
          "inodesFree": 12801233, "inodes": 13107200, "inodesUsed": 22}`
	volume := `{"name": "kube-api-access", ` + fileSystem[1:]
	pods := make([]string, 110)
	for index := range pods {
		pods[index] = fmt.Sprintf(pod, index, fileSystem, volume)
	}
	return fmt.Appendf(nil, `{"node": {"nodeName": "worker-3", "memory": {"availableBytes": `+
		`5368709120, "workingSetBytes": 3221225472}}, "pods": [%s]}`, strings.Join(pods, ",\n    "))
}

// A whole step against merely reading the same Summary with encoding/json.
func BenchmarkStep(b *testing.B) {
	summary := served()
	b.Run("observe", func(b *testing.B) {
		engine := newEngine(b, load(b))
		b.SetBytes(int64(len(summary)))
		for b.Loop() {
			_, err := engine.Observe(summary, begin, nil)
			must(b, err)
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		b.SetBytes(int64(len(summary)))
		for b.Loop() {
			var document any
			must(b, json.Unmarshal(summary, &document))
		}
	})
}

// Instances one after another, with the memory of this package and with wazero's own, which comes
// from Go's heap.
func BenchmarkInstance(b *testing.B) {
	ctx := context.Background()
	b.Run("mmap", func(b *testing.B) {
		core := load(b)
		for b.Loop() {
			engine, err := core.New(ctx, []byte("{}"), plimsoll.Options{})
			must(b, err)
			must(b, engine.Close())
			collect(b)
		}
	})
	b.Run("heap", func(b *testing.B) {
		module, err := os.ReadFile("plimsoll-eviction.wasm")
		must(b, err)
		engines := wazero.NewRuntime(ctx)
		compiled, err := engines.CompileModule(ctx, module)
		must(b, err)
		for b.Loop() {
			config := wazero.NewModuleConfig().WithName("")
			instance, err := engines.InstantiateModule(ctx, compiled, config)
			must(b, err)
			must(b, instance.Close(ctx))
			collect(b)
		}
	})
}

// collect returns freed memory, so the next instance may use it.
func collect(b *testing.B) {
	b.StopTimer()
	runtime.GC()
	b.StartTimer()
}
