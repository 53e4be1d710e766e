package darwincore

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Pool is the test of a pool for one pathogen as a row states it. Its mosquitoes are in no Record, unless the row is a catch, too.
type Pool struct {
	PoolID   string
	Size     int    // minPoolSize to maxPoolSize
	Pathogen string // as it is written
	Method   string
	Result   string    // of poolResults
	TestedOn time.Time // midnight UTC; zero when not stated
	Remarks  string

	// Mosquitoes says what they are and where they are from: name, place, sex, stage, protocol, event.
	Mosquitoes *Record
	Placed     bool // Mosquitoes has a place; else it is that of the event
	// As those of an Event; Ended is zero when the row states no date: then it is that of the event.
	Started, Ended time.Time
	Offset         int16
	Precision      string

	OfEvent []string // of export.PoolFields, in a file of our own

	Metadata map[string]any // of a row that is no catch
	Hash     [16]byte       // covers what the row says of the pool
}

// Mosquitoes of one pool.
const (
	minPoolSize = 1
	maxPoolSize = 1000
)

// poolResults are the results of the test of a pool.
var poolResults = []string{"positive", "negative", "inconclusive"}

// testResults are the words for results in English, Spanish, French, Portuguese and Russian, in lower case, with and without accents. Other
// words may mean anything.
var testResults = func() map[string]string {
	words := map[string]string{}
	for i, list := range []string{
		`positive, pos, pos., +, detected, reactive, positivo, positiva, detectado, detectada, reactivo, positif, détecté, detecte, détectée, detectee,
			réactif, reactif, reagente, положительный, положительная, положительно, положительное, положителен, обнаружен, обнаружена, обнаружено, выявлен, выявлено`,
		`negative, neg, neg., not detected, undetected, non-reactive, nonreactive, negativo, negativa, no detectado, no detectada, no reactivo,
			négatif, negatif, négative, non détecté, non detecte, non détectée, non detectee, non réactif, non reactif, não detectado, nao detectado,
			não detectada, nao detectada, não reagente, nao reagente, отрицательный, отрицательная, отрицательно, отрицательное, отрицателен,
			не обнаружен, не обнаружена, не обнаружено, не выявлен, не выявлено`,
		`inconclusive, indeterminate, undetermined, equivocal, inconcluso, inconclusa, no concluyente, indeterminado, indeterminada, dudoso, dudosa,
			non concluant, indéterminé, indetermine, indéterminée, indeterminee, douteux, équivoque, equivoque, inconclusivo, inconclusiva, duvidoso,
			сомнительный, сомнительно, неопределённый, неопределенный, неопределённо, неопределенно`,
	} {
		for word := range strings.SplitSeq(list, ",") {
			words[strings.TrimSpace(word)] = poolResults[i]
		}
	}
	return words
}()

// Reasons to reject a pool.
var (
	errNoResult    = errors.New("no result of the test of the pool")
	errResult      = errors.New("result of the test is not understood (say what it means with --map result:WORD=positive)")
	errMayBeUndone = errors.New("result of the test may mean not detected or not done (if it means not detected, say so with --map result:WORD=negative)")
	errNoPathogen  = errors.New("no pathogen that the pool was tested for")
	errNoPoolID    = errors.New("no id of the pool")
	errPoolID      = errors.New("id of the pool over 200 characters")
	errPathogen    = errors.New("pathogen over 200 characters")
	errPoolSize    = fmt.Errorf("size of the pool is no whole number from %d to %d", minPoolSize, maxPoolSize)
	errTestDate    = errors.New("date of the test is not understood")
	errTestFuture  = errors.New("date of the test in the future")
	errPoolOfNone  = errors.New("pool without the name of its mosquitoes")
	errTestNoDay   = errors.New("date of the test is no day")
)

// test reads the test of a pool. A row without a result is none. What is wrong with a pool rejects a row that is nothing else; a catch stays.
func (b *builder) test() error {
	if !b.StatesPools() {
		return nil
	}
	stated, _ := b.statedCount()
	b.poolAlone = stated == "" && b.get(headers.Status) == ""
	word := text.OneLine(b.get(headers.TestResult))
	if word == "" {
		if b.poolAlone {
			return errNoResult
		}
		if id, _, _ := b.statedPool(); id != "" && b.get(headers.PoolSize) != "0" {
			b.warn.Add("pool without a result, the row is a catch alone", b.line)
		}
		return nil
	}
	var err error
	if b.pool, err = b.tested(word); err != nil && !b.poolAlone {
		b.poolFault, err = err, nil
	}
	return err
}

// tested reads a pool whose test has a result.
func (b *builder) tested(result string) (*Pool, error) {
	p := &Pool{}
	var err error
	if p.Result, err = b.understood(result); err != nil {
		return nil, err
	}
	if err = b.identifyPool(p); err != nil {
		return nil, err
	}
	p.Size, err = strconv.Atoi(strings.TrimSuffix(b.get(headers.PoolSize), ".0")) // a spreadsheet's whole number
	if err != nil || p.Size < minPoolSize || p.Size > maxPoolSize {
		return nil, errPoolSize
	}
	if p.TestedOn, err = b.testDay(); err != nil {
		return nil, err
	}
	p.Method = b.shortened(text.OneLine(b.get(headers.TestMethod)), "method", maxTextRunes)
	return p, nil
}

// understood returns what a word for a result means. A dash is negative where other results are +; else it may be a blank.
func (b *builder) understood(written string) (result string, err error) {
	word := strings.ToLower(strings.ReplaceAll(written, "_", " "))
	result, ok := testResults[word]
	switch {
	case ok:
		return result, nil
	case slices.Contains(mayBeUndone, word):
		return "", errMayBeUndone
	case slices.Contains(dashes, word) && b.findsPlus():
		return "negative", nil
	}
	return "", errResult
}

