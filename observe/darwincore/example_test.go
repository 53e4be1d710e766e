package darwincore_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

func ExampleOpen() {
	r, err := darwincore.Open(context.Background(), "testdata/traps.csv", darwincore.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		if row.Record == nil {
			fmt.Printf("line %d rejected: %s\n", row.Line, row.Reject)
			continue
		}
		fmt.Println(row.Record.OccurrenceID, row.Record.ScientificName, row.Record.Date, row.Record.Count, row.Record.Metadata)
	}
	for _, w := range r.Warnings() {
		fmt.Printf("%s: %d rows\n", w.Message, w.Count)
	}
	// Output:
	// BE:1 Culex pipiens 2007-05-06/2007-05-13 12 map[trapNights:7]
	// BE:2 Aedes vexans 2007-05 1 map[]
	// line 4 rejected: no coordinates
	// count missing, taken as 1: 1 rows
}
