// Which scale of Natural Earth is drawn at which zoom. From maxZoom on the map enlarges the last tiles: the positions of the
// finest scale are no finer than theirs.
export const scales = [
  { scale: '110m', from: 0, to: 1 },
  { scale: '50m', from: 2, to: 4 },
  { scale: '10m', from: 5, to: 7 },
]

export const maxZoom = scales.at(-1).to
