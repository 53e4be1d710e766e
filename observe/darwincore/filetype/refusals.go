package filetype

// What files are that are not read, and what to do about them.
const (
	shapefile  = "this is a shapefile; convert it with ogr2ogr, for example: ogr2ogr -f GPKG records.gpkg records.shp"
	dbf        = "this is a dBASE table, the attributes of a shapefile; convert the shapefile with ogr2ogr, for example: ogr2ogr -f GPKG records.gpkg records.shp"
	geodata    = "this is an ESRI file geodatabase; convert it with ogr2ogr, for example: ogr2ogr -f GPKG records.gpkg records.gdb"
	kml        = "this is KML; convert it with ogr2ogr, for example: ogr2ogr -f GPKG records.gpkg records.kml"
	gpx        = "this is GPX; convert it with ogr2ogr, for example: ogr2ogr -f GPKG records.gpkg records.gpx waypoints"
	gml        = "this is GML; convert it with ogr2ogr, for example: ogr2ogr -f GPKG records.gpkg records.gml"
	web        = "this is a web page, not the file that it shows; download the file itself"
	pdf        = "this is a PDF; ask for the table as .xlsx or .csv"
	word       = "this is a Word document; put its table into a spreadsheet and save that as .xlsx or .csv"
	slides     = "this is a PowerPoint presentation, it holds no table of records"
	ods        = "this is an OpenDocument spreadsheet; save it as .xlsx or .csv, for example: soffice --headless --convert-to xlsx records.ods"
	odt        = "this is an OpenDocument file; put its table into a spreadsheet and save that as .xlsx or .csv"
	numbers    = "this is an Apple Numbers spreadsheet; export it as .xlsx or .csv"
	xlsb       = "this is a binary Excel workbook (.xlsb); save it as .xlsx or .csv"
	xls        = "this is an Excel workbook in the old format (.xls); save it as .xlsx or .csv"
	encrypted  = "this is an encrypted Office file; save it without a password"
	oldOffice  = "this is a file of Microsoft Office in an old format; save it as .xlsx or .csv"
	access     = "this is a Microsoft Access database; export its table as .xlsx or .csv"
	image      = "this is a picture, not a table"
	packed     = "this is packed by a program whose files are not read; unpack it first"
	rData      = "this is a file of R; write a table in R, for example: write.csv(readRDS(\"records.rds\"), \"records.csv\", row.names = FALSE)"
	hdf        = "this is HDF5 or NetCDF, a file of grids; export its records as .csv"
	netCDF     = "this is NetCDF, a file of grids; export its records as .csv"
	arrow      = "this is an Arrow or Feather file; write it as Parquet or .csv"
	statistics = "this is a file of a statistics program (SPSS, Stata or SAS); export it as .csv"
	lfs        = "this is a Git LFS pointer, not the file that it stands for; fetch that with git lfs pull"
	rtf        = "this is a text in RTF; put its table into a spreadsheet and save that as .xlsx or .csv"
	program    = "this is a program, not a table"
)

// magics are the first bytes of formats, longer ones before those that they begin with.
var magics = []struct {
	at     int
	bytes  string
	format Format
	refuse string
}{
	{0, "PK\x03\x04", Zip, ""},
	{0, "PK\x05\x06", Zip, ""},
	{0, "PK\x07\x08", Zip, ""},
	{0, "\x1f\x8b", Gzip, ""},
	{257, "ustar", Tar, ""},
	{0, "SQLite format 3\x00", SQLite, ""},
	{0, "fgb\x03fgb", FlatGeobuf, ""},
	{0, "PAR1", Parquet, ""},
	{0, "PARE", Refused, "this is an encrypted Parquet file; write it without encryption"},
	{0, "fgb", Refused, "this is FlatGeobuf of another version than 3; write it again with ogr2ogr, for example: ogr2ogr -f FlatGeobuf new.fgb records.fgb"},
	{0, "%PDF-", Refused, pdf},
	{0, "{\\rtf", Refused, rtf},
	{0, "version https://git-lfs.github.com/spec/", Refused, lfs},
	{0, "Rar!\x1a\x07", Refused, packed},
	{0, "7z\xbc\xaf\x27\x1c", Refused, packed},
	{0, "\xfd7zXZ\x00", Refused, packed},
	{0, "BZh", Refused, packed},
	{0, "\x28\xb5\x2f\xfd", Refused, packed},
	{0, "\x89PNG\r\n\x1a\n", Refused, image},
	{0, "\xff\xd8\xff", Refused, image},
	{0, "GIF8", Refused, image},
	{0, "II*\x00", Refused, image},
	{0, "MM\x00*", Refused, image},
	{8, "WEBP", Refused, image},
	{4, "ftypheic", Refused, image},
	{0, "RDX2\n", Refused, rData},
	{0, "RDX3\n", Refused, rData},
	{0, "RDA2\n", Refused, rData},
	{0, "RDA3\n", Refused, rData},
	{0, "X\n\x00\x00\x00\x02", Refused, rData},
	{0, "X\n\x00\x00\x00\x03", Refused, rData},
	{0, "CDF\x01", Refused, netCDF},
	{0, "CDF\x02", Refused, netCDF},
	{0, "CDF\x05", Refused, netCDF},
	{0, "\x89HDF\r\n\x1a\n", Refused, hdf},
	{4, "Standard Jet DB", Refused, access},
	{4, "Standard ACE DB", Refused, access},
	{0, "ARROW1\x00\x00", Refused, arrow},
	{0, "FEA1", Refused, arrow},
	{0, "$FL2", Refused, statistics},
	{0, "$FL3", Refused, statistics},
	{0, "<stata_dta>", Refused, statistics},
	{84, "SAS FILE", Refused, statistics},
	{0, "\x7fELF", Refused, program},
}

// markup are the first elements of texts in XML and HTML, in lower case.
var markup = []struct{ element, refuse string }{
	{"<!doctype html", web}, {"<html", web}, {"<head", web},
	{"<kml", kml}, {"<gpx", gpx}, {"<gml:", gml}, {"<wfs:featurecollection", gml}, {"<ogr:featurecollection", gml},
}

// compoundFile begins the old files of Microsoft Office, and those that a password locks.
const compoundFile = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// compounds are the streams that tell them apart.
var compounds = []struct{ stream, refuse string }{
	{"EncryptedPackage", encrypted}, {"WordDocument", word}, {"PowerPoint Document", slides}, {"Workbook", xls}, {"Book", xls},
}
