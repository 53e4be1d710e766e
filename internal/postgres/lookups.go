package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Lookups keeps the Names that answers need in memory. Refresh loads them at start and when a name changed. A query that fails is logged and
// counted, and leaves its collection as it was: empty at the start, which it does not keep the server from.
type Lookups struct {
	db       Querier
	log      *slog.Logger
	failures *prometheus.CounterVec
	current  atomic.Pointer[surveillance.Names]

	loading  sync.Mutex               // held while the names are read; guards read and lastLoad
	read     surveillance.Collections // what was read last
	lastLoad uint64                   // number of the newest load that succeeded
	loads    atomic.Uint64            // number of loads begun

	areas areaCache

	// CatchUp is called after names were read and before they are current. It brings what the server keeps in memory of the records up
	// to date, so that no answer knows a data source and not its records. It may be nil.
	CatchUp func(context.Context) error
	// Outage logs queries that fail because the database does not answer. It may be nil: then each is logged.
	Outage *Outage
}

var (
	taxaQuery         = sql.Get("lookup/taxa.sql")
	vectorsQuery      = sql.Get("lookup/vectors.sql")
	membersQuery      = sql.Get("lookup/members.sql")
	namesQuery        = sql.Get("lookup/names.sql")
	translationsQuery = sql.Get("lookup/translations.sql")
	dataSourcesQuery  = sql.Get("lookup/data_sources.sql")
	placesQuery       = sql.Get("lookup/places.sql")
	hasQuery          = sql.Get("lookup/has.sql")
)

// errNotRead is why there are no taxa before they were read once.
var errNotRead = errors.New("they were not read yet")

// Names of the lookups in the log and in the metric.
const (
	lookupSpecies      = "species"
	lookupSources      = "data_sources"
	lookupPlaces       = "places"
	lookupTranslations = "translations"
)

// NewLookups returns lookups that are empty until Refresh.
func NewLookups(db Querier, log *slog.Logger, reg prometheus.Registerer) *Lookups {
	l := &Lookups{db: db, log: log, failures: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_lookup_failures_total",
		Help: "Lookup queries that failed, by lookup.",
	}, []string{"lookup"})}
	for _, name := range []string{lookupSpecies, lookupSources, lookupPlaces, lookupTranslations} {
		l.failures.WithLabelValues(name) // rate() needs the series from 0 on
	}
	reg.MustRegister(l.failures)
	l.read.TaxaErr = errNotRead
	l.current.Store(surveillance.NewNames(surveillance.Collections{}))
	return l
}

// Current returns the newest names.
func (l *Lookups) Current() *surveillance.Names { return l.current.Load() }

// NamesFor returns names that hold the species, the data sources and the areas of criteria, as far as the database has them. The newest
// names may lack those of an import that was committed a moment ago, and they have no areas. The error may be a
// *surveillance.ValueError: the areas are too large.
func (l *Lookups) NamesFor(ctx context.Context, c *surveillance.Criteria) (*surveillance.Names, error) {
	names, err := l.namesFor(ctx, c)
	if ids := c.Areas(); err == nil && ids != nil {
		var areas map[string]surveillance.Area
		areas, err = l.areas.get(ctx, l.db, ids)
		return names.WithAreas(areas), err
	}
	return names, err
}

func (l *Lookups) namesFor(ctx context.Context, c *surveillance.Criteria) (*surveillance.Names, error) {
	names := l.Current()
	species, sources := c.Missing(names)
	if species == nil && sources == nil {
		return names, nil
	}
	var has bool
	if err := l.db.QueryRow(ctx, hasQuery.String(), pgx.StrictNamedArgs{"species": species, "sources": sources}).Scan(&has); err != nil {
		return nil, errors.Join(names.TaxaErr(), fmt.Errorf("look for a name: %w", err))
	}
	if !has {
		return names, nil
	}
	if err := l.Refresh(ctx); err != nil {
		return nil, fmt.Errorf("%w: %w", surveillance.ErrNamesNotLoaded, err)
	}
	return l.Current(), nil
}

