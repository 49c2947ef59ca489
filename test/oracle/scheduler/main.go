// Command scheduler answers what kube-scheduler of the pinned Kubernetes release decides in a
// scenario, by running its own scheduling cycle in this process with parallelism 1. It reads one
// JSON object a line and writes one answer a line.
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

	"k8s.io/klog/v2"
)

func main() {
	flag.Parse()
	silenceLog()
	if err := setFeatureGates(); err != nil {
		fail(err)
	}
	// Answers are short-lived garbage.
	debug.SetGCPercent(400)
	if err := answerLines(os.Stdin, os.Stdout); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "scheduler:", err)
	os.Exit(1)
}

// silenceLog keeps the scheduler's own log off standard error.
func silenceLog() {
	settings := flag.NewFlagSet("log", flag.PanicOnError)
	klog.InitFlags(settings)
	_ = settings.Parse([]string{"-logtostderr=false", "-stderrthreshold=FATAL"})
	klog.SetOutput(io.Discard)
}

func answerLines(from io.Reader, to io.Writer) error {
	reader := bufio.NewReaderSize(from, 1<<20)
	writer := bufio.NewWriterSize(to, 1<<20)
	encoder := json.NewEncoder(writer)
	encoder.SetEscapeHTML(false)
	for {
		line, err := reader.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := encoder.Encode(answerLine(line)); err != nil {
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
