// Command loop plays scenarios of small clusters with Kubernetes' own components in virtual time:
// the scheduler, the controllers and the kubelet's eviction loop, all in this process. It reads one
// scenario a line, as JSON, and writes what happened, one answer a line.
//
// With -kubeconfigs it plays a scenario in real time on a control plane of processes, and only the
// kubelets and the user are here.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime/debug"
	"syscall"
	"testing"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	"k8s.io/klog/v2"
)

var (
	kubeconfigs = flag.String("kubeconfigs", "",
		"folder with a file NAME.kubeconfig for each of user and kubelet-NODE: play on that cluster")
	beginsAt = flag.Int64("begins-at", 0,
		"when the scenario begins on a cluster of processes, in milliseconds since 1970")
)

func main() {
	testing.Init()
	flag.Parse()
	if *kubeconfigs != "" {
		silenceLog()
		if err := answerOnProcesses(os.Stdin, os.Stdout); err != nil {
			fail(err)
		}
		return
	}
	if err := prepareProcess(); err != nil {
		fail(err)
	}
	answers := os.Stdout
	// A bubble needs a test, and testing reports on standard output.
	os.Stdout = os.Stderr
	everything := func(string, string) (bool, error) { return true, nil }
	testing.Main(everything, []testing.InternalTest{{Name: "scenarios", F: func(t *testing.T) {
		if err := answerLines(os.Stdin, answers, inBubble(t)); err != nil {
			fail(err)
		}
		os.Exit(0)
	}}}, nil, nil)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "loop:", err)
	os.Exit(1)
}

// prepareProcess settles what the whole process has once and no bubble may touch first.
func prepareProcess() error {
	silenceLog()
	debug.SetGCPercent(400)
	// The scheduler listens for SIGUSR2. The runtime makes the channels behind all signals at the
	// first call, and a channel belongs to the bubble that it is made in.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGUSR2)
	// Of the default handlers one sleeps: it measures from the start of the process, in wall time,
	// and the clock of a bubble begins in the year 2000.
	utilruntime.ErrorHandlers = []utilruntime.ErrorHandler{keepHandledError}
	return switchGatesOff()
}

// silenceLog keeps the components' own logs off standard error.
func silenceLog() {
	settings := flag.NewFlagSet("log", flag.PanicOnError)
	klog.InitFlags(settings)
	_ = settings.Parse([]string{"-logtostderr=false", "-stderrthreshold=FATAL"})
	klog.SetOutput(io.Discard)
}

// gatesOff are those under which the scheduler decides otherwise than in a cycle of its own, as in
// the oracle around the scheduler.
var gatesOff = []featuregate.Feature{
	"OpportunisticBatching", "SchedulerAsyncPreemption", "SchedulerAsyncAPICalls",
}

func switchGatesOff() error {
	known := utilfeature.DefaultMutableFeatureGate.GetAll()
	off := map[string]bool{}
	for _, gate := range gatesOff {
		if _, ok := known[gate]; ok {
			off[string(gate)] = false
		}
	}
	return utilfeature.DefaultMutableFeatureGate.SetFromMap(off)
}

// handledErrors counts, for the scenario that is played, what components gave to their error
// handlers, with numbers left out. Most are reads that are older than a write, and tried again.
var handledErrors = map[string]int{}

var number = regexp.MustCompile(`[0-9]+`)

func keepHandledError(_ context.Context, err error, message string, _ ...any) {
	handledErrors[number.ReplaceAllString(fmt.Sprintf("%s: %v", message, err), "N")]++
}

func answerLines(from io.Reader, to io.Writer, play func(scenario) answer) error {
	reader := bufio.NewReaderSize(from, 1<<20)
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	for {
		line, err := reader.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := encoder.Encode(answerLine(line, play)); err != nil {
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

// answer is what a scenario came to; Error says why it was not played to its end.
type answer struct {
	ID         string         `json:"id"`
	Kubernetes string         `json:"kubernetes"`
	Events     []event        `json:"events"`
	End        []standing     `json:"end"`
	Turns      int            `json:"turns"`
	Handled    map[string]int `json:"handled,omitempty"`
	Error      string         `json:"error,omitempty"`
}

func answerLine(line []byte, play func(scenario) answer) answer {
	told, err := readScenario(line)
	if err != nil {
		return answer{ID: told.ID, Kubernetes: kubernetesRelease, Error: err.Error()}
	}
	return play(told)
}
