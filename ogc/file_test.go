package ogc_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

const allAsFile = "/collections/observations/items?f=fgb"

// A client reads a finished file piece by piece, by ranges of bytes (RFC 9110, section 14).
func TestRangesOfAFile(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, id := range []string{"observations", "events", "pools", "sites", "countries", "regions"} {
		target := "/collections/" + id + "/items?f=fgb"
		head := s.ask(http.MethodHead, target, "")
		length, _ := strconv.Atoi(head.header.Get("Content-Length"))
		etag := head.header.Get("ETag")
		if head.status != http.StatusOK || head.raw != "" || head.header.Get("Accept-Ranges") != "bytes" || length < 1000 || !strings.HasPrefix(etag, `"`) {
			t.Fatalf("%s: HEAD is %d %v", id, head.status, head.header)
		}
		whole := s.ok(target)
		if len(whole.raw) != length || whole.header.Get("ETag") != etag {
			t.Errorf("%s: %d bytes %s, HEAD said %d %s", id, len(whole.raw), whole.header.Get("ETag"), length, etag)
		}
		if got := whole.header.Get("Content-Disposition"); got != `attachment; filename="`+id+`.fgb"` {
			t.Errorf("%s: %s", id, got)
		}
		for _, tc := range []struct {
			name, bytes string
			headers     []string
			status      int
			from, to    int
		}{
			{"a range", "bytes=0-99", nil, http.StatusPartialContent, 0, 100},
			{"a range in the middle", "bytes=500-999", []string{"Accept-Encoding", "gzip, zstd"}, http.StatusPartialContent, 500, 1000},
			{"the end", "bytes=-10", nil, http.StatusPartialContent, length - 10, length},
			{"the same version", "bytes=5-9", []string{"If-Range", etag}, http.StatusPartialContent, 5, 10},
			{"another version", "bytes=5-9", []string{"If-Range", `"other"`}, http.StatusOK, 0, length},
			{"another unit", "lines=5-9", nil, http.StatusOK, 0, length},
			{"beyond the end", "bytes=" + strconv.Itoa(length) + "-", nil, http.StatusRequestedRangeNotSatisfiable, 0, 0},
			{"a version that is no more", "bytes=5-9", []string{"If-Match", `"other"`}, http.StatusPreconditionFailed, 0, 0},
			{"what the client has", "bytes=5-9", []string{"If-None-Match", etag}, http.StatusNotModified, 0, 0},
		} {
			got := s.get(target, append([]string{"Range", tc.bytes}, tc.headers...)...)
			if got.status != tc.status {
				t.Errorf("%s, %s: %d, want %d", id, tc.name, got.status, tc.status)
			}
			switch {
			case tc.status >= http.StatusBadRequest:
				if got.body["detail"] == nil || got.header.Get("Content-Type") != "application/json" || got.header.Get("Content-Disposition") != "" {
					t.Errorf("%s, %s: %s %v", id, tc.name, got.raw, got.header)
				}
			case got.raw != whole.raw[tc.from:tc.to]:
				t.Errorf("%s, %s: %d other bytes", id, tc.name, len(got.raw))
			case got.header.Get("Content-Encoding") != "":
				t.Errorf("%s, %s is compressed", id, tc.name)
			}
		}
		if got := s.get(target, "Range", "bytes=0-9,20-29"); got.status != http.StatusPartialContent || !strings.HasPrefix(got.header.Get("Content-Type"), "multipart/byteranges") {
			t.Errorf("%s: two ranges are %d %v", id, got.status, got.header)
		}
	}
}

