package backup

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	readersQuery  = sql.Get("backup/readers.sql")
	noteQuery     = sql.Get("backup/note.sql")
	readNoteQuery = sql.Get("backup/read_note.sql")
	dropNoteQuery = sql.Get("backup/drop_note.sql")
)

// note holds the roles that a dump of the embedded database lacks, because roles belong to the cluster. The dump carries it as the
// comment of an empty schema.
type note struct {
	Skeeter string   `json:"skeeter"` // version of the program
	Readers []reader `json:"readers"`
}

// reader is a role that skeeter grant-readonly gave rights to.
type reader struct {
	Role     string `db:"role" json:"role"`
	Verifier string `db:"verifier" json:"verifier"`
}

// leave writes the note into the database, for the dump.
func (n note) leave(ctx context.Context, conn *pgx.Conn) (err error) {
	if n.Readers, err = postgres.All[reader](ctx, conn, readersQuery, pgx.StrictNamedArgs{"group": cluster.ReadersRole}); err != nil {
		return fmt.Errorf("look for the roles that read schema gis: %w", err)
	}
	text, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("write the note of the backup: %w", err)
	}
	if err := postgres.ExecuteEach(ctx, conn, noteQuery, pgx.StrictNamedArgs{"note": string(text)}); err != nil {
		return fmt.Errorf("leave the note of the backup: %w", err)
	}
	return nil
}

// take reads the note of a restored dump and removes it. A dump of an external database has none.
func (n *note) take(ctx context.Context, conn *pgx.Conn) error {
	var text string
	if err := conn.QueryRow(ctx, readNoteQuery.String()).Scan(&text); err != nil {
		return fmt.Errorf("read the note of the backup: %w", err)
	}
	if text != "" {
		if err := json.Unmarshal([]byte(text), n); err != nil {
			return fmt.Errorf("read the note of the backup: %w", err)
		}
	}
	return dropNote(ctx, conn)
}

func dropNote(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, dropNoteQuery.String()); err != nil {
		return fmt.Errorf("remove the note of the backup: %w", err)
	}
	return nil
}
