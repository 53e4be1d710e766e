package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/geo/alerts"
	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe"
)

// maxReviewList is how many records the command shows at most.
const maxReviewList = 500

// withinSource is the flag of the commands that decide: records of a private data source are found with its name alone.
const withinSource = "data-source"

func reviewCommand() *cobra.Command {
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
	var comment string
	needsMore := &cobra.Command{
		Use: "needs-more ID... --comment TEXT", Short: "Ask the reporter for more: the observation goes on waiting", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if strings.TrimSpace(comment) == "" {
				return usageError{errors.New("the reporter is told in --comment what is needed")}
			}
			return decideReviews(c, args, observe.Decision{Decision: observe.NeedsMore, Comment: &comment})
		},
	}
	needsMore.Flags().StringVar(&comment, "comment", "", "what is needed; the reporter reads it")
	deciding := []*cobra.Command{confirm, correctCommand(), reject, needsMore}
	for _, c := range deciding {
		c.Flags().String(withinSource, "", "the data source that they are of, where it is private")
	}
	return group("review", "Review observations", "list, confirm, correct, reject or needs-more", append(deciding, listCommand())...)
}

func listCommand() *cobra.Command {
	var urgent bool
	var publication string
	limit := 50
	list := &cobra.Command{
		Use: "list", Short: "List the observations that wait for a review", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if limit < 1 || limit > maxReviewList {
				return usageError{fmt.Errorf("--limit must be 1 to %d", maxReviewList)}
			}
			if publication != observe.Waiting && publication != observe.Withdrawn {
				return usageError{fmt.Errorf("--publication must be %s or %s", observe.Waiting, observe.Withdrawn)}
			}
			return listReviews(c, publication, urgent, limit)
		},
	}
	list.Flags().BoolVar(&urgent, "urgent", false, "the most urgent first, not the oldest")
	list.Flags().IntVar(&limit, "limit", limit, "how many")
	list.Flags().StringVar(&publication, "publication", observe.Waiting, observe.Waiting+", or "+observe.Withdrawn)
	for _, f := range filterFlags {
		if slices.Contains([]string{"species", "country", withinSource}, f.flag) {
			list.Flags().String(f.flag, "", f.meaning)
		}
	}
	return list
}

func correctCommand() *cobra.Command {
	var name, stage, sex string
	correct := &cobra.Command{
		Use: "correct ID --name NAME", Short: "Give an observation another name, life stage or sex, and confirm it", Args: exactlyOne("name an observation by its id"),
		RunE: func(c *cobra.Command, args []string) error {
			d := observe.Decision{Decision: observe.Correct}
			given := false
			for _, one := range []struct {
				text  string
				field **string
			}{{name, &d.ScientificName}, {stage, &d.LifeStage}, {sex, &d.Sex}} {
				if strings.TrimSpace(one.text) != "" {
					*one.field, given = &one.text, true
				}
			}
			if !given {
				return usageError{errors.New("a correction needs --name, --stage or --sex")}
			}
			return decideReviews(c, args, d)
		},
	}
	correct.Flags().StringVar(&name, "name", "", "the scientific name")
	correct.Flags().StringVar(&stage, "stage", "", "the life stage, for example larva")
	correct.Flags().StringVar(&sex, "sex", "", "the sex, for example female")
	return correct
}

// withRecords works on the observations of a private data source, or, for any other name, on those of the public. What is done is done by whoever
// sits at the machine.
func withRecords(c *cobra.Command, source string, work func(context.Context, *postgres.Lookups, *observe.Observe) error) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	pool, err := db.Of(c.Context(), source)
	if err == nil {
		err = workOn(c, pool, work)
	}
	return errors.Join(err, db.Close())
}

func workOn(c *cobra.Command, pool *pgxpool.Pool, work func(context.Context, *postgres.Lookups, *observe.Observe) error) error {
	cfg, err := loadConfig()
	if err != nil {
		return err
	}
	lookups := postgres.NewLookups(pool, newLogger(cfg), prometheus.NewRegistry())
	if err := lookups.Refresh(c.Context()); err != nil {
		return err
	}
	ctx := access.With(c.Context(), func() (access.Visitor, error) { return access.Visitor{Rights: access.Scopes}, nil })
	return work(ctx, lookups, observe.New(observe.Options{DB: pool, Lookups: lookups, ReviewRule: cfg.ReviewRule, Introduces: alerts.Introduces}))
}

func listReviews(c *cobra.Command, publication string, urgent bool, limit int) error {
	criteria, _, err := filterCriteria(c)
	if err != nil {
		return err
	}
	source, _ := c.Flags().GetString(withinSource)
	var queue []observe.Queued
	err = withRecords(c, source, func(ctx context.Context, lookups *postgres.Lookups, o *observe.Observe) error {
		names, err := lookups.NamesFor(ctx, criteria)
		if err != nil {
			return err
		}
		filter, err := resolveFilter(criteria, names)
		if err != nil {
			return err
		}
		queue, err = o.Queue(ctx, filter, publication, urgent, limit)
		return err
	})
	if err != nil {
		return err
	}
	if len(queue) == 0 {
		_, err := fmt.Fprintln(c.OutOrStdout(), map[string]string{observe.Waiting: "nothing waits for a review", observe.Withdrawn: "nothing is withdrawn"}[publication])
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
	source, _ := c.Flags().GetString(withinSource)
	return withRecords(c, source, func(ctx context.Context, _ *postgres.Lookups, o *observe.Observe) error {
		var all error
		for _, id := range parsed {
			d.ID = id
			result, err := o.Decide(ctx, d)
			if err == nil && result.Result == "refused" {
				err = fmt.Errorf("%s: %s", id, result.Detail)
			}
			if err == nil {
				_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s, %s %s\n", id, result.Result, result.Status, result.Publication)
			}
			all = errors.Join(all, err)
		}
		return all
	})
}
