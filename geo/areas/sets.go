package areas

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	putQuery       = sql.Get("areas/put.sql")
	setsQuery      = sql.Get("areas/sets.sql")
	removeSetQuery = sql.Get("areas/remove_set.sql")
	rulesQuery     = sql.Get("areas/rules_of_set.sql")
)

// ImportOptions of Import. Set and ID are required.
type ImportOptions struct {
	Set  string // a slug: letters a to z, digits and hyphens
	ID   string // property that has the id of an area
	Name string // property that has its name; "" for none
}

// Report says what became of a file.
type Report struct {
	New, Changed, Unchanged, Repaired int
	Invalid                           []InvalidFeature // nothing is stored when there is one
}

// InvalidFeature is a feature that cannot be stored.
type InvalidFeature struct {
	Index  int    // from 0
	ID     string // "" when it has none
	Reason string
}

// ErrInvalid means that a file has features that cannot be stored, and that nothing of it is.
var ErrInvalid = errors.New("nothing was stored")

// maxInvalid is how many invalid features a Report lists. Reading ends with the last of them.
const maxInvalid = 100

// Most letters of ids and sets, and of names.
const (
	maxID   = 100
	maxName = 300
)

// CheckSet returns an error when the name of a set is no slug.
func CheckSet(set string) error {
	if !isID(set) {
		return fmt.Errorf("a set is named by letters a to z, digits and single hyphens, such as nuts3, and not %q", set)
	}
	return nil
}

var (
	idPattern    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	drawnPattern = regexp.MustCompile(`^[0-9a-f]{32}$`) // ids of drawn areas
)

func isID(id string) bool { return len(id) <= maxID && idPattern.MatchString(id) }

// Import stores the areas of a GeoJSON FeatureCollection in a set. Areas of the set that the file does not have stay. The error is
// ErrInvalid when the report lists invalid features.
func Import(ctx context.Context, db *pgxpool.Pool, file io.Reader, o ImportOptions) (Report, error) {
	if err := CheckSet(o.Set); err != nil {
		return Report{}, err
	}
	i := importer{ImportOptions: o, ids: map[string]int{}}
	err := pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		if err := checkOwn(ctx, tx, o.Set); err != nil {
			return err
		}
		before, err := count(ctx, tx, wanted{set: o.Set})
		if err != nil {
			return err
		}
		err = eachFeature(file, func(index int, f sentFeature) error { return i.add(ctx, tx, index, f) })
		if err == nil && i.report.Invalid != nil {
			err = ErrInvalid
		}
		if err != nil {
			return err
		}
		return i.note(ctx, tx, before)
	})
	if err != nil {
		return i.report, fmt.Errorf("import areas: %w", err)
	}
	return i.report, nil
}

// note adds what an import did to a set to the history, by numbers: geometries may be large.
func (i *importer) note(ctx context.Context, tx pgx.Tx, before int64) error {
	if i.report.New+i.report.Changed == 0 {
		return nil
	}
	e := history.Entry{Entity: history.Area, ID: i.Set, Action: history.Created,
		Is: map[string]any{"areas": before + int64(i.report.New), "new": i.report.New, "changed": i.report.Changed, "unchanged": i.report.Unchanged}}
	if before > 0 {
		e.Action, e.Was = history.Changed, setSize{before}
	}
	return history.Add(ctx, tx, e)
}

// setSize is what the history says that a set was.
type setSize struct {
	Areas int64 `json:"areas"`
}

type importer struct {
	ImportOptions
	report Report
	ids    map[string]int // of the features so far, with their indexes
}

// add stores a feature, or lists it as invalid.
func (i *importer) add(ctx context.Context, tx pgx.Tx, index int, f sentFeature) error {
	id, err := i.newID(index, f)
	if err == nil {
		err = i.put(ctx, tx, id, f)
	}
	if why := new(surveillance.ValueError); errors.As(err, &why) {
		i.report.Invalid = append(i.report.Invalid, InvalidFeature{index, id, why.Message})
		if len(i.report.Invalid) == maxInvalid {
			return ErrInvalid
		}
		return nil
	}
	return err
}

