package flatgeobuf

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// nodeSize is how many children a node of the index has: the default of header.fbs.
const nodeSize = 16

// nodeBytes is the size of a node: a box and an offset.
const nodeBytes = 5 * 8

// levelsOf returns how many nodes each level of the index of n features has, the root first. The leaves are a level of their own, so that
// one feature has two.
func levelsOf(n int) []int {
	levels := []int{n}
	for len(levels) == 1 || n > 1 {
		n = (n + nodeSize - 1) / nodeSize
		levels = append(levels, n)
	}
	slices.Reverse(levels)
	return levels
}

// sum returns the number of nodes of levels.
func sum(levels []int) (n int) {
	for _, level := range levels {
		n += level
	}
	return n
}

// branches are the boxes of the nodes above the leaves, level by level, the root first.
type branches [][]wkb.Box

// newBranches returns the nodes above the leaves, which have no boxes yet.
func newBranches(levels []int) branches {
	all := make(branches, len(levels)-1)
	for i := range all {
		all[i] = slices.Repeat([]wkb.Box{wkb.NoBox}, levels[i])
	}
	return all
}

// add makes room for a leaf in the node that holds it.
func (b branches) add(leaf int, box wkb.Box) {
	last := b[len(b)-1]
	last[leaf/nodeSize] = last[leaf/nodeSize].With(box)
}

// append appends the nodes. Each names the first of its children by its number in the whole index.
func (b branches) append(out []byte) []byte {
	for i := len(b) - 1; i > 0; i-- {
		for j, box := range b[i] {
			b[i-1][j/nodeSize] = b[i-1][j/nodeSize].With(box)
		}
	}
	end := 0
	for _, level := range b {
		end += len(level)
		for j, box := range level {
			out = appendNode(out, box, uint64(end+j*nodeSize))
		}
	}
	return out
}

// appendNode appends a node: its box, and where what it holds begins. The box of nothing is one that no other meets.
func appendNode(out []byte, box wkb.Box, at uint64) []byte {
	for _, v := range box {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return binary.LittleEndian.AppendUint64(out, at)
}

// curveOrder is the order of the Hilbert curve: it passes 2^curveOrder cells in each direction.
const curveOrder = 16

// along returns how far along the curve through a box a position lies. What has no position is at the end.
func along(box wkb.Box, x, y float64) uint32 {
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.MaxUint32
	}
	return hilbert(cellOf(x, box[0], box[2]), cellOf(y, box[1], box[3]))
}

func cellOf(v, from, to float64) uint32 {
	if !(to > from) {
		return 0
	}
	const cells = 1 << curveOrder
	return uint32(min(max((v-from)/(to-from)*cells, 0), cells-1))
}

// hilbert returns the number of a cell on the Hilbert curve: at each level the quarter it lies in, after the turns of the levels above.
func hilbert(x, y uint32) (d uint32) {
	for s := uint32(1) << (curveOrder - 1); s > 0; s >>= 1 {
		right, upper := x&s != 0, y&s != 0
		switch {
		case right && upper:
			d += 2 * s * s
		case right:
			d += 3 * s * s
			x, y = ^y, ^x
		case upper:
			d += s * s
		default:
			x, y = y, x
		}
	}
	return d
}
