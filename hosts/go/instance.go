package plimsoll

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero/api"
)

// abiVersion is the version of the module's verbs that this package calls.
const abiVersion = 2

// noSummary is the size that means a missing Summary.
const noSummary int32 = -1

// Parts that freeze writes.
const (
	partPods    int32 = 0
	partSummary int32 = 1
)

type verb int

const (
	configure verb = iota
	pods
	podsOfNode
	observe
	reclaimed
	admit
	report
	explain
	save
	restore
	freeze
	thaw
	keep
	outputSize
	splitFrom
	split
	steps
	verbCount
)

var verbNames = [verbCount]string{
	"configure", "pods", "podsOfNode", "observe", "reclaimed", "admit", "report",
	"explain", "save", "restore", "freeze", "thaw", "keep", "outputSize", "splitFrom", "split",
	"steps",
}

// instance is one plimsoll-eviction.wasm: the only code that touches its memory.
type instance struct {
	core   *Core
	module api.Module
	// running is held during each call.
	running sync.Mutex
	// isClosed says that the memory is gone.
	isClosed bool
	verbs    [verbCount]api.Function
	// memory is all of it; documents are written to input, and answers are in output.
	memory, input, output []byte
	// trapped is set when the module failed, which no document may cause.
	trapped error
}

func newInstance(core *Core, module api.Module) (*instance, error) {
	i := &instance{core: core, module: module}
	number := func(name string) uint32 {
		results, err := module.ExportedFunction(name).Call(context.Background())
		if err != nil {
			i.trapped = err
			return 0
		}
		return uint32(results[0])
	}
	if version := number("abiVersion"); version != abiVersion {
		return nil, fmt.Errorf("plimsoll: the module speaks version %d of the verbs and this "+
			"package version %d", version, abiVersion)
	}
	// The memory never grows, so these slices stay valid as long as the instance.
	i.memory, _ = module.Memory().Read(0, module.Memory().Size())
	inputOffset := number("inputOffset")
	i.input = i.memory[inputOffset : inputOffset+number("inputCapacity")]
	i.output = i.memory[number("outputOffset"):]
	for index, name := range verbNames {
		i.verbs[index] = module.ExportedFunction(name)
	}
	return i, i.trapped
}

// call passes a document to a verb and returns its answer, or a *Refused.
func (i *instance) call(v verb, document []byte, more ...uint64) (int32, error) {
	// One that does not fit is not copied: the verb refuses its size.
	if len(document) <= len(i.input) {
		copy(i.input, document)
	}
	return i.callSize(v, int32(min(len(document), 1<<31-1)), more...)
}

// keepText keeps the text of the Summary just observed: the next one is read by what differs, and
// is written to another place.
func (i *instance) keepText() error {
	offset, err := i.invoke(keep)
	if err == nil {
		i.input = i.memory[uint32(offset):][:len(i.input)]
	}
	return err
}

// callSize calls a verb with the size of what is in the input region, or with another number.
func (i *instance) callSize(v verb, size int32, more ...uint64) (int32, error) {
	answer, err := i.invoke(v, append([]uint64{api.EncodeI32(size)}, more...)...)
	if err != nil {
		return 0, err
	}
	if answer < 0 {
		return 0, i.refusal(v, Status(answer))
	}
	return answer, nil
}

func (i *instance) invoke(v verb, arguments ...uint64) (int32, error) {
	if i.trapped != nil {
		return 0, i.trapped
	}
	if v == save {
		arguments = nil
	}
	results, err := i.verbs[v].Call(context.Background(), arguments...)
	if err != nil {
		i.trapped = fmt.Errorf("plimsoll: the engine stopped inside %s and answers no more; "+
			"make another, restore its last saved state and report the document: %w", verbNames[v], err)
		return 0, i.trapped
	}
	return api.DecodeI32(results[0]), nil
}

// refusal reads the error about the verb just called, which the module reports once.
func (i *instance) refusal(v verb, status Status) error {
	size, err := i.invoke(report, 0)
	if err != nil {
		return err
	}
	refused := &Refused{Status: status, Offset: -1}
	if size < 0 {
		refused.Reason = verbNames[v] + " was refused"
		return refused
	}
	refused.JSON = append(json.RawMessage(nil), i.output[:size]...)
	if err := json.Unmarshal(refused.JSON, refused); err != nil {
		return fmt.Errorf("plimsoll: an error of %s cannot be read: %w", verbNames[v], err)
	}
	return refused
}

// written returns a copy of what a verb wrote: the next one writes over it.
func (i *instance) written(size int32) []byte {
	return append([]byte(nil), i.output[:size]...)
}

// left returns a copy of the document as a verb rewrote it.
func (i *instance) left(size int32) []byte {
	return append([]byte(nil), i.input[:size]...)
}

// close waits for no one: ErrInUse says that a verb or a reclaim is running.
func (i *instance) close() error {
	if !i.running.TryLock() {
		return ErrInUse
	}
	defer i.running.Unlock()
	if i.isClosed {
		return nil
	}
	i.isClosed = true
	i.core.forget(i)
	return i.module.Close(context.Background())
}
