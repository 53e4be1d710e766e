package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Positional returns a query with $1, $2, ... for its named arguments, in the order that pgx gives them; for PREPARE and
// EXPLAIN.
func Positional(query fmt.Stringer) (string, error) {
	text, _, err := pgx.NamedArgs{}.RewriteQuery(context.Background(), nil, query.String(), nil)
	if err != nil {
		return "", fmt.Errorf("rewrite named arguments: %w", err)
	}
	return text, nil
}
