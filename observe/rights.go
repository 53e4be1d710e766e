package observe

import (
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// limit takes from a new record what its visitor may not say, and notes that in the warnings: whether it was reviewed, and what a model made
// of it, which comes from the prediction that the record cites. Where an answer has no warnings, such words are errors. A visitor of one
// data source makes records of it. The error is 403 for another data source.
func (d *draft) limit(v access.Visitor, f form.Form) error {
	var ignored []string
	if d.Status != statusUnverified && !v.May(access.Review) {
		ignored = append(ignored, "status")
		d.Status = statusUnverified
	}
	if !v.May(access.WriteObservations) {
		if d.ModelID != nil {
			ignored = append(ignored, "model_id")
		}
		if d.Confidence != nil {
			ignored = append(ignored, "confidence")
		}
		d.ModelID, d.Confidence = nil, nil
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
	if d.DataSource == nil && v.Source != "" && !f.Given("data_source") {
		d.DataSource = &v.Source
	}
	return d.checkSource(v)
}

func (d *draft) checkSource(v access.Visitor) error {
	if d.DataSource == nil {
		return v.CheckSource("")
	}
	return v.CheckSource(*d.DataSource)
}

// mayChange returns 403 where somebody may not make a draft of a stored record: one of another data source, a review without the right to
// it, or another content of what was reviewed. Who made the record may neither review it nor say where it is from and what a model made of it.
func (e editor) mayChange(rec record, d draft) error {
	reviewed := d.Status != rec.Status || rec.Status != statusUnverified
	if e.owner {
		switch {
		case d.Status != rec.Status, !same(d.DataSource, rec.DataSource), !same(d.ModelID, rec.ModelID), !same(d.Confidence, rec.Confidence):
			return httpapi.Forbidden("A reporter may not change status, data_source, model_id and confidence")
		case reviewed:
			return httpapi.Forbidden("The observation was reviewed: its reporter may withdraw it and no longer change it")
		}
		return nil
	}
	if reviewed && !e.May(access.Review) {
		return access.Refusal(e.Visitor, access.Review)
	}
	return d.checkSource(e.Visitor)
}

// ofVisitor returns 403 for a record of a data source that the visitor may not write.
func (r record) ofVisitor(v access.Visitor) error {
	if r.DataSource == nil {
		return v.CheckSource("")
	}
	return v.CheckSource(*r.DataSource)
}