// newID returns the id of a feature, which no other has.
func (i *importer) newID(index int, f sentFeature) (string, error) {
	written := f.property(i.ID)
	if written == "" {
		return "", refuse("no_id", "it has no property %s", i.ID)
	}
	id := lang.Slug(lang.Fold(written))
	switch first, known := i.ids[id]; {
	case !isID(id):
		return written, refuse("bad_id", "%s is no id: it needs letters a to z or digits, %d at most", i.ID, maxID)
	case drawnPattern.MatchString(id):
		return written, refuse("bad_id", "%s looks as the id of a drawn area does", i.ID)
	case known:
		return id, refuse("repeated", "feature %d has the same id", first)
	}
	i.ids[id] = index
	return id, nil
}

// put stores the geometry and the name of a feature.
func (i *importer) put(ctx context.Context, tx pgx.Tx, id string, f sentFeature) error {
	if err := cmp.Or(f.CRS.check(), f.Geometry.CRS.check()); err != nil {
		return err
	}
	shape, err := f.Geometry.shape(surveillance.MaxAreaVertices)
	if err != nil {
		return err
	}
	wkb, err := encode(shape)
	if err != nil {
		return err
	}
	args := pgx.StrictNamedArgs{"wkb": wkb, "id": id, "set": i.Set, "name": nil}
	switch name := f.property(i.Name); {
	case utf8.RuneCountInString(name) > maxName || strings.ContainsRune(name, 0):
		return refuse("bad_name", "%s is longer than %d letters, or no text", i.Name, maxName)
	case name != "":
		args["name"] = name
	}
	row, err := postgres.One[struct {
		Outcome   string `db:"outcome"`
		StoredSet string `db:"stored_set"`
		Repaired  bool   `db:"repaired"`
	}](ctx, tx, putQuery, args)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return noArea()
	case err != nil:
		return fmt.Errorf("store the area %s: %w", id, err)
	}
	switch row.Outcome {
	case "new":
		i.report.New++
	case "changed":
		i.report.Changed++
	case "unchanged":
		i.report.Unchanged++
	default:
		return refuse("taken", "the set %s has an area with this id; ids of all sets differ", row.StoredSet)
	}
	if row.Repaired {
		i.report.Repaired++
	}
	return nil
}

// Set is a set with the number of its areas.
type Set struct {
	Set       string    `db:"set"`
	Areas     int64     `db:"areas"`
	Vertices  int64     `db:"vertices"`
	CreatedAt time.Time `db:"created_at"` // of its newest area
}

// Sets lists the sets by name.
func Sets(ctx context.Context, db *pgxpool.Pool) ([]Set, error) {
	sets, err := postgres.All[Set](ctx, db, setsQuery)
	if err != nil {
		return nil, fmt.Errorf("list sets of areas: %w", err)
	}
	return sets, nil
}

// List lists the areas of a set by id.
func List(ctx context.Context, db *pgxpool.Pool, set string) ([]Area, error) {
	records, _, err := store{db}.list(ctx, wanted{set: set}, httpapi.Page{})
	areas := make([]Area, len(records))
	for i := range records {
		areas[i] = records[i].area()
	}
	return areas, err
}

// RemoveSet removes the areas of a set and returns how many there were. A set stays that rules of alerts use; the error says how many.
func RemoveSet(ctx context.Context, db *pgxpool.Pool, set string) (removed int64, err error) {
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := checkOwn(ctx, tx, set); err != nil {
			return err
		}
		var rules int
		if err := tx.QueryRow(ctx, rulesQuery.String(), pgx.StrictNamedArgs{"set": set}).Scan(&rules); err != nil {
			return fmt.Errorf("look for rules of alerts that use a set of areas: %w", err)
		}
		if rules > 0 {
			return fmt.Errorf("the set stays: %d rules of alerts use it or its areas", rules)
		}
		if removed, err = postgres.Exec(ctx, tx, removeSetQuery, pgx.StrictNamedArgs{"set": set}); err != nil || removed == 0 {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, forgetBuiltInQuery); err != nil {
			return fmt.Errorf("have built-in areas stored again: %w", err)
		}
		return history.Add(ctx, tx, history.Entry{Entity: history.Area, ID: set, Action: history.Deleted, Was: setSize{removed}})
	})
	if err != nil {
		return 0, fmt.Errorf("remove a set of areas: %w", err)
	}
	return removed, nil
}
