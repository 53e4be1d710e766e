package accounts

import (
	"context"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// noted is what the history keeps of an account. Erasing the account takes the name from it; a login, a secret and a hash are never there.
type noted struct {
	Name      string        `json:"name"`
	Roles     []access.Role `json:"roles"`
	Taxa      []string      `json:"taxa"`
	Countries []string      `json:"countries"`
	Sources   []string      `json:"sources"`
	Disabled  bool          `json:"disabled"`
}

func (a Account) noted() noted {
	return noted{a.Name, a.Roles, a.Taxa, a.Countries, a.Sources, a.DisabledAt != nil}
}

// Note adds to the history what was done to an account. is may be nil; it must name nobody, because erasing the account leaves it.
func Note(ctx context.Context, db postgres.Querier, account uuid.UUID, action string, is map[string]any) error {
	e := history.Entry{Entity: history.Account, ID: account.String(), Action: action}
	if is != nil {
		e.Is = is
	}
	return history.Add(ctx, db, e)
}

// noteChange adds to the history what differs between two states of an account.
func noteChange(ctx context.Context, db postgres.Querier, before, after Account) error {
	was, is, err := history.Differing(before.noted(), after.noted())
	if err != nil || len(was) == 0 {
		return err
	}
	return history.Add(ctx, db, history.Entry{Entity: history.Account, ID: after.ID.String(), Action: history.Changed, Was: was, Is: is})
}
