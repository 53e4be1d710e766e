package alerts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	rulesQuery          = sql.Get("alerts/rules.sql")
	countRulesQuery     = sql.Get("alerts/count_rules.sql")
	ruleQuery           = sql.Get("alerts/rule.sql")
	lockRulesQuery      = sql.Get("alerts/lock_rules.sql")
	addRuleQuery        = sql.Get("alerts/add_rule.sql")
	lockRuleQuery       = sql.Get("alerts/lock_rule.sql")
	updateRuleQuery     = sql.Get("alerts/update_rule.sql")
	deleteRuleQuery     = sql.Get("alerts/delete_rule.sql")
	listQuery           = sql.Get("alerts/list.sql")
	countQuery          = sql.Get("alerts/count.sql")
	getQuery            = sql.Get("alerts/get.sql")
	markQuery           = sql.Get("alerts/mark.sql")
	subjectQuery        = sql.Get("alerts/subject.sql")
	noteEvaluationQuery = sql.Get("alerts/note_evaluation.sql")
)

// Answers to clients that ask for what is not there, or is not as they believe.
var (
	errNoRule  = httpapi.NotFound("Rule not found")
	errNoAlert = httpapi.NotFound("Alert not found")

	errRuleChanged = httpapi.PreconditionFailed("The rule has changed since; read it again")
)

type store struct{ db *pgxpool.Pool }

// rules returns a page of the rules of a kind, nil for all, and how many there are.
func (s store) rules(ctx context.Context, kind *string, page httpapi.Page) (rules []Rule, total int64, err error) {
	args := postgres.Args{"kind": kind}
	if err := s.db.QueryRow(ctx, countRulesQuery.String(), args).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count rules: %w", err)
	}
	args["limit"], args["offset"] = page.Limit, page.Offset
	if rules, err = postgres.All[Rule](ctx, s.db, rulesQuery, args); err != nil {
		return nil, 0, fmt.Errorf("list rules: %w", err)
	}
	return rules, total, nil
}

func (s store) rule(ctx context.Context, db postgres.Querier, id uuid.UUID) (Rule, error) {
	r, err := postgres.One[Rule](ctx, db, ruleQuery, pgx.StrictNamedArgs{"id": id})
	if errors.Is(err, pgx.ErrNoRows) {
		return r, errNoRule
	}
	if err != nil {
		return r, fmt.Errorf("read rule %s: %w", id, err)
	}
	return r, nil
}

// addRule stores a rule and returns it, or the one that has its id; created says which. The error is a 422 when there are too many.
func (s store) addRule(ctx context.Context, d draft) (r Rule, created bool, err error) {
	args, err := d.args()
	if err != nil {
		return r, false, err
	}
	args["kind"] = d.Kind
	err = postgres.Transaction(ctx, s.db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if _, err := postgres.Exec(ctx, tx, lockRulesQuery); err != nil {
			return fmt.Errorf("lock the rules: %w", err)
		}
		n, err := postgres.Exec(ctx, tx, addRuleQuery, args)
		if err != nil {
			return fmt.Errorf("store rule %s: %w", d.ID, err)
		}
		var total int
		if err := tx.QueryRow(ctx, countRulesQuery.String(), postgres.Args{"kind": nil}).Scan(&total); err != nil {
			return fmt.Errorf("count rules: %w", err)
		}
		if created = n > 0; created && total > MaxRules {
			return httpapi.Invalid(httpapi.FieldError{Loc: []string{"body"}, Type: "too_many", Msg: fmt.Sprintf("there are %d rules, which is the most", MaxRules)})
		}
		if r, err = s.rule(ctx, tx, d.ID); err != nil || !created {
			return err
		}
		return history.Add(ctx, tx, history.Entry{Entity: history.Rule, ID: d.ID.String(), Action: history.Created, Is: r})
	})
	return r, created, err
}

// lockRule locks a rule until the transaction ends and returns when it was changed.
func (s store) lockRule(ctx context.Context, tx pgx.Tx, id uuid.UUID) (changed time.Time, err error) {
	err = tx.QueryRow(ctx, lockRuleQuery.String(), pgx.StrictNamedArgs{"id": id}).Scan(&changed)
	if errors.Is(err, pgx.ErrNoRows) {
		return changed, errNoRule
	}
	if err != nil {
		return changed, fmt.Errorf("lock rule %s: %w", id, err)
	}
	return changed, nil
}

