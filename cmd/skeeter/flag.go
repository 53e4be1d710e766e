package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError says what is wrong with a flag: of a value in a sentence of ours, not in the words of Go's parser.
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
