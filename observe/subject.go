package observe

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Subject returns the name of a record and where and when it was, for the head of its page, as the public may know them. found is false
// where there is no such record, or the public does not see it.
func (o *Observe) Subject(ctx context.Context, id string, code lang.Code) (name, text string, found bool, err error) {
	if uuid.Validate(id) != nil {
		return "", "", false, nil
	}
	key := uuid.MustParse(id)
	rec, err := o.store.get(ctx, o.store.db, getShownQuery, key)
	if errors.Is(err, errNoRecord) {
		return "", "", false, nil
	}
	if err != nil {
		return "", "", false, err
	}
	layout := map[string]string{"year": "2006", "month": "2006-01"}[rec.DatePrecision]
	if layout == "" {
		layout = "2006-01-02"
	}
	parts := []string{rec.ObservedAt.Format(layout)}
	if rec.CountryID != nil {
		parts = append([]string{o.Lookups.Current().Name(surveillance.KindCountry, code, *rec.CountryID)}, parts...)
	}
	return rec.ScientificName, strings.Join(parts, ", "), true, nil
}
