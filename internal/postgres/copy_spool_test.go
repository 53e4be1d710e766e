package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestCopySpool holds that rows come back in their order, from memory alone and from a temporary file, with texts[] of every length.
func TestCopySpool(t *testing.T) {
	t.Parallel()
	for _, rows := range []int{0, 3, 5_000} { // about 1 kB each
		tx, err := pgtest.Pool(t).Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		pgtest.Run(t, tx, "create temporary table spooled (n integer, list text[], note text)")
		var spool postgres.CopySpool
		for n := range rows {
			err := spool.Add(func(c *postgres.CopyRows) {
				c.Begin(3)
				c.Int4(int32(n))
				c.Texts([][]string{nil, {"ä"}, {"a", "", "b,c"}}[n%3])
				c.Text(strings.Repeat("x", 1000))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		copied, err := spool.Copy(t.Context(), tx.Conn().PgConn(), "copy spooled from stdin (format binary)")
		if err != nil || copied != int64(rows) {
			t.Errorf("copied %d rows, want %d: %v", copied, rows, err)
		}
		got := pgtest.Column[string](t, tx, "select concat(n, list) from spooled order by n limit 3")
		var want []string
		for n := range min(rows, 3) {
			want = append(want, fmt.Sprint(n, []string{"{}", "{ä}", `{a,"","b,c"}`}[n]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("rows %q, want %q", got, want)
		}
		if err := spool.Close(); err != nil || spool.Close() != nil {
			t.Errorf("close: %v", err)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
