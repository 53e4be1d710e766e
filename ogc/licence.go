package ogc

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// sources are the data sources whose records are shown.
func (o *OGC) sources(ctx context.Context) (shown []surveillance.DataSource, err error) {
	totals, err := o.options.Counter.Totals(ctx)
	if err != nil {
		return nil, err
	}
	sums := surveillance.SumBy(totals, func(c surveillance.Count) int32 { return c.DataSourceKey })
	for _, d := range o.options.Lookups.Current().DataSources() {
		if _, ok := sums[d.Key]; ok {
			shown = append(shown, d)
		}
	}
	return shown, nil
}

// attribution names data sources, each with its licence.
func attribution(sources []surveillance.DataSource) string {
	names := make([]string, 0, len(sources))
	for _, d := range sources {
		name := d.Name
		if d.Licence != "" {
			name += " (" + d.Licence + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, "; ")
}

// licences are links to the licences of data sources, of those that have an address.
func licences(sources []surveillance.DataSource) (links []resource.Link) {
	for _, d := range sources {
		if address := licenceAddress(d.Licence); address != "" {
			links = append(links, resource.Link{Href: address, Rel: "license", Title: "Licence of " + d.Name})
		}
	}
	return links
}

// commons matches the names that imports give the licences of Creative Commons.
var commons = regexp.MustCompile(`^CC-(BY(?:-NC|-SA|-ND)*) (\d\.\d)$`)

// licenceAddress returns the address of a licence, "" when it is not known.
func licenceAddress(licence string) string {
	if u, err := url.Parse(licence); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		return licence
	}
	if licence == "CC0 1.0" {
		return "https://creativecommons.org/publicdomain/zero/1.0/"
	}
	if m := commons.FindStringSubmatch(licence); m != nil {
		return "https://creativecommons.org/licenses/" + strings.ToLower(m[1]) + "/" + m[2] + "/"
	}
	return ""
}
