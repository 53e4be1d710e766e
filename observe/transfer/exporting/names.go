package exporting

import (
	"cmp"
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	exportTaxaQuery        = sql.Get("exporting/taxa.sql")
	exportDataSourcesQuery = sql.Get("exporting/data_sources.sql")
)

// exportNames are what records refer to by key, from the snapshot of the export.
type exportNames struct {
	taxa     map[int32]exportTaxon
	datasets map[int32]export.Dataset // 0 is none
}

type exportTaxon struct {
	name, family string
	rank         names.Rank
}

// exportSource is a data source as an export cites it.
type exportSource struct {
	Key       *int32  `db:"key"` // nil, like the rest, for the records without a data source
	ID        *string `db:"id"`
	DatasetID *string `db:"dataset_id"`
	Name      *string `db:"name"`
	Licence   *string `db:"licence"`
	Citation  *string `db:"citation"`
	URL       *string `db:"url"`
	OfEvent   bool    `db:"of_event"` // it has sampling events
	OfPool    bool    `db:"of_pool"`  // it has pools that match
}

func readExportNames(ctx context.Context, tx pgx.Tx) (n exportNames, err error) {
	taxa, err := postgres.All[struct {
		Key    int32  `db:"key"`
		Name   string `db:"scientific_name"`
		Family string `db:"family"`
	}](ctx, tx, exportTaxaQuery)
	if err != nil {
		return n, fmt.Errorf("read the names: %w", err)
	}
	sources, err := postgres.All[exportSource](ctx, tx, exportDataSourcesQuery)
	if err != nil {
		return n, fmt.Errorf("read the data sources: %w", err)
	}
	n = exportNames{taxa: make(map[int32]exportTaxon, len(taxa)), datasets: make(map[int32]export.Dataset, len(sources))}
	for _, t := range taxa {
		parsed, _ := names.Parse(t.Name)
		n.taxa[t.Key] = exportTaxon{t.Name, t.Family, parsed.Rank}
	}
	for _, s := range sources {
		n.datasets[*s.Key] = s.dataset()
	}
	return n, nil
}

// dataset is the data source as a row names it. The source's own identifier comes first, because others know it. The id here is the slug
// of the name, else it is stated beside.
func (s exportSource) dataset() export.Dataset {
	if s.Key == nil {
		return export.Dataset{}
	}
	d := export.Dataset{ID: cmp.Or(text(s.DatasetID), *s.ID), Name: *s.Name, Licence: text(s.Licence)}
	if lang.Slug(d.Name) != *s.ID {
		d.Key = *s.ID
	}
	return d
}

// text is empty for null.
func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
