package httpapi_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

func TestUnknownParametersAreErrorsBesideTheOthers(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"lang=fr&_=1":             "",
		"lmiit=1":                 "lmiit: unknown parameter lmiit; did you mean limit?", // two neighbours swapped
		"limit=1&limits=2":        "limits: unknown parameter limits; did you mean limit?",
		"limit=0&Limit_=2":        "limit: limit must be at least 1 | Limit_: unknown parameter Limit_; did you mean limit?",
		"dropped=1":               "",
		"utm_source=x&search=":    "utm_source: unknown parameter utm_source; known are dropped, lang, limit, offset, search",
		"LANG=fr":                 "LANG: unknown parameter LANG; did you mean lang?",
		"=1":                      ": unknown parameter ; known are dropped, lang, limit, offset, search",
		strings.Repeat("x", 99):   strings.Repeat("x", 60) + "...: unknown parameter " + strings.Repeat("x", 60) + "...; known are dropped, lang, limit, offset, search",
		"search=%00&offfset=1&b=": "search: search is not valid text | b: unknown parameter b; known are dropped, lang, limit, offset, search | offfset: unknown parameter offfset; did you mean offset?",
	} {
		p := httpapi.Query(httptest.NewRequest("GET", "/?"+query, nil)).Without("dropped")
		p.Page(50, 200)
		p.Text("search")
		var got []string
		if e := new(httpapi.Error); errors.As(p.Err(), &e) {
			for _, f := range e.Fields {
				got = append(got, f.Loc[1]+": "+f.Msg)
			}
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

func TestReadObjectCollectsTheQueryToo(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{"": "query specie,body", `{"a":1}`: "query specie,body a", `{}`: "query specie"} {
		r := httptest.NewRequest("POST", "/?specie=1&lang=fr", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		o, err := httpapi.ReadObject(httptest.NewRecorder(), r, "application/json")
		if err == nil {
			err = o.Err()
		}
		var got []string
		if e := new(httpapi.Error); errors.As(err, &e) {
			for _, f := range e.Fields {
				got = append(got, strings.Join(f.Loc, " "))
			}
		}
		if strings.Join(got, ",") != want {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
}
