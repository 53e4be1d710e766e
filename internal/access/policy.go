package access

// Policy names the right that each operation needs. An operation without a row does not start. docs/security-model.md shows it.
var Policy = policy(map[Right][]string{
	Public: {
		"livez", "readyz", "health", "healthV1", "metrics",
		"getWelcome", "getSwaggerUI", "getReDoc", "getOpenAPI", "getOpenAPIJSON", "getOpenAPIYAML",
		"getStaticFile", "getBasemapTile", "predictSpecies", "predictSpeciesBatch",

		"listSpecies", "getSpecies", "listVectorSpecies", "listDiseases", "getDisease", "listDiseaseVectors", "listRegions", "listCountries",
		"resolveNames", "getFilters", "getFilterOptions", "listFilterOptions",
		"getLayer", "getStats", "getTileJSON", "getTileStyle", "getTile", "getTilePBF",
		"getAbundance", "getAnomaly", "getInfection", "getVectorIndex", "getPresence", "getTimeseries", "getSeasonality", "getHotspots", "getTrend",
		"getSpread", "getRichness", "listAreas", "getArea", "createArea",
		"listObservations", "listAbsences", "listEvents", "getEvent", "listPools", "getPool", "exportObservations",
		"listDataSources", "getDataSource",
		"listAlerts", "getAlert", "getAlertsAtom", "getAlertsJSONFeed",

		"getLandingPage", "getConformance", "getCollections", "getCollection", "getPageStyle", "getLandPicture", "getAPI", "getItems", "getItem",
		"getQueryables", "getSortables", "getFeatureSchema", "getSchema", "getTileMatrixSetsList", "getTileMatrixSet", "getLayerDefinition",
		".collection.vector.getTileSetsList", ".collection.vector.getTileSet", ".collection.vector.getTile",
	},
	Personal: {
		"getRoot", "getSpeciesPage", "getOneSpeciesPage", "getDiseasesPage", "getDiseasePage", "getReportPage", "getImportPage", "getRecordsPage",
		"getRecordPage", "getBulletinPage", "getAboutPage",
		"listAlertRules", "getAlertRule", "getObservation", "getPredictionImage",
	},
	Report:            {"createObservation", "createItem"},
	Own:               {"updateObservation", "withdrawObservation", "getObservationHistory", "getObservationReview"},
	WriteObservations: {"createObservations", "replaceItem", "updateItem", "deleteItem"},
	Review:            {"undoObservationChange", "listReviewQueue", "decideReviews"},
	WriteEvents:       {"createEvent", "updateEvent", "deleteEvent", "createPool", "updatePool", "deletePool"},
	WriteSources: {
		"createDataSource",
		"createImport", "getImportChoices", "getImport", "deleteImport", "sendImportPart", "checkImport", "storeImport", "getImportRejected",
	},
	WriteAlerts: {"createAlertRule", "updateAlertRule", "deleteAlertRule", "updateAlert"},
})

func policy(byRight map[Right][]string) map[string]Right {
	all := map[string]Right{}
	for right, operations := range byRight {
		for _, name := range operations {
			all[name] = right
		}
	}
	return all
}
