//go:build before_1_26

package release

import statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"

type surroundings struct{ node Node }

func (s surroundings) HasDedicatedImageFs() (bool, error) {
	return s.node.DedicatedImageFs()
}

func (s surroundings) Get(bool) (*statsapi.Summary, error) {
	return s.node.Summary()
}

func (s surroundings) GetCPUAndMemoryStats() (*statsapi.Summary, error) {
	return s.node.Summary()
}

func (s surroundings) DeleteAllUnusedContainers() error {
	s.node.DeleteAllUnusedContainers()
	return nil
}

func (s surroundings) DeleteUnusedImages() error {
	s.node.DeleteUnusedImages()
	return nil
}
