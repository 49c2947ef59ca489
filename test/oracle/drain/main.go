// Command drain answers what kubectl, the API server's eviction subresource and the disruption
// controller of the pinned Kubernetes release do while a node is drained, by running their own code
// in this process. It reads one JSON object a line and writes one answer a line.
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
	silenceLog()
	// Answers are short-lived garbage.
	debug.SetGCPercent(400)
	if err := answerLines(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "drain:", err)
		os.Exit(1)
	}
}

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
	played := newCluster()
	for {
		line, err := reader.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			told, failure := answerLine(played, line)
			if failure != nil {
				return failure
			}
			if err := encoder.Encode(told); err != nil {
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
