package darwincore

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// noProblems say in a column of problems that there was none, beside denials, in lower case and without a full stop at the end.
//
//nolint:misspell // words of seven languages
var noProblems = strings.Split(`-,--,–,—,n/a,na,none,ok,okay,okey,good,fine,normal,working,worked,functional,no problem,no problems,no issue,no issues,nil,nothing,`+
	`ninguno,ninguna,nada,bien,bueno,buena,correcto,funciona,sin problema,sin problemas,aucun,aucune,rien,bon,bonne,ras,r.a.s,sans problème,pas de problème,fonctionne,`+
	`nenhum,nenhuma,bom,boa,sem problema,sem problemas,ок,норма,нормально,хорошо,исправна,работает,без проблем,нет проблем,kein,keine,geen`, ",")

// problemTexts are what rows say of a problem in other words than yes and no.
type problemTexts struct {
	examples   []string // at most maxProblemTexts different ones
	more       bool
	rows, line int // line of the first row
}

// maxProblemTexts is how many texts the note lists.
const maxProblemTexts = 20

// problem reads whether an event had a problem: what says neither yes nor no describes one. whole says that the field tells all of it.
func (b *builder) problem() (problem, whole bool) {
	written := text.OneLine(b.get(headers.Problem))
	word := strings.ToLower(strings.TrimSuffix(strings.TrimSpace(written), "."))
	switch {
	case word == "" && written == "":
		return false, false
	case slices.Contains(affirmations, word) || slices.Contains(truths, word):
		return true, true
	case word == "" || slices.Contains(denials, word) || slices.Contains(noProblems, word):
		return false, true
	}
	b.problems.add(written, b.line)
	return true, false
}

func (p *problemTexts) add(written string, line int) {
	p.rows++
	if p.line == 0 {
		p.line = line
	}
	short, _ := text.Shorten(written, maxExample)
	switch {
	case slices.Contains(p.examples, short):
	case len(p.examples) < maxProblemTexts:
		p.examples = append(p.examples, short)
	default:
		p.more = true
	}
}

// note lists the texts; nil where there is none.
func (p *problemTexts) note() []Warning {
	if p.rows == 0 {
		return nil
	}
	quoted := make([]string, len(p.examples))
	for i, example := range p.examples {
		quoted[i] = strconv.Quote(example)
	}
	list := strings.Join(quoted, ", ")
	if p.more {
		list += " and others"
	}
	return []Warning{{Message: fmt.Sprintf("texts in the column of problems describe a problem of the event, kept in the metadata: %s (--map problem:TEXT=no says that one is none)",
		list), Count: p.rows, Line: p.line}}
}
