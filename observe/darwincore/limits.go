package darwincore

// Limits of what is read. Files come from strangers: memory stays bounded whatever they hold.
const (
	maxColumns      = 2000    // of one row
	maxFieldBytes   = 1 << 20 // of one value
	maxRowBytes     = 4 << 20 // of one row, line breaks in quotes included
	maxFeatureBytes = 4 << 20 // of one GeoJSON feature

	sniffBytes   = 1 << 20 // prefix that decides encoding and dialect
	dialectBytes = 256 << 10
	dialectRows  = 500

	maxDescriptorBytes = 1 << 20 // meta.xml
	maxEMLBytes        = 8 << 20 // eml.xml
	maxFolderDepth     = 3       // below the given folder
	maxEntries         = 200_000 // files of an archive; a large GBIF download brings one per dataset
	maxInflatedBytes   = 256 << 30
	maxInflateRatio    = 400      // inflated to compressed bytes of one file in a zip,
	inflateGraceBytes  = 64 << 20 // looked at beyond this many

	maxJoinBytes = 512 << 20 // core and measurement rows held in memory for a join
	maxNamesKept = 20_000    // parsed names remembered while reading
)

// Limits of a record. Texts are counted in runes.
const (
	maxNameRunes     = 300
	maxNotesRunes    = 4000
	maxTextRunes     = 200
	maxSourceRunes   = 2000     // licence, citation, address of a source
	maxMetadataBytes = 64 << 10 // as JSON
	maxCount         = 10_000_000
	minYear          = 1700
)
