package plimsoll

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/tetratelabs/wazero/api"
)

// ObjectDocument is a JSON document of objects: some values one after another, or some items of one
// list. It fits every verb that takes a list.
type ObjectDocument struct {
	Bytes []byte
	// Offset is where the bytes after the first Prefix of them are in the text.
	Offset int64
	// Prefix counts bytes that were put before them: the beginning of the list they belong to.
	Prefix int
	// FirstItem is the number of the first item in its list; -1 for whole values.
	FirstItem int64
	// List is where that list is, such as $.items[2]; empty for one that lies in no other.
	List string
}

// ObjectsError says why a text of objects cannot be split.
type ObjectsError struct {
	// Problem is what is wrong and where, Advice what to do.
	Problem, Advice string
}

func (e *ObjectsError) Error() string {
	return fmt.Sprintf("plimsoll: %s; %s", e.Problem, e.Advice)
}

// partBytesMax is how much of a text is read at once.
const partBytesMax = 1 << 16

// endOfText is the size that ends a text.
const endOfText int32 = -1

// SplitObjects splits JSON of any size into documents: what `kubectl get --output json` prints,
// several values one after another, lists in lists, a dump with logs between its lists. At most
// some megabytes of it are held. The last pair is an error when the text cannot be split
// (*ObjectsError) or read. Other verbs may be called between two documents; an engine splits one
// text at a time.
func (e *Engine) SplitObjects(reader io.Reader) iter.Seq2[*ObjectDocument, error] {
	return func(yield func(*ObjectDocument, error) bool) {
		text := &objectText{engine: e}
		if err := text.readAll(reader, yield); err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// errStopped says that the caller wants no more documents.
var errStopped = errors.New("plimsoll: stopped")

// cut is a row of what the module answers; assembly/README.md describes it.
type cut struct {
	Start, End, First, List *int64
	Kind                    *string
}

type cuts struct {
	Cuts            []cut
	Taken           int
	Keep            int64
	Problem, Advice string
}

// objectText is a text that is being split: all of it, or a list that is an item of a list.
type objectText struct {
	engine *Engine
	// bytes are what is held of it, from base on.
	bytes []byte
	base  int64
	level int32
	// list is where the list is; empty for all of the text.
	list string
	// waiting are cuts whose list has not said what its items are, and those behind them.
	waiting []waitingCut
}

type waitingCut struct {
	cut   cut
	bytes []byte
}

type yieldDocument = func(*ObjectDocument, error) bool

func (t *objectText) readAll(reader io.Reader, yield yieldDocument) error {
	if err := t.begin(0); err != nil {
		return err
	}
	part := make([]byte, partBytesMax)
	for {
		size, err := reader.Read(part)
		t.bytes = append(t.bytes, part[:size]...)
		for at := 0; at < size; {
			found, failed := t.split(part[at:size])
			if failed != nil {
				return failed
			}
			at += found.Taken
			if failed := t.handOn(found, yield); failed != nil {
				return failed
			}
			t.bytes = append(t.bytes[:0], t.bytes[found.Keep-t.base:]...)
			t.base = found.Keep
		}
		if errors.Is(err, io.EOF) {
			found, err := t.split(nil)
			if err != nil {
				return err
			}
			return t.handOn(found, yield)
		}
		if err != nil {
			return fmt.Errorf("plimsoll: the objects cannot be read: %w", err)
		}
	}
}

// nested splits a list that is an item of a list: scripts make them of several answers of kubectl.
func (t *objectText) nested(yield yieldDocument) error {
	if err := t.begin(t.base); err != nil {
		return err
	}
	var all cuts
	for at := 0; at < len(t.bytes) && all.Problem == ""; {
		found, err := t.split(t.bytes[at:min(at+partBytesMax, len(t.bytes))])
		if err != nil {
			return err
		}
		at += found.Taken
		found.Cuts = append(all.Cuts, found.Cuts...)
		all = *found
	}
	if all.Problem == "" {
		found, err := t.split(nil)
		if err != nil {
			return err
		}
		found.Cuts = append(all.Cuts, found.Cuts...)
		all = *found
	}
	return t.handOn(&all, yield)
}

func (t *objectText) begin(start int64) error {
	if err := t.engine.begin(); err != nil {
		return err
	}
	defer t.engine.end()
	_, err := t.engine.instance.invoke(splitFrom, uint64(start), api.EncodeI32(t.level), 0)
	return err
}

// split gives the module the next part, or tells it that the text has ended.
func (t *objectText) split(part []byte) (*cuts, error) {
	if err := t.engine.begin(); err != nil {
		return nil, err
	}
	defer t.engine.end()
	instance := t.engine.instance
	var size int32
	var err error
	if part == nil {
		size, err = instance.callSize(split, endOfText)
	} else {
		size, err = instance.call(split, part)
	}
	if err != nil {
		return nil, err
	}
	found := &cuts{}
	if err := json.Unmarshal(instance.output[:size], found); err != nil {
		return nil, fmt.Errorf("plimsoll: an answer cannot be read: %w", err)
	}
	return found, nil
}

func (t *objectText) handOn(found *cuts, yield yieldDocument) error {
	for _, each := range found.Cuts {
		if each.Kind != nil {
			held := t.waiting
			t.waiting = nil
			for _, before := range held {
				if err := t.document(before, *each.Kind, yield); err != nil {
					return err
				}
			}
		}
		if each.Start == nil {
			continue
		}
		piece := waitingCut{each, append([]byte(nil), t.bytes[*each.Start-t.base:*each.End-t.base]...)}
		kind := ""
		if each.Kind != nil {
			kind = *each.Kind
		} else if each.First != nil || len(t.waiting) > 0 {
			t.waiting = append(t.waiting, piece)
			continue
		}
		if err := t.document(piece, kind, yield); err != nil {
			return err
		}
	}
	if found.Problem != "" {
		return &ObjectsError{found.Problem, found.Advice}
	}
	return nil
}

// document yields what a cut is.
func (t *objectText) document(piece waitingCut, kind string, yield yieldDocument) error {
	start := *piece.cut.Start
	if piece.cut.List != nil {
		list := t.list
		if list == "" {
			list = "$"
		}
		inner := &objectText{
			engine: t.engine, bytes: piece.bytes, base: start, level: t.level + 1,
			list: fmt.Sprintf("%s.items[%d]", list, *piece.cut.List),
		}
		return inner.nested(yield)
	}
	document := &ObjectDocument{Bytes: piece.bytes, Offset: start, FirstItem: -1, List: t.list}
	if piece.cut.First != nil {
		quoted := &bytes.Buffer{}
		writer := json.NewEncoder(quoted)
		writer.SetEscapeHTML(false)
		if err := writer.Encode(kind); err != nil {
			return err
		}
		head := fmt.Sprintf(`{"kind":%s,"items":[`, bytes.TrimSpace(quoted.Bytes()))
		document.Bytes = append(append([]byte(head), piece.bytes...), "]}"...)
		document.Prefix, document.FirstItem = len(head), *piece.cut.First
	}
	if !yield(document, nil) {
		return errStopped
	}
	return nil
}
