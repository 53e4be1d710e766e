package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/people"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
)

const scopesHelp = `Make a token that lets a program write, in the header Authorization: Bearer. The secret is printed alone and
shown this once; the database keeps its hash. Once there is a token, nobody writes without one or an account, but for reports
of observations where SKEETER_ANONYMOUS_REPORTS is true.

  skeeter token create --name trap-app --scope observations:write --source my-traps --expires 2027-12-31

Scopes: observations:write, events:write (events and pools), review (the status of records, and with
observations:write all of what was reviewed), sources:write (imports), alerts:write, admin (all of them).
--source goes with the first two.`

func tokenCommand() *cobra.Command {
	var wanted people.NewToken
	var scopes []string
	var expires string
	create := &cobra.Command{
		Use: "create --name NAME --scope SCOPE[,SCOPE]", Short: "Make a token for a program", Long: scopesHelp, Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if c.Flags().Changed("source") && strings.TrimSpace(wanted.Source) == "" { // a variable that is not set, say
				return usageError{errors.New("--source is blank: name a data source, or leave it out for a token of all")}
			}
			for _, s := range scopes {
				wanted.Scopes = append(wanted.Scopes, access.Right(strings.TrimSpace(s)))
			}
			return createToken(c, wanted, expires)
		},
	}
	create.Flags().StringVar(&wanted.Name, "name", "", "what the token is for, such as trap-app")
	create.Flags().StringSliceVar(&scopes, "scope", nil, "what it may do; several with commas between them")
	create.Flags().StringVar(&wanted.Source, "source", "", "id or name of the one data source whose records it may write")
	create.Flags().StringVar(&expires, "expires", "", "last day on which it is valid, in UTC: 2027-12-31")
	addCreateFlag(create)
	var asJSON bool
	list := &cobra.Command{
		Use: "list", Short: "List the tokens", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error { return listTokens(c, asJSON) },
	}
	list.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	revoke := &cobra.Command{
		Use: "revoke ID", Short: "Make a token worthless, at once", Args: exactlyOne("name a token by its id; skeeter token list shows them"),
		RunE: func(c *cobra.Command, args []string) error { return revokeToken(c, args[0]) },
	}
	return group("token", "Make, list or revoke tokens of programs", "create, list or revoke", create, list, revoke)
}

func createToken(c *cobra.Command, wanted people.NewToken, expires string) error {
	now := time.Now()
	if expires != "" {
		day, err := time.Parse(time.DateOnly, expires)
		if err != nil {
			return usageError{fmt.Errorf("--expires is %q: want a day such as 2027-12-31", expires)}
		}
		wanted.Expires = new(day.AddDate(0, 0, 1))
	}
	if err := wanted.Check(now); err != nil {
		return usageError{err}
	}
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	_, secret, err := people.AddToken(c.Context(), db.Pool, wanted, now)
	if unknown := (accounts.UnknownLimitError{}); errors.As(err, &unknown) {
		err = fmt.Errorf("%w; skeeter dataset list shows them", err)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), secret)
	return err
}

func listTokens(c *cobra.Command, asJSON bool) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	tokens, err := people.ListTokens(c.Context(), db.Pool)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if asJSON {
		encoder := json.NewEncoder(c.OutOrStdout())
		encoder.SetIndent("", "  ")
		return encoder.Encode(tokens)
	}
	if len(tokens) == 0 {
		_, err := fmt.Fprintln(c.OutOrStdout(), "there is no token")
		return err
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "ID\tSTATE\tLAST USED\tSCOPES\tSOURCE\tNAME")
	for _, t := range tokens {
		used, source := "never", "all"
		if t.LastUsedAt != nil {
			used = t.LastUsedAt.Format(time.DateTime)
		}
		if t.Source != nil {
			source = *t.Source
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\n", t.ID, tokenState(t), used, access.Join(t.Scopes), source, t.Name)
	}
	return out.Flush()
}

// tokenState says in a few words whether a token is valid.
func tokenState(t people.Token) string {
	switch {
	case t.RevokedAt != nil:
		return "revoked"
	case t.ExpiresAt == nil:
		return "valid"
	case t.ExpiresAt.After(time.Now()):
		return "valid until " + t.ExpiresAt.UTC().Add(-time.Second).Format(time.DateOnly)
	default:
		return "expired"
	}
}

func revokeToken(c *cobra.Command, arg string) error {
	id, err := uuid.Parse(arg)
	if err != nil {
		return usageError{errors.New("that is no id of a token; skeeter token list shows them")} // it may be a secret
	}
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	err = people.RevokeToken(c.Context(), db.Pool, id)
	if errors.Is(err, people.ErrNoToken) {
		err = fmt.Errorf("%w; skeeter token list shows them", err)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "revoked %s\n", id)
	return err
}
