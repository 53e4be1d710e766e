// Package analytics answers questions about sampling: how many mosquitoes a unit of effort catches (abundance), whether that is more than
// usual (anomaly), where somebody searched and found none (presence), where there are more than by chance (hotspots), since when
// (trend, spread), how many species (richness), how many are infected (infection, vector_index), and how records follow the year
// (timeseries, seasonality). It imports geo,
// geo/eventindex, geo/tileindex, internal packages and sql; docs/analytics.md defines every number.
//
// A question selects events and their catch (eventindex.Selection), from memory or by SQL. survey says which of the events are valid
// and sorts them into groups; a group becomes a result by package estimate. Questions about places (placeQuestion) visit the valid
// events with the parts of package places that these lie in (survey.eachPlaced), and records with theirs (eachRecord). Pools
// (eventindex.Pools) are sorted into groups by poolSurvey.
package analytics
