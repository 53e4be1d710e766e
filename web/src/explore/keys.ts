// Which elements use the arrow keys themselves.
const takers = 'input, select, textarea, [contenteditable], [role="slider"], [role="tab"], [role="listbox"], [role="combobox"], [role="radio"], [role="menu"], .maplibregl-map, dialog'

/** Whether the arrow keys belong to what has the focus: a field, a slider, tabs, the map. */
export const takesArrows = (element: Element): boolean => element.closest(takers) !== null
