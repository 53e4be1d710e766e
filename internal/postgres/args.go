package postgres

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// Args are the named arguments of a query with optional conditions, written `(@name::type is null or ...)`. When the argument is
// null, the condition is sent as `true`: planning all of the Filter's conditions would take as long as reading a few hundred
// records. Every name in the query needs an argument, and every argument a name in the query.
type Args map[string]any

// RewriteQuery implements pgx.QueryRewriter.
func (a Args) RewriteQuery(_ context.Context, _ *pgx.Conn, query string, _ []any) (string, []any, error) {
	parsed, ok := parsedQueries.Load(query)
	if !ok {
		parsed, _ = parsedQueries.LoadOrStore(query, parse(query))
	}
	return parsed.(parsedQuery).with(a)
}

// parsedQueries caches the parsedQuery of each text. It is bounded, because the texts are the embedded files.
var parsedQueries sync.Map

// parsedQuery is a query split at each argument and each optional condition.
type parsedQuery struct {
	pieces []piece
	names  map[string]bool
}

// piece is a text and the argument that follows it, or an optional condition.
type piece struct {
	text      string
	name      string  // of the argument; "" for none
	condition []piece // written in place of the argument unless that is null
}

var (
	optionalCondition = regexp.MustCompile(`\(@(\w+)::[\w\[\]]+ is null\s+or\s`)
	namedArgument     = regexp.MustCompile(`@(\w+)`)
	commentLine       = regexp.MustCompile(`(?m)^\s*--.*\n?`)
)

func parse(query string) parsedQuery {
	query = commentLine.ReplaceAllString(query, "")
	q := parsedQuery{names: map[string]bool{}}
	for _, m := range namedArgument.FindAllStringSubmatch(query, -1) {
		q.names[m[1]] = true
	}
	q.pieces = split(query)
	return q
}

// split splits a text at its arguments and optional conditions. A condition may hold others.
func split(text string) (out []piece) {
	for {
		m := optionalCondition.FindStringSubmatchIndex(text)
		if m == nil {
			return append(out, arguments(text)...)
		}
		end := m[0] + closing(text[m[0]:])
		out = append(out, arguments(text[:m[0]])...)
		out = append(out, piece{name: text[m[2]:m[3]], condition: split("(" + text[m[1]:end])})
		text = text[end:]
	}
}

// arguments splits a text at its arguments.
func arguments(text string) (out []piece) {
	from := 0
	for _, m := range namedArgument.FindAllStringSubmatchIndex(text, -1) {
		out = append(out, piece{text: text[from:m[0]], name: text[m[2]:m[3]]})
		from = m[1]
	}
	return append(out, piece{text: text[from:]})
}

// closing returns the length of the parenthesized expression at the start of a text.
func closing(text string) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// with returns the text with $1, $2, ... and the values of these.
func (q parsedQuery) with(args Args) (string, []any, error) {
	for name := range args {
		if !q.names[name] {
			return "", nil, fmt.Errorf("the query has no argument %s", name)
		}
	}
	w := writer{args: args, position: map[string]int{}}
	for _, value := range args {
		if p, ok := value.(*Predicate); ok && p != nil {
			w.values = append(w.values, p.Args...) // its text counts them from $1 on
		}
	}
	err := w.write(q.pieces)
	return w.text.String(), w.values, err
}

type writer struct {
	args     Args
	text     strings.Builder
	position map[string]int
	values   []any
}

func (w *writer) write(pieces []piece) error {
	for _, p := range pieces {
		w.text.WriteString(p.text)
		if p.name == "" {
			continue
		}
		value, ok := w.args[p.name]
		switch {
		case !ok:
			return fmt.Errorf("the argument %s of the query is missing", p.name)
		case p.condition == nil:
			w.argument(p.name, value)
		case isNull(value):
			w.text.WriteString("true")
		default:
			if err := w.write(p.condition); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) argument(name string, value any) {
	if p, ok := value.(*Predicate); ok {
		w.text.WriteString("(" + p.Text + ")")
		return
	}
	if w.position[name] == 0 {
		w.values = append(w.values, value)
		w.position[name] = len(w.values)
	}
	w.text.WriteByte('$')
	w.text.WriteString(strconv.Itoa(w.position[name]))
}

// isNull reports whether pgx sends a value as null.
func isNull(value any) bool {
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Slice:
		return v.IsNil()
	}
	return false
}
