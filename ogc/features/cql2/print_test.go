package cql2

import (
	"fmt"
	"strings"
	"time"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"
	"github.com/paulmach/orb/encoding/wkt"
	"github.com/twpayne/go-geom"
	geomwkb "github.com/twpayne/go-geom/encoding/wkb"
)

// text writes a tree as CQL2 text, every condition in parentheses.
func text(e Expr) string {
	list := func(args []Expr, separator string) string {
		var parts []string
		for _, arg := range args {
			parts = append(parts, text(arg))
		}
		return strings.Join(parts, separator)
	}
	quote := strings.NewReplacer("'", "''", `\`, `\\`)
	switch e := e.(type) {
	case And:
		return "(" + list(e.Args, " AND ") + ")"
	case Or:
		return "(" + list(e.Args, " OR ") + ")"
	case Not:
		return "(NOT " + text(e.Arg) + ")"
	case Compare:
		return "(" + text(e.Left) + " " + string(e.Op) + " " + text(e.Right) + ")"
	case Like:
		return "(" + text(e.Value) + " LIKE " + text(e.Pattern) + ")"
	case Between:
		return "(" + text(e.Value) + " BETWEEN " + text(e.Low) + " AND " + text(e.High) + ")"
	case In:
		return "(" + text(e.Value) + " IN (" + list(e.Items, ", ") + "))"
	case IsNull:
		return "(" + text(e.Arg) + " IS NULL)"
	case Spatial:
		return string(e.Op) + "(" + text(e.Left) + ", " + text(e.Right) + ")"
	case Temporal:
		return string(e.Op) + "(" + text(e.Left) + ", " + text(e.Right) + ")"
	case Arithmetic:
		return "(" + text(e.Left) + " " + string(e.Op) + " " + text(e.Right) + ")"
	case Call:
		return e.Function + "(" + text(e.Arg) + ")"
	case Property:
		return `"` + strings.ReplaceAll(e.Name, `"`, `""`) + `"`
	case Casei:
		return "CASEI(" + text(e.Arg) + ")"
	case Accenti:
		return "ACCENTI(" + text(e.Arg) + ")"
	case String:
		return "'" + quote.Replace(e.Value) + "'"
	case Number:
		return e.Text
	case Bool:
		return strings.ToUpper(fmt.Sprint(e.Value))
	case Date:
		return "DATE('" + e.Time.Format(dateLayout) + "')"
	case Timestamp:
		return "TIMESTAMP('" + e.Time.Format(time.RFC3339Nano) + "')"
	case Interval:
		return "INTERVAL(" + text(e.Start) + ", " + text(e.End) + ")"
	case Unbounded:
		return "'..'"
	case Geometry:
		return wkt.MarshalString(orbOf(e.Shape))
	case BBox:
		return fmt.Sprintf("BBOX(%v, %v, %v, %v)", e.Min[0], e.Min[1], e.Max[0], e.Max[1])
	}
	return fmt.Sprintf("%T?", e)
}

// orbOf and geomOf turn shapes of one library into those of the other; the tests compute and write with orb.
func orbOf(shape geom.T) orb.Geometry {
	out, err := wkb.Unmarshal(encode(shape))
	if err != nil {
		panic(err)
	}
	return out
}

func geomOf(shape orb.Geometry) geom.T { return geom.Must(geomwkb.Unmarshal(wkb.MustMarshal(shape))) }

// arguments writes the values of a condition.
func arguments(args []any) string {
	var out []string
	for _, arg := range args {
		switch arg := arg.(type) {
		case []byte:
			shape, err := wkb.Unmarshal(arg)
			if err != nil {
				return err.Error()
			}
			out = append(out, wkt.MarshalString(shape))
		case time.Time:
			out = append(out, arg.Format(time.RFC3339Nano))
		default:
			out = append(out, fmt.Sprint(arg))
		}
	}
	return "[" + strings.Join(out, " ") + "]"
}
