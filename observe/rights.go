package observe

import (
	"context"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
)

// limit takes from a new record what its visitor may not say, and notes that in the warnings: whether it was reviewed, and what a model made
// of it, which comes from the prediction that the record cites. Where an answer has no warnings, such words are errors. A visitor of one
// data source makes records of it. The error is 403 for another data source.
func (d *draft) limit(v access.Visitor, f form.Form) error {
	var ignored []string
	if d.Status != statusUnverified && (!v.May(access.Review) || len(v.Taxa)+len(v.Countries) > 0) {
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
	if only := v.OnlySource(); d.DataSource == nil && only != "" && !f.Given("data_source") {
		d.DataSource = &only
	}
	return d.checkSource(v)
}

func (d *draft) checkSource(v access.Visitor) error {
	if d.DataSource == nil {
		return v.CheckSource("")
	}
	return v.CheckSource(*d.DataSource)
}

// mayChange returns 403 where the visitor may not make a draft of a stored record: one of another data source, a review without the right to
// it, or another content of what was reviewed.
func mayChange(ctx context.Context, rec record, d draft, names *surveillance.Names) error {
	v, err := access.Of(ctx)
	if err != nil {
		return err
	}
	if d.Status != rec.Status || rec.Status != statusUnverified {
		if !v.May(access.Review) {
			return access.Refusal(v, access.Review)
		}
		if !rec.reviewedBy(v, names) {
			return httpapi.Forbidden("You review records of other taxa or countries than this one")
		}
	}
	return d.checkSource(v)
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
func (r record) ofVisitor(ctx context.Context) error {
	v, err := access.Of(ctx)
	if err != nil {
		return err
	}
	if r.DataSource == nil {
		return v.CheckSource("")
	}
	return v.CheckSource(*r.DataSource)
}
