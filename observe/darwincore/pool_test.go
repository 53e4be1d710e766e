package darwincore

import (
	"strings"
	"testing"
)

// TestDashesOfResults: a dash is a negative result where another one is a plus, and ND is neither not detected nor not done.
func TestDashesOfResults(t *testing.T) {
	t.Parallel()
	const header = "pool," + basic + ",size,virus,res\n"
	for results, want := range map[string]string{
		"-,+":            "negative positive",
		"- ,neg,–,+":     "negative negative negative positive",
		"-,positive":     errResult.Error() + " positive",
		"ND,+":           errMayBeUndone.Error() + " positive",
		"n.d.,n/d,neg,+": errMayBeUndone.Error() + " " + errMayBeUndone.Error() + " negative positive",
	} {
		var text strings.Builder
		text.WriteString(header)
		for _, result := range strings.Split(results, ",") {
			text.WriteString("P1,Culex pipiens,1,2,2019-06-01,50,WNV," + result + "\n")
		}
		out := readText(t, "pools.csv", text.String(), mapping(t, "pool=pool,size=size,pathogen=virus,result=res"))
		var got []string
		for _, row := range out.rows {
			if row.Pool != nil {
				row.Reject = row.Pool.Result
			}
			got = append(got, row.Reject)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", results, got, want)
		}
	}
}

// TestPoolsWithoutMap: headers of pools are noted with the map that reads them, and their result is no status.
func TestPoolsWithoutMap(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"poolID,size,pathogen,result":       "pool=poolID,size=size,pathogen=pathogen,result=result",
		"Pool,Test Result,virus":            `pool=Pool,size=COLUMN,pathogen=virus,result="Test Result"`,
		"pool_id,result,pathogen,test date": `pool=pool_id,size=COLUMN,pathogen=pathogen,result=result,tested_on="test date"`,
		"size,pathogen,result":              "",
		"pool,size":                         "",
	} {
		out := readText(t, "pools.csv", basic+","+header+"\nCulex pipiens,1,2,2019-06-01"+strings.Repeat(",x", strings.Count(header, ",")+1)+"\n", Options{})
		noted, status := "", false
		for message := range out.warnings {
			if _, m, ok := strings.Cut(message, "import the file again with --map "); ok {
				noted = strings.Trim(m, "'")
			}
			status = status || strings.Contains(message, "--map status=")
		}
		if noted != want || status == (want != "") && strings.Contains(header, "result") {
			t.Errorf("%s: noted %s, a status %t, want %s", header, noted, status, want)
		}
	}
}
