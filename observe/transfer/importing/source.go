package importing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	storeSourceQuery   = sql.Get("dataset/store.sql")
	storedSourcesQuery = sql.Get("dataset/candidates.sql")
	setSourceQuery     = sql.Get("staging/set_source.sql")
	linkSourceQuery    = sql.Get("staging/link_source.sql")
	usedSourcesQuery   = sql.Get("staging/used_sources.sql")
	tryLockQuery       = sql.Get("dataset/try_lock.sql")
	lockQuery          = sql.Get("dataset/lock.sql")
)

// storedSource is a data source in the database.
type storedSource struct {
	Key       int32  `db:"key"`
	ID        string `db:"id"`
	Name      string `db:"name"`
	DatasetID string `db:"dataset_id"`
	Synthetic bool   `db:"synthetic"`
}

// dataSource is the data source of rows of a file.
type dataSource struct {
	darwincore.Source
	number     int16
	id         string // of data_sources, which the ids of records are made of
	datasetID  string
	key        *int32 // nil while it is not stored
	ofRows     bool   // the rows say it
	byFileName bool   // nothing but the file's name says that it is this one
	synthetic  bool   // it holds records that nobody observed
	mayBeOther bool   // byFileName, and the file says of itself that it is another one
}

// dataSources are the data sources of a file by what its rows say of them.
type dataSources struct {
	stored []storedSource
	only   *dataSource // of all rows
	list   []*dataSource
	own    map[ownDataset]*dataSource // of a file of our own
}

// maxSourceID is the longest id of a data source, in bytes.
const maxSourceID = 320

// maxPeeked is how many rows are read at most to find one that says what data set it belongs to.
const maxPeeked = 1000

// findSource finds the data source of the file, and takes its lock.
func (run *fileImport) findSource(ctx context.Context, tx pgx.Tx) error {
	run.sources = dataSources{}
	if run.own() && run.options.Sources != nil { // its rows name records by ids, which may be others'
		return &Stop{StopForbidden, "an export of Skeeter's own is imported by those who may write the records of all data sources"}
	}
	said, err := run.peek()
	if err != nil {
		return err
	}
	for locked := ""; ; {
		if run.sources.stored, err = postgres.All[storedSource](ctx, tx, storedSourcesQuery); err != nil {
			return fmt.Errorf("read the data sources: %w", err)
		}
		if run.own() && run.options.Dataset == "" {
			run.report.DataSource = said.Name // until the rows say it
			return nil
		}
		source, err := run.identify(said)
		if err == nil {
			err = cmp.Or(run.refuse(source), source.refuseSynthetic())
		}
		if err != nil {
			return err
		}
		run.sources.list, run.sources.only = []*dataSource{source}, source
		run.report.DataSource = source.Name
		if run.options.Check || source.id == locked {
			return nil
		}
		// Another import may have stored the data source in the meantime, and under another id.
		if err := run.lock(ctx, tx, source.id); err != nil {
			return err
		}
		locked = source.id
	}
}

// saidSource is what a file says of where it comes from.
type saidSource struct {
	darwincore.Source
	ofRows      bool
	datasetName string // of the rows
}

// peek reads until the first record or pool, whose datasetID is that of the file unless a later row has another one.
func (run *fileImport) peek() (said saidSource, err error) {
	said.Source = run.reader.Source()
	for len(run.peeked) < maxPeeked {
		row, err := run.reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return said, err
		}
		run.peeked = append(run.peeked, row)
		if row.Record == nil && row.Pool == nil {
			continue
		}
		if row.Record != nil && row.Record.DatasetID != "" && !run.ignoreDatasetID && !run.own() {
			said.ID, said.datasetName, said.ofRows = row.Record.DatasetID, row.Record.DatasetName, true
		}
		break
	}
	return said, nil
}

// identify finds the data source that a file belongs to: the one that the options name; else the one that has the data set's identifier;
// else the one that has its title; else the one that has the file's name.
func (run *fileImport) identify(said saidSource) (*dataSource, error) {
	s := &dataSource{Source: said.Source, ofRows: said.ofRows}
	if dataset := run.options.Dataset; dataset != "" {
		return run.identifyNamed(s, dataset)
	}
	if stored := run.sources.find(func(d storedSource) bool { return said.ID != "" && d.DatasetID == said.ID }); stored != nil {
		if said.Untitled {
			s.Name = cmp.Or(said.datasetName, stored.Name)
		}
		s.take(stored)
		return s, nil
	}
	s.datasetID = said.ID
	titles := []string{said.Name}
	if said.Untitled && said.datasetName != "" {
		s.Name = said.datasetName
		titles = []string{said.datasetName, said.Name}
	}
	for _, title := range titles {
		stored := run.sources.find(func(d storedSource) bool {
			return d.ID == lang.Slug(title) && d.Key != run.notSource && (said.ID == "" || d.DatasetID == "")
		})
		if stored == nil {
			continue
		}
		s.byFileName = said.Untitled && title == said.Name
		s.mayBeOther = s.byFileName && said.ID != ""
		s.take(stored)
		return s, nil
	}
	return run.newSource(s, lang.Slug(s.Name))
}

