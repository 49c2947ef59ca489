package main

import (
	"sort"

	v1 "k8s.io/api/core/v1"
)

// tieGroups cuts an order made by rank into runs of pods the rank function holds for equal. Two
// neighbors are equal if they keep their places when handed over the other way round, because
// two items are sorted by insertion, which is stable.
func tieGroups(rank rankFunc, ranked []*v1.Pod) [][]*v1.Pod {
	groups := [][]*v1.Pod{}
	for i, pod := range ranked {
		if i > 0 && tied(rank, ranked[i-1], pod) {
			last := len(groups) - 1
			groups[last] = append(groups[last], pod)
		} else {
			groups = append(groups, []*v1.Pod{pod})
		}
	}
	return groups
}

func tied(rank rankFunc, before, after *v1.Pod) bool {
	pair := []*v1.Pod{after, before}
	rank(pair)
	return pair[0] == after
}

// canonicalRanking orders the pods of each group by UID and joins the groups.
func canonicalRanking(groups [][]*v1.Pod) []*v1.Pod {
	joined := []*v1.Pod{}
	for _, group := range groups {
		sort.SliceStable(group, func(i, j int) bool { return group[i].UID < group[j].UID })
		joined = append(joined, group...)
	}
	return joined
}

func podUIDs(pods []*v1.Pod) []string {
	uids := []string{}
	for _, pod := range pods {
		uids = append(uids, string(pod.UID))
	}
	return uids
}

// tiesOf lists the groups that hold more than one pod.
func tiesOf(groups [][]*v1.Pod) [][]string {
	var ties [][]string
	for _, group := range groups {
		if len(group) > 1 {
			ties = append(ties, podUIDs(group))
		}
	}
	return ties
}
