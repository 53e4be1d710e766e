package gis_test

import (
	"cmp"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// pyogrio is the release whose wheel has a newer GDAL (3.12) than Debian's.
const pyogrio = "pyogrio==0.13.0"

// gdal counts the features of a collection that meet a condition.
type gdal struct {
	name  string
	count func(t *testing.T, source, collection, where string) int
}

// gdals are the installed GDAL, and, but in the short form, the one of pyogrio where pip can install it.
func gdals(t *testing.T) []gdal {
	t.Helper()
	all := []gdal{{"installed", func(t *testing.T, source, collection, where string) int {
		t.Helper()
		said := ogrinfo(t, "-so", "-oo", "PAGE_SIZE=10000", "-where", where, source, collection)
		n, err := strconv.Atoi(match(t, said, `(?m)^Feature Count: (\d+)$`))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}}}
	if !testenv.Long() {
		return all
	}
	folder := t.TempDir()
	for _, command := range [][]string{{"python3", "-m", "venv", folder}, {filepath.Join(folder, "bin/pip"), "install", "--quiet", pyogrio}} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Logf("SKIPPED: a newer GDAL: %s: %v\n%s", command, err, out)
			return all
		}
	}
	const count = "import sys, pyogrio.raw\n" +
		"meta, fids, geometry, fields = pyogrio.raw.read(sys.argv[1], layer=sys.argv[2], where=sys.argv[3], columns=['species_id'], read_geometry=False, PAGE_SIZE=10000)\n" +
		"print(len(fields[0]))"
	return append(all, gdal{"of pyogrio", func(t *testing.T, source, collection, where string) int {
		t.Helper()
		out, err := exec.Command(filepath.Join(folder, "bin/python"), "-c", count, source, collection, where).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		n, err := strconv.Atoi(strings.TrimSpace(string(out)))
		if err != nil {
			t.Fatalf("%s", out)
		}
		return n
	}})
}

// TestOAPIFConditions: the conditions that GDAL can say reach the server, so that it sends no more than what meets them.
func TestOAPIFConditions(t *testing.T) {
	server := needGDAL(t)
	proxy := record(t, server)
	for _, g := range gdals(t) {
		for where, filter := range map[string]string{
			"species_id LIKE 'aedes-%' AND count > 3":                 "",
			"species_id ILIKE 'AEDES-%' AND count > 3":                "species_id LIKE 'aedes-%' AND count > 3",
			"count <> 1 AND count < 4":                                "",
			"sex IS NULL":                                             "",
			"sex IS NOT NULL":                                         "",
			"NOT (species_id = 'culex-pipiens') AND count >= 5":       "",
			"(count > 8 OR species_id = 'culex-pipiens')":             "",
			"count BETWEEN 4 AND 6":                                   "",
			"observed_at > '2015-01-01T12:00:00Z' AND count > 2":      "observed_at > TIMESTAMP('2015-01-01T12:00:00Z') AND count > 2",
			"observed_at <= '2015/06/01 10:00:00' AND sex = 'female'": "observed_at <= TIMESTAMP('2015-06-01T10:00:00Z') AND sex = 'female'",
		} {
			t.Run(g.name+"/"+where, func(t *testing.T) {
				const few = " AND country_id = 'br'" // a page of the server's own answer holds them all
				where, filter := where+few, cmp.Or(filter, where)+few
				proxy.forget()
				got, want := g.count(t, "OAPIF:"+proxy.base+"/ogc", "observations", where), matched(t, "observations", "filter="+url.QueryEscape(filter))
				if got != want || got == 0 || got == 10000 {
					t.Errorf("%d features, want %d", got, want)
				}
				if items := proxy.items("observations"); !proxy.asked("observations", "filter") || len(items) > 3 { // some to see what there is
					t.Errorf("%d pages for %d features: %v", len(items), want, items)
				}
			})
		}
	}
}
