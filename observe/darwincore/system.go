package darwincore

import (
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// system returns the reference system of a place, empty for WGS 84: what Options say, else what the file says of its points, else the
// columns. zone is a UTM zone that the place itself names, whose datum the columns say.
func (b *builder) system(zone string, columns ...headers.Role) coordinates.CRS {
	crs, stated := coordinates.CRS(""), coordinates.Nothing
	if b.ofFile != "" && columns[0] == headers.Datum { // a place as the file has it
		crs, stated, columns = b.ofFile, coordinates.Known, nil
	}
	for _, column := range columns {
		if crs, stated = b.parseSystem(b.get(column)); stated != coordinates.Nothing {
			break
		}
	}
	if zone != "" && stated != coordinates.NotNamed {
		crs, stated = coordinates.Zone(crs, zone)
	}
	switch {
	case b.stated != "":
		if stated == coordinates.Known && crs != b.stated {
			b.warn.Add("the row states another reference system than --crs, which counts", b.line)
		}
		crs = b.stated
	case stated == coordinates.NotNamed:
		b.warn.Add("reference system (geodeticDatum) is no known name, taken as WGS 84, kept in the metadata", b.line)
	case stated == coordinates.NotKnown:
		b.warn.Add("reference system (geodeticDatum) not known, taken as WGS 84, kept in the metadata", b.line)
	}
	if crs == coordinates.WGS84 {
		return ""
	}
	if crs != "" {
		b.warn.Add("coordinates of "+string(crs)+", transformed to WGS 84", b.line)
	}
	return crs
}

// statedSystem is what a text says of the reference system.
type statedSystem struct {
	crs    coordinates.CRS
	stated coordinates.Stated
}

// maxSystemsKept limits how many reference systems are remembered by how they are written.
const maxSystemsKept = 1000

func (b *builder) parseSystem(written string) (coordinates.CRS, coordinates.Stated) {
	if written == "" {
		return "", coordinates.Nothing
	}
	found := b.systems.Get(written, func(written string) (s statedSystem) {
		s.crs, s.stated = coordinates.ParseCRS(written)
		return s
	})
	return found.crs, found.stated
}
