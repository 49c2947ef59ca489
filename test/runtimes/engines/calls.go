package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
)

// callsTitle begins a tape of any module but the first; test/runtimes/callTape.ts says what it
// looks like.
const callsTitle = "plimsoll calls 3\n"

// verbOfTape is a verb by its name and the bits of each of its arguments.
type verbOfTape struct {
	name string
	bits []byte
}

// isCalls distinguishes the two kinds of tape.
func isCalls(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	title := make([]byte, len(callsTitle))
	_, err = io.ReadFull(file, title)
	return err == nil && string(title) == callsTitle
}

// playCalls asks for the memory after each call: it moves when it grows.
func playCalls(core instance, path string) (*played, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader := bufio.NewReaderSize(file, 1<<20)
	done := &played{}
	names, err := openCalls(reader, done)
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	head := make([]byte, 2)
	for {
		if _, err := io.ReadFull(reader, head); errors.Is(err, io.EOF) {
			done.Digest = hex.EncodeToString(hash.Sum(nil))
			return done, nil
		} else if err != nil {
			return nil, err
		}
		answer, err := playCall(core, names, head, reader)
		if err != nil {
			return nil, err
		}
		if head[1] == 0 {
			continue
		}
		hash.Write(answer)
		hash.Write([]byte{'\n'})
		done.Answers++
	}
}

// openCalls reads the header before the calls.
func openCalls(reader io.Reader, done *played) ([]verbOfTape, error) {
	title := make([]byte, len(callsTitle))
	if _, err := io.ReadFull(reader, title); err != nil || string(title) != callsTitle {
		return nil, fmt.Errorf("this is not a tape of calls of this version")
	}
	if err := binary.Read(reader, binary.LittleEndian, &done.Cases); err != nil {
		return nil, err
	}
	var count uint8
	if err := binary.Read(reader, binary.LittleEndian, &count); err != nil {
		return nil, err
	}
	names := make([]verbOfTape, count)
	for i := range names {
		bits, err := counted(reader)
		if err != nil {
			return nil, err
		}
		name, err := counted(reader)
		if err != nil {
			return nil, err
		}
		names[i] = verbOfTape{name: string(name), bits: bits}
	}
	return names, nil
}

// counted reads bytes, of which the first one says how many follow.
func counted(reader io.Reader) ([]byte, error) {
	var count uint8
	if err := binary.Read(reader, binary.LittleEndian, &count); err != nil {
		return nil, err
	}
	bytes := make([]byte, count)
	_, err := io.ReadFull(reader, bytes)
	return bytes, err
}

// playCall answers what the call left in the output region.
func playCall(
	core instance, names []verbOfTape, head []byte, reader io.Reader,
) ([]byte, error) {
	if int(head[0]) >= len(names) {
		return nil, fmt.Errorf("the tape has a verb %d", head[0])
	}
	verb := names[head[0]]
	arguments := make([]uint64, len(verb.bits))
	if err := binary.Read(reader, binary.LittleEndian, arguments); err != nil {
		return nil, err
	}
	for i, bits := range verb.bits {
		if bits == 32 {
			arguments[i] &= math.MaxUint32
		}
	}
	var size uint32
	if err := binary.Read(reader, binary.LittleEndian, &size); err != nil {
		return nil, err
	}
	input, err := core.call("inputOffset")
	if err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(reader, core.memory()[input:input+uint64(size)]); err != nil {
		return nil, err
	}
	if _, err := core.call(verb.name, arguments...); err != nil {
		return nil, fmt.Errorf("%s: %w", verb.name, err)
	}
	start, err := core.call("outputOffset")
	if err != nil {
		return nil, err
	}
	length, err := core.call("outputSize")
	if err != nil {
		return nil, err
	}
	return core.memory()[start : start+length], nil
}