// updateRule stores a draft of a rule that was read with its time of change. The error is a 412 when the rule was changed since.
func (s store) updateRule(ctx context.Context, d draft, read time.Time) (r Rule, err error) {
	args, err := d.args()
	if err != nil {
		return r, err
	}
	err = postgres.Transaction(ctx, s.db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		changed, err := s.lockRule(ctx, tx, d.ID)
		if err != nil {
			return err
		}
		if !changed.Equal(read) {
			return errRuleChanged
		}
		before, err := s.rule(ctx, tx, d.ID)
		if err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, updateRuleQuery, args); err != nil {
			return fmt.Errorf("change rule %s: %w", d.ID, err)
		}
		if r, err = s.rule(ctx, tx, d.ID); err != nil {
			return err
		}
		was, is, err := history.Differing(before, r)
		if err != nil {
			return err
		}
		return history.Add(ctx, tx, history.Entry{Entity: history.Rule, ID: d.ID.String(), Action: history.Changed, Was: was, Is: is})
	})
	return r, err
}

// removeRule deletes a locked rule with its alerts, unless check returns an error.
func (s store) removeRule(ctx context.Context, id uuid.UUID, check func(Rule) error) error {
	return postgres.Transaction(ctx, s.db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if _, err := s.lockRule(ctx, tx, id); err != nil {
			return err
		}
		r, err := s.rule(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := check(r); err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, deleteRuleQuery, pgx.StrictNamedArgs{"id": id}); err != nil {
			return fmt.Errorf("delete rule %s: %w", id, err)
		}
		return history.Add(ctx, tx, history.Entry{Entity: history.Rule, ID: id.String(), Action: history.Deleted, Was: r})
	})
}

// args returns the parameters that add_rule.sql and update_rule.sql share.
func (d draft) args() (pgx.StrictNamedArgs, error) {
	parameters, err := json.Marshal(d.Parameters)
	if err != nil {
		return nil, fmt.Errorf("encode the parameters of a rule: %w", err)
	}
	return pgx.StrictNamedArgs{
		"id": d.ID, "name": d.Name, "species": d.Species, "disease": d.Disease, "area": d.Area, "set": d.Set, "parameters": string(parameters),
		"enabled": d.Enabled, "send": d.Send, "webhook_url": d.WebhookURL, "mail_to": d.MailTo, "digest": d.Digest,
	}, nil
}

// alerts returns a page of alerts, and how many there are.
func (s store) alerts(ctx context.Context, c conditions, page httpapi.Page) (list []Alert, total int64, err error) {
	args := c.args()
	if err := s.db.QueryRow(ctx, countQuery.String(), args).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count alerts: %w", err)
	}
	args["limit"], args["offset"] = page.Limit, page.Offset
	records, err := postgres.All[alertRecord](ctx, s.db, listQuery, args)
	if err != nil {
		return nil, 0, fmt.Errorf("list alerts: %w", err)
	}
	list = make([]Alert, len(records))
	for i, record := range records {
		list[i] = record.alert()
	}
	return list, total, nil
}

func (s store) alert(ctx context.Context, id uuid.UUID) (Alert, error) {
	record, err := postgres.One[alertRecord](ctx, s.db, getQuery, pgx.StrictNamedArgs{"id": id})
	if errors.Is(err, pgx.ErrNoRows) {
		return Alert{}, errNoAlert
	}
	if err != nil {
		return Alert{}, fmt.Errorf("read alert %s: %w", id, err)
	}
	return record.alert(), nil
}

// mark stores the state and the note of an alert.
func (s store) mark(ctx context.Context, a Alert) error {
	if _, err := postgres.Exec(ctx, s.db, markQuery, pgx.StrictNamedArgs{"id": a.ID, "state": a.State, "note": a.Note}); err != nil {
		return fmt.Errorf("change alert %s: %w", a.ID, err)
	}
	return nil
}

// subject says what the rules are like now, and what they were last evaluated for, and when.
func (s store) subject(ctx context.Context) (rules, evaluated string, at time.Time, err error) {
	row, err := postgres.One[struct {
		Rules       string     `db:"rules"`
		Evaluated   *string    `db:"evaluated"`
		EvaluatedAt *time.Time `db:"evaluated_at"`
	}](ctx, s.db, subjectQuery)
	if err != nil {
		return "", "", at, fmt.Errorf("read what the rules were evaluated for: %w", err)
	}
	if row.EvaluatedAt != nil {
		at = *row.EvaluatedAt
	}
	return row.Rules, text(row.Evaluated), at, nil
}

func (s store) noteEvaluation(ctx context.Context, subject string) error {
	if _, err := postgres.Exec(ctx, s.db, noteEvaluationQuery, pgx.StrictNamedArgs{"subject": subject}); err != nil {
		return fmt.Errorf("note the evaluation of the rules: %w", err)
	}
	return nil
}
