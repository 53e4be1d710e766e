// Answers of the API, as openapi.yaml describes them.

export type VectorStatus = 'High' | 'Moderate' | 'Low' | 'None' | 'Unknown'

export interface Named {
  id: string
  name: string
}

export interface NamedCount extends Named {
  count: number
}

export interface Species {
  id: string
  scientific_name: string
  common_name: string
  vector_status: VectorStatus
  genus: string
  family: string
  habitat: string
  distribution: string
  image_url: string | null
}

export interface SpeciesDetail extends Species {
  authorship: string
  subfamily: string
  subgenus: string
  common_names: Record<string, string>
  description: string
  key_characteristics: string[]
  habitat_preferences: string[]
  geographic_regions: Named[]
  related_diseases: Named[]
  synonyms: string[]
  observation_count: number
  first_observed: string | null
  last_observed: string | null
  links: Record<string, string>
}

export interface Disease {
  id: string
  name: string
  description: string
  pathogen_type: string
  vectors: string[]
  image_url: string | null
}

export interface DiseaseDetail extends Disease {
  symptoms: string[]
  regions: string[]
  transmission: string
  treatment: string
  prevention: string
  prevalence: string
  pathogen: string
  vector_species: { id: string; scientific_name: string; vector_status: VectorStatus }[]
}

export interface Region extends Named {
  m49: string
  bbox: Box | null
  country_count: number
  species_count: number
  observation_count: number
}

export interface Country extends Named {
  iso_a2: string
  iso_a3: string
  region_id: string
  region_name: string
  bbox: Box
  centroid: [number, number]
  species_count: number
  observation_count: number
}

/** West, south, east, north in degrees; west > east crosses the antimeridian. */
export type Box = [number, number, number, number]

/** An option of a filter (filters/{type}). */
export interface Option extends Named {
  observation_count: number
}

export interface DataSource extends Option {
  licence?: string
  citation?: string
  url?: string
}

export interface Results<T> {
  count: number
  results: T[]
  next: string | null
  previous: string | null
}

export interface Stats {
  count: number
  specimens: number
  species: NamedCount[]
  /** Of records whose days all lie in one month. */
  months: { month: string; count: number }[]
  /** Of records whose days all lie in one year, those of its months among them. */
  years: { year: string; count: number }[]
  partly_in_range: number
  data_sources: NamedCount[]
  countries: NamedCount[]
  first_observed: string | null
  last_observed: string | null
  /** With include=bbox; null when nothing matches. */
  bbox?: Box | null
  /** With include=facets, as the next four: the values that records say, in lower case. */
  life_stages?: NamedCount[]
  sexes?: NamedCount[]
  sampling_protocols?: NamedCount[]
  statuses?: NamedCount[]
  regions?: NamedCount[]
}

export interface Observation {
  id: string
  species_id: string
  species_scientific_name: string
  verbatim_scientific_name: string | null
  count: number
  location: { lat: number; lng: number }
  observed_at: string
  date_precision: 'time' | 'day' | 'month' | 'year' | 'interval'
  observed_until: string | null
  notes: string | null
  user_id: string
  observer_name: string | null
  data_source: string | null
  country_id: string | null
  region_id: string | null
  location_accuracy_m: number | null
  life_stage: string | null
  sex: string | null
  sampling_protocol: string | null
  event_id: string | null
  image_url: string | null
  prediction_id: string | null
  model_id: string | null
  confidence: number | null
  metadata: Record<string, unknown>
  status: 'unverified' | 'verified' | 'rejected'
  created_at: string
  updated_at: string
}

export interface Prediction {
  id: string
  scientific_name: string | null
  common_name: string | null
  probabilities: Record<string, number>
  model_id: string
  confidence: number
  in_catalog: boolean
  uncertain: boolean
  prediction_id?: string
  image_url_species?: string
}
