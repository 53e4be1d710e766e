package people

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/passkeys"
	"github.com/skeeter-surveillance/skeeter/people/sessions"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	exportHistoryQuery         = sql.Get("people/export_history.sql")
	exportIdentificationsQuery = sql.Get("people/export_identifications.sql")
	exportCommentsQuery        = sql.Get("people/export_comments.sql")
	exportInvitationsQuery     = sql.Get("people/export_invitations.sql")
)

// exportTimeout bounds each query of an export.
const exportTimeout = 10 * time.Minute

// exportBuffer is how many bytes of an export are written at once. Memory holds no more of its lists.
const exportBuffer = 64 << 10

// exportMe answers with all that the server has of the person who asks, from one snapshot of the database.
func (p *People) exportMe(w http.ResponseWriter, r *http.Request) error {
	found, err := p.mySession(r)
	if err != nil {
		return err
	}
	release, err := httpapi.AcquireSlot(r.Context(), r, limits.Download)
	if err != nil {
		return err
	}
	defer release()

	out := &download{w: w}
	err = p.exported(r.Context(), out, found.ID)
	if err != nil && out.begun {
		httpapi.Abort(r, err) // a part was sent: cut the connection, so that nobody takes it for the whole
	}
	return err
}

// download sets the headers of an attachment before the first bytes. Until then an error is answered with its own status.
type download struct {
	w     http.ResponseWriter
	begun bool
}

func (d *download) Write(b []byte) (int, error) {
	if !d.begun {
		d.begun = true
		h := d.w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Content-Disposition", `attachment; filename="skeeter-account.json"`)
		h.Set("Cache-Control", "private, no-store")
	}
	return d.w.Write(b)
}

// aboutMe is what an export says of the account itself.
type aboutMe struct {
	Account    accounts.Listed     `json:"account"`
	Sessions   []sessions.Session  `json:"sessions"`
	Passkeys   []passkeys.Passkey  `json:"passkeys"`
	Identities []accounts.Identity `json:"identities"`
}

// each visits the items of a list of an export.
type each func(visit func(any) error) error

func (p *People) exported(ctx context.Context, w io.Writer, account uuid.UUID) error {
	return postgres.Transaction(ctx, p.DB, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, exportTimeout); err != nil {
			return fmt.Errorf("prepare the export of an account: %w", err)
		}
		about, err := readAboutMe(ctx, tx, account)
		if err != nil {
			return err
		}
		encoded, err := json.Marshal(about)
		if err != nil {
			return fmt.Errorf("encode an account: %w", err)
		}
		out := bufio.NewWriterSize(w, exportBuffer)
		_, _ = out.Write(encoded[:len(encoded)-1]) // a later write returns the error of this one
		documents := func(query sql.Query) each {
			return func(visit func(any) error) error { return eachDocument(ctx, tx, query, account, visit) }
		}
		// Records and what was said of them lie in the public tables and in those of private data sources.
		inEverySet := func(items each) each {
			return func(visit func(any) error) error {
				return postgres.EachSet(ctx, tx, func() error { return items(visit) })
			}
		}
		for _, part := range []struct {
			name string
			each each
		}{
			{"invitations", documents(exportInvitationsQuery)},
			{"observations", inEverySet(func(visit func(any) error) error { return p.Records(ctx, tx, account, visit) })},
			{"comments", inEverySet(documents(exportCommentsQuery))},
			{"history", documents(exportHistoryQuery)},
			{"identifications", inEverySet(documents(exportIdentificationsQuery))},
		} {
			if err := writeList(out, part.name, part.each); err != nil {
				return err
			}
		}
		_, _ = out.WriteString("}\n")
		return out.Flush()
	})
}

func readAboutMe(ctx context.Context, db postgres.Querier, account uuid.UUID) (about aboutMe, err error) {
	if about.Account, err = accounts.Show(ctx, db, account); err != nil {
		return about, err
	}
	if about.Sessions, err = sessions.List(ctx, db, account); err != nil {
		return about, err
	}
	if about.Passkeys, err = passkeys.List(ctx, db, account); err != nil {
		return about, err
	}
	about.Identities, err = accounts.Identities(ctx, db, account)
	about.Sessions = append([]sessions.Session{}, about.Sessions...)
	about.Passkeys = append([]passkeys.Passkey{}, about.Passkeys...)
	about.Identities = append([]accounts.Identity{}, about.Identities...)
	return about, err
}

// writeList writes a member that is a list, item by item.
func writeList(out *bufio.Writer, name string, items each) error {
	_, _ = fmt.Fprintf(out, ",\n%q:[", name)
	before := "\n"
	err := items(func(item any) error {
		encoded, err := json.Marshal(item)
		if err != nil {
			return fmt.Errorf("encode a part of an export: %w", err)
		}
		_, _ = out.WriteString(before)
		before = ",\n"
		_, err = out.Write(encoded)
		return err
	})
	_, _ = out.WriteString("]")
	return err
}

// eachDocument visits the JSON documents that are the rows of a query about an account.
func eachDocument(ctx context.Context, db postgres.Querier, query sql.Query, account uuid.UUID, visit func(any) error) error {
	rows, err := db.Query(ctx, query.String(), pgx.StrictNamedArgs{"account": account})
	if err != nil {
		return fmt.Errorf("read what an account did: %w", err)
	}
	var document json.RawMessage
	if _, err := pgx.ForEachRow(rows, []any{&document}, func() error { return visit(document) }); err != nil {
		return fmt.Errorf("read what an account did: %w", err)
	}
	return nil
}
