package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"time"

	"gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	evictionapi "k8s.io/kubernetes/pkg/kubelet/eviction/api"
	"plimsoll/oracle/release"
)

func failure(err error) map[string]any {
	return map[string]any{"error": err.Error()}
}

// largestExponent bounds what is handed to the real quantity code, which needs time and memory
// in proportion to the exponent and seems to hang on large ones.
const largestExponent = 10000

var exponentSuffix = regexp.MustCompile(`[eE]([+-]?[0-9]+)$`)

func exponentTooLarge(text string) bool {
	match := exponentSuffix.FindStringSubmatch(text)
	if match == nil {
		return false
	}
	exponent, err := strconv.Atoi(match[1])
	return err != nil || exponent > largestExponent || exponent < -largestExponent
}

// hugeExponentInDocument finds a string that is a number with an exponent of five digits or more.
var hugeExponentInDocument = regexp.MustCompile(`"\s*[+-]?[0-9.]+[eE][+-]?[0-9]{5,}\s*"`)

var skipped = map[string]any{"skipped": true}

type quantityLine struct {
	Text string `json:"text"`
	Op   string `json:"op"`
	A    string `json:"a"`
	B    string `json:"b"`
}

func answerQuantity(line []byte) any {
	var asked quantityLine
	if err := json.Unmarshal(line, &asked); err != nil {
		return failure(err)
	}
	if exponentTooLarge(asked.Text) {
		return skipped
	}
	quantity, err := resource.ParseQuantity(asked.Text)
	if err != nil {
		return failure(err)
	}
	return quantityFacts(quantity)
}

func quantityFacts(quantity resource.Quantity) map[string]any {
	return map[string]any{
		"text":   quantity.String(),
		"value":  strconv.FormatInt(quantity.Value(), 10),
		"milli":  strconv.FormatInt(quantity.MilliValue(), 10),
		"nano":   nanoUnits(quantity),
		"format": string(quantity.Format),
	}
}

// nanoUnits is the exact value in units of 1e-9, the finest a quantity can hold.
func nanoUnits(quantity resource.Quantity) string {
	// AsDec changes the quantity it is asked of, so it gets a copy.
	detached := quantity.DeepCopy()
	scaled := new(inf.Dec).Round(detached.AsDec(), 9, inf.RoundExact)
	if scaled == nil {
		return "finer than 1e-9"
	}
	return new(big.Int).Set(scaled.UnscaledBig()).String()
}

func answerQuantityOp(line []byte) any {
	var asked quantityLine
	if err := json.Unmarshal(line, &asked); err != nil {
		return failure(err)
	}
	if exponentTooLarge(asked.A) || exponentTooLarge(asked.B) {
		return skipped
	}
	a, err := resource.ParseQuantity(asked.A)
	if err != nil {
		return failure(err)
	}
	b, err := resource.ParseQuantity(asked.B)
	if err != nil {
		return failure(err)
	}
	switch asked.Op {
	case "add":
		a.Add(b)
	case "sub":
		a.Sub(b)
	case "cmp":
		return map[string]any{"cmp": a.Cmp(b)}
	default:
		return failure(fmt.Errorf("op is %q; use add, sub or cmp", asked.Op))
	}
	return quantityFacts(a)
}

func answerDuration(line []byte) any {
	var asked struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(line, &asked); err != nil {
		return failure(err)
	}
	duration, err := time.ParseDuration(asked.Text)
	if err != nil {
		return failure(err)
	}
	return map[string]any{
		"nanoseconds": strconv.FormatInt(int64(duration), 10),
		"text":        duration.String(),
	}
}

func answerPercentage(line []byte) any {
	var asked struct {
		Text     string `json:"text"`
		Capacity string `json:"capacity"`
	}
	if err := json.Unmarshal(line, &asked); err != nil {
		return failure(err)
	}
	fraction, err := release.ParsePercentage(asked.Text)
	if err != nil {
		return failure(err)
	}
	answer := map[string]any{"float32": fmt.Sprintf("%08x", math.Float32bits(fraction))}
	if asked.Capacity != "" {
		bytes, err := strconv.ParseInt(asked.Capacity, 10, 64)
		if err != nil {
			return failure(err)
		}
		capacity := resource.NewQuantity(bytes, resource.BinarySI)
		limit := evictionapi.GetThresholdQuantity(
			evictionapi.ThresholdValue{Percentage: fraction}, capacity)
		answer["quantity"] = strconv.FormatInt(limit.Value(), 10)
	}
	return answer
}

func (a answerer) thresholds(line []byte) any {
	var asked struct {
		Hard        map[string]string `json:"hard"`
		Soft        map[string]string `json:"soft"`
		SoftGrace   map[string]string `json:"softGrace"`
		MinReclaim  map[string]string `json:"minReclaim"`
		Allocatable []string          `json:"allocatable"`
	}
	if err := json.Unmarshal(line, &asked); err != nil {
		return failure(err)
	}
	texts := map[string]bool{}
	var parsed []evictionapi.Threshold
	for range a.runs {
		thresholds, err := eviction.ParseThresholdConfig(
			asked.Allocatable, asked.Hard, asked.Soft, asked.SoftGrace, asked.MinReclaim)
		if err != nil {
			texts[err.Error()] = true
		}
		parsed = thresholds
	}
	if len(texts) > 0 {
		return map[string]any{"errors": sortedNames(texts)}
	}
	return map[string]any{"thresholds": thresholdShapes(parsed)}
}
