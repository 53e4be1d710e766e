// Package paging reads lists of records, newest first, by page; some also oldest first. A cursor is a position in a list, between records: an instant and an id.
// What follows it is read in two parts, the rest of its instant and what is older, so that each begins at its place in an index. It imports
// internal packages, sql and observe/darwincore/dates.
package paging

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Records of one page of a list: by default and at most. A larger limit is read as the largest.
const (
	Default = 100
	Max     = 1000
)

// Request asks for a page of a list. A cursor and an offset exclude each other.
type Request struct {
	cursor *cursor
	offset int
	limit  int
	oldest bool   // the list is read from its end
	column string // that the list is ordered by; "" is the time
	down   bool   // from the largest value of the column
}

// Parse reads which page is asked for.
func Parse(p *httpapi.Params) Request {
	req := Request{limit: p.Limit(Default, Max), offset: p.Int("offset", 0, 0, httpapi.MaxOffset)}
	if p.Has("cursor") {
		c, ok := parseCursor(p.Text("cursor"))
		if !ok {
			p.Fail("cursor", "invalid_cursor", "cursor is not one that next or previous carried")
		}
		if p.Has("offset") {
			p.Fail("offset", "not_allowed", "offset and cursor exclude each other")
		}
		req.cursor = &c
	}
	return req
}

// Orders of a list, the values of the parameter sort.
const (
	newestFirst = "-observed_at"
	oldestFirst = "observed_at"
)

// MaxSorted bounds the records of a list that is ordered by a column: each page sorts all that match.
const MaxSorted = 100_000

// ParseSorted reads which page is asked for, of a list that has both orders in time, and those of columns, ascending and with a minus sign
// descending. A cursor is a position in time.
func ParseSorted(p *httpapi.Params, columns ...string) Request {
	req := Parse(p)
	orders := []string{newestFirst, oldestFirst}
	for _, column := range columns {
		orders = append(orders, column, "-"+column)
	}
	switch sort := p.OneOf("sort", newestFirst, orders...); sort {
	case newestFirst:
	case oldestFirst:
		req.oldest = true
	default:
		req.column, req.down = strings.TrimPrefix(sort, "-"), strings.HasPrefix(sort, "-")
		if p.Has("cursor") {
			p.Fail("cursor", "not_allowed", "cursor is a position in time: a list that is sorted by "+req.column+" has offset")
		}
	}
	return req
}

// Check refuses, with 422, a list of so many records in an order that is for fewer.
func (p Request) Check(count int64) error {
	if p.column == "" || count <= MaxSorted {
		return nil
	}
	return httpapi.Invalid(httpapi.FieldError{Loc: []string{"query", "sort"}, Type: "too_many",
		Msg: fmt.Sprintf("%d records match, and only %d are sorted by %s: add conditions, or sort by observed_at", count, MaxSorted, p.column)})
}

// end is the position after all records of a list.
var end = cursor{back: true, at: time.Date(dates.MinYear, 1, 1, 0, 0, 0, 0, time.UTC), id: uuid.Max}

// maxFromMemory is how many of the first records of a list are looked for in memory.
const maxFromMemory = 10_000

// FromMemory returns from where on the page is looked for in memory, nil for the beginning, and how many records are, those of Skip before it
// among them. ok is false beyond what is looked for in memory. One more than the page's tells whether more follow.
func (p Request) FromMemory() (from *surveillance.Position, limit int, ok bool) {
	c := p.cursor
	if c == nil && p.oldest {
		c = &end
	}
	if c != nil {
		from = &surveillance.Position{At: c.at, ID: c.id, Back: c.back}
	}
	return from, p.offset + p.limit + 1, p.column == "" && p.offset+p.limit < maxFromMemory
}

// Skip leaves out what lies between the position of FromMemory and the page.
func (p Request) Skip(ids []uuid.UUID) []uuid.UUID {
	n := min(p.offset, len(ids))
	if p.back() {
		return ids[:len(ids)-n]
	}
	return ids[n:]
}

// back says whether the page is read from old to new.
func (p Request) back() bool {
	if p.cursor == nil {
		return p.oldest
	}
	return p.cursor.back
}

