package catalog

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	speciesListQuery   = sql.Get("catalog/species.sql")
	speciesDetailQuery = sql.Get("catalog/species_detail.sql")
	diseaseListQuery   = sql.Get("catalog/diseases.sql")
	diseaseDetailQuery = sql.Get("catalog/disease_detail.sql")
	placesQuery        = sql.Get("catalog/places.sql")
	regionsQuery       = sql.Get("catalog/regions.sql")
	regionSpeciesQuery = sql.Get("catalog/region_species.sql")
)

// store reads the catalog's tables.
type store struct {
	db *pgxpool.Pool
}

// speciesQuery selects species; "" sets no condition.
type speciesQuery struct {
	lang        lang.Code
	search      string // folded
	disease     string // id
	vectorsOnly bool
}

// species lists species by scientific name.
func (s store) species(ctx context.Context, q speciesQuery) ([]Species, error) {
	list, err := postgres.All[Species](ctx, s.db, speciesListQuery, pgx.StrictNamedArgs{
		"lang": q.lang, "search": orNull(q.search), "disease": orNull(q.disease), "vectors_only": q.vectorsOnly,
	})
	if err != nil {
		return nil, fmt.Errorf("list species: %w", err)
	}
	return list, nil
}

// oneSpecies returns a species by the key of its taxon; ok is false when the catalog has none.
func (s store) oneSpecies(ctx context.Context, key int32, code lang.Code) (d SpeciesDetail, ok bool, err error) {
	d, err = postgres.One[SpeciesDetail](ctx, s.db, speciesDetailQuery, pgx.StrictNamedArgs{"key": key, "lang": code})
	if errors.Is(err, pgx.ErrNoRows) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("read species: %w", err)
	}
	return d, true, nil
}

// diseases lists diseases whose name or description contains search, a folded text.
func (s store) diseases(ctx context.Context, code lang.Code, search string) ([]Disease, error) {
	list, err := postgres.All[Disease](ctx, s.db, diseaseListQuery, pgx.StrictNamedArgs{"lang": code, "search": orNull(search)})
	if err != nil {
		return nil, fmt.Errorf("list diseases: %w", err)
	}
	return list, nil
}

// disease returns a disease by its id; ok is false when the catalog has none.
func (s store) disease(ctx context.Context, id string, code lang.Code) (d DiseaseDetail, ok bool, err error) {
	d, err = postgres.One[DiseaseDetail](ctx, s.db, diseaseDetailQuery, pgx.StrictNamedArgs{"id": id, "lang": code})
	if errors.Is(err, pgx.ErrNoRows) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("read disease: %w", err)
	}
	return d, true, nil
}

// countryRow is a country with the boxes of its pieces.
type countryRow struct {
	ID       string    `db:"id"`
	A2       string    `db:"iso_a2"`
	A3       string    `db:"iso_a3"`
	RegionID string    `db:"region_id"`
	Lng      float64   `db:"lng"`
	Lat      float64   `db:"lat"`
	Wests    []float64 `db:"wests"`
	Easts    []float64 `db:"easts"`
	South    float64   `db:"south"`
	North    float64   `db:"north"`
}

func (s store) countries(ctx context.Context) ([]countryRow, error) {
	list, err := postgres.All[countryRow](ctx, s.db, placesQuery)
	if err != nil {
		return nil, fmt.Errorf("read countries: %w", err)
	}
	return list, nil
}

type regionRow struct {
	ID  string `db:"id"`
	M49 string `db:"m49"`
}

func (s store) regions(ctx context.Context) ([]regionRow, error) {
	list, err := postgres.All[regionRow](ctx, s.db, regionsQuery)
	if err != nil {
		return nil, fmt.Errorf("list regions: %w", err)
	}
	return list, nil
}

// regionSpecies returns the keys of the catalog's species by region.
func (s store) regionSpecies(ctx context.Context) (map[string][]int32, error) {
	list, err := postgres.All[struct {
		RegionID string `db:"region_id"`
		Key      int32  `db:"taxon_key"`
	}](ctx, s.db, regionSpeciesQuery)
	if err != nil {
		return nil, fmt.Errorf("read the regions of species: %w", err)
	}
	out := map[string][]int32{}
	for _, row := range list {
		out[row.RegionID] = append(out[row.RegionID], row.Key)
	}
	return out, nil
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
