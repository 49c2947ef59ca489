package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubectl/pkg/drain"
)

// question is a cluster, the node that is drained, and where the scheduler put the pods that came:
// placements are by round, by namespace/name, those of round 0 before the first eviction.
type question struct {
	Objects []json.RawMessage `json:"objects"`
	Node    string            `json:"node"`
	Flags   struct {
		IgnoreDaemonSets bool `json:"ignoreDaemonSets"`
		DeleteEmptyDir   bool `json:"deleteEmptyDir"`
		Force            bool `json:"force"`
	} `json:"flags"`
	Placements []map[string]string `json:"placements"`
	// AsGiven is whether the budgets keep the statuses of their documents, before the first
	// eviction: the controller has not counted them since.
	AsGiven bool `json:"asGiven"`
}

// answer has what kubectl's filters say, the statuses of the budgets before the first eviction and
// after the last round, and what the API server answers to each eviction, by round.
type answer struct {
	Evicts   []string          `json:"evicts"`
	Errors   []string          `json:"errors"`
	Warnings []string          `json:"warnings"`
	Before   map[string]status `json:"before"`
	Rounds   [][]eviction      `json:"rounds"`
	After    map[string]status `json:"after"`
}

type status = policyv1.PodDisruptionBudgetStatus

type eviction struct {
	Pod     string `json:"pod"`
	Code    int32  `json:"code"`
	Message string `json:"message,omitempty"`
	Cause   string `json:"cause,omitempty"`
}

func answerLine(played *cluster, line []byte) (*answer, error) {
	asked := question{}
	if err := json.Unmarshal(line, &asked); err != nil {
		return nil, err
	}
	if err := played.hold(asked.Objects); err != nil {
		return nil, err
	}
	told := &answer{Errors: []string{}, Warnings: []string{}, Rounds: [][]eviction{}}
	if !asked.AsGiven {
		if err := played.countBudgets(); err != nil {
			return nil, err
		}
	}
	told.Before = played.statuses()
	left, err := filterPods(played, asked, told)
	if err != nil || len(asked.Placements) == 0 {
		return told, err
	}
	if err := played.place(asked.Placements[0]); err != nil {
		return nil, err
	}
	for _, placements := range asked.Placements[1:] {
		round, err := played.evictRound(&left)
		if err != nil {
			return nil, err
		}
		told.Rounds = append(told.Rounds, round)
		// The controller sees that pods are being deleted before others come for them.
		if err := played.countBudgets(); err != nil {
			return nil, err
		}
		played.end()
		if err := played.place(placements); err != nil {
			return nil, err
		}
		if err := played.countBudgets(); err != nil {
			return nil, err
		}
	}
	told.After = played.statuses()
	return told, nil
}

// filterPods asks kubectl which pods of the node it evicts, in the order of the API server's list.
func filterPods(played *cluster, asked question, told *answer) ([]string, error) {
	helper := drain.Helper{
		Ctx: context.Background(), Client: played.client, GracePeriodSeconds: -1,
		IgnoreAllDaemonSets: asked.Flags.IgnoreDaemonSets,
		DeleteEmptyDirData:  asked.Flags.DeleteEmptyDir, Force: asked.Flags.Force,
	}
	played.listed = asked.Node
	list, errs := helper.GetPodsForDeletion(asked.Node)
	if list == nil {
		return nil, errs[0]
	}
	for _, err := range errs {
		told.Errors = append(told.Errors, err.Error())
	}
	sort.Strings(told.Errors)
	if text := list.Warnings(); text != "" {
		told.Warnings = strings.Split(text, "; ")
		sort.Strings(told.Warnings)
	}
	told.Evicts = []string{}
	for _, pod := range list.Pods() {
		told.Evicts = append(told.Evicts, keyOf(&pod))
	}
	return told.Evicts, nil
}

// evictRound asks for each pod that is left, as kubectl does: no more for those that were answered
// with anything but 429.
func (c *cluster) evictRound(left *[]string) ([]eviction, error) {
	round, remaining := []eviction{}, []string{}
	for _, key := range *left {
		told, err := c.evict(key)
		if err != nil {
			return nil, err
		}
		round = append(round, told)
		if told.Code == 429 {
			remaining = append(remaining, key)
		}
	}
	*left = remaining
	return round, nil
}

func keyOf(object metav1.Object) string {
	return fmt.Sprintf("%s/%s", object.GetNamespace(), object.GetName())
}

// replaces is whether an owner creates another pod for one that goes: it has done so before for
// pods that have ended and those that are being deleted, but for a StatefulSet, whose pods of one
// name follow each other.
func replaces(pod *v1.Pod) bool {
	owner := metav1.GetControllerOf(pod)
	if owner == nil || owner.Kind == "StatefulSet" {
		return owner != nil
	}
	hasEnded := pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed
	return !hasEnded && pod.DeletionTimestamp == nil
}
