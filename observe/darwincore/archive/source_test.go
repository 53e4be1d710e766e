package archive

import (
	"os"
	"path/filepath"
	"testing"
)

func TestShortLicence(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"http://creativecommons.org/licenses/by/4.0/legalcode": "CC-BY 4.0",
		"https://creativecommons.org/licenses/by-nc-sa/3.0/":   "CC-BY-NC-SA 3.0",
		"http://creativecommons.org/publicdomain/zero/1.0/":    "CC0 1.0",
		"https://creativecommons.org/publicdomain/mark/1.0/":   "Public Domain Mark 1.0",
		"Creative Commons Attribution (CC-BY) 4.0 License":     "CC-BY 4.0",
		"CC BY-NC 4.0":                     "CC-BY-NC 4.0",
		"CC0":                              "CC0",
		"CC0 1.0":                          "CC0 1.0",
		"all rights reserved":              "",
		"Account data, see the ACC bylaws": "",
	} {
		if got := shortLicence(in); got != want {
			t.Errorf("shortLicence(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestMetadataFiles reads the metadata of other projects' archives, in all encodings.
func TestMetadataFiles(t *testing.T) {
	t.Parallel()
	const bog = "Checklist of the Vascular Plants of Big Lagoon Bog, Big Lagoon County Park, Humboldt County, California"
	data := os.Getenv("SKEETER_TESTDATA")
	if data == "" {
		t.Skip("SKEETER_TESTDATA names no folder with real data")
	}
	root := filepath.Join(data, "dwca-samples")
	const gbif = "gbif-dwca-io/src/test/resources/metadata/"
	for file, want := range map[string]string{
		gbif + "eml-utf16LE.xml":                bog,
		gbif + "eml-utf16_declared_as_utf8.xml": bog,
		gbif + "eml-utf16_no_LE_declared.xml":   bog,
		gbif + "eml.xml":                        bog,
		gbif + "eml_utf8_bom.xml":               bog,
		gbif + "ipt_eml.xml":                    "PonTaurus",
		gbif + "clb_eml.xml":                    "ITIS",
		gbif + "worms_dc.xml":                   "World Register of Marine Species",
		"python-dwca-reader/dwca/test/sample_files/dwca-metadata-windows1252-encoding/eml.xml": "simple-test-archive",
	} {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		s, err := parseEML(data)
		if err != nil || s.Name != want {
			t.Errorf("%s: %+v, %v; want the title %q", file, s, err, want)
		}
	}
}

func TestPackageIDWithoutItsVersion(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"6679952f-649b-4888-bd97-00daca4b8cc1/v3.5":    "6679952f-649b-4888-bd97-00daca4b8cc1",
		"https://ipt.example.org/resource?id=mos/v1.2": "https://ipt.example.org/resource?id=mos",
		"knb-lter-sbc.51.7":                            "knb-lter-sbc.51",
		"10.1234/abc":                                  "10.1234/abc",
		"traps/valley":                                 "traps/valley",
		" one \n two ":                                 "one two",
		"":                                             "",
	} {
		if got := (&xmlEML{PackageID: in}).id(); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
