package catalog

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	speciesListQuery   = sql.Get("catalog/species.sql")
	speciesDetailQuery = sql.Get("catalog/species_detail.sql")
	imageQuery         = sql.Get("catalog/species_image.sql")
	reportedQuery      = sql.Get("catalog/reported_photographs.sql")
	diseaseListQuery   = sql.Get("catalog/diseases.sql")
	diseaseDetailQuery = sql.Get("catalog/disease_detail.sql")
	placesQuery        = sql.Get("catalog/places.sql")
	regionsQuery       = sql.Get("catalog/regions.sql")
	pathogensQuery     = sql.Get("catalog/pathogens.sql")
	regionSpeciesQuery = sql.Get("catalog/region_species.sql")
)

type store struct {
	db postgres.Database
}

// speciesQuery selects species; "" sets no condition.
type speciesQuery struct {
	lang    lang.Code
	search  string // folded
	disease string // id
}

// species lists species by scientific name.
func (s store) species(ctx context.Context, q speciesQuery) ([]Species, error) {
	return rows[Species](ctx, s, "list species", speciesListQuery, pgx.StrictNamedArgs{
		"lang": q.lang, "search": orNull(q.search), "disease": orNull(q.disease),
	})
}

// oneSpecies returns a species by the key of its taxon, or errNoSpecies.
func (s store) oneSpecies(ctx context.Context, key int32, code lang.Code) (SpeciesDetail, error) {
	args := pgx.StrictNamedArgs{"key": key, "lang": code}
	return row[SpeciesDetail](ctx, s, "read species", errNoSpecies, speciesDetailQuery, args)
}

// diseases lists diseases whose name or description contains search, a folded text.
func (s store) diseases(ctx context.Context, code lang.Code, search string) ([]Disease, error) {
	return rows[Disease](ctx, s, "list diseases", diseaseListQuery, pgx.StrictNamedArgs{"lang": code, "search": orNull(search)})
}

// disease returns a disease by its id, or errNoDisease.
func (s store) disease(ctx context.Context, id string, code lang.Code) (DiseaseDetail, error) {
	args := pgx.StrictNamedArgs{"id": id, "lang": code}
	return row[DiseaseDetail](ctx, s, "read disease", errNoDisease, diseaseDetailQuery, args)
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
	return rows[countryRow](ctx, s, "read countries", placesQuery)
}

type regionRow struct {
	ID  string `db:"id"`
	M49 string `db:"m49"`
}

func (s store) regions(ctx context.Context) ([]regionRow, error) {
	return rows[regionRow](ctx, s, "list regions", regionsQuery)
}

// pathogens lists what pools were tested for.
func (s store) pathogens(ctx context.Context) ([]string, error) {
	list, err := rows[struct {
		Name string `db:"pathogen"`
	}](ctx, s, "list pathogens", pathogensQuery)
	out := make([]string, len(list))
	for i, row := range list {
		out[i] = row.Name
	}
	return out, err
}

// regionSpecies returns the keys of the catalog's species by region.
func (s store) regionSpecies(ctx context.Context) (map[string][]int32, error) {
	list, err := rows[struct {
		RegionID string `db:"region_id"`
		Key      int32  `db:"taxon_key"`
	}](ctx, s, "read the regions of species", regionSpeciesQuery)
	out := map[string][]int32{}
	for _, row := range list {
		out[row.RegionID] = append(out[row.RegionID], row.Key)
	}
	return out, err
}

// rows reads all rows of a query. Its error begins with doing.
func rows[T any](ctx context.Context, s store, doing string, query sql.Query, args ...any) ([]T, error) {
	list, err := postgres.All[T](ctx, s.db, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return list, nil
}

// row reads the one row of a query. The error is missing when there is none; else it begins with doing.
func row[T any](ctx context.Context, s store, doing string, missing error, query sql.Query, args ...any) (T, error) {
	found, err := postgres.One[T](ctx, s.db, query, args...)
	if errors.Is(err, pgx.ErrNoRows) {
		return found, missing
	}
	if err != nil {
		return found, fmt.Errorf("%s: %w", doing, err)
	}
	return found, nil
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
