package dates

import "testing"

func TestEnds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2012-08-05/11":                       "2012-08-05 2012-08-11",
		"2012-08-05T18:00Z/T23:30":            "2012-08-05T18:00:00Z 2012-08-05T23:30:00Z",
		"2012-08-05T18:00-05:00 / 2012-08-06": "2012-08-05T18:00:00-05:00 2012-08-06",
		"2012-07/2012":                        "2012-07 2012",
		"2006-2008":                           "2006 2008",
		"2012-08-05":                          "2012-08-05 2012-08-05",
		"2012-08-05/":                         ErrIntervalOpen.Error(),
		"2012-08-05/x":                        ErrForm.Error(),
		"NA":                                  ErrNone.Error(),
	} {
		first, last, err := Ends(text)
		got := first.String() + " " + last.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
