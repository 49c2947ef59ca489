package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// volumePath is where a pod mounts the volume that its load writes into.
const volumePath = "/data"

// life is where a container is between being created and having ended.
type life struct {
	state             cri.ContainerState
	started, finished time.Time
	exitCode          int32
}

// process is a container's only process, in a cgroup of its own below the pod's.
type process struct {
	sync.Mutex
	now      life
	pid      int
	ended    chan struct{}
	cgroup   string
	writable string
}

func (p *process) life() life {
	p.Lock()
	defer p.Unlock()
	return p.now
}

// lay makes the container's cgroup, writable layer and log.
func (c *container) lay() error {
	parent := c.sandbox.config.GetLinux().GetCgroupParent()
	c.cgroup = filepath.Join(cgroupRoot, parent, c.id)
	c.writable = filepath.Join(writableDirectory, c.id)
	if err := makeCgroup(c.cgroup, c.config.GetLinux().GetResources()); err != nil {
		return err
	}
	if err := os.MkdirAll(c.writable, 0o755); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.logPath()), 0o755); err != nil {
		return err
	}
	return os.WriteFile(c.logPath(), nil, 0o644)
}

// start runs this program's own load in the container's cgroup from its first instruction.
func (c *container) start(ended func(exitCode int32)) error {
	directory, err := os.Open(c.cgroup)
	if err != nil {
		return err
	}
	defer directory.Close()
	command := exec.Command("/proc/self/exe", "load")
	command.Env = c.environment()
	command.SysProcAttr = &syscall.SysProcAttr{
		UseCgroupFD: true, CgroupFD: int(directory.Fd()), Setpgid: true,
	}
	if err := command.Start(); err != nil {
		return err
	}
	score := c.config.GetLinux().GetResources().GetOomScoreAdj()
	path := filepath.Join("/proc", strconv.Itoa(command.Process.Pid), "oom_score_adj")
	if err := os.WriteFile(path, []byte(strconv.FormatInt(score, 10)), 0o644); err != nil {
		return err
	}
	c.Lock()
	defer c.Unlock()
	c.pid, c.ended = command.Process.Pid, make(chan struct{})
	c.now = life{state: cri.ContainerState_CONTAINER_RUNNING, started: time.Now()}
	go c.await(command, ended)
	return nil
}

func (c *container) environment() []string {
	environment := []string{
		"WRITABLE=" + c.writable, "LOG=" + c.logPath(), "GOMAXPROCS=1", "GOGC=25",
	}
	for _, mount := range c.config.Mounts {
		if mount.ContainerPath == volumePath {
			environment = append(environment, "VOLUME="+mount.HostPath)
		}
	}
	for _, variable := range c.config.Envs {
		environment = append(environment, variable.Key+"="+string(variable.Value))
	}
	return environment
}

func (p *process) await(command *exec.Cmd, ended func(exitCode int32)) {
	code := exitCodeOf(command.Wait())
	p.Lock()
	p.now.state = cri.ContainerState_CONTAINER_EXITED
	p.now.finished = time.Now()
	p.now.exitCode = code
	close(p.ended)
	p.Unlock()
	ended(code)
}

// exitCodeOf is 128 more than the signal for a process that a signal ended, as in a shell.
func exitCodeOf(err error) int32 {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return 0
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int32(status.Signal())
	}
	return int32(exit.ExitCode())
}

// stop asks first, and ends what is still there when the time is over.
func (p *process) stop(timeout time.Duration) {
	p.Lock()
	running, pid, ended := p.now.state == cri.ContainerState_CONTAINER_RUNNING, p.pid, p.ended
	p.Unlock()
	if !running {
		return
	}
	_ = syscall.Kill(-pid, syscall.SIGTERM)
	select {
	case <-ended:
	case <-time.After(timeout):
		_ = os.WriteFile(filepath.Join(p.cgroup, "cgroup.kill"), []byte("1"), 0o644)
		<-ended
	}
}

// clear takes away what the container left; the kubelet itself deletes logs and volumes.
func (p *process) clear() {
	_ = os.RemoveAll(p.writable)
	_ = os.Remove(p.cgroup)
}
