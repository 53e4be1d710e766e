package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/invitations"
)

const inviteHelp = `Make a link by which a person makes an account. The link is printed alone and shown this once; it works once.

  skeeter user invite --name "Ada" --role administrator
  skeeter user invite --name "Grace" --role reviewer,curator --country br --source my-traps

Roles: reporter (reports of their own), reviewer (decides on records; --taxon and --country limit that), curator
(writes records, events and data sources; --source limits that), administrator (all).
Once there is an account, whoever sits at the machine has to sign in too.`

func userCommand() *cobra.Command {
	return group("user", "Invite, list or change the people who sign in", "invite, reset, list, role, disable, enable, sign-out, erase or erasures",
		inviteCommand(), resetCommand(), listUsersCommand(), roleCommand(), disableCommand(true), disableCommand(false), signOutCommand(), eraseCommand(), erasuresCommand())
}

// grantFlags adds the flags of what an account may do. The function reads them.
func grantFlags(c *cobra.Command) func() accounts.Grant {
	var roles []string
	var g accounts.Grant
	c.Flags().StringSliceVar(&roles, "role", nil, "what the person does here; several with commas between them")
	c.Flags().StringSliceVar(&g.Taxa, "taxon", nil, "name of a taxon whose records a reviewer decides on; several with commas")
	c.Flags().StringSliceVar(&g.Countries, "country", nil, "id of a country whose records a reviewer decides on; several with commas")
	c.Flags().StringSliceVar(&g.Sources, "source", nil, "id of a data source that a curator writes; several with commas")
	return func() accounts.Grant {
		for _, role := range roles {
			g.Roles = append(g.Roles, access.Role(strings.TrimSpace(role)))
		}
		return g
	}
}

func inviteCommand() *cobra.Command {
	var name string
	var days int
	c := &cobra.Command{Use: "invite --name NAME --role ROLE[,ROLE]", Short: "Make a link for a new account", Long: inviteHelp, Args: atMost(0)}
	grant := grantFlags(c)
	c.Flags().StringVar(&name, "name", "", "what the person is called")
	addDaysFlag(c, &days)
	addCreateFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		g := grant()
		if err := errors.Join(accounts.CheckName(name), g.Check(), checkDays(days)); err != nil {
			return usageError{err}
		}
		return withPool(c, func(ctx context.Context, db *pgxpool.Pool) error {
			if err := g.CheckLimits(ctx, db); err != nil {
				return err
			}
			_, secret, err := invitations.Add(ctx, db, nil, name, g, time.Now().AddDate(0, 0, days))
			return printLink(c, secret, err)
		})
	}
	return c
}

func resetCommand() *cobra.Command {
	var days int
	c := &cobra.Command{
		Use: "reset LOGIN", Short: "Make a link by which a person chooses a new password", Args: exactlyOne("name a person by login or id; skeeter user list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkDays(days); err != nil {
				return usageError{err}
			}
			return withPool(c, func(ctx context.Context, db *pgxpool.Pool) error {
				a, err := accounts.Named(ctx, db, args[0])
				if err != nil {
					return advised(err)
				}
				_, secret, err := invitations.Add(ctx, db, &a.ID, a.Name, a.Grant, time.Now().AddDate(0, 0, days))
				return printLink(c, secret, err)
			})
		},
	}
	addDaysFlag(c, &days)
	return c
}

func addDaysFlag(c *cobra.Command, days *int) {
	c.Flags().IntVar(days, "days", invitations.DefaultDays, fmt.Sprintf("how many days the link waits, 1 to %d", invitations.MaxDays))
}

func checkDays(days int) error {
	if days < 1 || days > invitations.MaxDays {
		return fmt.Errorf("--days is %d: want 1 to %d", days, invitations.MaxDays)
	}
	return nil
}

// printLink prints the link of an invitation, below the address under which the settings say that the server is reached.
func printLink(c *cobra.Command, secret string, err error) error {
	if err != nil {
		return err
	}
	cfg, err := loadConfig()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), addressOf(cfg)+invitations.Path(secret))
	return err
}

func addressOf(cfg config.Config) string {
	if cfg.PublicURL != "" {
		return cfg.PublicURL
	}
	return listenURL(cfg)
}

// listenURL is the address at which the server is reached on its own machine.
func listenURL(cfg config.Config) string {
	host, port, err := net.SplitHostPort(cfg.ListenAddr)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return "http://" + net.JoinHostPort("localhost", port)
	}
	return "http://" + cfg.ListenAddr
}

func listUsersCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Short: "List the people who sign in", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			var all []accounts.Listed
			err := withPool(c, func(ctx context.Context, db *pgxpool.Pool) (err error) {
				all, err = accounts.List(ctx, db)
				return err
			})
			if err != nil {
				return err
			}
			return printUsers(c, all, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func printUsers(c *cobra.Command, all []accounts.Listed, asJSON bool) error {
	if asJSON {
		encoder := json.NewEncoder(c.OutOrStdout())
		encoder.SetIndent("", "  ")
		return encoder.Encode(all)
	}
	if len(all) == 0 {
		_, err := fmt.Fprintln(c.OutOrStdout(), "there is no account")
		return err
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "ID\tSTATE\tLAST SEEN\tROLES\tLIMITS\tLOGIN\tNAME")
	for _, a := range all {
		state, seen, login := "enabled", "-", "-"
		if a.DisabledAt != nil {
			state = "disabled"
		}
		if a.SeenAt != nil {
			seen = a.SeenAt.Format(time.DateTime)
		}
		if a.Login != nil {
			login = *a.Login
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", a.ID, state, seen, accounts.JoinRoles(a.Roles), limitsOf(a.Grant), login, a.Name)
	}
	return out.Flush()
}

// limitsOf lists the taxa, countries and data sources of a grant.
func limitsOf(g accounts.Grant) string {
	all := append(append(append([]string{}, g.Taxa...), g.Countries...), g.Sources...)
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}

func roleCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "role LOGIN --role ROLE[,ROLE]", Short: "Change what a person may do",
		Long: "Give a person these roles and limits in the place of all that the person had.",
		Args: exactlyOne("name a person by login or id; skeeter user list shows them"),
	}
	grant := grantFlags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		g := grant()
		if err := g.Check(); err != nil {
			return usageError{err}
		}
		return changeUser(c, args[0], "changed", func(ctx context.Context, db *pgxpool.Pool, a *accounts.Account) error {
			a.Grant = g
			return g.CheckLimits(ctx, db)
		})
	}
	return c
}

func disableCommand(disabled bool) *cobra.Command {
	use, short, did := "enable", "Let a person sign in again", "enabled"
	if disabled {
		use, short, did = "disable", "Sign a person out everywhere, and in no more", "disabled"
	}
	return &cobra.Command{
		Use: use + " LOGIN", Short: short, Args: exactlyOne("name a person by login or id; skeeter user list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			return changeUser(c, args[0], did, func(_ context.Context, _ *pgxpool.Pool, a *accounts.Account) error {
				a.Disable(disabled, time.Now())
				return nil
			})
		},
	}
}

// changeUser changes an account and says so.
func changeUser(c *cobra.Command, name, did string, edit func(context.Context, *pgxpool.Pool, *accounts.Account) error) error {
	return withPool(c, func(ctx context.Context, db *pgxpool.Pool) error {
		a, err := accounts.Named(ctx, db, name)
		if err != nil {
			return advised(err)
		}
		if a, err = accounts.Change(ctx, db, a.ID, func(a *accounts.Account) error { return edit(ctx, db, a) }); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s %s\n", did, a.ID)
		return err
	})
}

func signOutCommand() *cobra.Command {
	return &cobra.Command{
		Use: "sign-out LOGIN", Short: "Sign a person out everywhere", Args: exactlyOne("name a person by login or id; skeeter user list shows them"),
		RunE: func(c *cobra.Command, args []string) error {
			return withPool(c, func(ctx context.Context, db *pgxpool.Pool) error {
				a, err := accounts.Named(ctx, db, args[0])
				if err != nil {
					return advised(err)
				}
				if err := accounts.SignOut(ctx, db, a.ID); err != nil {
					return err
				}
				_, err = fmt.Fprintf(c.OutOrStdout(), "signed out %s\n", a.ID)
				return err
			})
		},
	}
}

// advised says where the accounts are shown.
func advised(err error) error {
	if errors.Is(err, accounts.ErrNone) {
		return fmt.Errorf("%w; skeeter user list shows them", err)
	}
	return err
}

// withPool opens the database for some work and closes it.
func withPool(c *cobra.Command, do func(context.Context, *pgxpool.Pool) error) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	return errors.Join(do(c.Context(), db.Pool), db.Close())
}
