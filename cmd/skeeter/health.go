package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/internal/config"
)

const (
	healthTimeout = 5 * time.Second
	healthBytes   = 64 << 10 // of the answer that is printed
)

func healthCommand() *cobra.Command {
	return &cobra.Command{
		Use: "health", Short: "Ask the server on this machine whether it is ready",
		Long: "Prints what /readyz answers at SKEETER_LISTEN_ADDR. The exit status is 0 when the server is ready, else 1.",
		Args: atMost(0),
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := loadConfig()
			if err != nil {
				return err
			}
			return askHealth(c, cfg)
		},
	}
}

func askHealth(c *cobra.Command, cfg config.Config) error {
	request, err := http.NewRequestWithContext(c.Context(), http.MethodGet, listenURL(cfg)+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", cfg.ListenAddr, err)
	}
	// No proxy of the environment stands between a machine and itself.
	client := http.Client{Timeout: healthTimeout, Transport: &http.Transport{}}
	answer, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, healthBytes))
	if err != nil {
		return fmt.Errorf("read the server's answer: %w", err)
	}
	if _, err := fmt.Fprintln(c.OutOrStdout(), strings.TrimSpace(string(body))); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not ready: %s", answer.Status)
	}
	return nil
}
