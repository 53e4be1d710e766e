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
	for at < end {
		header, length, err := readHeader(r, at, end)
		if err != nil {
			return 0, err
		}
		takes, err := pageBytes(header, rows)
		if err != nil {
			return 0, err
		}
		if header.Type == format.DictionaryPage {
			dictionary += takes
		} else {
			largest = max(largest, takes)
		}
		at += length + int64(header.CompressedPageSize)
	}
	return dictionary + largest, nil
}

// readHeader reads the header of a page and how long it is. The least and the greatest value of the page can stand in it.
func readHeader(r io.ReaderAt, at, end int64) (header *format.PageHeader, length int64, err error) {
	const first, growth = 4 << 10, 16
	for size := int64(first); ; size *= growth {
		buffer := make([]byte, min(size, end-at, maxPageHeaderBytes))
		if _, err := r.ReadAt(buffer, at); err != nil {
			return nil, 0, err
		}
		header = new(format.PageHeader)
		in := new(thrift.CompactProtocol).NewReaderFromBytes(buffer)
		if thrift.NewDecoder(in).Decode(header) == nil {
			return header, int64(in.BytesRead()), nil
		}
		if int64(len(buffer)) < size {
			return nil, 0, errMalformed
		}
	}
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
