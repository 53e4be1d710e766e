package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// checkFooter refuses a footer that is too large to be held, or larger than the file.
func checkFooter(r io.ReaderAt, size int64) error {
	const tail, magic = 8, 4
	if size < tail+magic {
		return errors.New("the file ends too early")
	}
	var end [tail]byte
	if _, err := r.ReadAt(end[:], size-tail); err != nil {
		return err
	}
	if string(end[magic:]) != "PAR1" {
		return errors.New("the file ends too early")
	}
	if n := int64(binary.LittleEndian.Uint32(end[:])); n > maxFooterBytes || n > size-tail {
		return fmt.Errorf("a footer of %d bytes", n)
	}
	return nil
}

// checkPages reads the headers of all pages of some columns and refuses a file whose pages take too much memory at once.
func checkPages(r io.ReaderAt, size int64, file *pq.File, columns []int) error {
	for _, group := range file.Metadata().RowGroups {
		total := int64(0)
		for _, at := range columns {
			if at >= len(group.Columns) {
				return errMalformed
			}
			largest, err := largestPage(r, size, &group.Columns[at].MetaData, group.NumRows)
			if err != nil {
				return err
			}
			if total += largest; total > maxPagesBytes {
				return fmt.Errorf("its pages take more than %d MiB at once; write it again with smaller row groups, of 100,000 rows for example",
					maxPagesBytes>>20)
			}
		}
	}
	return nil
}

// largestPage returns what a column of a row group takes of memory: its dictionary and its largest page.
func largestPage(r io.ReaderAt, size int64, column *format.ColumnMetaData, rows int64) (int64, error) {
	at := column.DataPageOffset
	if column.DictionaryPageOffset > 0 && column.DictionaryPageOffset < at {
		at = column.DictionaryPageOffset
	}
	end := at + column.TotalCompressedSize
	if at < 0 || end < at || end > size {
		return 0, errMalformed
	}
	var dictionary, largest int64
	buffer := make([]byte, maxPageHeaderBytes)
	for at < end {
		n, err := r.ReadAt(buffer[:min(int64(len(buffer)), end-at)], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		var header format.PageHeader
		in := new(thrift.CompactProtocol).NewReaderFromBytes(buffer[:n])
		if err := thrift.NewDecoder(in).Decode(&header); err != nil {
			return 0, errMalformed
		}
		takes, err := pageBytes(&header, rows)
		if err != nil {
			return 0, err
		}
		if header.Type == format.DictionaryPage {
			dictionary += takes
		} else {
			largest = max(largest, takes)
		}
		at += int64(in.BytesRead()) + int64(header.CompressedPageSize)
	}
	return dictionary + largest, nil
}

// pageBytes estimates what a page takes of memory: as it lies in the file, inflated, decoded, and a level and a number for
// each value.
func pageBytes(header *format.PageHeader, rows int64) (int64, error) {
	const perValue = 5
	var values int32
	switch {
	case header.DataPageHeader.Valid:
		values = header.DataPageHeader.V.NumValues
	case header.DataPageHeaderV2.Valid:
		values = header.DataPageHeaderV2.V.NumValues
	case header.DictionaryPageHeader.Valid:
		values = header.DictionaryPageHeader.V.NumValues
	}
	if header.CompressedPageSize < 0 || header.UncompressedPageSize < 0 || values < 0 || int64(values) > rows {
		return 0, errMalformed
	}
	return int64(header.CompressedPageSize) + 2*int64(header.UncompressedPageSize) + perValue*int64(values), nil
}
