// Package sql holds every query of the project: one .sql file each, in a folder for each domain or step, embedded and read by name.
// README.md beside it says how they are written and run. It imports nothing of the project.
//
// A line `-- include: folder/file.sql` stands for the text of that file; the Filter's predicate is shared that way.
//
// A query's text begins with its name in a comment, `/* geo/count */`: metrics and spans are told it, and it shows in
// pg_stat_activity and in PostgreSQL's log. It is part of the text, the same at each call, so sessions prepare the query once.
package sql

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed */*.sql
var files embed.FS

const (
	includeMark = "-- include: "
	extension   = ".sql"
	nameStart   = "/* "
	nameEnd     = " */\n"
	parts       = "fragment/" // the folder of what is no query but a part of several
)

// Query is the text of one file with its name and its includes resolved, ready for pgx with StrictNamedArgs or postgres.Args.
type Query string

func (q Query) String() string { return string(q) }

// Get returns the query of a file such as "catalog/species.sql". A name that does not exist is a programming error and
// panics; call it from package level variables so that it shows at start. Parts of queries have no name.
func Get(file string) Query {
	text, err := read(file)
	if err != nil {
		panic(err)
	}
	if strings.HasPrefix(file, parts) {
		return Query(text)
	}
	return Query(Named(strings.TrimSuffix(file, extension), text))
}

// Named returns a text with a name such as "ogc/items": for queries that are composed. Names are constants of the program, never
// a client's words: each is a time series.
func Named(name, text string) string { return nameStart + name + nameEnd + text }

// NameOf returns the name that a text begins with, "" when there is none.
func NameOf(text string) string {
	rest, begun := strings.CutPrefix(text, nameStart)
	name, _, ended := strings.Cut(rest, nameEnd)
	if !begun || !ended {
		return ""
	}
	return name
}

// Names lists every file, sorted, without the parts of queries (folder "fragment").
func Names() ([]string, error) {
	var names []string
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(path, parts) {
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
