package surveillance_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestFindPathogen(t *testing.T) {
	t.Parallel()
	wnv := surveillance.Pathogen{Name: "West Nile virus", DiseaseID: "west-nile-fever"}
	for written, want := range map[string]surveillance.Pathogen{
		"WNV": wnv, "west nile virus": wnv, "West_Nile": wnv, "virus del Nilo Occidental": wnv, "ВИРУС ЗАПАДНОГО НИЛА": wnv,
		"West Nile Virus (WNV)": wnv, "WN ( West Nile )": wnv, "West Nile virus (SLEV)": {Name: "West Nile virus (SLEV)"}, "Keystone virus (KEYV)": {Name: "Keystone virus (KEYV)"},
		"West Nile virus (WNV": {Name: "West Nile virus (WNV"}, "()": {Name: "()"},
		"SLEV":   {Name: "St. Louis encephalitis virus", DiseaseID: "st-louis-encephalitis"},
		"DENV-2": {Name: "Dengue virus 2", DiseaseID: "dengue-fever"}, "virus de l’encephalite japonaise": {Name: "Japanese encephalitis virus", DiseaseID: "japanese-encephalitis"},
		"P. vivax": {Name: "Plasmodium vivax", DiseaseID: "malaria"}, "  Keystone   virus ": {Name: "Keystone virus"}, "CVV": {Name: "Cache Valley virus", DiseaseID: "cache-valley-virus-disease"}, "": {},
	} {
		if got := surveillance.FindPathogen(written); got != want {
			t.Errorf("%q is %+v, want %+v", written, got, want)
		}
	}
}

func TestPoolUUID(t *testing.T) {
	t.Parallel()
	id := surveillance.PoolUUID("s", "1", "Cache Valley virus", "RT-PCR")
	if other := surveillance.PoolUUID("s", "1", "cache-valley VIRUS", "rt PCR"); other != id {
		t.Error("another spelling is another test")
	}
	for _, other := range [][4]string{
		{"t", "1", "Cache Valley virus", "RT-PCR"}, {"s", "2", "Cache Valley virus", "RT-PCR"}, {"s", "1", "West Nile virus", "RT-PCR"},
		{"s", "1", "Cache Valley virus", "RAMP"}, {"s", "1", "Cache Valley virus", ""},
	} {
		if surveillance.PoolUUID(other[0], other[1], other[2], other[3]) == id {
			t.Errorf("%v has the same id", other)
		}
	}
	if surveillance.EventUUID("s", "1") == surveillance.PoolUUID("s", "1", "", "") {
		t.Error("an event has the id of a pool")
	}
	if got := surveillance.PoolUUID("s", "1", "Cache Valley virus", "").String(); got != "1fb0b3f2-9f12-568b-b6ae-7a41e409edfd" {
		t.Errorf("%s: stored tests without a method are others", got)
	}
}
