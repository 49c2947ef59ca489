package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

const mebi = 1 << 20

// machine is what the host says of the machine it has started.
type machine struct {
	// UnixNano is the host's time when it answered.
	UnixNano int64 `json:"unixNano,string"`
	// Images maps references to MiB on the disk.
	Images map[string]int64 `json:"images"`
}

func prepare(arguments []string) error {
	if len(arguments) != 1 {
		return fmt.Errorf("name the URL that describes the machine")
	}
	described, err := askHost(arguments[0])
	if err != nil {
		return err
	}
	if err := os.MkdirAll(imagesDirectory, 0o755); err != nil {
		return err
	}
	for reference, size := range described.Images {
		if err := layImage(reference, size*mebi); err != nil {
			return err
		}
	}
	// Asked again: the first answer found a cold emulator, this one comes at once.
	if described, err = askHost(arguments[0]); err != nil {
		return err
	}
	now := unix.NsecToTimeval(described.UnixNano)
	return unix.Settimeofday(&now)
}

func askHost(url string) (machine, error) {
	var described machine
	client := http.Client{Timeout: 30 * time.Second}
	answer, err := client.Get(url)
	if err != nil {
		return described, err
	}
	defer answer.Body.Close()
	return described, json.NewDecoder(answer.Body).Decode(&described)
}

// layImage allocates the blocks of a file without writing them, as unpacked layers would take them.
func layImage(reference string, size int64) error {
	file, err := os.Create(filepath.Join(imagesDirectory, fileOfImage(reference)))
	if err != nil {
		return err
	}
	defer file.Close()
	return unix.Fallocate(int(file.Fd()), 0, 0, size)
}
