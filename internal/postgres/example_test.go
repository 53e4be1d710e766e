package postgres_test

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// A condition whose argument is null is sent as true, so that PostgreSQL plans only the conditions that were asked for.
func ExampleArgs() {
	const query = `select count(*) from observations o
where (@taxon::int is null or o.taxon_key = @taxon)
  and (@taxa::int[] is null or o.taxon_key = any(@taxa))`
	args := postgres.FilterArgs(surveillance.Filter{Taxa: []int32{7}})
	text, values, err := postgres.Args{"taxon": args["taxon"], "taxa": args["taxa"]}.RewriteQuery(context.Background(), nil, query, nil)
	fmt.Println(text)
	fmt.Println(values, err)
	// Output:
	// select count(*) from observations o
	// where (o.taxon_key = $1)
	//   and true
	// [7] <nil>
}
