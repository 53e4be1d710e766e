package archive

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// FuzzDescriptor reads whatever meta.xml says.
func FuzzDescriptor(f *testing.F) {
	f.Add([]byte(`<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">
		<core encoding="UTF-8" fieldsTerminatedBy="\t" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
			<files><location>data.txt</location></files><id index="0"/>
			<field index="1" term="http://rs.tdwg.org/dwc/terms/scientificName"/><field term="country" default="Belgium"/></core>
		<extension rowType="http://rs.tdwg.org/dwc/terms/MeasurementOrFact"><files><location>m.txt</location></files><coreid index="0"/>
			<field index="1" term="http://rs.tdwg.org/dwc/terms/measurementType"/></extension></archive>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := parseDescriptor("meta.xml", data)
		if err != nil {
			var broken *text.FileError
			if !errors.As(err, &broken) {
				t.Fatalf("error %T: %v", err, err)
			}
			return
		}
		for _, location := range d.core.locations {
			if strings.HasPrefix(filepath.Clean(location), "..") || filepath.IsAbs(location) {
				t.Fatalf("location %q", location)
			}
		}
	})
}
