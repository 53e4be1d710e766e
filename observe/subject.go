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
	rec, err := o.readPublic(ctx, id)
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

// readPublic returns a record that the public sees. A text that is no id is that of no record.
func (o *Observe) readPublic(ctx context.Context, id string) (record, error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return record{}, errNoRecord
	}
	return o.store.get(ctx, o.store.db, getShownQuery, key)
}
