package archive

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetype"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Local opens a file for a reader that seeks: as it lies on the disk, else a copy, unpacked into a temporary file that is
// removed with Close. An error is a *text.FileError.
func (f *Files) Local(name string) (*os.File, error) {
	base := path.Base(name)
	content, _, err := f.open(name)
	if err != nil {
		return nil, text.Fail(base, 0, "cannot be opened", err)
	}
	if file, onDisk := content.(*os.File); onDisk {
		return file, nil
	}
	copied, err := os.CreateTemp("", "skeeter-*")
	if err != nil {
		return nil, errors.Join(text.Fail(base, 0, "cannot be unpacked", err), content.Close())
	}
	f.temp = append(f.temp, copied.Name())
	_, err = copyLocal(copied, untilDone{f.ctx, content})
	if err := errors.Join(err, content.Close()); err != nil {
		return nil, errors.Join(text.Fail(base, 0, "cannot be unpacked", err), copied.Close())
	}
	return copied, nil
}

// copyLocal unpacks a file, up to maxLocalBytes.
func copyLocal(to io.Writer, from io.Reader) (n int64, err error) {
	n, err = io.Copy(to, io.LimitReader(from, maxLocalBytes+1))
	if err == nil && n > maxLocalBytes {
		err = fmt.Errorf("it is over %d GiB; unpack it first", maxLocalBytes>>30)
	}
	return n, err
}

// Type tells what one of the files is. An error is a *text.FileError.
func (f *Files) Type(name string) (filetype.Type, error) {
	base := path.Base(name)
	content, _, err := f.open(name)
	if err != nil {
		return filetype.Type{}, text.Fail(base, 0, "cannot be opened", err)
	}
	defer content.Close() //nolint:errcheck // it was only read
	prefix, err := readPrefix(content)
	if err != nil {
		return filetype.Type{}, text.Fail(base, 0, "cannot be read", err)
	}
	what := filetype.Of(prefix)
	if what.Format == filetype.Zip && isWorkbook(prefix) {
		what.Format = filetype.Workbook
	}
	return what, nil
}
