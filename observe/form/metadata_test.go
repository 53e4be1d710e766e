package form

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// The examples of RFC 7396, appendix A.
func TestMergePatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ target, patch, want string }{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `null`, `null`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
	} {
		decoded := func(text string) (v any) {
			if err := json.Unmarshal([]byte(text), &v); err != nil {
				t.Fatal(err)
			}
			return v
		}
		if got := mergePatch(decoded(c.target), decoded(c.patch)); !reflect.DeepEqual(got, decoded(c.want)) {
			t.Errorf("%s patched with %s is %v, want %s", c.target, c.patch, got, c.want)
		}
	}
}

func TestSpellNumber(t *testing.T) {
	t.Parallel()
	for sent, want := range map[json.Number]json.Number{
		"0": "0", "-0": "0", "-0.00": "0.00", "12345678901234567890.10": "12345678901234567890.10", "1e0": "1", "1E+2": "100", "1.5e3": "1500",
		"1.50e1": "15.0", "-1e-3": "-0.001", "10e-1": "1.0", "1e400": json.Number("1" + strings.Repeat("0", 400)), "0e5": "0", "-0e-2": "0.00",
	} {
		if got, err := spellNumber(sent); err != nil || got != want {
			t.Errorf("%s is %s, %v; want %s", sent, got, err, want)
		}
	}
	for _, refused := range []json.Number{"1e401", "1e-401", "1e99999999999999999999", json.Number(strings.Repeat("1", maxNumberLength+1))} {
		if got, err := spellNumber(refused); err == nil {
			t.Errorf("%.30s is %s", refused, got)
		}
	}
}

func TestCheckEscapes(t *testing.T) {
	t.Parallel()
	for raw, ok := range map[string]bool{
		`"a"`: true, `"\u0041\n\""`: true, `"\\u0000"`: true, `"\ud83e\udd9f"`: true, `"\uD83E\uDD9F!"`: true,
		`"\u0000"`: false, `"\\\u0000"`: false, `"\ud83e"`: false, `"\ud83ex"`: false, `"\ud83e\u0041"`: false, `"\udd9f"`: false,
		`"\ud83e\ud83e\udd9f"`: false, `"\`: true, `"\u00`: true,
	} {
		if err := checkEscapes([]byte(raw)); (err == nil) != ok {
			t.Errorf("%s: %v", raw, err)
		}
	}
}

// What is accepted is spelled once and for all, and has no more than its numbers written in full.
func FuzzParseMetadata(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":1e2,"b":[-0.0,{"c":"\ud83e\udd9f"}]}`, `{"a":"\u0000"}`, `{"a":1e999}`, `[1]`, `null`, `{"a":`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			return // the body is checked before its members are read
		}
		members, err := parseMetadata(raw)
		if err != nil {
			return
		}
		once, err := EncodeObject(members)
		if err != nil {
			t.Fatal(err)
		}
		if members, err = parseMetadata(once); err != nil {
			t.Fatalf("%s is refused when it comes back as %s: %v", raw, once, err)
		}
		if twice, err := EncodeObject(members); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%s is %s at first, then %s, %v", raw, once, twice, err)
		}
	})
}
