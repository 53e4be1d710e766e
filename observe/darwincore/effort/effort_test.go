package effort

import (
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Amount{
		"3 trap-nights": {3, TrapNight}, "1 trap night": {1, TrapNight}, "3 trapnights.": {3, TrapNight}, "1.5 Trap Nights": {1.5, TrapNight}, "1,5 trap_nights": {1.5, TrapNight},
		"2 traps x 7 nights": {14, TrapNight}, "2 traps × 7 nights": {14, TrapNight}, "7 nights * 2 traps": {14, TrapNight}, "2 traps for 7 nights": {14, TrapNight},
		"2 x 7 trap nights": {14, TrapNight}, "3 CDC light trap nights": {3, TrapNight}, "2 CO2 baited traps x 2 nights": {4, TrapNight},
		"trap nights: 3": {3, TrapNight}, "trap-nights = 12": {12, TrapNight}, "3trap-nights": {3, TrapNight}, "1-trap night": {1, TrapNight},
		"1 noche-trampa": {1, TrapNight}, "4 noches trampa": {4, TrapNight}, "2 trampas por 3 noches": {6, TrapNight},
		"5 nuits-pièges": {5, TrapNight}, "1 nuit-piège": {1, TrapNight}, "2 pièges x 3 nuits": {6, TrapNight}, "2 pièges pour 3 nuits": {6, TrapNight},
		"3 noites-armadilha": {3, TrapNight}, "3 armadilhas-noite": {3, TrapNight}, "2 armadilhas por 2 noites": {4, TrapNight},
		"10 ловушко-ночей": {10, TrapNight}, "1 ловушко-ночь": {1, TrapNight}, "2 ловушки х 3 ночи": {}, "2 ловушки x 3 ночи": {6, TrapNight},
		"2 trap hours": {2, TrapHour}, "24 trap-hours": {24, TrapHour}, "2 traps x 12 h": {24, TrapHour}, "12 horas-trampa": {12, TrapHour},
		"1 person-hour": {1, PersonHour}, "2 man-hours": {2, PersonHour}, "2 persons x 3 hours": {6, PersonHour}, "3 horas persona": {3, PersonHour},
		"3 heures-homme": {3, PersonHour}, "4 pessoas-hora": {4, PersonHour}, "2 человеко-часа": {2, PersonHour},
		"40 dips": {40, Dip}, "12 houses": {12, House}, "8 maisons": {8, House}, "1 collection": {1, Collection},
		"10 traps, 1 night": {10, TrapNight}, "2 trampas, 3 noches": {6, TrapNight}, "3 nuits, 2 pièges": {6, TrapNight}, "2 persons, 3 hours": {6, PersonHour},
		"1 TN": {1, TrapNight}, "12 TNs": {12, TrapNight}, "2x7 trap-nights": {14, TrapNight}, "2 x7 TN": {14, TrapNight}, "2traps x7 nights": {14, TrapNight},
		"2, 7 trap nights": {}, "2 traps, 7 nights, 3": {}, "2 traps,": {}, "30 min": {}, "1 TNT": {}, "1,000 traps, 2 nights": {},
		"2 h": {2, Hour}, "7 nights": {7, Night}, "3 traps": {3, Trap},

		"": {}, "trap-night": {}, "trap nights": {}, "3": {}, "0 trap nights": {}, "-3 trap nights": {}, "trap nights: -3": {}, "2-3 trap nights": {},
		"1,000 trap nights": {}, "2.000 trap nights": {}, "~3 trap nights": {}, "3 trap nights per site": {}, "2/trap/night": {}, "2 traps 7 nights": {},
		"3 trap nights (one failed)": {}, "10 m2": {}, "some traps x 7 nights": {}, "one trap night": {}, "3 light hours": {}, "1e400 trap nights": {}, "9999999999 dips": {},
		"3 mosquitoes": {}, "traps x 3 nights: 4": {}, "5 mosquitoes/trap night": {},
	} {
		if got, ok := Parse(text); got != want && (ok || want != Amount{}) || ok != (want != Amount{}) {
			t.Errorf("%q: %v %v, want %v", text, got, ok, want)
		}
	}
}

func TestParseUnit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Unit{
		"trap-nights": TrapNight, "trap_night": TrapNight, "Trap night": TrapNight, "trap nights x 2": "", "trap_hour": TrapHour, "person_hour": PersonHour,
		"dips": Dip, "house": House, "collection": Collection, "nights": Night, "hours": Hour, "traps": Trap, "noche-trampa": TrapNight,
		"": "", "square metre": "", "days": "", "2 nights": "", "mosquito": "",
	} {
		if got, ok := ParseUnit(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v, want %q", text, got, ok, want)
		}
	}
}

func TestNoTrap(t *testing.T) {
	t.Parallel()
	for protocol, want := range map[string]bool{
		"Human Landing Catch": true, "larval dipping": true, "dip": true, "Dips": true, "Prokopack aspirator": true, "sweep net": true, "hand net": true, "HLC": true,
		"BACKPACK": true, "coleta com puçá": true, "filet": true,
		"": false, "GRAVID": false, "CDC light trap": false, "CDC light trap, human baited": false, "BG-Sentinel": false, "CO2": false, "Netherlands": false,
		"diptera": false, "trampa con cebo humano": false,
	} {
		if got := NoTrap(protocol); got != want {
			t.Errorf("%q: %v", protocol, got)
		}
	}
}

func TestNights(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		from, to string
		offset   int
		want     int
	}{
		{"2012-08-05T00:00:00Z", "2012-08-11T00:00:00Z", 0, 6},
		{"2012-08-05T18:00:00Z", "2012-08-06T06:00:00Z", 0, 1},
		{"2012-08-05T23:00:00Z", "2012-08-06T05:00:00Z", -360, 1}, // from 17 to 23 hours
		{"2012-08-05T08:00:00Z", "2012-08-05T20:00:00Z", 0, 1},
		{"2012-08-01T00:00:00Z", "2012-09-01T00:00:00Z", 0, 31},
		{"2012-08-01T00:00:00Z", "2012-09-02T00:00:00Z", 0, 0},
		{"2012-08-02T00:00:00Z", "2012-08-01T00:00:00Z", 0, 0},
	} {
		from, err := time.Parse(time.RFC3339, test.from)
		if err != nil {
			t.Fatal(err)
		}
		to, err := time.Parse(time.RFC3339, test.to)
		if err != nil {
			t.Fatal(err)
		}
		if got := Nights(from, to, test.offset); got != test.want {
			t.Errorf("%s to %s: %d nights, want %d", test.from, test.to, got, test.want)
		}
	}
}

// FuzzParse holds that an effort is in its range, and that a unit is no effort.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"3 trap-nights", "2 traps x 7 nights", "trap nights: 1,5", "1 noche-trampa", "10 ловушко-ночей", "-1 h", "cdc light", "1e9 dips"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, ok := Parse(text)
		if ok && !(a.Value >= Least && a.Value <= Most && a.Unit != "") {
			t.Errorf("%q is %v", text, a)
		}
		if unit, isUnit := ParseUnit(text); isUnit && (ok || unit == "") {
			t.Errorf("%q is the unit %q and the effort %v", text, unit, a)
		}
	})
}
