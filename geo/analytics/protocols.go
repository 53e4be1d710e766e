package analytics

import "slices"

// protocolSet is the protocols of events, by their number among the words of a selection; 0 stands for none stated.
type protocolSet []bool

func (p *protocolSet) add(number int) {
	for len(*p) <= number {
		*p = append(*p, false)
	}
	(*p)[number] = true
}

func (p *protocolSet) join(other protocolSet) {
	for number, there := range other {
		if there {
			p.add(number)
		}
	}
}

func (p protocolSet) has(number int) bool { return number < len(p) && p[number] }

func (p protocolSet) len() (n int) {
	for _, there := range p {
		if there {
			n++
		}
	}
	return n
}

// names are the protocols that are stated, in order.
func (p protocolSet) names(words []string) []string {
	names := []string{}
	for number, there := range p {
		if there && number != 0 {
			names = append(names, words[number])
		}
	}
	slices.Sort(names)
	return names
}
