//go:build !nomodel

package model

import _ "embed"

// The bundled model, and the finder that comes with it. card.md describes them and their limits. The build tag nomodel leaves them out.
var (
	//go:embed skeeter.onnx
	bundledNetwork []byte
	//go:embed model.json
	bundledDescription []byte
	//go:embed find.onnx
	bundledFinder []byte
)
