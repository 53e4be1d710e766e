package condition_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/condition"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
)

// A request becomes one statement. What the client sent is in its arguments.
func Example() {
	ctx := context.Background()
	observations, err := collection.New(collection.Options{Summaries: gis.New(gis.Options{})}).Find("observations")
	if err != nil {
		fmt.Println(err)
		return
	}
	reader := condition.Reader{Register: crs.NewRegister(nil)}
	p := httpapi.Query(httptest.NewRequest("GET", "/?sex=female&filter=count+%3E+3", nil))

	choice, err := reader.Read(ctx, p, observations, surveillance.NewNames(surveillance.Collections{}))
	if err != nil || p.Err() != nil {
		fmt.Println(err, p.Err())
		return
	}
	q := query.Query{
		Collection: observations, Fields: []*collection.Field{observations.Field("count")}, Conditions: choice.Conditions,
		Order: []collection.SortKey{{Field: observations.Key}}, Limit: 10,
	}
	statement, err := q.Write(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(statement.String()) {
		if !strings.HasPrefix(line, "--") {
			fmt.Print(line)
		}
	}
	fmt.Println()
	fmt.Println(statement.Args...)
	// Output:
	// /* ogc/items */
	// select o.id, o.count
	// from observations o
	// where (o.count > $1::bigint)
	//   and ((o.sex = $2::text and o.status <> $3::text))
	// order by o.id
	// limit $4
	// 3 female rejected 10
}
