package vectortile

import (
	"encoding/hex"
	"hash/fnv"
	"strconv"
	"strings"
)

// Version names what all tiles of a choice of records hold at a moment. It stands in the addresses of tiles.
type Version struct {
	Epoch  string // in which Number counts
	Number int64  // of the data, which grows with each change
	Choice string // digest of all that decides what a tile holds beside the data
}

// DigestOf returns a Choice: texts that differ have another one.
func DigestOf(texts ...string) string {
	h := fnv.New32a()
	for _, text := range texts {
		_, _ = h.Write([]byte(text))
		_, _ = h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (v Version) String() string {
	return v.Epoch + "." + strconv.FormatInt(v.Number, 10) + "." + v.Choice
}

// maxVersion is the length of the longest text that may be a Version: an epoch of 8 letters, a number of 19 digits and a digest of 8.
const maxVersion = 8 + 1 + 19 + 1 + 8

// ParseVersion reads what String wrote. Other texts name no version.
func ParseVersion(text string) (v Version, ok bool) {
	parts := strings.Split(text[:min(len(text), maxVersion)], ".")
	if len(text) > maxVersion || len(parts) != 3 {
		return v, false
	}
	number, err := strconv.ParseInt(parts[1], 10, 64)
	v = Version{Epoch: parts[0], Number: number, Choice: parts[2]}
	return v, err == nil && number >= 0 && v.String() == text
}

// Span is the versions in which a tile has one content: those from Since to the number of Newest, which is the present one.
type Span struct {
	Newest Version
	Since  int64
}

// Holds reports that a tile has its present content in a version.
func (s Span) Holds(v Version) bool {
	return s.follows(v) && s.Since <= v.Number && v.Number <= s.Newest.Number
}

// IsBehind reports that a version is newer than the present one.
func (s Span) IsBehind(v Version) bool { return s.follows(v) && s.Newest.Number < v.Number }

// follows reports that two versions differ in nothing but the number.
func (s Span) follows(v Version) bool {
	return s.Newest.Epoch != "" && s.Newest.Epoch == v.Epoch && s.Newest.Choice == v.Choice
}
