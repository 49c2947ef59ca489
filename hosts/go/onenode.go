package plimsoll

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// OtherNode reports a document of a capture that belongs to another node than those before.
type OtherNode struct {
	// Document is Summary or PodList.
	Document string
	// Node is the node that the capture is of; empty while no Summary has named it.
	Node string
	// Others are the nodes that the document is of.
	Others []string
}

func (e *OtherNode) Error() string {
	others := strings.Join(e.Others[:min(len(e.Others), nodesNamed)], ", ")
	if more := len(e.Others) - nodesNamed; more > 0 {
		others += fmt.Sprintf(" and %d more", more)
	}
	if e.Node == "" {
		return fmt.Sprintf("plimsoll: the %s is from nodes %s, and no Summary names one; give the "+
			"documents of one node", e.Document, others)
	}
	return fmt.Sprintf("plimsoll: the %s is from node %s, and the capture is of %s; give the "+
		"documents of one node", e.Document, others, e.Node)
}

const nodesNamed = 3

// oneNode holds the records of a capture to one node: the one that the first Summary names.
type oneNode struct {
	name string
	// early is a list that came before anything named the node, and earlyNodes are its nodes.
	early      []byte
	earlyNodes []string
}

// documents returns what of a record is the node's. A Summary of another node counts as one that
// could not be read.
func (n *oneNode) documents(e *Engine, record *Record) (summary, pods []byte, err error) {
	name := nodeOfSummary(record.Summary)
	if name != "" && n.name != "" && name != n.name {
		return nil, nil, &OtherNode{Document: "Summary", Node: n.name, Others: []string{name}}
	}
	if n.name == "" {
		n.name = name
	}
	pods, err = n.podsOf(e, record)
	return record.Summary, pods, err
}

// podsOf returns the node's pods in the list of a record; nil when the list before stays in force.
func (n *oneNode) podsOf(e *Engine, record *Record) ([]byte, error) {
	list := record.Pods
	if n.name == "" {
		return n.podsOfNone(e, list, record.Summary)
	}
	if list == nil {
		list = n.early
	}
	n.early = nil
	if list == nil {
		return nil, nil
	}
	found, err := e.PodsOfNode(list, n.name)
	if err != nil {
		return nil, err
	}
	if found.Named == 0 && len(found.OtherNodes) > 0 {
		return nil, &OtherNode{Document: "PodList", Node: n.name, Others: found.OtherNodes}
	}
	return found.Pods, nil
}

// podsOfNone keeps a list: whose pods one of several nodes has is not known before a Summary has
// named the node.
func (n *oneNode) podsOfNone(e *Engine, list, summary []byte) ([]byte, error) {
	if list != nil {
		found, err := e.PodsOfNode(list, "")
		if err != nil {
			return nil, err
		}
		n.early, n.earlyNodes = list, found.OtherNodes
	}
	if summary != nil && len(n.earlyNodes) > 1 {
		return noPods, &OtherNode{Document: "PodList", Others: n.earlyNodes}
	}
	return list, nil
}

var noPods = []byte(`{"items":[]}`)

// nodeOfSummary is the name that a Summary gives its node; empty when it gives none. What is wrong
// with a Summary, the engine says.
func nodeOfSummary(summary []byte) string {
	var name string
	_ = json.Unmarshal(member(member(summary, "node"), "nodeName"), &name)
	return name
}

// member returns the first member of that name, and reads no further; nil when there is none.
func member(object []byte, name string) json.RawMessage {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil
	}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return nil
		}
		if token == name {
			return value
		}
	}
	return nil
}
