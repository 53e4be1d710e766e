package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Checks of arguments, in place of cobra's, whose texts count arguments instead of naming them.

// atLeastOne wants one argument or more. missing says which: "name at least one file".
func atLeastOne(missing string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s", missing)
		}
		return nil
	}
}

// exactlyOne wants one argument.
func exactlyOne(missing string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := atLeastOne(missing)(c, args); err != nil {
			return err
		}
		return atMost(1)(c, args)
	}
}

// atMost wants no more arguments than n.
func atMost(n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return fmt.Errorf("unexpected: %s", strings.Join(args[n:], " "))
		}
		return nil
	}
}

// helpCommand shows the help of a command; for a command that there is none of it is a usage error.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Show the help of a command",
		RunE: func(c *cobra.Command, args []string) error {
			asked, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usageError{fmt.Errorf("there is no command %s; see skeeter --help", strings.Join(args, " "))}
			}
			asked.InitDefaultHelpFlag()
			return asked.Help()
		},
	}
}
