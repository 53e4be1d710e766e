package analytics

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/formula"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// MaxTableRows is how many rows a table may have. Up to maxCountedRows are counted, so that a refusal says how many there would be.
const (
	MaxTableRows   = 100_000
	maxCountedRows = 5 * MaxTableRows
)

// table is records by the values of one to three dimensions.
type table struct {
	surveillance.CrossTable
	by       []dimension
	included []surveillance.Included
}

func (a *Analytics) getTable(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	by, set := readDimensions(p), p.Text("set")
	if set != "" && by != nil && !slices.Contains(by, surveillance.DimensionArea) {
		p.Fail("set", "conflict", "set needs by=area")
	}
	q, err := a.readQuestion(r, p, asked{flat: true})
	if err != nil {
		return err
	}
	return a.send(w, r, &q, set, func(*moment) (content, error) {
		t, err := a.table(r.Context(), &q, by, set)
		if err != nil {
			return content{}, err
		}
		return t.encode(q.format)
	})
}

// CrossTable counts the records of a Filter by dimensions that surveillance.CheckDimensions let pass. set names the set whose areas are those of the
// dimension area; "" takes those of the Filter. The error is a 422 where there are no such areas, or where the table would have too many rows.
func (a *Analytics) CrossTable(ctx context.Context, f surveillance.Filter, names *surveillance.Names, by []string, set string) (*surveillance.CrossTable, error) {
	t, err := a.table(ctx, &question{filter: f, names: names}, by, set)
	if err != nil {
		return nil, err
	}
	return &t.CrossTable, nil
}

// table counts the records of a question by dimensions.
func (a *Analytics) table(ctx context.Context, q *question, names []string, set string) (*table, error) {
	version, err := a.setVersion(ctx, set)
	if err != nil {
		return nil, err
	}
	by, err := a.dimensions(ctx, q, names, set, version)
	if err != nil {
		return nil, err
	}
	var counted surveillance.Dimensions
	for _, d := range by {
		counted = append(counted, d.Dimension)
	}
	sums, err := a.counter.Table(ctx, q.filter, counted, maxCountedRows)
	if err != nil {
		return nil, err
	}
	if err := checkRows(sums); err != nil {
		return nil, err
	}
	return &table{surveillance.CrossTable{Total: sums.Total, Rows: tableRows(by, sums)}, by, q.filter.Included(q.names)}, nil
}

// checkRows refuses a table of too many rows.
func checkRows(t *surveillance.Table) error {
	if !t.Over && t.Rows() <= MaxTableRows {
		return nil
	}
	rows := strconv.Itoa(t.Rows())
	if t.Over {
		rows = "more than " + rows
	}
	return invalid("too_many", fmt.Sprintf("the table would have %s rows; the limit is %d: narrow the filter, or take fewer dimensions or longer times", rows, MaxTableRows))
}

// tableRows returns rows in the order of their values, null last.
func tableRows(by []dimension, sums *surveillance.Table) []surveillance.CrossRow {
	rows := make([]surveillance.CrossRow, 0, sums.Rows())
	known := make([]map[uint32]string, len(by))
	for i := range by {
		known[i] = map[uint32]string{0: ""}
	}
	sums.Each(func(key surveillance.TableKey, sum surveillance.TableSum) {
		row := surveillance.CrossRow{TableSum: sum}
		for i, d := range by {
			code := key.Code(i)
			text, ok := known[i][code]
			if !ok {
				text = d.text(code)
				known[i][code] = text
			}
			row.Values[i] = text
		}
		rows = append(rows, row)
	})
	slices.SortFunc(rows, func(a, b surveillance.CrossRow) int {
		for i := range by {
			if a.Values[i] != b.Values[i] {
				return compareNullLast(a.Values[i], b.Values[i])
			}
		}
		return 0
	})
	return rows
}

func compareNullLast(a, b string) int {
	switch {
	case a == "":
		return 1
	case b == "":
		return -1
	}
	return strings.Compare(a, b)
}

func (t *table) encode(format string) (content, error) {
	if format == formatCSV {
		body, err := t.csv()
		return content{mediaTypeCSV, body}, err
	}
	body, err := t.json()
	return content{"application/json", body}, err
}

// json has the rows as objects with a member for each dimension.
func (t *table) json() ([]byte, error) {
	names := []string{}
	for _, d := range t.by {
		names = append(names, d.name)
	}
	head := jsontext.Object{{Name: "by", Value: names}, {Name: "count", Value: t.Total.Records}, {Name: "specimens", Value: t.Total.Specimens}}
	if t.included != nil {
		head.Add("included", t.included)
	}
	b, err := jsontext.Marshal(head)
	if err != nil {
		return nil, fmt.Errorf("encode the table: %w", err)
	}
	b = append(b[:len(b)-1], `,"rows":[`...)
	for n, row := range t.Rows {
		if n > 0 {
			b = append(b, ',')
		}
		b = append(b, '{')
		for i, d := range t.by {
			b = append(jsontext.AppendString(b, d.name), ':')
			switch value := row.Values[i]; {
			case value == "":
				b = append(b, "null"...)
			case d.number:
				b = append(b, value...)
			default:
				b = jsontext.AppendString(b, value)
			}
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, `"count":`...), row.Records, 10)
		b = strconv.AppendInt(append(b, `,"specimens":`...), row.Specimens, 10)
		b = append(b, '}')
	}
	return append(b, "]}"...), nil
}

// csv has a line of names and a line each row (RFC 4180); null is empty.
func (t *table) csv() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	var cells []string
	for _, d := range t.by {
		cells = append(cells, d.name)
	}
	_ = w.Write(append(cells, "count", "specimens")) // to memory, as the lines below
	for _, row := range t.Rows {
		cells = cells[:0]
		for i := range t.by {
			cells = append(cells, formula.Guard(row.Values[i]))
		}
		_ = w.Write(append(cells, strconv.FormatInt(row.Records, 10), strconv.FormatInt(row.Specimens, 10)))
	}
	w.Flush()
	return b.Bytes(), w.Error()
}
