package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError makes a usage error of an error of pflag. It replaces the text of Go's parsers for a bad value.
func flagError(c *cobra.Command, err error) error {
	if wrong := new(pflag.InvalidValueError); errors.As(err, &wrong) {
		want := "want true or false"
		if wrong.GetFlag().Value.Type() == "int" {
			want = "want a whole number"
		}
		if errors.Is(err, strconv.ErrRange) {
			want = "it is out of range"
		}
		err = fmt.Errorf("--%s is %q: %s", wrong.GetFlag().Name, wrong.GetValue(), want)
	}
	return usageError{fmt.Errorf("%w; see %s --help", err, c.CommandPath())}
}