// Cut returns at most limit of the records of a page and one more, which are newest first, in the order of the list, and whether more follow
// in the direction of reading.
func Cut[T any](p Request, records []T) (page []T, more bool) {
	beyond := max(len(records)-p.limit, 0)
	if p.back() {
		page = records[beyond:]
	} else {
		page = records[:len(records)-beyond]
	}
	if p.oldest {
		slices.Reverse(page)
	}
	return page, beyond > 0
}

// Queries read a list from its beginning, after a position in it, before one, backwards, from its end, backwards, and by a column. A list of one
// order needs no End and no Sorted.
type Queries struct{ Begin, After, Before, End, Sorted sql.Query }

// Read returns at most limit records in the order of the list, and whether more follow in the direction of reading.
func Read[T any](ctx context.Context, db postgres.Reader, p Request, args postgres.Args, queries Queries) (records []T, more bool, err error) {
	args["limit"] = p.limit + 1
	query := queries.After
	switch {
	case p.column != "":
		query = queries.Sorted
		args["offset"], args["sort"], args["descending"] = p.offset, p.column, p.down
	case p.cursor == nil && p.oldest:
		query = queries.End
		args["offset"] = p.offset
	case p.cursor == nil:
		query = queries.Begin
		args["offset"] = p.offset
	case p.back():
		query = queries.Before
	}
	if p.cursor != nil {
		args["at"], args["id"] = p.cursor.at, p.cursor.id
	}
	if records, err = postgres.All[T](ctx, db, query, args); err != nil {
		return nil, false, err
	}
	if p.back() {
		slices.Reverse(records)
	}
	records, more = Cut(p, records)
	return records, more, nil
}

// Position is what orders a list.
type Position struct {
	At time.Time
	ID uuid.UUID
}

// Links returns the links of a page. They are positions beside its first and last record, so records that are added or removed
// meanwhile neither repeat nor hide others.
func (p Request) Links(r *http.Request, records []Position, more bool) httpapi.PageLinks {
	link := func(set map[string]string) *string { return new(httpapi.RequestURL(r, set, "cursor", "offset")) }
	at := func(p Position, back bool) *string {
		return link(map[string]string{"cursor": cursor{back: back, at: p.At, id: p.ID}.String()})
	}
	if p.column != "" {
		return p.offsetLinks(more, link)
	}
	backwards := p.back() != p.oldest // against the order of the list
	if len(records) == 0 {
		return p.emptyLinks(backwards, link)
	}
	var links httpapi.PageLinks
	if more || backwards {
		links.Next = at(records[len(records)-1], p.oldest)
	}
	if backwards && more || !backwards && (p.cursor != nil || p.offset > 0) {
		links.Previous = at(records[0], !p.oldest)
	}
	return links
}

// offsetLinks returns the links of a page of a list without cursors.
func (p Request) offsetLinks(more bool, link func(set map[string]string) *string) (links httpapi.PageLinks) {
	if more {
		links.Next = link(map[string]string{"offset": strconv.Itoa(p.offset + p.limit)})
	}
	if p.offset > p.limit {
		links.Previous = link(map[string]string{"offset": strconv.Itoa(p.offset - p.limit)})
	} else if p.offset > 0 {
		links.Previous = link(nil)
	}
	return links
}

// emptyLinks returns the links of a page without records, which lies beyond an end of the list.
func (p Request) emptyLinks(backwards bool, link func(set map[string]string) *string) httpapi.PageLinks {
	switch {
	case backwards: // the position is at the beginning of the list
		return httpapi.PageLinks{Next: link(nil)}
	case p.cursor != nil: // the records after the position were removed: back to the first page
		return httpapi.PageLinks{Previous: link(nil)}
	case p.offset > p.limit:
		return httpapi.PageLinks{Previous: link(map[string]string{"offset": strconv.Itoa(p.offset - p.limit)})}
	case p.offset > 0:
		return httpapi.PageLinks{Previous: link(nil)}
	}
	return httpapi.PageLinks{}
}
