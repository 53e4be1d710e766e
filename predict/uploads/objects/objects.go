// Package objects keeps the pictures of predictions in a bucket of S3, or of a store that speaks its protocol. It imports nothing of the
// project.
//
// A request is sent once: an attempt that was given up may still arrive, and a second one would make it two. The caller learns by Silent that
// nobody knows what became of it.
package objects

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Limits of a store. One that is silent holds a request no longer than callTimeout.
const (
	dialTimeout    = 2 * time.Second
	callTimeout    = 3 * time.Second  // for writing, reading or removing one object
	pageTimeout    = 10 * time.Second // for a page of the list
	maxObject      = 16 << 20         // bytes of an object that is read; a picture has less than 4 MB
	maxConnections = 64               // of a server
)

const (
	amazon      = "https://s3.amazonaws.com" // the client finds that of the region
	contentType = "image/jpeg"
)

// Options of Open. All but Prefix and Endpoint are required.
type Options struct {
	Bucket, Prefix  string // Prefix has no slash at its ends
	Endpoint        string // scheme://host:port; "" is Amazon's
	Region          string
	AccessKeyID     string
	SecretAccessKey string
}

// Store is a bucket, or what lies in it under a prefix. It is safe for concurrent use.
type Store struct {
	client           *minio.Core
	endpoint, bucket string
	prefix           string // "" or with a slash at its end
}

// Open returns a store. It asks nothing of it. Stores of other makers than Amazon's are asked by paths, not by names of hosts.
func Open(o Options) (*Store, error) {
	return openBy(o, (&net.Dialer{Timeout: dialTimeout}).DialContext)
}

// openBy opens a store that is reached by dial.
func openBy(o Options, dial func(ctx context.Context, network, address string) (net.Conn, error)) (*Store, error) {
	s := &Store{endpoint: cmp.Or(o.Endpoint, amazon), bucket: o.Bucket}
	if o.Prefix != "" {
		s.prefix = o.Prefix + "/"
	}
	scheme, host, _ := strings.Cut(s.endpoint, "://")
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = dial
	transport.ForceAttemptHTTP2 = false // its one connection would stay when it is dead
	transport.TLSHandshakeTimeout, transport.ResponseHeaderTimeout = dialTimeout, callTimeout
	transport.MaxConnsPerHost, transport.MaxIdleConnsPerHost = maxConnections, maxConnections
	transport.DisableCompression = true
	var err error
	s.client, err = minio.NewCore(host, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKeyID, o.SecretAccessKey, ""), Secure: scheme == "https", Region: o.Region, Transport: transport, MaxRetries: 1,
	})
	if err != nil {
		return nil, &Refusal{Endpoint, fmt.Errorf("use the object store at %s: %w", s.endpoint, err)}
	}
	return s, nil
}

// Write writes an object, which takes the place of one of the same name as a whole.
func (s *Store) Write(ctx context.Context, name string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_, err := s.client.Client.PutObject(ctx, s.bucket, s.prefix+name, bytes.NewReader(data), int64(len(data)),
		minio.PutObjectOptions{ContentType: contentType, DisableMultipart: true})
	return s.explain("save a picture", err)
}

// content is an object in memory.
type content struct{ *bytes.Reader }

func (content) Close() error { return nil }

// Open reads an object. It is read as a whole, so that one that stops coming is an error before anything of it is sent.
func (s *Store) Open(ctx context.Context, name string) (file io.ReadSeekCloser, since time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	body, info, _, err := s.client.GetObject(ctx, s.bucket, s.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, time.Time{}, s.explain("open a saved picture", err)
	}
	defer body.Close() //nolint:errcheck // it was only read
	if info.Size > maxObject {
		return nil, time.Time{}, fmt.Errorf("open a saved picture: %s%s has %d bytes: %w", s.prefix, name, info.Size, fs.ErrNotExist)
	}
	data := make([]byte, info.Size)
	if _, err := io.ReadFull(body, data); err != nil {
		return nil, time.Time{}, s.explain("read a saved picture", err)
	}
	return content{bytes.NewReader(data)}, info.LastModified, nil
}

// Remove removes an object. One that is not there is no error.
func (s *Store) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return s.explain("delete a saved picture", s.client.RemoveObject(ctx, s.bucket, s.prefix+name, minio.RemoveObjectOptions{}))
}

// errStalled is the end of a list whose next page does not come.
var errStalled = errors.New("the object store stopped in the middle of a list")

// List calls each with every object that lies under the prefix, but not with those under a longer one.
func (s *Store) List(ctx context.Context, each func(name string, bytes int64, since time.Time) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := time.AfterFunc(pageTimeout, func() { cancel(errStalled) })
	defer stalled.Stop()
	for o := range s.client.ListObjectsIter(ctx, s.bucket, minio.ListObjectsOptions{Prefix: s.prefix}) {
		if o.Err != nil {
			return s.explain("list saved pictures", cmp.Or(stalledBy(ctx), o.Err))
		}
		stalled.Reset(pageTimeout)
		name := strings.TrimPrefix(o.Key, s.prefix)
		if name == "" || strings.Contains(name, "/") {
			continue
		}
		if err := each(name, o.Size, o.LastModified); errors.Is(err, fs.SkipAll) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return s.explain("list saved pictures", cmp.Or(stalledBy(ctx), ctx.Err()))
}

func stalledBy(ctx context.Context) error {
	if cause := context.Cause(ctx); errors.Is(cause, errStalled) {
		return cause
	}
	return nil
}
