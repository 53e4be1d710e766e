package darwincore

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
)

// TestHashesOfRelease holds the hashes that 0.1.0 computed: the ids of stored rows without an id of their own depend on them.
func TestHashesOfRelease(t *testing.T) {
	t.Parallel()
	for _, golden := range []struct{ header, row, want string }{
		{basic, "Aedes vexans,1,2,2007-05-06", "1d4ee4d5a28dc5272e3db188cc4b9bda"},
		{basic + ",individualCount", "Aedes vexans,1,2,2007,0", "47d2114eb1c3c29be9e5611b767cbed7"},
		{basic + ",occurrenceID,individualCount,coordinateUncertaintyInMeters,lifeStage,sex,samplingProtocol,eventID,occurrenceRemarks,recordedBy,trapNights", `"Aedes aegypti (Linnaeus, 1762)",-3.123456789,"40,07",2007-05-06/13,A:1,12,30.5,Adults,F,CDC light trap,E1,by the well,M. Doe,3`, "32c8c6dde65ff866252a37e70923f498"},
		{basic + ",basisOfRecord,license,datasetID,datasetName", "Aedes vexans,1,2,2007-05,HumanObservation,CC0,d1,Traps", "61d562c5492c1c6be4718c8feaace1c5"},
		{basic + ",identificationQualifier,identificationVerificationStatus", "Aedes vexans,1,2,2007-05,cf. species,verified", "1ad06acdce10cf822fc54f9b623ece68"},
		{basic + ",country,countryCode,geodeticDatum", "Aedes vexans,50.85,4.35,2007-05-06T10:30:00Z,Belgium,BE,WGS84", "94f917393032192364c18f011aabf2b6"},
		{basic, "Aedes vexans,50.8,4.3,2007-05-06T10:30+02:00", "3c3661d941b08f80c578c567223ccdf3"},
		{basic + ",eventTime", "Aedes vexans,50.8,4.3,2007-05-06,10:30+02:00", "35ce08f19e4a4cee9e2a858520d4e2ec"},
		{basic + ",year,month,day", "Aedes vexans,1,2,10/04/2006,2006,4,10", "2ff9728b9d4f09dd6f25284823d73839"},
		{basic + ",year,dynamicProperties", `Aedes vexans,1,2,2007-05-06,2008,"{""a"":[1,null]}"`, "25a4328b97f9af8ab6318e7fb4e1508c"},
		{basic + ",occurrenceStatus,verbatimIdentification", "Aedes vexans,1,2,2007-05-06,common,Aedes vexans (Meigen)", "edd55de32489ba84dbda5ce0c6dd72e9"},
	} {
		hash := one(t, golden.header, golden.row).Hash
		if got := hex.EncodeToString(hash[:]); got != golden.want {
			t.Errorf("%s: hash %s, 0.1.0 has %s", golden.row, got, golden.want)
		}
	}
}

// TestHashIsThatOfTheFirstRelease holds that records without ids that 0.1.0 stored are known again, however their names are
// understood today.
func TestHashIsThatOfTheFirstRelease(t *testing.T) {
	t.Parallel()
	rows := []string{"Aedes vexans", "Culex pipiens?", "Cx pipiens", "Aedes sp", "Ochlerotatus cantans", "CULEX PIPIENS/RESTUANS"}
	out, err := readAll(t, filetest.Write(t, "a.csv", basic+"\n"+strings.Join(rows, ",1,2,2007-05-06\n")+",1,2,2007-05-06\n"), Options{})
	if err != nil || len(out.records) != len(rows) {
		t.Fatal(err, out.rows)
	}
	for i, want := range []string{
		"1d4ee4d5a28dc5272e3db188cc4b9bda", "006d97cf00efc6b3fffb5cebc556dd4a", "5353425d818b31b06a430178c51781d8",
		"14cc0486418fe4c8514136eef0055898", "70a6a99c3415d0ce99e6d11080167680", "ffb085194dc16458d8b7db76590b6785",
	} {
		if got := hex.EncodeToString(out.records[i].Hash[:]); got != want {
			t.Errorf("the hash of %s is %s, want %s", rows[i], got, want)
		}
	}
}

