package exporting

import (
	"archive/zip"
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var exportSourcesQuery = sql.Get("exporting/sources.sql")

// writeArchives writes a Darwin Core archive: a data set with one source, licence and citation. The records of several data sources make
// a zip with one archive each, named by the id of its source.
func writeArchives(w io.Writer, rows *exportRows, o Options) (done Exported, err error) {
	sources, err := exportSources(rows.ctx, rows.tx, rows.filter, o.Absences)
	if err != nil {
		return done, err
	}
	created := time.Now().UTC()
	if len(sources) < 2 {
		var only exportSource
		if len(sources) == 1 {
			only = sources[0]
		}
		return rows.writeArchive(w, only, ofSource{every: len(sources) == 0, key: only.Key}, created, o)
	}
	out := zip.NewWriter(w)
	for _, source := range sources {
		// The archives are compressed already; stored as they are, one can be read where it lies.
		file, err := out.CreateHeader(&zip.FileHeader{Name: cmp.Or(text(source.ID), withoutSource) + ".zip", Method: zip.Store, Modified: created})
		if err != nil {
			return done, fmt.Errorf("write the export: %w", err)
		}
		written, err := rows.writeArchive(file, source, ofSource{key: source.Key}, created, o)
		done.Records += written.Records
		done.Events += written.Events
		done.Pools += written.Pools
		if err != nil {
			return done, err
		}
	}
	if err := out.Close(); err != nil {
		return done, fmt.Errorf("write the export: %w", err)
	}
	return done, nil
}

// withoutSource names the archive of the records that have no data source. No id of a source has a blank.
const withoutSource = "without a data source"

// writeArchive writes the archive of one data source, with an event core if it has events or pools: an occurrence has no pools, an event
// may have.
func (r *exportRows) writeArchive(w io.Writer, source exportSource, of ofSource, created time.Time, o Options) (Exported, error) {
	options := archiveOptions(source, created, o)
	if source.OfEvent || source.OfPool {
		return r.writeEvents(export.NewEventArchive(w, options), source)
	}
	return r.write(export.NewArchive(w, options), of)
}

func archiveOptions(source exportSource, created time.Time, o Options) export.ArchiveOptions {
	return export.ArchiveOptions{
		Source:   darwincore.Source{Name: text(source.Name), Licence: text(source.Licence), Citation: text(source.Citation), URL: text(source.URL)},
		SourceID: text(source.ID), Created: created, Private: o.Private,
	}
}

// exportSources returns the data sources of the records, sampling events and pools that match, by id; the last one is zero if some records have
// none.
func exportSources(ctx context.Context, tx pgx.Tx, f surveillance.Filter, absences bool) ([]exportSource, error) {
	args := postgres.BothArgs(f)
	args["absences"], args["events"] = absences, !asksOfRecords(f)
	sources, err := postgres.All[exportSource](ctx, tx, exportSourcesQuery, args)
	if err != nil {
		return nil, fmt.Errorf("find the data sources: %w", err)
	}
	return sources, nil
}
