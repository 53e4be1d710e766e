package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// compared is a line of the table that ends a run: some work, what it takes here, and what it takes beside.
type compared struct{ work, here, beside, ratio string }

// sum adds a line to the table.
func (b *bench) sum(work, here, beside, ratio string) {
	b.table = append(b.table, compared{work, here, beside, ratio})
}

// printTable prints the lines in Markdown.
func (b *bench) printTable() {
	lines := append([]compared{{"Work", "Skeeter", "Beside it", "Ratio"}, {}}, b.table...)
	widths := [4]int{}
	for _, l := range lines {
		for i, cell := range l.cells() {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for n, l := range lines {
		for i, cell := range l.cells() {
			fill := " "
			if n == 1 { // the line below the header
				fill = "-"
			}
			fmt.Printf("|%s%s%s%s", fill, cell, strings.Repeat(fill, widths[i]-utf8.RuneCountInString(cell)), fill)
		}
		fmt.Println("|")
	}
}

func (c compared) cells() [4]string { return [4]string{c.work, c.here, c.beside, c.ratio} }
