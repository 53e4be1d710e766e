package faults_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	importRows     = 15000
	importRejected = 5
)

// TestImport breaks an import that runs beside the load. A file is there as a whole or not at all, and importing it again
// brings what is missing and nothing twice.
func TestImport(t *testing.T) {
	rounds := long(t)
	w := newWorld(t)
	w.embedded(filepath.Join(w.dir, "db"), "SKEETER_DEMO=false")
	w.start()
	for round := range rounds {
		for _, i := range w.random.Perm(3) {
			switch i {
			case 0:
				w.breakImport(round, "import killed", func(im *importing) { _ = im.kill() })
			case 1:
				w.breakImport(round, "server killed", func(*importing) { w.servers[0].kill(w.t, syscall.SIGKILL) })
			case 2:
				w.breakImport(round, "postmaster killed", func(*importing) { w.signalPostgres(syscall.SIGKILL, false) })
			}
		}
	}
}

// breakImport lets something happen at some moment of an import of a data source of its own.
func (w *world) breakImport(round int, name string, strike func(*importing)) {
	w.endure(fmt.Sprintf("%s/%d", name, round+1), fault{strike: func(w *world) {
		dataset := fmt.Sprintf("%s %d", name, round+1)
		file := w.occurrences(dataset)
		im := w.importing(file, dataset)
		w.moment(0, 4*time.Second)
		strike(im)
		done := im.wait()
		w.recover()
		rows := w.rowsOf(dataset)
		w.t.Logf("the import ended with %v, %d of %d rows are there", done, rows, importRows)
		if rows != 0 && rows != importRows || done == nil && rows != importRows {
			w.t.Errorf("%d rows of an import of %d that ended with %v\n%s", rows, importRows, done, im.said.String())
		}
		for _, unchanged := range []int{rows, importRows} {
			again := w.importing(file, dataset)
			if err := again.wait(); err != nil {
				w.t.Errorf("importing again: %v\n%s", err, again.said.String())
			}
			want := fmt.Sprintf("inserted %d, updated 0, unchanged %d, absences 0, rejected %d", importRows-unchanged, unchanged, importRejected)
			if !strings.Contains(again.said.String(), want) {
				w.t.Errorf("importing again said:\n%s\nwant %s", again.said.String(), want)
			}
			if rows := w.rowsOf(dataset); rows != importRows {
				w.t.Errorf("%d rows after importing again, want %d", rows, importRows)
			}
		}
	}})
}

// importing is an import that runs.
type importing struct {
	said bytes.Buffer
	done chan error
	kill func() error
}

func (w *world) importing(file, dataset string) *importing {
	w.t.Helper()
	im := &importing{done: make(chan error, 1)}
	cmd := w.servers[0].command("import", file, "--dataset", dataset)
	cmd.Stdout, cmd.Stderr = &im.said, &im.said
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	im.kill = cmd.Process.Kill
	go func() { im.done <- cmd.Wait() }()
	return im
}

func (im *importing) wait() error { return <-im.done }

func (w *world) rowsOf(dataset string) int {
	w.t.Helper()
	return w.number(w.connect(), "select count(*)::int from observations o join data_sources d on d.key = o.data_source_key where d.name = $1", dataset)
}

// occurrences writes a file with rows of a data source, and some that have to be rejected.
func (w *world) occurrences(dataset string) string {
	w.t.Helper()
	var b strings.Builder
	b.WriteString("occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\n")
	for i := range importRows {
		city := cities[i%len(cities)]
		fmt.Fprintf(&b, "%s-%d,Culex pipiens,%.5f,%.5f,2023-%02d-%02d,%d\n", dataset, i, city.lat+float64(i%997)/4000, city.lng+float64(i%991)/4000,
			1+i%12, 1+i%28, 1+i%9)
	}
	for i := range importRejected {
		fmt.Fprintf(&b, "%s-bad-%d,Culex pipiens,,,2023-01-01,1\n", dataset, i)
	}
	path := filepath.Join(w.dir, strings.ReplaceAll(dataset, " ", "-")+".csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return path
}
