package demo

import (
	"context"
	_ "embed" // for speciesFile
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var demoSpeciesQuery = sql.Get("demo/species.sql")

//go:embed species.csv
var speciesFile string

// demoSpecies is a species that synthetic records draw.
type demoSpecies struct {
	name     string
	pathogen string // the name of the one that its pools are tested for, "" for no pools
	regions  []string
	taxon    int32
}

// listDemoSpecies returns the species of species.csv. Each has to be in the catalog.
func listDemoSpecies(ctx context.Context, db postgres.Querier) ([]demoSpecies, error) {
	species, err := readDemoSpecies(speciesFile)
	if err != nil {
		return nil, fmt.Errorf("read species.csv: %w", err)
	}
	names := make([]string, 0, len(species))
	for _, s := range species {
		names = append(names, s.name)
	}
	rows, _ := db.Query(ctx, demoSpeciesQuery.String(), pgx.StrictNamedArgs{"names": names}) // CollectRows returns the error
	keys, err := pgx.CollectRows(rows, pgx.RowTo[*int32])
	if err != nil {
		return nil, fmt.Errorf("find the species of synthetic records: %w", err)
	}
	for i, key := range keys {
		if key == nil {
			return nil, fmt.Errorf("find the species of synthetic records: the catalog has no %s", names[i])
		}
		species[i].taxon = *key
	}
	return species, nil
}

func readDemoSpecies(file string) (species []demoSpecies, err error) {
	r := csv.NewReader(strings.NewReader(file))
	r.Comment, r.FieldsPerRecord = '#', 3
	rows, err := r.ReadAll()
	for _, row := range rows {
		species = append(species, demoSpecies{name: row[0], pathogen: row[1], regions: strings.Fields(row[2])})
	}
	return species, err
}

// byRegion returns the taxa of each region.
func byRegion(species []demoSpecies) map[string][]int32 {
	out := map[string][]int32{}
	for _, s := range species {
		for _, region := range s.regions {
			out[region] = append(out[region], s.taxon)
		}
	}
	return out
}

// pathogens returns the pathogen that the pools of a species are tested for, by its taxon.
func pathogens(species []demoSpecies) map[int32]surveillance.Pathogen {
	tested := map[int32]surveillance.Pathogen{}
	for _, s := range species {
		if s.pathogen != "" {
			tested[s.taxon] = surveillance.FindPathogen(s.pathogen)
		}
	}
	return tested
}
