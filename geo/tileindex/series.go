package tileindex

import (
	"math/bits"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// unixDayZero is dayZero in days since 1970-01-01.
const unixDayZero = -98615

// Days returns the first and the last day of the observations, in days since 1970-01-01; ok is false without any.
func (s *State) Days() (first, last int32, ok bool) {
	for i, c := range s.rows {
		if i == 0 || int32(c.firstDay) < first {
			first = int32(c.firstDay)
		}
		last = max(last, int32(c.lastDay))
	}
	return first + unixDayZero, last + unixDayZero, len(s.rows) > 0
}

// Series sums up the observations that match by bins of time. place returns the number of the bin, from 0 to before the number of bins, of
// the days from first to last since 1970-01-01; or a negative number for none. It is called by several goroutines at once.
func (s *State) Series(f surveillance.Filter, bins int, place func(first, last int32) int) surveillance.Series {
	total, unsexed := newSeries(bins, len(s.codes.taxa)), make([]bool, s.codes.facets.len())
	for i := range unsexed {
		unsexed[i] = !surveillance.StatesSex(s.codes.facets.sex.at(uint32(i)))
	}
	s.scanAll(s.query(f), func() (visitor, func()) {
		local := newSeries(bins, len(s.codes.taxa))
		return func(c *chunk, rows []int32) {
			for _, i := range rows {
				days := c.days(i)
				bin := place(int32(days.first())+unixDayZero, int32(days.last())+unixDayZero)
				if bin < 0 {
					local.unplaced++
					continue
				}
				local.records[bin]++
				n := days.count()
				local.specimens[bin] += n
				taxon := c.taxonOf(i)
				local.byTaxon[taxon] += n
				if unsexed[c.facetOf(i)] {
					local.unsexed += n
				}
				local.addTaxon(bin, taxon)
			}
		}, func() { total.merge(local) }
	})
	out := total.sums()
	out.ByTaxon = map[int32]int64{}
	for taxon, n := range total.byTaxon {
		if n > 0 {
			out.ByTaxon[s.codes.taxa[taxon]] = n
		}
	}
	return out
}

// series are sums by bin.
type series struct {
	records, specimens []int64
	taxa               []uint64 // a bit for each taxon of each bin; nil where there would be too many
	words              int      // of taxa of a bin
	seen               map[binTaxon]bool
	byTaxon            []int64 // specimens of each taxon
	unplaced, unsexed  int64
}

type binTaxon struct {
	bin   int32
	taxon uint16
}

// maxSeriesWords is how many words of bits a series has at most, 32 MB. With more a map holds what is there, which is slower.
const maxSeriesWords = 4 << 20

func newSeries(bins, taxa int) *series {
	s := &series{records: make([]int64, bins), specimens: make([]int64, bins), byTaxon: make([]int64, taxa), words: (taxa + 63) / 64}
	if bins*s.words <= maxSeriesWords {
		s.taxa = make([]uint64, bins*s.words)
	} else {
		s.seen = map[binTaxon]bool{}
	}
	return s
}

func (s *series) addTaxon(bin int, taxon uint16) {
	if s.taxa == nil {
		s.seen[binTaxon{int32(bin), taxon}] = true
		return
	}
	s.taxa[bin*s.words+int(taxon>>6)] |= 1 << (taxon & 63)
}

func (s *series) merge(other *series) {
	for i := range s.records {
		s.records[i] += other.records[i]
		s.specimens[i] += other.specimens[i]
	}
	for i := range s.taxa {
		s.taxa[i] |= other.taxa[i]
	}
	for key := range other.seen {
		s.seen[key] = true
	}
	for taxon, n := range other.byTaxon {
		s.byTaxon[taxon] += n
	}
	s.unplaced += other.unplaced
	s.unsexed += other.unsexed
}

func (s *series) sums() surveillance.Series {
	out := surveillance.Series{Bins: make([]surveillance.SeriesBin, len(s.records)), Unplaced: s.unplaced, Unsexed: s.unsexed}
	for i := range out.Bins {
		out.Bins[i] = surveillance.SeriesBin{Records: s.records[i], Specimens: s.specimens[i]}
		if s.taxa != nil {
			for _, word := range s.taxa[i*s.words : (i+1)*s.words] {
				out.Bins[i].Species += bits.OnesCount64(word)
			}
		}
	}
	for key := range s.seen {
		out.Bins[key.bin].Species++
	}
	return out
}
