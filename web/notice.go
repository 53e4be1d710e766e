package web

// Notice is a text that every page and the welcome show. The zero value shows nothing.
type Notice struct {
	Kind string // demonstration or synthetic; the pages translate the text by it
	Text string // in English
}
