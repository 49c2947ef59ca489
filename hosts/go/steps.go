package plimsoll

import (
	"encoding/binary"
	"encoding/json"
	"time"
)

// PackableStep is a step for PackSteps.
type PackableStep struct {
	Time time.Time
	// Summary is JSON, or what FreezeSummary returned; nil when none could be read.
	Summary []byte
	// Reclaimed is the Summary after node-level reclaim, as JSON; nil when none was recorded.
	Reclaimed []byte
	// ReclaimedMissed says that no Summary could be read after the reclaim.
	ReclaimedMissed bool
}

// TakenSteps is what many steps amount to, in whole numbers: schemas/steps-1.schema.json.
type TakenSteps struct {
	Format string `json:"plimsoll"`
	// Steps had a Summary, and Missed had none.
	Steps          int64    `json:"steps"`
	Missed         int64    `json:"missed"`
	NodeConditions []string `json:"nodeConditions"`
	// ConditionNanoseconds is the time under each condition, from each step to the next.
	ConditionNanoseconds map[string]int64 `json:"conditionNanoseconds"`
	FirstEviction        *time.Time       `json:"firstEviction,omitempty"`
	Evictions            []TalliedPod     `json:"evictions"`
	Headroom             []Headroom       `json:"headroom"`
	// Chain is a hash of the digests, 16 hexadecimal digits.
	Chain string `json:"chain"`
	// Taken is the number of steps that were taken: all before the first one that is refused.
	Taken int `json:"-"`
}

// TalliedPod is the evictions of one pod for one reason.
type TalliedPod struct {
	UID      string `json:"uid"`
	QOSClass string `json:"qosClass"`
	// Signal is empty for a local storage limit, which Cause names.
	Signal string `json:"signal,omitempty"`
	Hard   bool   `json:"hard,omitempty"`
	Cause  string `json:"cause,omitempty"`
	Count  int64  `json:"count"`
}

// Headroom is the least that was available above a threshold; below zero, the most that was
// missing.
type Headroom struct {
	Signal string `json:"signal"`
	Hard   bool   `json:"hard"`
	Amount int64  `json:"amount"`
}

// Sizes as in assembly/README.md; those of a document that is not there are negative.
const (
	packedHead         = 64
	unread       int32 = -1
	unrecorded   int32 = -2
	packedFormat       = "PLST"
)

// PackSteps packs steps of one pod list for Steps. Before is when the step before them was; the
// zero time when there was none. A time that 64 bits of nanoseconds do not hold is an error.
func PackSteps(steps []PackableStep, before time.Time) ([]byte, error) {
	packed := make([]byte, packedHead, packedSize(steps))
	copy(packed, packedFormat)
	binary.LittleEndian.PutUint32(packed[4:], uint32(len(steps)))
	since := uint64(1 << 63)
	if !before.IsZero() {
		at, err := nanoseconds(before)
		if err != nil {
			return nil, err
		}
		since = at
	}
	binary.LittleEndian.PutUint64(packed[8:], since)
	for _, step := range steps {
		at, err := nanoseconds(step.Time)
		if err != nil {
			return nil, err
		}
		packed = binary.LittleEndian.AppendUint64(packed, at)
		packed = binary.LittleEndian.AppendUint32(packed, uint32(sizeOr(step.Summary, unread)))
		after := sizeOr(step.Reclaimed, unrecorded)
		if step.ReclaimedMissed {
			after = unread
		}
		packed = binary.LittleEndian.AppendUint32(packed, uint32(after))
		packed = append(packed, step.Summary...)
		if !step.ReclaimedMissed {
			packed = append(packed, step.Reclaimed...)
		}
	}
	return packed, nil
}

func packedSize(steps []PackableStep) int {
	size := packedHead
	for _, step := range steps {
		size += 16 + len(step.Summary) + len(step.Reclaimed)
	}
	return size
}

func sizeOr(document []byte, none int32) int32 {
	if document == nil {
		return none
	}
	return int32(len(document))
}

// FreezeSummary returns the Summary observed last, decoded, as opaque bytes: for steps over the
// same pod list.
func (e *Engine) FreezeSummary() ([]byte, error) {
	if err := e.begin(); err != nil {
		return nil, err
	}
	defer e.end()
	return e.write(freeze, partSummary)
}

// Steps takes many steps in one call, on what PackSteps returned. It ends before a step that is
// refused, and returns a *Refused if that is the first one.
func (e *Engine) Steps(packed []byte) (*TakenSteps, error) {
	if err := e.begin(); err != nil {
		return nil, err
	}
	defer e.end()
	e.calls++
	count, err := e.instance.call(steps, packed)
	if err != nil {
		return nil, err
	}
	size, err := e.instance.invoke(outputSize)
	if err != nil {
		return nil, err
	}
	taken := &TakenSteps{Taken: int(count)}
	return taken, json.Unmarshal(e.instance.output[:size], taken)
}
