package program_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// maxImportMemory is what docs/import.md promises, in kB.
const maxImportMemory = 220_000

// TestImportMemory imports a file in which every row differs in everything that an import remembers by its text: names, countries,
// reasons, ids of rejected rows. The short form has as many bytes as the long one, which are what counts, in fewer rows.
func TestImportMemory(t *testing.T) {
	t.Parallel()
	d := memoryServer(t)
	var file strings.Builder
	file.WriteString("occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,country,sex,locality\n")
	rows, places := 5_000, 480
	if testenv.Long() {
		rows, places = 60_000, 40
	}
	for i := range rows {
		fmt.Fprintf(&file, "urn:memory:%d,Culex %s,%.4f,%.4f,20%02d-0%d-1%d,%d,Land %d,sex %d,%s\n", i, letters(i), 42+float64(i%9000)/1000, float64(i%7000)/1000,
			i%25, 1+i%9, i%10, i%3-1, i, i, strings.Repeat("place ", places))
	}
	importWithin(t, d, d.File("varied.csv", file.String()))
}

// TestImportMemoryOfAnArchive imports an archive whose events and measurements nearly need all the memory that they may take, while its
// dates are surveyed and rows that repeat an id are listed.
func TestImportMemoryOfAnArchive(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("the long form alone: TestArchiveThatNeedsTooMuchMemory of observe/darwincore holds what events and measurements may take, and TestImportMemory the whole program to its limit")
	}
	d := memoryServer(t)
	var events, occurrences, measurements strings.Builder
	const rows = 15_000 // of 4 kB: more rows take minutes
	for i := range rows {
		fmt.Fprintf(&events, "event %d\t1%d/0%d/2019\t%.4f\t%.4f\t%s\n", i, 3+i%7, 1+i%9, 42+float64(i%9000)/1000, float64(i%7000)/1000, strings.Repeat("rain ", 500))
		fmt.Fprintf(&occurrences, "event %d\turn:archive:%d\tCulex pipiens\n", i, i-i%1000/999) // the last of each thousand repeats the one before
		fmt.Fprintf(&measurements, "event %d\ttrap nights %d\t%d\t%s\n", i, i, i, strings.Repeat("nights ", 120))
	}
	importWithin(t, d, filetest.Zip(t,
		"meta.xml", filetest.ArchiveXML(
			filetest.TableXML("core", "Event", "event.txt", "eventDate", "decimalLatitude", "decimalLongitude", "eventRemarks"),
			filetest.TableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName"),
			filetest.TableXML("extension", "MeasurementOrFact", "effort.txt", "measurementType", "measurementValue", "measurementUnit"),
		), "event.txt", events.String(), "occurrence.txt", occurrences.String(), "effort.txt", measurements.String()))
}

// memoryServer is a server of the test's own: an import takes memory for the names that its database has.
func memoryServer(t *testing.T) *skeetertest.Deployment {
	t.Helper()
	if strings.Contains(os.Getenv("GOFLAGS"), "-race") {
		t.Skip("the race detector takes several times the memory")
	}
	d := skeetertest.New(t)
	d.Serve()
	return d
}

// peakEvery is how often the peak is read. It never falls, so that no more is missed than what comes between the last look and the end.
const peakEvery = 20 * time.Millisecond

// importWithin imports a file in less than maxImportMemory.
func importWithin(t *testing.T, d *skeetertest.Deployment, path string) {
	t.Helper()
	cmd := d.Command("import", path)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	most := 0
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			if most == 0 || most > maxImportMemory {
				t.Errorf("the import of %s took %d kB", path, most)
			}
			t.Logf("%d kB", most)
			return
		case <-time.After(peakEvery):
			most = max(most, peakMemory(cmd.Process.Pid))
		}
	}
}

// letters writes a number as an epithet.
func letters(n int) string {
	return "nov" + strings.Map(func(digit rune) rune { return digit - '0' + 'a' }, strconv.Itoa(n))
}

// peakMemory is the most memory that a process has had so far, in kB; 0 once it has ended.
func peakMemory(pid int) int {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(peak)
	if len(fields) == 0 {
		return 0
	}
	kB, _ := strconv.Atoi(fields[0])
	return kB
}
