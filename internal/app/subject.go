package app

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/web"
)

// subjects finds what pages are about: among what is public, and the data sources that whoever asks may know.
func (d recordDomains) subjects(ctx context.Context, kind, id string, code lang.Code) (s web.Subject, found bool, err error) {
	find := map[string]func(context.Context, string, lang.Code) (string, string, bool, error){
		web.SpeciesPages: d.catalog.SpeciesSubject, web.DiseasePages: d.catalog.DiseaseSubject, web.RecordPages: d.records.Subject,
		web.SourcePages: d.sources.Subject,
	}[kind]
	s.Name, s.Text, found, err = find(ctx, id, code)
	return s, found, err
}
