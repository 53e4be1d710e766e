package parquet

import (
	"errors"
	"io"

	pq "github.com/parquet-go/parquet-go"
)

// column reads the values of a column that has one in each row.
type column struct {
	at   int // among the leaves of the schema
	text func(pq.Value) string

	pages  pq.Pages
	page   pq.Page
	values pq.ValueReader
	batch  []pq.Value
	left   []pq.Value // of batch
}

// open begins a row group.
func (c *column) open(group pq.RowGroup) error {
	if err := c.close(); err != nil {
		return err
	}
	chunks := group.ColumnChunks()
	if c.at >= len(chunks) {
		return errMalformed
	}
	c.pages = chunks[c.at].Pages()
	return nil
}

// next returns the value of the next row, which is valid until the next call.
func (c *column) next() (pq.Value, error) {
	for len(c.left) == 0 {
		if err := c.fill(); err != nil {
			return pq.Value{}, err
		}
	}
	value := c.left[0]
	c.left = c.left[1:]
	return value, nil
}

// fill reads more values, from the next page if need be.
func (c *column) fill() error {
	if c.batch == nil {
		c.batch = make([]pq.Value, batchRows)
	}
	if c.values != nil {
		n, err := c.values.ReadValues(c.batch)
		c.left = c.batch[:n]
		switch {
		case errors.Is(err, io.EOF) && n == 0:
			c.release()
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case n == 0:
			return errMalformed
		}
		return nil
	}
	page, err := c.pages.ReadPage()
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF // the row group says that it has more rows
	}
	if err != nil {
		return err
	}
	c.page, c.values = page, page.Values()
	return nil
}

func (c *column) release() {
	if c.page != nil {
		pq.Release(c.page)
	}
	c.page, c.values, c.left = nil, nil, nil
}

func (c *column) close() error {
	c.release()
	if c.pages == nil {
		return nil
	}
	err := c.pages.Close()
	c.pages = nil
	return err
}
