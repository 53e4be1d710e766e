package sql_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the Caller lines of the headers anew")

// records are tables that grow with the records: a query of one says which index it counts on.
var records = regexp.MustCompile(`\b(from|join|into|update|using|copy)\s+(observations|absences|predictions|observation_requests|observation_changes|observation_touches|sampling_events|event_changes|event_requests|pools|pool_changes|pool_requests|absence_changes)\b`)

// TestHeadersNameTheCallers: the line `-- Caller:` of each file names the functions that use the query, as package.Function or
// package.Type.Method, sorted, with commas between. `go test ./sql -update` writes these lines after functions moved.
func TestHeadersNameTheCallers(t *testing.T) {
	t.Parallel()
	callers := functionsByFile(t, "..")
	files, err := filepath.Glob("*/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	included := map[string]bool{}
	for _, file := range files {
		for _, part := range regexp.MustCompile(`(?m)^-- include: (\S+)$`).FindAllStringSubmatch(read(t, file), -1) {
			included[part[1]] = true
		}
	}
	for _, file := range files {
		text := read(t, file)
		functions := slices.Sorted(maps.Keys(callers[file]))
		switch {
		case len(functions) == 0 && included[file]:
			continue // a part of others, which have callers
		case len(functions) == 0:
			t.Errorf("sql/%s: no function uses it: delete it, or name it in a string of Go as %q", file, file)
			continue
		}
		want := "-- Caller: " + strings.Join(functions, ", ") + "\n"
		line := regexp.MustCompile(`(?m)^-- Caller:.*\n`)
		if got := line.FindString(header(text)); got != want {
			if *update && got != "" {
				if err := os.WriteFile(file, []byte(strings.Replace(text, got, want, 1)), 0o600); err != nil {
					t.Error(err)
				}
				continue
			}
			t.Errorf("sql/%s: its header says %q; write %q, or run go test ./sql -update", file, got, want)
		}
		if strings.HasPrefix(header(text), "-- Caller") {
			t.Errorf("sql/%s: its header does not begin with what the query is for", file)
		}
		if records.MatchString(strings.TrimPrefix(text, header(text))) && !strings.Contains(header(text), "\n-- Index: ") {
			t.Errorf("sql/%s reads records: its header needs a line such as \"-- Index: observations_pkey\", or \"-- Index: none, a scan\"", file)
		}
	}
}

// header returns the comments that a file begins with.
func header(text string) string {
	return regexp.MustCompile(`\A(--( .*)?\n)*`).FindString(text)
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// statement is the beginning of an SQL statement that belongs into a file. What takes no parameters (README.md) is not among them.
var statement = regexp.MustCompile(`(?i)^\s*(select|insert|update|delete|create|drop|alter|truncate|analyze|vacuum|lock|copy|refresh|with|grant|revoke|set local)\s`)

// TestStatementsAreFiles: what the program executes is a file, a text that ogc composes of fields and conditions, or one of the few
// statements that take no parameters. Benchmarks and what tests share are no part of the program.
func TestStatementsAreFiles(t *testing.T) {
	t.Parallel()
	for folder, files := range goFiles(t, "..") {
		if base := filepath.Base(folder); base == "bench" || strings.HasSuffix(base, "test") {
			continue
		}
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				call, ok := node.(*ast.CallExpr)
				if !ok {
					return true
				}
				method, ok := call.Fun.(*ast.SelectorExpr)
				if !ok || !slices.Contains([]string{"Exec", "Query", "QueryRow", "Queue"}, method.Sel.Name) {
					return true
				}
				for _, text := range literals(call) {
					if statement.MatchString(text) {
						t.Errorf("%s executes %q: make it a file in sql/ and get it by sql.Get", folder, text)
					}
				}
				return true
			})
		}
	}
}

func literals(code ast.Node) (texts []string) {
	ast.Inspect(code, func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				texts = append(texts, text)
			}
		}
		return true
	})
	return texts
}

// goFiles parses the files of the program, without tests, by folder.
func goFiles(t *testing.T, root string) map[string][]*ast.File {
	t.Helper()
	folders := map[string][]*ast.File{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || len(d.Name()) > 2 && d.Name()[0] == '.'):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		folders[filepath.Dir(path)] = append(folders[filepath.Dir(path)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

// functionsByFile returns which functions of the program use which file: by its name, or by a package's variable whose value names
// it.
func functionsByFile(t *testing.T, root string) map[string]map[string]bool {
	t.Helper()
	used := map[string]map[string]bool{}
	for _, files := range goFiles(t, root) {
		variables := map[string][]string{} // the files that a variable's value names
		for _, spec := range valueSpecs(files) {
			for i, name := range spec.Names {
				if i < len(spec.Values) {
					variables[name.Name] = mentions(spec.Values[i], nil)
				}
			}
		}
		for _, file := range files {
			for _, decl := range file.Decls {
				function, ok := decl.(*ast.FuncDecl)
				if !ok || function.Body == nil {
					continue
				}
				for _, query := range mentions(function.Body, variables) {
					if used[query] == nil {
						used[query] = map[string]bool{}
					}
					used[query][file.Name.Name+"."+nameOf(function)] = true
				}
			}
		}
	}
	return used
}

func valueSpecs(files []*ast.File) (specs []*ast.ValueSpec) {
	for _, file := range files {
		for _, decl := range file.Decls {
			if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.VAR {
				for _, spec := range general.Specs {
					specs = append(specs, spec.(*ast.ValueSpec))
				}
			}
		}
	}
	return specs
}

// mentions returns the .sql files that some code names itself or by a variable.
func mentions(code ast.Node, variables map[string][]string) (files []string) {
	for _, text := range literals(code) {
		if strings.HasSuffix(text, ".sql") {
			files = append(files, text)
		}
	}
	ast.Inspect(code, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok {
			files = append(files, variables[name.Name]...)
		}
		return true
	})
	return files
}

// nameOf returns Function, or Type.Method.
func nameOf(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return function.Name.Name
	}
	receiver := function.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	switch generic := receiver.(type) {
	case *ast.IndexExpr:
		receiver = generic.X
	case *ast.IndexListExpr:
		receiver = generic.X
	}
	return receiver.(*ast.Ident).Name + "." + function.Name.Name
}
