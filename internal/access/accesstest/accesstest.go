// Package accesstest guards routes for tests, in which the header Authorization says who asks.
package accesstest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Routes returns the routes behind the policy. Requests without the header may do everything; those with `nobody` are somebody unknown's,
// those with `scopes A B` a token's with these rights, those with `source S` a token's that is bound to a data source, those with `administrator S`
// somebody's who may do everything, but with the records of a data source alone, those with `taxon T` or
// `country C` a reviewer's of these, those with `anonymous` and `waits` somebody's who may report, `waits` where a review comes first, those with
// `account ID`, `reviewer ID` and `curator ID` somebody's who signed in and may report, or review, or write and review, those with
// `made ID` a token's that this account made and that writes and reviews. Those with `reviews taxon T` and `reviews country C` are a token's that reviews these and does nothing else, those with `reviews source S` one's that reviews all and writes that source.
func Routes(t testing.TB, routes []httpapi.Route) []httpapi.Route {
	t.Helper()
	guarded, err := access.Guard(routes, identify)
	if err != nil {
		t.Fatal(err)
	}
	return guarded
}

func identify(r *http.Request) (access.Visitor, error) {
	v := access.Visitor{Name: "test", Rights: access.Scopes}
	switch kind, rest, _ := strings.Cut(r.Header.Get("Authorization"), " "); kind {
	case "nobody":
		return access.Visitor{}, nil
	case "anonymous", "waits":
		return access.Visitor{Rights: []access.Right{access.Report}, Waits: kind == "waits"}, nil
	case "account":
		return access.Visitor{Name: "test", Rights: []access.Right{access.Report}, Account: uuid.MustParse(rest)}, nil
	case "reviewer":
		return access.Visitor{Name: "test", Rights: []access.Right{access.Review}, Account: uuid.MustParse(rest)}, nil
	case "made":
		return access.Visitor{Name: "of " + rest, Rights: []access.Right{access.WriteObservations, access.Review}, Maker: uuid.MustParse(rest)}, nil
	case "curator":
		return access.Visitor{Name: "test", Rights: []access.Right{access.WriteObservations, access.Review}, Account: uuid.MustParse(rest)}, nil
	case "reviews":
		return reviewerOf(strings.Cut(rest, " ")), nil
	case "source":
		v.Sources, v.Rights = []string{rest}, access.OfOneSource
	case "administrator":
		v.Sources = []string{rest}
	case "taxon":
		v.Taxa = []string{rest}
	case "country":
		v.Countries = []string{rest}
	case "scopes":
		v.Rights = nil
		for scope := range strings.FieldsSeq(rest) {
			v.Rights = append(v.Rights, access.Right(scope))
		}
	}
	return v, nil
}

func reviewerOf(kind, what string, _ bool) access.Visitor {
	v := access.Visitor{Name: "test", Rights: []access.Right{access.Review}}
	switch kind {
	case "taxon":
		v.Taxa = []string{what}
	case "country":
		v.Countries = []string{what}
	case "source":
		v.Sources, v.Rights = []string{what}, append(v.Rights, access.WriteObservations)
	}
	return v
}
