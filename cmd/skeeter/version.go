package main

import (
	"fmt"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
)

// release is the newest release in CHANGELOG.md. The Makefile reads it from here.
const release = "0.1.0"

// commit is set by the Makefile. It is "" for the commit of the release's tag.
var commit = "development"

// version is the version of the program (semver.org): 0.1.0 for the release, 0.1.0+46ad799 for another commit.
var version = versionOf(release, commit)

func versionOf(release, commit string) string {
	if commit == "" {
		return release
	}
	return release + "+" + commit
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(c.OutOrStdout(), "skeeter %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

func settingsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "settings", Short: "List the environment variables", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, s := range config.Settings() {
				def := s.Default
				if def == "" {
					def = "(unset)"
				}
				if _, err := fmt.Fprintf(out, "%s\t%s\t%s\n", s.Name, def, s.Meaning); err != nil {
					return err
				}
			}
			if _, err := fmt.Fprintf(out, "%s\t(unset)\tendpoint of traces, by OTLP over HTTP, such as http://127.0.0.1:4318; the other OTEL_ variables apply too\n", telemetry.EndpointVariable); err != nil {
				return err
			}
			return out.Flush()
		},
	}
}
