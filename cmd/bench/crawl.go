package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// crawlRounds is how often each way runs.
const crawlRounds = 3

// anew stands in an address for the number of the round, so that no round reads the finished file of an earlier one.
const anew = "&_=ROUND"

// runCrawl compares how fast all features are copied: by GDAL through the pages of OGC API - Features, from a GeoJSON file with the same
// features, and as FlatGeobuf, GeoParquet and Arrow. A server that replays the same pages from memory shows how much of the time GDAL itself takes.
func (b *bench) runCrawl(ctx context.Context, records int) {
	b.makeRecords(ctx, records)
	b.measureCrawl(ctx, b.serve(ctx), records)
}

func (b *bench) measureCrawl(ctx context.Context, s *server, records int) {
	file := func(name string) string { return filepath.Join(b.dir, name) }
	items := s.base + "/ogc/collections/observations/items"
	crawl := func(base, out string, options ...string) []string {
		args := append([]string{"ogr2ogr"}, options...)
		return append(args, out, "OAPIF:"+base+"/ogc", "observations", "-oo", "PAGE_SIZE=10000")
	}
	memory := newRecorder(s.base)
	recorded := httptest.NewServer(memory)
	defer recorded.Close()
	flat := []string{"-f", "FlatGeobuf", "-lco", "SPATIAL_INDEX=NO"}
	tool(ctx, crawl(recorded.URL, file("all.geojson"), "-f", "GeoJSON")...)
	ways := []copying{
		{name: "ogr2ogr through the pages of 10,000", commands: [][]string{crawl(s.base, file("crawl.fgb"), flat...)}, out: file("crawl.fgb")},
		{name: "ogr2ogr through the same pages out of memory", commands: [][]string{crawl(recorded.URL, file("memory.fgb"), flat...)}, out: file("memory.fgb")},
		{name: "ogr2ogr from the same GeoJSON on the disk", out: file("disk.fgb"),
			commands: [][]string{append(append([]string{"ogr2ogr"}, flat...), file("disk.fgb"), file("all.geojson"))}},
		{name: "FlatGeobuf by curl, then ogrinfo reads it", out: file("curl.fgb"),
			commands: [][]string{{"curl", "-sf", "-o", file("curl.fgb"), items + "?f=fgb" + anew}, {"ogrinfo", "-q", file("curl.fgb"), "-sql", "select max(count) from observations"}}},
	}
	ways = append(ways, columnarCopies(ctx, items, file)...)
	counts := map[string]bool{}
	for round := range crawlRounds {
		for i := range ways {
			_ = os.Remove(ways[i].out)
			began := time.Now()
			for _, command := range ways[i].commands {
				asked := make([]string, len(command))
				for j, argument := range command {
					asked[j] = strings.ReplaceAll(argument, anew, fmt.Sprintf("&_=%d", round))
				}
				tool(ctx, asked...)
			}
			ways[i].times = append(ways[i].times, time.Since(began))
			counted := ways[i].counted
			if counted == nil {
				counted = []string{"ogrinfo", "-so", "-al", ways[i].out}
			}
			info := tool(ctx, counted...)
			counts[string(regexp.MustCompile(`Feature Count: \d+`).Find(info))] = true
		}
	}
	if len(counts) != 1 {
		check(fmt.Errorf("the ways do not give the same number of features: %v", counts))
	}
	for count := range counts {
		fmt.Printf("copying all features, medians of %d rounds in turn; %s each\n", crawlRounds, count)
	}
	for i := range ways {
		took, size := median(ways[i].times).Seconds(), must(os.Stat(ways[i].out)).Size()
		fmt.Printf("%-58s %9.1f s %9.0f features/s %6.0f MB\n", ways[i].name, took, float64(records)/took, float64(size)/1e6)
	}
	rate := func(name, goal string, of, to int) {
		fmt.Printf("%-58s %8.0f %%%s\n", name, 100*median(ways[to].times).Seconds()/median(ways[of].times).Seconds(), goal)
	}
	rate("rate through the pages, of the rate from the disk", " (at least 80)", 0, 2)
	rate("rate through the pages, of that out of memory", "", 0, 1)
}

// copying is a way to copy all features into a file.
type copying struct {
	name     string
	commands [][]string
	out      string
	counted  []string // prints how many features the file has; nil: ogrinfo does
	times    []time.Duration
}

// columnarCopies are the ways of Python's readers, where SKEETER_TEST_PYTHON or python3 has them: GDAL of Debian 12 reads neither format.
func columnarCopies(ctx context.Context, items string, file func(string) string) []copying {
	python := cmp.Or(os.Getenv("SKEETER_TEST_PYTHON"), "python3")
	if exec.CommandContext(ctx, python, "-c", "import duckdb, pyarrow").Run() != nil { //nolint:gosec // the user's own interpreter
		fmt.Println("GeoParquet and Arrow are not read:", python, "has no duckdb and pyarrow")
		return nil
	}
	read := func(format, out, greatest, count string) copying {
		return copying{
			commands: [][]string{{"curl", "-sf", "-o", out, items + "?f=" + format + anew}, {python, "-c", greatest}},
			out:      out, counted: []string{python, "-c", "print('Feature Count:', " + count + ")"},
		}
	}
	parquet, arrow := file("all.parquet"), file("all.arrows")
	duck := func(what string) string {
		return fmt.Sprintf("__import__('duckdb').sql(\"select %s from '%s'\").fetchall()[0][0]", what, parquet)
	}
	table := fmt.Sprintf("__import__('pyarrow.ipc').ipc.open_stream('%s').read_all()", arrow)
	byDuckDB := read("parquet", parquet, duck("max(count)"), duck("count(*)"))
	byDuckDB.name = "GeoParquet by curl, then DuckDB reads it"
	byArrow := read("arrow", arrow, table+".column('count').sort()", table+".num_rows")
	byArrow.name = "Arrow by curl, then pyarrow reads it"
	return []copying{byDuckDB, byArrow}
}

// tool runs a program to its end and returns what it printed.
func tool(ctx context.Context, args ...string) []byte {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		check(fmt.Errorf("%s: %w\n%s", args[0], err, stderr.Bytes()))
	}
	return out
}

// recorder forwards each request to a server once, and then replays its answer from memory.
type recorder struct {
	to      *httputil.ReverseProxy
	mu      sync.Mutex
	answers map[string]*httptest.ResponseRecorder
}

func newRecorder(base string) *recorder {
	to := must(url.Parse(base))
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host // so that links lead to the recorder
	}}
	return &recorder{to: proxy, answers: map[string]*httptest.ResponseRecorder{}}
}

func (c *recorder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := r.URL.RequestURI() + " " + r.Header.Get("Accept")
	answer := c.answers[key]
	if answer == nil {
		answer = httptest.NewRecorder()
		c.to.ServeHTTP(answer, r)
		c.answers[key] = answer
	}
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}
