package objectstest

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/rclone/gofakes3"
)

// folder keeps each bucket as a folder and each object as a file. It does what a store of pictures asks for.
type folder string

func (f folder) path(bucket, object string) string {
	return filepath.Join(string(f), bucket, filepath.FromSlash(object))
}

func (f folder) BucketExists(_ context.Context, bucket string) (bool, error) {
	_, err := os.Stat(f.path(bucket, ""))
	return err == nil, nil
}

// ListBucket lists by name, which is the order of WalkDir for names that have no character before the slash.
func (f folder) ListBucket(_ context.Context, bucket string, prefix *gofakes3.Prefix, page gofakes3.ListBucketPage) (*gofakes3.ObjectList, error) {
	list, root := gofakes3.NewObjectList(), f.path(bucket, "")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		match := gofakes3.PrefixMatch{}
		if name = filepath.ToSlash(name); name <= page.Marker || !prefix.Match(name, &match) {
			return nil
		}
		if page.MaxKeys > 0 && int64(len(list.Contents)) == page.MaxKeys {
			list.IsTruncated = true
			return fs.SkipAll
		}
		if list.NextMarker = name; match.CommonPrefix {
			list.AddPrefix(match.MatchedPart)
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		} else if err == nil {
			list.Add(&gofakes3.Content{Key: name, Size: info.Size(), LastModified: gofakes3.NewContentTime(info.ModTime())})
		}
		return err
	})
	return list, err
}

func (f folder) GetObject(_ context.Context, bucket, name string, _ *gofakes3.ObjectRangeRequest) (*gofakes3.Object, error) {
	file, err := os.Open(f.path(bucket, name))
	if err != nil {
		return nil, said(err, name)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	modified := info.ModTime().UTC().Format("Mon, 02 Jan 2006 15:04:05") + " GMT"
	return &gofakes3.Object{Name: name, Size: info.Size(), Contents: file, Metadata: map[string]string{"Last-Modified": modified}}, nil
}

func (f folder) HeadObject(ctx context.Context, bucket, name string) (*gofakes3.Object, error) {
	return f.GetObject(ctx, bucket, name, nil)
}

// PutObject writes beside the buckets first, so that an object is there as a whole or not at all.
func (f folder) PutObject(_ context.Context, bucket, name string, _ map[string]string, input io.Reader, _ int64) (gofakes3.PutObjectResult, error) {
	file, err := os.CreateTemp(string(f), "put-*")
	if err != nil {
		return gofakes3.PutObjectResult{}, said(err, name)
	}
	defer os.Remove(file.Name()) //nolint:errcheck // it was moved, or is of a test
	_, err = io.Copy(file, input)
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.MkdirAll(filepath.Dir(f.path(bucket, name)), 0o750)
	}
	if err == nil {
		err = os.Rename(file.Name(), f.path(bucket, name))
	}
	return gofakes3.PutObjectResult{}, said(err, name)
}

func (f folder) DeleteObject(_ context.Context, bucket, name string) (gofakes3.ObjectDeleteResult, error) {
	err := os.Remove(f.path(bucket, name))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return gofakes3.ObjectDeleteResult{}, err
}

// said is an error in the words of S3.
func said(err error, name string) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return gofakes3.KeyNotFound(name)
	case errors.Is(err, syscall.ENOSPC):
		return gofakes3.ErrorMessage("QuotaExceeded", "the disk is full")
	}
	return err
}

// What a store of pictures never asks for.

func (folder) ListBuckets(context.Context) ([]gofakes3.BucketInfo, error) {
	return nil, gofakes3.ErrNotImplemented
}
func (folder) CreateBucket(context.Context, string) error { return gofakes3.ErrNotImplemented }
func (folder) DeleteBucket(context.Context, string) error { return gofakes3.ErrNotImplemented }
func (folder) DeleteMulti(context.Context, string, ...string) (gofakes3.MultiDeleteResult, error) {
	return gofakes3.MultiDeleteResult{}, gofakes3.ErrNotImplemented
}
func (folder) CopyObject(context.Context, string, string, string, string, map[string]string) (gofakes3.CopyObjectResult, error) {
	return gofakes3.CopyObjectResult{}, gofakes3.ErrNotImplemented
}
