package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/skeeter-surveillance/skeeter/internal/app"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/gis"
)

// passwordVariable is the variable of the environment with a role's password.
const passwordVariable = config.Prefix + "READONLY_PASSWORD"

func grantReadonlyCommand() *cobra.Command {
	var passwordFile string
	var revoke, auditor bool
	c := &cobra.Command{
		Use: "grant-readonly NAME", Short: "Let a role read the schema gis, for QGIS and other programs",
		Long: "Creates the role NAME if it does not exist, and lets it log in and read the schema gis, and nothing else. Doing it again\n" +
			"changes nothing. The password comes from --password-file, from " + passwordVariable + ", or from the terminal for a\n" +
			"new role. Without one, a role that exists keeps its password.",
		Args: exactlyOne("name a role"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := gis.CheckRole(args[0]); err != nil {
				return usageError{err}
			}
			if revoke {
				return revokeReadonly(c, args[0])
			}
			return grantReadonly(c, args[0], passwordFile, auditor)
		},
	}
	c.Flags().StringVar(&passwordFile, "password-file", "", "file with the password in its first line; - reads standard input")
	c.Flags().BoolVar(&revoke, "revoke", false, "revoke the right; a role that this command made is removed")
	c.Flags().BoolVar(&auditor, "auditor", false, "the role reads gis.history too: who changed what; without it, it does not")
	return c
}

func grantReadonly(c *cobra.Command, name, passwordFile string, auditor bool) error {
	cfg, err := loadConfig()
	if err != nil {
		return err
	}
	password, err := givenPassword(c.InOrStdin(), passwordFile)
	if err != nil {
		return err
	}
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	granted, err := letRead(c, db, name, password, auditor)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	return printGranted(c.OutOrStdout(), cfg, name, granted)
}

// letRead asks for a password on a terminal, grants the right, and counts the summaries that the views show.
func letRead(c *cobra.Command, db *app.Database, name, password string, auditor bool) (gis.Granted, error) {
	exists, err := gis.Exists(c.Context(), db.Pool, name)
	if err != nil {
		return gis.Granted{}, err
	}
	if in, ok := c.InOrStdin().(*os.File); ok && password == "" && !exists && term.IsTerminal(int(in.Fd())) {
		if password, err = askPassword(in, c.ErrOrStderr(), name); err != nil {
			return gis.Granted{}, err
		}
	}
	granted, err := gis.Grant(c.Context(), db.Pool, gis.Reader{Role: name, Password: password, Auditor: auditor, Embedded: db.Cluster != nil})
	if errors.Is(err, gis.ErrNoPassword) {
		return granted, usageError{fmt.Errorf("%w: set %s or give --password-file", err, passwordVariable)}
	}
	if err != nil {
		return granted, err
	}
	_, err = gis.Count(c.Context(), db.Pool)
	return granted, err
}

// givenPassword returns the password of the file or the variable, "" without one.
func givenPassword(in io.Reader, file string) (password string, err error) {
	switch {
	case file == "-":
		password, err = firstLine(in)
	case file != "":
		var f *os.File
		if f, err = os.Open(file); err == nil {
			password, err = firstLine(f)
			err = errors.Join(err, f.Close())
		}
	default:
		password = os.Getenv(passwordVariable)
		if password == "" {
			return "", nil
		}
	}
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	if err := gis.CheckPassword(password); err != nil {
		return "", usageError{err}
	}
	return password, nil
}

// firstLine reads a line of at most gis.MaxPassword bytes and its end.
func firstLine(in io.Reader) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(in, gis.MaxPassword+2))
	line, _, _ := strings.Cut(string(raw), "\n")
	return strings.TrimSuffix(line, "\r"), err
}

func askPassword(in *os.File, out io.Writer, name string) (string, error) {
	ask := func(text string) (string, error) {
		fmt.Fprint(out, text)
		raw, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(out)
		if err != nil {
			return "", fmt.Errorf("read the password: %w", err)
		}
		return string(raw), nil
	}
	password, err := ask(fmt.Sprintf("Password for the new role %s (at least %d characters): ", name, gis.MinPassword))
	if err != nil {
		return "", err
	}
	if err := gis.CheckPassword(password); err != nil {
		return "", usageError{err}
	}
	again, err := ask("Once more: ")
	if err != nil {
		return "", err
	}
	if again != password {
		return "", usageError{errors.New("the two passwords differ")}
	}
	return password, nil
}

func printGranted(out io.Writer, cfg config.Config, name string, granted gis.Granted) error {
	host, port, database, ssl := "127.0.0.1", strconv.Itoa(granted.Port), "skeeter", "disable"
	if cfg.DatabaseURL != "" {
		parsed, err := pgx.ParseConfig(cfg.DatabaseURL)
		if err != nil {
			return errors.New("parse the database URL: it is malformed") // pgx's text may hold the password
		}
		host, port, database, ssl = parsed.Host, strconv.Itoa(int(parsed.Port)), parsed.Database, "prefer"
	}
	did := "may read"
	if granted.Created {
		did = "was made and may read"
	}
	fmt.Fprintf(out, "%s %s the schema gis.\n", name, did)
	if granted.NotSettable {
		fmt.Fprintln(out, "Its time and connection limits are unchanged, because the owner of this database may not alter the role.")
	}
	if cfg.DatabaseURL == "" && granted.Port == 0 {
		_, err := fmt.Fprintf(out, "The embedded database has no port yet: start the server with %sDATABASE_PORT=5433, and run this again to see what to type in QGIS.\n", config.Prefix)
		return err
	}
	fmt.Fprintf(out, "In QGIS: Layer > Add Layer > Add PostGIS Layers, New:\n")
	_, err := fmt.Fprintf(out, "  Host       %s\n  Port       %s\n  Database   %s\n  SSL mode   %s\n  User name  %s\n", host, port, database, ssl, name)
	return err
}

func revokeReadonly(c *cobra.Command, name string) error {
	db, _, err := openDatabase(c, existing(c))
	if err != nil {
		return err
	}
	revoked, err := gis.Revoke(c.Context(), db.Pool, name)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	text := "%s may no longer read the schema gis; the role stays, because grant-readonly did not make it or something else depends on it\n"
	switch {
	case !revoked.Found:
		text = "there is no role %s: nothing to revoke\n"
	case revoked.Removed:
		text = "%s may no longer read the schema gis; the role is removed\n"
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), text, name)
	return err
}
