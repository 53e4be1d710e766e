package access_test

import (
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/access"
)

// TestPrivate: who writes records or events reads those of private data sources, of all or of the ones that the right is bound to, and nobody else does.
func TestPrivate(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		visitor       access.Visitor
		all           bool
		some          []string
		agency, other bool // whether they read these sources
	}{
		"nobody":              {access.Visitor{}, false, nil, false, false},
		"who may report":      {access.Visitor{Rights: []access.Right{access.Report}}, false, nil, false, false},
		"a reviewer":          {access.Visitor{Rights: []access.Right{access.Review, access.WriteAlerts, access.WriteSources}}, false, nil, false, false},
		"a reviewer of one":   {access.Visitor{Rights: []access.Right{access.Review}, Sources: []string{"agency"}}, false, nil, false, false},
		"a writer":            {access.Visitor{Rights: []access.Right{access.WriteObservations}}, true, nil, true, true},
		"a writer of events":  {access.Visitor{Rights: []access.Right{access.WriteEvents}}, true, nil, true, true},
		"an administrator":    {access.Visitor{Rights: []access.Right{access.Admin}}, true, nil, true, true},
		"a writer of one":     {access.Visitor{Rights: access.OfOneSource, Sources: []string{"agency"}}, false, []string{"agency"}, true, false},
		"the administrator's": {access.Visitor{Rights: []access.Right{access.Admin}, Sources: []string{"agency"}}, false, []string{"agency"}, true, false},
	} {
		if all, some := tc.visitor.Private(); all != tc.all || !slices.Equal(some, tc.some) {
			t.Errorf("%s reads %t, %v; want %t, %v", name, all, some, tc.all, tc.some)
		}
		if agency, other := tc.visitor.MayRead("agency"), tc.visitor.MayRead("other"); agency != tc.agency || other != tc.other {
			t.Errorf("%s reads the agency's: %t, another's: %t", name, agency, other)
		}
	}
}
