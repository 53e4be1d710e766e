package ogc

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/flatgeobuf"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// format is a representation of a resource, chosen by the parameter f, else by Accept.
type format interface {
	name() string  // value of f
	media() string // media type, without parameters
	title() string // in links: "This document as ..."
}

// described is what the formats have in common.
type described struct{ f, contentType, label string }

func (d described) name() string { return d.f }
func (d described) media() string {
	media, _, _ := strings.Cut(d.contentType, ";")
	return media
}
func (d described) title() string { return d.label }

// choose returns the format that a request asks for: f, else the one that Accept prefers, else the first. An Accept that names
// none of them gets the first too (RFC 9110, section 12.5.1).
func choose[F format](w http.ResponseWriter, r *http.Request, p *httpapi.Params, all []F) F {
	if !slices.Contains(w.Header().Values("Vary"), "Accept") {
		w.Header().Add("Vary", "Accept")
	}
	if p.Has("f") {
		f := p.OneOf("f", all[0].name(), names(all)...)
		return all[slices.IndexFunc(all, func(one F) bool { return one.name() == f })]
	}
	best, quality := all[0], 0.0
	for _, one := range all {
		for _, media := range append([]string{one.media()}, alsoCalled[one.media()]...) {
			if q := accepted(r.Header.Values("Accept"), media); q > quality {
				best, quality = one, q
			}
		}
	}
	return best
}

func names[F format](all []F) []string {
	out := make([]string, len(all))
	for i, f := range all {
		out[i] = f.name()
	}
	return out
}

// alsoCalled are names that clients have for a content type.
var alsoCalled = map[string][]string{flatgeobuf.ContentType: {"application/vnd.flatgeobuf"}}

// accepted returns the quality, 0 to 1, that Accept gives a media type; parameters of types are not compared. Of several
// ranges that hold the type the most particular counts (RFC 9110, section 12.5.1).
func accepted(lines []string, media string) float64 {
	group, _, _ := strings.Cut(media, "/")
	quality, particular := 0.0, 0
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
		if rank > particular {
			particular, quality = rank, weight(parts[1:])
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
