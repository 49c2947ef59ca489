package main

import "testing"

const cart = `{"objects":[
{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"shop","name":"a","labels":{"app":"cart"},
"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"cart","uid":"1","controller":true}]},
"spec":{"nodeName":"drained"},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}},
{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"shop","name":"b","labels":{"app":"cart"},
"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"cart","uid":"1","controller":true}]},
"spec":{"nodeName":"drained"},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}},
{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"namespace":"shop","name":"cart","uid":"1"},"spec":{"replicas":2}},
{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"namespace":"shop","name":"cart","generation":1},
"spec":{"maxUnavailable":"50%","selector":{"matchLabels":{"app":"cart"}}}}],
"node":"drained","flags":{},"placements":[{},{"shop/a":"other"},{"shop/b":"other"}]}`

func TestBudgetLetsOneGoAtATime(t *testing.T) {
	told, err := answerLine(newCluster(), []byte(cart))
	if err != nil {
		t.Fatal(err)
	}
	if before := told.Before["shop/cart"]; before.DesiredHealthy != 1 || before.DisruptionsAllowed != 1 {
		t.Errorf("before: %+v", before)
	}
	want := [][]eviction{
		{{Pod: "shop/a", Code: 201}, {Pod: "shop/b", Code: 429}},
		{{Pod: "shop/b", Code: 201}},
	}
	for round, evictions := range want {
		for index, eviction := range evictions {
			if got := told.Rounds[round][index]; got.Pod != eviction.Pod || got.Code != eviction.Code {
				t.Errorf("round %d: %+v, not %+v", round+1, got, eviction)
			}
		}
	}
	if after := told.After["shop/cart"]; after.CurrentHealthy != 2 || after.ExpectedPods != 2 {
		t.Errorf("after: %+v", after)
	}
}
