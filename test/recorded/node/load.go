package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	begunPath = "/run/begun"
	loadStep  = 250 * time.Millisecond
	pageBytes = 4096
)

// schedule is piecewise linear: pairs of seconds since the beginning and an amount, by time.
type schedule [][2]float64

// load is what a process takes. Amounts are MiB, except Files and Processes, which are counts.
type load struct {
	Memory    schedule `json:"memory"`
	Writable  schedule `json:"writable"`
	Log       schedule `json:"log"`
	Volume    schedule `json:"volume"`
	Files     schedule `json:"files"`
	Processes schedule `json:"processes"`
}

// begin gets from the host, once all pods are up, the processes that run outside of pods.
func begin(writer http.ResponseWriter, request *http.Request) {
	if err := beginWith(request.Body); err != nil {
		http.Error(writer, err.Error(), http.StatusInternalServerError)
	}
}

func beginWith(body io.Reader) error {
	var outside []json.RawMessage
	if err := json.NewDecoder(body).Decode(&outside); err != nil {
		return err
	}
	for _, one := range outside {
		command := exec.Command("/proc/self/exe", "load")
		command.Env = []string{"LOAD=" + string(one), "GOMAXPROCS=1"}
		if err := command.Start(); err != nil {
			return err
		}
		go func() { _ = command.Wait() }()
	}
	now := strconv.FormatInt(time.Now().UnixNano(), 10)
	return os.WriteFile(begunPath, []byte(now), 0o644)
}

// at is the amount after so many seconds; what is before the first pair is as the first pair.
func (s schedule) at(seconds float64) float64 {
	amount := 0.0
	for index, pair := range s {
		if index == 0 || pair[0] <= seconds {
			amount = pair[1]
			continue
		}
		before := s[index-1]
		return before[1] + (pair[1]-before[1])*max(0, seconds-before[0])/(pair[0]-before[0])
	}
	return amount
}

func (s schedule) most() float64 {
	most := 0.0
	for _, pair := range s {
		most = max(most, pair[1])
	}
	return most
}

func followLoad([]string) error {
	var wanted load
	if err := json.Unmarshal([]byte(os.Getenv("LOAD")), &wanted); err != nil {
		return fmt.Errorf("LOAD: %w", err)
	}
	taker, err := newTaker(wanted)
	if err != nil {
		return err
	}
	for {
		if err := taker.take(sinceBegun()); err != nil {
			return err
		}
		time.Sleep(loadStep)
	}
}

// sinceBegun is 0 until the host has said that it begins.
func sinceBegun() float64 {
	text, err := os.ReadFile(begunPath)
	if err != nil {
		return 0
	}
	begun, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0
	}
	return time.Since(time.Unix(0, begun)).Seconds()
}

// taker holds what a load has taken so far.
type taker struct {
	load
	memory    []byte
	touched   int
	written   map[string]int64
	files     int
	processes []*exec.Cmd
}

func newTaker(wanted load) (*taker, error) {
	most := max(1, int(wanted.Memory.most()))
	memory, err := unix.Mmap(
		-1, 0, most*mebi, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS,
	)
	if err != nil {
		return nil, err
	}
	// Page by page: a huge page would be taken whole at its first byte.
	if err := unix.Madvise(memory, unix.MADV_NOHUGEPAGE); err != nil && err != unix.EINVAL {
		return nil, err
	}
	return &taker{load: wanted, memory: memory, written: map[string]int64{}}, nil
}

func (t *taker) take(seconds float64) error {
	if err := t.touch(int(t.Memory.at(seconds) * mebi)); err != nil {
		return err
	}
	for path, amount := range map[string]schedule{
		filepath.Join(os.Getenv("WRITABLE"), "data"): t.Writable,
		os.Getenv("LOG"): t.Log,
		filepath.Join(os.Getenv("VOLUME"), "data"): t.Volume,
	} {
		if len(amount) == 0 {
			continue
		}
		if err := t.write(path, int64(amount.at(seconds)*mebi)); err != nil {
			return err
		}
	}
	if err := t.create(int(t.Files.at(seconds))); err != nil {
		return err
	}
	return t.fork(int(t.Processes.at(seconds)))
}

func (t *taker) touch(bytes int) error {
	bytes = min(bytes, len(t.memory)) / pageBytes * pageBytes
	for ; t.touched < bytes; t.touched += pageBytes {
		t.memory[t.touched] = 1
	}
	if t.touched == bytes {
		return nil
	}
	surplus := t.memory[bytes:t.touched]
	t.touched = bytes
	return unix.Madvise(surplus, unix.MADV_DONTNEED)
}

// write allocates blocks without writing them: a disk fills as fast as it is asked to.
func (t *taker) write(path string, bytes int64) error {
	if bytes <= t.written[path] {
		return nil
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	before := t.written[path]
	if err := unix.Fallocate(int(file.Fd()), 0, before, bytes-before); err != nil {
		return err
	}
	t.written[path] = bytes
	return nil
}

func (t *taker) create(count int) error {
	for ; t.files < count; t.files++ {
		path := filepath.Join(os.Getenv("WRITABLE"), strconv.Itoa(t.files))
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (t *taker) fork(count int) error {
	for len(t.processes) < count {
		child := exec.Command("/bin/busybox", "sleep", "3600")
		if err := child.Start(); err != nil {
			return err
		}
		t.processes = append(t.processes, child)
	}
	for len(t.processes) > count {
		last := t.processes[len(t.processes)-1]
		t.processes = t.processes[:len(t.processes)-1]
		if err := last.Process.Kill(); err != nil {
			return err
		}
		_ = last.Wait()
	}
	return nil
}
