package ogc

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// functions are the functions that a filter may call, as drafts of 19-079 listed them.
type functions struct {
	Functions []function      `json:"functions"`
	Links     []resource.Link `json:"links"`
}

type function struct {
	Name        string             `json:"name"`
	Description string             `json:"description"`
	Arguments   []functionArgument `json:"arguments"`
	Returns     []string           `json:"returns"`
}

type functionArgument struct {
	Title string   `json:"title"`
	Type  []string `json:"type"`
}

func (o *OGC) getFunctions(w http.ResponseWriter, r *http.Request) error {
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}
	list := functions{Links: resource.SelfLinks(r, format, html.Documents)}
	for _, f := range cql2.Functions {
		list.Functions = append(list.Functions, function{f.Name, f.Description, []functionArgument{{"A date or a time", []string{"datetime"}}}, []string{"number"}})
	}
	return format.Write(w, r, list)
}
