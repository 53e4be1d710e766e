package representation_test

import (
	"net/http/httptest"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
)

func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		lines []string
		etag  string // of the 304; "" when the condition does not name the answer
	}{
		{[]string{`"v1"`}, `"v1"`},
		{[]string{`W/"v1"`}, `"v1"`},
		{[]string{`"v1~-gzip"`}, `"v1~-gzip"`},
		{[]string{`W/"v1~-zstd"`}, `"v1~-zstd"`},
		{[]string{` "v0" ,W/"v2"	,, "v1" `}, `"v1"`},
		{[]string{`"v0,still v0", "v1"`}, `"v1"`},
		{[]string{`v0, "v1"`}, `"v1"`},
		{[]string{`"v0"`, `"v1"`}, `"v1"`},
		{[]string{`*`}, `"v1"`},
		{nil, ""},
		{[]string{``}, ""},
		{[]string{`"v0"`, `"v2"`}, ""},
		{[]string{`v1`}, ""},
		{[]string{`"v1`}, ""},
		{[]string{`v1"`}, ""},
		{[]string{`""v1""`}, ""},
		{[]string{`"v1" "v2"`}, ""},
		{[]string{`"v1"x`}, ""},
		{[]string{`w/"v1"`}, ""},
		{[]string{`"v0,"v1"`}, ""},
		{[]string{`"v1~-evil"`}, ""},
		{[]string{`"v1~"`}, ""},
		{[]string{`"v1~-gzip~-gzip"`}, ""},
		{[]string{`"v`, `1"`}, ""},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		for _, line := range tc.lines {
			r.Header.Add("If-None-Match", line)
		}
		w := httptest.NewRecorder()
		same := representation.NotModified(w, r, `"v1"`)
		if same != (tc.etag != "") || representation.MatchETag(tc.lines, `"v1"`) != same {
			t.Errorf("%q: names the answer: %v", tc.lines, same)
		}
		want := tc.etag
		if !same {
			want = `"v1"`
		}
		if got := w.Header().Get("ETag"); got != want {
			t.Errorf("%q: ETag %s, want %s", tc.lines, got, want)
		}
		w = httptest.NewRecorder()
		if got := representation.NotModified(w, r, `W/"v1"`); got != same || w.Header().Get("ETag") != "W/"+want {
			t.Errorf("%q: %v for a weak ETag, ETag %s, want %s", tc.lines, got, w.Header().Get("ETag"), "W/"+want)
		}
	}
}

// FuzzIfNoneMatch: text of a client is never sent back, and a valid tag is found behind any other line.
func FuzzIfNoneMatch(f *testing.F) {
	f.Add(`"v0", W/"v1"`)
	f.Add(`"v1~-evil"`)
	f.Fuzz(func(t *testing.T, line string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["If-None-Match"] = []string{line}
		w := httptest.NewRecorder()
		representation.NotModified(w, r, `"v1"`)
		if got := w.Header().Get("ETag"); got != `"v1"` && got != `"v1~-gzip"` && got != `"v1~-zstd"` {
			t.Errorf("%q: ETag %s", line, got)
		}
		if !representation.MatchETag([]string{line, `"v1"`}, `"v1"`) {
			t.Errorf("%q hides the tag of the next line", line)
		}
	})
}