// Refresh loads all names that are committed when it is called. Calls that wait share one load. The error joins those of the queries
// that failed, whose collections are those that were read before; the others are current.
func (l *Lookups) Refresh(ctx context.Context) error {
	before := l.loads.Load()
	l.loading.Lock()
	defer l.loading.Unlock()
	if l.lastLoad > before {
		return nil // a load that began after this call has read every name that this call would
	}
	load := l.loads.Add(1)
	err := l.load(ctx)
	if err == nil {
		l.lastLoad = load
	}
	return err
}

func (l *Lookups) load(ctx context.Context) error {
	var errs []error
	for _, lookup := range []struct {
		name string
		read func(context.Context, *surveillance.Collections) error
	}{
		{lookupSpecies, l.loadTaxa}, {lookupSources, l.loadSources}, {lookupPlaces, l.loadPlaces}, {lookupTranslations, l.loadTranslations},
	} {
		now := l.read
		if err := lookup.read(ctx, &now); err != nil {
			err = fmt.Errorf("load lookup %s: %w", lookup.name, err)
			errs = append(errs, err)
			if ctx.Err() != nil { // who asked has left, or the server stops
				continue
			}
			l.failures.WithLabelValues(lookup.name).Inc()
			if l.Outage == nil || !l.Outage.Noticed(ctx, err) {
				l.log.ErrorContext(ctx, "a lookup failed: the names are those that were read before", "lookup", lookup.name, "error", err)
			}
			continue
		}
		l.read = now
	}
	names := l.Current().Next(l.read)
	if l.CatchUp != nil {
		errs = append(errs, l.CatchUp(ctx))
	}
	l.current.Store(names)
	l.areas.clear()
	return errors.Join(errs...)
}

// The loaders change nothing that was read before: names share it.

func (l *Lookups) loadTaxa(ctx context.Context, c *surveillance.Collections) error {
	taxa, err := All[surveillance.Taxon](ctx, l.db, taxaQuery)
	if err != nil {
		return err
	}
	names, err := All[struct {
		Slug string `db:"slug"`
		Key  int32  `db:"taxon_key"`
	}](ctx, l.db, namesQuery)
	if err != nil {
		return err
	}
	c.Taxa, c.Spellings = taxa, make(map[string]int32, len(names))
	for _, n := range names {
		c.Spellings[n.Slug] = n.Key
	}
	members, err := All[struct {
		Key  int32  `db:"taxon_key"`
		Slug string `db:"slug"`
		Name string `db:"name"`
	}](ctx, l.db, membersQuery)
	if err != nil {
		return err
	}
	c.Members = map[int32][]surveillance.Member{}
	for _, m := range members {
		c.Members[m.Key] = append(c.Members[m.Key], surveillance.Member{Slug: m.Slug, Name: m.Name})
	}
	vectors, err := All[struct {
		DiseaseID string `db:"disease_id"`
		Key       int32  `db:"taxon_key"`
	}](ctx, l.db, vectorsQuery)
	c.Vectors = map[string][]int32{}
	for _, v := range vectors {
		c.Vectors[v.DiseaseID] = append(c.Vectors[v.DiseaseID], v.Key)
	}
	c.TaxaErr = nil
	return err
}

func (l *Lookups) loadSources(ctx context.Context, c *surveillance.Collections) (err error) {
	c.DataSources, err = All[surveillance.DataSource](ctx, l.db, dataSourcesQuery)
	return err
}

func (l *Lookups) loadPlaces(ctx context.Context, c *surveillance.Collections) error {
	places, err := All[struct {
		ID       string `db:"id"`
		RegionID string `db:"region_id"`
	}](ctx, l.db, placesQuery)
	c.RegionOf = make(map[string]string, len(places))
	for _, p := range places {
		c.RegionOf[p.ID] = p.RegionID
	}
	return err
}

func (l *Lookups) loadTranslations(ctx context.Context, c *surveillance.Collections) error {
	rows, err := All[struct {
		Kind string `db:"kind"`
		Lang string `db:"lang"`
		ID   string `db:"id"`
		Name string `db:"name"`
	}](ctx, l.db, translationsQuery)
	c.Translations = make(map[surveillance.Translation]string, len(rows))
	for _, r := range rows {
		c.Translations[surveillance.Translation{Kind: r.Kind, Lang: lang.Code(r.Lang), ID: r.ID}] = r.Name
	}
	return err
}
