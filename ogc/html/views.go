package html

// Landing is the landing page.
type Landing struct {
	Description string
	Address     string // of the landing page, for GIS programs
	LayerFile   string // address of the layer definition for QGIS, "" for none
}

// Conformance lists conformance classes.
type Conformance []string

// Collections lists the collections.
type Collections []CollectionSummary

// CollectionSummary is a collection in a list.
type CollectionSummary struct {
	Title, Description, Address string
	Extent                      Extent
}

// Extent is where and when features are; nil where that is not known.
type Extent struct {
	Boxes     [][4]float64 // west, south, east, north in degrees
	Intervals [][2]string
}

// Collection is one collection.
type Collection struct {
	CollectionSummary
	ID, Attribution string
	Landing         string // address of the landing page
	Fields          []Field
	Map             *Map // nil for none
}

// Field is a property that features have.
type Field struct{ Name, Title, Description string }

// Items is a page of features as a table.
type Items struct {
	Returned       int
	Matched        *int64 // nil: not known
	Map            *Map   // nil for none
	NoMap          string // why there is none
	Previous, Next string // addresses of the neighbours, "" for none
	Key            string // title of the id
	Columns        []string
	Rows           []Row
}

// Row is a feature in the table.
type Row struct {
	ID, Address string
	Values      []string
}

// Item is one feature.
type Item struct {
	Map    *Map   // nil for none
	NoMap  string // why there is none
	Values []Value
}

// Value is a property of a feature.
type Value struct{ Title, Description, Value string }

// API is the API document.
type API struct {
	Address    string // of the landing page
	Operations []Operation
}

// Operation is an operation of the API. Address is "" where the path has variables, or the method is not that of links.
type Operation struct {
	Method, Path, Summary, Description, Address string
	Parameters                                  []Parameter
}

// Parameter is a parameter of an operation.
type Parameter struct{ Name, Description string }

// jsonText is a document as it is.
type jsonText string

func (Landing) template() string     { return "landing" }
func (Conformance) template() string { return "conformance" }
func (Collections) template() string { return "collections" }
func (Collection) template() string  { return "collection" }
func (Items) template() string       { return "items" }
func (Item) template() string        { return "item" }
func (API) template() string         { return "api" }
func (jsonText) template() string    { return "document" }
