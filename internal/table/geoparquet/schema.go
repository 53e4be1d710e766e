package geoparquet

import (
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/skeeter-surveillance/skeeter/internal/table"
)

// bboxName is the column with the box of each geometry.
const bboxName = "bbox"

// corners are the columns within it, in their order in the file.
var corners = []string{"xmin", "ymin", "xmax", "ymax"}

// group is a parquet.Group with an order: that of the library has its columns in the order of their names.
type group struct {
	parquet.Group
	order []string
}

// Fields implements parquet.Node.
func (g group) Fields() []parquet.Field {
	fields := g.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return slices.Index(g.order, a.Name()) - slices.Index(g.order, b.Name()) })
	return fields
}

func (g *group) add(name string, n parquet.Node) {
	g.Group[name] = n
	g.order = append(g.order, name)
}

// schemaOf returns the columns of a table: its own, the geometry and its box.
func schemaOf(s table.Schema) *parquet.Schema {
	root := group{Group: parquet.Group{}}
	for _, c := range s.Columns {
		root.add(c.Name, parquet.Optional(nodeOf(c)))
	}
	if s.Geometry != nil {
		box := group{Group: parquet.Group{}}
		for _, corner := range corners {
			box.add(corner, parquet.Leaf(parquet.DoubleType))
		}
		root.add(table.GeometryName, parquet.Optional(parquet.Leaf(parquet.ByteArrayType)))
		root.add(bboxName, parquet.Optional(box))
	}
	return parquet.NewSchema(s.Name, root)
}

func nodeOf(c table.Column) parquet.Node {
	switch c.Type {
	case table.Integer:
		return parquet.Int(64)
	case table.Number:
		return parquet.Leaf(parquet.DoubleType)
	case table.Boolean:
		return parquet.Leaf(parquet.BooleanType)
	case table.Time:
		return parquet.Timestamp(parquet.Microsecond)
	case table.Date:
		return parquet.Date()
	}
	if c.Key {
		return parquet.String()
	}
	return parquet.Encoded(parquet.String(), &parquet.RLEDictionary) // most texts are few, repeated
}
