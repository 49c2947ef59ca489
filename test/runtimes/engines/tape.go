package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

const tapeTitle = "plimsoll tape 1\n"

// verbs are numbered as on the tape.
var verbs = [...]string{"configure", "pods", "observe", "reclaimed", "admit", "report"}

const (
	verbObserve = 2
	verbReport  = 5
)

// entry is one call of the tape.
type entry struct {
	verb     byte
	argument int32
	now      int64
	document []byte
}

// tape reads the calls that playing a corpus makes; test/runtimes/tape.ts says what it looks like.
type tape struct {
	reader *bufio.Reader
	cases  uint32
}

func openTape(path string) (*tape, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	reader := bufio.NewReaderSize(file, 1<<20)
	title := make([]byte, len(tapeTitle))
	if _, err := io.ReadFull(reader, title); err != nil || string(title) != tapeTitle {
		return nil, fmt.Errorf("%s is not a tape of this version", path)
	}
	opened := &tape{reader: reader}
	return opened, binary.Read(reader, binary.LittleEndian, &opened.cases)
}

// next returns nil at the end of the tape.
func (t *tape) next() (*entry, error) {
	head := make([]byte, 13)
	if _, err := io.ReadFull(t.reader, head); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	call := &entry{
		verb:     head[0],
		argument: int32(binary.LittleEndian.Uint32(head[1:])),
		now:      int64(binary.LittleEndian.Uint64(head[5:])),
	}
	if int(call.verb) >= len(verbs) {
		return nil, fmt.Errorf("the tape has a verb %d", call.verb)
	}
	if call.verb != verbReport && call.argument > 0 {
		call.document = make([]byte, call.argument)
	}
	_, err := io.ReadFull(t.reader, call.document)
	return call, err
}
