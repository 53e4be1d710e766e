// Short names for the API's schemas that pages use. schema.d.ts is not in git: `npm run types` generates it from openapi.yaml, and
// `npm run build` and `npm run check` do so first, so that pages cannot drift from the document.
import type { components } from './schema'

type Schemas = components['schemas']

export type Abundance = Schemas['Abundance']
export type AbundanceAnswer = Schemas['AbundanceAnswer']
export type Anomaly = Schemas['Anomaly']
export type AnomalyAnswer = Schemas['AnomalyAnswer']
export type Area = Schemas['Area']
export type AreaFeature = Schemas['AreaFeature']
export type AreaList = Schemas['AreaList']
/** West, south, east, north in degrees; west > east crosses the antimeridian. */
export type Box = NonNullable<Schemas['Box']>
export type Disease = Schemas['Disease']
export type DiseaseDetail = Schemas['DiseaseDetail']
export type EffortUnit = NonNullable<Schemas['EffortUnit']>
export type FieldError = Schemas['FieldError']
export type FilterOption = Schemas['FilterOption']
export type FilterOptionList = Schemas['FilterOptionList']
export type Health = Schemas['Health']
export type Import = Schemas['Import']
export type ImportChoices = Schemas['ImportChoices']
export type ImportChoicesList = Schemas['ImportChoicesList']
export type ImportReport = Schemas['ImportReport']
export type ImportTable = Schemas['ImportTable']
export type IncludedNames = Schemas['IncludedNames']
export type NamedCount = Schemas['NamedCount']
export type Observation = Schemas['Observation']
export type ObservationList = Schemas['ObservationList']
export type Prediction = Schemas['Prediction']
export type Presence = Schemas['Presence']
export type PresenceAnswer = Schemas['PresenceAnswer']
export type Reference = Schemas['Reference']
export type Species = Schemas['Species']
export type SpeciesDetail = Schemas['SpeciesDetail']
export type Stats = Schemas['Stats']
export type TimeseriesAnswer = Schemas['TimeseriesAnswer']
export type VectorStatus = Schemas['VectorStatus']
