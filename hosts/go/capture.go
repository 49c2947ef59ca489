package plimsoll

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"
)

// A line with more bytes than a document may have is skipped, so memory stays bounded.
const lineBytesMax = 20 << 20

// Capture is a recorded node: schemas/capture-1.schema.json. `plimsoll capture` makes them.
type Capture struct {
	// Node is its name; may be empty.
	Node string
	// Configuration is the KubeletConfiguration that was in force; `{}` when none was recorded.
	Configuration []byte
	// Options are what the header says of the node: release, layout, capacity.
	Options Options
	lines   *lineReader
}

// Record is one moment of a node.
type Record struct {
	// Line counts from 1.
	Line int
	Time time.Time
	// Pods is a v1 PodList; nil when the one before it is still in force.
	Pods []byte
	// Summary is nil when none could be read; SummaryError may say why.
	Summary      []byte
	SummaryError string
	// Reclaimed is the Summary after node-level reclaim; nil when none was recorded.
	Reclaimed []byte
	// ReclaimedMissed is set when the record says that no Summary could be read after the reclaim.
	ReclaimedMissed bool
}

// RecordError says what is wrong with one line of a capture. The lines after it count.
type RecordError struct {
	// Line counts from 1.
	Line int
	Err  error
}

func (e *RecordError) Error() string {
	return fmt.Sprintf("plimsoll: line %d of the capture: %v", e.Line, e.Err)
}

// Unwrap returns what is wrong, such as a *Refused.
func (e *RecordError) Unwrap() error {
	return e.Err
}

// OpenCapture reads the header of a capture, plain or gzip.
func OpenCapture(reader io.Reader) (*Capture, error) {
	buffered := bufio.NewReaderSize(reader, 1<<16)
	if magic, _ := buffered.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, fmt.Errorf("plimsoll: the capture is not a gzip stream: %w", err)
		}
		buffered = bufio.NewReaderSize(unpacked, 1<<16)
	}
	lines := &lineReader{reader: buffered}
	line, err := lines.next()
	if err != nil {
		return nil, fmt.Errorf("plimsoll: the capture has no header: %w", err)
	}
	capture, err := readHeader(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")))
	if err != nil {
		return nil, fmt.Errorf("plimsoll: the first line is not a capture header: %w; "+
			"`plimsoll capture pack` makes a capture", err)
	}
	capture.lines = lines
	return capture, nil
}

func readHeader(line []byte) (*Capture, error) {
	header := struct {
		Plimsoll string            `json:"plimsoll"`
		Node     string            `json:"node"`
		Kubelet  string            `json:"kubelet"`
		Config   json.RawMessage   `json:"config"`
		Layout   *Layout           `json:"layout"`
		Capacity map[string]string `json:"capacity"`
	}{Config: json.RawMessage("{}")}
	if err := json.Unmarshal(line, &header); err != nil {
		return nil, err
	}
	if header.Plimsoll != "capture/1" {
		return nil, fmt.Errorf(`it says %q where this version reads "capture/1"`, header.Plimsoll)
	}
	options := Options{
		KubeletVersion: header.Kubelet, Layout: header.Layout, Capacity: header.Capacity,
	}
	return &Capture{Node: header.Node, Configuration: header.Config, Options: options}, nil
}

// Records returns the records in the order of the file, to be read once. A line that is not a
// record is a *RecordError, and the next line follows; any other error is the last pair.
func (c *Capture) Records() iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		for {
			line, err := c.lines.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil && !errors.Is(err, errLineTooLong) {
				yield(nil, &RecordError{c.lines.number, fmt.Errorf("the capture ends here: %w", err)})
				return
			}
			var record *Record
			if err == nil {
				record, err = readRecord(line)
			}
			if err != nil {
				record, err = nil, &RecordError{c.lines.number, err}
			} else {
				record.Line = c.lines.number
			}
			if !yield(record, err) {
				return
			}
		}
	}
}

func readRecord(line []byte) (*Record, error) {
	// A map, since struct fields would match members in another case too.
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		return nil, err
	}
	if _, isHeader := members["plimsoll"]; isHeader {
		return nil, errors.New("a second header; give one capture")
	}
	var text string
	if err := json.Unmarshal(members["time"], &text); err != nil {
		return nil, errors.New("it has no time")
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return nil, err
	}
	_, hasPods := members["pods"]
	_, hasSummary := members["summary"]
	_, hasError := members["summaryError"]
	if !hasPods && !hasSummary && !hasError {
		return nil, errors.New("it has neither a summary nor a summaryError nor pods")
	}
	record := &Record{
		Time: at, Pods: document(members["pods"]), Summary: document(members["summary"]),
		SummaryError: string(members["summaryError"]), Reclaimed: document(members["reclaimed"]),
	}
	_, hasReclaimed := members["reclaimed"]
	record.ReclaimedMissed = hasReclaimed && record.Reclaimed == nil
	// What is not text is kept as JSON.
	_ = json.Unmarshal(members["summaryError"], &record.SummaryError)
	return record, nil
}

// document is nil for a member that is absent or null.
func document(member json.RawMessage) []byte {
	if string(member) == "null" {
		return nil
	}
	return member
}

var errLineTooLong = fmt.Errorf("it has more than %d bytes and is skipped", lineBytesMax)

type lineReader struct {
	reader *bufio.Reader
	number int
}

// next returns the next line that is not blank; io.EOF after the last.
func (l *lineReader) next() ([]byte, error) {
	for {
		line, err := l.read()
		if errors.Is(err, io.EOF) && len(line) > 0 {
			err = nil
		}
		if err != nil || len(bytes.TrimSpace(line)) > 0 {
			return line, err
		}
	}
}

func (l *lineReader) read() ([]byte, error) {
	l.number++
	var line []byte
	for isTooLong := false; ; {
		part, err := l.reader.ReadSlice('\n')
		if isTooLong = isTooLong || len(line)+len(part) > lineBytesMax; isTooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if isTooLong && (err == nil || errors.Is(err, io.EOF)) {
			return nil, errLineTooLong
		}
		return line, err
	}
}
