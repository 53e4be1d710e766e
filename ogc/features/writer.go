package features

import (
	"context"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Writer changes observation records (OGC 20-002). A record comes as its place and its other members, which the Writer reads and
// checks; its errors name them where the client wrote them. ETags of conditions are those that Create, Replace, Update and ETag
// returned.
type Writer interface {
	// Create stores a record, under the client's own id if there is one. created is false when the same request had stored it before. receipt is
	// the secret of an anonymous reporter; "" for none.
	Create(ctx context.Context, own *uuid.UUID, at *surveillance.Location, members *httpapi.Object) (id uuid.UUID, etag, receipt string, created bool, err error)
	// Replace gives a record new content.
	Replace(ctx context.Context, id uuid.UUID, at *surveillance.Location, members *httpapi.Object, conditions representation.Conditions) (etag string, err error)
	// Update applies a merge patch. A nil place leaves the record where it is.
	Update(ctx context.Context, id uuid.UUID, at *surveillance.Location, members *httpapi.Object, conditions representation.Conditions) (etag string, err error)
	// Delete removes a record.
	Delete(ctx context.Context, id uuid.UUID, conditions representation.Conditions) error
	// ETag returns the ETag of a record.
	ETag(ctx context.Context, id uuid.UUID) (string, error)
}

// WritingClasses are the conformance classes of writing, a draft (OGC 20-002).
var WritingClasses = []string{
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/create-replace-delete",
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/update",
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/optimistic-locking-etags",
	"http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/features",
}

// MediaMergePatch is the media type of a merge patch (RFC 7396).
const MediaMergePatch = "application/merge-patch+json"
