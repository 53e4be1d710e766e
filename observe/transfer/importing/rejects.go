package importing

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	none   bool // nothing is written
	check  bool // nothing is removed
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

// rejectsHeader begins every file of rejected rows.
const rejectsHeader = "line,reason"

// checkTarget refuses to replace what is no file of rejected rows.
func (r *rejects) checkTarget() error {
	info, err := os.Lstat(r.target)
	if errors.Is(err, fs.ErrNotExist) || r.none {
		return nil
	}
	refused := fmt.Errorf("%s is no file of rejected rows, and would be lost: name another place with --rejects", r.target)
	if err != nil || !info.Mode().IsRegular() {
		return refused
	}
	file, err := os.Open(r.target)
	if err != nil {
		return fmt.Errorf("look at the rejected rows of an earlier import: %w", err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	begin := make([]byte, len(rejectsHeader))
	if n, err := io.ReadFull(file, begin); n > 0 && (err != nil || string(begin) != rejectsHeader) {
		return refused
	}
	return nil
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
		if err := r.out.Write(append(strings.Split(rejectsHeader, ","), r.header...)); err != nil {
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
	if r.file == nil && r.check {
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
