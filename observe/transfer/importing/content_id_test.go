package importing_test

import (
	"crypto/sha256"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// anonymousRows are rows without ids, two of which are equal.
const anonymousRows = "scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\n" +
	"Culex pipiens,48.85,2.35,2019-06-01,2\n" +
	"Culex pipiens,48.85,2.35,2019-06-01,2\n" +
	"Aedes aegypti,48.86,2.36,2019-06-02,0\n" +
	"Aedes albopictus,48.87,2.37,2019-06-03,5\n"

func (i *fixture) ids() []string {
	i.t.Helper()
	return pgtest.Column[string](i.t, i.db, "select id::text from (select id from observations union all select id from absences) o order by id")
}

// TestIDsOfContentHaveAKey: the id of a row without one is a hash that nobody can make who does not have the database's key.
func TestIDsOfContentHaveAKey(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	o := importing.Options{Dataset: "Traps"}
	path := i.file("traps.csv", anonymousRows)
	i.must(path, o)
	first := i.ids()
	namespace := uuid.MustParse("8f6b7a52-6d0e-5f0e-9c55-1d1f6f0a6b11")
	for _, hash := range pgtest.Column[[16]byte](t, i.db, "select source_hash from observations union select source_hash from absences") {
		if open := uuid.NewSHA1(namespace, append([]byte("traps\x00content\x00"), hash[:]...)).String(); slices.Contains(first, open) {
			t.Errorf("%s is a hash of the content alone", open)
		}
	}
	pgtest.Run(t, i.db, "delete from observations")
	pgtest.Run(t, i.db, "delete from absences")
	i.must(path, o)
	if again := i.ids(); !slices.Equal(first, again) {
		t.Errorf("the same rows have the ids %v, before %v", again, first)
	}
	key := sha256.Sum256([]byte("another server"))
	pgtest.Run(t, i.db, "delete from observations")
	pgtest.Run(t, i.db, "delete from absences")
	if _, err := i.db.Exec(t.Context(), "update pseudonym_key set key = $1", key[:]); err != nil {
		t.Fatal(err)
	}
	i.must(path, o)
	for _, id := range i.ids() {
		if slices.Contains(first, id) {
			t.Errorf("with another key %s is the same", id)
		}
	}
}

// TestIDsOfOtherKeysAreKnown: records that have the id of an earlier version, or of another server, keep it, also those that are withdrawn.
func TestIDsOfOtherKeysAreKnown(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	o := importing.Options{Dataset: "Traps"}
	path := i.file("traps.csv", anonymousRows)
	i.must(path, o)
	pgtest.Run(t, i.db, "update observations set id = gen_random_uuid()")
	pgtest.Run(t, i.db, "update absences set id = gen_random_uuid()")
	before := i.ids()

	i.want(i.must(path, o), "inserted 0, updated 0, unchanged 3, absences 1, rejected 0, skipped 0, missing 0, removed 0")
	i.hold(pgtest.Value[uuid.UUID](t, i.db, "select id from observations where count = 5"))
	i.want(i.must(path, o), "inserted 0, updated 0, unchanged 2, absences 1, rejected 0, skipped 1, missing 0, removed 0")

	// A third equal row and a new one are new.
	more := i.file("more.csv", anonymousRows+"Culex pipiens,48.85,2.35,2019-06-01,2\nCulex modestus,48.88,2.38,2019-06-04,1\n")
	i.want(i.must(more, o), "inserted 2, updated 0, unchanged 2, absences 1, rejected 0, skipped 1, missing 0, removed 0")
	after := i.ids()
	held := pgtest.Value[string](t, i.db, "select id::text from held_observations")
	for _, id := range before {
		if id != held && !slices.Contains(after, id) {
			t.Errorf("%s has another id now: %v", id, after)
		}
	}

	// A row of another data source is another record.
	i.want(i.must(path, importing.Options{Dataset: "Other"}), "inserted 3, updated 0, unchanged 0, absences 1, rejected 0, skipped 0, missing 0, removed 0")
}
