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

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

var update = flag.Bool("update", false, "write the table of docs/security-model.md anew")

const policyHead = "| Operation | Right |"

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

// policyTable lists the operations by the right that they need.
func policyTable(routes []httpapi.Route) string {
	routes = slices.SortedFunc(slices.Values(routes), func(a, b httpapi.Route) int {
		return cmp.Or(cmp.Compare(access.Policy[a.Name], access.Policy[b.Name]), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method))
	})
	patterns := regexp.MustCompile(`:[^{}]*\}`)
	var b strings.Builder
	b.WriteString(policyHead + "\n|---|---|\n")
	for _, route := range routes {
		fmt.Fprintf(&b, "| `%s %s` | `%s` |\n", route.Method, cmp.Or(patterns.ReplaceAllString(route.Path, "}"), "/"), access.Policy[route.Name])
	}
	return b.String()
}
