package access

// Policy names the right that each operation needs. An operation without a row does not start. docs/security-model.md shows it.
var Policy = policy(map[Right][]string{
	Public: {
		"livez", "readyz", "health", "healthV1", "metrics",
		"getWelcome", "getSwaggerUI", "getReDoc", "getOpenAPI", "getOpenAPIJSON", "getOpenAPIYAML",
		"getStaticFile", "getEmbedScript", "getManifest", "getServiceWorker", "getBasemapTile", "getStreetsTileJSON", "getStreetsTile", "predictSpecies", "predictSpeciesBatch",

		"listSpecies", "getSpecies", "getSpeciesImage", "listVectorSpecies", "listDiseases", "getDisease", "listDiseaseVectors", "listRegions", "listCountries",
		"resolveNames", "getFilters", "getFilterOptions", "listFilterOptions",
		"getLayer", "getStats", "getTable", "getTileJSON", "getTileStyle", "getTile", "getTilePBF",
		"getAbundance", "getAnomaly", "getInfection", "getVectorIndex", "getPresence", "getTimeseries", "getSeasonality", "getHotspots", "getTrend",
		"getSpread", "getCounts", "getRichness", "listAreas", "getArea", "createArea",
		"listAbsences", "listEvents", "listPools", "exportObservations",
		"listAlerts", "getAlert", "getAlertsAtom", "getAlertsJSONFeed",

		"getLandingPage", "getConformance", "getFunctions", "getCollections", "getCollection", "getPageStyle", "getLandPicture", "getAPI", "getItems", "searchItems", "getItem",
		"createSession", "deleteSession", "readInvitation", "acceptInvitation", "beginPasskeySignIn", "createPasskeySession", "beginProvider", "endProvider",

		"getQueryables", "getSortables", "getFeatureSchema", "getSchema", "getTileMatrixSetsList", "getTileMatrixSet", "getLayerDefinition", "getStyles", "getStyle", "getStyleMetadata",
		".collection.vector.getTileSetsList", ".collection.vector.getTileSet", ".collection.vector.getTile",
		".dataset.vector.getTileSetsList", ".dataset.vector.getTileSet", ".dataset.vector.getTile",
	},
	Personal: {
		"getRoot", "getSpeciesPage", "getOneSpeciesPage", "getDiseasesPage", "getDiseasePage", "getReportPage", "getImportPage", "getRecordsPage",
		"getRecordPage", "getSourcesPage", "getSourcePage", "getBulletinPage", "getAboutPage", "getSignInPage", "getAccountPage", "getInvitationPage", "getReviewPage", "getAdminPage",
		"search", "listAlertRules", "getAlertRule", "getMe", "listDataSources", "getDataSource", "listObservations", "getObservation", "getEvent", "getPool", "getPredictionImage",
	},
	Own:               {"updateMe", "exportMe", "eraseMe", "listMyObservations", "listMySessions", "endMySessions", "listPasskeys", "beginPasskey", "createPasskey", "deletePasskey", "beginIdentity"},
	Report:            {"createObservation", "createItem"},
	OwnRecord:         {"updateObservation", "withdrawObservation", "getObservationHistory", "getObservationReview"},
	WriteObservations: {"createObservations", "replaceItem", "deleteItem"},
	Change:            {"updateItem"},
	Review:            {"undoObservationChange", "listReviewQueue", "decideReviews"},
	WriteEvents:       {"createEvent", "updateEvent", "deleteEvent", "createPool", "updatePool", "deletePool"},
	WriteSources:      {"createDataSource", "updateDataSource"},
	Import: {
		"createImport", "getImportChoices", "getImport", "deleteImport", "sendImportPart", "checkImport", "storeImport", "getImportRejected",
	},
	WriteAlerts: {"createAlertRule", "updateAlertRule", "deleteAlertRule", "updateAlert"},
	Admin: {
		"listAccounts", "updateAccount", "eraseAccount", "endAccountSessions", "listInvitations", "createInvitation", "deleteInvitation",
		"listTokens", "createToken", "revokeToken", "listSettings", "listRemovals", "restoreRemoval",
	},
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
