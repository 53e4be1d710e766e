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
	rounds := longForm(t)
	d := newDeployment(t)
	d.embedded(d.database(), "SKEETER_DEMO=false")
	d.start()
	for round := range rounds {
		for _, i := range d.random.Perm(3) {
			switch i {
			case 0:
				d.breakImport(round, "import killed", func(im *importing) { _ = im.kill() })
			case 1:
				d.breakImport(round, "server killed", func(*importing) { d.servers[0].kill(d.t, syscall.SIGKILL) })
			case 2:
				d.breakImport(round, "postmaster killed", func(*importing) { d.signalPostgres(syscall.SIGKILL, false) })
			}
		}
	}
}

// breakImport lets something happen at some moment of an import of a data source of its own.
func (d *deployment) breakImport(round int, name string, cause func(*importing)) {
	d.inject(fmt.Sprintf("%s/%d", name, round+1), fault{cause: func(d *deployment) {
		dataset := fmt.Sprintf("%s %d", name, round+1)
		file := d.occurrences(dataset)
		im := d.importing(file, dataset)
		d.waitBetween(0, 4*time.Second)
		cause(im)
		done := im.wait()
		d.recover()
		rows := d.rowsOf(dataset)
		d.t.Logf("the import ended with %v, %d of %d rows are there", done, rows, importRows)
		if rows != 0 && rows != importRows || done == nil && rows != importRows {
			d.t.Errorf("%d rows of an import of %d that ended with %v\n%s", rows, importRows, done, im.said.String())
		}
		for _, unchanged := range []int{rows, importRows} {
			again := d.importing(file, dataset)
			if err := again.wait(); err != nil {
				d.t.Errorf("importing again: %v\n%s", err, again.said.String())
			}
			want := fmt.Sprintf("inserted %d, updated 0, unchanged %d, absences 0, rejected %d", importRows-unchanged, unchanged, importRejected)
			if !strings.Contains(again.said.String(), want) {
				d.t.Errorf("importing again said:\n%s\nwant %s", again.said.String(), want)
			}
			if rows := d.rowsOf(dataset); rows != importRows {
				d.t.Errorf("%d rows after importing again, want %d", rows, importRows)
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

func (d *deployment) importing(file, dataset string) *importing {
	d.t.Helper()
	im := &importing{done: make(chan error, 1)}
	cmd := d.servers[0].deployment.Command("import", file, "--dataset", dataset)
	cmd.Stdout, cmd.Stderr = &im.said, &im.said
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	im.kill = cmd.Process.Kill
	go func() { im.done <- cmd.Wait() }()
	return im
}

func (im *importing) wait() error { return <-im.done }

func (d *deployment) rowsOf(dataset string) int {
	d.t.Helper()
	return d.number(d.connect(), "select count(*)::int from observations o join data_sources d on d.key = o.data_source_key where d.name = $1", dataset)
}

// occurrences writes a file with rows of a data source, and some that have to be rejected.
func (d *deployment) occurrences(dataset string) string {
	d.t.Helper()
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
	path := filepath.Join(d.dir, strings.ReplaceAll(dataset, " ", "-")+".csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		d.t.Fatal(err)
	}
	return path
}
