package postgres_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

const optionalQuery = `-- Records between @from and @till.
select x from t where (@user::text is null or t.user = @user::text)
  and (@from::date is null
       or (t.day >= @from::date and (t.day < @till::date or f(@user::text) > 0)))
  and (@deep::boolean is null or exists (select from s where (@user::text is null or s.user = @user::text) and (@from::date is null or s.day = @from)))
  and t.n = any(@list::int[]) limit @limit::bigint
`

func TestArgsLeaveOutWhatIsNotAsked(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		args   postgres.Args
		text   string
		values []any
	}{
		"all": {
			postgres.Args{"user": "a", "from": &day, "till": day, "deep": true, "list": []int{1}, "limit": 5},
			`select x from t where (t.user = $1::text)
  and ((t.day >= $2::date and (t.day < $3::date or f($1::text) > 0)))
  and (exists (select from s where (s.user = $1::text) and (s.day = $2)))
  and t.n = any($4::int[]) limit $5::bigint
`, []any{"a", &day, day, []int{1}, 5},
		},
		"a condition within one": {
			postgres.Args{"user": "a", "from": nil, "till": nil, "deep": true, "list": []int{1}, "limit": 5},
			`select x from t where (t.user = $1::text)
  and true
  and (exists (select from s where (s.user = $1::text) and true))
  and t.n = any($2::int[]) limit $3::bigint
`, []any{"a", []int{1}, 5},
		},
		"none": {
			postgres.Args{"user": (*string)(nil), "from": nil, "till": nil, "deep": nil, "list": []int(nil), "limit": 5},
			"select x from t where true\n  and true\n  and true\n  and t.n = any($1::int[]) limit $2::bigint\n", []any{[]int(nil), 5},
		},
	} {
		text, values, err := c.args.RewriteQuery(context.Background(), nil, optionalQuery, nil)
		if err != nil || text != c.text || !reflect.DeepEqual(values, c.values) {
			t.Errorf("%s: %v\n%s\n%v", name, err, text, values)
		}
	}
}

// TestAPredicateIsText has a predicate that counts its own arguments from $1 on.
func TestAPredicateIsText(t *testing.T) {
	t.Parallel()
	const query = "select x from t where (@day::date is null or t.day = @day::date) and (@predicate::boolean is null or @predicate::boolean) limit @limit::bigint"
	for want, args := range map[string]postgres.Args{
		"select x from t where (t.day = $3::date) and ((a = $1 or b = $2)::boolean) limit $4::bigint [1 x 2026 9]": {
			"day": "2026", "limit": 9, "predicate": &postgres.Predicate{Text: "a = $1 or b = $2", Args: []any{1, "x"}},
		},
		"select x from t where true and true limit $1::bigint [9]": {"day": nil, "limit": 9, "predicate": (*postgres.Predicate)(nil)},
	} {
		text, values, err := args.RewriteQuery(context.Background(), nil, query, nil)
		if got := text + " " + fmt.Sprint(values); err != nil || got != want {
			t.Errorf("%v\n%s, want\n%s", err, got, want)
		}
	}
	a := postgres.Predicate{Text: "a = $1", Args: []any{1}}
	for _, b := range []postgres.Predicate{{Text: "b = $1", Args: []any{1}}, {Text: "a = $1", Args: []any{"1"}}, {Text: "a = $1", Args: []any{1, 1}}, {Text: "a = $1", Args: []any{[]int{1}}}} {
		if a.Key() == b.Key() {
			t.Errorf("%v and %v share a key", a, b)
		}
	}
	if same := (&postgres.Predicate{Text: "a = $1", Args: []any{1}}); a.Key() != same.Key() {
		t.Error("one predicate has two keys")
	}
}

func TestArgsAreTheQuerys(t *testing.T) {
	t.Parallel()
	for want, args := range map[string]postgres.Args{
		"missing":     {"user": nil, "from": nil, "till": nil, "deep": nil, "list": nil},
		"no argument": {"user": nil, "from": nil, "till": nil, "deep": nil, "list": nil, "limit": 1, "other": nil},
	} {
		if _, _, err := args.RewriteQuery(context.Background(), nil, optionalQuery, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
