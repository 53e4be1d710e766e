package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

const (
	module  = "github.com/skeeter-surveillance/skeeter/"
	program = "./cmd/skeeter"
)

// graph holds the imports of packages or rooms by name. Every imported name is a key too.
type graph map[string]map[string]bool

func (g graph) names() []string { return slices.Sorted(maps.Keys(g)) }

func (g graph) imports(name string) []string { return slices.Sorted(maps.Keys(g[name])) }

// programPackages returns the packages of this module that the program is built from, without tests and tools. It asks the
// go command, with the system pinned: on another one the files of a package may differ.
func programPackages() (graph, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Imports", program)
	cmd.Env = append(cmd.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	g := graph{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return g, nil
		} else if err != nil {
			return nil, fmt.Errorf("read what go list prints: %w", err)
		}
		name, ours := strings.CutPrefix(p.ImportPath, module)
		if !ours {
			continue
		}
		g[name] = map[string]bool{}
		for _, i := range p.Imports {
			if i, ours := strings.CutPrefix(i, module); ours {
				g[name][i] = true
			}
		}
	}
}

// list names every package with its imports, a line each.
func list(g graph) []byte {
	var b bytes.Buffer
	b.WriteString("Imports between the packages of the program, written by `make arrows`.\n\n")
	for _, name := range g.names() {
		fmt.Fprintf(&b, "%-28s -> %s\n", name, strings.Join(g.imports(name), ", "))
	}
	return b.Bytes()
}

// room returns where a package belongs: the folder below cmd or internal, else the folder at the top.
func room(name string) string {
	parts := strings.Split(name, "/")
	if parts[0] == "cmd" || parts[0] == "internal" {
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	return parts[0]
}

// rooms folds packages into their rooms.
func rooms(packages graph) graph {
	g := graph{}
	for name, imports := range packages {
		from := room(name)
		if g[from] == nil {
			g[from] = map[string]bool{}
		}
		for i := range imports {
			if to := room(i); to != from {
				g[from][to] = true
			}
		}
	}
	return g
}

// reaches reports whether a way of arrows leads from one name to another, without the arrow between them.
func (g graph) reaches(from, to string) bool {
	seen := map[string]bool{}
	var walk func(at string) bool
	walk = func(at string) bool {
		for next := range g[at] {
			if at == from && next == to || seen[next] {
				continue
			}
			if next == to {
				return true
			}
			seen[next] = true
			if walk(next) {
				return true
			}
		}
		return false
	}
	return walk(from)
}

// Layers in the order of the arrows, the top first.
const (
	command = iota
	app
	domains // and web
	internal
	database
)

var layerNames = [...]string{"cmd", "app", "domains", "internal", "sql"}

func layer(room string) int {
	switch {
	case strings.HasPrefix(room, "cmd/"):
		return command
	case room == "internal/app":
		return app
	case strings.HasPrefix(room, "internal/"):
		return internal
	case room == "sql", room == "migrations":
		return database
	}
	return domains
}
