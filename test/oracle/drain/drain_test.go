package main

import (
	"fmt"
	"testing"
)

const (
	owner = `{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"cart","uid":"1","controller":true}`
	pod   = `{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"shop","name":"%s",
"labels":{"app":"cart"},"ownerReferences":[%s]},"spec":{"nodeName":"drained"},
"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}`
	replicaSet = `{"apiVersion":"apps/v1","kind":"ReplicaSet",
"metadata":{"namespace":"shop","name":"cart","uid":"1"},"spec":{"replicas":2}}`
	budget = `{"apiVersion":"policy/v1","kind":"PodDisruptionBudget",
"metadata":{"namespace":"shop","name":"cart","generation":1},
"spec":{"maxUnavailable":"50%","selector":{"matchLabels":{"app":"cart"}}}}`
)

func TestBudgetLetsOneGoAtATime(t *testing.T) {
	objects := fmt.Sprintf(pod, "a", owner) + "," + fmt.Sprintf(pod, "b", owner) + "," +
		replicaSet + "," + budget
	line := `{"objects":[` + objects + `],"node":"drained","flags":{},` +
		`"placements":[{},{"shop/a":"other"},{"shop/b":"other"}]}`
	told, err := answerLine(newCluster(), []byte(line))
	if err != nil {
		t.Fatal(err)
	}
	before := told.Before["shop/cart"]
	if before.DesiredHealthy != 1 || before.DisruptionsAllowed != 1 {
		t.Errorf("before: %+v", before)
	}
	want := [][]eviction{
		{{Pod: "shop/a", Code: 201}, {Pod: "shop/b", Code: 429}},
		{{Pod: "shop/b", Code: 201}},
	}
	for round, evictions := range want {
		for index, eviction := range evictions {
			got := told.Rounds[round][index]
			if got.Pod != eviction.Pod || got.Code != eviction.Code {
				t.Errorf("round %d: %+v, not %+v", round+1, got, eviction)
			}
		}
	}
	if after := told.After["shop/cart"]; after.CurrentHealthy != 2 || after.ExpectedPods != 2 {
		t.Errorf("after: %+v", after)
	}
}

func TestBudgetKeepsTheStatusThatIsGiven(t *testing.T) {
	given := budget[:len(budget)-1] + `,"status":{"observedGeneration":1,"disruptionsAllowed":-1}}`
	objects := fmt.Sprintf(pod, "a", owner) + "," + replicaSet + "," + given
	line := `{"objects":[` + objects + `],"node":"drained","flags":{},"asGiven":true,` +
		`"placements":[{},{}]}`
	told, err := answerLine(newCluster(), []byte(line))
	if err != nil {
		t.Fatal(err)
	}
	if allowed := told.Before["shop/cart"].DisruptionsAllowed; allowed != -1 {
		t.Errorf("before: %d disruptions allowed", allowed)
	}
	if got := told.Rounds[0][0]; got.Code != 403 {
		t.Errorf("the eviction is answered %+v", got)
	}
}
