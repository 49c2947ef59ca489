package main

import (
	"encoding/hex"
	"encoding/json"
	"math"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// answerTime reads a text as metav1.Time does: nanoseconds since the epoch, or "none" for the zero
// time, "outside" for what 64 bits do not hold, and "invalid".
func answerTime(line []byte) any {
	var asked struct {
		Text json.RawMessage `json:"text"`
	}
	if err := json.Unmarshal(line, &asked); err != nil {
		return failure(err)
	}
	var read metav1.Time
	if err := read.UnmarshalJSON(asked.Text); err != nil {
		return map[string]any{"error": "invalid"}
	}
	if read.IsZero() {
		return map[string]any{"error": "none"}
	}
	if read.Time.Before(time.Unix(0, math.MinInt64)) || read.Time.After(time.Unix(0, math.MaxInt64)) {
		return map[string]any{"error": "outside"}
	}
	return map[string]any{
		"nanoseconds": strconv.FormatInt(read.UnixNano(), 10),
		"text":        read.UTC().Format(time.RFC3339Nano),
	}
}

// answerQuoted quotes bytes as %q does. They come in hexadecimal, since JSON holds only UTF-8.
func answerQuoted(line []byte) any {
	var asked struct {
		Hex string `json:"hex"`
	}
	if err := json.Unmarshal(line, &asked); err != nil {
		return failure(err)
	}
	text, err := hex.DecodeString(asked.Hex)
	if err != nil {
		return failure(err)
	}
	return map[string]any{"text": strconv.Quote(string(text))}
}
