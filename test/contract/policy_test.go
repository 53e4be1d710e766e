package contract_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

var update = flag.Bool("update", false, "write the table of docs/security-model.md anew")

const policyHead = "| Operation | Right | Unknown |"

// policyVisitors are the columns of the table: somebody unknown, where everybody may report, then people of each role.
func policyVisitors() map[string]access.Visitor {
	all := map[string]access.Visitor{"Unknown": {Rights: []access.Right{access.Report}}}
	for _, role := range access.Roles {
		all[headOf(role)] = access.Visitor{Account: uuid.Max, Rights: access.RightsOf([]access.Role{role}, false)}
	}
	return all
}

func headOf(role access.Role) string { return strings.ToUpper(string(role[:1])) + string(role[1:]) }

// TestPolicyIsTheDocumentedOne holds that every route has a row in access.Policy, that every row has a route, and that
// docs/security-model.md shows them.
func TestPolicyIsTheDocumentedOne(t *testing.T) {
	t.Parallel()
	routes := skeetertest.App(t, "SKEETER_WRITE_TOKEN=secret").Routes()
	unused := map[string]bool{}
	for name := range access.Policy {
		unused[name] = true
	}
	for _, route := range routes {
		delete(unused, route.Name)
	}
	for name := range unused {
		t.Errorf("access.Policy has a row for %s, which no route has", name)
	}
	const file = "../../docs/security-model.md"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), policyHead)
	_, after, ended := strings.Cut(rest, "\n\n")
	if !found || !ended {
		t.Fatalf("%s has no table of operations", file)
	}
	want := before + policyTable(routes) + "\n" + after
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if string(raw) != want {
		t.Errorf("%s is not what access.Policy says: go test ./test/contract -run Policy -update writes it", file)
	}
}

// policyTable lists the operations by the right that they need, and who has it.
func policyTable(routes []httpapi.Route) string {
	patterns := regexp.MustCompile(`:[^{}]*\}`)
	path := func(route httpapi.Route) string { return cmp.Or(patterns.ReplaceAllString(route.Path, "}"), "/") }
	routes = slices.SortedFunc(slices.Values(routes), func(a, b httpapi.Route) int {
		return cmp.Or(cmp.Compare(access.Policy[a.Name], access.Policy[b.Name]), cmp.Compare(path(a), path(b)), cmp.Compare(a.Method, b.Method))
	})
	visitors := policyVisitors()
	var rows []string
	for _, route := range routes {
		right := access.Policy[route.Name]
		row := fmt.Sprintf("| `%s %s` | `%s` | %s |", route.Method, path(route), right, mark(visitors["Unknown"], right))
		for _, role := range access.Roles {
			row += " " + mark(visitors[headOf(role)], right) + " |"
		}
		rows = append(rows, row)
	}
	head := policyHead
	for _, role := range access.Roles {
		head += " " + headOf(role) + " |"
	}
	rows = slices.Compact(rows) // one path of /ogc may be that of several routes, by the collection
	return head + "\n|---|---" + strings.Repeat("|---", len(visitors)) + "|\n" + strings.Join(rows, "\n") + "\n"
}

// mark is what the table says of a visitor.
func mark(v access.Visitor, right access.Right) string {
	switch {
	case right == access.OwnRecord && v.May(access.WriteObservations) && v.May(access.Review):
		return "yes"
	case right == access.OwnRecord && (v.May(access.WriteObservations) || v.May(access.Review)):
		return "some"
	case right == access.OwnRecord:
		return "own"
	case v.May(right):
		return "yes"
	default:
		return ""
	}
}
