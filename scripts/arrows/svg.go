package main

import (
	"bytes"
	"fmt"
)

const (
	margin    = 24
	labels    = 96 // width of the column with the names of the layers
	rowHeight = 78
	boxHeight = 30
)

// style has the colours of Okabe and Ito, which people with any colour vision can tell apart, for a light and a dark page.
const style = `
text { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1b1f24; }
.page { fill: #ffffff; } .band { fill: #f3f5f7; } .name { fill: #5a6470; } .note { font-size: 11px; fill: #5a6470; }
.box { fill: #ffffff; stroke-width: 1.5; } .arrow { fill: none; stroke-linecap: round; stroke-width: 1.3; stroke-opacity: .85; }
.l0 { stroke: #5a6470; } .l1 { stroke: #5a6470; } .l2 { stroke: #0072b2; } .l3 { stroke: #b35900; } .l4 { stroke: #00795c; } .wrong { stroke: #d00000; stroke-width: 3; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } .page { fill: #0d1117; } .band { fill: #161b22; } .name, .note { fill: #9aa5b1; } .box { fill: #0d1117; }
.l0 { stroke: #9aa5b1; } .l1 { stroke: #9aa5b1; } .l2 { stroke: #56b4e9; } .l3 { stroke: #e69f00; } .l4 { stroke: #2fbf97; } .wrong { stroke: #ff6b6b; }
}
`

func (n *node) left() float64 { return margin + labels + n.x }

func (n *node) top() float64 { return margin + float64(n.row)*rowHeight + (rowHeight-boxHeight)/2 }

// draw writes the picture as SVG. Numbers are rounded to a tenth, so that every machine writes the same bytes.
func draw(p picture) []byte {
	var b bytes.Buffer
	width, height := p.width+2*margin+labels, float64(len(p.rows))*rowHeight+2*margin+boxHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>Imports between the rooms of the program</title>\n<style>%s</style>\n", style)
	fmt.Fprintf(&b, `<rect class="page" width="%.0f" height="%.0f"/>`+"\n", width, height)
	drawLayers(&b, p, width)
	for _, a := range p.arrows {
		drawArrow(&b, a)
	}
	for _, row := range p.rows {
		for _, n := range row {
			if n.room != "" {
				fmt.Fprintf(&b, `<rect class="box l%d" x="%.1f" y="%.1f" width="%.1f" height="%d" rx="6"/>`, layer(n.room), n.left()-n.width/2, n.top(), n.width, boxHeight)
				fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`+"\n", n.left(), n.top()+boxHeight/2+4.5, label(n.room))
			}
		}
	}
	fmt.Fprintf(&b, `<text class="note" x="%d" y="%.0f">An arrow leads from a package to one that it imports. Arrows that a longer way implies are left out; arrows.txt has all.</text>`+"\n", margin, height-margin)
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// drawLayers draws a band behind the rows of each layer.
func drawLayers(b *bytes.Buffer, p picture, width float64) {
	for first := 0; first < len(p.rows); {
		l, last := layerOf(p.rows[first]), first
		for last+1 < len(p.rows) && layerOf(p.rows[last+1]) == l {
			last++
		}
		y, height := margin+first*rowHeight+4, (last-first+1)*rowHeight-8
		fmt.Fprintf(b, `<rect class="band" x="%d" y="%d" width="%.1f" height="%d" rx="8"/>`, margin/2, y, width-margin, height)
		fmt.Fprintf(b, `<text class="name" x="%d" y="%d">%s</text>`+"\n", margin, y+height/2+4, layerNames[l])
		first = last + 1
	}
}

func layerOf(row []*node) int {
	for _, n := range row {
		if n.room != "" {
			return layer(n.room)
		}
	}
	return 0
}

// drawArrow draws curves from bend to bend that leave and arrive vertically, and a head.
func drawArrow(b *bytes.Buffer, a arrow) {
	from, to := a.way[0], a.way[len(a.way)-1]
	class := fmt.Sprintf("arrow l%d", layer(from.room))
	if a.wrong {
		class += " wrong"
	}
	x, y := from.left(), from.top()+boxHeight
	fmt.Fprintf(b, `<path class="%s" d="M%.1f %.1f`, class, x, y)
	for _, n := range a.way[1:] {
		nextX, nextY := n.left(), n.top()
		fmt.Fprintf(b, "C%.1f %.1f %.1f %.1f %.1f %.1f", x, (y+nextY)/2, nextX, (y+nextY)/2, nextX, nextY)
		if x, y = nextX, nextY; n.room == "" {
			y += boxHeight
			fmt.Fprintf(b, "V%.1f", y)
		}
	}
	fmt.Fprintf(b, `M%.1f %.1fl-4 -7M%.1f %.1fl4 -7"/>`+"\n", to.left(), to.top(), to.left(), to.top())
}
