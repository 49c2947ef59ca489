package main

import (
	"runtime/debug"

	utilfs "k8s.io/kubernetes/pkg/util/filesystem"
)

// filePath is where the configuration stands; relative paths in it begin at its directory.
const filePath = "/config.yaml"

// memoryFile is a file system with one file, whatever its path.
type memoryFile struct {
	*utilfs.DefaultFs
	text []byte
}

func (f *memoryFile) ReadFile(string) ([]byte, error) { return f.text, nil }

// version is the release whose code this program has, such as v1.35.8.
func version() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "k8s.io/kubernetes" {
			return module.Version
		}
	}
	return ""
}
