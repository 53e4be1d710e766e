package darwincore

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
)

func TestNames(t *testing.T) {
	t.Parallel()
	const warned = "a synonym: the accepted name that the row states is used"
	for name, test := range map[string]struct {
		columns, values       string // beside place and date
		scientific, qualifier string
		verbatim              string
		warned                bool
		metaKey, metaValue    string
	}{
		"a qualifier":                {columns: "scientificName", values: "Culex cf. pipiens", scientific: "Culex pipiens", qualifier: "cf.", verbatim: "Culex cf. pipiens"},
		"an undivided name":          {columns: "scientificName", values: "CULEX PIPIENS/RESTUANS", scientific: "Culex pipiens/restuans", verbatim: "CULEX PIPIENS/RESTUANS"},
		"an abbreviated genus":       {columns: "scientificName", values: "Cx pipiens", scientific: "Culex pipiens", verbatim: "Cx pipiens"},
		"GBIF's species":             {columns: "gbifID,scientificName,species", values: "7,Ochlerotatus cantans (Meigen 1818),Aedes cantans", scientific: "Aedes cantans", verbatim: "Ochlerotatus cantans (Meigen 1818)", warned: true, metaKey: "species", metaValue: "Aedes cantans"},
		"GBIF's accepted name":       {columns: "scientificName,species,acceptedScientificName", values: "Culex japonicus Theobald 1901,Aedes japonicus,Aedes japonicus japonicus (Theobald 1901)", scientific: "Aedes japonicus japonicus", verbatim: "Culex japonicus Theobald 1901", warned: true},
		"acceptedNameUsage":          {columns: "scientificName,acceptedNameUsage", values: "Stegomyia fasciata?,Aedes aegypti", scientific: "Aedes aegypti", qualifier: "?", verbatim: "Stegomyia fasciata?", warned: true},
		"two names are no synonyms":  {columns: "scientificName,species", values: "Aedes vexans,Culex pipiens", scientific: "Aedes vexans", verbatim: "Aedes vexans"},
		"an epithet beside a genus":  {columns: "genus,species", values: "An.,gambiae s.l.", scientific: "Anopheles gambiae s.l.", verbatim: "An. gambiae s.l."},
		"a species beside a genus":   {columns: "genus,species", values: "Culex,Culex pipiens?", scientific: "Culex pipiens", qualifier: "?", verbatim: "Culex pipiens?"},
		"a subspecies keeps its":     {columns: "scientificName,species", values: "Aedes vexans nipponii,Aedes vexans", scientific: "Aedes vexans nipponii", verbatim: "Aedes vexans nipponii"},
		"an epithet is no species":   {columns: "scientificName,species", values: "Aedes vexans,vexans", scientific: "Aedes vexans", verbatim: "Aedes vexans"},
		"a genus is no synonym":      {columns: "scientificName,species", values: "Aedes sp.,Aedes vexans", scientific: "Aedes", verbatim: "Aedes sp."},
		"what is undivided stays so": {columns: "scientificName,species", values: "Culex pipiens/restuans,Culex pipiens", scientific: "Culex pipiens/restuans", verbatim: "Culex pipiens/restuans"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := readAll(t, filetest.Write(t, "a.csv", test.columns+",decimalLatitude,decimalLongitude,eventDate\n"+test.values+",1,2,2007\n"), Options{})
			if err != nil || len(out.records) != 1 {
				t.Fatal(err, out.rows)
			}
			r := out.records[0]
			if r.ScientificName != test.scientific || r.Qualifier != test.qualifier || r.VerbatimName != test.verbatim {
				t.Errorf("name %q, qualifier %q, verbatim %q", r.ScientificName, r.Qualifier, r.VerbatimName)
			}
			if (out.warnings[warned] == 1) != test.warned {
				t.Errorf("warnings %v", out.warnings)
			}
			if test.metaKey != "" && r.Metadata[test.metaKey] != test.metaValue {
				t.Errorf("metadata %v", r.Metadata)
			}
		})
	}
}

func TestNamesOfNothing(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"No mosquitoes": errNothingWithout.Error(), "unidentified": "the name says that it is not known which mosquito it is", "": "no name",
		"NA": "no name", "n/a": "no name", "#N/A": "no name", "Empty trap": errNothingWithout.Error(), "pas de moustique": errNothingWithout.Error(),
		"Grand Total": "the name says that the row adds up others", "non-pipiens": errUnknown.Error(),
		"\"Aedes albopictus\nCulex pipiens\"": errUnknown.Error(), "Aedes albopictus n.d.": errUnknown.Error(), "Aedes albopictus; Culex pipiens": errUnknown.Error(),
		"\"Aedes albopictus (2), Culex pipiens (5)\"": errUnknown.Error(),
	} {
		out, err := readAll(t, filetest.Write(t, "a.csv", basic+"\n"+written+",1,2,2007\n"), Options{})
		if err != nil || len(out.rows) != 1 || out.rows[0].Reject != want {
			t.Errorf("%q: %v, %+v", written, err, out.rows)
		}
	}
}

// TestGenusBesideSpecies reads rows without a scientificName.
func TestGenusBesideSpecies(t *testing.T) {
	t.Parallel()
	for values, want := range map[string]string{ // genus, species, specificEpithet
		"Aedes,Culex pipiens,":           errGenus.Error(),
		"Aedes,Culex pipiens,albopictus": errGenus.Error(),
		"Ae.,Cx. pipiens,":               errGenus.Error(),
		"Aedes sp.,Culex pipiens?,":      errGenus.Error(),
		"Aedes,Culex sp.,":               errGenus.Error(),
		"Aedes,Aedes albopictus,":        "Aedes albopictus",
		"AEDES,Ae. albopictus,":          "Aedes albopictus",
		"Aedes,Stegomyia albopicta,":     "Stegomyia albopicta",
		"Ochlerotatus,Aedes japonicus,":  "Aedes japonicus",
		"Culex,pipiens,":                 "Culex pipiens",
		"Culicidae,Culex pipiens,":       "Culex pipiens",
		"unknown,Culex pipiens,":         "Culex pipiens",
		"Culex,Aedes/Culex,":             "Aedes/Culex",
	} {
		out, err := readAll(t, filetest.Write(t, "a.csv", "genus,species,specificEpithet,decimalLatitude,decimalLongitude,eventDate\n"+values+",1,2,2007\n"), Options{})
		if err != nil || len(out.rows) != 1 {
			t.Fatal(err, out.rows)
		}
		if row := out.rows[0]; row.Reject != want && (row.Record == nil || row.Record.ScientificName != want) {
			t.Errorf("%s: rejected for %q, %+v; want %s", values, row.Reject, row.Record, want)
		}
	}
}
