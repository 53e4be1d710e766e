package skeetertest

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// Client asks a server and checks the answers against the API document.
type Client struct {
	*Server
	T        *testing.T
	Document *openapi3.T
	Called   map[string]bool // the operations of the document that were called
}

// NewClient returns a client of a server.
func NewClient(t *testing.T, s *Server) *Client {
	t.Helper()
	return &Client{Server: s.In(t), T: t, Document: LoadDocument(t), Called: map[string]bool{}}
}

// In is the client in a subtest.
func (c *Client) In(t *testing.T) *Client {
	return &Client{Server: c.Server.In(t), T: t, Document: c.Document, Called: c.Called}
}

// On is the client of another server.
func (c *Client) On(s *Server) *Client {
	return &Client{Server: s.In(c.T), T: c.T, Document: c.Document, Called: c.Called}
}

// Ask sends a request whose answer has to be in the document.
func (c *Client) Ask(method, target, body string, headers ...string) Answer {
	c.T.Helper()
	a := c.Send(method, target, body, headers...)
	if method != http.MethodHead {
		c.Check(method, target, a)
	}
	return a
}

// Want is Ask with the status that the answer has to have.
func (c *Client) Want(status int, method, target, body string, headers ...string) Answer {
	c.T.Helper()
	a := c.Ask(method, target, body, headers...)
	if a.Status != status {
		c.T.Errorf("%s %.200s %v: %d, want %d: %.300s", method, target, headers, a.Status, status, a.Body)
	}
	return a
}

// Upload sends files in a field of a form.
func (c *Client) Upload(status int, target, field string, files ...[]byte) Answer {
	c.T.Helper()
	form, contentType := PictureForm(c.T, field, files...)
	return c.Want(status, http.MethodPost, target, form, "Content-Type", contentType)
}

// WantRecord sends a new record. What the server takes has to fit the document's schema of a request as well.
func (c *Client) WantRecord(status int, record string) Answer {
	c.T.Helper()
	a := c.Want(status, http.MethodPost, Observations, record, "Content-Type", "application/json")
	if a.Status >= 300 {
		return a
	}
	var v any
	if err := json.Unmarshal([]byte(record), &v); err != nil {
		c.T.Fatal(err)
	}
	if err := Validate(c.Document, c.Document.Components.Schemas["ObservationCreate"].Value, v); err != nil {
		c.T.Errorf("the server takes a record that the document forbids: %s: %.300v", record, err)
	}
	return a
}

// Check checks an answer against the document: the status is listed, the headers that it requires are there, the body fits.
func (c *Client) Check(method, target string, a Answer) {
	c.T.Helper()
	name, op := FindOperation(c.Document, method, target)
	if op == nil {
		c.T.Errorf("%s %s is not in the document", method, target)
		return
	}
	c.Called[name] = true
	response := op.Responses.Status(a.Status)
	if response == nil {
		c.T.Errorf("%s %s: status %d is not in the document: %s", method, target, a.Status, a.Body)
		return
	}
	c.Fits(response.Value, method+" "+target, a)
}

// Fits checks headers and body of an answer against a response of the document.
func (c *Client) Fits(response *openapi3.Response, request string, a Answer) {
	c.T.Helper()
	for _, problem := range Misfits(c.Document, response, a) {
		c.T.Errorf("%.200s: %s", request, problem)
	}
}
