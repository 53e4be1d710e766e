// Package e2e_test sees what the field's programs make of the service: GDAL and QGIS read tiles, the OGC API and the database of
// the program itself. A test whose program is not there is skipped. The pages, and maps of the tiles in a browser, are tested in
// web/e2e. The tests may import anything; nothing imports them.
package e2e_test