// Words for results that mean several things.
var (
	mayBeUndone = []string{"nd", "n.d.", "n.d", "n/d"}
	dashes      = []string{"-", "−", "–"}
)

// identifyPool reads which test it is.
func (b *builder) identifyPool(p *Pool) error {
	id, pathogen, _ := b.statedPool()
	if id == "" {
		return errNoPoolID
	}
	if pathogen == "" {
		return errNoPathogen
	}
	if _, long := text.Shorten(id, maxTextRunes); long {
		return errPoolID
	}
	if _, long := text.Shorten(pathogen, maxTextRunes); long {
		return errPathogen
	}
	p.PoolID, p.Pathogen = id, pathogen
	return nil
}

// statedPool returns the id of the pool, else that of the row, and the pathogen and the method as they are written.
func (b *builder) statedPool() (id, pathogen, method string) {
	if !b.StatesPools() {
		return "", "", ""
	}
	if b.PoolParts != nil {
		id = b.joined(b.PoolParts)
	} else if id = text.OneLine(b.get(headers.PoolID)); id == "" && b.Columns[headers.PoolID] < 0 {
		id = text.OneLine(b.get(headers.OccurrenceID))
	}
	return id, text.OneLine(b.get(headers.Pathogen)), text.OneLine(b.get(headers.TestMethod))
}

// testDay reads the day of the test; zero when none is stated. The column has a format of its own, which is found as that of the dates
// is.
func (b *builder) testDay() (day time.Time, err error) {
	written := b.get(headers.TestedOn)
	if written == "" {
		return day, nil
	}
	d, _, err := b.testDates.Parse(written)
	if errors.Is(err, dates.ErrForm) && !b.testDatesKnow {
		b.testDatesKnow = true
		if b.testDates, b.fatal = b.surveyTests(); b.fatal != nil {
			return day, err
		}
		d, _, err = b.testDates.Parse(written)
	}
	switch {
	case err != nil:
		return day, errTestDate
	case !d.First().Equal(d.Last()):
		return day, errTestNoDay
	case d.InFuture(b.now):
		return day, errTestFuture
	}
	return d.First(), nil
}

// undatedPool and unplacedPool report whether the pool of the row has the date or the place of its event.
func (b *builder) undatedPool() bool {
	return b.pool != nil && b.TakesFromEvents() && b.get(headers.EventDate) == "" && !b.calendar().Stated()
}

func (b *builder) unplacedPool() bool {
	return b.pool != nil && b.TakesFromEvents() && b.get(headers.Lat) == "" && b.get(headers.VerbatimLat) == "" && b.get(headers.VerbatimPlace) == ""
}

// completePool takes what the row says of the mosquitoes of its pool.
func (b *builder) completePool() error {
	p := b.pool
	if p == nil {
		return nil
	}
	if b.caughtNothing || b.record.ScientificName == "" {
		return errPoolOfNone
	}
	mosquitoes := *b.record
	p.Mosquitoes, p.Placed = &mosquitoes, !b.unplacedPool()
	if !b.undatedPool() {
		var dated Event
		b.dated(&dated, b.record.Date)
		p.Started, p.Ended, p.Offset, p.Precision = dated.Started, dated.Ended, dated.Offset, dated.Precision
	}
	if b.poolAlone {
		p.Remarks, p.Metadata = b.record.Notes, b.poolMetadata()
	}
	p.Hash = b.hasher.pool(p)
	return nil
}

// poolRoles are those that the fields of a pool tell.
var poolRoles = []headers.Role{headers.PoolID, headers.PoolSize, headers.Pathogen, headers.TestMethod, headers.TestResult, headers.TestedOn}

// poolMetadata returns the metadata of the row without what the fields of the pool tell as it is written.
func (b *builder) poolMetadata() map[string]any {
	if b.pool.Precision == "time" {
		delete(b.record.Metadata, "eventDate") // it is there because a record has one time and no zone
	}
	for _, key := range b.poolKeys() {
		delete(b.record.Metadata, key)
	}
	return b.record.Metadata
}

// poolKeys are the keys of the metadata whose columns the fields of a pool tell.
func (b *builder) poolKeys() (keys []string) {
	for _, column := range b.Kept {
		if slices.ContainsFunc(poolRoles, func(role headers.Role) bool { return b.Columns[role] == column.Column }) {
			keys = append(keys, column.Key)
		}
	}
	return keys
}

// PoolKeys are the keys of the metadata whose columns say something of the test of a pool, and nothing of a catch.
func (r *Reader) PoolKeys() []string {
	if r.builder == nil {
		return nil
	}
	return r.builder.poolKeys()
}

// pool hashes all that a Pool says. What it does not state leaves no trace.
func (h *hasher) pool(p *Pool) [16]byte {
	m := *p.Mosquitoes
	m.Count, m.Metadata = p.Size, map[string]any{"pool": p.PoolID, "pathogen": p.Pathogen, "result": p.Result}
	for key, value := range p.Metadata {
		m.Metadata["metadata "+key] = value
	}
	for key, value := range map[string]string{"method": p.Method, "remarks": p.Remarks, "precision": p.Precision} {
		if value != "" {
			m.Metadata[key] = value
		}
	}
	for key, at := range map[string]time.Time{"started": p.Started, "ended": p.Ended, "tested": p.TestedOn} {
		if !at.IsZero() {
			m.Metadata[key] = at.Format(time.RFC3339Nano)
		}
	}
	return h.sum(&m)
}
