package cql2

// Type is what the values of a queryable are.
type Type int

// The types, and what the expression of a queryable has to be in PostgreSQL.
const (
	StringType    Type = iota + 1 // text
	IntegerType                   // smallint, integer or bigint
	NumberType                    // double precision
	BooleanType                   // boolean
	TimestampType                 // timestamptz
	DateType                      // date
	IntervalType                  // Start and End
	GeometryType                  // geometry in the SRID of the storage
	UUIDType                      // uuid
)

// String names the type in a sentence: "count is ...".
func (t Type) String() string {
	return map[Type]string{
		StringType: "text", IntegerType: "an integer", NumberType: "a number", BooleanType: "true or false",
		TimestampType: "a time", DateType: "a date", IntervalType: "an interval", GeometryType: "a geometry", UUIDType: "a UUID",
	}[t]
}

// Queryable is a property that a filter may use. Its SQL is trusted: it goes into the condition as it is, in more than one
// place.
type Queryable struct {
	Name string
	Type Type
	SQL  string // over the collection's query: "o.count"

	// Points says that every value of a Geometry is a point, so that a comparison with a box compares coordinates.
	Points bool

	// Fold is the SQL that CASEI compares for a String instead of folding all of Unicode, such as "lower(o.sex)", which an index
	// may hold. "" folds all of Unicode.
	Fold string

	// Coded says where the values of a property are that stand in a table of their own. SQL may then be "".
	Coded *Coded

	// Group says what a property has in common with others. SQL is then "".
	Group *Group

	// Known returns the condition, trusted SQL, under which the year, the month or the week of a Timestamp or a Date is known. Nil: it always is.
	Known func(unit string) string

	// Start and End are of an Interval: its first and its last instant, both inclusive, of StartType and EndType: TimestampType
	// (0 is that too), or DateType, which is the whole day. SQL may then be "".
	Start, End         string
	StartType, EndType Type
}

// Coded says where the values of a property are: Key is the TableKey of a row of Table, which has the Value. A condition on
// the value alone becomes one on Key, so that it uses an index of Key. A row's Value is not null, unless Nullable says so.
type Coded struct {
	Key      string // "o.taxon_key"
	Table    string // "taxa t"
	TableKey string // "t.key"
	Value    string // "t.id"
	Unique   bool   // no two rows of Table have the same Value
	Nullable bool   // some rows of Table have no Value
}

// Group says which keys have one of some values, where a key may have several: a comparison with =, <> or IN becomes one of Key, an integer that is
// never null.
type Group struct {
	Key string // "o.taxon_key"
	// Find returns the keys that have one of the values, in any order; nil are all. An *Error says what is wrong with a value.
	Find func(values []string) (keys []int32, err error)
}

// value is the expression of a queryable's value.
func (q Queryable) value() string {
	if q.SQL == "" && q.Coded != nil {
		c := q.Coded
		return "(select " + c.Value + " from " + c.Table + " where " + c.TableKey + " = " + c.Key + ")"
	}
	return q.SQL
}
