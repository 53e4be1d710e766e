// Places that were drawn at random in a cell for the public.

/** The size of the cell in degrees, from the API's `data_generalizations`; undefined where it names none. */
export function cellOf(generalizations: string): number | undefined {
  const [, degrees] = /\bcell of (\d+(?:\.\d+)?) by \1 degrees\b/.exec(generalizations) ?? []
  return degrees === undefined ? undefined : Number(degrees)
}
