package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// Predicate is a condition that was composed for a request: trusted text with the placeholders $1, $2, ... for its arguments. As an argument
// of Args, it is written where its name stands, `(@predicate::boolean is null or @predicate::boolean)`. A query has one at most. Send the
// query with pgx.QueryExecModeCacheDescribe: no session should keep a text prepared that depends on what clients ask for.
type Predicate struct {
	Text string
	Args []any
}

// Key returns a text that two predicates share when they say the same in the same words.
func (p *Predicate) Key() string {
	h := sha256.New()
	_, _ = io.WriteString(h, p.Text)
	for _, arg := range p.Args {
		_, _ = fmt.Fprintf(h, "\x00%T %#v", arg, arg)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
