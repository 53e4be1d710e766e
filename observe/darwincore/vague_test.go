package darwincore

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

func TestColumnsThatMayBeTheCount(t *testing.T) {
	t.Parallel()
	for _, header := range []string{
		"nombre", "numero", "Número", "No.", "n°", "nº", "number", "Anzahl", "aantal", "Ejemplares", "Nº de ejemplares", "individuos", "indivíduos",
		"численность", "число", "total collected", "trap count", "catch", "Captures", "capturas", "nb", "nb total", "qty", "num collected",
		"no_mosquitoes", "Number of females", "total females", "hembras", "femelles", "fêmeas", "males", "machos", "mâles", "larvae",
		"females per trap night", "TotalFemales", "Number (n)", "Anzahl Weibchen", "Nombre de femelles", "total de hembras", "Aantal muggen",
		"Mücken", "всего самок", "Sum", "Nb. moustiques capturés", "females_collected", "pupae", "Total number of mosquitoes collected",
	} {
		out := readText(t, "c.csv", basic+","+header+"\nAedes,1,2,2007,0\nAedes,1,2,2007,3\nAedes,1,2,2007,A\n", Options{})
		note := `"` + header + `" may be the count: name it with --map count=COLUMN`
		if len(out.records) != 2 || out.rejects[errMayBeZero.Error()] != 1 || out.warnings[note] != 1 {
			t.Errorf("%s: %d records, %v, %v", header, len(out.records), out.rejects, out.warnings)
		}
	}
	for _, header := range []string{"trap nights", "number of traps", "total parous", "capture date", "non", "nomenclature", "temperature", "trap number", "elevation"} {
		if out := readText(t, "c.csv", basic+","+header+"\nAedes,1,2,2007,0\n", Options{}); len(out.records) != 1 {
			t.Errorf("%s may be the count: %v", header, out.rejects)
		}
	}
}

func TestSeveralColumnsThatMayBeTheCount(t *testing.T) {
	t.Parallel()
	for row, absent := range map[string]bool{
		"Females,Males,Total:0,3,3": false,
		"Females,Males,Total:0,0,0": true,
		"Females,Males,Total:0,,":   true,
		"Females,Males,Total:,,":    false,
		"Females,Males,Total:0,x,0": true,
		"No.,place,catch:17,A,0":    true, // the rows have numbers
		"No.,place,catch:0,A,4":     false,
	} {
		columns, values, _ := strings.Cut(row, ":")
		out := readText(t, "c.csv", basic+","+columns+"\nAedes,1,2,2007,"+values+"\n", Options{})
		if (len(out.records) == 0) != absent || (out.rejects[errMayBeZero.Error()] == 1) != absent {
			t.Errorf("%s: %d records, %v", row, len(out.records), out.rejects)
		}
		const note = `"Females", "Males", "Total" may be the count: name it with --map count=COLUMN`
		if strings.HasPrefix(row, "Females") && out.warnings[note] != 1 {
			t.Errorf("%s: notes %v", row, out.warnings)
		}
	}
	for header, want := range map[string]string{
		"nombre,latitud,longitud,fecha,numero":  "map[decimalLatitude:latitud decimalLongitude:longitud eventDate:fecha individualCount:numero scientificName:nombre]",
		"especie,latitud,longitud,fecha,nombre": "map[decimalLatitude:latitud decimalLongitude:longitud eventDate:fecha individualCount:nombre scientificName:especie]",
	} {
		columns := map[string]string{}
		for _, s := range headers.Suggest(strings.Split(header, ",")) {
			columns[s.Term] = s.Column
		}
		if got := fmt.Sprint(columns); got != want {
			t.Errorf("%s: suggests %s", header, got)
		}
	}
}

// TestCountsOfOtherSexes: a column beside the count that says a sex is noted, with what imports it.
func TestCountsOfOtherSexes(t *testing.T) {
	t.Parallel()
	for column, want := range map[string]string{
		"Mâles": "Mâles,sex:=male", "Males": "Males,sex:=male", "No. of males": `"No. of males",sex:=male`, "Machos": "Machos,sex:=male", "Fêmeas": "Fêmeas,sex:=female",
		"Самцы": "Самцы,sex:=male", "total females": `"total females",sex:=female`, "Total": "", "Sex": "", "male genitalia": "", "larvae": "",
	} {
		out := readText(t, "c.csv", basic+",N,"+column+"\nAedes,1,2,2007,3,4\n", mapping(t, "count=N"))
		noted := ""
		for message := range out.warnings {
			if _, advice, ok := strings.Cut(message, "import the file again with --map 'count="); ok {
				noted = strings.TrimSuffix(advice, "'")
			}
		}
		if noted != want {
			t.Errorf("%s: advised %s, want %s; notes %v", column, noted, want, out.warnings)
		}
		if want != "" {
			if out := readText(t, "c.csv", basic+",N,"+column+"\nAedes,1,2,2007,3,4\n", mapping(t, "count="+want)); out.records[0].Count != 4 || !strings.HasSuffix(want, out.records[0].Sex) {
				t.Errorf("%s: the advice makes %+v", column, out.records[0])
			}
		}
	}
}

func TestColumnsThatMayBeTheStatus(t *testing.T) {
	t.Parallel()
	for _, header := range []string{
		"present/absent", "Present", "presencia", "Presencia/Ausencia", "presença", "наличие", "Occurrence", "Pres", "P/A", "Pos/Neg", "found", "occ",
		"detection", "detected", "Présent", "Nachweis",
	} {
		for value, absent := range map[string]bool{"no": true, "0": true, "absent": true, "ausencia": true, "": false, "yes": false, "1": false, "presencia": false} {
			checkStatus(t, header, value, absent)
		}
	}
	for _, header := range []string{"absence", "Ausencia", "absent"} {
		for value, absent := range map[string]bool{"yes": true, "1": true, "absent": true, "no": false, "0": false, "present": false, "": false} {
			checkStatus(t, header, value, absent)
		}
	}
	for value, absent := range map[string]bool{"absent": true, "not detected": true, "negative": false, "0": false} { // of a test for a virus
		checkStatus(t, "Result", value, absent)
	}
}

// checkStatus reads a row whose only other column may be the status.
func checkStatus(t *testing.T, header, value string, absent bool) {
	t.Helper()
	out := readText(t, "s.csv", basic+","+header+"\nAedes,1,2,2007,"+value+"\n", Options{})
	if (out.rejects[errMayBeAbsent.Error()] == 1) != absent || (len(out.records) == 0) != absent {
		t.Errorf("%s=%s: %d records, %v", header, value, len(out.records), out.rejects)
	}
	if note := `"` + header + `" may be the status: name it with --map status=COLUMN`; out.warnings[note] != 1 {
		t.Errorf("%s: notes %v", header, out.warnings)
	}
}
