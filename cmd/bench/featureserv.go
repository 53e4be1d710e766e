package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// featureservVariable names the program of pg_featureserv, to be measured beside.
const featureservVariable = "PG_FEATURESERV"

// compareFeatureserv asks pg_featureserv for the same boxes, in turn, where its program is given.
func (b *bench) compareFeatureserv(ctx context.Context, s *server, d *draw) {
	program := os.Getenv(featureservVariable)
	if program == "" {
		fmt.Println("pg_featureserv itself is not measured:", featureservVariable, "names no program")
		return
	}
	other := b.startFeatureserv(ctx, program)
	defer other.stop() //nolint:errcheck // it exits with 1 when it is told to stop
	for _, order := range []struct {
		name, parameter string
		least           float64
	}{{"sorted", "&sortby=-observed_at", 10}, {"unsorted", "", 4}} {
		var ours, theirs []time.Duration
		var ratios []float64
		for range otherRounds {
			box := d.wideBox()
			body, mine := s.get(ctx, boxPath(box))
			features := bytes.Count(body, []byte(`{"type":"Feature",`))
			body, took := other.get(ctx, fmt.Sprintf("/collections/public.observations/items.json?limit=%d&bbox=%s%s", layerFeatures, box, order.parameter))
			if n := bytes.Count(body, []byte(`{"type":"Feature",`)); n != features {
				check(fmt.Errorf("the box %s has %d features here and %d there", box, features, n))
			}
			ours, theirs, ratios = append(ours, mine), append(theirs, took), append(ratios, float64(took)/float64(mine))
		}
		fmt.Printf("%-42s median %7.1f ms; the same boxes here %7.1f ms; median of the ratios %5.1f (at least %g)\n", "pg_featureserv, "+order.name,
			ms(median(theirs)), ms(median(ours)), median(ratios), order.least)
		b.sum("the same", fmt.Sprintf("%.1f ms", ms(median(ours))), fmt.Sprintf("pg_featureserv's program, %s, %.1f ms", order.name, ms(median(theirs))),
			fmt.Sprintf("%.1f times (at least %g)", median(ratios), order.least))
	}
}

// startFeatureserv starts pg_featureserv over the database and waits until it answers.
func (b *bench) startFeatureserv(ctx context.Context, program string) *server {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	_, port, err := net.SplitHostPort(listener.Addr().String())
	check(errors.Join(err, listener.Close()))
	cmd := exec.CommandContext(ctx, program) //nolint:gosec // whoever runs the benchmark names the program
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "DATABASE_URL=postgres:///skeeter?user=skeeter&host="+url.QueryEscape(filepath.Join(b.database, "socket")),
		"PGFS_SERVER_HTTPHOST=127.0.0.1", "PGFS_SERVER_HTTPPORT="+port, fmt.Sprintf("PGFS_PAGING_LIMITMAX=%d", layerFeatures))
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	check(cmd.Start())
	s := &server{cmd: cmd, base: "http://127.0.0.1:" + port}
	for range 100 {
		if _, _, err = s.try(ctx, "/collections/public.observations.json"); err == nil {
			return s
		}
		time.Sleep(100 * time.Millisecond)
	}
	check(errors.Join(fmt.Errorf("%s does not answer: %w", program, err), s.stop()))
	return nil
}
