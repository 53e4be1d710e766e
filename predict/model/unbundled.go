//go:build nomodel

package model

// This program has no bundled model.
var bundledNetwork, bundledDescription, bundledFinder []byte
