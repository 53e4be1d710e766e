package export

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
)

// poolColumns are those of a table of pools. Darwin Core has terms for where the mosquitoes are from, and none for a test.
var poolColumns = []string{
	"poolID", "pathogen", "testResult", "testMethod", "testedOn", "poolSize", "scientificName", "verbatimIdentification",
	"identificationQualifier", "sex", "lifeStage", "datasetID", "datasetName", "license", "eventID", "samplingProtocol", "eventDate",
	"date_precision", "decimalLatitude", "decimalLongitude", "geodeticDatum", "coordinateUncertaintyInMeters", "countryCode", "remarks",
	"dynamicProperties",
}

// PoolTerms are the Darwin Core terms that archives have for columns of a table of pools: a pool is a material entity, its test a
// measurement of it. Other columns have the name of their term already.
var PoolTerms = map[string]string{
	"poolID": "materialEntityID", "pathogen": "measurementType", "testResult": "measurementValue", "testMethod": "measurementMethod",
	"testedOn": "measurementDeterminedDate", "poolSize": "individualCount", "remarks": "materialEntityRemarks",
}

// PoolFields are what a pool may take from its sampling event and not state itself.
var PoolFields = []string{"place", "days", "protocol"}

// archivePoolColumns are those of the pools of an archive: the id of the core, and those of a table of pools.
func archivePoolColumns() []string {
	columns := []string{"eventID"}
	for _, column := range poolColumns {
		if column != "eventID" && column != "date_precision" {
			columns = append(columns, cmp.Or(PoolTerms[column], column))
		}
	}
	return columns
}

// Pool is the test of a pool to be written, with all that is stored of it.
type Pool struct {
	ID                                      string // UUID
	PoolID, Pathogen, Result, Method        string
	TestedOn                                time.Time // zero when not known
	Size                                    int
	ScientificName, VerbatimName, Qualifier string
	Sex, LifeStage                          string
	EventID, SamplingProtocol               string
	Lat, Lon                                float64 // degrees
	AccuracyM                               *float64
	Started, Ended                          time.Time // Started is zero where one time or day alone is stated
	Offset                                  int       // minutes that the clock of the times is ahead of UTC
	Precision                               string    // time, day, week, month or year
	CountryCode                             string    // ISO 3166-1 alpha-2; read back as the stated country
	Remarks                                 string
	Metadata                                json.RawMessage // a JSON object, or empty
	Dataset                                 Dataset
	SourceHash                              []byte   // as that of Private
	OfEvent                                 []string // of PoolFields
}

// when is an event of the same days.
func (p *Pool) when() *Event {
	return &Event{Started: p.Started, Ended: p.Ended, Offset: p.Offset, Precision: p.Precision}
}

// PoolWriter writes a table of pools.
type PoolWriter struct{ *csvWriter }

// NewPools writes pools as CSV, as NewCSV writes records. Open reads it back without loss, but for what a public file leaves out.
func NewPools(w io.Writer, opts CSVOptions) *PoolWriter {
	c := newCSVWriter(w, Kind{Table: true, Pools: true, Private: opts.Private}, "\r\n")
	c.buf = []byte(strings.Join(c.rows.Columns(), ",") + c.lineEnd)
	if opts.BOM {
		c.buf = append([]byte("\xef\xbb\xbf"), c.buf...)
	}
	return &PoolWriter{c}
}

// Write writes a pool.
func (w *PoolWriter) Write(p Pool) error {
	if w.err != nil {
		return w.err
	}
	w.buf = append(w.rows.appendPool(w.buf, &p), w.lineEnd...)
	if len(w.buf) < flushBytes {
		return nil
	}
	return w.flush()
}

// appendPool appends a row without the line end. In an archive it begins with the id of the core.
func (w *rowWriter) appendPool(b []byte, p *Pool) []byte {
	of, properties := p.EventID, Properties{Dataset: p.Dataset.Key, OfEvent: p.OfEvent}
	if w.lone {
		of, properties.ID, properties.EventID = p.ID, p.ID, p.EventID
	}
	if w.Events {
		b = append(w.cell(b, of), ',')
	}
	b = w.cell(b, p.PoolID)
	b = w.cell(append(b, ','), p.Pathogen)
	b = w.cell(append(b, ','), p.Result)
	b = w.cell(append(b, ','), p.Method)
	b = append(b, ',')
	if !p.TestedOn.IsZero() {
		b = p.TestedOn.AppendFormat(b, time.DateOnly)
	}
	b = strconv.AppendInt(append(b, ','), int64(p.Size), 10)
	for _, text := range []string{
		p.ScientificName, p.VerbatimName, p.Qualifier, p.Sex, p.LifeStage, p.Dataset.ID, p.Dataset.Name, p.Dataset.Licence,
	} {
		b = w.cell(append(b, ','), text)
	}
	if !w.Events {
		b = w.cell(append(b, ','), p.EventID)
	}
	b = w.cell(append(b, ','), p.SamplingProtocol)
	date, says := p.when().dates()
	b = append(append(b, ','), date...)
	if !w.Events {
		b = append(append(b, ','), p.Precision...)
	} else if says != p.Precision {
		properties.Event = &EventTerms{Precision: p.Precision}
	}
	b = strconv.AppendFloat(append(b, ','), coordinates.Round(p.Lat), 'f', -1, 64)
	b = strconv.AppendFloat(append(b, ','), coordinates.Round(p.Lon), 'f', -1, 64)
	b = append(b, ",EPSG:4326,"...)
	if p.AccuracyM != nil {
		b = strconv.AppendFloat(b, *p.AccuracyM, 'f', -1, 64)
	}
	b = w.cell(append(b, ','), p.CountryCode)
	b = w.cell(append(b, ','), p.Remarks)
	if w.Events && w.Private {
		properties.SourceHash = hex.EncodeToString(p.SourceHash)
	}
	reserves := properties.Dataset != "" || properties.ID != "" || properties.Event != nil || properties.OfEvent != nil || properties.SourceHash != ""
	b = appendCell(append(b, ','), w.properties.object(properties, reserves, shownMetadata(p.Metadata, w.Kind)))
	if w.Private && !w.Events {
		b = append(append(b, ','), hex.EncodeToString(p.SourceHash)...)
	}
	return b
}
