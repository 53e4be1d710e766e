package darwincore

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
)

// benchmarkFile is a CSV of 15 columns as surveillance has them.
func benchmarkFile(b *testing.B, rows int, quoted bool) (path string, size int64) {
	var text strings.Builder
	text.WriteString("occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,sex,lifeStage,samplingProtocol,eventID,occurrenceRemarks,recordedBy,countryCode,trapNights,locality\n")
	names := []string{"Aedes aegypti (Linnaeus, 1762)", "Culex pipiens Linnaeus, 1758", "Anopheles gambiae Giles, 1902", "Aedes vexans"}
	start := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range rows {
		name := names[i%len(names)]
		if strings.Contains(name, ",") && (quoted || i%4 != 0) {
			name = `"` + name + `"`
		}
		if !quoted {
			name = strings.Trim(strings.ReplaceAll(name, ",", ""), `"`)
		}
		fmt.Fprintf(&text, "urn:trap:%d,%s,%.6f,%.6f,%s,%d,female,adult,CDC light trap,E%d,,,BE,%d,Site %d\n",
			i, name, 45+float64(i%1000)/500, 5+float64(i%997)/300, start.AddDate(0, 0, i%8000).Format(time.DateOnly), 1+i%30, i/10, 1+i%3, i%100)
	}
	return filetest.Write(b, "bench.csv", text.String()), int64(text.Len())
}

func BenchmarkRead(b *testing.B) {
	for name, quoted := range map[string]bool{"plain": false, "quoted": true} {
		b.Run(name, func(b *testing.B) {
			const rows = 50_000
			path, size := benchmarkFile(b, rows, quoted)
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				r, err := Open(b.Context(), path, Options{})
				if err != nil {
					b.Fatal(err)
				}
				for {
					row, err := r.Next()
					if errors.Is(err, io.EOF) {
						break
					}
					if err != nil || row.Record == nil {
						b.Fatal(err, row.Reject)
					}
				}
				if err := r.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
