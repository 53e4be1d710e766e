package resource

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Format is a representation of a resource.
type Format struct {
	Name        string // value of the parameter f
	ContentType string
	Title       string // in links: "This document as ..."
	Alias       string // another media type that clients ask for it by, "" for none
}

// Described is a Format, or what embeds one.
type Described interface{ Described() Format }

// Described implements Described.
func (f Format) Described() Format { return f }

// Media returns the media type without parameters.
func (f Format) Media() string {
	media, _, _ := strings.Cut(f.ContentType, ";")
	return media
}

// Choose returns the format that a request asks for: the one of the parameter f, else the one that Accept prefers, else the first. An
// Accept that names none of them gets the first too (RFC 9110, section 12.5.1). An unknown f is an error in p.
func Choose[F Described](w http.ResponseWriter, r *http.Request, p *httpapi.Params, all []F) F {
	if !slices.Contains(w.Header().Values("Vary"), "Accept") {
		w.Header().Add("Vary", "Accept")
	}
	if p.Has("f") {
		names := Names(all)
		return all[slices.Index(names, p.OneOf("f", names[0], names...))]
	}
	best, quality := all[0], 0.0
	for _, f := range all {
		described := f.Described()
		for _, media := range []string{described.Media(), described.Alias} {
			if q := accepted(r.Header.Values("Accept"), media); q > quality && media != "" {
				best, quality = f, q
			}
		}
	}
	return best
}

// Names returns the values of the parameter f.
func Names[F Described](all []F) []string {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Described().Name
	}
	return names
}

// accepted returns the quality, 0 to 1, that Accept gives a media type. Parameters of types are not compared. Of several ranges
// that hold the type the most specific one counts (RFC 9110, section 12.5.1).
func accepted(lines []string, media string) float64 {
	group, _, _ := strings.Cut(media, "/")
	quality, specific := 0.0, 0
	for item := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		parts := strings.Split(item, ";")
		var rank int
		switch strings.ToLower(strings.TrimSpace(parts[0])) {
		case media:
			rank = 3
		case group + "/*":
			rank = 2
		case "*/*":
			rank = 1
		}
		if rank > specific {
			specific, quality = rank, weight(parts[1:])
		}
	}
	return quality
}

// weight returns the parameter q of a media range, 1 when there is none.
func weight(parameters []string) float64 {
	for _, p := range parameters {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		if strings.EqualFold(name, "q") {
			q, err := strconv.ParseFloat(value, 64)
			if err != nil || !(q >= 0 && q <= 1) {
				return 0
			}
			return q
		}
	}
	return 1
}
