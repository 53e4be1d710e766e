package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/geo/alerts"
	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/app"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe"
)

// maxReviewList is how many records the command shows at most.
const maxReviewList = 500

func reviewCommand() *cobra.Command {
	var urgent bool
	limit := 50
	list := &cobra.Command{
		Use: "list", Short: "List the observations that wait for a review", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if limit < 1 || limit > maxReviewList {
				return usageError{fmt.Errorf("--limit must be 1 to %d", maxReviewList)}
			}
			return listReviews(c, urgent, limit)
		},
	}
	list.Flags().BoolVar(&urgent, "urgent", false, "the most urgent first, not the oldest")
	list.Flags().IntVar(&limit, "limit", limit, "how many")
	confirm := &cobra.Command{
		Use: "confirm ID...", Short: "Confirm observations: the public sees them", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return decideReviews(c, args, observe.Decision{Decision: observe.Confirm})
		},
	}
	var reason string
	reject := &cobra.Command{
		Use: "reject ID... --reason TEXT", Short: "Reject observations", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if strings.TrimSpace(reason) == "" {
				return usageError{errors.New("a rejection needs --reason")}
			}
			return decideReviews(c, args, observe.Decision{Decision: observe.Reject, Reason: &reason})
		},
	}
	reject.Flags().StringVar(&reason, "reason", "", "why; the reporter reads it")
	return group("review", "Review observations", "list, confirm or reject", list, confirm, reject)
}

// records opens the database for observations. What is done is done by whoever sits at the machine.
func records(c *cobra.Command) (context.Context, *app.Database, *observe.Observe, error) {
	cfg, err := loadConfig()
	if err != nil {
		return nil, nil, nil, err
	}
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return nil, nil, nil, err
	}
	lookups := postgres.NewLookups(db.Pool, newLogger(cfg), prometheus.NewRegistry())
	if err := lookups.Refresh(c.Context()); err != nil {
		return nil, nil, nil, errors.Join(err, db.Close())
	}
	ctx := access.With(c.Context(), func() (access.Visitor, error) { return access.Visitor{Rights: access.Scopes}, nil })
	return ctx, db, observe.New(observe.Options{DB: db.Pool, Lookups: lookups, ReviewRule: cfg.ReviewRule, Introduces: alerts.Introduces}), nil
}

func listReviews(c *cobra.Command, urgent bool, limit int) error {
	ctx, db, o, err := records(c)
	if err != nil {
		return err
	}
	queue, err := o.Queue(ctx, urgent, limit)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if len(queue) == 0 {
		_, err := fmt.Fprintln(c.OutOrStdout(), "nothing waits for a review")
		return err
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "ID\tSINCE\tNAME\tCOUNT\tCOUNTRY\tOBSERVED\tWHY")
	for _, q := range queue {
		country := ""
		if q.Observation.CountryID != nil {
			country = *q.Observation.CountryID
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%d\t%s\t%s\t%s\n", q.Observation.ID, q.HeldSince.Format(time.DateTime), q.Observation.ScientificName, q.Observation.Count,
			country, q.Observation.ObservedAt.Format(time.DateOnly), strings.Join(q.Why, ", "))
	}
	return out.Flush()
}

// decideReviews says the same of several observations. It goes on after one that is refused, and then fails.
func decideReviews(c *cobra.Command, ids []string, d observe.Decision) error {
	parsed := make([]uuid.UUID, len(ids))
	for i, id := range ids {
		var err error
		if parsed[i], err = uuid.Parse(id); err != nil {
			return usageError{fmt.Errorf("%q is no id of an observation", id)}
		}
	}
	ctx, db, o, err := records(c)
	if err != nil {
		return err
	}
	for _, id := range parsed {
		d.ID = id
		result, failed := o.Decide(ctx, d)
		if failed == nil && result.Result == "refused" {
			failed = fmt.Errorf("%s: %s", id, result.Detail)
		}
		if failed == nil {
			_, failed = fmt.Fprintf(c.OutOrStdout(), "%s: %s, %s %s\n", id, result.Result, result.Status, result.Publication)
		}
		err = errors.Join(err, failed)
	}
	return errors.Join(err, db.Close())
}
