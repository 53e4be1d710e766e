package importing

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
)

// lockIDs keeps others from storing what the file may hold, so that what is compared stays so until the transaction ends: no unique key has to
// tell. Records of its data source are stored by imports alone, which wait already; a file of our own has the ids of the API's records too.
// It comes before any row is locked, as the API locks ids before it writes rows.
func (run *fileImport) lockIDs(ctx context.Context, tx pgx.Tx) error {
	if run.options.Check {
		return nil
	}
	if run.own() {
		if err := datasets.LockIDs(ctx, tx); err != nil {
			return err
		}
	}
	if !run.events.any() && run.pools.n == 0 {
		return nil
	}
	var sources []string
	for _, s := range run.sources.list {
		if s.id != "" {
			sources = append(sources, s.id)
		}
	}
	return datasets.LockKeyed(ctx, tx, sources...)
}
