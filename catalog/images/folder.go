package images

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/picture"
)

// endings of the files that look like photographs. What a file is is told by its bytes.
var endings = []string{".jpg", ".jpeg", ".png", ".webp"}

// folder holds the files of a run. No name leads out of it.
type folder struct {
	root    *os.Root
	decoder *picture.Decoder
}

// sizes of a photograph.
type sizes struct{ large, small picture.JPEG }

// read reads a photograph and encodes it anew. reason says why it is refused; "" when it is not.
func (f folder) read(ctx context.Context, name string) (out sizes, reason string, err error) {
	data, reason := f.contents(name)
	if reason != "" {
		return out, reason, nil
	}
	pic, release, err := f.decoder.Decode(ctx, data)
	var refused *httpapi.Error
	if errors.As(err, &refused) {
		return out, strings.ToLower(refused.Detail[:1]) + refused.Detail[1:], nil // the other reasons begin in lower case
	}
	if err != nil {
		return out, "", fmt.Errorf("decode %s: %w", name, err)
	}
	defer release()
	if out.large, err = pic.JPEG(LargeSide, quality); err == nil {
		out.small, err = pic.JPEG(SmallSide, quality)
	}
	return out, "", err
}

// contents reads a file that is neither a link nor too large.
func (f folder) contents(name string) (data []byte, reason string) {
	if !filepath.IsLocal(name) {
		return nil, "the name leads out of the folder"
	}
	info, err := f.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "there is no such file in the folder"
	case err != nil:
		return nil, reasonOf(err)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, "it is a link: put the file itself into the folder"
	case !info.Mode().IsRegular():
		return nil, "it is no file"
	case info.Size() == 0:
		return nil, "it is empty"
	case info.Size() > picture.MaxFile:
		return nil, fmt.Sprintf("it has %.1f MB; more than %d are not accepted", float64(info.Size())/(1<<20), picture.MaxFile>>20)
	}
	file, err := f.root.Open(name)
	if err != nil {
		return nil, reasonOf(err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	if data, err = io.ReadAll(io.LimitReader(file, picture.MaxFile+1)); err != nil {
		return nil, reasonOf(err)
	}
	return data, ""
}

// reasonOf is an error without the name of the file, which stands beside it.
func reasonOf(err error) string {
	var named *fs.PathError
	if errors.As(err, &named) {
		err = named.Err
	}
	return err.Error()
}

// uncredited lists the files that look like photographs and have no row, in order. It follows no links.
func (f folder) uncredited(credits []Credit) (names []string, err error) {
	credited := map[string]bool{}
	for _, c := range credits {
		credited[path.Clean(filepath.ToSlash(strings.TrimSpace(c.File)))] = true
	}
	err = fs.WalkDir(f.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && slices.Contains(endings, strings.ToLower(path.Ext(name))) && !credited[name] {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the folder: %w", err)
	}
	return names, nil
}