// identifyNamed finds the data source that the options name, by its id, its name or its data set's identifier.
func (run *fileImport) identifyNamed(s *dataSource, dataset string) (*dataSource, error) {
	taken := run.sources.find(func(d storedSource) bool { return s.ID != "" && d.DatasetID == s.ID })
	for _, is := range []func(storedSource) bool{
		func(d storedSource) bool { return d.ID == lang.Slug(dataset) },
		func(d storedSource) bool { return d.DatasetID == dataset },
		func(d storedSource) bool { return d.Name == dataset },
	} {
		if stored := run.sources.find(is); stored != nil {
			s.Name = dataset
			if dataset == stored.ID || dataset == stored.DatasetID {
				s.Name = stored.Name
			}
			if taken == nil {
				s.datasetID = s.ID
			}
			s.take(stored)
			return s, nil
		}
	}
	s.Name = dataset
	if taken == nil {
		s.datasetID = s.ID
	}
	return run.newSource(s, lang.Slug(dataset))
}

func (s *dataSource) take(stored *storedSource) {
	s.id, s.key, s.synthetic = stored.ID, &stored.Key, stored.Synthetic
	s.datasetID = cmp.Or(stored.DatasetID, s.datasetID)
}

// refuseSynthetic keeps records of a file out of the data sources of synthetic ones, which are removed as a whole.
func (s *dataSource) refuseSynthetic() error {
	if !s.synthetic {
		return nil
	}
	return &Stop{StopSource, fmt.Sprintf("the data source %q is kept for synthetic records: name another one with --dataset", s.id)}
}

// refuse keeps records out of the data sources that the options do not name.
func (run *fileImport) refuse(s *dataSource) error {
	allowed := run.options.Sources
	if allowed == nil || slices.Contains(allowed, s.id) {
		return nil
	}
	return &Stop{StopForbidden, fmt.Sprintf("the records are of the data source %q, and you may store those of %s alone: choose one", s.id, strings.Join(allowed, ", "))}
}

// newSource gives a data source that is not stored an id that no other has.
func (run *fileImport) newSource(s *dataSource, id string) (*dataSource, error) {
	if id == "" || len(id) > maxSourceID {
		return nil, fmt.Errorf("the data source's name %q makes no id: name it with --dataset", s.Name)
	}
	s.id, s.synthetic = id, id == datasets.DemonstrationID || id == datasets.SyntheticID
	for n := 2; run.sources.find(func(d storedSource) bool { return d.ID == s.id }) != nil; n++ {
		s.id = fmt.Sprintf("%s-%d", id, n)
	}
	return s, nil
}

func (s *dataSources) find(is func(storedSource) bool) *storedSource {
	if at := slices.IndexFunc(s.stored, is); at >= 0 {
		return &s.stored[at]
	}
	return nil
}

// sourceOf returns the data source of a row. Rows of several data sets say nothing of the file.
func (run *fileImport) sourceOf(row darwincore.Row) (*dataSource, error) {
	only := run.sources.only
	if only == nil {
		return run.ownSource(row)
	}
	if only.ofRows && row.Record != nil && row.Record.DatasetID != only.ID {
		return nil, restart{func(run *fileImport) { run.ignoreDatasetID = true }}
	}
	return only, nil
}

// keys are those of the stored data sources of the file.
func (s *dataSources) keys() []int32 {
	keys := []int32{}
	for _, source := range s.list {
		if source.key != nil {
			keys = append(keys, *source.key)
		}
	}
	return keys
}

// lock waits until no other import of the data source runs, and says that it waits.
func (run *fileImport) lock(ctx context.Context, tx pgx.Tx, id string) error {
	args := pgx.StrictNamedArgs{"id": id}
	var taken bool
	err := tx.QueryRow(ctx, tryLockQuery.String(), args).Scan(&taken)
	if err == nil && !taken {
		run.progress(StageWaiting, 0, 0)
		_, err = tx.Exec(ctx, lockQuery.String(), args)
	}
	if err != nil {
		return fmt.Errorf("wait for another import of the same data source: %w", err)
	}
	return nil
}

// linkSources says which stored data sources the numbers of rows stand for.
func (run *fileImport) linkSources(ctx context.Context, tx pgx.Tx) error {
	for _, s := range run.sources.list {
		key := s.key
		if key == nil && s.id != "" {
			key = new(int32) // not stored yet
		}
		if _, err := tx.Exec(ctx, setSourceQuery.String(), pgx.StrictNamedArgs{"source": s.number, "key": key}); err != nil {
			return fmt.Errorf("say whose the rows are: %w", err)
		}
	}
	return nil
}

// storeSources stores the data sources that have rows.
func (run *fileImport) storeSources(ctx context.Context, tx pgx.Tx) error {
	rows, _ := tx.Query(ctx, usedSourcesQuery.String()) // CollectRows returns the error
	used, err := pgx.CollectRows(rows, pgx.RowTo[int16])
	if err != nil {
		return fmt.Errorf("find the data sources of the rows: %w", err)
	}
	actor, err := history.ActorOf(ctx)
	if err != nil {
		return err
	}
	var names []string
	for _, s := range run.sources.list {
		if s.id == "" || !slices.Contains(used, s.number) {
			continue
		}
		names = append(names, s.Name)
		args := actor.Args()
		args["id"], args["name"], args["licence"], args["citation"], args["url"], args["dataset_id"] = s.id, s.Name, s.Licence, s.Citation, s.URL, s.datasetID
		args["synthetic"] = false
		var key int32
		err := tx.QueryRow(ctx, storeSourceQuery.String(), args).Scan(&key)
		if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == hiddenRow {
			return ErrPrivate
		}
		if err == nil {
			_, err = tx.Exec(ctx, linkSourceQuery.String(), pgx.StrictNamedArgs{"source": s.number, "key": key})
		}
		if err != nil {
			return fmt.Errorf("store the data source: %w", err)
		}
		s.key = &key
	}
	if len(names) > 0 {
		run.report.DataSource = strings.Join(names, ", ")
	}
	return nil
}
