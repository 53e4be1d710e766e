package alerts

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/geo/alerts/kinds"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var enabledRulesQuery = sql.Get("alerts/enabled_rules.sql")

// Introduces reports whether a sighting would raise an alert of an introduction, were it public.
func Introduces(ctx context.Context, db postgres.Querier, names *surveillance.Names, s surveillance.Sighting) (bool, error) {
	rules, err := enabledRules(ctx, db)
	if err != nil {
		return false, err
	}
	for _, r := range rules {
		asked, err := r.asked()
		if err != nil {
			return false, fmt.Errorf("read the parameters of rule %s: %w", r.ID, err)
		}
		if introduces, err := kinds.Introduces(ctx, db, asked, names, s); introduces || err != nil {
			return introduces, err
		}
	}
	return false, nil
}

func enabledRules(ctx context.Context, db postgres.Querier) ([]Rule, error) {
	rules, err := postgres.All[Rule](ctx, db, enabledRulesQuery)
	if err != nil {
		return nil, fmt.Errorf("read the rules: %w", err)
	}
	return rules, nil
}
