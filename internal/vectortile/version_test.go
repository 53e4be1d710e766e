package vectortile_test

import (
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/vectortile"
)

func TestVersions(t *testing.T) {
	t.Parallel()
	now := vectortile.Version{Epoch: "5a0c7c3e", Number: 1042, Choice: "9f31b2aa"}
	at := func(number int64) vectortile.Version {
		return vectortile.Version{Epoch: now.Epoch, Number: number, Choice: now.Choice}
	}
	span := vectortile.Span{Newest: now, Since: 1000}
	for _, c := range []struct {
		what         string
		v            vectortile.Version
		held, behind bool
	}{
		{"the present one", now, true, false},
		{"the first with this content", at(1000), true, false},
		{"one before it", at(999), false, false},
		{"one that is to come", at(1043), false, true},
		{"another epoch", vectortile.Version{Epoch: "5a0c7c3f", Number: 1042, Choice: now.Choice}, false, false},
		{"a later one of another epoch", vectortile.Version{Epoch: "5a0c7c3f", Number: 1043, Choice: now.Choice}, false, false},
		{"another choice", vectortile.Version{Epoch: now.Epoch, Number: 1042, Choice: "00000000"}, false, false},
		{"none", vectortile.Version{}, false, false},
	} {
		if held, behind := span.Holds(c.v), span.IsBehind(c.v); held != c.held || behind != c.behind {
			t.Errorf("%s: held %t, behind %t", c.what, held, behind)
		}
		if none := (vectortile.Span{}); none.Holds(c.v) || none.IsBehind(c.v) {
			t.Errorf("%s: a tile that no version names has it", c.what)
		}
	}
	if got, ok := vectortile.ParseVersion(now.String()); !ok || got != now {
		t.Errorf("%s is read as %v", now, got)
	}
	for _, text := range []string{"", "7", "1.2", "..", "5a0c7c3e..9f31b2aa", "5a0c7c3e.-1.9f31b2aa", "5a0c7c3e.+1.9f31b2aa", "5a0c7c3e.01.9f31b2aa", "5a0c7c3e.1.9f31b2aa.",
		"5a0c7c3e.9223372036854775808.9f31b2aa", strings.Repeat("a", 1<<20) + ".1.9f31b2aa"} {
		if v, ok := vectortile.ParseVersion(text); ok {
			t.Errorf("%.60q is read as %v", text, v)
		}
	}
	if vectortile.DigestOf("a", "bc") == vectortile.DigestOf("ab", "c") {
		t.Error("texts are joined without a sign between them")
	}
}

func FuzzParseVersion(f *testing.F) {
	for _, s := range []string{"5a0c7c3e.1042.9f31b2aa", "a.1.b", "..", "a.1e9.b", "\x00.1.\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if v, ok := vectortile.ParseVersion(text); ok && (v.String() != text || v.Number < 0) {
			t.Errorf("%q is read as %v", text, v)
		}
	})
}
