package postgres

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/jackc/pgx/v5/pgconn"
)

// CopySpool keeps rows for a COPY that comes later, because a connection runs one COPY at a time. What is more than spoolBytes lies in a
// temporary file, which goes with Close.
type CopySpool struct {
	rows CopyRows
	file *os.File
}

const spoolBytes = 1 << 20

// Add keeps the row that write appends.
func (s *CopySpool) Add(write func(*CopyRows)) error {
	write(&s.rows)
	if len(s.rows.b) < spoolBytes {
		return nil
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "skeeter-rows-*")
		if err != nil {
			return fmt.Errorf("keep rows in a temporary file: %w", err)
		}
		s.file = file
		if err := os.Remove(file.Name()); err != nil { // it lasts until it is closed, also when the program is killed
			return fmt.Errorf("keep rows in a temporary file: %w", err)
		}
	}
	if _, err := s.file.Write(s.rows.b); err != nil {
		return fmt.Errorf("keep rows in a temporary file: %w", err)
	}
	s.rows.b = s.rows.b[:0]
	return nil
}

// Copy sends the rows to a `COPY ... FROM STDIN (FORMAT binary)`.
func (s *CopySpool) Copy(ctx context.Context, conn *pgconn.PgConn, statement string) (int64, error) {
	parts := []io.Reader{bytes.NewReader(copyHeader)}
	if s.file != nil {
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			return 0, fmt.Errorf("read rows from a temporary file: %w", err)
		}
		parts = append(parts, s.file)
	}
	parts = append(parts, bytes.NewReader(s.rows.b), bytes.NewReader(copyTrailer))
	tag, err := conn.CopyFrom(ctx, io.MultiReader(parts...), statement)
	if err != nil {
		return 0, fmt.Errorf("copy rows: %w", err)
	}
	return tag.RowsAffected(), nil
}

// Close forgets the rows. It may be called twice.
func (s *CopySpool) Close() error {
	s.rows.b = nil
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}
