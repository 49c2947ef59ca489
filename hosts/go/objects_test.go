package plimsoll_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"plimsoll.dev/plimsoll"
)

func documents(t *testing.T, reader io.Reader) ([]plimsoll.ObjectDocument, error) {
	t.Helper()
	var found []plimsoll.ObjectDocument
	for document, err := range newEngine(t, load(t)).SplitObjects(reader) {
		if err != nil {
			return found, err
		}
		found = append(found, *document)
	}
	return found, nil
}

func TestATextOfObjectsIsSplit(t *testing.T) {
	const inner = `{"items": [{"kind": "Pod"}], "kind": "List"}`
	const text = `{"kind": "Node"} {"items": [{"kind": "Pod"}, ` + inner + `, {}], "kind": "List"}`
	for name, reader := range map[string]io.Reader{
		"at once": strings.NewReader(text), "in bytes": iotest.OneByteReader(strings.NewReader(text)),
	} {
		found, err := documents(t, reader)
		must(t, err)
		want := []plimsoll.ObjectDocument{
			{Bytes: []byte(`{"kind": "Node"}`), FirstItem: -1},
			{Bytes: []byte(`{"kind":"List","items":[{"kind": "Pod"}]}`), Offset: 28, Prefix: 24},
			{Bytes: []byte(inner), Offset: 45, FirstItem: -1, List: "$.items[1]"},
			{Bytes: []byte(`{"kind":"List","items":[{}]}`), Offset: 91, Prefix: 24, FirstItem: 2},
		}
		if len(found) != len(want) {
			t.Fatalf("%s: %d documents", name, len(found))
		}
		for at, document := range found {
			same := string(document.Bytes) == string(want[at].Bytes)
			document.Bytes, want[at].Bytes = nil, nil
			if !same || document.Offset != want[at].Offset || document.Prefix != want[at].Prefix ||
				document.FirstItem != want[at].FirstItem || document.List != want[at].List {
				t.Errorf("%s: document %d is %+v", name, at, document)
			}
		}
	}
}

func TestALargeListIsSplitBetweenItsItems(t *testing.T) {
	const pods = 3000
	item := `{"metadata": {"name": "` + strings.Repeat("a", 1000) + `"}}`
	text := `{"items": [` + strings.Repeat(item+",", pods-1) + item + `], "kind": "PodList"}`
	found, err := documents(t, strings.NewReader(text))
	must(t, err)
	items := 0
	for _, document := range found {
		if int64(items) != document.FirstItem {
			t.Errorf("item %d is the first of a document, after %d", document.FirstItem, items)
		}
		if !strings.HasPrefix(string(document.Bytes), `{"kind":"PodList","items":[{`) {
			t.Errorf("a document begins with %s", document.Bytes[:40])
		}
		items += strings.Count(string(document.Bytes), "metadata")
	}
	if len(found) != 3 || items != pods {
		t.Errorf("%d documents have %d pods", len(found), items)
	}
}

func TestATextThatIsCutOffIsRefusedAfterItsDocuments(t *testing.T) {
	found, err := documents(t, strings.NewReader(`{"kind": "Pod"} {"kind`))
	var refused *plimsoll.ObjectsError
	if !errors.As(err, &refused) {
		t.Fatalf("the error is %v after %d documents", err, len(found))
	}
	const want = "plimsoll: it ends inside an object, at byte 22; it was cut off: get it again"
	if refused.Error() != want {
		t.Errorf("the error is %v", refused)
	}
}
