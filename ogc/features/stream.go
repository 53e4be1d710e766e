package features

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// streamTimeout bounds the query of a whole result: long enough for ten million features and a slow line.
const streamTimeout = time.Hour

// streamFlush is how many bytes of a whole result are gathered before they are sent.
const streamFlush = 64 << 10

// sendAll answers with all features that match while they are read, from one snapshot of the database.
func (s *Features) sendAll(w http.ResponseWriter, r *http.Request, req itemsRequest, state State) (err error) {
	ctx := r.Context()
	e := format.Envelope{Links: append(resource.SelfLinks(r, req.format, req.formats), collectionLink(r, req.query.Collection))}
	if e.Matched, err = s.numberMatched(ctx, req, state, &page{more: true}); err != nil {
		return err
	}

	if most := req.format.MaxRows; most > 0 && e.Matched != nil && *e.Matched > most {
		return httpapi.BadRequest("f: " + (&table.TooLargeError{Limit: fmt.Sprintf("at most %d rows", most), Found: fmt.Sprintf("it has %d", *e.Matched)}).Error())
	}

	req.setHeaders(w, e)
	if r.Method == http.MethodHead { // without a body there is nothing to read
		return nil
	}
	begun, _, err := s.readAll(ctx, w, req, state)
	if errors.Is(err, errClientGone) {
		return nil
	}
	var large *table.TooLargeError
	if errors.As(err, &large) && !begun {
		return httpapi.BadRequest("f: " + large.Error())
	}
	if errors.Is(err, syscall.ENOSPC) {
		s.files.Drop()
	}
	if err != nil && begun {
		httpapi.Abort(r, err) // cut the connection, so that the client does not take the part that was sent for the whole
	}
	return crs.RefuseNoPlace(err)
}

// errClientGone says that what was read could not be sent.
var errClientGone = errors.New("the client is gone")

// sending is an answer on its way.
type sending struct {
	w     io.Writer
	begun bool
}

func (s *sending) Write(b []byte) (int, error) {
	s.begun = true
	n, err := s.w.Write(b)
	if err != nil {
		return n, errClientGone
	}
	return n, nil
}

// readAll writes every feature that matches, and says whether it wrote anything and how many there are. It gathers streamFlush bytes first.
func (s *Features) readAll(ctx context.Context, w io.Writer, req itemsRequest, state State) (begun bool, n int64, err error) {
	q, f := req.query, req.format
	q.Limit = 0
	st, err := q.Write(ctx)
	if err != nil {
		return false, 0, err
	}
	answer := &sending{w: w}
	out := bufio.NewWriterSize(answer, streamFlush)
	l, e := q.Layout(), format.NewEncoder(req.names, req.lang)
	e.SendTo(out)
	defer e.Discard()
	var buf []byte
	write := func(b []byte, err error) error {
		if err == nil {
			_, err = out.Write(b)
		}
		buf = b[:0]
		return err
	}
	if err := write(f.Begin(buf, e, l)); err != nil {
		return answer.begun, 0, err
	}
	err = s.inSnapshot(ctx, state, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, streamTimeout); err != nil {
			return fmt.Errorf("prepare to read features: %w", err)
		}
		return query.Read(ctx, tx, st, l, func(row postgres.Row) error {
			n++
			return write(f.Feature(buf, e, l, row))
		})
	})
	if err == nil {
		err = write(f.End(buf, e, format.Envelope{}))
	}
	if err == nil {
		err = out.Flush()
	}
	return answer.begun, n, err
}
