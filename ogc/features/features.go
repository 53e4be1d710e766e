// Package features answers OGC API - Features (OGC 17-069r4, 18-058r1, 19-079r2, 20-002, 23-058r1): the items of the collections, as
// pages and as whole results, single features, the schemas of both, and changes of features. What collections there are, how
// requests choose features, how these are read and written are rooms of their own below this one (collection, condition, query,
// format, crs, cql2, flatgeobuf, files). Package features imports those, ogc/html, ogc/resource and internal packages.
package features

import (
	"net/http"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/condition"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/files"
)

// Options of New. All are needed but Writer.
type Options struct {
	DB          postgres.Database
	Lookups     *postgres.Lookups
	Collections collection.Set
	State       func() State // the newest
	Writer      Writer       // nil: nothing can be changed
}

// Features answers the items of the collections. It is safe for concurrent use.
type Features struct {
	Options
	register   *crs.Register
	files      *files.Cache
	conditions condition.Reader
}

// New returns the features.
func New(o Options) *Features {
	register := crs.NewRegister(o.DB)
	return &Features{Options: o, register: register, conditions: condition.Reader{DB: o.DB, Lookups: o.Lookups, Register: register}, files: files.New()}
}

// collection returns the collection that a path names. The error is a 404.
func (s *Features) collection(r *http.Request) (*collection.Collection, error) {
	return s.Collections.Find(httpapi.Var(r, "collection"))
}

// itemID returns the UUID in the path of a feature. The error is a 404.
func itemID(r *http.Request) (uuid.UUID, error) {
	id, err := uuid.Parse(httpapi.Var(r, "item"))
	if err != nil {
		return uuid.UUID{}, featureNotFound()
	}
	return id, nil
}

func featureNotFound() error { return httpapi.NotFound("Feature not found") }