// A whole file is compressed for who asks for that. It is another representation, whose bytes have no ranges.
func TestCompressedFile(t *testing.T) {
	t.Parallel()
	s := shared(t)
	plain := s.ok(allAsFile)
	for coding, open := range map[string]func(io.Reader) (io.Reader, error){
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"zstd": nil,
	} {
		packed := s.ok(allAsFile, "Accept-Encoding", coding)
		h := packed.header
		if h.Get("Content-Encoding") != coding || h.Get("ETag") == plain.header.Get("ETag") || h.Get("Accept-Ranges") != "" || !strings.Contains(strings.Join(h.Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("%s: %v", coding, h)
		}
		if len(packed.raw) >= len(plain.raw) {
			t.Errorf("%s: %d bytes of %d", coding, len(packed.raw), len(plain.raw))
		}
		if open == nil {
			continue
		}
		r, err := open(strings.NewReader(packed.raw))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(r); string(b) != plain.raw || err != nil {
			t.Errorf("%s: other bytes, %v", coding, err)
		}
		if got := s.get(allAsFile, "If-None-Match", h.Get("ETag"), "Accept-Encoding", coding); got.status != http.StatusNotModified {
			t.Errorf("%s: %d", coding, got.status)
		}
	}
}

// A file is of one state, one selection and one language.
func TestFilesAreNotMixed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	before := s.ok(allAsFile)
	for _, other := range []string{allAsFile + "&lang=fr", allAsFile + "&species_id=aedes-aegypti", "/collections/events/items?f=fgb"} {
		if a := s.ok(other); a.raw == before.raw || a.header.Get("ETag") == before.header.Get("ETag") {
			t.Errorf("%s answers as %s", other, allAsFile)
		}
	}
	pgtest.Run(t, s.db, "delete from observations where id = '"+idOf(1)+"'")
	s.catchUp()
	after := s.get(allAsFile, "Range", "bytes=0-", "If-Range", before.header.Get("ETag"))
	if after.status != http.StatusOK || strings.Contains(after.raw, idOf(1)) || !strings.Contains(before.raw, idOf(1)) {
		t.Errorf("%d: a record that was removed is still there", after.status)
	}
	if after.header.Get("OGC-NumberMatched") != strconv.Itoa(shown-1) {
		t.Errorf("%s matched", after.header.Get("OGC-NumberMatched"))
	}
}

// What is no finished file does not offer ranges: an order that was asked for, a page, features without places.
func TestNoRangesOfAStream(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, target := range []string{allAsFile + "&sortby=-count", allAsFile + "&limit=10", allAsFile + "&skipGeometry=true", "/collections/observations/items?f=parquet"} {
		a := s.get(target, "Range", "bytes=0-9")
		if a.status != http.StatusOK || a.header.Get("Accept-Ranges") != "" || len(a.raw) < 1000 {
			t.Errorf("%s: %d, %d bytes, %v", target, a.status, len(a.raw), a.header)
		}
	}
}

// Without a temporary folder the features come as a stream.
func TestFileWithoutDisk(t *testing.T) {
	s := setup(t)
	t.Setenv("TMPDIR", t.TempDir()+"/gone")
	a := s.ok(allAsFile)
	if a.header.Get("Accept-Ranges") != "" || !strings.HasPrefix(a.raw, "fgb") || !strings.HasPrefix(a.header.Get("ETag"), "W/") {
		t.Errorf("%v", a.header)
	}
	if a := s.ok("/collections/sites/items?f=fgb"); a.header.Get("ETag") != "" || !strings.HasPrefix(a.raw, "fgb") {
		t.Errorf("sites: %v", a.header)
	}
}

// Files of browsers have a name; what they show has none.
func TestNamesOfFiles(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for format, name := range map[string]string{
		"fgb": "pools.fgb", "parquet": "pools.parquet", "arrow": "pools.arrows", "gpkg": "pools.gpkg", "xlsx": "pools.xlsx", "csv": "pools.csv", "json": "", "geojsonseq": "", "html": "",
	} {
		want := ""
		if name != "" {
			want = `attachment; filename="` + name + `"`
		}
		if got := s.ok("/collections/pools/items?f=" + format).header.Get("Content-Disposition"); got != want {
			t.Errorf("%s: %s, want %s", format, got, want)
		}
	}
}

// What a workbook cannot hold is refused, with the record and the property that it cannot hold.
func TestWorkbookRefuses(t *testing.T) {
	t.Parallel()
	s := setup(t)
	pgtest.Run(t, s.db, "alter table observations drop constraint observations_notes_check")
	pgtest.Run(t, s.db, "update observations set notes = repeat('x', 40000) where id = '"+idOf(1)+"'")
	s.catchUp()
	s.refused("/collections/observations/items?f=xlsx", "at most 32767 characters in a cell; notes of the row with id "+idOf(1)+" has 40000")
}
