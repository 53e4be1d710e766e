package transfer

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

// rejects writes the rejected rows of an import, with line number and reason, to a file. The file gets its name when the import
// succeeds. Without rejected rows there is no file.
type rejects struct {
	target string
	header []string
	file   *os.File
	out    *csv.Writer
}

// RejectsPath returns the default path for rejected rows: the imported file's with the ending .rejected.csv.
func RejectsPath(path string) string {
	path = filepath.Clean(path)
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".rejected.csv"
}

func (r *rejects) add(row darwincore.Row, reason string) error {
	if r.file == nil {
		file, err := os.CreateTemp(filepath.Dir(r.target), ".rejected-*.csv")
		if err != nil {
			return fmt.Errorf("write rejected rows (name another place with --rejects): %w", err)
		}
		r.file, r.out = file, csv.NewWriter(file)
		if err := r.out.Write(append([]string{"line", "reason"}, r.header...)); err != nil {
			return fmt.Errorf("write rejected rows: %w", err)
		}
	}
	if err := r.out.Write(append([]string{strconv.Itoa(row.Line), reason}, row.Values...)); err != nil {
		return fmt.Errorf("write rejected rows: %w", err)
	}
	return nil
}

// keep gives the file its name and returns it, "" when no row was rejected. It replaces or removes the file of an earlier import.
func (r *rejects) keep() (path string, err error) {
	if r.file == nil {
		if err := os.Remove(r.target); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("remove the rejected rows of an earlier import: %w", err)
		}
		return "", nil
	}
	r.out.Flush()
	if err := errors.Join(r.out.Error(), r.file.Chmod(0o644), r.file.Close(), os.Rename(r.file.Name(), r.target)); err != nil {
		return "", fmt.Errorf("write rejected rows: %w", err)
	}
	r.file = nil
	return r.target, nil
}

// discard removes the file unless it was kept.
func (r *rejects) discard() {
	if r.file != nil {
		_ = r.file.Close()
		_ = os.Remove(r.file.Name())
		r.file = nil
	}
}
