package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// What the database has beside the public records while reads are measured.
const (
	peopleAccounts = 1000
	peopleRounds   = 6
	privateRows    = 10_000
	privateSource  = "bench-private"
)

// read is a kind of request about public records.
type read struct {
	name          string
	paths         []string
	authorization string
}

func publicReads(ctx context.Context, db *pgx.Conn, d *draw) []read {
	list, tile, layer := read{name: "list of 20"}, read{name: "tile"}, read{name: "10,000 newest of a box"}
	for range mapRequests {
		list.paths = append(list.paths, "/api/v1/observations?limit=20&species="+one(d, d.species).id+"&"+d.someDates())
	}
	for _, request := range listRequests(ctx, db) {
		tile.paths = append(tile.paths, request.path())
	}
	for range mapRequests / 4 {
		layer.paths = append(layer.paths, boxPath(d.wideBox()))
	}
	return []read{list, tile, layer}
}

// runPeople measures these reads alone.
func (b *bench) runPeople(ctx context.Context, records int) {
	b.makeRecords(ctx, records)
	s := b.serve(ctx)
	b.psql(ctx, "vacuum (analyze) observations")
	b.describeEvents(ctx, s)
	db := must(pgx.Connect(ctx, "host="+filepath.Join(b.database, "socket")+" user=skeeter dbname=skeeter jit=off"))
	defer db.Close(ctx) //nolint:errcheck // the run ends
	b.measurePeople(ctx, s, db, b.newDraw(ctx))
}

// measurePeople compares reads beside a thousand accounts and a private data source with the same reads without them, in turn. A data source that
// becomes private moves its rows, so caches are empty on both sides.
func (b *bench) measurePeople(ctx context.Context, s *server, db *pgx.Conn, d *draw) {
	rows := filepath.Join(b.dir, "private.csv")
	b.writeRows(ctx, rows, privateRows, "2024-12-31", false)
	must(b.skeeter(ctx, "import", rows, "--dataset", privateSource))
	secret := strings.TrimSpace(must(b.skeeter(ctx, "token", "create", "--name", "bench", "--scope", "observations:write")))
	defer func() {
		b.withPeople(ctx, false)
		b.psql(ctx, "delete from tokens where name = 'bench'")
		must(b.skeeter(ctx, "dataset", "remove", privateSource))
	}()
	reads := publicReads(ctx, db, d)
	for _, r := range slices.Clone(reads) {
		r.name, r.authorization = r.name+", by a token", "Bearer "+secret
		reads = append(reads, r)
	}

	took := make([][]time.Duration, 2*peopleRounds+1) // medians by round and read: without, with, without, and so on
	for round := range took {
		b.withPeople(ctx, round%2 == 1)
		s.get(ctx, reads[0].paths[0]) // reads what changed
		for _, r := range reads {
			took[round] = append(took[round], s.medianOf(ctx, r))
		}
	}
	for i, r := range reads {
		var with, without []time.Duration
		var ratios, noise []float64
		for round := 1; round+1 < len(took); round += 2 {
			before, now, after := took[round-1][i], took[round][i], took[round+1][i]
			with, without = append(with, now), append(without, before)
			ratios, noise = append(ratios, 2*float64(now)/float64(before+after)), append(noise, float64(after)/float64(before))
		}
		ratio := fmt.Sprintf("%.2f times (noise %.2f to %.2f)", median(ratios), slices.Min(noise), slices.Max(noise))
		fmt.Printf("%-40s %8.2f ms; without people %8.2f ms; %s\n", r.name, ms(median(with)), ms(median(without)), ratio)
		b.sum(r.name+", 1,000 accounts and a private data source", fmt.Sprintf("%.2f ms", ms(median(with))), fmt.Sprintf("without them %.2f ms", ms(median(without))), ratio)
	}
}

// withPeople makes the accounts and the data source private, or takes both back.
func (b *bench) withPeople(ctx context.Context, with bool) {
	b.psql(ctx, "delete from accounts where login like 'bench-%'")
	private := []string{"private", "--source", privateSource}
	if with {
		b.psql(ctx, fmt.Sprintf("insert into accounts (id, name, login, roles) select gen_random_uuid(), 'Bench', 'bench-' || n, '{reporter}' from generate_series(1, %d) n", peopleAccounts))
	} else {
		private = append(private, "--off")
	}
	must(b.skeeter(ctx, private...))
}

func (s *server) medianOf(ctx context.Context, r read) time.Duration {
	s.authorization = r.authorization
	defer func() { s.authorization = "" }()
	var took []time.Duration
	for _, path := range r.paths {
		_, time := s.get(ctx, path)
		took = append(took, time)
	}
	return median(took)
}
