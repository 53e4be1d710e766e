package archive

// Limits of what is read.
const (
	maxDescriptorBytes = 1 << 20 // meta.xml
	maxMetadataBytes   = 8 << 20 // eml.xml
	maxFolderDepth     = 3       // below the given folder
	maxEventDepth      = 10      // parents of an event
	maxFiles           = 200_000 // a large GBIF download brings one per dataset
	maxInflatedBytes   = 256 << 30
	maxInflateRatio    = 400      // inflated to compressed bytes of one file in a zip,
	inflateGraceBytes  = 64 << 20 // looked at beyond this many
	maxMimetypeBytes   = 128
	maxLocalBytes      = 8 << 30  // of a file that is unpacked to be read, because its reader seeks
	maxHeldBytes       = 64 << 20 // of the core and the measurements together; docs/import.md promises 200 MB for all of an import

	maxTitleRunes  = 300
	maxIDRunes     = 500  // of a data set
	maxSourceRunes = 2000 // licence, citation, address, version of a source
)
