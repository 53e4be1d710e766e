package app

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
)

// privateImporter returns what stores the records of a private data source, by its id or name, for a visitor who may write them; nil for no such one.
func (a *App) privateImporter(v access.Visitor, dataset string) imports.Importer {
	for _, set := range a.private.byID() {
		if (set.ID == lang.Slug(dataset) || set.Name == dataset) && v.MayRead(set.ID) {
			return privateImport{a, set}
		}
	}
	return nil
}

// privateImport imports into a private data source, on connections of its own.
type privateImport struct {
	app *App
	set *privateSet
}

func (p privateImport) Import(ctx context.Context, path string, o importing.Options) (importing.Report, error) {
	pool, err := postgres.NewPool(ctx, postgres.PoolOptions{URL: p.app.db.URL, Size: importConnections, ApplicationName: "skeeter import", Schema: p.set.Schema()})
	if err != nil {
		return importing.Report{}, err
	}
	defer pool.Close()
	report, err := importing.New(pool, p.app.log).Import(ctx, path, o)
	if err == nil && !o.Check {
		p.set.changed(ctx)
	}
	return report, err
}
