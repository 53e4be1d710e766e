package objects

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"syscall"

	"github.com/minio/minio-go/v7"
)

// Part is a part of Options.
type Part int

// Parts that a store may refuse.
const (
	Credentials Part = iota
	Bucket
	Region
	Endpoint
)

// Refusal is an answer that says what is wrong with a part of Options.
type Refusal struct {
	Of  Part
	Err error
}

func (r *Refusal) Error() string { return r.Err.Error() }
func (r *Refusal) Unwrap() error { return r.Err }

// explain says what failed, in words that Go's errors have where there are some: fs.ErrNotExist of an object, syscall.ENOSPC of a bucket that
// takes no more, and a Refusal.
func (s *Store) explain(doing string, err error) error {
	if err == nil {
		return nil
	}
	answer, noXML := minio.ErrorResponse{}, (*xml.SyntaxError)(nil)
	switch {
	case errors.As(err, &noXML) && !errors.Is(err, io.ErrUnexpectedEOF):
		return &Refusal{Endpoint, fmt.Errorf("it answers as no object store does: %s at %s: %w", doing, s.endpoint, err)}
	case !errors.As(err, &answer) || answer.StatusCode == 0:
		return fmt.Errorf("%s at %s: %w", doing, s.endpoint, err)
	}
	said := fmt.Errorf("%s at %s: %s (%d): %w", doing, s.endpoint, answer.Code, answer.StatusCode, err)
	refused := &Refusal{Credentials, fmt.Errorf("they do not give the right to list, write, read and delete objects of the bucket %q: %w", s.bucket, said)}
	switch answer.Code {
	case "XAdminUserNotFound": // versitygw's InvalidAccessKeyId
		return refused
	case minio.NoSuchKey:
		return fmt.Errorf("%w: %w", fs.ErrNotExist, said)
	case minio.NoSuchBucket:
		return &Refusal{Bucket, fmt.Errorf("there is no bucket %q: %w", s.bucket, said)}
	case "QuotaExceeded", "InsufficientStorage", "StorageQuotaExceeded", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded":
		return fmt.Errorf("the bucket is full: %w: %w", syscall.ENOSPC, said)
	case "AuthorizationHeaderMalformed", "InvalidRegion", "IllegalLocationConstraintException", "PermanentRedirect":
		return &Refusal{Region, fmt.Errorf("the bucket %q is of another region: %w", s.bucket, said)}
	case "RequestTimeTooSkewed":
		return fmt.Errorf("the clocks of this machine and of the store differ: %w", said)
	}
	switch answer.StatusCode {
	case http.StatusInsufficientStorage:
		return fmt.Errorf("the bucket is full: %w: %w", syscall.ENOSPC, said)
	case http.StatusUnauthorized, http.StatusForbidden:
		return refused
	case http.StatusMovedPermanently, http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return &Refusal{Endpoint, fmt.Errorf("it answers as no object store does: %w", said)}
	}
	return said
}

// Silent is whether an error says that no answer came, or that of a store that failed: what was asked for may still happen.
func (s *Store) Silent(err error) bool {
	refusal, answer := (*Refusal)(nil), minio.ErrorResponse{}
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOSPC), errors.As(err, &refusal), errors.Is(err, context.Canceled):
		return false
	case errors.As(err, &answer) && answer.StatusCode != 0:
		return answer.StatusCode >= http.StatusInternalServerError
	}
	return true
}
