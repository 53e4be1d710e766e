package main

import (
	"math"
	"slices"
	"strings"
)

// node is a box, or a bend of an arrow that passes a row.
type node struct {
	room  string // "" for a bend
	row   int
	x     float64 // centre
	width float64
	up    []*node
	down  []*node
}

// arrow leads from one box to another over bends. A wrong one leads upwards, or from a domain to another.
type arrow struct {
	way   []*node
	wrong bool
}

// picture is a layered drawing, after Sugiyama: boxes in rows, arrows downwards, few crossings.
type picture struct {
	rows   [][]*node
	arrows []arrow
	width  float64
}

const (
	charWidth = 7.4
	padding   = 26 // of a box, both sides together
	bendWidth = 6
	gap       = 22 // between boxes
	sweeps    = 40
)

// arrange places rooms. It leaves out each arrow that a longer way of arrows implies.
func arrange(g graph) picture {
	p := picture{}
	boxes := map[string]*node{}
	for name, row := range rowsOf(g) {
		boxes[name] = &node{room: name, row: row, width: charWidth*float64(len(label(name))) + padding}
		for len(p.rows) <= row {
			p.rows = append(p.rows, nil)
		}
	}
	for _, name := range g.names() {
		b := boxes[name]
		p.rows[b.row] = append(p.rows[b.row], b)
	}
	for _, from := range g.names() {
		for _, to := range g.imports(from) {
			if !g.reaches(from, to) {
				p.connect(boxes[from], boxes[to])
			}
		}
	}
	p.order()
	p.place()
	return p
}

func label(room string) string { return strings.TrimPrefix(room, "internal/") }

// rowsOf puts the layers below each other, and inside a layer every room as high as its importers allow.
func rowsOf(g graph) map[string]int {
	depth := map[string]int{}
	var sink func(name string, above []string)
	sink = func(name string, above []string) {
		if at, known := depth[name]; known && at >= len(above) {
			return
		}
		depth[name] = len(above)
		for _, to := range g.imports(name) {
			if layer(to) == layer(name) && to != name && !slices.Contains(above, to) {
				sink(to, append(above, name))
			}
		}
	}
	var heights [len(layerNames)]int
	for _, name := range g.names() {
		sink(name, nil)
	}
	for name, d := range depth {
		heights[layer(name)] = max(heights[layer(name)], d+1)
	}
	rows := map[string]int{}
	for name, d := range depth {
		for l := range layer(name) {
			rows[name] += heights[l]
		}
		rows[name] += d
	}
	return rows
}

func (p *picture) connect(from, to *node) {
	a := arrow{way: []*node{from}, wrong: from.row >= to.row || layer(from.room) == domains && layer(to.room) == domains}
	for row := from.row + 1; row < to.row; row++ {
		bend := &node{row: row, width: bendWidth}
		p.rows[row] = append(p.rows[row], bend)
		a.way = append(a.way, bend)
	}
	a.way = append(a.way, to)
	for i := range len(a.way) - 1 {
		a.way[i].down = append(a.way[i].down, a.way[i+1])
		a.way[i+1].up = append(a.way[i+1].up, a.way[i])
	}
	p.arrows = append(p.arrows, a)
}

// order sorts each row by the mean place of its neighbours, down and up in turn, and keeps the order with the fewest crossings.
func (p *picture) order() {
	best, fewest := p.copyRows(), p.crossings()
	for sweep := range sweeps {
		for i := range p.rows {
			row, neighbours := p.rows[i], func(n *node) []*node { return n.up }
			if sweep%2 == 1 {
				row, neighbours = p.rows[len(p.rows)-1-i], func(n *node) []*node { return n.down }
			}
			p.number()
			slices.SortStableFunc(row, func(a, b *node) int { return sign(mean(a, neighbours(a)) - mean(b, neighbours(b))) })
		}
		if n := p.crossings(); n < fewest {
			best, fewest = p.copyRows(), n
		}
	}
	p.rows = best
}

func (p *picture) copyRows() (rows [][]*node) {
	for _, row := range p.rows {
		rows = append(rows, slices.Clone(row))
	}
	return rows
}

// number sets x to the place in the row, from 0 to 1.
func (p *picture) number() {
	for _, row := range p.rows {
		for i, n := range row {
			n.x = (float64(i) + 0.5) / float64(len(row))
		}
	}
}

func (p *picture) crossings() (count int) {
	p.number()
	for _, row := range p.rows {
		for i, a := range row {
			for _, b := range row[i+1:] {
				for _, toA := range a.down {
					for _, toB := range b.down {
						if toA.x > toB.x {
							count++
						}
					}
				}
			}
		}
	}
	return count
}

func mean(n *node, neighbours []*node) float64 {
	if len(neighbours) == 0 {
		return n.x
	}
	sum := 0.0
	for _, m := range neighbours {
		sum += m.x
	}
	return sum / float64(len(neighbours))
}

func sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// place moves every node towards its neighbours as far as the others of its row let it.
func (p *picture) place() {
	for _, row := range p.rows {
		x := 0.0
		for _, n := range row {
			n.x = x + n.width/2
			x += n.width + gap
		}
		for _, n := range row {
			n.x -= x / 2
		}
	}
	for range sweeps {
		for _, row := range p.rows {
			settle(row)
		}
	}
	left, right := math.Inf(1), math.Inf(-1)
	for _, row := range p.rows {
		for _, n := range row {
			left, right = min(left, n.x-n.width/2), max(right, n.x+n.width/2)
		}
	}
	for _, row := range p.rows {
		for _, n := range row {
			n.x -= left
		}
	}
	p.width = right - left
}

// settle gives the nodes of a row the places nearest to the means of their neighbours (least squares) that keep order and
// distances: where they would overlap, runs of nodes move together, as in isotonic regression.
func settle(row []*node) {
	type run struct {
		sum   float64
		nodes int
	}
	var runs []run
	offsets := make([]float64, len(row))
	for i, n := range row {
		if i > 0 {
			offsets[i] = offsets[i-1] + (row[i-1].width+n.width)/2 + gap
		}
		runs = append(runs, run{mean(n, slices.Concat(n.up, n.down)) - offsets[i], 1})
		for k := len(runs) - 1; k > 0 && runs[k-1].sum/float64(runs[k-1].nodes) > runs[k].sum/float64(runs[k].nodes); k-- {
			runs[k-1] = run{runs[k-1].sum + runs[k].sum, runs[k-1].nodes + runs[k].nodes}
			runs = runs[:k]
		}
	}
	i := 0
	for _, r := range runs {
		for range r.nodes {
			row[i].x = r.sum/float64(r.nodes) + offsets[i]
			i++
		}
	}
}
