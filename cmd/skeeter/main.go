// Skeeter is a spatial analytics server for mosquito surveillance. This package holds flags, signals and exit codes, one file for
// each subcommand. Package internal/app is the server.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/app"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
)

// Exit codes.
const (
	exitFailed  = 1 // the command failed
	exitUsage   = 2 // settings or arguments are wrong
	exitNothing = 3 // no row of an imported file could be stored
)

// usageError is an error in settings or arguments.
type usageError struct{ error }

// statusError is an error with an exit code of its own.
type statusError struct {
	code int
	error
}

func (e statusError) Unwrap() error { return e.error }

// loggedError is an error that was logged already.
type loggedError struct{ error }

func (e loggedError) Unwrap() error { return e.error }

func main() {
	os.Exit(run(untilSignal(context.Background()), os.Args[1:]))
}

// untilSignal returns a context that ends with the first SIGINT or SIGTERM. The second one ends the process at once, as SIGKILL
// would: then the system, or the next start, stops the embedded PostgreSQL.
func untilSignal(parent context.Context) context.Context {
	ctx, end := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		end(app.Signal{Signal: <-signals})
		<-signals
		fmt.Fprintln(os.Stderr, "skeeter: stopped by the second signal")
		os.Exit(exitFailed)
	}()
	return ctx
}

func run(ctx context.Context, args []string) int {
	root := rootCommand()
	root.SetArgs(args)
	err := root.ExecuteContext(history.By(ctx, history.Command))
	if err == nil {
		return 0
	}
	if logged := (loggedError{}); !errors.As(err, &logged) {
		fmt.Fprintln(os.Stderr, "skeeter:", err)
	}
	if usage := (usageError{}); errors.As(err, &usage) {
		return exitUsage
	}
	if status := (statusError{}); errors.As(err, &status) {
		return status.code
	}
	return exitFailed
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:               "skeeter",
		Short:             "Spatial analytics server for mosquito surveillance",
		Version:           version,
		Long:              "Skeeter serves mosquito surveillance records from PostGIS: species, diseases, maps, observations.\nSettings are environment variables; `skeeter settings` lists them.",
		Args:              cobra.NoArgs,
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	root.SetVersionTemplate("skeeter {{.Version}}\n")
	root.AddCommand(serveCommand(), importCommand(), profilesCommand(), exportCommand(), datasetCommand(), areasCommand(), catalogCommand(), namesCommand(), demoCommand(), tokenCommand(), userCommand(), historyCommand(), reviewCommand(), obscureCommand(), privateCommand(), optimizeCommand(), partitionCommand(), distributeCommand(), migrateCommand(),
		grantReadonlyCommand(), backupCommand(), restoreCommand(), modelCommand(), healthCommand(), settingsCommand(), versionCommand(), manCommand())
	checkArgs(root)
	return root
}

// group returns a command that has nothing but subcommands. The text names them.
func group(use, short, text string, subcommands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use: use, Short: short, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return usageError{fmt.Errorf("want %s; see skeeter %s --help", text, use)}
		},
	}
	c.AddCommand(subcommands...)
	return c
}

// checkArgs turns errors of arguments into usage errors, for a command and its subcommands.
func checkArgs(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return usageError{fmt.Errorf("%w; see %s --help", err, c.CommandPath())}
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		checkArgs(sub)
	}
}

func loadConfig() (config.Config, error) {
	cfg, err := config.Load(os.LookupEnv)
	if err != nil {
		return cfg, usageError{fmt.Errorf("settings are wrong:\n%w", err)}
	}
	return cfg, nil
}

// newLogger returns a logger to standard error. Lines of a request carry its id.
func newLogger(cfg config.Config) *slog.Logger {
	o := &slog.HandlerOptions{Level: cfg.LogLevel}
	var handler slog.Handler = slog.NewTextHandler(os.Stderr, o)
	if cfg.LogFormat == "json" {
		o.ReplaceAttr = readableDuration
		handler = slog.NewJSONHandler(os.Stderr, o)
	}
	return slog.New(telemetry.LogHandler(handler))
}

// readableDuration writes a duration as "1.5s". slog's JSON would write nanoseconds without a unit.
func readableDuration(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}
