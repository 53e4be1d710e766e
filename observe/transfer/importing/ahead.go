package importing

import (
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

const (
	aheadRows    = 128 // rows that are passed on together: to pass one costs a switch between goroutines
	aheadBatches = 4   // batches that wait at most; they bound the memory
)

// ahead reads the rows of a file in a goroutine of its own, while the rows before them are staged.
type ahead struct {
	batches chan []readRow
	now     []readRow // what is left of the batch that was received last
	stop    chan struct{}
}

// readRow is what Reader.Next returned.
type readRow struct {
	darwincore.Row
	err error
}

// readAhead begins to read. The reader belongs to the goroutine until close returns.
func readAhead(reader *darwincore.Reader) *ahead {
	a := &ahead{batches: make(chan []readRow, aheadBatches), stop: make(chan struct{})}
	go a.read(reader)
	return a
}

func (a *ahead) read(reader *darwincore.Reader) {
	defer close(a.batches)
	for {
		batch := make([]readRow, 0, aheadRows)
		for len(batch) < aheadRows {
			row, err := reader.Next()
			batch = append(batch, readRow{row, err})
			if err != nil {
				break
			}
		}
		select {
		case a.batches <- batch:
		case <-a.stop:
			return
		}
		if batch[len(batch)-1].err != nil {
			return
		}
	}
}

// next returns what Reader.Next returns. After an error it must not be called again.
func (a *ahead) next() (darwincore.Row, error) {
	if len(a.now) == 0 {
		a.now = <-a.batches
	}
	row := a.now[0]
	a.now = a.now[1:]
	return row.Row, row.err
}

// close ends the goroutine and waits for it.
func (a *ahead) close() {
	close(a.stop)
	for range a.batches { //nolint:revive // what nobody needs any more
	}
}
