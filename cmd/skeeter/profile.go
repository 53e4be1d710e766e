package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/profiles"
)

// readFlags are the flags that say how a file is read.
type readFlags struct {
	mapping, profile, target, dates, crs, weeks, sheet string
	swap                                               bool
}

func (f *readFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.mapping, "map", "", "columns by key, KEY=COLUMN,... (KEY:=CONSTANT, KEY:WRITTEN=VALUE); keys: "+strings.Join(headers.Keys(), " "))
	c.Flags().StringVar(&f.profile, "profile", "", "a profile (skeeter profiles lists them) or a file of that form; what --map says comes first")
	c.Flags().StringVar(&f.target, "target", "", "what was looked for where the file does not say it, such as Culex; several with ;. Short for --map target:=TAXON")
	c.Flags().StringVar(&f.dates, "dates", "", "how dates are written: dmy, mdy, ymd, excel, or a pattern such as 'DD.MM.YYYY HH:mm'; default: found from the column")
	c.Flags().StringVar(&f.crs, "crs", "", "coordinate reference system of all coordinates, such as EPSG:31370; default: what the file says")
	c.Flags().StringVar(&f.weeks, "weeks", "", "weeks of the column week and of dates such as 2020-W53: iso (from Monday) or mmwr (CDC's, from Sunday); default: iso")
	c.Flags().StringVar(&f.sheet, "sheet", "", "sheet of a workbook, or layer of a GeoPackage; default: the only one with data")
	c.Flags().BoolVar(&f.swap, "swap", false, "take latitude for longitude and longitude for latitude")
}

// options returns how files are read: by the profile, and by the other flags where they say more.
func (f *readFlags) options() (darwincore.Options, profiles.Profile, error) {
	mapping, err := headers.ParseMapping(f.mapping)
	if err != nil {
		return darwincore.Options{}, profiles.Profile{}, fmt.Errorf("--map: %w", err)
	}
	if f.target != "" {
		if err := mapping.SetConstant("target", f.target); err != nil {
			return darwincore.Options{}, profiles.Profile{}, fmt.Errorf("--target: %w", err)
		}
	}
	o, profile := darwincore.Options{}, profiles.Profile{}
	if f.profile != "" {
		if profile, err = profiles.Load(f.profile); err != nil {
			return o, profile, fmt.Errorf("--profile: %w", err)
		}
		o = profile.Options()
	}
	o.Map = mapping.Over(o.Map)
	for _, flag := range []struct {
		value string
		into  *string
	}{{f.dates, &o.Dates}, {f.crs, &o.CRS}, {f.weeks, &o.Weeks}} {
		if flag.value != "" {
			*flag.into = flag.value
		}
	}
	o.Swap = o.Swap != f.swap
	o.Sheet = f.sheet
	return o, profile, o.Validate()
}

const profilesHelp = `Lists the profiles that are part of the program: how the files of known sources are read. With a name it prints the profile, which is
YAML: a file of one's own has the same form.

  skeeter profiles vectorsurv-collections > traps.yaml
  skeeter import traps.csv --profile traps.yaml`

func profilesCommand() *cobra.Command {
	return &cobra.Command{
		Use: "profiles [NAME]", Short: "List the profiles for --profile, or print one", Long: profilesHelp, Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				text, err := profiles.Text(args[0])
				if err != nil {
					return usageError{err}
				}
				_, err = c.OutOrStdout().Write(text)
				return err
			}
			for _, name := range profiles.Names() {
				p, err := profiles.Load(name)
				if err != nil {
					return err
				}
				fmt.Fprintf(c.OutOrStdout(), "%-24s %s\n", p.Name, p.Title)
			}
			return nil
		},
	}
}
