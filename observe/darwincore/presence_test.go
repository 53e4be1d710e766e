package darwincore

import (
	"fmt"
	"strconv"
	"testing"
)

func TestPresence(t *testing.T) {
	t.Parallel()
	header := basic + ",individualCount,occurrenceStatus,targetTaxonomicScope,genus"
	const present, absent = "present", "absent"
	for row, want := range map[string]string{
		"Aedes vexans,1,2,2007,3,not detected,,":  errAbsentWithCount.Error(),
		"Aedes vexans,1,2,2007,,not detected,,":   "absent Aedes vexans",
		"Aedes vexans,1,2,2007,,NOT_DETECTED,,":   "absent Aedes vexans",
		"Aedes vexans,1,2,2007,3,NEG.,,":          errAbsentWithCount.Error(),
		"Aedes vexans,1,2,2007,,non-detect,,":     "absent Aedes vexans",
		"Aedes vexans,1,2,2007,,zero,,":           "absent Aedes vexans",
		"Aedes vexans,1,2,2007,,ND,,":             errStatus.Error(), // not detected, or no data
		"Aedes vexans,1,2,2007,,none,,":           "absent Aedes vexans",
		"Aedes vexans,1,2,2007,,0,,":              "absent Aedes vexans",
		"Aedes vexans,1,2,2007,0,negative,,":      "absent Aedes vexans",
		"Aedes vexans,1,2,2007,,no detectado,,":   "absent Aedes vexans",
		"Aedes vexans,1,2,2007,,não encontrado,,": "absent Aedes vexans",
		"Aedes vexans,1,2,2007,,non détecté,,":    "absent Aedes vexans",
		"Aedes vexans,1,2,2007,,не обнаружен,,":   "absent Aedes vexans",
		"Aedes vexans,1,2,2007,,1,,":              "present Aedes vexans",
		"Aedes vexans,1,2,2007,,détecté,,":        "present Aedes vexans",
		"Aedes vexans,1,2,2007,,common,,":         "present Aedes vexans",
		"Aedes vexans,1,2,2007,,maybe,,":          errStatus.Error(),
		"Aedes vexans,1,2,2007,2,maybe,,":         "present Aedes vexans",
		"Aedes vexans,1,2,2007,0,maybe,,":         "absent Aedes vexans",
		"Aedes vexans,1,2,2007,0,detected,,":      errCountOfNothing.Error(),
		"No mosquitoes,1,2,2007,,,,":              errNothingWithout.Error(),
		"No Captures,1,2,2007,0,,,":               errNothingWithout.Error(),
		"None,1,2,2007,0,,Culex,":                 "absent Culex",
		"None,1,2,2007,,absent,Culex pipiens,":    "absent Culex pipiens",
		"None,1,2,2007,4,,Culex,":                 errNothingCounted.Error(),
		"None,1,2,2007,,present,Culex,":           errNothingCounted.Error(),
		"None,1,2,2007,,,Culex; Aedes,":           errNothingWithout.Error(),
		"None,1,2,2007,,,unknown,":                errNothingWithout.Error(),
		"Aedes vexans (negative),1,2,2007,,,,":    "absent Aedes vexans",
		"no Aedes vexans,1,2,2007,0,,Culicidae,":  "absent Aedes vexans",
		"Aedes vexans absent,1,2,2007,3,,,":       errNothingCounted.Error(),
		"trap negative,1,2,2007,,,,":              errNothingWithout.Error(),
		"Trap failure,1,2,2007,,,,":               errFailed.Error(),
		"NA,1,2,2007,,,,":                         errNoName.Error(),
		",1,2,2007,0,,Culex,":                     "absent Culex",
		",1,2,2007,,not detected,Culex,":          "absent Culex",
		",1,2,2007,0,,,":                          errNothingWithout.Error(),
		",1,2,2007,,,Culex,":                      errNoName.Error(),
		",1,2,2007,3,,Culex,":                     errNoName.Error(),
		"unknown,1,2,2007,3,,,":                   errUnknown.Error(),
		"Incertae sedis,1,2,2007,3,,,":            errUnknown.Error(),
		"Incertae sedis,1,2,2007,3,,,Culex":       "present Culex",
		"unknown,1,2,2007,3,,,unknown":            errUnknown.Error(),
	} {
		out := readText(t, "p.csv", header+"\n"+row+"\n", Options{})
		got := out.rows[0].Reject
		if r := out.rows[0].Record; r != nil {
			got = present + " " + r.ScientificName
			if r.Absent {
				got = absent + " " + r.ScientificName
			}
			if r.Absent != (r.Count == 0) {
				t.Errorf("%s: count %d", row, r.Count)
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", row, got, want)
		}
	}
	r := one(t, header, "No mosquitoes,1,2,2007,0,,Culex,")
	if r.VerbatimName != "No mosquitoes" || r.Metadata["targetTaxonomicScope"] != "Culex" {
		t.Errorf("read %+v", r)
	}
	r = one(t, header, "Aedes vexans,1,2,2007,,none,,")
	if r.Metadata["occurrenceStatus"] != "none" {
		t.Errorf("the status as written is lost: %+v", r)
	}
}

func TestCountsWithADecimalComma(t *testing.T) {
	t.Parallel()
	const commas, points = `Aedes,"50,85","4,35",2007,`, `Aedes,50.85,4.35,2007,`
	for row, want := range map[string]string{
		commas + "1.200":         "1200",
		commas + `"1,5"`:         "2 map[individualCount:1,5]",
		commas + `"1.200,5"`:     "1201 map[individualCount:1.200,5]",
		commas + "1.20":          "1 map[individualCount:1.20]",
		commas + "12":            "12",
		commas + `"0,0"`:         "0",
		points + "1.200":         "1 map[individualCount:1.200]",
		points + `"1,5"`:         errCountForm.Error(),
		commas + `"1,2,3"`:       errCountForm.Error(),
		commas + `"12.34.567,8"`: errCountForm.Error(),
	} {
		out := readText(t, "c.csv", basic+",individualCount\n"+row+"\n", Options{})
		got := out.rows[0].Reject
		if r := out.rows[0].Record; r != nil {
			got = strconv.Itoa(r.Count)
			if r.Metadata != nil {
				got += fmt.Sprint(" ", r.Metadata)
			}
			if note := out.warnings["fractional count rounded, kept in the metadata"]; note != len(r.Metadata) {
				t.Errorf("%s: notes %v", row, out.warnings)
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", row, got, want)
		}
	}
}
