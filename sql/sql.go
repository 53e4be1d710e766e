// Package sql holds every query of the project: one .sql file each, in a folder a domain, embedded and read by name.
// It imports nothing of the project.
//
// A line `-- include: folder/file.sql` stands for the text of that file; the Filter's predicate is shared that way.
package sql

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed */*.sql
var files embed.FS

const includeMark = "-- include: "

// Query is the text of one file with its includes resolved, ready for pgx with StrictNamedArgs.
type Query string

// String returns the SQL text.
func (q Query) String() string { return string(q) }

// Get returns the query of a file such as "species/list.sql". A name that does not exist is a programming error and
// panics; call it from package level variables so that it shows at start.
func Get(name string) Query {
	text, err := read(name)
	if err != nil {
		panic(err)
	}
	return Query(text)
}

// Names lists every file, sorted, without the parts of queries (folder "fragment").
func Names() ([]string, error) {
	var names []string
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(path, "fragment/") {
			names = append(names, path)
		}
		return err
	})
	return names, err
}

func read(name string) (string, error) {
	raw, err := files.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("read query %s: %w", name, err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(raw)) {
		indent, included, found := strings.Cut(strings.TrimRight(line, "\n"), includeMark)
		if !found || strings.TrimSpace(indent) != "" {
			out.WriteString(line)
			continue
		}
		text, err := read(strings.TrimSpace(included))
		if err != nil {
			return "", fmt.Errorf("include in %s: %w", name, err)
		}
		out.WriteString(text)
	}
	return out.String(), nil
}
