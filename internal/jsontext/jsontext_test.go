package jsontext_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
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

// TestMarshal: what is appended is what encoding/json writes.
func TestMarshal(t *testing.T) {
	t.Parallel()
	number, text := 1.5e-9, "é \"<\" \n"
	values := []any{nil, "", text, &text, (*string)(nil), true, 7, int64(-7), new(int64(8)), (*int64)(nil), &number, (*float64)(nil), []string{"a"}, map[string]int{"b": 1},
		0.0, math.Copysign(0, -1), 0.1, 1e20, 1e21, 1e-6, 9.99e-7, 1e-10, 1.5e300, math.MaxFloat64, math.SmallestNonzeroFloat64, 123456789.125}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		values = append(values, math.Float64frombits(rng.Uint64()), rng.NormFloat64())
	}
	for _, v := range values {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(v); err != nil {
			if b, err := jsontext.Marshal(v); err == nil {
				t.Errorf("%v is %s", v, b)
			}
			continue
		}
		b, err := jsontext.Marshal([]jsontext.Object{{{Name: "v", Value: v}}, nil})
		if got := string(b) + "\n"; err != nil || got != `[{"v":`+strings.TrimSpace(want.String())+"},{}]\n" {
			t.Errorf("%v is %s, %v; want %s", v, b, err, &want)
		}
	}
}
