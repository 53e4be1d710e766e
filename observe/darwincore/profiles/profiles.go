// Package profiles keeps how the files of a source are read: which column means what, how dates and places are written. A profile is a
// YAML file; those of known sources are part of the program.
package profiles

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// Profile says how the files of a source are read.
type Profile struct {
	Name    string `yaml:"-"`       // of the file, without its ending
	Title   string `yaml:"title"`   // what it is for
	URL     string `yaml:"url"`     // where the source, or the description of its columns, is
	Note    string `yaml:"note"`    // what who imports should know
	Dataset string `yaml:"dataset"` // name of the data source, unless another is given

	Map       map[string]names             `yaml:"map"`       // a column, or several of which a file has one, by key
	Constants map[string]string            `yaml:"constants"` // where a file says nothing, by key
	Values    map[string]map[string]string `yaml:"values"`    // what stands for what is written, by key
	Dates     string                       `yaml:"dates"`
	CRS       string                       `yaml:"crs"`
	Weeks     string                       `yaml:"weeks"`
	Swap      bool                         `yaml:"swap"`
}

// names are one name or several.
type names []string

func (n *names) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		*n = names{node.Value}
		return nil
	}
	return node.Decode((*[]string)(n))
}

//go:embed data/*.yaml
var shipped embed.FS

// maxBytes limits a profile.
const maxBytes = 1 << 20

// ErrUnknown says that there is no profile and no file of a name.
var ErrUnknown = errors.New("no such profile")

// Names lists the profiles that are part of the program.
func Names() []string {
	entries, _ := fs.ReadDir(shipped, "data") // it is there
	var out []string
	for _, entry := range entries {
		out = append(out, strings.TrimSuffix(entry.Name(), ".yaml"))
	}
	return out
}

// Text returns the YAML of a profile that is part of the program.
func Text(name string) ([]byte, error) {
	data, err := shipped.ReadFile("data/" + name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("%w: %q; there are %s", ErrUnknown, name, strings.Join(Names(), ", "))
	}
	return data, nil
}

// Load returns the profile of a name, or reads the file of that path.
func Load(nameOrFile string) (Profile, error) {
	if slices.Contains(Names(), nameOrFile) {
		data, err := Text(nameOrFile)
		if err != nil {
			return Profile{}, err
		}
		return Parse(nameOrFile, data)
	}
	file, err := os.Open(nameOrFile)
	if errors.Is(err, fs.ErrNotExist) {
		return Profile{}, fmt.Errorf("%w and no such file: %q; there are %s", ErrUnknown, nameOrFile, strings.Join(Names(), ", "))
	}
	if err != nil {
		return Profile{}, fmt.Errorf("open the profile: %w", err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(io.LimitReader(file, maxBytes+1))
	if err != nil {
		return Profile{}, fmt.Errorf("read the profile %s: %w", nameOrFile, err)
	}
	if len(data) > maxBytes {
		return Profile{}, fmt.Errorf("the profile %s has more than %d MiB", nameOrFile, maxBytes>>20)
	}
	base := path.Base(nameOrFile)
	return Parse(strings.TrimSuffix(base, path.Ext(base)), data)
}

// Parse reads a profile. A member that no profile has is an error, and so is a key that no mapping knows.
func Parse(name string, data []byte) (Profile, error) {
	p := Profile{}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&p); err != nil && !errors.Is(err, io.EOF) {
		return Profile{}, fmt.Errorf("the profile %s: %w", name, err)
	}
	p.Name = name
	if err := p.Options().Validate(); err != nil {
		return Profile{}, fmt.Errorf("the profile %s: %w", name, err)
	}
	return p, nil
}

// Options returns how files are read.
func (p Profile) Options() darwincore.Options {
	m := headers.Mapping{Likely: map[string][]string{}, Values: map[string]map[string]string{}}
	for key, columns := range p.Map {
		m.Likely[key] = columns
	}
	for key, values := range p.Values {
		m.Values[key] = map[string]string{}
		for written, value := range values {
			m.Values[key][written] = value
		}
	}
	for key, constant := range p.Constants {
		if m.Values[key] == nil {
			m.Values[key] = map[string]string{}
		}
		m.Values[key][""] = constant
	}
	return darwincore.Options{Map: m, Dates: p.Dates, CRS: p.CRS, Weeks: p.Weeks, Swap: p.Swap}
}
