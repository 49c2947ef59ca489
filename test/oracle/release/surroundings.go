//go:build !before_1_26

package release

import (
	"context"

	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
)

// surroundings shows a Node to the eviction loop through the interfaces of this release.
type surroundings struct{ node Node }

func (s surroundings) HasDedicatedImageFs(context.Context) (bool, error) {
	return s.node.DedicatedImageFs()
}

func (s surroundings) HasDedicatedContainerFs(context.Context) (bool, error) {
	return s.node.SplitContainerFs(), nil
}

// IsContainerFsSeparateFromImageFs is how the releases 1.29 to 1.31 ask for the same.
func (s surroundings) IsContainerFsSeparateFromImageFs(context.Context) bool {
	return s.node.SplitContainerFs()
}

func (s surroundings) Get(context.Context, bool) (*statsapi.Summary, error) {
	return s.node.Summary()
}

func (s surroundings) GetCPUAndMemoryStats(context.Context) (*statsapi.Summary, error) {
	return s.node.Summary()
}

func (s surroundings) DeleteAllUnusedContainers(context.Context) error {
	s.node.DeleteAllUnusedContainers()
	return nil
}

func (s surroundings) DeleteUnusedImages(context.Context) error {
	s.node.DeleteUnusedImages()
	return nil
}
