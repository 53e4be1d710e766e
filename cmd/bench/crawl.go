package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"
)

// crawlRounds of each way, in turn.
const crawlRounds = 3

// runCrawl compares how GDAL copies all features through the pages of OGC API - Features, from a file of the same GeoJSON, and as
// FlatGeobuf.
func (b *bench) runCrawl(ctx context.Context, records int) error {
	if err := b.makeRecords(ctx, records); err != nil {
		return err
	}
	server, err := b.serve(ctx)
	if err != nil {
		return err
	}
	return errors.Join(b.measureCrawl(ctx, server), server.stop())
}

func (b *bench) measureCrawl(ctx context.Context, s *server) error {
	file := func(name string) string { return filepath.Join(b.dir, name) }
	items := s.base + "/ogc/collections/observations/items"
	crawl := func(out string, options ...string) []string {
		args := append([]string{"ogr2ogr"}, options...)
		return append(args, out, "OAPIF:"+s.base+"/ogc", "observations", "-oo", "PAGE_SIZE=10000")
	}
	flat := []string{"-f", "FlatGeobuf", "-lco", "SPATIAL_INDEX=NO"}
	if _, err := tool(ctx, crawl(file("all.geojson"), "-f", "GeoJSON")...); err != nil {
		return err
	}
	ways := []struct {
		name     string
		commands [][]string
		out      string
		times    []time.Duration
	}{
		{name: "ogr2ogr through the pages of 10,000", commands: [][]string{crawl(file("crawl.fgb"), flat...)}, out: file("crawl.fgb")},
		{name: "ogr2ogr from the same GeoJSON on the disk", out: file("disk.fgb"),
			commands: [][]string{append(append([]string{"ogr2ogr"}, flat...), file("disk.fgb"), file("all.geojson"))}},
		{name: "FlatGeobuf by curl, then ogrinfo reads it", out: file("curl.fgb"),
			commands: [][]string{{"curl", "-sf", "-o", file("curl.fgb"), items + "?f=fgb"}, {"ogrinfo", "-q", file("curl.fgb"), "-sql", "select max(count) from observations"}}},
	}
	counts := map[string]bool{}
	for range crawlRounds {
		for i := range ways {
			_ = os.Remove(ways[i].out)
			began := time.Now()
			for _, command := range ways[i].commands {
				if _, err := tool(ctx, command...); err != nil {
					return err
				}
			}
			ways[i].times = append(ways[i].times, time.Since(began))
			info, err := tool(ctx, "ogrinfo", "-so", "-al", ways[i].out)
			if err != nil {
				return err
			}
			counts[string(regexp.MustCompile(`Feature Count: \d+`).Find(info))] = true
		}
	}
	if len(counts) != 1 {
		return fmt.Errorf("the ways do not give the same number of features: %v", counts)
	}
	for count := range counts {
		fmt.Printf("copying all features, medians of %d rounds in turn; %s each\n", crawlRounds, count)
	}
	for i := range ways {
		fmt.Printf("%-58s %9.1f s\n", ways[i].name, median(ways[i].times).Seconds())
	}
	fmt.Printf("%-58s %8.0f %% (at least 80)\n", "rate through the pages, of the rate from the disk", 100*median(ways[1].times).Seconds()/median(ways[0].times).Seconds())
	return nil
}

// tool runs a program to its end and returns what it printed.
func tool(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", args[0], err, stderr.Bytes())
	}
	return out, nil
}
