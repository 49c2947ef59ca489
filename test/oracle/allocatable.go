package main

import (
	"encoding/json"
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	"plimsoll/oracle/release"
)

// allocatableLine asks what a node of this capacity offers to pods under a configuration.
type allocatableLine struct {
	ID              string                     `json:"id"`
	Config          json.RawMessage            `json:"config"`
	Capacity        map[v1.ResourceName]string `json:"capacity"`
	IgnoresEviction bool                       `json:"allocatableIgnoresEviction"`
}

// shares is one resource of the node, in the kubelet's own spelling.
type shares struct {
	Reservation  string `json:"reservation"`
	EvictionHard string `json:"evictionHard"`
	Allocatable  string `json:"allocatable"`
	Refused      string `json:"refused,omitempty"`
}

// answerAllocatable follows GetNodeAllocatableReservation, validateNodeAllocatable and the setter
// of the node's status, which cannot be called without a whole container manager; what hard
// thresholds reserve is the kubelet's own code.
func answerAllocatable(line []byte) any {
	var asked allocatableLine
	if err := json.Unmarshal(line, &asked); err != nil {
		return failure(err)
	}
	config, err := loadConfiguration(asked.Config)
	if err != nil {
		return map[string]any{"id": asked.ID, "errors": errorTexts(err)}
	}
	capacity, err := resourceList(asked.Capacity)
	if err != nil {
		return failure(err)
	}
	hard, err := hardReservation(config, capacity, asked.IgnoresEviction)
	if err != nil {
		return map[string]any{"id": asked.ID, "errors": []string{err.Error()}}
	}
	reserved := make([]v1.ResourceList, 2)
	for index, texts := range []map[string]string{config.SystemReserved, config.KubeReserved} {
		if reserved[index], err = resourceList(texts); err != nil {
			return map[string]any{"id": asked.ID, "errors": []string{err.Error()}}
		}
	}
	resources := map[v1.ResourceName]shares{}
	for name := range capacity {
		resources[name] = sharesOf(name, capacity, hard, reserved)
	}
	return map[string]any{"id": asked.ID, "resources": resources}
}

func hardReservation(
	config *kubeletconfig.KubeletConfiguration, capacity v1.ResourceList, ignores bool,
) (v1.ResourceList, error) {
	// The eviction loop parses them whatever they reserve.
	thresholds, err := eviction.ParseThresholdConfig(nil, config.EvictionHard, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	if ignores {
		thresholds = nil
	}
	return release.HardEvictionReservation(thresholds, capacity), nil
}

func sharesOf(
	name v1.ResourceName, capacity, hard v1.ResourceList, reserved []v1.ResourceList,
) shares {
	reservation := resource.NewQuantity(0, resource.DecimalSI)
	for _, list := range reserved {
		reservation.Add(list[name])
	}
	evictionHard := hard[name]
	reservation.Add(evictionHard)
	whole := capacity[name]
	allocatable := whole.DeepCopy()
	allocatable.Sub(*reservation)
	answer := shares{EvictionHard: evictionHard.String(), Reservation: reservation.String()}
	if allocatable.Sign() < 0 {
		answer.Refused = fmt.Sprintf(
			"Resource %q has a reservation of %v but capacity of %v. Expected capacity >= reservation.",
			name, reservation, &whole)
		allocatable.Set(0)
	}
	answer.Allocatable = allocatable.String()
	return answer
}

func resourceList[Name ~string](texts map[Name]string) (v1.ResourceList, error) {
	list := v1.ResourceList{}
	for name, text := range texts {
		quantity, err := resource.ParseQuantity(text)
		if err != nil {
			return nil, err
		}
		list[v1.ResourceName(name)] = quantity
	}
	return list, nil
}
