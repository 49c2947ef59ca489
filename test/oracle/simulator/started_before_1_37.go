//go:build before_1_37

package main

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/kubernetes/pkg/controller/disruption"
	"k8s.io/kubernetes/pkg/scheduler"
)

// kubernetesRelease is what releases/1.36.mod pins.
const kubernetesRelease = "1.36.4"

func newInformers(client kubernetes.Interface) informers.SharedInformerFactory {
	return scheduler.NewInformerFactory(client, 0)
}

func runsDisruptions(disruptions *disruption.DisruptionController) func(context.Context) {
	return disruptions.Run
}
