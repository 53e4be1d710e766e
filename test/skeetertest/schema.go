package skeetertest

import (
	"encoding/json"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Validate checks a value, as encoding/json reads it, against a schema of a document, or another that names none of other documents.
func Validate(doc *openapi3.T, schema *openapi3.Schema, value any) error {
	compiled, known := validators.Load(schema)
	if !known {
		compiled, _ = validators.LoadOrStore(schema, compile(doc, schema))
	}
	return compiled.(*jsonschema.Schema).Validate(value)
}

var (
	validators sync.Map // *openapi3.Schema to *jsonschema.Schema
	components sync.Map // *openapi3.T to its components, as encoding/json reads them
)

// compile makes the validator of a schema. It panics at a schema that is not one.
func compile(doc *openapi3.T, schema *openapi3.Schema) *jsonschema.Schema {
	named, known := components.Load(doc)
	if !known {
		named, _ = components.LoadOrStore(doc, plain(doc.Components))
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	const name = "answer.json"
	if err := c.AddResource(name, map[string]any{"components": named, "allOf": []any{plain(schema)}}); err != nil {
		panic(err)
	}
	return c.MustCompile(name)
}

// plain is a part of a document as encoding/json reads it.
func plain(part any) (out any) {
	raw, err := json.Marshal(part)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		panic(err)
	}
	return out
}
