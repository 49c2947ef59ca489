package plimsoll_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"plimsoll.dev/plimsoll"
)

func Example() {
	ctx := context.Background()
	core, err := plimsoll.Load(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = core.Close() }()
	engine, err := core.New(ctx, []byte(configuration), plimsoll.Options{KubeletVersion: "1.35"})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := engine.Pods([]byte(podList)); err != nil {
		log.Fatal(err)
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	step, err := engine.Observe(summaryWith(50, now), now, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, eviction := range step.Evictions {
		fmt.Println(eviction.Namespace, eviction.Name)
		fmt.Println(strings.ReplaceAll(eviction.Message, ". ", ".\n"))
	}
	// Output:
	// shop greedy
	// The node was low on resource: memory.
	// Threshold quantity: 100Mi, available: 50Mi.
	// Container b was using 200Mi, request is 10Mi, has larger consumption of memory.
}

// A document that is refused says where and why, and the engine is as it was.
func ExampleRefused() {
	core, err := plimsoll.Load(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	_, err = core.New(context.Background(), []byte(`{"evictionHard": []}`), plimsoll.Options{})
	var refused *plimsoll.Refused
	if errors.As(err, &refused) {
		fmt.Println(refused.Status, refused.Path, refused.Offset)
		fmt.Println(refused.Reason)
	}
	// Output:
	// WrongType $.evictionHard 17
	// an object is expected here
}

// What would have spared the pod is computed when it is asked for.
func ExampleStep_Explain() {
	core, err := plimsoll.Load(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	engine, err := core.New(context.Background(), []byte(configuration), plimsoll.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := engine.Pods([]byte(podList)); err != nil {
		log.Fatal(err)
	}
	step, err := engine.Observe(summaryWith(50, begin), begin, nil)
	if err != nil {
		log.Fatal(err)
	}
	why, err := step.Explain(plimsoll.UID("2"))
	if err != nil {
		log.Fatal(err)
	}
	for _, counterfactual := range why.Counterfactuals {
		fmt.Println(counterfactual.Change, "from", counterfactual.From, "to", counterfactual.To)
	}
	// Output:
	// request from 10Mi to 400Mi
	// priority from 0 to 2000000000
	// threshold from 100Mi to 50Mi
}

// A fleet keeps many nodes on few engines.
func ExampleFleet() {
	ctx := context.Background()
	core, err := plimsoll.Load(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fleet, err := core.Fleet(ctx, 2, []byte(configuration), plimsoll.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for index, available := range []int{500, 50} {
		node := fmt.Sprintf("worker-%d", index)
		err := fleet.Do(node, func(engine *plimsoll.Engine) error {
			if _, err := engine.Pods([]byte(podList)); err != nil {
				return err
			}
			step, err := engine.Observe(summaryWith(available, begin), begin, nil)
			if err == nil {
				fmt.Println(node, step.Action, step.NodeConditions)
			}
			return err
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// worker-0 None []
	// worker-1 EvictPod [MemoryPressure]
}

// A capture is replayed under the policy that was in force, or under another one.
func ExampleCore_Replay() {
	file, err := os.Open("testdata/node.plimsoll.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	capture, err := plimsoll.OpenCapture(file)
	if err != nil {
		log.Fatal(err)
	}
	core, err := plimsoll.Load(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	steps := core.Replay(context.Background(), capture, capture.Configuration, capture.Options)
	for step, err := range steps {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(step.Time.Format(time.TimeOnly), step.Action, step.NodeConditions)
	}
	// Output:
	// 03:04:05 None []
	// 03:04:15 EvictPod [MemoryPressure]
}
