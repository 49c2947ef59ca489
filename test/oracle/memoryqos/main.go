// Command memoryqos answers what the kubelet of a Kubernetes release writes into the files of
// cgroup v2 for Memory QoS, by running the kubelet's own code. It reads one JSON object a line and
// writes one answer a line.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/apis/core/v1/helper/qos"
)

// question is one node. A factor that is null is a memoryThrottlingFactor that is not set.
type question struct {
	Pods        []*v1.Pod       `json:"pods"`
	Factor      *float64        `json:"factor"`
	Policy      string          `json:"policy"`
	Allocatable int64           `json:"allocatable"`
	Gates       map[string]bool `json:"gates"`
}

// files are contents of cgroup files by their names.
type files map[string]string

type podAnswer struct {
	Name       string           `json:"name"`
	QOS        string           `json:"qos"`
	Pod        files            `json:"pod"`
	Containers map[string]files `json:"containers"`
}

type answer struct {
	Pods []podAnswer `json:"pods"`
	// QOS has the root of all pods as Guaranteed.
	QOS map[string]files `json:"qos"`
}

func main() {
	settings := flag.NewFlagSet("log", flag.PanicOnError)
	klog.InitFlags(settings)
	_ = settings.Parse([]string{"-logtostderr=false", "-stderrthreshold=FATAL"})
	klog.SetOutput(io.Discard)
	if err := answerLines(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "memoryqos:", err)
		os.Exit(1)
	}
}

func answerLines(from io.Reader, to io.Writer) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 64<<20)
	out := bufio.NewWriter(to)
	encoder := json.NewEncoder(out)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return err
		}
		if err := setGates(asked.Gates); err != nil {
			return err
		}
		if err := encoder.Encode(asked.answer()); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return lines.Err()
}

func (q question) answer() answer {
	result := answer{QOS: q.classes()}
	for _, pod := range q.Pods {
		one := podAnswer{
			Name:       pod.Name,
			QOS:        string(qos.GetPodQOS(pod)),
			Pod:        q.pod(pod),
			Containers: map[string]files{},
		}
		for _, list := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
			for i := range list {
				one.Containers[list[i].Name] = q.container(pod, &list[i])
			}
		}
		result.Pods = append(result.Pods, one)
	}
	return result
}
