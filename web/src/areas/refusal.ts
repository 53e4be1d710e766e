// Why the service refuses an area, in the reader's language.
import { ApiError } from '../api/client'

const reasons = {
  too_many_vertices: 'areas.tooManyVertices', too_large: 'areas.tooManyVertices', out_of_range: 'areas.outside', no_area: 'areas.noArea', too_many_crossings: 'areas.crossings',
  malformed: 'areas.noPolygon', not_a_polygon: 'areas.noPolygon', empty: 'areas.noPolygon', not_closed: 'areas.noPolygon', too_few_positions: 'areas.noPolygon',
} as const

/** The key of the text; undefined for another failure. */
export const refusal = (failure: unknown) => (failure instanceof ApiError ? reasons[failure.errors[0]?.type as keyof typeof reasons] : undefined)
