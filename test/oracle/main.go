// Command oracle answers what the kubelet of the pinned Kubernetes release does in a scenario, by
// running the kubelet's own code. It reads one JSON object a line and writes one answer a line.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"k8s.io/klog/v2"
)

func main() {
	runs := flag.Int("runs", 40, "how often each scenario is played, each time in other orders")
	seed := flag.Uint64("seed", 1, "seed of the orders")
	count := flag.Bool("count", false, "count how many runs chose each threshold")
	bench := flag.Bool("bench", false, "measure instead of reading lines")
	summary := flag.String("summary", "", "stats Summary document to measure with")
	pods := flag.String("pods", "", "PodList document to measure with")
	iterations := flag.Int("iterations", 200, "how often each measurement is taken")
	flag.Parse()

	silenceLog()
	var err error
	if *bench {
		err = benchmark(*summary, *pods, *iterations, os.Stdout)
	} else {
		// Answers are short-lived garbage; measurements keep the kubelet's own setting.
		debug.SetGCPercent(400)
		err = answerLines(answerer{runs: *runs, seed: *seed, count: *count}, os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

// silenceLog keeps the kubelet's own log off standard error.
func silenceLog() {
	settings := flag.NewFlagSet("log", flag.PanicOnError)
	klog.InitFlags(settings)
	_ = settings.Parse([]string{"-logtostderr=false", "-stderrthreshold=FATAL"})
	klog.SetOutput(io.Discard)
}

func answerLines(answers answerer, from io.Reader, to io.Writer) error {
	reader := bufio.NewReaderSize(from, 1<<20)
	writer := bufio.NewWriter(to)
	defer writer.Flush()
	for {
		line, err := reader.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if _, err := writer.Write(append(encode(answers.line(line)), '\n')); err != nil {
				return err
			}
			// A caller may wait for each answer before it writes the next line.
			if err := writer.Flush(); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (a answerer) line(line []byte) any {
	var named struct {
		Kind string `json:"kind"`
		ID   string `json:"id"`
	}
	if err := json.Unmarshal(line, &named); err != nil {
		return failure(err)
	}
	answers := map[string]func([]byte) any{
		"":            a.scenario,
		"scenario":    a.scenario,
		"pods":        answerPods,
		"admission":   a.admission,
		"quantity":    answerQuantity,
		"quantity-op": answerQuantityOp,
		"duration":    answerDuration,
		"percentage":  answerPercentage,
		"quoted":      answerQuoted,
		"time":        answerTime,
		"thresholds":  a.thresholds,
		"allocatable": answerAllocatable,
	}
	answer, known := answers[named.Kind]
	if !known {
		return failure(fmt.Errorf("kind %q is not one this program answers", named.Kind))
	}
	quantityOnly := strings.HasPrefix(named.Kind, "quantity")
	if !quantityOnly && hugeExponentInDocument.Match(line) {
		return map[string]any{"id": named.ID, "skipped": true}
	}
	return answer(line)
}
