package web

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// Subject is the species, the disease, the record or the data source that a page is about, as whoever asks may know it.
type Subject struct {
	Name string
	Text string // a few sentences
}

// Subjects finds what a page below /species, /diseases, /records or /sources is about. found is false for an id that there is not, or that whoever
// asks may not know.
type Subjects func(ctx context.Context, kind, id string, code lang.Code) (s Subject, found bool, err error)

// Kinds of subjects, the folders of their pages.
const (
	SpeciesPages = "species"
	DiseasePages = "diseases"
	RecordPages  = "records"
	SourcePages  = "sources"
)

// head is what the HTML says of a page to those who run no scripts: programs that preview links, search engines.
type head struct {
	Language    lang.Code
	Title       string // without the name of the service
	Description string
	Address     string // of the page with its state, so that what follows it shows the same
	Picture     string
	Missing     string // what a page says that there is not; "" where there is one
	ToMap       string
}

// titleKeys are the keys of the titles of pages by their paths, as src/app/pages.ts has them.
var titleKeys = map[string]string{
	"/": "app.map", "/species": "app.species", "/diseases": "app.diseases", "/report": "app.report", "/import": "app.import", "/records": "app.records", "/sources": "about.sources",
	"/bulletin": "bulletin.title", "/about": "app.about", "/sign-in": "people.signIn", "/account": "people.account", "/invitation": "people.invitation",
	"/review": "review.title", "/admin": "people.admin",
}

// Limits of what previews show.
const maxDescription = 300 // letters

// headOf returns the head of a page and its status.
func (w *Web) headOf(r *http.Request, address string) (head, int) {
	code := languageOf(r)
	say := w.texts[code]
	query := r.URL.Query()
	query.Set("lang", string(code))
	h := head{
		Language: code, Title: say[titleKeys[r.URL.Path]], Description: say["app.purpose"], ToMap: say["app.toMap"],
		Address: address + r.URL.EscapedPath() + "?" + query.Encode(), Picture: address + w.assets.versioned("", "preview.jpg"),
	}
	kind, id, below := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if !below || w.options.Subjects == nil {
		return h, http.StatusOK
	}
	subject, found, err := w.options.Subjects(r.Context(), kind, id, code)
	switch {
	case err != nil: // the page shows what is wrong, when it asks for the same
		h.Title = say[titleKeys["/"+kind]]
	case found:
		h.Title = subject.Name
		if subject.Text != "" {
			h.Description = shortened(subject.Text)
		}
	case kind == RecordPages: // whether there is a record that others may not see is for those alone who may
		h.Title = say["app.record"]
	default:
		h.Title, h.Missing = say[titleKeys["/"+kind]], say["app.notFound"]
		return h, http.StatusNotFound
	}
	return h, http.StatusOK
}

// shortened returns the beginning of a text, to the end of a word.
func shortened(text string) string {
	letters := []rune(text)
	if len(letters) <= maxDescription {
		return text
	}
	cut := string(letters[:maxDescription])
	if at := strings.LastIndexByte(cut, ' '); at > 0 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " ,.;:") + "…"
}

// previewers are parts of the names of programs that show what a link leads to. They accept anything, and read HTML.
var previewers = []string{
	"facebookexternalhit", "facebot", "twitterbot", "slackbot", "whatsapp", "linkedinbot", "telegrambot", "discordbot", "skypeuripreview", "mastodon",
	"pinterest", "redditbot", "iframely", "embedly", "viber", "bluesky", "googlebot", "bingbot", "duckduckbot", "applebot",
}

func isPreviewer(r *http.Request) bool {
	agent := strings.ToLower(r.UserAgent())
	return slices.ContainsFunc(previewers, func(name string) bool { return strings.Contains(agent, name) })
}

// wantsPage reports whether a client is answered with a page where others get JSON.
func wantsPage(r *http.Request) bool {
	return prefersHTML(strings.Join(r.Header.Values("Accept"), ",")) || isPreviewer(r)
}

// Unknown answers a path that no route has: browsers with a page, and what lies below the API, or is no page at all, with the error.
func (w *Web) Unknown(rw http.ResponseWriter, r *http.Request) error {
	rw.Header().Add("Vary", "Accept, User-Agent")
	none := httpapi.NotFound("Not found")
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !wantsPage(r) {
		return none
	}
	for _, folder := range slices.Concat([]string{w.options.Prefix + "/", w.base}, w.options.NoPages) {
		if folder != "/" && strings.HasPrefix(r.URL.Path+"/", strings.TrimRight(folder, "/")+"/") {
			return none
		}
	}
	return w.page(rw, r, func(address string) (head, int) {
		h, _ := w.headOf(r, address)
		say := w.texts[h.Language]
		h.Title, h.Missing = say["app.notFound"], say["app.notFound"]
		return h, http.StatusNotFound
	})
}
