package names

import "testing"

func TestLifeStage(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"adult": "adult", "Larvae": "larva", "larves": "larva", "личинки": "larva", "pupas": "pupa", "nymphe": "pupa", "куколка": "pupa", "huevos": "egg", "œufs": "egg",
		"ovos": "egg", "яйца": "egg", "imago": "adult", "adultos": "adult", "L1": "larva", "l4": "larva", "LIV": "larva", "L3-L4": "larva", "L1-4": "larva",
		"4th instar": "larva", "instar IV": "larva", "third instar larvae": "larva", "3rd and 4th instar": "larva", "estadio 4": "larva", "larva L2": "larva", "larve, stade 3": "larva",
		"": "", "A": "", "4": "", "stage 4": "", "L5": "", "L": "", "adult, larva": "", "larvae and pupae": "", "unknown": "", "instar of the damned": "",
	} {
		if got := LifeStage(written); got != want {
			t.Errorf("%q is %q, want %q", written, got, want)
		}
	}
}

func TestStagesBesideNames(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]Name{
		"Culex pipiens larvae": {LifeStage: "larva"}, "Culex pipiens (males)": {Sex: "male"}, "Culex pipiens male": {Sex: "male"}, "Culex pipiens eggs": {LifeStage: "egg"},
		"Culex pipiens, 3 females": {Sex: "female"}, "Culex pipiens hembras adultas": {Sex: "female", LifeStage: "adult"}, "Culex pipiens L4": {LifeStage: "larva"},
		"Culex pipiens larves": {LifeStage: "larva"}, "Culex pipiens mâle": {Sex: "male"}, "Culex pipiens fêmea": {Sex: "female"}, "Culex pipiens куколки": {LifeStage: "pupa"},
		"Cx. pipiens ♀": {Sex: "female"}, "Culex pipiens male/female": {}, "Culex pipiens larvae and pupae": {}, "Culex pipiens": {},
	} {
		name, ok := Parse(written)
		if !ok || name.Sex != want.Sex || name.LifeStage != want.LifeStage || name.Scientific != "Culex pipiens" && written != "Culex pipiens larvae and pupae" {
			t.Errorf("%q: %+v", written, name)
		}
	}
}
