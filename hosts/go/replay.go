package plimsoll

import (
	"context"
	"errors"
	"iter"
)

// ReplayedStep is a step of a replay, and the record it was taken on. Its Detail and Explain may
// be asked before the next step.
type ReplayedStep struct {
	*Step
	Record *Record
}

// Replay takes a step on each record of a capture, under the configuration and the options that
// were in force (capture.Configuration, capture.Options) or under others. A line that is not a
// record and a document that is refused are *RecordErrors, and the replay goes on: a pod list
// that is refused leaves the one before in force, and without a Summary after a reclaim none
// could be read. Any other error is the last pair.
//
// A capture belongs to one node, the one that its first Summary names: pods of other nodes are left
// out of its lists, and a Summary or a list of another node is a *RecordError with an *OtherNode.
func (c *Core) Replay(
	ctx context.Context, capture *Capture, configuration []byte, options Options,
) iter.Seq2[*ReplayedStep, error] {
	return func(yield func(*ReplayedStep, error) bool) {
		engine, err := c.New(ctx, configuration, options)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = engine.Close() }()
		node := &oneNode{}
		for record, err := range capture.Records() {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				if !yield(nil, err) || ctx.Err() != nil {
					return
				}
				continue
			}
			if !engine.replay(record, node, yield) {
				return
			}
		}
	}
}

// replay takes a step on one record; false ends the replay.
func (e *Engine) replay(
	record *Record, node *oneNode, yield func(*ReplayedStep, error) bool,
) bool {
	refuses := func(err error) bool {
		var refused *Refused
		var other *OtherNode
		if errors.As(err, &refused) || errors.As(err, &other) {
			return yield(nil, &RecordError{record.Line, err})
		}
		yield(nil, err)
		return false
	}
	summary, pods, err := node.documents(e, record)
	if err != nil && !refuses(err) {
		return false
	}
	if pods != nil {
		if _, err := e.Pods(pods); err != nil && !refuses(err) {
			return false
		}
	}
	if summary == nil {
		step, err := e.Missed(record.Time)
		if err != nil {
			return refuses(err)
		}
		return yield(&ReplayedStep{step, record}, nil)
	}
	reclaims := false
	step, err := e.Observe(summary, record.Time, func([]string) ([]byte, error) {
		reclaims = true
		return record.afterReclaim(), nil
	})
	if err != nil && reclaims {
		if !refuses(err) {
			return false
		}
		step, err = e.Observe(summary, record.Time, nil)
	}
	if err != nil {
		return refuses(err)
	}
	return yield(&ReplayedStep{step, record}, nil)
}

// afterReclaim is the Summary before the reclaim when none was recorded after it: it is taken to
// have freed nothing.
func (r *Record) afterReclaim() []byte {
	if r.Reclaimed == nil && !r.ReclaimedMissed {
		return r.Summary
	}
	return r.Reclaimed
}