// TestSexAndStage: words beside the name are sex and life stage where the columns say none, instars are larvae, and a record without an id keeps
// the identity that earlier releases gave it.
func TestSexAndStage(t *testing.T) {
	t.Parallel()
	header := basic + ",sex,lifeStage"
	for row, want := range map[string]struct{ sex, stage, kept, hash, note string }{
		"Culex pipiens larvae,1,2,2007,,":           {stage: "larva", hash: "ebe0c88a1602eb2633563ab647a4d7a4"},
		"Culex pipiens (males),1,2,2007,,":          {sex: "male", hash: "f10f95b5ed06e5937e9de323639ba8e4"},
		"Culex pipiens,1,2,2007,♀,L4":               {sex: "female", stage: "larva", kept: "♀ L4", hash: "63235ca02b05617c9d8c76cc223189f3"},
		"Culex pipiens,1,2,2007,,instar IV":         {stage: "larva", kept: "instar IV", hash: "b80344eb5d46f563b7ab819b7f0ec65f"},
		"Culex pipiens males,1,2,2007,female,Adult": {sex: "female", stage: "adult", hash: "6c0bc3c66b67a7ea7f18db60420281cf", note: "the name says another sex than its column, which counts"},
		"Culex pipiens larvae,1,2,2007,,adults":     {stage: "adult", kept: "adults", hash: "7a6b528d02544fca5bab0da052aab62c", note: "the name says another lifeStage than its column, which counts"},
		"Culex pipiens larvae,1,2,2007,,larvas":     {stage: "larva", kept: "larvas", hash: "6596a4852814d7cfbbc98b9df15c891b"},
	} {
		out := readText(t, "s.csv", header+"\n"+row+"\n", Options{})
		r := out.records[0]
		var kept []string
		for _, key := range []string{"sex", "lifeStage"} {
			if value, ok := r.Metadata[key].(string); ok {
				kept = append(kept, value)
			}
		}
		if r.Sex != want.sex || r.LifeStage != want.stage || strings.Join(kept, " ") != want.kept || r.ScientificName != "Culex pipiens" {
			t.Errorf("%s: %q %q, metadata %v", row, r.Sex, r.LifeStage, r.Metadata)
		}
		if got := hex.EncodeToString(r.Hash[:]); got != want.hash {
			t.Errorf("%s: hash %s, 0.1.0 has %s", row, got, want.hash)
		}
		if want.note != "" && out.warnings[want.note] != 1 {
			t.Errorf("%s: notes %v", row, out.warnings)
		}
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	first := one(t, basic+",trap,sex,dynamicProperties", `Aedes,1,2,2007,A,female,"{""x"":1,""y"":2}"`)
	again := one(t, "sex,dynamicProperties,eventDate,decimalLongitude,trap,decimalLatitude,scientificName", `female,"{""y"":2,""x"":1}",2007,2.0,A,1.00,Aedes`)
	if first.Hash != again.Hash {
		t.Error("the order of columns changes the hash")
	}
	seen := map[[16]byte]string{first.Hash: "first"}
	for _, row := range []string{
		`Aedes vexans,1,2,2007,A,female,`, `Aedes,1.1,2,2007,A,female,`, `Aedes,1,2,2007-01,A,female,`, `Aedes,1,2,2007,A,female,`,
		`Aedes,1,2,2007,,female,`, `Aedes,1,2,2007,A,,`, `Aedes,1,2,2007-01-01,A,female,`, `Aedes,1,2,2007,A,female,"{""x"":""1"",""y"":2}"`,
	} {
		r := one(t, basic+",trap,sex,dynamicProperties", row)
		if before, twice := seen[r.Hash]; twice {
			t.Errorf("%s and %s have one hash", row, before)
		}
		seen[r.Hash] = row
	}
}
