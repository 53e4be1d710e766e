package program_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// namesCheckTellsWhatAnImportMakesOfNames holds that the check and the import note the same names.
func namesCheckTellsWhatAnImportMakesOfNames(t *testing.T, d *skeetertest.Deployment, _ *skeetertest.Server) {
	rows := "scientificName,decimalLatitude,decimalLongitude,eventDate\n"
	for _, name := range []string{
		"Aedes japonicus japonicus", "Culex pipiens/restuans", "Culex", "Culicidae", // known
		"Culex bahamensis", "Culex bahamensis/pipiens", "Culex pipiens x bahamensis", "Homo sapiens",
	} {
		rows += name + ",48.85,2.35,2020-05-01\n"
	}
	file := d.File("names.csv", rows)
	noted := map[string][]string{}
	for line := range strings.Lines(d.MustRun("names", "check", file, "--column", "scientificName")) {
		for _, note := range []string{"not in the catalog", "of no mosquito genus"} {
			if strings.HasSuffix(line, note+"\n") {
				noted[note] = append(noted[note], regexp.MustCompile(` {2,}`).Split(line, -1)[2])
			}
		}
	}
	report := d.MustRun("import", file)
	for note, want := range map[string]int{"not in the catalog": 3, "of no mosquito genus": 1} {
		names := strings.Join(noted[note], ", ")
		if len(noted[note]) != want || !strings.Contains(report, note+" and stored all the same: "+names) {
			t.Errorf("the check notes %s: %s; the import says\n%s", note, names, report)
		}
	}
}
