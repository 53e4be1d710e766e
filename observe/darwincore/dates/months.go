package dates

import "strings"

// monthNames are the names of the months in English, Spanish, French, Portuguese and Russian, with the short forms in use, and
// the Roman numbers that labels have. No word stands for two months.
//
//nolint:misspell // words of five languages
var monthNames = func() map[string]int {
	names := map[string]int{}
	for i, line := range strings.Split(strings.TrimSpace(`
january jan enero ene janvier janv janeiro январь января янв i
february feb febrero février fevrier févr fevr fév fevereiro fev февраль февраля фев февр ii
march mar marzo mars março marco март марта мар iii
april apr abril abr avril avr апрель апреля апр iv
may mayo mai maio май мая v
june jun junio juin junho июнь июня июн vi
july jul julio juillet juil julho июль июля июл vii
august aug agosto ago août aout август августа авг viii
september sep sept septiembre setiembre septembre setembro set сентябрь сентября сен сент ix
october oct octubre octobre outubro out октябрь октября окт x
november nov noviembre novembre novembro ноябрь ноября ноя нояб xi
december dec diciembre dic décembre decembre déc dezembro dez декабрь декабря дек xii`), "\n") {
		for name := range strings.FieldsSeq(line) {
			names[name] = i + 1
		}
	}
	return names
}()

// fillers are words that stand in a date beside a month's name and say nothing: 7 de junio de 2019, 7 июня 2019 г.
var fillers = map[string]bool{"de": true, "del": true, "of": true, "the": true, "le": true, "г": true, "года": true}
