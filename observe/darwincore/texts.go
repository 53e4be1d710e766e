package darwincore

import (
	"errors"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Reasons to reject a row for its ids.
var (
	errIDLength      = errors.New("occurrenceID over 200 characters")
	errEventIDLength = errors.New("eventID over 200 characters")
)

// texts reads what is short text: ids, vocabulary, notes.
func (b *builder) texts() error {
	r := b.record
	if err := b.identifiers(); err != nil {
		return err
	}
	r.Sex, r.before.sex = b.vocabulary(headers.Sex, "sex", sexes, names.Sex, r.before.nameSex)
	r.LifeStage, r.before.lifeStage = b.vocabulary(headers.LifeStage, "lifeStage", lifeStages, names.LifeStage, r.before.nameStage)
	r.SamplingProtocol = b.shortened(text.OneLine(b.get(headers.Protocol)), "samplingProtocol", maxTextRunes)
	r.ObserverName = b.shortened(text.OneLine(b.get(headers.Observer)), "recordedBy", maxTextRunes)
	r.Notes = b.shortened(b.get(headers.Notes), "occurrenceRemarks", maxNotesRunes)
	b.provenance()
	return nil
}

// provenance reads what the row says of where it comes from and how sure it is.
func (b *builder) provenance() {
	r := b.record
	r.BasisOfRecord = b.field(headers.Basis, "basisOfRecord", maxTermRunes)
	r.Licence = b.field(headers.Licence, "license", maxTextRunes)
	if qualifier := b.field(headers.Qualifier, "identificationQualifier", maxTermRunes); qualifier != "" {
		if qualifier == r.doubt {
			b.keep("identificationQualifier", qualifier) // else it would pass for a part of the name
		}
		r.Qualifier = qualifier
	}
	r.DatasetID, r.DatasetName = b.brief(headers.DatasetID), b.brief(headers.DatasetName)
	if b.release010 {
		r.Status = strings.ToLower(b.brief(headers.Verification))
		return
	}
	r.StatedCountry = b.country()
}

// country reads the country as the row states it.
func (b *builder) country() string {
	if country := b.brief(headers.Country); country != "" {
		return country
	}
	if column := b.Columns[headers.CountryCode]; column >= 0 {
		// As it is written: NA is Namibia.
		code, _ := text.Shorten(text.OneLine(strings.TrimSpace(b.row[column])), maxTextRunes)
		return code
	}
	return b.brief(headers.CountryCode)
}

// brief reads a text of one line that the metadata keeps in full.
func (b *builder) brief(from headers.Role) string {
	short, _ := text.Shorten(text.OneLine(b.get(from)), maxTextRunes)
	return short
}

// field reads a text of one line, and keeps it as it is written in the metadata where the line cannot hold it.
func (b *builder) field(from headers.Role, key string, runes int) string {
	short, _ := text.Shorten(text.OneLine(b.get(from)), runes)
	if b.Values[from] == nil {
		b.stays(from, key, short)
	}
	return short
}

// statedID returns the id that identifiers takes for a row, which may make no record.
func (b *builder) statedID() string {
	for _, from := range [...]headers.Role{headers.OccurrenceID, headers.ID, headers.FeatureID, headers.GBIFID} {
		if id := text.OneLine(b.get(from)); id != "" {
			return id
		}
	}
	return ""
}

// identifiers reads occurrenceID, else the id of the row or feature, else GBIF's, and the event's.
func (b *builder) identifiers() error {
	r := b.record
	for _, from := range [...]struct {
		role headers.Role
		key  string // of the metadata, for an id that another one outranks
	}{
		{headers.OccurrenceID, ""}, {headers.ID, "id"}, {headers.FeatureID, "feature_id"}, {headers.GBIFID, ""},
	} {
		id := text.OneLine(b.get(from.role))
		switch {
		case r.OccurrenceID == "":
			r.OccurrenceID = id
		case from.key != "" && id != "" && id != r.OccurrenceID:
			b.keep(from.key, id)
		}
	}
	if _, long := text.Shorten(r.OccurrenceID, maxTextRunes); long {
		return errIDLength
	}
	r.EventID = b.eventID
	if _, long := text.Shorten(r.EventID, maxTextRunes); long {
		return errEventIDLength
	}
	return nil
}

// sexes and lifeStages bring the spellings that release 0.1.0 knew to the word of the Darwin Core vocabulary; the package names knows more.
var (
	sexes = map[string]string{
		"f": "female", "fem": "female", "fem.": "female", "female": "female", "females": "female",
		"hembra": "female", "hembras": "female", "femelle": "female", "femelles": "female", "fêmea": "female", "fêmeas": "female",
		"femea": "female", "femeas": "female", "самка": "female", "самки": "female", "самок": "female",
		"m": "male", "male": "male", "males": "male",
		"macho": "male", "machos": "male", "mâle": "male", "mâles": "male", "самец": "male", "самцы": "male", "самцов": "male",
		"u": "undetermined", "unknown": "undetermined", "undetermined": "undetermined", "indeterminate": "undetermined",
		"indet": "undetermined", "indet.": "undetermined",
	}
	lifeStages = map[string]string{"adults": "adult", "larvae": "larva", "pupae": "pupa", "eggs": "egg"}
)

// vocabulary reads a word and looks it up: among known words, and else by today. One that neither knows is taken in lower case; the word as
// stated is kept when more than its case changes. Where nothing is stated what the name says counts. before is what the hash of the record
// has in the place of the value.
func (b *builder) vocabulary(from headers.Role, key string, known map[string]string, today func(string) string, ofName string) (value string, before *earlier) {
	stated := text.OneLine(b.get(from))
	if stated == "" {
		if ofName != "" {
			before = &earlier{}
		}
		return ofName, before
	}
	value = strings.ToLower(stated)
	if normal, ok := known[value]; ok {
		if normal != value {
			b.keep(key, stated)
		}
		value = normal
	}
	value = b.shortened(value, key, maxTermRunes)
	if normal := today(value); normal != "" && normal != value {
		before, value = &earlier{word: value}, normal
		if b.Values[from] == nil {
			before.key = key
			b.keep(key, stated)
		}
	}
	if ofName != "" && ofName != value {
		b.warn.Add("the name says another "+key+" than its column, which counts", b.line)
	}
	return value, before
}
