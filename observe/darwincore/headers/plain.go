package headers

import (
	"strings"
	"unicode"
)

// plainHeaders are headers in plain words, by the term that they mean, the likelier ones first. They are read as plainKey writes them.
//
//nolint:misspell // words of five languages
var plainHeaders = map[string][]string{
	"scientificName": split(`scientific name, species name, mosquito species, taxon, taxon name, latin name, nombre cientifico, especie,
		nom scientifique, espece, nome cientifico, вид, научное название`),
	"decimalLatitude": split(`decimal latitude, latitude dd, lat dd, gps latitude, gps lat, site latitude, trap latitude, collection latitude,
		latitude decimal, latitud, latitud decimal, широта`),
	"decimalLongitude": split(`decimal longitude, long, longitude dd, lon dd, long dd, gps longitude, gps long, gps lon, site longitude,
		trap longitude, collection longitude, longitude decimal, longitud, longitud decimal, долгота`),
	"coordinateUncertaintyInMeters": split(`accuracy m, uncertainty m, coordinate uncertainty m, gps accuracy m, accuracy meters, accuracy metres`),
	"geodeticDatum":                 split(`datum, crs, srs, epsg, coordinate reference system`),
	"country":                       split(`country name, pais, pays, страна`),
	"countryCode":                   split(`country code, country iso, iso country`),
	"eventDate": split(`event date, date, collection date, collect date, date collected, date of collection, sampling date, sample date,
		observation date, date observed, trap date, start date, collection start date, date start, begin date, fecha, fecha de captura, fecha de colecta,
		fecha de recoleccion, date de capture, date de collecte, data da coleta, data de coleta, data de captura, дата, дата сбора, дата учета,
		fecha inicial, fecha inicio, fecha de inicio, date de debut, date debut, data inicial, data de inicio, дата начала`),
	"observed_until": split(`end date, collection end date, date end, fecha final, fecha fin, date de fin, data final, дата окончания`),
	"eventTime":      split(`time of day, collection time, hora, heure, время`),
	"year":           split(`collection year, año, ano, année, annee, год`),
	"month":          split(`mes, mois, месяц`),
	"day":            split(`dia, jour, день`),
	"individualCount": split(`individual count, number of mosquitoes, number of mosquitos, no of mosquitoes, mosquito count, count of mosquitoes,
		number of individuals, number of specimens, specimen count, num count, sample count, individuals, numero de mosquitos, cantidad,
		nombre de moustiques, effectif, numero de individuos, quantidade, количество, число особей`),
	"occurrenceStatus": split(`occurrence status, presence absence, presence`),
	"sex":              split(`sex type, gender, sexo, sexe, пол`),
	"lifeStage":        split(`stage, development stage, developmental stage, estadio, stade, стадия`),
	"samplingProtocol": split(`trap type, trap method, collection method, sampling method, capture method, tipo de trampa, type de piege,
		tipo de armadilha, тип ловушки, метод сбора`),
	"eventID":           split(`collection id, sampling event`),
	"occurrenceID":      split(`record id, record number`),
	"recordedBy":        split(`observer, collector, collected by, recorder, colector, collecteur, coletor, сборщик`),
	"occurrenceRemarks": split(`remarks, comments, comment, observaciones, remarques, observacoes, примечания`),
}

// plainTerms finds the term of a plain header, and how likely it is among those of its term.
var plainTerms = func() map[string]plainTerm {
	out := map[string]plainTerm{}
	for term := range roleTerms {
		out[plainKey(term)] = plainTerm{term: term}
	}
	for header, term := range shortAliases {
		out[plainKey(header)] = plainTerm{term: term}
	}
	for term, headers := range plainHeaders {
		for i, header := range headers {
			out[plainKey(header)] = plainTerm{term: term, rank: i + 1}
		}
	}
	return out
}()

type plainTerm struct {
	term string
	rank int // 0 for the term's own name, else from 1 on, the likeliest first
}

func split(list string) []string {
	items := strings.Split(list, ",")
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	return items
}

// plainKey writes a header in lower case without what is neither letter nor digit, without accents as Spanish, French and Portuguese
// have them, and without what stands in parentheses.
func plainKey(header string) string {
	if open := strings.IndexByte(header, '('); open > 0 {
		if _, behind, closed := strings.Cut(header[open:], ")"); closed {
			header = header[:open] + behind
		}
	}
	return strings.Map(func(c rune) rune {
		c = unicode.ToLower(c)
		if plain := strings.IndexRune("áàâãäéèêëíìîïóòôõöúùûüçñ", c); plain >= 0 {
			return rune("aaaaaeeeeiiiiooooouuuucn"[len([]rune("áàâãäéèêëíìîïóòôõöúùûüçñ"[:plain]))])
		}
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return -1
	}, header)
}
