package model

import _ "embed"

// The bundled model. card.md describes it and its limits.
var (
	//go:embed skeeter.onnx
	bundledNetwork []byte
	//go:embed model.json
	bundledDescription []byte
)
