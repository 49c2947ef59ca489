package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"plimsoll.dev/plimsoll"
)

// playHost plays the tape through hosts/go, as a program that imports it would: the module is the
// one that is embedded there, and every answer must fit its types.
func playHost(calls *tape) (*played, error) {
	core, err := plimsoll.Load(context.Background())
	if err != nil {
		return nil, err
	}
	engine, err := core.New(context.Background(), []byte("{}"), plimsoll.Options{})
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	done := &played{Cases: calls.cases}
	// refused waits for the report about it.
	var refused *plimsoll.Refused
	for {
		call, err := calls.next()
		if err != nil {
			return nil, err
		}
		if call == nil {
			done.Digest = hex.EncodeToString(hash.Sum(nil))
			return done, nil
		}
		if call.verb != verbReport {
			if err := take(engine, call, calls); !errors.As(err, &refused) && err != nil {
				return nil, err
			}
			continue
		}
		answer, err := answerOf(engine, plimsoll.Detail(call.argument), refused)
		if err != nil {
			return nil, err
		}
		refused = nil
		hash.Write(answer)
		hash.Write([]byte{'\n'})
		done.Answers++
	}
}

// take calls what the tape calls. A step that needs reclaim takes the next entry with it.
func take(engine *plimsoll.Engine, call *entry, calls *tape) error {
	var err error
	switch name := verbs[call.verb]; {
	case name == "configure":
		err = engine.Configure(call.document, plimsoll.Options{})
	case name == "pods":
		_, err = engine.Pods(call.document)
	case name == "observe" && call.argument >= 0:
		_, err = engine.Observe(call.document, time.Unix(0, call.now), func([]string) ([]byte, error) {
			next, err := calls.next()
			if err != nil || next == nil || verbs[next.verb] != "reclaimed" {
				return nil, fmt.Errorf("a step waits for reclaim, and the tape goes on: %w", err)
			}
			return next.document, nil
		})
	case name == "observe" && call.argument == -1:
		_, err = engine.Missed(time.Unix(0, call.now))
	case name == "admit":
		_, err = engine.Admit(call.document)
	default:
		err = fmt.Errorf("the tape has a call of %s that hosts/go has no verb for", name)
	}
	return err
}

func answerOf(
	engine *plimsoll.Engine, detail plimsoll.Detail, refused *plimsoll.Refused,
) (json.RawMessage, error) {
	if refused != nil {
		return refused.JSON, nil
	}
	answer, err := engine.Report(detail)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(typeOf(answer)); err != nil {
		return nil, fmt.Errorf("%s does not fit its type: %w", answer, err)
	}
	return answer, nil
}

func typeOf(answer json.RawMessage) any {
	types := map[string]any{
		"policy": &plimsoll.Policy{}, "pods": &plimsoll.PodTable{},
		"decision": &plimsoll.Decision{}, "pod-admit": &plimsoll.Admission{},
	}
	for name, into := range types {
		if bytes.HasPrefix(answer, []byte(`{"plimsoll":"`+name+"/")) {
			return into
		}
	}
	return &struct{}{}
}
