package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand writes the manual that packages install: a page of section 1 for each command, dated by SOURCE_DATE_EPOCH.
func manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "Write a page of the manual for each command", Args: exactlyOne("name a folder for the pages"), Hidden: true,
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			root.DisableAutoGenTag = true // the build makes them, not a day
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "skeeter " + version, Manual: "Skeeter"}, args[0])
		},
	}
}
