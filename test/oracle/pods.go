package main

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	v1resource "k8s.io/kubernetes/pkg/api/v1/resource"
	v1qos "k8s.io/kubernetes/pkg/apis/core/v1/helper/qos"
	"k8s.io/kubernetes/pkg/kubelet/qos"
	kubelettypes "k8s.io/kubernetes/pkg/kubelet/types"
	"plimsoll/oracle/release"
)

type podsLine struct {
	Pods           json.RawMessage `json:"pods"`
	MemoryCapacity string          `json:"memoryCapacity"`
	FeatureGates   map[string]bool `json:"featureGates"`
}

// podFacts is what the kubelet derives from one pod before it looks at any stats.
type podFacts struct {
	UID                   string            `json:"uid"`
	QOSClass              string            `json:"qosClass"`
	Critical              bool              `json:"critical"`
	Requests              map[string]string `json:"requests"`
	EphemeralStorageLimit *string           `json:"ephemeralStorageLimit"`
	OOMScoreAdj           map[string]int    `json:"oomScoreAdj"`
}

// answerPods states the facts of every pod given, whatever its phase.
func answerPods(line []byte) any {
	var asked podsLine
	if err := json.Unmarshal(line, &asked); err != nil {
		return failure(err)
	}
	var pods []*v1.Pod
	if err := decodeDocument(asked.Pods, &pods); err != nil {
		return failure(err)
	}
	var capacity resource.Quantity
	if asked.MemoryCapacity != "" {
		var err error
		if capacity, err = resource.ParseQuantity(asked.MemoryCapacity); err != nil {
			return failure(err)
		}
	}
	restoreGates, err := setFeatureGates(asked.FeatureGates)
	defer restoreGates()
	if err != nil {
		return failure(err)
	}
	facts := []podFacts{}
	for _, pod := range pods {
		facts = append(facts, factsOf(release.AllocatedPod(pod), capacity.Value()))
	}
	return map[string]any{"pods": facts}
}

func factsOf(pod *v1.Pod, memoryCapacityBytes int64) podFacts {
	facts := podFacts{
		UID:         string(pod.UID),
		QOSClass:    string(v1qos.GetPodQOS(pod)),
		Critical:    kubelettypes.IsCriticalPod(pod),
		Requests:    map[string]string{},
		OOMScoreAdj: map[string]int{},
	}
	for _, name := range []v1.ResourceName{v1.ResourceMemory, v1.ResourceEphemeralStorage} {
		request := v1resource.GetResourceRequestQuantity(pod, name)
		facts.Requests[string(name)] = request.String()
	}
	if limit, declared := release.PodLimits(pod.DeepCopy())[v1.ResourceEphemeralStorage]; declared {
		text := limit.String()
		facts.EphemeralStorageLimit = &text
	}
	if memoryCapacityBytes > 0 {
		facts.addOOMScores(pod, memoryCapacityBytes)
	}
	return facts
}

func (f podFacts) addOOMScores(pod *v1.Pod, memoryCapacityBytes int64) {
	for _, containers := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
		for i := range containers {
			score := qos.GetContainerOOMScoreAdjust(pod, &containers[i], memoryCapacityBytes)
			f.OOMScoreAdj[containers[i].Name] = score
		}
	}
}
