package importing

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
)

// rejects writes the rejected rows of an import, with line number and reason, to a file. The file gets its name when the import
// succeeds. Without rejected rows there is no file.
type rejects struct {
	target string
	none   bool // nothing is written
	header []string
	file   *os.File
	out    *csv.Writer
}

// RejectsPath returns the default path for rejected rows: the imported file's with .rejected.csv behind it. What comes from a part of the
// file goes to a file of its own.
func RejectsPath(path, part string) string {
	path = filepath.Clean(path)
	if part != "" {
		path += "." + filepath.Base(part)
	}
	return path + ".rejected.csv"
}

func (r *rejects) add(row darwincore.Row, reason string) error {
	if r.none {
		return nil
	}
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
	if err := r.out.Write(append([]string{lineText(row.Line), reason}, row.Values...)); err != nil {
		return fmt.Errorf("write rejected rows: %w", err)
	}
	return nil
}

// lineText is the number of a line; "" where a file has no lines.
func lineText(line int) string {
	if line == 0 {
		return ""
	}
	return strconv.Itoa(line)
}

// keep gives the file its name and returns it, "" when no row was rejected. It replaces or removes the file of an earlier import.
func (r *rejects) keep() (path string, err error) {
	if r.none {
		return "", nil
	}
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
