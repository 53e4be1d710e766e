package observe

import (
	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// Publication of a record: whether the public sees it. What is public lies in the table observations, the rest in held_observations.
const (
	public    = "public"
	pending   = "pending" // waits for a review
	withdrawn = "withdrawn"
)

// Why a record is held back.
const (
	heldAnonymous = "anonymous" // its reporter is not known
	heldCount     = "count"     // its count is above that of a catch
	heldName      = "name"      // its name is not understood
	heldReporter  = "reporter"  // its reporter withdrew it
	heldWriter    = "writer"    // somebody withdrew it who may write records
)

// Counts above these wait for a review, unless somebody reports them who may write records. They are above what one sample holds: a light trap
// seldom takes ten thousand adults in a night, a container or some dips hold hundreds of larvae, and an ovitrap hundreds of eggs.
const (
	maxAdults = 10_000 // also where no stage is stated
	maxLarvae = 5_000  // pupae, too
	maxEggs   = 2_000
)

// maxCatch is the greatest count of a life stage that is shown at once. A stage that is not understood may be any.
func maxCatch(lifeStage *string) int {
	if lifeStage == nil {
		return maxAdults
	}
	switch names.LifeStage(*lifeStage) {
	case "adult":
		return maxAdults
	case "larva", "pupa":
		return maxLarvae
	default:
		return maxEggs
	}
}

// LargestCounts are the counts by life stage, "" for none stated, above which reports wait for a review.
func LargestCounts() map[string]int {
	return map[string]int{"": maxAdults, "adult": maxAdults, "larva": maxLarvae, "pupa": maxLarvae, "egg": maxEggs}
}

// waits says why what a visitor reports waits for a review; "" when it is shown at once.
func (d draft) waits(v access.Visitor) string {
	switch {
	case v.Waits:
		return heldAnonymous
	case v.May(access.WriteObservations):
		return ""
	case d.Count > maxCatch(d.LifeStage):
		return heldCount
	case d.taxon.IsUnresolved():
		return heldName
	default:
		return ""
	}
}

// place says where a changed record lies: one that waits is shown once it is verified, and one that is public waits when its reporter makes of it
// what a new record would wait with.
func (e editor) place(rec record, d *draft) {
	switch {
	case rec.Publication == pending && d.Status == statusVerified:
		d.publication = public
	case rec.Publication == public && e.owner():
		if d.heldReason = d.waits(e.Visitor); d.heldReason != "" {
			d.publication = pending
		}
	}
}

// waitsBecause tells a reporter why a record waits.
var waitsBecause = map[string]string{
	heldAnonymous: "publication is pending: reports without an account are shown after a review",
	heldCount:     "publication is pending: so many in one record are shown after a review",
	heldName:      "publication is pending: a record whose name is not understood is shown after a review",
}
