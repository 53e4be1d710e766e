package jsontext_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
)

func ExampleObject() {
	var properties jsontext.Object
	properties.Add("species_id", "aedes-aegypti")
	properties.Add("count", 3)
	properties.Add("address", "/items?limit=1&offset=1")
	b, err := jsontext.Marshal(map[string]any{"properties": properties})
	fmt.Println(string(b), err)
	// Output: {"properties":{"species_id":"aedes-aegypti","count":3,"address":"/items?limit=1&offset=1"}} <nil>
}

func TestObjectFails(t *testing.T) {
	t.Parallel()
	var object jsontext.Object
	object.Add("f", func() {})
	if b, err := jsontext.Marshal(object); err == nil {
		t.Errorf("a function is %s", b)
	}
	if b, err := jsontext.Marshal(jsontext.Object{}); err != nil || string(b) != "{}" {
		t.Errorf("an empty object is %s, %v", b, err)
	}
}

// FuzzAppendString holds that any text, as PostgreSQL keeps it, becomes itself in JSON.
func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", `"\/`, "a\x00\x1f\x7f", "\xff", "\u2028<>&", "🦟"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		if b := jsontext.AppendString(nil, s); utf8.ValidString(s) && (json.Unmarshal(b, &back) != nil || back != s) {
			t.Errorf("%q is written as %q and read as %q", s, b, back)
		}
	})
}
