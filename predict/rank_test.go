package predict

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
)

// TestRank: the answer is a species, else a genus, else nothing; and it says why.
func TestRank(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		classes   []classify.Class
		side      int
		threshold string
		want      string
		strange   bool
	}{
		"a species":               {classes("Aedes a", 0.5, "Culex b", 0.5), smallSide, "", `"uncertain":false,"reason":null,"taxon_rank":"species","genus":"Aedes"`, false},
		"a small, sure one":       {classes("Aedes a", 0.6, "Culex b", 0.4), smallSide - 1, "", `"uncertain":false,"reason":null,"taxon_rank":"species","genus":"Aedes"`, false},
		"a genus":                 {classes("Culex b", 0.35, "Aedes a", 0.3, "Aedes c", 0.25, "none_of_these", 0.1), smallSide, "", `"uncertain":true,"reason":"unclear","taxon_rank":"genus","genus":"Aedes"`, false},
		"a genus before none":     {classes("none_of_these", 0.45, "Culex a", 0.3, "Culex b", 0.25), smallSide, "", `"uncertain":true,"reason":"none_of_these","taxon_rank":"genus","genus":"Culex"`, false},
		"below the threshold":     {classes("Aedes a", 0.6, "Aedes b", 0.25, "Culex c", 0.15), smallSide, "0.8", `"uncertain":true,"reason":"unclear","taxon_rank":"genus","genus":"Aedes"`, false},
		"a genus below it, too":   {classes("Aedes a", 0.6, "Aedes b", 0.25, "Culex c", 0.15), smallSide, "0.9", `"uncertain":true,"reason":"unclear","taxon_rank":null,"genus":null`, false},
		"nothing":                 {classes("Aedes a", 0.4, "Culex b", 0.35, "Anopheles c", 0.25), smallSide, "", `"uncertain":true,"reason":"unclear","taxon_rank":null,"genus":null`, false},
		"nothing, and small":      {classes("Aedes a", 0.4, "Culex b", 0.35, "Anopheles c", 0.25), smallSide - 1, "", `"uncertain":true,"reason":"too_small","taxon_rank":null,"genus":null`, false},
		"none of these":           {classes("none_of_these", 0.9, "Aedes a", 0.1), smallSide, "", `"uncertain":true,"reason":"none_of_these","taxon_rank":null,"genus":null`, false},
		"none of these, and sure": {classes("none_of_these", 1), smallSide, "", `"uncertain":true,"reason":"none_of_these","taxon_rank":null,"genus":null`, false},
		"another species":         {classes("Aedes a", 0.9, "Culex b", 0.1), smallSide, "", `"uncertain":true,"reason":"other_species","taxon_rank":null,"genus":null`, true},
		"another, and small":      {classes("Aedes a", 0.9, "Culex b", 0.1), smallSide - 1, "", `"uncertain":true,"reason":"too_small","taxon_rank":null,"genus":null`, true},
		"another, or none":        {classes("none_of_these", 0.6, "Culex b", 0.4), smallSide, "", `"uncertain":true,"reason":"none_of_these","taxon_rank":null,"genus":null`, true},
	} {
		s := newServer(t, Options{Classifier: fixed{result: classify.Result{ModelID: "m", Classes: tc.classes, Strange: tc.strange}}})
		query := ""
		if tc.threshold != "" {
			query = fmt.Sprintf("?confidence_threshold=%s", tc.threshold)
		}
		img := part{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, tc.side, smallSide))}
		if a := postForm(t, s, "/predict"+query, img); a.status != 200 || !strings.Contains(a.body, tc.want) {
			t.Errorf("%s: %d %s, want %s", name, a.status, a.body, tc.want)
		}
	}
}
