package web

// Notice is what every page and the welcome have to say. The zero value says nothing.
type Notice struct {
	Kind string // by which the pages find their translation: demonstration, synthetic
	Text string // in English
}
