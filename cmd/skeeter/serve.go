package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/app"
)

func serveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "Start the server", Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := loadConfig()
			if err != nil {
				return err
			}
			log := newLogger(cfg)
			err = app.Run(c.Context(), app.Options{Config: cfg, Version: version, Log: log, Out: c.OutOrStdout()})
			if settings := (app.SettingsError{}); errors.As(err, &settings) {
				err = usageError{err}
			}
			if err != nil && cfg.LogFormat == "json" {
				log.Error("the server ended", "error", err)
				return loggedError{err}
			}
			return err
		},
	}
}
