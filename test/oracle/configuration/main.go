// Command configuration answers where the kubelet of a Kubernetes release stops with a
// configuration file, by running the kubelet's own loader and validation. It reads one JSON object
// a line and writes one answer a line; with -facts it writes what the release knows instead.
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
	facts := flag.Bool("facts", false, "write the types and feature gates of this release")
	stderr, err := silenceLog()
	flag.Parse()
	debug.SetGCPercent(400)
	work := func() error { return answerLines(os.Stdin, os.Stdout) }
	if *facts {
		work = func() error { return writeFacts(os.Stdout) }
	}
	if err == nil {
		err = work()
	}
	if err != nil {
		fmt.Fprintln(stderr, "configuration:", err)
		os.Exit(1)
	}
}

// silenceLog keeps the kubelet's own log off standard error. Its flags must be there, unchanged:
// the validation of some releases looks at them.
func silenceLog() (*os.File, error) {
	klog.InitFlags(nil)
	stderr := os.Stderr
	nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	os.Stderr = nowhere
	return stderr, err
}

func answerLines(from io.Reader, to io.Writer) error {
	reader := bufio.NewReaderSize(from, 1<<20)
	writer := bufio.NewWriter(to)
	defer writer.Flush()
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
