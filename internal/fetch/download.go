package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// download is a download as far as it got.
type download struct {
	address *url.URL
	options Options
	client  *http.Client
	dir     string

	file  *os.File
	done  int64
	total int64  // -1 when the server does not say
	mark  string // the version of the file: a strong ETag, or the time of its last change
	name  string
}

// finalError is an error after which another attempt is in vain.
type finalError struct{ error }

func (e finalError) Unwrap() error { return e.error }

func final(format string, args ...any) error { return finalError{fmt.Errorf(format, args...)} }

// run downloads into a file and returns its path. Attempts that bring nothing are counted.
func (d *download) run(ctx context.Context) (string, error) {
	part := filepath.Join(d.dir, "part")
	var err error
	if d.file, err = os.Create(part); err != nil {
		return "", err
	}
	defer d.file.Close() //nolint:errcheck // it is closed below unless something failed
	pause := d.options.pause
	for attempt, all := 1, 1; ; attempt, all = attempt+1, all+1 {
		before := d.done
		err := d.attempt(ctx)
		if err == nil {
			break
		}
		if d.done > before {
			attempt, pause = 0, d.options.pause
		}
		if errors.As(err, new(finalError)) || ctx.Err() != nil || attempt >= maxAttempts || all >= maxAllAttempts || d.done == 0 && all >= firstAttempts {
			return "", err
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(pause):
			pause *= 2
		}
	}
	if err := d.file.Close(); err != nil {
		return "", err
	}
	if d.done == 0 {
		return "", errors.New("the server sent an empty file")
	}
	return d.finish(part)
}

// attempt downloads what is missing, or everything when the server does not go on where it stopped.
func (d *download) attempt(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, d.address.String(), nil)
	if err != nil {
		return finalError{err}
	}
	request.Header.Set("User-Agent", "skeeter")
	if d.done > 0 && d.mark != "" {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", d.done))
		request.Header.Set("If-Range", d.mark)
	}
	answer, err := d.client.Do(request)
	if err != nil {
		return failed(err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	if err := d.begin(answer); err != nil {
		return err
	}
	return d.copy(cancel, ctx, answer.Body)
}

// failed tells errors of connections, which another attempt may not meet, from those of the address.
func failed(err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err // without the address, which the caller names
	}
	var unknown *net.DNSError
	if errors.As(err, &unknown) && unknown.IsNotFound {
		return finalError{err}
	}
	return err
}

// begin reads the head of an answer: where the body begins and how long the file is.
func (d *download) begin(answer *http.Response) error {
	switch status := answer.StatusCode; {
	case status == http.StatusPartialContent:
		begin, total, ok := contentRange(answer.Header.Get("Content-Range"))
		if !ok || begin != d.done {
			d.mark = "" // the next attempt begins anew
			return errors.New("the server goes on at another place than it was asked for")
		}
		d.total = total
		return nil
	case status == http.StatusRequestedRangeNotSatisfiable && d.done > 0:
		d.mark = ""
		return errors.New("the file changed while it was downloaded")
	case status == http.StatusTooManyRequests, status >= http.StatusInternalServerError:
		return fmt.Errorf("the server answers %s", answer.Status)
	case status != http.StatusOK:
		return final("the server answers %s", answer.Status)
	}
	d.total = answer.ContentLength
	if d.total > d.options.Max {
		return final("the file has %d bytes; the limit is %d", d.total, d.options.Max)
	}
	if err := d.restart(); err != nil {
		return finalError{err}
	}
	d.mark, d.name = version(answer.Header), fileName(answer)
	return nil
}

// restart empties the file.
func (d *download) restart() error {
	d.done = 0
	if err := d.file.Truncate(0); err != nil {
		return err
	}
	_, err := d.file.Seek(0, io.SeekStart)
	return err
}

// copy writes a body to the file. A body that stands still is given up.
func (d *download) copy(cancel context.CancelCauseFunc, ctx context.Context, body io.Reader) error {
	stalled := time.AfterFunc(stallTimeout, func() { cancel(fmt.Errorf("no byte came for %s", stallTimeout)) })
	defer stalled.Stop()
	buffer := make([]byte, 64<<10)
	for {
		n, err := body.Read(buffer)
		stalled.Reset(stallTimeout)
		if d.done+int64(n) > d.options.Max {
			return final("the file has more than %d bytes, which is the limit", d.options.Max)
		}
		if _, err := d.file.Write(buffer[:n]); err != nil {
			return finalError{err}
		}
		d.done += int64(n)
		if d.options.Progress != nil && n > 0 {
			d.options.Progress(d.done, d.total)
		}
		switch {
		case errors.Is(err, io.EOF) && d.total >= 0 && d.done != d.total:
			return fmt.Errorf("the connection was cut after %d of %d bytes", d.done, d.total)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return fmt.Errorf("the connection was cut after %d bytes: %w", d.done, err)
		}
	}
}

// version returns what tells that the file is still the same: an ETag that is not weak, or the time of the last change.
func version(h http.Header) string {
	if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		return tag
	}
	return h.Get("Last-Modified")
}

var ranged = regexp.MustCompile(`^bytes (\d+)-\d+/(\d+|\*)$`)

// contentRange reads where a part begins and how long the whole is.
func contentRange(s string) (begin, total int64, ok bool) {
	m := ranged.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return 0, 0, false
	}
	begin, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return 0, 0, false
	}
	if m[2] == "*" {
		return begin, -1, true
	}
	total, err = strconv.ParseInt(m[2], 10, 64)
	return begin, total, err == nil
}
