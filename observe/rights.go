package observe

import (
	"bytes"
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// limit takes from a new record what its visitor may not say, and notes that in the warnings: whether it was reviewed, what a model made of it,
// which comes from the prediction that the record cites, and, of those who may only report, that it belongs to the catch of a data source,
// and pictures from elsewhere. Where an answer has no warnings, such words are errors. A visitor of one data source makes records of it. The
// error is 403 for another data source.
func (d *draft) limit(ctx context.Context, v access.Visitor, rule string, f form.Form) error {
	var ignored []string
	if d.Status != statusUnverified && !reviewsNew(v, rule) {
		ignored = append(ignored, "status")
		d.Status = statusUnverified
	}
	if !v.May(access.WriteObservations) {
		for _, of := range []struct {
			member string
			given  bool
		}{
			{"model_id", d.ModelID != nil}, {"confidence", d.Confidence != nil}, {"data_source", d.DataSource != nil},
			{"event_id", d.EventID != nil}, {"image_url", d.ImageURL != nil && !isOurs(ctx, *d.ImageURL)},
		} {
			if of.given {
				ignored = append(ignored, of.member)
			}
		}
		d.ModelID, d.Confidence, d.DataSource, d.EventID = nil, nil, nil, nil
		if slices.Contains(ignored, "image_url") {
			d.ImageURL = nil
		}
	}
	switch {
	case len(ignored) == 0:
	case f.Warnings != nil:
		*f.Warnings = append(*f.Warnings, strings.Join(ignored, ", ")+": ignored, because not everybody may say this of a new record")
	default:
		for _, name := range ignored {
			f.Fail(name, "not_allowed", name+" may not be set by everybody")
		}
	}
	if !v.May(access.WriteObservations) {
		return nil // a report is of no data source
	}
	if only := v.OnlySource(); d.DataSource == nil && only != "" && !f.Given("data_source") {
		d.DataSource = &only
	}
	return d.checkSource(v)
}

// reviewsNew reports whether what a visitor makes may be reviewed already: by a program that reviews all, where one decides. Nobody reviews a record
// of his own account.
func reviewsNew(v access.Visitor, rule string) bool {
	return v.May(access.Review) && v.Account == uuid.Nil && len(v.Taxa)+len(v.Countries) == 0 && rule != RuleTwo
}

// isOurs reports whether a picture, by a valid URL, is one of this service.
func isOurs(ctx context.Context, imageURL string) bool {
	u, err := url.Parse(strings.TrimPrefix(imageURL, httpapi.BaseURLOf(ctx)))
	return err == nil && isStatic(u)
}

func (d *draft) checkSource(v access.Visitor) error {
	if d.DataSource == nil {
		return v.CheckSource("")
	}
	return v.CheckSource(*d.DataSource)
}

// mayChange returns 403 where somebody may not make a draft of a stored record: one of another data source, a review without the right to
// it, another content of what was reviewed, or, with that right alone, another content than the status, but for what an undo may put back as a
// decision could. Who made the record may neither review it, nor say what limit takes from a new one, nor bring back what was withdrawn.
func (e editor) mayChange(ctx context.Context, rec record, d draft, names *surveillance.Names) error {
	reviewed := d.Status != rec.Status || rec.Status != statusUnverified
	if e.own || rec.isMadeBy(e.Visitor) {
		if err := mayReviewOwn(rec, d); err != nil {
			return err
		}
	}
	if e.owner() {
		switch {
		case d.Status != rec.Status, !same(d.DataSource, rec.DataSource), !same(d.EventID, rec.EventID), !same(d.ModelID, rec.ModelID),
			!same(d.Confidence, rec.Confidence), !same(d.ImageURL, rec.ImageURL) && d.ImageURL != nil && !isOurs(ctx, *d.ImageURL):
			return httpapi.Forbidden("A reporter may not change status, data_source, event_id, model_id and confidence, nor show pictures from elsewhere")
		case reviewed:
			return httpapi.Forbidden("The observation was reviewed: its reporter may withdraw it and no longer change it")
		}
		return nil
	}
	if reviewed && !e.May(access.Review) {
		return access.Refusal(e.Visitor, access.Review)
	}
	if reviewed && !rec.reviewedBy(e.Visitor, names) {
		return errOtherReviewer
	}
	if e.writes {
		return d.checkSource(e.Visitor)
	}
	but := d
	but.Status = rec.Status
	if d.action == history.Undone {
		but.Species, but.Verbatim, but.Qualifier, but.LifeStage, but.Sex = rec.SpeciesID, rec.VerbatimScientificName, rec.IdentificationQualifier, rec.LifeStage, rec.Sex
	}
	same, err := but.says(rec)
	if err == nil && (!same || d.withdraws(rec)) {
		err = rec.mayBeWritten(e.Visitor)
	}
	return err
}

// statusRank orders the statuses by how much a reviewer's word for the record they are.
var statusRank = map[string]int{statusRejected: 0, statusUnverified: 1, statusVerified: 2}

// mayReviewOwn returns 403 where a draft gives a record of one's own what only somebody else may: a higher status, what a reviewer's word for other
// content is, or the public.
func mayReviewOwn(rec record, d draft) error {
	raised := statusRank[d.Status] > statusRank[rec.Status] || d.publication == public && rec.Publication != public
	if raised {
		return errOwnReview
	}
	if d.Status != statusVerified {
		return nil
	}
	anew, err := d.changesJudged(rec)
	if err == nil && anew {
		err = errOwnReview
	}
	return err
}

// errOwnReview refuses the review of a record to who made it.
var errOwnReview = httpapi.Forbidden("Nobody reviews a record of his own")

// withdraws reports whether a draft withdraws a record, or brings back one that was withdrawn.
func (d draft) withdraws(rec record) bool {
	return d.publication != "" && (d.publication == withdrawn) != (rec.Publication == withdrawn)
}

// says reports whether a draft has the content of a record.
func (d draft) says(rec record) (bool, error) {
	stored, err := draftOf(rec)
	if err != nil {
		return false, err
	}
	return stored.equals(d)
}

func (d draft) equals(other draft) (bool, error) {
	mine, err := d.canonical()
	if err != nil {
		return false, err
	}
	its, err := other.canonical()
	return bytes.Equal(mine, its), err
}

// judged returns a draft with nothing but what a reviewer judges. judgedMembers has the same.
func (d draft) judged() draft {
	return draft{
		Species: d.Species, Verbatim: d.Verbatim, Qualifier: d.Qualifier, Count: d.Count, LifeStage: d.LifeStage, Sex: d.Sex,
		Location: d.Location, LocationAccuracyM: d.LocationAccuracyM, ObservedAt: d.ObservedAt, UTCOffset: d.UTCOffset,
		DatePrecision: d.DatePrecision, ObservedUntil: d.ObservedUntil, Notes: d.Notes, ImageURL: d.ImageURL, PredictionID: d.PredictionID,
	}
}

// changesJudged reports whether a draft says otherwise what a reviewer judged of a record.
func (d draft) changesJudged(rec record) (bool, error) {
	stored, err := draftOf(rec)
	if err != nil {
		return false, err
	}
	same, err := stored.judged().equals(d.judged())
	return !same, err
}

// reviewedBy reports whether a record is of a taxon and a country that a reviewer decides on.
func (r record) reviewedBy(v access.Visitor, names *surveillance.Names) bool {
	if len(v.Countries) > 0 && (r.CountryID == nil || !slices.Contains(v.Countries, *r.CountryID)) {
		return false
	}
	keys, all := names.FindTargets(v.Taxa)
	return all || slices.Contains(keys, r.TaxonKey)
}

// mayBeWritten returns the refusal of who may not write a record.
func (r record) mayBeWritten(v access.Visitor) error {
	if !v.May(access.WriteObservations) {
		return access.Refusal(v, access.WriteObservations)
	}
	return r.ofVisitor(v)
}

// ofVisitor returns 403 for a record of a data source that the visitor may not write.
func (r record) ofVisitor(v access.Visitor) error {
	if r.DataSource == nil {
		return v.CheckSource("")
	}
	return v.CheckSource(*r.DataSource)
}
