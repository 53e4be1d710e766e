package alerts

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
)

// maxEntries is how many alerts a feed has: the newest.
const maxEntries = 100

// feed is what both forms of a feed say.
type feed struct {
	title   string
	self    string // address
	home    string
	alerts  []Alert
	updated time.Time // of the newest change; the beginning of Unix time without alerts
}

// readFeed reads the parameters of a feed and its alerts: those of a rule, or of all.
func (a *Alerts) readFeed(r *http.Request) (f feed, err error) {
	p := httpapi.Query(r)
	c := conditions{rule: ruleParameter(p), historical: new(false)}
	if err := p.Err(); err != nil {
		return f, err
	}
	base := httpapi.BaseURL(r) + a.Base + "/alerts"
	f = feed{title: a.AppName + ": alerts", self: httpapi.RequestURL(r, nil), home: base, updated: time.Unix(0, 0).UTC()}
	if c.rule != nil {
		rule, err := a.store.rule(r.Context(), a.DB, *c.rule)
		if err != nil {
			return f, err
		}
		f.title, f.home = a.AppName+": "+rule.Name, base+"/rules/"+rule.ID.String()
	}
	if f.alerts, _, err = a.store.alerts(r.Context(), c, httpapi.Page{Limit: maxEntries}); err != nil {
		return f, err
	}
	for _, alert := range f.alerts {
		if alert.UpdatedAt.After(f.updated) {
			f.updated = alert.UpdatedAt
		}
	}
	return f, nil
}

// entryTitle is the title of an alert, which says when it is closed.
func (a Alert) entryTitle() string {
	if a.ClosedReason != nil {
		return "Closed: " + a.Title
	}
	return a.Title
}

// summary is what an entry says of an alert.
func (a Alert) summary() string {
	parts := []string{a.Rule + " (" + a.Kind + ")", "day " + a.Day}
	if a.Location != nil {
		parts = append(parts, fmt.Sprintf("at %g, %g", a.Location.Lat, a.Location.Lng))
	}
	if a.Area != nil {
		parts = append(parts, "area "+*a.Area)
	}
	if a.ClosedReason != nil {
		parts = append(parts, "closed: "+strings.ReplaceAll(*a.ClosedReason, "_", " "))
	}
	return strings.Join(parts, "; ")
}

// urn is the id of an alert in feeds.
func (a Alert) urn() string { return "urn:uuid:" + a.ID.String() }

// atomFeed is a feed as RFC 4287 has it.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Title   string      `xml:"title"`
	ID      string      `xml:"id"`
	Updated time.Time   `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type atomCategory struct {
	Term string `xml:"term,attr"`
}

type atomEntry struct {
	Title     string       `xml:"title"`
	ID        string       `xml:"id"`
	Updated   time.Time    `xml:"updated"`
	Published time.Time    `xml:"published"`
	Link      atomLink     `xml:"link"`
	Category  atomCategory `xml:"category"`
	Summary   string       `xml:"summary"`
	Point     string       `xml:"http://www.georss.org/georss point,omitempty"` // latitude and longitude
}

func (a *Alerts) getAtom(w http.ResponseWriter, r *http.Request) error {
	f, err := a.readFeed(r)
	if err != nil {
		return err
	}
	out := atomFeed{
		Title: f.title, ID: f.self, Updated: f.updated, Author: a.AppName, Links: []atomLink{{"self", f.self}, {"alternate", f.home}},
	}
	for _, alert := range f.alerts {
		entry := atomEntry{
			Title: alert.entryTitle(), ID: alert.urn(), Updated: alert.UpdatedAt, Published: alert.RaisedAt, Summary: alert.summary(),
			Link: atomLink{"alternate", a.addressOf(r, alert)}, Category: atomCategory{alert.Kind},
		}
		if l := alert.Location; l != nil {
			entry.Point = strconv.FormatFloat(l.Lat, 'f', -1, 64) + " " + strconv.FormatFloat(l.Lng, 'f', -1, 64)
		}
		out.Entries = append(out.Entries, entry)
	}
	body, err := xml.Marshal(out)
	if err != nil {
		return fmt.Errorf("encode a feed: %w", err)
	}
	return respondFeed(w, r, "application/atom+xml; charset=utf-8", append([]byte(xml.Header), body...))
}

func (a *Alerts) addressOf(r *http.Request, alert Alert) string {
	return httpapi.BaseURL(r) + a.Base + "/alerts/" + alert.ID.String()
}

// jsonFeed is a feed as https://www.jsonfeed.org/version/1.1/ has it.
type jsonFeed struct {
	Version string     `json:"version"`
	Title   string     `json:"title"`
	Home    string     `json:"home_page_url"`
	Self    string     `json:"feed_url"`
	Items   []jsonItem `json:"items"`
}

type jsonItem struct {
	ID        string    `json:"id"`
	URL       string    `json:"url"`
	Title     string    `json:"title"`
	Text      string    `json:"content_text"`
	Published time.Time `json:"date_published"`
	Modified  time.Time `json:"date_modified"`
	Tags      []string  `json:"tags"`
}

func (a *Alerts) getJSONFeed(w http.ResponseWriter, r *http.Request) error {
	f, err := a.readFeed(r)
	if err != nil {
		return err
	}
	out := jsonFeed{Version: "https://jsonfeed.org/version/1.1", Title: f.title, Home: f.home, Self: f.self, Items: []jsonItem{}}
	for _, alert := range f.alerts {
		out.Items = append(out.Items, jsonItem{
			ID: alert.urn(), URL: a.addressOf(r, alert), Title: alert.entryTitle(), Text: alert.summary(), Published: alert.RaisedAt,
			Modified: alert.UpdatedAt, Tags: []string{alert.Kind},
		})
	}
	body, err := jsontext.Marshal(out)
	if err != nil {
		return fmt.Errorf("encode a feed: %w", err)
	}
	return respondFeed(w, r, "application/feed+json", body)
}

// respondFeed answers with the ETag of the body, or 304 when the client has it.
func respondFeed(w http.ResponseWriter, r *http.Request, mediaType string, body []byte) error {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	sum := sha256.Sum256(body)
	if representation.NotModified(w, r, `"`+hex.EncodeToString(sum[:16])+`"`) {
		return nil
	}
	h.Set("Content-Type", mediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body) // fails only when the client has left
	return nil
}
