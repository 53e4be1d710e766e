// Package lookup holds the names that every answer needs, in memory: taxa by key and by any spelling, data sources,
// translations by language and identifier. It imports internal/lang, internal/postgres and sql.
//
// Lookups are loaded at start and again when a name changes. A query that fails leaves that collection empty, a logged
// error and a metric, never a failed start.
package lookup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Kinds of translations.
const (
	KindSpecies    = "species"
	KindDisease    = "disease"
	KindRegion     = "region"
	KindCountry    = "country"
	KindDataSource = "data_source"
)

// Taxon is a scientific name that records carry.
type Taxon struct {
	Key            int32  `db:"key"`
	ID             string `db:"id"` // lowercase with hyphens
	ScientificName string `db:"scientific_name"`
	Genus          string `db:"genus"`
	InCatalog      bool   `db:"in_catalog"`
	VectorStatus   string `db:"vector_status"` // Unknown for a name outside the catalog
}

// DataSource is where records come from.
type DataSource struct {
	Key       int32  `db:"key"`
	ID        string `db:"id"`
	Name      string `db:"name"`
	Licence   string `db:"licence"`
	Citation  string `db:"citation"`
	URL       string `db:"url"`
	Synthetic bool   `db:"synthetic"`
}

// Snapshot is one consistent reading of all lookups. It is never changed; take a new one with Lookups.Current.
type Snapshot struct {
	taxa      map[int32]Taxon
	slugs     map[string]int32
	sources   map[int32]DataSource
	sourceIDs map[string]int32
	vectors   map[string][]int32 // disease id -> taxon keys
	regionOf  map[string]string  // country id -> region id
	names     map[nameKey]string
	taxaErr   error
	version   string
}

type nameKey struct {
	kind string
	lang lang.Code
	id   string
}

// Lookups loads snapshots.
type Lookups struct {
	db       postgres.Querier
	log      *slog.Logger
	failures *prometheus.CounterVec
	current  atomic.Pointer[Snapshot]
	loading  sync.Mutex
	tried    atomic.Bool
}

var (
	taxaQuery         = sql.Get("lookup/taxa.sql")
	vectorsQuery      = sql.Get("lookup/vectors.sql")
	namesQuery        = sql.Get("lookup/names.sql")
	translationsQuery = sql.Get("lookup/translations.sql")
	dataSourcesQuery  = sql.Get("lookup/data_sources.sql")
	placesQuery       = sql.Get("lookup/places.sql")
)

// Lookups, as the log and the metric name them.
const (
	lookupSpecies      = "species"
	lookupSources      = "data_sources"
	lookupPlaces       = "places"
	lookupTranslations = "translations"
)

// New returns empty lookups; call Refresh.
func New(db postgres.Querier, log *slog.Logger, reg prometheus.Registerer) *Lookups {
	l := &Lookups{db: db, log: log, failures: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_lookup_failures_total",
		Help: "Lookup queries that failed and left an empty collection, by lookup.",
	}, []string{"lookup"})}
	for _, name := range []string{lookupSpecies, lookupSources, lookupPlaces, lookupTranslations} {
		l.failures.WithLabelValues(name) // a rate needs the 0 that it began at
	}
	reg.MustRegister(l.failures)
	l.current.Store(&Snapshot{})
	return l
}

// Current returns the newest snapshot.
func (l *Lookups) Current() *Snapshot { return l.current.Load() }

// Tried says whether a load was attempted, successful or not.
func (l *Lookups) Tried() bool { return l.tried.Load() }

// Refresh loads everything again. The error tells what failed; what did not is in the new snapshot all the same.
func (l *Lookups) Refresh(ctx context.Context) error {
	l.loading.Lock()
	defer l.loading.Unlock()
	s := &Snapshot{}
	var errs []error
	load := func(name string, step func() error) error {
		err := step()
		if err != nil {
			err = fmt.Errorf("load lookup %s: %w", name, err)
			errs = append(errs, err)
			l.failures.WithLabelValues(name).Inc()
			l.log.ErrorContext(ctx, "lookup failed, it is empty now", "lookup", name, "error", err)
		}
		return err
	}
	s.taxaErr = load(lookupSpecies, func() error { return s.loadTaxa(ctx, l.db) })
	_ = load(lookupSources, func() error { return s.loadSources(ctx, l.db) })
	_ = load(lookupPlaces, func() error { return s.loadPlaces(ctx, l.db) })
	_ = load(lookupTranslations, func() error { return s.loadNames(ctx, l.db) })
	s.version = s.digest()
	l.current.Store(s)
	l.tried.Store(true)
	return errors.Join(errs...)
}

func (s *Snapshot) loadTaxa(ctx context.Context, db postgres.Querier) error {
	taxa, err := postgres.All[Taxon](ctx, db, taxaQuery)
	if err != nil {
		return err
	}
	names, err := postgres.All[struct {
		Slug string `db:"slug"`
		Key  int32  `db:"taxon_key"`
	}](ctx, db, namesQuery)
	if err != nil {
		return err
	}
	s.taxa, s.slugs = make(map[int32]Taxon, len(taxa)), make(map[string]int32, len(names))
	for _, t := range taxa {
		s.taxa[t.Key] = t
	}
	for _, n := range names {
		s.slugs[n.Slug] = n.Key
	}
	return s.loadVectors(ctx, db)
}

