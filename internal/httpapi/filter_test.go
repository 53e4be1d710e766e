package httpapi_test

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestParseCollectsEverything: a bad bbox is 400 beside any other error; else all field errors are reported at once.
func TestParseCollectsEverything(t *testing.T) {
	t.Parallel()
	names := fixed{surveillance.NewNames(surveillance.Collections{})}
	for query, want := range map[string]string{
		"bbox=1,2,3&start_date=yesterday":                        "400",
		"start_date=2020-13-01&end_date=x&months=13&status=dead": "422 start_date end_date status months",
		"max_uncertainty_m=-1":                                   "422 max_uncertainty_m",
		"max_uncertainty_m=1_0&months=1_0":                       "422 months max_uncertainty_m",
		"months=0":                                               "422 months",
		"start_date=":                                            "422 start_date",
		"bbox=0,0,1,1&species=&months=1,12&status=Verified&country=FR,%20de": "ok",
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		f, _, err := httpapi.Query(httptest.NewRequest("GET", "/?"+values.Encode(), nil)).Filter(t.Context(), names)
		got := "ok"
		if e := new(httpapi.Error); errors.As(err, &e) {
			got = fmt.Sprint(e.Status)
			for _, field := range e.Fields {
				got += " " + field.Loc[1]
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
		if got == "ok" && (f.Taxa != nil || f.Months != 1|1<<11 || !slices.Equal(f.Countries, []string{"fr", "de"}) || !slices.Equal(f.Statuses, []string{"verified"})) {
			t.Errorf("%s: %+v", query, f)
		}
	}
}

func TestUnknownSpeciesMatchesNothing(t *testing.T) {
	t.Parallel()
	names := fixed{surveillance.NewNames(surveillance.Collections{})}
	f, _, err := httpapi.Query(httptest.NewRequest("GET", "/?species=Nobody+knows,,", nil)).Filter(t.Context(), names)
	if err != nil || !f.MatchesNothing() {
		t.Errorf("%+v, %v", f, err)
	}
	if f := surveillance.DefaultFilter(); f.MatchesNothing() {
		t.Error("the default matches nothing")
	}
}
