// Node is everything of the recorded machine that is not the kubelet: the clock that is set from
// the host's, the container runtime the kubelet talks to, and the processes in its containers.
package main

import (
	"fmt"
	"os"
)

// commands are the first words of a command line.
var commands = map[string]func(arguments []string) error{
	// prepare URL: sets the clock, and lays the files that replace images.
	"prepare": prepare,
	// runtime: serves the CRI, and writes the calls that change or measure something, a line each.
	"runtime": serveRuntime,
	// load: follows the schedule in the environment variable LOAD.
	"load": followLoad,
}

func main() {
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "node: name one of prepare, runtime and load")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "node %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}
