package plimsoll

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Status says why a verb was refused.
type Status int32

// The statuses of the module.
const (
	StatusNotConfigured        Status = -1
	StatusInputTooLarge        Status = -2
	StatusInvalidJson          Status = -3
	StatusInvalidText          Status = -4
	StatusTooDeep              Status = -5
	StatusWrongDocument        Status = -6
	StatusWrongType            Status = -7
	StatusInvalidConfiguration Status = -8
	StatusInvalidQuantity      Status = -9
	StatusTableFull            Status = -10
	StatusOutputTooLarge       Status = -11
	StatusInvalidState         Status = -12
	StatusInvalidSnapshot      Status = -13
	StatusOutOfOrder           Status = -14
	StatusNotFound             Status = -15
	StatusInvalidArgument      Status = -16
)

var statusNames = map[Status]string{
	StatusNotConfigured:        "NotConfigured",
	StatusInputTooLarge:        "InputTooLarge",
	StatusInvalidJson:          "InvalidJson",
	StatusInvalidText:          "InvalidText",
	StatusTooDeep:              "TooDeep",
	StatusWrongDocument:        "WrongDocument",
	StatusWrongType:            "WrongType",
	StatusInvalidConfiguration: "InvalidConfiguration",
	StatusInvalidQuantity:      "InvalidQuantity",
	StatusTableFull:            "TableFull",
	StatusOutputTooLarge:       "OutputTooLarge",
	StatusInvalidState:         "InvalidState",
	StatusInvalidSnapshot:      "InvalidSnapshot",
	StatusOutOfOrder:           "OutOfOrder",
	StatusNotFound:             "NotFound",
	StatusInvalidArgument:      "InvalidArgument",
}

func (s Status) String() string {
	if name, known := statusNames[s]; known {
		return name
	}
	return fmt.Sprintf("status %d", int32(s))
}

// Finding is one error or warning about a configuration.
type Finding struct {
	// Rule is a stable identifier, such as defaults-wiped.
	Rule string `json:"rule"`
	// Path is the member it is about, such as evictionHard["memory.available"].
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Refused is the error of a verb that was refused. The engine is as it was before.
type Refused struct {
	Status Status `json:"status"`
	// Document is the kind of the document at fault, such as Summary; "none" when the order of
	// calls or an argument is.
	Document string `json:"document"`
	// Path is where in the document, such as $.node.fs; empty when no place is at fault.
	Path string `json:"path"`
	// Offset counts the bytes before the fault; -1 when no place is at fault.
	Offset int    `json:"offset"`
	Reason string `json:"reason"`
	// Errors lists every error of a configuration, Warnings its warnings.
	Errors   []Finding `json:"errors"`
	Warnings []Finding `json:"warnings"`
	// JSON is the whole error as the module wrote it: schemas/error-1.schema.json.
	JSON json.RawMessage `json:"-"`
}

// Error says what, where and why; of several errors of a configuration the first.
func (r *Refused) Error() string {
	path, reason, more := r.Path, r.Reason, ""
	if len(r.Errors) > 0 {
		path, reason = r.Errors[0].Path, r.Errors[0].Message
		if others := len(r.Errors) - 1; others > 0 {
			more = fmt.Sprintf(" (and %d more)", others)
		}
	}
	var place []string
	if r.Document != "" && r.Document != "none" {
		place = append(place, r.Document)
	}
	if path != "" {
		place = append(place, path)
	}
	if r.Offset >= 0 {
		place = append(place, fmt.Sprintf("(byte %d)", r.Offset))
	}
	if len(place) == 0 {
		place = append(place, r.Status.String())
	}
	return fmt.Sprintf("plimsoll: %s: %s%s", strings.Join(place, " "), reason, more)
}
