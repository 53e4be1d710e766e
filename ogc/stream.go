package ogc

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// streamTimeout bounds the query of a whole result: long enough for ten million features and a slow line.
const streamTimeout = time.Hour

// streamFlush is how many bytes of a whole result are gathered before they are sent.
const streamFlush = 64 << 10

// sendAll sends all features that match, as they are read, from one snapshot of the database.
func (o *OGC) sendAll(w http.ResponseWriter, r *http.Request, req itemsRequest) error {
	ctx, c := r.Context(), req.query.collection
	matched, err := o.matched(ctx, req, &page{more: true})
	if err != nil {
		return err
	}

	httpapi.Localized(w, req.lang)
	h := w.Header()
	h.Set("Content-Type", req.format.contentType)
	h.Set("Content-Crs", "<"+req.query.crs.uri+">")
	for _, l := range append(selfLinks(r, req.format, itemFormats), link{address(r, "collections", c.id), "collection", mediaJSON, c.title}) {
		h.Add("Link", l.header())
	}
	if matched != nil {
		h.Set("OGC-NumberMatched", strconv.FormatInt(*matched, 10))
	}
	if r.Method == http.MethodHead { // nobody reads the features
		return nil
	}
	begun, err := o.store.readAll(ctx, w, req.query, req.format, newEncoder(o.lookups.Current(), req.lang))
	if errors.Is(err, errClient) {
		return nil // the client is gone; there is nobody left to tell
	}
	if err != nil && begun {
		httpapi.Abort(r, err) // a part was sent: cut the connection, so that nobody takes it for the whole
	}
	return refuseNoPlace(err)
}

// errClient says that the client went away.
var errClient = errors.New("the client takes no more")

// readAll writes every feature that matches. It writes nothing before streamFlush bytes or the end, so that an error until then is
// answered with its status; begun says whether it wrote.
func (s store) readAll(ctx context.Context, w http.ResponseWriter, q query, f itemFormat, e *encoder) (begun bool, err error) {
	q.limit = 0
	st, l, err := q.write(ctx)
	if err != nil {
		return false, err
	}
	buf := f.begin(make([]byte, 0, 2*streamFlush), l)
	flush := func() error {
		begun = true
		if _, err := w.Write(buf); err != nil {
			return errClient
		}
		buf = buf[:0]
		return nil
	}
	err = postgres.Transaction(ctx, s.db, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, fmt.Sprintf("set local statement_timeout = %d", streamTimeout.Milliseconds())); err != nil {
			return fmt.Errorf("prepare to read features: %w", err)
		}
		return read(ctx, tx, st, l, func(row postgres.Row) error {
			if buf, err = f.feature(buf, e, l, row); err != nil {
				return err
			}
			if len(buf) < streamFlush {
				return nil
			}
			return flush()
		})
	})
	if err == nil {
		err = flush()
	}
	return begun, err
}
