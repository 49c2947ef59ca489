package main

import (
	"encoding/json"
	"os"
	"sync"
	"time"
)

// call is a call of the kubelet that changes or measures something, or the end of a process.
type call struct {
	Call         string `json:"call"`
	ID           string `json:"id,omitempty"`
	Pod          string `json:"pod,omitempty"`
	Image        string `json:"image,omitempty"`
	CgroupParent string `json:"cgroupParent,omitempty"`
	// Timeout is in seconds.
	Timeout  *int64 `json:"timeout,omitempty"`
	ExitCode *int32 `json:"exitCode,omitempty"`
	// Stats is what ListContainerStats answered.
	Stats []measured `json:"stats,omitempty"`
	Time  string     `json:"time"`
}

// measured are those numbers of a container that eviction depends on.
type measured struct {
	ID              string  `json:"id"`
	WorkingSetBytes *uint64 `json:"workingSetBytes,omitempty"`
	UsedBytes       uint64  `json:"usedBytes"`
	InodesUsed      uint64  `json:"inodesUsed"`
}

// journal writes calls to standard output as they happen.
type journal struct {
	sync.Mutex
	encoder *json.Encoder
}

func newJournal() *journal {
	return &journal{encoder: json.NewEncoder(os.Stdout)}
}

func (j *journal) write(one call) {
	j.Lock()
	defer j.Unlock()
	one.Time = time.Now().UTC().Format("2006-01-02T15:04:05.000000Z")
	// A call that cannot be written is missing from the recording, which its reader notices.
	_ = j.encoder.Encode(one)
}
