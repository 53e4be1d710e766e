//go:build !nomodel

package model

import _ "embed"

// The bundled model. card.md describes it and its limits. The build tag nomodel leaves it out.
var (
	//go:embed skeeter.onnx
	bundledNetwork []byte
	//go:embed model.json
	bundledDescription []byte
)
