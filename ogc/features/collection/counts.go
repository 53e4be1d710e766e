package collection

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Tables counts observations by dimensions. Package geo/analytics does.
type Tables interface {
	// CrossTable counts the observations of a Filter by dimensions. set names the areas of the dimension area, "" takes those of the Filter. The
	// error is a 422 where there are no such areas, or where there would be too many rows.
	CrossTable(ctx context.Context, f surveillance.Filter, names *surveillance.Names, by []string, set string) (*surveillance.CrossTable, error)
}

// DefaultDimensions are those of counts without the parameter by.
var DefaultDimensions = []string{surveillance.DimensionSpecies, surveillance.DimensionYear}

// counts are numbers of observations by dimensions that a request names: CountBy returns what it is about. The rows are no table of the database.
// They are counted in memory and given to PostgreSQL, which chooses and orders them as it does features.
func (s *source) counts() *Collection {
	return &Collection{
		ID: "counts", Title: "Counts",
		Description: "Numbers of records and specimens by one to three dimensions, which the parameter by names, such as by=species,year. The other parameters say " +
			"which records are counted, as in the table of the server's other API. They have no geometry.",
		CountBy: s.countBy, Small: true, Filter: slices.DeleteFunc(slices.Clone(surveillance.Parameters), func(name string) bool { return name == "bbox" }),
		Key:    countsKey(),
		Fields: append(dimensionFields(surveillance.DimensionNames), sumFields()...),
	}
}

func countsKey() *Field {
	return &Field{Name: "id", Title: "Id", Description: "The dimensions with their values, such as species=aedes-aegypti,year=2024; a value that is not known is empty",
		Kind: KindText, Column: `o.id collate "C"`, Sortable: true}
}

// sumFields are what every row has. An import stores 1 for a record whose source has no number, so that specimens are at least as many.
func sumFields() []*Field {
	return []*Field{
		{Name: "count", Title: "Records", Description: "Number of records, at least 1", Kind: KindInteger, Column: "o.records"},
		{Name: "specimens", Title: "Specimens", Description: "Number of mosquitoes, at least: a record whose source gives no number counts as 1", Kind: KindInteger, Column: "o.specimens"},
	}
}

// countColumns are the columns of the dimensions in the order in which a request names them.
var countColumns = [surveillance.MaxDimensions]string{"o.first", "o.second", "o.third"}

// dimensionFields describes dimensions by their names.
func dimensionFields(by []string) (fields []*Field) {
	for i, name := range by {
		f := dimensionTexts[name]
		f.Name, f.Column = name, countColumns[min(i, len(countColumns)-1)]
		if f.Kind == KindInteger {
			f.Column += "::bigint"
		}
		fields = append(fields, &f)
	}
	return fields
}

// dimensionTexts says what the values of dimensions are.
var dimensionTexts = map[string]Field{
	surveillance.DimensionSpecies:  {Title: "Species", Description: "Id of the name as it was identified; null for what is no name"},
	surveillance.DimensionGenus:    {Title: "Genus", Description: "The genus of the name"},
	surveillance.DimensionDay:      {Title: "Day", Description: "Local day, such as 2024-07-01; null for a record of several"},
	surveillance.DimensionWeek:     {Title: "Week", Description: "ISO 8601 week, such as 2024-W27; null for a record that lies in several"},
	surveillance.DimensionMMWR:     {Title: "MMWR week", Description: "Epidemiological week of the CDC, such as 2024-W27; null for a record that lies in several"},
	surveillance.DimensionMonth:    {Title: "Month", Description: "Such as 2024-07; null for a record that lies in several"},
	surveillance.DimensionYear:     {Title: "Year", Description: "Null for a record that lies in several", Kind: KindInteger},
	surveillance.DimensionCountry:  {Title: "Country", Description: "ISO 3166-1 alpha-2, lower case; null at sea"},
	surveillance.DimensionRegion:   {Title: "Region", Description: "UN M49 sub-region, such as western-africa; null at sea"},
	surveillance.DimensionArea:     {Title: "Area", Description: "Id of an area of set, else of area; a record in several counts in each, one in none has null"},
	surveillance.DimensionSource:   {Title: "Data source", Description: "Id of the data source; null for records made through the API"},
	surveillance.DimensionStage:    {Title: "Life stage", Description: "In lower case"},
	surveillance.DimensionSex:      {Title: "Sex", Description: "In lower case"},
	surveillance.DimensionProtocol: {Title: "Sampling protocol", Description: "In lower case"},
}

// countBy returns the counts by some dimensions. It is for one request: what is counted first, it gives to every statement.
func (s *source) countBy(by []string, set string) *Collection {
	c := s.counts()
	c.From, c.Fields = sql.Get("fragment/from_counts.sql"), append(dimensionFields(by), sumFields()...)
	c.Queryables, c.sortables = c.queryables(), c.sortable()
	var counted []any
	c.Args = func(ctx context.Context, f surveillance.Filter) ([]any, error) {
		if counted == nil {
			table, err := s.Tables.CrossTable(ctx, f, s.Lookups.Current(), by, set)
			if err != nil {
				return nil, err
			}
			counted = countedColumns(by, table.Rows)
		}
		return slices.Clone(counted), nil
	}
	return c
}

// countedColumns are the values of from_counts.sql.
func countedColumns(by []string, rows []surveillance.CrossRow) []any {
	ids, records, specimens := make([]string, len(rows)), make([]int64, len(rows)), make([]int64, len(rows))
	var values [surveillance.MaxDimensions][]*string
	for i := range rows {
		row := &rows[i]
		ids[i], records[i], specimens[i] = CountID(by, row.Values[:]), row.Records, row.Specimens
		for n := range by {
			var value *string
			if row.Values[n] != "" {
				value = &row.Values[n]
			}
			values[n] = append(values[n], value)
		}
	}
	return []any{ids, values[0], values[1], values[2], records, specimens}
}

// CountID returns the id of a row: its dimensions with their values.
func CountID(by, values []string) string {
	var b strings.Builder
	for i, name := range by {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(name + "=" + url.PathEscape(values[i])) // which leaves no comma
	}
	return b.String()
}

// DimensionsOf returns the dimensions of the id of a row. ok is false for a text that is no id.
func DimensionsOf(id string) (by []string, ok bool) {
	for part := range strings.SplitSeq(id, ",") {
		name, _, found := strings.Cut(part, "=")
		if !found {
			return nil, false
		}
		by = append(by, name)
	}
	return by, surveillance.CheckDimensions(by) == nil
}