func (s *Snapshot) loadVectors(ctx context.Context, db postgres.Querier) error {
	vectors, err := postgres.All[struct {
		DiseaseID string `db:"disease_id"`
		Key       int32  `db:"taxon_key"`
	}](ctx, db, vectorsQuery)
	if err != nil {
		return err
	}
	s.vectors = map[string][]int32{}
	for _, v := range vectors {
		s.vectors[v.DiseaseID] = append(s.vectors[v.DiseaseID], v.Key)
	}
	return nil
}

func (s *Snapshot) loadSources(ctx context.Context, db postgres.Querier) error {
	sources, err := postgres.All[DataSource](ctx, db, dataSourcesQuery)
	if err != nil {
		return err
	}
	s.sources, s.sourceIDs = make(map[int32]DataSource, len(sources)), make(map[string]int32, len(sources))
	for _, d := range sources {
		s.sources[d.Key] = d
		s.sourceIDs[d.ID] = d.Key
	}
	return nil
}

func (s *Snapshot) loadPlaces(ctx context.Context, db postgres.Querier) error {
	places, err := postgres.All[struct {
		ID       string `db:"id"`
		RegionID string `db:"region_id"`
	}](ctx, db, placesQuery)
	if err != nil {
		return err
	}
	s.regionOf = make(map[string]string, len(places))
	for _, p := range places {
		s.regionOf[p.ID] = p.RegionID
	}
	return nil
}

func (s *Snapshot) loadNames(ctx context.Context, db postgres.Querier) error {
	rows, err := postgres.All[struct {
		Kind string `db:"kind"`
		Lang string `db:"lang"`
		ID   string `db:"id"`
		Name string `db:"name"`
	}](ctx, db, translationsQuery)
	if err != nil {
		return err
	}
	s.names = make(map[nameKey]string, len(rows))
	for _, r := range rows {
		s.names[nameKey{r.Kind, lang.Code(r.Lang), r.ID}] = r.Name
	}
	return nil
}

// Version names what the snapshot holds: two servers with the same names have the same version.
func (s *Snapshot) Version() string { return s.version }

// digest sums a hash of each entry, so that the maps' order does not matter.
func (s *Snapshot) digest() string {
	var sum uint64
	add := func(entry any) {
		h := fnv.New64a()
		_, _ = fmt.Fprintf(h, "%T %v", entry, entry)
		sum += h.Sum64()
	}
	for _, t := range s.taxa {
		add(t)
	}
	for _, d := range s.sources {
		add(d)
	}
	for disease, keys := range s.vectors {
		add([]any{disease, keys})
	}
	for key, name := range s.names {
		add([]any{key, name})
	}
	return strconv.FormatUint(sum, 36)
}

// TaxaErr returns why taxa are not loaded, nil when they are. Who would answer wrongly without them asks first.
func (s *Snapshot) TaxaErr() error { return s.taxaErr }

// Taxon returns a taxon by its key.
func (s *Snapshot) Taxon(key int32) (Taxon, bool) {
	t, ok := s.taxa[key]
	return t, ok
}

// FindTaxon returns the taxon of an id, a scientific name or a synonym, in any case, with hyphens or underscores.
func (s *Snapshot) FindTaxon(name string) (Taxon, bool) {
	key, ok := s.slugs[lang.Slug(name)]
	if !ok {
		return Taxon{}, false
	}
	return s.Taxon(key)
}

// Vectors returns the keys of the taxa that carry a disease, nil for an unknown one.
func (s *Snapshot) Vectors(diseaseID string) []int32 { return s.vectors[diseaseID] }

// Taxa returns all taxa by scientific name, in code point order.
func (s *Snapshot) Taxa() []Taxon {
	out := make([]Taxon, 0, len(s.taxa))
	for _, t := range s.taxa {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b Taxon) int { return cmp.Compare(a.ScientificName, b.ScientificName) })
	return out
}

// DataSource returns a data source by its key.
func (s *Snapshot) DataSource(key int32) (DataSource, bool) {
	d, ok := s.sources[key]
	return d, ok
}

// FindDataSource returns the data source of an id, in any case, with hyphens or underscores, or of its name.
func (s *Snapshot) FindDataSource(id string) (DataSource, bool) {
	key, ok := s.sourceIDs[lang.Slug(id)]
	if !ok {
		return DataSource{}, false
	}
	return s.DataSource(key)
}

// DataSources returns all data sources by id.
func (s *Snapshot) DataSources() []DataSource {
	out := make([]DataSource, 0, len(s.sources))
	for _, d := range s.sources {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b DataSource) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// RegionOf returns the region of a country, "" when it has none.
func (s *Snapshot) RegionOf(countryID string) string { return s.regionOf[countryID] }

// Name returns the translated name of an identifier: in the language, else in English, else the identifier itself. A data
// source without a translation has its own title.
func (s *Snapshot) Name(kind string, c lang.Code, id string) string {
	for _, code := range []lang.Code{c, lang.English} {
		if name, ok := s.names[nameKey{kind, code, id}]; ok {
			return name
		}
	}
	if kind == KindDataSource {
		if d, ok := s.FindDataSource(id); ok {
			return d.Name
		}
	}
	return id
}

// CommonName returns the translated common name of a taxon, "" for a name that the catalog does not have.
func (s *Snapshot) CommonName(c lang.Code, t Taxon) string {
	if !t.InCatalog {
		return ""
	}
	return s.Name(KindSpecies, c, t.ID)
}
