package main

import (
	"errors"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/transfer"
)

// importParts imports a file, or the archives in it one after the other, as an export of several data sources has them. An archive of
// which no row can be stored does not keep the next ones from being stored.
func importParts(c *cobra.Command, importer *transfer.Importer, file string, o transfer.ImportOptions, yes bool) error {
	parts, err := darwincore.Parts(file)
	if err != nil || len(parts) == 0 {
		return importFile(c, importer, file, o, yes) // which says what is wrong with it
	}
	if o.Dataset != "" || o.Rejects != "" {
		return usageError{errors.New(file + " holds an archive for each data source: --dataset and --rejects name one; unpack it and import the archives one by one")}
	}
	var nothing error
	for _, part := range parts {
		o.Part = part
		o.Rejects = rejectsOfPart(file, part)
		err := importFile(c, importer, file, o, yes)
		switch {
		case errors.Is(err, transfer.ErrNothingAcceptable):
			nothing = err
		case err != nil:
			return err
		}
	}
	return nothing
}

// rejectsOfPart is the file for the rejected rows of an archive within a file: beside the file, named by both.
func rejectsOfPart(file, part string) string {
	name := strings.ReplaceAll(strings.Trim(path.Clean(part), "/"), "/", "-")
	return strings.TrimRight(file, "/") + "." + name + ".rejected.csv"
}
