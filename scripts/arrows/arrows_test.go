package main

import (
	"slices"
	"strings"
	"testing"
)

func imports(of ...string) map[string]bool {
	m := map[string]bool{}
	for _, name := range of {
		m[name] = true
	}
	return m
}

// drawn names the arrows of a picture, wrong ones with an exclamation mark.
func drawn(p picture) (out []string) {
	for _, a := range p.arrows {
		line := a.way[0].room + " " + a.way[len(a.way)-1].room
		if a.wrong {
			line += "!"
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

func TestRoomsAndArrows(t *testing.T) {
	t.Parallel()
	packages := graph{
		"cmd/skeeter": imports("internal/app"), "internal/app": imports("geo", "internal/lang", "internal/postgres"),
		"geo": imports("geo/mvt", "internal/postgres/rows", "internal/lang", "sql"), "geo/mvt": imports(), "internal/lang": imports(),
		"internal/postgres": imports("sql", "migrations"), "internal/postgres/rows": imports("internal/postgres"), "sql": imports(), "migrations": imports(),
	}
	p := arrange(rooms(packages))
	want := []string{"cmd/skeeter internal/app", "geo internal/lang", "geo internal/postgres", "internal/app geo", "internal/postgres migrations", "internal/postgres sql"}
	if got := drawn(p); !slices.Equal(got, want) {
		t.Errorf("arrows %q, want %q", got, want)
	}
	if text := string(list(packages)); !strings.Contains(text, "geo/mvt, internal/lang, internal/postgres/rows, sql\n") {
		t.Errorf("the list lacks imports:\n%s", text)
	}
	if svg := string(draw(p)); strings.Count(svg, "<path") != len(want) || strings.Contains(svg, "NaN") || !strings.Contains(svg, ">postgres</text>") {
		t.Errorf("not every arrow and box is drawn:\n%s", svg)
	}
}

func TestWrongArrows(t *testing.T) {
	t.Parallel()
	p := arrange(graph{
		"catalog": imports("geo", "internal/lang"), "geo": imports(), "internal/lang": imports("catalog"), "internal/a": imports("internal/b"), "internal/b": imports("internal/a"),
	})
	got := drawn(p)
	for _, want := range []string{"catalog geo!", "internal/lang catalog!"} {
		if !slices.Contains(got, want) {
			t.Errorf("arrows %q, want %q", got, want)
		}
	}
	if strings.Count(strings.Join(got, "\n"), "!") != 3 {
		t.Errorf("arrows %q: one of a circle is wrong", got)
	}
}

// TestBoxesDoNotOverlap checks every row of a picture with long arrows.
func TestBoxesDoNotOverlap(t *testing.T) {
	t.Parallel()
	g := graph{"cmd/skeeter": imports("catalog", "geo", "ogc", "internal/a", "internal/z"), "sql": imports(), "internal/z": imports("sql")}
	for _, domain := range []string{"catalog", "geo", "ogc"} {
		g[domain] = imports("internal/a", "internal/z", "sql")
	}
	g["internal/a"] = imports("internal/z")
	for _, row := range arrange(g).rows {
		for i := 1; i < len(row); i++ {
			if space := row[i].x - row[i-1].x - (row[i].width+row[i-1].width)/2; space < gap-0.01 {
				t.Errorf("%q and %q are %.1f apart, want %d", row[i-1].room, row[i].room, space, gap)
			}
		}
	}
}
