package observe

import (
	"bytes"
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// limit takes from a new record what its visitor may not say, and notes that in the warnings: whether it was reviewed, what a model made of it,
// which comes from the prediction that the record cites, and, of those who may only report, that it belongs to the catch of a data source,
// and pictures from elsewhere. Where an answer has no warnings, such words are errors. A visitor of one data source makes records of it. The
// error is 403 for another data source.
func (d *draft) limit(ctx context.Context, v access.Visitor, f form.Form) error {
	var ignored []string
	if d.Status != statusUnverified && (!v.May(access.Review) || len(v.Taxa)+len(v.Countries) > 0) {
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
// it, another content of what was reviewed, or, with that right alone, another content than the status. Who made the record may neither review
// it, nor say what limit takes from a new one.
func (e editor) mayChange(ctx context.Context, rec record, d draft, names *surveillance.Names) error {
	reviewed := d.Status != rec.Status || rec.Status != statusUnverified
	if e.owner {
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
		return httpapi.Forbidden("You review records of other taxa or countries than this one")
	}
	if !e.May(access.WriteObservations) {
		but := d
		but.Status = rec.Status
		if same, err := but.says(rec); err != nil || !same {
			return cmp.Or(err, access.Refusal(e.Visitor, access.WriteObservations))
		}
	}
	return d.checkSource(e.Visitor)
}

// says reports whether a draft has the content of a record.
func (d draft) says(rec record) (bool, error) {
	stored, err := draftOf(rec)
	if err != nil {
		return false, err
	}
	before, err := stored.canonical()
	if err != nil {
		return false, err
	}
	after, err := d.canonical()
	return bytes.Equal(before, after), err
}

// reviewedBy reports whether a record is of a taxon and a country that a reviewer decides on.
func (r record) reviewedBy(v access.Visitor, names *surveillance.Names) bool {
	if len(v.Countries) > 0 && (r.CountryID == nil || !slices.Contains(v.Countries, *r.CountryID)) {
		return false
	}
	keys, all := names.FindTargets(v.Taxa)
	return all || slices.Contains(keys, r.TaxonKey)
}

// ofVisitor returns 403 for a record of a data source that the visitor may not write.
func (r record) ofVisitor(v access.Visitor) error {
	if r.DataSource == nil {
		return v.CheckSource("")
	}
	return v.CheckSource(*r.DataSource)
}
