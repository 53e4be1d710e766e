package importing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/export"
)

// own reports whether the file is an export of this program. Its rows know the records that they were, and their data sources.
func (run *fileImport) own() bool { return run.reader.Own() }

// ownDataset is what a row of a file of our own says of its data source.
type ownDataset struct{ key, id, name string }

// datasetOf is what a row of a file of our own says of its data source.
func datasetOf(row darwincore.Row) export.Dataset {
	of := row.Record
	if of == nil && row.Pool != nil {
		of = row.Pool.Mosquitoes
	}
	if of == nil {
		return row.Event.Own.Dataset
	}
	dataset := of.Own.Dataset
	dataset.ID, dataset.Name = of.DatasetID, of.DatasetName
	return dataset
}

// ownSource returns the data source of a row of a file of our own. Records without one stay without one.
func (run *fileImport) ownSource(row darwincore.Row) (*dataSource, error) {
	dataset := datasetOf(row)
	said := ownDataset{dataset.Key, dataset.ID, dataset.Name}
	if s := run.sources.own[said]; s != nil {
		return s, nil
	}
	if len(run.sources.list) == maxOwnSources {
		return nil, fmt.Errorf("the file holds more than %d data sources", maxOwnSources)
	}
	s, err := run.identifyOwn(said)
	if err != nil {
		return nil, err
	}
	if err := run.refuse(s); err != nil {
		return nil, err
	}
	if s.synthetic {
		return nil, &Stop{StopSource, fmt.Sprintf("the file holds synthetic records, of the data source %q, which nobody observed: they are not imported; "+
			"export the other data sources with --data-source", said.name)}
	}
	s.number = int16(len(run.sources.list))
	if of := run.reader.Source(); of.Name == said.name {
		s.Citation, s.URL = of.Citation, of.URL
	}
	s.Name, s.Licence = said.name, dataset.Licence
	run.sources.list = append(run.sources.list, s)
	if run.sources.own == nil {
		run.sources.own = map[ownDataset]*dataSource{}
	}
	run.sources.own[said] = s
	return s, nil
}

// maxOwnSources is how many data sources a file of our own may have.
const maxOwnSources = 10_000

// identifyOwn finds a data source by its dataset's identifier, else by its own.
func (run *fileImport) identifyOwn(said ownDataset) (*dataSource, error) {
	s := &dataSource{}
	if said == (ownDataset{}) {
		return s, nil
	}
	id := cmp.Or(said.key, lang.Slug(said.name))
	if said.id != id {
		s.datasetID = said.id
	}
	for _, is := range []func(storedSource) bool{
		func(d storedSource) bool { return s.datasetID != "" && d.DatasetID == s.datasetID },
		func(d storedSource) bool { return d.ID == id && (s.datasetID == "" || d.DatasetID == "") },
	} {
		if stored := run.sources.find(is); stored != nil {
			s.take(stored)
			return s, nil
		}
	}
	return run.newSource(s, id)
}

// lockOwn takes the locks of the data sources of a file of our own, which are known when all rows were read, and fails when another
// import changed them meanwhile.
func (run *fileImport) lockOwn(ctx context.Context, tx pgx.Tx) (err error) {
	if run.sources.only != nil || run.options.Check {
		return nil
	}
	sorted := slices.SortedFunc(slices.Values(run.sources.list), func(a, b *dataSource) int { return cmp.Compare(a.id, b.id) })
	for _, s := range sorted {
		if err := run.lock(ctx, tx, s.id); err != nil {
			return err
		}
	}
	if run.sources.stored, err = postgres.All[storedSource](ctx, tx, storedSourcesQuery); err != nil {
		return fmt.Errorf("read the data sources: %w", err)
	}
	for said, s := range run.sources.own {
		now, err := run.identifyOwn(said)
		if err != nil {
			return err
		}
		if now.id != s.id || (now.key == nil) != (s.key == nil) {
			return errors.New("another import stored a data source of this file meanwhile: import it again")
		}
	}
	return nil
}

// sourceHash returns the hash by which a record is compared with the file that it came from; none for one that was made through the API.
func (run *fileImport) sourceHash(rec *darwincore.Record) (hash [16]byte, ok bool) {
	if rec.Own == nil || rec.Absent || run.reader.Public() || rec.Own.SourceHash != nil {
		return rec.Hash, true
	}
	return hash, false
}

// eventHash is sourceHash for a sampling event.
func (run *fileImport) eventHash(event *darwincore.Event) (hash [16]byte, ok bool) {
	if event.Own == nil || run.reader.Public() || event.Own.SourceHash != nil || event.Partial {
		return event.Hash, true
	}
	return hash, false
}

// stagePrivate writes what only private copies of our own say.
func stagePrivate(rows *postgres.CopyRows, rec *darwincore.Record) {
	var p export.Private
	if rec.Own != nil {
		p = rec.Own.Private
	}
	rows.Text(p.UserID)
	rows.Text(p.ImageURL)
	if prediction, err := uuid.Parse(p.PredictionID); err == nil {
		rows.UUID(prediction)
	} else {
		rows.Null()
	}
	rows.Text(p.ModelID)
	rows.Float8(p.Confidence)
}
