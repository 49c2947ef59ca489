package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

const cgroupRoot = "/sys/fs/cgroup"

// makeCgroup makes a cgroup whose memory and processes are counted, below one the kubelet made.
func makeCgroup(directory string, resources *cri.LinuxContainerResources) error {
	controllers := filepath.Join(filepath.Dir(directory), "cgroup.subtree_control")
	if err := os.WriteFile(controllers, []byte("+cpu +memory +pids"), 0o644); err != nil {
		return err
	}
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return err
	}
	limit := resources.GetMemoryLimitInBytes()
	if limit <= 0 {
		return nil
	}
	path := filepath.Join(directory, "memory.max")
	return os.WriteFile(path, []byte(strconv.FormatInt(limit, 10)), 0o644)
}

// tableOf reads lines of a name and a number; nothing of a file that is not there.
func tableOf(path string) map[string]uint64 {
	table := map[string]uint64{}
	file, err := os.Open(path)
	if err != nil {
		return table
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), " ")
		if value, err := strconv.ParseUint(text, 10, 64); err == nil {
			table[name] = value
		}
	}
	return table
}

func numberIn(path string) uint64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	// 0 for "max", which is not a number.
	value, _ := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return value
}

// blocksOf counts in 512 bytes; a file that is gone meanwhile has none.
func blocksOf(path string) (uint64, bool) {
	var stat syscall.Stat_t
	if err := syscall.Lstat(path, &stat); err != nil {
		return 0, false
	}
	return uint64(stat.Blocks), true
}
