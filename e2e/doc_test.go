// Package e2e_test sees what a user's map programs make of the tiles: the program itself serves synthetic records, MapLibre GL JS
// draws them in headless Chromium, and GDAL reads them. Tests of a program that is not there are skipped. They may import
// anything; nothing imports them.
package e2e_test
