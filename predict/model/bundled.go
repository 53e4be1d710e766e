package model

import _ "embed"

// The model that comes with the program; card.md says what it is and what it cannot do.
var (
	//go:embed skeeter.onnx
	bundledNetwork []byte
	//go:embed model.json
	bundledDescription []byte
)
